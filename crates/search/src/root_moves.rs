//! The moves of the root, with their scores, lines and tablebase ranks.

use std::cmp::Reverse;

use movegen::Position;
use types::{Depth, Move, Ply, Score};

use crate::report::PvLine;

/// The rank of a move by the tablebases.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TbRank {
    /// Moves with a greater order are better.
    pub(crate) order: i32,
    /// The value of the position after it, for the side that moves; `None` if the 50-move rule may change it.
    pub(crate) proven: Option<Score>,
}

#[derive(Clone, Debug)]
pub(crate) struct RootMove {
    pub(crate) mv: Move,
    /// The rank by the tablebases, if they hold the position.
    pub(crate) rank: Option<TbRank>,
    /// The score, if it was searched first in the current iteration or raised alpha; otherwise minus infinity.
    pub(crate) score: Score,
    /// True if the score is exact and not a bound.
    pub(crate) is_exact: bool,
    /// True if the current search of the candidates has searched it.
    pub(crate) is_searched: bool,
    /// The move and the expected line after it.
    pub(crate) pv: Vec<Move>,
    /// The greatest ply of a PV node when the score was found.
    pub(crate) seldepth: Ply,
    /// The number of nodes spent on it in this search, without those of searches for a second or later line.
    pub(crate) nodes: u64,
}

impl RootMove {
    /// The order by tablebase rank: moves with a greater order are searched first. 0 without tablebases.
    pub(crate) fn order(&self) -> i32 {
        self.rank.map_or(0, |rank| rank.order)
    }

    /// Its line, as an iteration of this depth has found it.
    pub(crate) fn line(&self, depth: Depth) -> PvLine {
        let proven = self.rank.and_then(|rank| rank.proven);
        let line = PvLine::new(self.score, self.pv.clone());
        PvLine { depth, seldepth: self.seldepth, proven, ..line }.with_searched_score(self.score)
    }

    pub(crate) fn set_line(&mut self, score: Score, is_exact: bool, seldepth: Ply, pv: &[Move]) {
        self.score = score;
        self.is_exact = is_exact;
        self.seldepth = seldepth;
        self.pv.clear();
        self.pv.extend_from_slice(pv);
    }
}

/// The root moves to search, the best first. With several lines, the moves whose lines this iteration has found stand
/// in front and are not searched again. Where tablebases rank the moves, only moves of equal rank compete.
#[derive(Clone, Debug)]
pub(crate) struct RootMoves {
    moves: Vec<RootMove>,
    /// The number of lines found in this iteration. Their moves stand in front.
    accepted: usize,
    /// True if only some legal moves are wanted.
    is_restricted: bool,
}

impl RootMoves {
    /// The wanted legal moves, or all if none is wanted.
    pub(crate) fn new(root: &Position, wanted: &[Move]) -> RootMoves {
        let mut chosen = wanted_moves(root, wanted);
        let is_restricted = wanted.iter().any(|mv| chosen.contains(mv));
        // If there is no time for an iteration the first move is played, so it should be a sensible one.
        chosen.sort_by_key(|&mv| Reverse(initial_order(root, mv)));
        let moves = chosen.into_iter().map(|mv| RootMove {
            mv,
            rank: None,
            score: -Score::INFINITE,
            is_exact: false,
            is_searched: false,
            pv: vec![mv],
            seldepth: Ply::ROOT,
            nodes: 0,
        });
        RootMoves { moves: moves.collect(), accepted: 0, is_restricted }
    }

    /// All moves, the best first.
    pub(crate) fn all(&self) -> &[RootMove] {
        &self.moves
    }

    /// Ranks all moves and sorts them by rank. If `rank` returns `None` for one of them, nothing changes.
    pub(crate) fn rank(&mut self, mut rank: impl FnMut(Move) -> Option<TbRank>) -> bool {
        let Some(ranks) = self.moves.iter().map(|root_move| rank(root_move.mv)).collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        for (root_move, rank) in self.moves.iter_mut().zip(ranks) {
            root_move.rank = Some(rank);
        }
        self.moves.sort_by_key(|root_move| Reverse(root_move.order()));
        true
    }

