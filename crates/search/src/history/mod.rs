//! Histories: the success of moves in earlier nodes, anywhere in the tree.
//!
//! A move that cut one node tends to cut similar nodes. Histories are indexed by piece and squares, not by the place
//! in the tree: a cut raises the value of the move that cut and lowers those of the moves tried before it. The sums
//! order quiet moves, and are used by reductions and pruning.
//!
//! | history | index |
//! |---|---|
//! | butterfly | colour, whether the enemy attacks from and to, from, to |
//! | pawns | pawn key, piece, to |
//! | continuation | an earlier move's [`PieceTo`] (one, two, four and six plies before), piece, to |
//! | capture | piece, to, captured role |
//! | counter moves | the move before; holds the quiet move that refuted it |
//!
//! Source: J. Schaeffer, *The history heuristic and alpha-beta search enhancements in practice*, 1989.

mod context;
mod correction;
mod gravity;
mod moves;

pub(crate) use context::{MoveContext, PieceTo, PriorMoves};
pub(crate) use correction::Corrections;
pub(crate) use moves::{Histories, PieceHistories, QuietHistories, TriedMoves, bonus};
