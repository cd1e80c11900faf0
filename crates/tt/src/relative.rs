//! Mate scores: counted from the node in the table, from the root in the search.
//!
//! "Mate at ply 12" holds for one line to a position. "Mate 5 plies from here" holds for the position, whichever moves lead
//! there. So a mate score is moved away from zero by the node's ply when it is stored, and back towards zero when it is
//! read. A tablebase win is treated the same way, because its score contains the ply at which the tables were reached.
//! Evaluations are not changed.
//!
//! Two cases at the ends of the range: a score that claims a win *before* the node (as the bounds of mate-distance
//! pruning do) is stored as a win *at* the node, the highest score that is possible. And a win that is read beyond
//! the last ply of a search falls into the tablebase range (a proven win of no known length) but
//! never below it: a win stays a win.

use types::{Ply, Score};

/// A score as the table keeps it, relative to its node. At most [`Score::MATE`] either way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NodeScore(i16);

const _: () = assert!(Score::MATE.0 <= i16::MAX as i32);

impl NodeScore {
    /// The score of a node at `ply`, seen from the node.
    #[inline]
    pub(crate) fn new(score: Score, ply: Ply) -> NodeScore {
        let score = if is_evaluation(score) { score } else { seen_from_node(score, ply) };
        NodeScore(score.0 as i16)
    }

    /// The score of a node that is now at `ply`, seen from the root.
    #[inline]
    pub(crate) fn at(self, ply: Ply) -> Score {
        let score = Score(i32::from(self.0));
        if is_evaluation(score) { score } else { seen_from_root(score, ply) }
    }

    /// As 16 bits.
    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0 as u16
    }

    /// From 16 bits that [`NodeScore::bits`] gave.
    #[inline]
    pub(crate) const fn from_bits(bits: u16) -> NodeScore {
        NodeScore(bits as i16)
    }
}

/// As `!score.is_decisive()`, without a branch on the sign, which would be guessed wrong every other time.
#[inline]
const fn is_evaluation(score: Score) -> bool {
    (score.0 + Score::MAX_EVAL.0) as u32 <= 2 * Score::MAX_EVAL.0 as u32
}

#[cold]
fn seen_from_node(score: Score, ply: Ply) -> Score {
    let soonest = if score.is_mate() { Score::MATE } else { Score::TABLEBASE_WIN };
    let size = (score.0.abs() + i32::from(ply.0)).min(soonest.0);
    Score(score.0.signum() * size)
}

#[cold]
fn seen_from_root(score: Score, ply: Ply) -> Score {
    let latest = Score::MAX_EVAL + Score(1);
    let size = (score.0.abs() - i32::from(ply.0)).max(latest.0);
    Score(score.0.signum() * size)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plies() -> impl Iterator<Item = Ply> + Clone {
        (0..=Ply::MAX.0).map(Ply)
    }

    /// Every pair of a node's ply and the ply of an event at or below it.
    fn nodes_and_events() -> impl Iterator<Item = (Ply, Ply)> {
        plies().flat_map(|node| plies().filter(move |&event| event >= node).map(move |event| (node, event)))
    }

    fn tablebase_win(ply: Ply) -> Score {
        Score::TABLEBASE_WIN - Score(i32::from(ply.0))
    }

    #[test]
    fn a_mate_keeps_its_distance_from_the_node_at_every_other_ply() {
        for (node, mate) in nodes_and_events() {
            let distance = mate.0 - node.0;
            let wins = NodeScore::new(Score::mate_in(mate), node);
            let loses = NodeScore::new(Score::mated_in(mate), node);
            for other in plies().filter(|other| other.0 + distance <= Ply::MAX.0) {
                assert_eq!(wins.at(other), Score::mate_in(Ply(other.0 + distance)));
                assert_eq!(loses.at(other), Score::mated_in(Ply(other.0 + distance)));
            }
        }
    }

    #[test]
    fn a_tablebase_result_keeps_its_distance_from_the_node_at_every_other_ply() {
        for (node, event) in nodes_and_events() {
            let distance = event.0 - node.0;
            let wins = NodeScore::new(tablebase_win(event), node);
            let loses = NodeScore::new(-tablebase_win(event), node);
            for other in plies().filter(|other| other.0 + distance <= Ply::MAX.0) {
                assert_eq!(wins.at(other), tablebase_win(Ply(other.0 + distance)));
                assert_eq!(loses.at(other), -tablebase_win(Ply(other.0 + distance)));
            }
        }
    }

    #[test]
    fn evaluations_are_the_same_at_every_ply() {
        for score in (-Score::MAX_EVAL.0..=Score::MAX_EVAL.0).map(Score) {
            for ply in [Ply::ROOT, Ply(1), Ply(100), Ply::MAX] {
                assert_eq!(NodeScore::new(score, ply).at(Ply::ROOT), score);
                assert_eq!(NodeScore::new(score, Ply::ROOT).at(ply), score);
            }
        }
    }

    #[test]
    fn no_win_is_sooner_than_its_node_and_none_is_ever_lost() {
        for node in plies() {
            for score in (Score::MAX_EVAL.0 + 1..=Score::INFINITE.0).map(Score) {
                let (won, lost) = (NodeScore::new(score, node), NodeScore::new(-score, node));
                assert!(won.at(node) <= Score::mate_in(node));
                assert!(score.is_mate() || won.at(node) <= tablebase_win(node).max(Score(31_500)));
                for other in [Ply::ROOT, node, Ply::MAX] {
                    assert!(won.at(other).is_decisive() && won.at(other) > Score::DRAW);
                    assert_eq!(lost.at(other), -won.at(other));
                }
            }
        }
    }

    #[test]
    fn coming_out_keeps_the_order_of_scores() {
        for ply in plies() {
            let scores = (-Score::MATE.0..=Score::MATE.0).map(|s| NodeScore(s as i16).at(ply));
            assert!(scores.is_sorted());
        }
    }
}
