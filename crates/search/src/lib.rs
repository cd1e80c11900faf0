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
//! | `time` | how long a search may take, as pure functions |
//! | `iterate` | iterative deepening |
//! | `negamax` | the alpha-beta node |
//! | `quiesce` | captures until the position is quiet |
//! | `pv` | the principal variation |

#![forbid(unsafe_code)]

pub mod clock;
pub mod control;
pub mod engine;
pub mod game;
pub mod limits;
pub mod observer;
pub mod report;

mod evaluate;
mod iterate;
mod negamax;
mod pv;
mod quiesce;
mod time;
mod worker;

pub use clock::{Clock, SystemClock};
pub use control::Control;
pub use engine::Engine;
pub use game::Game;
pub use limits::Limits;
pub use observer::SearchObserver;
pub use report::{Bound, CurrentMove, Line, Outcome, Reporter};
