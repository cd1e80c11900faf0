//! The static evaluation: the score of a position without search.
//!
//! ```text
//!   Position ─▶ terms, White − Black ─▶ (middlegame, endgame) ─▶ scaled, tapered by phase ─▶ Score
//! ```
//!
//! | module | content |
//! |---|---|
//! | [`terms`] | every term and its weights, one line a term |
//! | [`term`], [`tapered`] | terms and features; pairs of scores, phase and scale |
//! | [`trace`], [`scorer`] | the report of every feature that fires; the look-up of weights |
//! | [`evaluator`] | the sum of all terms |
//! | [`context`], [`geometry`] | facts that many terms share: attacks and pins; distances, files and wings |
//! | [`accumulator`], [`piece_squares`] | material, piece-square values and phase, updated with every move |
//! | [`material_entry`] | imbalance, cached by material |
//! | [`pawn_entry`], [`pawn_view`], [`pawn_structure`], [`shelter`] | pawn structure and king shelter, cached by pawns and kings |
//! | [`cache`] | the table behind both caches |
//! | [`pieces`], [`minors`], [`majors`] | mobility and space; good and bad squares |
//! | [`passed`], [`threats`], [`king_safety`] | passed pawns; attacks on pieces; the attack on a king |
//! | [`scaling`], [`endgames`], [`kpk`] | drawish endgames; those of few pieces; king and pawn against king |
//! | [`material`] | plain piece values and piece counts, for endgame rules |
//! | [`mop_up`] | driving a bare king into a corner |
//! | [`explain`](mod@explain), [`attribution`] | the evaluation as a table, and divided among the pieces |
//! | [`wdl`] | scores as centipawns and as chances to win, draw and lose |
//!
//! The score of a term is its weight times how often it occurs, for White minus for Black. Two things are
//! not linear: the danger to a king, which is summed and then squared, and the scale at the end.
//!
//! Imports lead one way: from the evaluator to the groups of terms, from these to the context, and from there to the
//! vocabulary ([`term`], [`tapered`], [`geometry`]).

#![forbid(unsafe_code)]

pub mod accumulator;
pub mod attribution;
mod cache;
mod context;
mod endgames;
pub mod evaluator;
pub mod explain;
mod geometry;
pub mod king_safety;
mod kpk;
mod majors;
pub mod material;
mod material_entry;
mod minors;
mod mop_up;
mod passed;
mod pawn_entry;
mod pawn_structure;
mod pawn_view;
mod piece_squares;
mod pieces;
mod scaling;
mod scorer;
mod shelter;
pub mod tapered;
pub mod term;
pub mod terms;
mod threats;
pub mod trace;
pub mod wdl;

pub use accumulator::Accumulator;
pub use attribution::{Attribution, attribute};
pub use evaluator::{Evaluator, evaluate};
pub use explain::{Explanation, explain};
pub use mop_up::is_mop_up;
