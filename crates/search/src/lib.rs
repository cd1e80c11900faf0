//! The search: from a game and its limits to a move.
//!
//! ```text
//!   Game, Limits ──▶ Engine::search ──▶ PvLine (the best line with its score)
//!                      ▲        │
//!            Control ──┘        ├──▶ Reporter        lines for people and GUIs
//!   (stop, ponderhit; Clock)    └──▶ SearchObserver  the events of every node
//! ```
//!
//! The crate prints nothing, reads no clock but the one it is given, and owns no thread beyond a search.
//!
//! | module | idea |
//! |---|---|
//! | [`engine`] | [`Engine`]: the state kept from one search to the next, and the entry point |
//! | [`game`], [`limits`], [`control`], [`clock`] | the input of a search |
//! | [`report`], [`observer`] | its output |
//! | [`tablebase`] | the interface to endgame tablebases |
//! | [`techniques`], [`params`] | techniques that can be switched off, and the numbers in formulae |
//!
//! Inside, from the whole search to a single node:
//!
//! | module | idea |
//! |---|---|
//! | `threads` | lazy SMP, and the vote on the best line |
//! | `search_thread` | one thread: its state, how it makes moves, when it stops |
//! | `shared`, `thread_data` | the data shared by all threads; the data that each keeps between searches |
//! | `time` | the time for a move, the end of a search, and the time lost to other processes |
//! | `iterative` | iterative deepening, aspiration windows, and the result of an interrupted iteration |
//! | `reporting` | the reports of lines and moves |
//! | `mate` | the solver of `go mate` |
//! | `root` | the moves of the root, and their ranks by the tablebases |
//! | `node` | the node: its numbered steps (`alphabeta`), and six files with their details |
//! | `movepick`, `history` | the order of moves, and the histories that determine it |
//! | `stack`, `variation`, `search_position` | the data of a ply: frames, the principal variation, the position |

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod clock;
pub mod control;
pub mod engine;
pub mod game;
pub mod limits;
pub mod observer;
pub mod params;
pub mod report;
pub mod tablebase;
pub mod techniques;

mod history;
mod iterative;
mod mate;
mod movepick;
mod node;
mod reporting;
mod root;
mod search_position;
mod search_thread;
mod shared;
mod stack;
mod thread_data;
mod threads;
mod time;
mod variation;

pub use clock::{Clock, SystemClock};
pub use control::Control;
pub use engine::Engine;
pub use game::Game;
pub use limits::Limits;
pub use observer::SearchObserver;
pub use report::{CurrentMove, PvLine, Reporter};
pub use tablebase::{Tablebase, Tablebases};
pub use tt::{AllocError, Mebibytes, Permill};
pub use types::{Bound, Window};
