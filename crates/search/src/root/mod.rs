//! The root: its moves with their scores and lines, and their ranks by the tablebases.

mod moves;
mod ranking;

pub(crate) use moves::{RootMove, RootMoveResult, RootMoves, wanted_moves};
pub(crate) use ranking::{RankedRoot, TreeProbing};
