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
//! | `limits`, `control`, `position`, `time` | the input of a search: [`Limits`], [`Control`], [`Game`], [`Clock`] |
//! | `report`, [`observer`] | its output |
//! | [`tablebase`] | the interface to endgame tablebases |
//! | [`strength`] | limited strength: a level plays fewer nodes, and chooses among several lines with errors |
//! | [`techniques`], [`params`] | techniques that can be switched off, and the numbers in formulae |
//!
//! Inside, from the whole search to a single node:
//!
//! | module | idea |
//! |---|---|
//! | `smp` | lazy SMP: the threads of a search, and the vote on the best line |
//! | `worker` | one thread: its stack, how it makes moves, when it stops, what it shares with the others |
//! | `time` | the time for a move, the end of a search, and the time lost to other processes |
//! | `root` | iterative deepening with aspiration windows, the result of an interrupted iteration, the reports |
//! | `root_moves`, `root_tablebases` | the moves of the root, and their ranks by the tablebases |
//! | `search` | **the node: all its steps, numbered, with their formulas** |
//! | `quiescence` | captures until the position is quiet |
//! | `picker` | the order of moves |
//! | `histories` | what earlier nodes taught about moves and about the evaluation |
//! | `position` | the position of a node with its evaluation sums |
//! | `mate` | the solver of `go mate` |

#![forbid(unsafe_code)]
// A comment that only repeats a name is noise, and nobody outside of the workspace uses this crate.
#![allow(missing_docs)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod engine;
pub mod observer;
pub mod params;
pub mod strength;
pub mod tablebase;
pub mod techniques;

mod control;
mod histories;
#[cfg(test)]
mod histories_tests;
mod limits;
mod mate;
mod picker;
mod position;
mod quiescence;
mod report;
mod root;
mod root_moves;
mod root_tablebases;
mod search;
mod smp;
mod time;
mod worker;

pub use control::Control;
pub use engine::Engine;
pub use limits::Limits;
pub use observer::SearchObserver;
pub use position::Game;
pub use report::{CurrentMove, PvLine, Reporter};
pub use tablebase::{Tablebase, Tablebases};
pub use time::{Clock, HostClock, SystemClock, set_host_clock};
pub use tt::{AllocError, Mebibytes, Permill, has_room};
pub use types::{Bound, Window};
