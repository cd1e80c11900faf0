//! A list of moves with scores, taken from the best on.

use arrayvec::ArrayVec;
use movegen::generate::{Kind, MAX_MOVES, Masks, MoveList};
use types::Move;

use crate::board::Board;

/// A move and how promising it is.
#[derive(Clone, Copy, Debug)]
struct Scored {
    mv: Move,
    score: i32,
}

/// Moves, of which the best not yet taken comes next. Taken moves that are put back stay at the front.
///
/// ```text
///   put back │ taken │ waiting
///            └ kept  └ next
/// ```
pub(super) struct ScoredMoves {
    list: ArrayVec<Scored, MAX_MOVES>,
    kept: usize,
    next: usize,
}

impl ScoredMoves {
    pub(super) fn new() -> ScoredMoves {
        ScoredMoves { list: ArrayVec::new(), kept: 0, next: 0 }
    }

    /// Appends the moves of a kind, behind those put back. All others must have been taken.
    pub(super) fn generate<K: Kind>(
        &mut self,
        board: &Board,
        masks: &Masks,
        mut score: impl FnMut(Move) -> i32,
    ) {
        self.list.truncate(self.kept);
        self.next = self.kept;
        let mut moves = MoveList::new();
        board.position.generate::<K, _>(masks, &mut moves);
        self.list.extend(moves.into_iter().map(|mv| Scored { mv, score: score(mv) }));
    }

    /// Takes the best move that waits.
    pub(super) fn take_best(&mut self) -> Option<Move> {
        let waiting = self.list.get_mut(self.next..)?;
        let best = (0..waiting.len()).max_by_key(|&i| (waiting[i].score, std::cmp::Reverse(i)))?;
        waiting.swap(0, best);
        self.next += 1;
        Some(waiting[0].mv)
    }

    /// Puts the move just taken back, for [`restart`](Self::restart).
    pub(super) fn put_back(&mut self) {
        self.list[self.kept] = self.list[self.next - 1];
        self.kept += 1;
    }

    /// Begins again with the moves that were put back, in the order in which they were.
    pub(super) fn restart(&mut self) {
        self.next = 0;
    }

    /// Takes the next move that was put back.
    pub(super) fn take_kept(&mut self) -> Option<Move> {
        let taken = self.list[..self.kept].get(self.next)?;
        self.next += 1;
        Some(taken.mv)
    }
}
