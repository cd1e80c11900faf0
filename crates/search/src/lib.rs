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
//! | [`techniques`], [`params`] | which ideas a search uses, and the numbers in them |
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
//! | `alphabeta` | the alpha-beta node: the order of the steps |
//! | `node`, `view`, `candidate` | what the steps speak of: nodes and windows, what orders moves, a move |
//! | `draw`, `table`, `probe`, `sight` | what a node knows before its first move |
//! | `prune`, `probcut` | whole-node pruning |
//! | `internal`, `hindsight`, `singular` | how deep a node and its table move are searched |
//! | `skip`, `reduce`, `logarithm` | move pruning, and late-move reductions |
//! | `quiesce` | captures until the position is quiet |
//! | `pick`, `history` | in which order moves are tried, and what that rests on |
//! | `learn` | what a node teaches the histories |
//! | `stack`, `variation`, `board` | what belongs to a ply: frames, the principal variation, the position |

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

pub mod clock;
pub mod control;
pub mod engine;
pub mod game;
pub mod limits;
pub mod node;
pub mod observer;
pub mod params;
pub mod report;
pub mod tablebase;
pub mod techniques;

mod alphabeta;
mod aspiration;
mod board;
mod candidate;
mod draw;
mod hindsight;
mod history;
mod internal;
mod iterate;
mod lag;
mod learn;
mod logarithm;
mod mate;
mod memory;
mod pick;
mod probcut;
mod probe;
mod prune;
mod quiesce;
mod ranking;
mod reduce;
mod root;
mod salvage;
mod shared;
mod sight;
mod singular;
mod skip;
mod stack;
mod table;
mod tell;
mod threads;
mod time;
mod variation;
mod view;
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