    /// The moves whose lines this iteration has found, the best first.
    pub(crate) fn accepted(&self) -> &[RootMove] {
        &self.moves[..self.accepted]
    }

    /// The order of a move: see [`RootMove::order`].
    pub(crate) fn order_of(&self, mv: Option<Move>) -> Option<i32> {
        self.moves.iter().find(|root_move| Some(root_move.mv) == mv).map(RootMove::order)
    }

    /// The candidates: the moves among which the search looks for the best.
    pub(crate) fn candidates(&self) -> &[RootMove] {
        &self.moves[self.accepted..self.end()]
    }

    pub(crate) fn is_candidate(&self, mv: Move) -> bool {
        let rest = &self.moves[self.accepted..];
        let root_move = rest.iter().find(|root_move| root_move.mv == mv);
        root_move.is_some_and(|root_move| root_move.order() == rest[0].order())
    }

    /// The end of the candidates. The moves behind it have a lower rank.
    fn end(&self) -> usize {
        self.end_of_equals(self.accepted)
    }

    /// The end of the moves with the same rank as the one at `begin`.
    fn end_of_equals(&self, begin: usize) -> usize {
        let rest = &self.moves[begin..];
        let Some(first) = rest.first() else { return begin };
        begin + rest.iter().take_while(|other| other.order() == first.order()).count()
    }

    /// Returns true if the best move is known without a search.
    pub(crate) fn is_forced(&self) -> bool {
        self.end_of_equals(0) == 1
    }

    /// Returns true if some legal move is no candidate. Then the score is not that of the position.
    pub(crate) fn is_partial(&self) -> bool {
        self.is_restricted || self.accepted > 0 || self.end() < self.moves.len()
    }

    /// Begins an iteration: no line is found yet.
    pub(crate) fn begin_iteration(&mut self) {
        self.accepted = 0;
    }

    /// Begins the search of the next line, or a re-search with another window.
    pub(crate) fn begin_search(&mut self) {
        let end = self.end();
        for candidate in &mut self.moves[self.accepted..end] {
            candidate.score = -Score::INFINITE;
            candidate.is_exact = false;
            candidate.is_searched = false;
        }
    }

    /// Records that a candidate was searched. Returns it, so that its line can be set.
    pub(crate) fn record(&mut self, mv: Move, nodes: u64) -> Option<&mut RootMove> {
        let candidate = self.moves[self.accepted..].iter_mut().find(|candidate| candidate.mv == mv)?;
        if self.accepted == 0 {
            candidate.nodes += nodes;
        }
        candidate.is_searched = true;
        Some(candidate)
    }

    /// Sorts the candidates by score. Equal ones keep their order.
    pub(crate) fn sort_candidates(&mut self) {
        let end = self.end();
        self.moves[self.accepted..end].sort_by_key(|candidate| Reverse(candidate.score));
    }

    /// Accepts the line of the first candidate as found.
    pub(crate) fn accept(&mut self) {
        self.accepted = (self.accepted + 1).min(self.moves.len());
        // A later line may be better than an earlier one, because the table has changed in between.
        self.moves[..self.accepted].sort_by_key(|root_move| Reverse((root_move.order(), root_move.score)));
    }

    /// Restores the score of an earlier line if that was higher.
    pub(crate) fn restore(&mut self, line: &PvLine) {
        let score = line.searched_score;
        let root_move = self.moves.iter_mut().find(|root_move| Some(root_move.mv) == line.best_move());
        if let Some(root_move) = root_move.filter(|root_move| root_move.score < score) {
            root_move.set_line(score, true, line.seldepth, &line.pv);
            self.moves.sort_by_key(|root_move| Reverse((root_move.order(), root_move.score)));
        }
    }

