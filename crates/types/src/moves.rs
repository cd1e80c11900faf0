//! A move in 16 bits.
//!
//! ```text
//!   15 … 12   11 … 6   5 … 0
//!   flag      from     to          flag: 1 normal, 2 en passant, 3 castling, 4 … 7 promotion to N B R Q
//! ```
//!
//! Castling is written as the king taking its own rook, which is unambiguous in standard chess and in
//! Chess960 alike. No flag is 0, so no move is all zeros and `Option<Move>` takes 16 bits too, without a
//! test wherever a move is made.

use core::fmt;
use core::num::NonZeroU16;

use crate::{Role, Square};

/// The effects of a move besides moving one piece.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MoveKind {
    /// A quiet move or a capture.
    Normal,
    /// A pawn reaches the last rank and becomes this piece.
    Promotion(Role),
    /// A pawn takes the pawn that has just passed it.
    EnPassant,
    /// The king castles with the rook that stands on the target square.
    Castle,
}

/// A move: from, to and kind. It says nothing of the position it belongs to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Move(NonZeroU16);

const _: () = assert!(size_of::<Option<Move>>() == 2);

impl Move {
    const FROM_SHIFT: u16 = 6;
    const FLAG_SHIFT: u16 = 12;

    const NORMAL: u16 = 1;
    const EN_PASSANT: u16 = 2;
    const CASTLE: u16 = 3;
    const PROMOTION: u16 = 4;

    #[inline]
    const fn pack(from: Square, to: Square, flag: u16) -> Move {
        match NonZeroU16::new(to as u16 | (from as u16) << Self::FROM_SHIFT | flag << Self::FLAG_SHIFT) {
            Some(bits) => Move(bits),
            None => panic!("no flag is 0"),
        }
    }

    #[inline]
    const fn flag(self) -> u16 {
        self.bits() >> Self::FLAG_SHIFT
    }

    /// A quiet move or a capture.
    #[inline]
    pub const fn normal(from: Square, to: Square) -> Move {
        Self::pack(from, to, Self::NORMAL)
    }

    /// The normal move to `to` from the square whose number is smaller by `step`, for pawns that move as a
    /// set. One multiplication fills both squares in.
    ///
    /// There must be such a square.
    #[inline]
    pub const fn normal_by_step(to: Square, step: i8) -> Move {
        const BOTH: u16 = 1 << Move::FROM_SHIFT | 1;
        let squares = (to as u16 * BOTH).wrapping_sub((step as u16) << Self::FROM_SHIFT);
        match NonZeroU16::new(squares | Self::NORMAL << Self::FLAG_SHIFT) {
            Some(bits) => Move(bits),
            None => panic!("no flag is 0"),
        }
    }

    /// A pawn move to the last rank. `role` is a knight, bishop, rook or queen.
    ///
    /// # Panics
    /// If `role` is a pawn or a king.
    #[inline]
    pub const fn promotion(from: Square, to: Square, role: Role) -> Move {
        let code = match role {
            Role::Knight => 0,
            Role::Bishop => 1,
            Role::Rook => 2,
            Role::Queen => 3,
            Role::Pawn | Role::King => panic!("a pawn becomes a knight, bishop, rook or queen"),
        };
        Self::pack(from, to, Self::PROMOTION + code)
    }

    /// An en-passant capture; `to` is the square that the taken pawn passed over.
    #[inline]
    pub const fn en_passant(from: Square, to: Square) -> Move {
        Self::pack(from, to, Self::EN_PASSANT)
    }

    /// Castling of the king on `king` with the rook on `rook`.
    #[inline]
    pub const fn castle(king: Square, rook: Square) -> Move {
        Self::pack(king, rook, Self::CASTLE)
    }

