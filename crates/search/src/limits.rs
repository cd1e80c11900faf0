//! The limits of a search.
//!
//! Any combination may be set. The first limit reached ends the search. Without any it runs until it is stopped or
//! the greatest depth is reached.

use std::num::{NonZeroU16, NonZeroU32, NonZeroUsize};
use std::time::Duration;

use types::{ByColor, Color, Depth, Move};

use crate::strength::StrengthLimit;

/// The limits of a search, and the moves that it considers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The depth of the last iteration.
    pub depth: Option<Depth>,
    /// The number of moves made in the tree by all threads.
    pub nodes: Option<u64>,
    /// The number of moves made in the tree after which no further iteration begins. Unlike [`nodes`](Self::nodes) it
    /// lets the last iteration finish.
    pub soft_nodes: Option<u64>,
    /// Search for a mate in at most this many moves, and end when it is proven.
    pub mate: Option<NonZeroU16>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The time each side has left. Only that of the side to move is used, so the other may be missing.
    pub clock: ByColor<Option<Duration>>,
    /// The time that each side gains with every move.
    pub increment: ByColor<Duration>,
    /// The number of moves to the next time control; `None` in sudden death.
    pub moves_to_go: Option<NonZeroU32>,
    /// The time lost between the engine and the clocks with every move (the move overhead), which is kept in reserve.
    pub overhead: Duration,
    /// The time by the engine's clock from which on the search counts its time, for a search that was asked for before
    /// the engine was ready; `None` for the moment at which it begins.
    pub asked_at: Option<Duration>,
    /// The root moves to search; all if empty. Moves that are not legal are ignored.
    pub search_moves: Vec<Move>,
    /// Do not end before being stopped, whatever else is reached.
    pub infinite: bool,
    /// Ponder: do not end before a stop or a ponder hit. From the hit on our own time runs.
    pub ponder: bool,
    /// True if pondering is enabled. Then a move may take more of our own time.
    pub may_ponder: bool,
    /// The number of best lines to find.
    pub multi_pv: NonZeroUsize,
    /// The limit of the strength. It searches fewer nodes, and more lines, of which it plays one.
    pub strength: Option<StrengthLimit>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            soft_nodes: None,
            mate: None,
            movetime: None,
            clock: ByColor::splat(None),
            increment: ByColor::splat(Duration::ZERO),
            moves_to_go: None,
            overhead: Duration::ZERO,
            asked_at: None,
            search_moves: Vec::new(),
            infinite: false,
            ponder: false,
            may_ponder: false,
            multi_pv: NonZeroUsize::MIN,
            strength: None,
        }
    }
}

impl Limits {
    /// Returns true if the time for this side's move is limited.
    pub fn has_time_limit(&self, side: Color) -> bool {
        self.movetime.is_some() || self.clock[side].is_some()
    }
}
