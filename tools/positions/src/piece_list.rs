//! The board in 24 bytes: the occupied squares, and four bits for each piece or pawn.
//!
//! ```text
//!   occupied  64 bits, a1 first
//!   pieces    one nibble for each occupied square in that order, the low nibble of a byte first
//!
//!   nibble    0 … 11  the piece, as Piece::index
//!             12, 13  a rook of White, of Black, that may still castle
//!             14, 15  a pawn of White, of Black, that may be taken en passant
//! ```
//!
//! So castling rights of any Chess960 array and the en-passant square need no further bytes. Nibbles after the last
//! piece are 0, so that equal positions have equal bytes.

use movegen::Position;
use movegen::position::setup::Setup;
use types::{Bitboard, Color, Piece, Rank, Role, Square};

/// The maximum number of pieces and pawns.
const MAX_PIECES: u32 = 32;

const CASTLING_ROOK: u8 = 12;
const EN_PASSANT_PAWN: u8 = 14;

/// The pieces and pawns of a board.
#[derive(Clone, Copy)]
pub(crate) struct PieceList {
    pub(crate) occupied: Bitboard,
    pub(crate) nibbles: [u8; 16],
}

impl PieceList {
    /// The pieces of a position.
    pub(crate) fn of(position: &Position) -> PieceList {
        let passed = position.en_passant();
        let passing_pawn = passed.and_then(|square| pawn_that_passed(square, !position.side_to_move()));
        let mut pieces = PieceList { occupied: position.occupied(), nibbles: [0; 16] };
        for (index, square) in pieces.occupied.into_iter().enumerate() {
            let Some(piece) = position.piece_at(square) else { continue };
            let color = piece.color() as u8;
            let code = if position.castling().contains(square) {
                CASTLING_ROOK + color
            } else if passing_pawn == Some(square) {
                EN_PASSANT_PAWN + color
            } else {
                piece.index() as u8
            };
            pieces.nibbles[index / 2] |= code << (4 * (index % 2));
        }
        pieces
    }

    /// Puts the pieces on an empty board; the caller sets the side to move. `None` if there are more than 32.
    pub(crate) fn set_up(&self) -> Option<Setup> {
        if self.occupied.count() > MAX_PIECES {
            return None;
        }
        let mut setup = Setup::empty();
        for (index, square) in self.occupied.into_iter().enumerate() {
            let code = self.nibbles[index / 2] >> (4 * (index % 2)) & 15;
            let color = Color::ALL[usize::from(code & 1)];
            let piece = match code & !1 {
                CASTLING_ROOK => {
                    setup.castling |= square;
                    Piece::new(color, Role::Rook)
                }
                EN_PASSANT_PAWN => {
                    setup.en_passant = Some(passed_square(square, color)?);
                    Piece::new(color, Role::Pawn)
                }
                _ => Piece::ALL[usize::from(code)],
            };
            setup.board[square] = Some(piece);
        }
        Some(setup)
    }
}

/// The pawn of `color` that has just passed over a square.
fn pawn_that_passed(square: Square, color: Color) -> Option<Square> {
    square.bitboard().forward(color).first()
}

/// The square that a pawn of `color` has just passed over; `None` for a pawn that made no double step.
fn passed_square(pawn: Square, color: Color) -> Option<Square> {
    let is_double_step = pawn.rank() == Rank::Fourth.relative_to(color);
    is_double_step.then(|| Square::new(pawn.file(), Rank::Third.relative_to(color)))
}
