//! The hunt for mates: a search whose window holds nothing but the mates that are wanted.
//!
//! A search of what is best need not see them. Where everything wins, the quiet move that mates is one of many, searched
//! late and not deep. With a window of mates nothing is bet on an evaluation, and mate-distance pruning ends every
//! line that is too long to hold a mate in time:
//!
//! ```text
//!   ├──────────── no mate, or too late ────────────┤ mate in n ··· mate in 1 ┤
//!                                                  alpha
//! ```
//!
//! With nothing bet, depth is all that hides a mate. So checks cost none, late moves are reduced by half as much as
//! elsewhere, and of the moves that have to mate at once only checks are searched.
//!
//! `go mate` asks for such a mate; then every iteration begins with the hunt. A search that was not asked hunts beside
//! its work once it is far ahead, for mates that are short and shorter than the one it has, with a share of its nodes.

use std::num::NonZeroU16;

use types::{Depth, Key, Ply, Score};

use crate::SearchObserver;
use crate::board::Board;
use crate::candidate::Candidate;
use crate::node::{Node, Root, Window};
use crate::techniques::{Technique, Techniques};
use crate::worker::{Stopped, Worker};

/// Keeps what hunts find apart in the table: a search skips what cannot matter but for a mate, so its "not as good as a
/// mate" would end a hunt too early.
const ANY_MATE: Key = Key(0x6a09_e667_f3bc_c909);

/// From this score on a mate may be near.
const FAR_AHEAD: Score = Score(600);
/// From this score on hardly anything but a mate is left to look for.
const WON: Score = Score(1500);
/// A hunt that is one ply deeper takes so many times the nodes of the last one at most, roughly.
const GROWTH: u64 = 4;
/// A hunt is given up at so many plies of depth for each move of the mate: what reductions hide is not worth more.
const PATIENCE: i32 = 4;
/// The longest mates that a search hunts for without being asked, in moves.
const LONGEST: usize = 5;

/// A hunt for mates in at most so many moves, and how far it has come.
#[derive(Clone, Copy, Debug)]
struct Hunt {
    moves: NonZeroU16,
    /// How deep the last search was.
    depth: Depth,
    /// What all searches took.
    nodes: u64,
    /// What the last one took: what checks and mate distance leave often grows little with depth.
    last_nodes: u64,
}

impl Hunt {
    /// Searched one ply deeper, it took so many nodes.
    fn note(&mut self, nodes: u64) {
        self.nodes += nodes;
        self.last_nodes = nodes;
    }
}

/// The hunts that go along with a search, the shortest mates first.
pub(crate) struct Hunts([Hunt; LONGEST]);

impl Hunts {
    pub(crate) fn new() -> Hunts {
        Hunts(std::array::from_fn(|before| {
            let moves = NonZeroU16::MIN.saturating_add(before as u16);
            // One ply more sees the mate, if nothing is reduced.
            Hunt { moves, depth: Depth(2 * before as i32), nodes: 0, last_nodes: 0 }
        }))
    }

    /// The next hunt to go on with where the best score is this and the hunts may take so many nodes in all: for a
    /// mate that is better, and the hunt that had least so far. `None` if no hunt is worth it.
    fn next(&mut self, best: Score, share: u64) -> Option<&mut Hunt> {
        let taken = self.nodes();
        let is_better = |hunt: &&mut Hunt| best >= FAR_AHEAD && window_of_mates(hunt.moves).alpha >= best;
        let is_open = |hunt: &&mut Hunt| hunt.depth.plies() < PATIENCE * i32::from(hunt.moves.get());
        let next = self.0.iter_mut().filter(is_better).filter(is_open).min_by_key(|hunt| hunt.nodes)?;
        let will_take = GROWTH * next.last_nodes;
        (taken + will_take <= share).then_some(next)
    }

