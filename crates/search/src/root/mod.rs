//! The root: its moves with their scores and lines, and their ranks by the tablebases.

mod moves;
mod ranking;

pub(crate) use moves::{Raised, RootMove, RootMoves, wanted_moves};
pub(crate) use ranking::{RankedRoot, Tree};