    /// The move of an encoding; `None` for 0. Any other 16 bits are some move, most of them absurd.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        match NonZeroU16::new(bits) {
            Some(bits) => Some(Move(bits)),
            None => None,
        }
    }

    /// The encoding, never 0.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The square that the piece leaves; for castling, the square of the king.
    #[inline]
    pub const fn from(self) -> Square {
        Square::wrapping((self.bits() >> Self::FROM_SHIFT) as u8)
    }

    /// The square that the piece goes to; for castling, the square of the rook.
    #[inline]
    pub const fn to(self) -> Square {
        Square::wrapping(self.bits() as u8)
    }

    /// The kind of the move. Flags that no move has read as normal; see
    /// [`is_canonical`](Self::is_canonical).
    #[inline]
    pub const fn kind(self) -> MoveKind {
        match self.flag() {
            Self::EN_PASSANT => MoveKind::EnPassant,
            Self::CASTLE => MoveKind::Castle,
            4 => MoveKind::Promotion(Role::Knight),
            5 => MoveKind::Promotion(Role::Bishop),
            6 => MoveKind::Promotion(Role::Rook),
            7 => MoveKind::Promotion(Role::Queen),
            _ => MoveKind::Normal,
        }
    }

    /// The piece that a pawn becomes, for promotions.
    #[inline]
    pub const fn promoted_to(self) -> Option<Role> {
        match self.kind() {
            MoveKind::Promotion(role) => Some(role),
            _ => None,
        }
    }

    /// True for castling.
    #[inline]
    pub const fn is_castle(self) -> bool {
        self.flag() == Self::CASTLE
    }

    /// True for an en-passant capture.
    #[inline]
    pub const fn is_en_passant(self) -> bool {
        self.flag() == Self::EN_PASSANT
    }

    /// True if the flag is one that moves have. Only canonical moves are ever legal.
    #[inline]
    pub const fn is_canonical(self) -> bool {
        matches!(self.flag(), Self::NORMAL..=7)
    }
}

/// From, to and promotion letter; castling as king takes rook. For text that depends on the position (the
/// other castling notation, SAN) see `movegen::text`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())?;
        match self.promoted_to() {
            Some(role) => write!(f, "{}", role.letter()),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Move({self}, {:?})", self.kind())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    #[test]
    fn every_canonical_encoding_is_rebuilt_from_its_parts() {
        let mut canonical = 0;
        for mv in (0..=u16::MAX).filter_map(Move::from_bits).filter(|mv| mv.is_canonical()) {
            let (from, to) = (mv.from(), mv.to());
            let rebuilt = match mv.kind() {
                MoveKind::Normal => Move::normal(from, to),
                MoveKind::Promotion(role) => Move::promotion(from, to, role),
                MoveKind::EnPassant => Move::en_passant(from, to),
                MoveKind::Castle => Move::castle(from, to),
            };
            assert_eq!(rebuilt, mv);
            assert_eq!(mv.is_castle(), mv.kind() == MoveKind::Castle);
            assert_eq!(mv.is_en_passant(), mv.kind() == MoveKind::EnPassant);
            canonical += 1;
        }
        // Four promotions and three other kinds for each pair of squares.
        assert_eq!(canonical, 7 * 64 * 64);
    }

    #[test]
    fn a_step_leads_back_to_the_origin() {
        for step in [-16, -9, -8, -7, 7, 8, 9, 16_i8] {
            for to in Square::ALL {
                let from = to as i8 - step;
                if (0..64).contains(&from) {
                    let normal = Move::normal(Square::wrapping(from as u8), to);
                    assert_eq!(Move::normal_by_step(to, step), normal);
                }
            }
        }
    }

    #[test]
    fn display_is_coordinates_and_promotion() {
        assert_eq!(Move::normal(Square::E2, Square::E4).to_string(), "e2e4");
        assert_eq!(Move::promotion(Square::A7, Square::B8, Role::Knight).to_string(), "a7b8n");
        assert_eq!(Move::castle(Square::E1, Square::H1).to_string(), "e1h1");
    }
}
