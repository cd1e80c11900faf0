//! Games in the format of the engine viridithas:
//!
//! ```text
//!   occupied u64 · pieces, 4 bits each, 16 bytes · side to move and en passant u8 · halfmove clock u8
//!   · move number u16 · 0 i16 · result u8 · 0 u8            the first position, 32 bytes
//!   move u16 · score i16                                    for each move
//!   0 u32                                                   the end of the game
//! ```
//!
//! All numbers are little-endian, and scores and results are from White's view. A piece is its type, 0 for a pawn to
//! 5 for a king, or 6 for a rook with a castling right, plus 8 for Black. A move is from (6 bits), to (6 bits),
//! promotion (2 bits, knight to queen), kind (2 bits: en passant 1, castling 2, promotion 3); castling goes to the
//! square of the rook.

use std::io::{self, Read, Write};

use movegen::Position;
use movegen::position::setup::Setup;
use types::{Bitboard, Color, Move, MoveKind, Piece, Role, Score, Square};

use super::{BinaryError, read_item, score_of};
use crate::{GameResult, Record, UnpackError};

const UNMOVED_ROOK: u8 = 6;
const BLACK: u8 = 8;
const BLACK_TO_MOVE: u8 = 1 << 7;
const NO_SQUARE: u8 = 64;
const END: [u8; 4] = [0; 4];

const EN_PASSANT: u16 = 1 << 14;
const CASTLE: u16 = 2 << 14;
const PROMOTION: u16 = 3 << 14;

/// Reads the next game; `None` at the end of the input. Every position that has a move becomes a record.
///
/// # Errors
/// If the bytes are not a valid game, or end within one.
pub fn read_game(input: &mut impl Read) -> Result<Option<Vec<Record>>, BinaryError> {
    let Some(head) = read_item::<32>(input)? else { return Ok(None) };
    let mut position = unpack(&head)?;
    let result = match head[30] {
        0 => GameResult::BlackWins,
        1 => GameResult::Draw,
        2 => GameResult::WhiteWins,
        _ => return Err(BinaryError::Format("the result of a game is not 0, 1 or 2")),
    };
    let mut records = Vec::new();
    loop {
        let bytes: [u8; 4] = read_item(input)?.ok_or(BinaryError::Format("the file ends within a game"))?;
        if bytes == END {
            return Ok(Some(records));
        }
        let [m0, m1, s0, s1] = bytes;
        let bits = u16::from_le_bytes([m0, m1]);
        let mv = position.legal_moves().into_iter().find(|&mv| encode(mv) == bits);
        let mv = mv.ok_or(BinaryError::Format("a game has a move that is not legal"))?;
        let white_score = score_of([s0, s1])?;
        let score = if position.side_to_move() == Color::White { white_score } else { -white_score };
        records.push(Record::pack(&position, Some(score), Some(mv), result)?);
        position.play(mv);
    }
}

/// Writes records as games, and returns how many were left out: those without result, move or score, which this format
/// cannot hold. A new game begins wherever a record is not the position after the last one's move.
///
/// # Errors
/// If they cannot be written, or one is damaged.
pub fn write_games(records: &[Record], output: &mut impl Write) -> Result<u64, BinaryError> {
    let mut left_out = 0;
    let mut next: Option<Position> = None;
    for record in records {
        let (Some(result), Some(mv), Some(score)) =
            (record.result(), record.best_move(), record.white_score())
        else {
            left_out += 1;
            continue;
        };
        let position = record.position()?;
        let goes_on = next.as_ref() == Some(&position);
        if !goes_on {
            if next.is_some() {
                output.write_all(&END)?;
            }
            output.write_all(&pack(&position, result))?;
        }
        write_move(mv, score, output)?;
        next = Some(position.after(mv));
    }
    if next.is_some() {
        output.write_all(&END)?;
    }
    Ok(left_out)
}

fn write_move(mv: Move, score: Score, output: &mut impl Write) -> io::Result<()> {
    output.write_all(&encode(mv).to_le_bytes())?;
    output.write_all(&(score.0 as i16).to_le_bytes())
}

fn encode(mv: Move) -> u16 {
    let squares = mv.from() as u16 | (mv.to() as u16) << 6;
    squares
        | match mv.kind() {
            MoveKind::Normal => 0,
            MoveKind::EnPassant => EN_PASSANT,
            MoveKind::Castle => CASTLE,
            MoveKind::Promotion(role) => PROMOTION | (role as u16 - Role::Knight as u16) << 12,
        }
}

fn unpack(head: &[u8; 32]) -> Result<Position, BinaryError> {
    let number = |from: usize| u16::from_le_bytes([head[from], head[from + 1]]);
    let occupied = Bitboard(u64::from_le_bytes(std::array::from_fn(|index| head[index])));
    if occupied.count() > 32 {
        return Err(BinaryError::Format("a position with more than 32 pieces"));
    }
    let mut setup = Setup::empty();
    for (index, square) in occupied.into_iter().enumerate() {
        let code = head[8 + index / 2] >> (4 * (index % 2)) & 15;
        let color = if code & BLACK == 0 { Color::White } else { Color::Black };
        let role = match code & !BLACK {
            UNMOVED_ROOK => {
                setup.castling |= square;
                Role::Rook
            }
            role => *Role::ALL.get(usize::from(role)).ok_or(BinaryError::Format("an unknown piece"))?,
        };
        setup.board[square] = Some(Piece::new(color, role));
    }
    let passed = head[24] & !BLACK_TO_MOVE;
    setup.en_passant = (passed < NO_SQUARE).then(|| Square::wrapping(passed));
    setup.side_to_move = if head[24] & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black };
    setup.halfmove_clock = head[25].into();
    setup.fullmove_number = number(26);
    Ok(setup.into_position().map_err(UnpackError::Position)?)
}

/// Not used: the score of the first position is stored with its move.
fn pack(position: &Position, result: GameResult) -> [u8; 32] {
    let mut head = [0; 32];
    head[..8].copy_from_slice(&position.occupied().0.to_le_bytes());
    for (index, square) in position.occupied().into_iter().enumerate() {
        let Some(piece) = position.piece_at(square) else { continue };
        let kind = if position.castling().contains(square) { UNMOVED_ROOK } else { piece.role() as u8 };
        let code = kind | if piece.color() == Color::Black { BLACK } else { 0 };
        head[8 + index / 2] |= code << (4 * (index % 2));
    }
    let side = if position.side_to_move() == Color::Black { BLACK_TO_MOVE } else { 0 };
    head[24] = side | position.en_passant().map_or(NO_SQUARE, |square| square as u8);
    head[25] = position.halfmove_clock().min(u8::MAX.into()) as u8;
    head[26..28].copy_from_slice(&position.fullmove_number().to_le_bytes());
    head[30] = result as u8;
    head
}