    /// The best candidate with an exact score, after an interrupted search.
    pub(crate) fn best_exact(&self) -> Option<&RootMove> {
        let exact = self.candidates().iter().filter(|candidate| candidate.is_exact);
        exact.reduce(|best, other| if other.score > best.score { other } else { best })
    }

    /// Returns true if the current search of the candidates has searched a move.
    pub(crate) fn is_searched(&self, mv: Move) -> bool {
        self.candidates().iter().any(|candidate| candidate.mv == mv && candidate.is_searched)
    }
}

/// The wanted legal moves, or all if none is wanted.
pub(crate) fn wanted_moves(root: &Position, wanted: &[Move]) -> Vec<Move> {
    let legal = root.legal_moves();
    let is_wanted = |mv: &Move| wanted.contains(mv);
    let some_wanted = legal.iter().any(is_wanted);
    legal.into_iter().filter(|mv| !some_wanted || is_wanted(mv)).collect()
}

/// The sort key of a root move before the first iteration: mate first, then moves that win material, then moves that
/// lose none, then moves that lose some, and stalemate last.
fn initial_order(root: &Position, mv: Move) -> (bool, bool, i32) {
    let after = root.after(mv);
    let ends = after.count_legal_moves() == 0;
    let mates = ends && after.in_check();
    let gain = root.captured(mv).map_or(0, |piece| movegen::see::PIECE_VALUES[piece.role()].0)
        + mv.promoted_to().map_or(0, |role| movegen::see::PIECE_VALUES[role].0);
    let is_safe = root.see(mv, Score::DRAW);
    (mates, !ends, if is_safe { gain } else { -1 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Records a candidate with a score that was first or raised alpha.
    fn record(root: &mut RootMoves, index: usize, score: i32) {
        let mv = root.candidates()[index].mv;
        let is_exact = -20 < score && score < 20;
        root.record(mv, 100).expect("a candidate").set_line(Score(score), is_exact, Ply(9), &[mv]);
    }

    /// The candidates of the start position in a search that has begun.
    fn candidates() -> RootMoves {
        let mut root = RootMoves::new(&Position::startpos(), &[]);
        root.begin_iteration();
        root.begin_search();
        root
    }

    #[test]
    fn of_an_interrupted_search_the_best_exact_score_counts() {
        let mut root = candidates();
        assert!(root.best_exact().is_none());
        for (index, score) in [(0, -5), (1, 10), (3, 35)] {
            record(&mut root, index, score);
        }
        root.record(root.candidates()[2].mv, 100);
        // The score of the fourth is only a lower bound.
        let best = root.best_exact().map(|best| (best.mv, best.score));
        assert_eq!(best, Some((root.candidates()[1].mv, Score(10))));
        let searched = [0, 2, 3, 4].map(|index| root.is_searched(root.candidates()[index].mv));
        assert_eq!(searched, [true, true, true, false]);
        root.begin_search();
        assert!(root.best_exact().is_none() && !root.is_searched(root.candidates()[0].mv));
    }

    #[test]
    fn a_restored_mate_goes_in_front_unless_something_is_better() {
        let mut root = candidates();
        let mv = root.candidates()[0].mv;
        let score_of = |root: &RootMoves, index: usize| (root.all()[index].mv, root.all()[index].score);
        let [other, last] = [1, 7].map(|index| root.candidates()[index].mv);
        let mate = Score::mate_in(Ply(5));
        record(&mut root, 0, 15);
        root.restore(&PvLine::new(mate, vec![last]));
        assert_eq!((score_of(&root, 0), score_of(&root, 1)), ((last, mate), (mv, Score(15))));
        root.restore(&PvLine::new(Score::mate_in(Ply(3)), vec![other]));
        assert_eq!((root.all()[0].mv, root.all()[1].mv, root.all()[2].mv), (other, last, mv));
        // A lower score does not replace a higher one.
        root.restore(&PvLine::new(mate, vec![other]));
        assert_eq!(score_of(&root, 0), (other, Score::mate_in(Ply(3))));
        assert_eq!(root.all().len(), Position::startpos().legal_moves().len());
    }
}
