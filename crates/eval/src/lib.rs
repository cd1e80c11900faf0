//! What a position is worth, without searching.
//!
//! ```text
//!   Position ─▶ terms, White − Black ─▶ (middlegame, endgame) ─▶ tapered by phase ─▶ Score
//! ```
//!
//! | module | what it knows |
//! |---|---|
//! | [`terms`] | every term and its weights, one line a term |
//! | [`term`], [`tapered`], [`trace`] | what a term is, what it is worth, and who hears of it |
//! | [`accumulator`], [`squares`] | material, piece-square values and phase, kept while moves are played |
//! | [`evaluator`] | the sum of all terms |
//! | [`facts`], [`reach`], [`side`] | what the terms share: attacks and pins, found once; a colour as a type |
//! | [`distance`], [`files`] | king's moves between squares, in a table; files as a set |
//! | [`balance`], [`imbalance`] | what material alone decides; what pieces are worth together |
//! | [`space`] | room behind the pawns |
//! | [`pawns`], [`passed`] | the pawn skeleton; passed pawns |
//! | [`cache`], [`pawn_cache`] | what was computed before |
//! | [`pieces`], [`minors`], [`majors`] | mobility; good and bad squares |
//! | [`threats`], [`queen_hits`] | attacks on pieces, and those that could come next |
//! | [`shelter`], [`king_safety`] | the pawns before the king; the attack on him |
//! | [`scaling`], [`endgames`], [`kpk`] | drawish endgames; those of a handful of men; king and pawn against king |
//! | [`force`] | what a side has, wherever it stands |
//! | [`lone_king`] | hunting a king who is bare or nearly so |
//! | [`explain`](mod@explain) | the evaluation as a table for people |
//! | [`attribution`] | the evaluation shared out among the men |
//! | [`wdl`] | scores as centipawns and chances, as people understand them |
//! | [`material`] | plain piece values, to compare forces by |
//!
//! The score of a term is its weight times how often it counts, for White less for Black. Two things are
//! not linear: the danger to a king, which is summed and then squared, and the scale at the end.

#![forbid(unsafe_code)]

pub mod accumulator;
pub mod attribution;
mod balance;
mod cache;
mod distance;
mod endgames;
pub mod evaluator;
pub mod explain;
mod facts;
mod files;
mod force;
mod imbalance;
pub mod king_safety;
mod kpk;
mod lone_king;
mod majors;
pub mod material;
mod minors;
mod passed;
mod pawn_cache;
mod pawns;
mod pieces;
mod queen_hits;
mod reach;
pub mod scaling;
mod shelter;
mod side;
mod space;
mod squares;
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
pub use lone_king::is_mop_up;
