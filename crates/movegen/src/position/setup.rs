//! Positions from outside: a [`Setup`] is unchecked, a [`Position`] is legal.
//!
//! Checking is the second phase of reading a FEN (the first, syntax, is in [`text::fen`](crate::text::fen)),
//! and serves anything else that puts pieces on a board. Positions that no game can reach are accepted as
//! long as the rules can play on from them; what the rules cannot handle is refused, never repaired.

use core::fmt;

use types::{Bitboard, BySquare, Color, Piece, Rank, Role, Square};

use super::{Placement, Position, State, Turn, Wing};

/// A position that has not been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The pieces.
    pub board: BySquare<Option<Piece>>,
    /// The side to move.
    pub side_to_move: Color,
    /// The rooks that may still castle.
    pub castling: Bitboard,
    /// The square that a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmove_clock: u16,
    /// The number of the move.
    pub fullmove_number: u16,
}

/// Reason why a [`Setup`] is no position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum PositionError {
    /// A side has no king, or several.
    Kings { color: Color, count: u32 },
    /// A side has more than eight pawns.
    Pawns { color: Color, count: u32 },
    /// A side has more than sixteen pieces.
    Pieces { color: Color, count: u32 },
    /// A pawn stands on rank 1 or 8.
    PawnOnBackRank { square: Square },
    /// The side that has just moved left its king in check.
    OpponentInCheck { color: Color, king: Square },
    /// A castling right names a square on which no rook of a side's back rank stands.
    CastlingWithoutRook { square: Square },
    /// A castling right belongs to a king that is not on its back rank.
    CastlingKingAstray { color: Color, king: Square },
    /// Two rooks on the same side of a king both claim the right to castle.
    CastlingAmbiguous { color: Color, rooks: [Square; 2] },
    /// No double pawn push of the side that has just moved explains the en-passant square.
    EnPassantUnexplained { square: Square, expected: &'static str },
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Kings { color, count } => write!(f, "{color} has {count} kings, expected exactly 1"),
            Self::Pawns { color, count } => write!(f, "{color} has {count} pawns, expected at most 8"),
            Self::Pieces { color, count } => write!(f, "{color} has {count} pieces, expected at most 16"),
            Self::PawnOnBackRank { square } => {
                write!(f, "a pawn stands on {square}, expected pawns on ranks 2 to 7 only")
            }
            Self::OpponentInCheck { color, king } => {
                write!(f, "{color} has just moved, but its king on {king} is in check, expected it safe")
            }
            Self::CastlingWithoutRook { square } => {
                write!(f, "castling with {square} is claimed, but no rook of that side stands there")
            }
            Self::CastlingKingAstray { color, king } => {
                write!(
                    f,
                    "{color} may castle, but its king is on {king}, expected on rank {}",
                    color.back_rank().digit()
                )
            }
            Self::CastlingAmbiguous { color, rooks: [a, b] } => {
                write!(
                    f,
                    "{color} may castle with {a} and with {b} on the same side of its king, \
                     expected one rook a side"
                )
            }
            Self::EnPassantUnexplained { square, expected } => {
                write!(f, "no double pawn push explains the en-passant square {square}: expected {expected}")
            }
        }
    }
}

impl core::error::Error for PositionError {}

impl Setup {
    /// An empty board, White to move.
    pub fn empty() -> Setup {
        Setup {
            board: BySquare::splat(None),
            side_to_move: Color::White,
            castling: Bitboard::EMPTY,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
        }
    }

    /// Checks that the rules allow this position.
    ///
    /// An en-passant square on which no capture is legal is accepted and dropped, as FEN writers differ in
    /// whether they note it and the rules make no difference.
    ///
    /// # Errors
    /// The first thing found that the rules cannot handle.
    pub fn into_position(self) -> Result<Position, PositionError> {
        let state = State {
            castling: self.castling,
            turn: Turn::new(self.side_to_move, self.fullmove_number),
            halfmove_clock: self.halfmove_clock,
            en_passant: None,
        };
        let mut position = Position { placement: Placement::EMPTY, state };
        for (square, piece) in self.board.iter() {
            if let Some(piece) = *piece {
                position.placement.put(piece, square);
            }
        }
        check_pieces(&position)?;
        let us = position.side_to_move();
        let king = position.king(!us);
        if position.is_attacked(king, us, position.occupied()) {
            return Err(PositionError::OpponentInCheck { color: !us, king });
        }
        check_castling(&position)?;
        if let Some(square) = self.en_passant {
            check_en_passant(&position, square)?;
            if position.en_passant_capturers(self.side_to_move, square).next().is_some() {
                position.state.en_passant = Some(square);
            }
        }
        Ok(position)
    }
}

fn check_pieces(position: &Position) -> Result<(), PositionError> {
    for color in Color::ALL {
        let count = |role| position.pieces(color, role).count();
        match (count(Role::King), count(Role::Pawn), position.color(color).count()) {
            (1, 0..=8, 0..=16) => {}
            (1, 0..=8, count) => return Err(PositionError::Pieces { color, count }),
            (1, count, _) => return Err(PositionError::Pawns { color, count }),
            (count, ..) => return Err(PositionError::Kings { color, count }),
        }
    }
    let back_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    match (position.role(Role::Pawn) & back_ranks).first() {
        Some(square) => Err(PositionError::PawnOnBackRank { square }),
        None => Ok(()),
    }
}

fn check_castling(position: &Position) -> Result<(), PositionError> {
    for square in position.castling() {
        let owner = Color::ALL.into_iter().find(|color| color.back_rank() == square.rank());
        let Some(color) = owner.filter(|&color| position.pieces(color, Role::Rook).contains(square)) else {
            return Err(PositionError::CastlingWithoutRook { square });
        };
        let king = position.king(color);
        if king.rank() != color.back_rank() {
            return Err(PositionError::CastlingKingAstray { color, king });
        }
        // With one right a wing, the right found for this rook's wing is this rook's own.
        let rook = position.castling_rook(color, Wing::of(king, square));
        if let Some(other) = rook.filter(|&rook| rook != square) {
            return Err(PositionError::CastlingAmbiguous { color, rooks: [other, square] });
        }
    }
    Ok(())
}

/// Checks that a pawn can have come there by a double push. It is not checked whether the side to
/// move could have allowed it: published test positions have pawns that block a check by their double step.
fn check_en_passant(position: &Position, square: Square) -> Result<(), PositionError> {
    let them = !position.side_to_move();
    let unexplained = |expected| Err(PositionError::EnPassantUnexplained { square, expected });
    if square.rank() != Rank::Third.relative_to(them) {
        return unexplained("rank 6 if White is to move, rank 3 if Black is");
    }
    let pawn = Square::new(square.file(), Rank::Fourth.relative_to(them));
    let origin = Square::new(square.file(), Rank::Second.relative_to(them));
    if position.occupied().intersects(square.bitboard() | origin) {
        return unexplained("it and the square behind it to be empty");
    }
    if !position.pieces(them, Role::Pawn).contains(pawn) {
        return unexplained("a pawn in front of it");
    }
    Ok(())
}
