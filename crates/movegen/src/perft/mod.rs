//! Perft: the number of leaves of the tree of legal moves, the field's test of move generation.
//!
//! Three ways to treat the last ply give the same number at different cost, and each exercises other code:
//! [`bulk`] counts its moves without listing them, [`list`] lists them, [`make`] also plays them. [`Counter`]
//! is for long runs: several threads on one position, a table of subtrees, progress.

mod count;
#[cfg(feature = "std")]
mod parallel;
mod replies;
#[cfg(feature = "std")]
mod table;

pub use count::{bulk, divide, list, make};
#[cfg(feature = "std")]
pub use parallel::{CountProgress, Counter};
#[cfg(feature = "std")]
pub use table::PerftTable;
