//! The pawns and kings of a position as one side sees them: the input of everything that is cached by them.

use std::marker::PhantomData;

use movegen::Position;
use types::{Bitboard, File, Rank, Role, Side, Square};

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

    /// The own pawns on d3, e3, c4, d4, e4 and f4 as bits, the first square lowest, as White with its king on the right
    /// sees them.
    pub(crate) fn centre_pattern(&self) -> usize {
        let pawns = self.seen_from_right();
        ((pawns >> Square::D3 as u32 & 0b11) | (pawns >> Square::C4 as u32 & 0b1111) << 2) as usize
    }

    /// The own pawns on the three squares ahead of the king as bits, the leftmost lowest, then those on the three squares
    /// beyond, seen in the same way. Squares beyond the edge have no pawn.
    pub(crate) fn shield_pattern(&self) -> usize {
        let king = self.king.relative_to(S::COLOR);
        let king = if is_on_queenside(king) { king.mirror() } else { king };
        // The king is on the files e to h, so only the file on its right can be missing.
        let on_board = if king.file() == File::H { 0b011 } else { 0b111 };
        let left = Rank::COUNT as u32 - 1;
        // Shifted in two steps, because a king on the eighth rank would need more bits than there are.
        let ahead = self.seen_from_right() >> king as u32 >> left;
        ((ahead & on_board) | (ahead >> Rank::COUNT & on_board) << 3) as usize
    }

    /// The bits of the own pawns as White with its king on the right sees them.
    fn seen_from_right(&self) -> u64 {
        let seen = self.own.relative_to(S::COLOR);
        if is_on_queenside(self.king) { seen.mirror().0 } else { seen.0 }
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
