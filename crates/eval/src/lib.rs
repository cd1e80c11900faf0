//! What a position is worth, without searching.
//!
//! ```text
//!   Position ─▶ terms, White − Black ─▶ (middlegame, endgame) ─▶ tapered by phase ─▶ Score
//! ```
//!
//! | module | what it knows |
//! |---|---|
//! | [`terms`] | every term and its weights, one line a term |
//! | [`term`] | what a term is, and the macro that makes weights of the list |
//! | [`tapered`] | a middlegame and an endgame score in one word |
//! | [`trace`] | the seam for the tuner and for explanations |
//! | [`accumulator`] | material, piece-square values and phase, kept while moves are played |
//! | [`evaluator`] | the sum of all terms |
//! | [`scaling`] | drawish endgames |
//! | [`explain`](mod@explain) | the evaluation as a table for people |
//! | [`material`] | plain piece values for the search |

#![forbid(unsafe_code)]

pub mod accumulator;
pub mod evaluator;
pub mod explain;
mod facts;
pub mod king_safety;
mod lone_king;
pub mod material;
mod passed;
mod pawns;
mod pieces;
pub mod scaling;
mod side;
pub mod tapered;
pub mod term;
pub mod terms;
mod threats;
pub mod trace;

pub use accumulator::Accumulator;
pub use evaluator::{Evaluator, evaluate};
pub use explain::{Explanation, explain};
