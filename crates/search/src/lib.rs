//! The search: from a game and its limits to a move.
//!
//! ```text
//!   Game, Limits ──▶ Engine::search ──▶ Outcome (best move, ponder move, score)
//!                      ▲        │
//!            Control ──┘        ├──▶ Reporter        what people and GUIs see
//!   (stop, ponderhit; Clock)    └──▶ SearchObserver  what happens in every node
//! ```
//!
//! The crate prints nothing, reads no clock but the one it is given, and owns no thread beyond a search.
//!
//! | module | idea |
//! |---|---|
//! | [`engine`] | [`Engine`]: what outlives a search, and the way in |
//! | [`game`], [`limits`], [`control`], [`clock`] | what a search is told |
//! | [`report`], [`observer`] | what it tells |
//! | [`tablebase`] | the seam to endgame tablebases |
//! | [`features`], [`params`] | features that can be switched off, and the numbers in formulae |
//!
//! Inside, from the whole search to a single node:
//!
//! | module | idea |
//! |---|---|
//! | `threads` | lazy SMP, and the vote for the best line |
//! | `worker` | one thread: what it has, how it makes moves, when it stops |
//! | `shared`, `memory` | what all threads see; what each keeps from one search to the next |
//! | `time`, `watch`, `lag` | how long a move may take; when to end; what waiting for a processor costs |
//! | `iterate`, `aspiration` | iterative deepening with narrow windows |
//! | `salvage` | what an iteration leaves that was stopped |
//! | `tell` | what the reporter hears, and when |
//! | `mate` | the solver of `go mate` |
//! | `root`, `ranking` | the moves of the root, and what tablebases say of them |
//! | `node` | the node: its numbered steps (`alphabeta`), and in six more files what they do |
//! | `movepick`, `history` | in which order moves are tried, and the histories that order them |
//! | `stack`, `variation`, `board` | what belongs to a ply: frames, the principal variation, the position |

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod clock;
pub mod control;
pub mod engine;
pub mod features;
pub mod game;
pub mod limits;
pub mod observer;
pub mod params;
pub mod report;
pub mod tablebase;

mod aspiration;
mod board;
mod history;
mod iterate;
mod lag;
mod mate;
mod memory;
mod movepick;
mod node;
mod ranking;
mod root;
mod salvage;
mod shared;
mod stack;
mod tell;
mod threads;
mod time;
mod variation;
mod watch;
mod worker;

pub use clock::{Clock, SystemClock};
pub use control::Control;
pub use engine::Engine;
pub use game::Game;
pub use limits::Limits;
pub use observer::SearchObserver;
pub use report::{CurrentMove, Line, Outcome, Reporter};
pub use tablebase::{Tablebase, Tablebases};
pub use tt::{AllocError, Mebibytes, Permill};
pub use types::{Bound, Window};