    fn nodes(&self) -> u64 {
        self.0.iter().map(|hunt| hunt.nodes).sum()
    }
}

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// Hunts beside a search whose best score is this, deeper and deeper, until a mate stands in front, better than
    /// that score, or the share of the hunts is used up.
    pub(crate) fn hunt_along(
        &mut self,
        root: &Board,
        best: Score,
        hunts: &mut Hunts,
    ) -> Result<bool, Stopped> {
        if !Self::uses(Technique::MateHunt) {
            return Ok(false);
        }
        while let Some(hunt) = hunts.next(best, self.nodes() / one_node_in(best)) {
            hunt.depth += Depth::ONE;
            let nodes_before = self.nodes();
            let is_found = self.hunt(root, hunt.depth, hunt.moves)?;
            hunt.note(self.nodes() - nodes_before);
            if is_found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Whether only mates count at the moment.
    #[inline]
    pub(crate) fn is_hunting(&self) -> bool {
        self.question == ANY_MATE
    }

    /// How much deeper a hunt searches a check: what ends a line is the length of the mate.
    #[inline]
    pub(crate) fn hunting_extension(&mut self, node: &Node, candidate: &Candidate) -> Depth {
        if !self.is_hunting() || !candidate.gives_check {
            return Depth::ZERO;
        }
        self.observer.extend(node.ply, candidate.mv, Depth::ONE);
        Depth::ONE
    }

    /// Searches the root for a mate in at most so many moves. If there is one it stands in front, with its line.
    pub(crate) fn hunt(&mut self, root: &Board, depth: Depth, moves: NonZeroU16) -> Result<bool, Stopped> {
        self.root.begin_search();
        let window = window_of_mates(moves);
        self.question = ANY_MATE;
        let searched = self.search::<Root>(root, Node { ply: Ply::ROOT, depth, window, cut: false });
        self.question = Key(0);
        let score = searched?;
        let is_found = score > window.alpha;
        if is_found {
            self.root.sort_candidates();
        }
        Ok(is_found)
    }
}

/// One node in so many goes into the hunts, roughly, where the best score is this.
fn one_node_in(best: Score) -> u64 {
    if best >= WON { 2 } else { 4 }
}

/// The scores of mates in at most so many moves, for the side that mates.
fn window_of_mates(moves: NonZeroU16) -> Window {
    let plies = moves.get().saturating_mul(2).min(Ply::MAX.0) - 1;
    Window { alpha: Score::mate_in(Ply(plies)) - Score(1), beta: Score::INFINITE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_who_is_far_ahead_hunts_and_only_for_what_is_better() {
        let next = |best| Hunts::new().next(best, 0).map(|hunt| hunt.moves.get());
        assert_eq!(next(FAR_AHEAD - Score(1)), None);
        assert_eq!(next(Score::mated_in(Ply(4))), None);
        for best in [FAR_AHEAD, Score::TABLEBASE_WIN, Score::mate_in(Ply(3))] {
            assert_eq!(next(best), Some(1));
        }
        assert_eq!(next(Score::mate_in(Ply(1))), None);
    }

    #[test]
    fn the_hunts_take_turns_by_what_they_took_and_keep_to_their_share() {
        let mut hunts = Hunts::new();
        let mut next = |best, share, nodes| {
            let hunt = hunts.next(best, share)?;
            hunt.note(nodes);
            Some(hunt.moves.get())
        };
        let order = [5, 7, 6, 9, 4, 1].map(|nodes| next(FAR_AHEAD, 1000, nodes));
        assert_eq!(order, [1, 2, 3, 4, 5, 5].map(Some));
        // Mate in three is known: only mates in one or two are better.
        assert_eq!([9, 9].map(|nodes| next(Score::mate_in(Ply(5)), 1000, nodes)), [1, 2].map(Some));
        // The fifth has taken least, last time one node: of 50 nodes it would make some 54.
        assert_eq!(next(FAR_AHEAD, 53, 0), None);
        assert_eq!(next(FAR_AHEAD, 54, 0), Some(5));
    }

    #[test]
    fn hunts_without_a_find_are_given_up_the_short_ones_first() {
        let mut hunts = Hunts::new();
        let mut last = Vec::new();
        while let Some(hunt) = hunts.next(FAR_AHEAD, u64::MAX) {
            hunt.depth += Depth::ONE;
            hunt.note(10);
            last.retain(|&moves| moves != hunt.moves.get());
            last.push(hunt.moves.get());
        }
        assert_eq!(last, [1, 2, 3, 4, 5]);
    }

    #[test]
    fn the_window_holds_the_mates_that_are_wanted_and_no_other_score() {
        let moves = |moves| NonZeroU16::new(moves).expect("not zero");
        let Window { alpha, beta } = window_of_mates(moves(3));
        assert!(Score::mate_in(Ply(5)) > alpha && Score::mate_in(Ply(1)) < beta);
        assert!(Score::mate_in(Ply(7)) <= alpha && Score::MAX_EVAL <= alpha);
        assert!(window_of_mates(moves(u16::MAX)).alpha > Score::MAX_EVAL);
    }
}
