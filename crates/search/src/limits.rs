//! When a search ends.
//!
//! Any combination may be set. The first limit reached ends the search; without any it runs until it is
//! stopped or has nothing left to find.

use std::num::{NonZeroU16, NonZeroU32, NonZeroUsize};
use std::time::Duration;

use types::{ByColor, Depth, Move};

/// What a search may spend and what it shall look at.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The last iteration.
    pub depth: Option<Depth>,
    /// Moves made in the tree, by all threads together.
    pub nodes: Option<u64>,
    /// Moves made in the tree after which no further iteration begins. Unlike [`nodes`](Self::nodes) it lets the
    /// last one finish, so none is spent on half an iteration.
    pub soft_nodes: Option<u64>,
    /// Ends when a mate in at most this many moves is proven.
    pub mate: Option<NonZeroU16>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The time each side has left. Only that of the side to move matters, so the other may be missing.
    pub clock: ByColor<Option<Duration>>,
    /// What each side gains with every move.
    pub increment: ByColor<Duration>,
    /// Moves until the clocks are refilled; `None` if they never are.
    pub moves_to_go: Option<NonZeroU32>,
    /// Time lost between us and whoever runs the clocks, kept in reserve with every move.
    pub overhead: Duration,
    /// The root moves to search; all if empty. Moves that are not legal are ignored.
    pub search_moves: Vec<Move>,
    /// Do not end before being stopped, whatever else is reached.
    pub infinite: bool,
    /// Think on the opponent's time: do not end before a stop or a ponder hit. From the hit on our own time runs.
    pub ponder: bool,
    /// Whether the opponent's time will often be ours as well: then a move may take more of our own.
    pub may_ponder: bool,
    /// How many best lines to find.
    pub multi_pv: NonZeroUsize,
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
            search_moves: Vec::new(),
            infinite: false,
            ponder: false,
            may_ponder: false,
            multi_pv: NonZeroUsize::MIN,
        }
    }
}
