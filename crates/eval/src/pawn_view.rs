//! The pawns and kings of a position as one side sees them: the input of everything that is cached by them.

use std::marker::PhantomData;

use movegen::Position;
use types::{Bitboard, Role, Side, Square};

use crate::geometry::{Files, is_on_queenside};

/// The pawns of both sides and the own king, as side `S` sees them.
#[derive(Clone, Copy)]
pub(crate) struct PawnView<S> {
    pub(crate) own: Bitboard,
    pub(crate) enemy: Bitboard,
    pub(crate) king: Square,
    side: PhantomData<S>,
}

impl<S: Side> PawnView<S> {
    /// The view of a position.
    #[inline]
    pub(crate) fn of(position: &Position) -> PawnView<S> {
        PawnView {
            own: position.pieces(S::COLOR, Role::Pawn),
            enemy: position.pieces(S::Other::COLOR, Role::Pawn),
            king: position.king(S::COLOR),
            side: PhantomData,
        }
    }

    /// The passed pawns: no enemy pawn is ahead of them on their own or a neighbouring file. Of two on a file, only
    /// the front one counts.
    #[inline]
    pub(crate) fn passed(&self) -> Bitboard {
        let guarded = S::Other::ahead(self.enemy | self.enemy.east() | self.enemy.west());
        self.own - guarded - S::Other::ahead(self.own)
    }

    /// The files with own pawns.
    #[inline]
    pub(crate) fn files(&self) -> PawnFiles {
        PawnFiles { any: Files::of(self.own), defended: Files::of(self.own & S::pawn_attacks(self.own)) }
    }

    /// The own pawns on six squares as bits of a number, the first square in the lowest bit. The squares are given for
    /// White with its king on the right; those beyond the edge have no pawn.
    pub(crate) fn pattern(&self, squares: &[Option<Square>; 6]) -> usize {
        let is_mirrored = is_on_queenside(self.king);
        let has_pawn = |seen: Square| {
            let square = if is_mirrored { seen.mirror() } else { seen };
            self.own.contains(square.relative_to(S::COLOR))
        };
        let bits = squares.iter().rev().map(|seen| usize::from(seen.is_some_and(has_pawn)));
        bits.fold(0, |pattern, bit| pattern << 1 | bit)
    }
}

/// The files on which a side has pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PawnFiles {
    /// At least one.
    pub(crate) any: Files,
    /// At least one that another pawn defends.
    pub(crate) defended: Files,
}
