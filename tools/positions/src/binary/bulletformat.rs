//! Positions in the format of the trainer bullet, 32 bytes each:
//!
//! ```text
//!   occupied u64 · pieces, 4 bits each, 16 bytes · score i16 · result u8 · our king u8 · their king u8 · 0, 3 bytes
//! ```
//!
//! Everything is from the view of the side to move, as White: if Black is to move, the board is flipped and the
//! colours are swapped. A piece is its type, 0 for a pawn to 5 for a king, plus 8 for the opponent; the opponent's
//! king square is from the opponent's view. Castling rights, en passant and move numbers are lost.

use std::io::{Read, Write};

use movegen::position::setup::Setup;
use types::{Bitboard, Color, Piece, Role, Square};

use super::{BinaryError, read_item, score_of};
use crate::{GameResult, Record, UnpackError};

const THEIRS: u8 = 8;

/// Reads the next position, with White to move; `None` at the end of the input.
///
/// # Errors
/// If the bytes are not a valid position, or end within one.
pub fn read(input: &mut impl Read) -> Result<Option<Record>, BinaryError> {
    let Some(bytes) = read_item::<32>(input)? else { return Ok(None) };
    let occupied = Bitboard(u64::from_le_bytes(std::array::from_fn(|index| bytes[index])));
    if occupied.count() > 32 {
        return Err(BinaryError::Format("a position with more than 32 pieces"));
    }
    let mut setup = Setup::empty();
    for (index, square) in occupied.into_iter().enumerate() {
        let code = bytes[8 + index / 2] >> (4 * (index % 2)) & 15;
        let color = if code & THEIRS == 0 { Color::White } else { Color::Black };
        let role = Role::ALL.get(usize::from(code & !THEIRS));
        let role = *role.ok_or(BinaryError::Format("an unknown piece"))?;
        setup.board[square] = Some(Piece::new(color, role));
    }
    let position = setup.into_position().map_err(UnpackError::Position)?;
    let result = match bytes[26] {
        0 => GameResult::BlackWins,
        1 => GameResult::Draw,
        2 => GameResult::WhiteWins,
        _ => return Err(BinaryError::Format("a result that is not 0, 1 or 2")),
    };
    Ok(Some(Record::pack(&position, Some(score_of([bytes[24], bytes[25]])?), None, result)?))
}

/// Writes a record. Returns `false` if it has no result or no score, which this format requires.
///
/// # Errors
/// If it cannot be written or is damaged.
pub fn write(record: &Record, output: &mut impl Write) -> Result<bool, BinaryError> {
    let (Some(result), Some(score)) = (record.result(), record.score()) else { return Ok(false) };
    let position = record.position()?;
    let us = position.side_to_move();
    let seen = |square: Square| square.relative_to(us);
    let occupied = position.occupied().into_iter().fold(Bitboard::EMPTY, |set, square| set | seen(square));
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    for (index, square) in occupied.into_iter().enumerate() {
        let Some(piece) = position.piece_at(seen(square)) else { continue };
        let code = piece.role() as u8 | if piece.color() == us { 0 } else { THEIRS };
        bytes[8 + index / 2] |= code << (4 * (index % 2));
    }
    bytes[24..26].copy_from_slice(&(score.0 as i16).to_le_bytes());
    bytes[26] = if us == Color::White { result as u8 } else { 2 - result as u8 };
    bytes[27] = seen(position.king(us)) as u8;
    bytes[28] = position.king(!us).relative_to(!us) as u8;
    output.write_all(&bytes)?;
    Ok(true)
}
