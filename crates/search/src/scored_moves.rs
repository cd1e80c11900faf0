//! A list of moves with scores, from which the best is taken next.
//!
//! A [`SortKey`] holds score and index in one integer, so that finding the best move is a maximum over integers. The
//! keys are compared in blocks of the size of a vector register. The last block is filled up with the key of taken
//! moves.

use arrayvec::ArrayVec;
use movegen::generate::{MAX_MOVES, MoveList};
use types::Move;

/// A sort key: a move's score, then its place in the list. Of equal scores the first in the list is the greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SortKey(i32);

impl SortKey {
    /// The key of a taken move, below that of any other.
    const TAKEN: SortKey = SortKey(i32::MIN);

    const PLACE_BITS: u32 = MAX_MOVES.ilog2() + 1;
    const LAST_PLACE: i32 = (1 << Self::PLACE_BITS) - 1;

    fn new(score: i32, place: usize) -> SortKey {
        debug_assert!(
            score.abs() < 1 << (i32::BITS - 1 - Self::PLACE_BITS),
            "{score} leaves no room for a place"
        );
        SortKey(score << Self::PLACE_BITS | (Self::LAST_PLACE - place as i32))
    }

    fn place(self) -> usize {
        (Self::LAST_PLACE - (self.0 & Self::LAST_PLACE)) as usize
    }

    /// The key of the same move at another place.
    fn at(self, place: usize) -> SortKey {
        SortKey(self.0 & !Self::LAST_PLACE | (Self::LAST_PLACE - place as i32))
    }
}

/// The number of keys that are compared at once.
const BLOCK: usize = 8;

/// A list of moves, of which the best not yet taken comes next. Taken moves that are put back stay at the front.
///
/// ```text
///   put back │ taken │ waiting
///            └ kept  └ next
/// ```
pub(crate) struct ScoredMoves {
    moves: MoveList,
    /// The key of each move, and as many more as fill the last block.
    keys: ArrayVec<SortKey, { MAX_MOVES.next_multiple_of(BLOCK) }>,
    best: SortKey,
    kept: usize,
    next: usize,
}

impl ScoredMoves {
    pub(crate) fn new() -> ScoredMoves {
        ScoredMoves { moves: MoveList::new(), keys: ArrayVec::new(), best: SortKey::TAKEN, kept: 0, next: 0 }
    }

    /// Lets `fill` push moves, behind those put back. All others must have been taken.
    pub(crate) fn refill(&mut self, fill: impl FnOnce(&mut ScoredMoves)) {
        self.moves.truncate(self.kept);
        self.next = self.kept;
        self.best = SortKey::TAKEN;
        self.keys.clear();
        self.keys.extend(std::iter::repeat_n(SortKey::TAKEN, self.kept));
        fill(self);
        let filled = self.keys.len().next_multiple_of(BLOCK);
        self.keys.extend(std::iter::repeat_n(SortKey::TAKEN, filled - self.keys.len()));
    }

    /// Appends a move. Only to [`refill`](Self::refill).
    pub(crate) fn push(&mut self, mv: Move, score: i32) {
        let key = SortKey::new(score, self.moves.len());
        self.best = self.best.max(key);
        self.keys.push(key);
        self.moves.push(mv);
    }

    /// Takes the best of the remaining moves.
    pub(crate) fn take_best(&mut self) -> Option<Move> {
        let place = self.best_place()?;
        let first = *self.keys.get(self.next)?;
        // The best of the others is determined before the keys change, because a vector of keys that were just written one
        // by one cannot be read without a wait. A maximum of plain integers compiles to vector instructions.
        let waiting = self.keys.get(self.next / BLOCK * BLOCK..).unwrap_or_default();
        let others =
            waiting.iter().map(|&key| if key < self.best && key != first { key.0 } else { SortKey::TAKEN.0 });
        let rest = SortKey(others.fold(SortKey::TAKEN.0, i32::max));
        // The first remaining move goes to the place of the best one.
        self.moves.swap(self.next, place);
        self.keys[place] = first.at(place);
        self.keys[self.next] = SortKey::TAKEN;
        self.best = if place == self.next { rest } else { rest.max(first.at(place)) };
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    /// The move that [`take_best`](Self::take_best) would take.
    pub(crate) fn best(&self) -> Option<Move> {
        self.best_place().map(|place| self.moves[place])
    }

    /// The place of the best move, unless all moves have been taken.
    fn best_place(&self) -> Option<usize> {
        (self.best != SortKey::TAKEN).then(|| self.best.place())
    }

    /// Puts the move just taken back, for [`restart`](Self::restart).
    pub(crate) fn put_back(&mut self) {
        self.moves[self.kept] = self.moves[self.next - 1];
        self.kept += 1;
    }

    /// Begins again with the moves that were put back, in their old order.
    pub(crate) fn restart(&mut self) {
        self.next = 0;
    }

    /// Takes the next move that was put back.
    pub(crate) fn take_kept(&mut self) -> Option<Move> {
        let taken = self.moves[..self.kept].get(self.next)?;
        self.next += 1;
        Some(*taken)
    }
}

#[cfg(test)]
mod tests {
    use types::Square;

    use super::*;

    #[test]
    fn the_best_move_is_the_one_that_is_taken() {
        let mut moves = ScoredMoves::new();
        assert_eq!(moves.best(), None);
        moves.refill(|moves| {
            for (index, to) in Square::ALL[1..].iter().enumerate() {
                moves.push(Move::normal(Square::A1, *to), index as i32 * 29 % 63);
            }
        });
        let mut taken = 0;
        while let Some(best) = moves.best() {
            assert_eq!(moves.take_best(), Some(best));
            assert_eq!((best.to().index() as i32 - 1) * 29 % 63, 62 - taken);
            taken += 1;
        }
        assert_eq!((taken, moves.take_best()), (63, None));
    }
}
