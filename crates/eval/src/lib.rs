//! The static evaluation: the score of a position without search.
//!
//! ```text
//!   Position ─▶ terms, White − Black ─▶ (middlegame, endgame) ─▶ scaled, tapered by phase ─▶ Score
//! ```
//!
//! In the order in which an evaluation runs:
//!
//! | module | content |
//! |---|---|
//! | [`accumulator`] | material, piece-square values and phase, updated with every move |
//! | [`evaluator`] | the sum of all terms, with caches for pawns and material |
//! | [`pawns`] | pawn structure and king shelter, cached by pawns and kings |
//! | [`material`] | imbalance, cached by material |
//! | [`context`], [`geometry`] | facts that many terms share: attacks and pins; distances, files and wings |
//! | [`pieces`] | mobility, good and bad squares, space |
//! | [`passed`], [`threats`], [`king_safety`] | passed pawns; attacks on pieces; the attack on a king |
//! | [`endgames`], [`kpk`] | the scale of drawish endgames, and mop-up; king and pawn against king |
//! | [`terms`], [`term`] | every term and its weights, one line a term; the kinds of terms |
//! | [`tapered`] | pairs of scores, phase and scale |
//! | [`trace`] | the look-up of weights, and the report of every feature that fires |
//! | [`explain`](mod@explain) | the evaluation as a table, and divided among the pieces |
//! | [`wdl`] | scores as centipawns and as chances to win, draw and lose |
//!
//! The score of a term is its weight times how often it occurs, for White minus for Black. Two things are
//! not linear: the danger to a king, which is summed and then squared, and the scale at the end.
//!
//! Imports lead one way: from the evaluator to the groups of terms, from these to the context, and from there to the
//! vocabulary ([`term`], [`tapered`], [`geometry`]).

#![forbid(unsafe_code)]
#![allow(missing_docs)]

pub mod accumulator;
mod context;
mod endgames;
pub mod evaluator;
pub mod explain;
mod geometry;
pub mod king_safety;
mod kpk;
pub mod material;
mod passed;
mod pawns;
mod pieces;
pub mod tapered;
pub mod term;
pub mod terms;
mod threats;
pub mod trace;
pub mod wdl;

pub use accumulator::Accumulator;
pub use endgames::is_mop_up;
pub use evaluator::{Evaluator, evaluate};
pub use explain::{Attribution, Explanation, attribute, explain};
