//! Reasons for a chess move, each proved by a search or by the rules.
//!
//! ```text
//!   game, move ──▶ explain ──▶ Explanation: a tree of reasons, each a Claim with its Evidence
//!                                  │
//!                                  ├──▶ words    sentences for people
//!                                  └──▶ json     data for pages, with the same sentences
//! ```
//!
//! A reason comes from a question that a player asks, and each question is a search (`docs/why.md` has examples):
//!
//! | question | search |
//! |---|---|
//! | Is it the best move? | the move and the others, in one search, to the same depth |
//! | What does it win or lose? | the material at the first quiet moment of the line, and the motifs on the way |
//! | What does it threaten? | the opponent passes after it |
//! | What does it prevent? | we pass instead of it |
//! | Why not take, or give check? | the natural replies, in one search |
//!
//! | module | idea |
//! |---|---|
//! | [`model`] | reasons and their evidence, as data |
//! | `questions` | the questions, in their order, and what counts as an answer |
//! | `line` | what happens in a line: mate, draw, material at the first quiet moment |
//! | [`motifs`] | fork, pin and the like, by the rules |
//! | [`purposes`] | what a quiet move does on the board |
//! | `themes` | what the evaluation prefers in a quiet position |
//! | `searcher` | the searches: the only file that uses the engine |
//! | [`words`], `json` | the two forms of an explanation |

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod json;
mod line;
pub mod model;
pub mod motifs;
pub mod purposes;
mod questions;
mod searcher;
mod themes;
pub mod words;

pub use json::json;
pub use model::Explanation;
pub use questions::{NODES, Question};
pub use searcher::STACK_SIZE;
