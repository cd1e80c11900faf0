//! Histories: how well moves did before, wherever in the tree they were tried.
//!
//! A move that cut one node tends to cut its cousins. Histories count that by piece and squares, not by the place
//! in the tree: a cut raises the count of the move that cut and lowers those of the moves tried before it in
//! vain. The sums order quiet moves, and steer reductions and pruning.
//!
//! | history | index |
//! |---|---|
//! | butterfly | colour, whether the enemy attacks from and to, from, to |
//! | pawns | pawn key, piece, to |
//! | continuation | an earlier move's [`PieceTo`] (one, two, four and six plies before), piece, to |
//! | capture | piece, to, captured role |
//! | counter moves | the move before: which quiet move refuted it |
//!
//! Source: J. Schaeffer, *The history heuristic and alpha-beta search enhancements in practice*, 1989.

mod context;
mod correction;
mod gravity;
mod moves;

pub(crate) use context::{MoveContext, PieceTo, PriorMoves};
pub(crate) use correction::Corrections;
pub(crate) use moves::{Histories, PieceHistories, QuietHistories, TriedMoves, bonus};
