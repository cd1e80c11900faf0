//! A position with its score, the move that was chosen and the result of its game, in 32 bytes.
//!
//! A position from inside a search, which was never played, has no result.
//!
//! ```text
//!    0  occupied    8  occupied squares, a1 first       all numbers little-endian
//!    8  pieces     16  four bits a piece, see `piece_list`
//!   24  score       2  White's view, i16; -32768: none
//!   26  move        2  Move::bits; 0: none
//!   28  number      2  fullmove number
//!   30  clock       1  halfmove clock (7 bits), top bit: Black to move
//!   31  label       1  result (2 bits, 3: none), flags (6 bits)
//! ```
//!
//! The record consists of bytes, so any slice of a file can be cast to records on any machine, without alignment. Its
//! contents are unchecked until [`Record::position`] succeeds.

use std::fmt;

use bytemuck::{Pod, Zeroable};
use movegen::Position;
use movegen::position::setup::PositionError;
use types::{Bitboard, Color, Move, Score};

use crate::GameResult;
use crate::piece_list::PieceList;

/// A labelled position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(C)]
pub struct Record {
    occupied: [u8; 8],
    pieces: [u8; 16],
    score: [u8; 2],
    best_move: [u8; 2],
    fullmove_number: [u8; 2],
    clock: u8,
    label: u8,
}

const _: () = assert!(size_of::<Record>() == Record::SIZE && align_of::<Record>() == 1);

/// Marks a missing score.
const NO_SCORE: i16 = i16::MIN;
/// The largest number in seven bits. A game ends at 150 by the rules and at 100 on demand.
const MAX_HALFMOVES: u16 = 127;
const BLACK_TO_MOVE: u8 = 1 << 7;

const RESULT: u8 = 0b11;
/// Marks a missing result.
const NO_RESULT: u8 = 0b11;
const GAME_START: u8 = 1 << 2;
const IN_CHECK: u8 = 1 << 3;
const NOISY_MOVE: u8 = 1 << 4;
const CHESS960: u8 = 1 << 5;

/// Reason why a position does not fit a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum PackError {
    /// The halfmove clock is too large.
    HalfmoveClock { found: u16 },
    /// The score is out of range.
    Score { found: Score },
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HalfmoveClock { found } => {
                write!(f, "halfmove clock {found}, a record holds at most {MAX_HALFMOVES}")
            }
            Self::Score { found } => {
                write!(f, "score {found}, expected one from -{0} to {0}", Score::MATE)
            }
        }
    }
}

impl std::error::Error for PackError {}

/// Reason why bytes are not a valid record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnpackError {
    /// There are too many pieces, or the en-passant pawn is on a wrong rank.
    Pieces,
    /// The position is illegal.
    Position(PositionError),
}

impl fmt::Display for UnpackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Pieces => f.write_str("a record with invalid pieces, expected at most 32"),
            Self::Position(error) => write!(f, "a record with an illegal position: {error}"),
        }
    }
}

impl std::error::Error for UnpackError {}

impl Record {
    /// In bytes.
    pub const SIZE: usize = 32;

    /// Packs a position. `score` is from the view of its side to move, as everywhere in the engine; `best` is a legal
    /// move; `result` is `None` if the position belongs to no game.
    ///
    /// # Errors
    /// If the halfmove clock or the score is out of range.
    pub fn pack(
        position: &Position,
        score: Option<Score>,
        best: Option<Move>,
        result: impl Into<Option<GameResult>>,
    ) -> Result<Record, PackError> {
        let halfmoves = position.halfmove_clock();
        if halfmoves > MAX_HALFMOVES {
            return Err(PackError::HalfmoveClock { found: halfmoves });
        }
        if let Some(found) = score.filter(|&score| !Record::has_room_for(score)) {
            return Err(PackError::Score { found });
        }
        let side = position.side_to_move();
        let is_noisy = |mv: Move| position.is_capture(mv) || mv.promoted_to().is_some();
        let pieces = PieceList::of(position);
        let white_score = score.map_or(NO_SCORE, |score| seen_by_white(score, side).0 as i16);
        Ok(Record {
            occupied: pieces.occupied.0.to_le_bytes(),
            pieces: pieces.nibbles,
            score: white_score.to_le_bytes(),
            best_move: best.map_or(0, Move::bits).to_le_bytes(),
            fullmove_number: position.fullmove_number().to_le_bytes(),
            clock: halfmoves as u8 | flag(side == Color::Black, BLACK_TO_MOVE),
            label: result_bits(result.into())
                | flag(position.in_check(), IN_CHECK)
                | flag(best.is_some_and(is_noisy), NOISY_MOVE),
        })
    }

    /// Returns `true` if a search can return this score. Without `abs`, which overflows for the minimum.
    pub(crate) fn has_room_for(score: Score) -> bool {
        (-Score::MATE..=Score::MATE).contains(&score)
    }

    /// Unpacks and checks the position.
    ///
    /// # Errors
    /// If the bytes are not a legal position.
    pub fn position(&self) -> Result<Position, UnpackError> {
        let pieces =
            PieceList { occupied: Bitboard(u64::from_le_bytes(self.occupied)), nibbles: self.pieces };
        let mut setup = pieces.set_up().ok_or(UnpackError::Pieces)?;
        setup.side_to_move = self.side_to_move();
        setup.halfmove_clock = self.halfmove_clock();
        setup.fullmove_number = u16::from_le_bytes(self.fullmove_number);
        setup.into_position().map_err(UnpackError::Position)
    }

    /// The score from the view of the side to move.
    pub fn score(&self) -> Option<Score> {
        self.white_score().map(|score| seen_by_white(score, self.side_to_move()))
    }

    /// The score from White's view.
    pub fn white_score(&self) -> Option<Score> {
        let score = i16::from_le_bytes(self.score);
        (score != NO_SCORE).then_some(Score(score.into()))
    }

    /// The move that was chosen. It is legal if the record was made by a search; see
    /// [`Position::is_legal`] for others.
    pub fn best_move(&self) -> Option<Move> {
        Move::from_bits(u16::from_le_bytes(self.best_move))
    }

    /// Result of the game; `None` if the position belongs to no game.
    pub fn result(&self) -> Option<GameResult> {
        GameResult::ALL.get(usize::from(self.label & RESULT)).copied()
    }

    /// The same position in a game that ended like this.
    #[must_use]
    pub fn with_result(self, result: GameResult) -> Record {
        Record { label: self.label & !RESULT | result_bits(Some(result)), ..self }
    }

    /// The same record with its score multiplied, as for another unit, and cut off at the largest score.
    #[must_use]
    pub fn with_scaled_score(self, factor: f64) -> Record {
        let most = f64::from(Score::MATE.0);
        let scaled = |score: Score| (f64::from(score.0) * factor).round().clamp(-most, most) as i16;
        Record { score: self.white_score().map_or(NO_SCORE, scaled).to_le_bytes(), ..self }
    }

    /// The side to move.
    pub fn side_to_move(&self) -> Color {
        if self.clock & BLACK_TO_MOVE == 0 { Color::White } else { Color::Black }
    }

    /// Plies since the last capture or pawn move.
    pub fn halfmove_clock(&self) -> u16 {
        u16::from(self.clock & !BLACK_TO_MOVE)
    }

    /// Half-moves since the game began, by the fullmove number and the side to move.
    pub fn ply(&self) -> u32 {
        let whole = u32::from(u16::from_le_bytes(self.fullmove_number)).saturating_sub(1);
        2 * whole + self.side_to_move() as u32
    }

    /// Number of pieces on the board, kings and pawns included.
    pub fn pieces(&self) -> u32 {
        u64::from_le_bytes(self.occupied).count_ones()
    }

    /// Returns `true` if the side to move is in check.
    pub fn is_in_check(&self) -> bool {
        self.label & IN_CHECK != 0
    }

    /// Returns `true` if the best move takes something or promotes.
    pub fn has_noisy_move(&self) -> bool {
        self.label & NOISY_MOVE != 0
    }

    /// Returns `true` if this is the first record of a game.
    pub fn starts_game(&self) -> bool {
        self.label & GAME_START != 0
    }

    /// The same record as the first of its game, or not.
    #[must_use]
    pub fn with_game_start(self, starts: bool) -> Record {
        self.with_flag(GAME_START, starts)
    }

    /// Returns `true` if the game began from a Chess960 array.
    pub fn is_chess960(&self) -> bool {
        self.label & CHESS960 != 0
    }

    /// The same record of a game that began from a Chess960 array, or not.
    #[must_use]
    pub fn with_chess960(self, is_chess960: bool) -> Record {
        self.with_flag(CHESS960, is_chess960)
    }

    fn with_flag(self, mask: u8, raised: bool) -> Record {
        Record { label: self.label & !mask | flag(raised, mask), ..self }
    }
}

/// A score of the side to move seen by White, or the other way round.
fn seen_by_white(score: Score, side: Color) -> Score {
    if side == Color::White { score } else { -score }
}

fn result_bits(result: Option<GameResult>) -> u8 {
    result.map_or(NO_RESULT, |result| result as u8)
}

fn flag(raised: bool, mask: u8) -> u8 {
    if raised { mask } else { 0 }
}

impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.position().map_or_else(|error| error.to_string(), |position| position.fen());
        f.debug_struct("Record")
            .field("position", &position)
            .field("white_score", &self.white_score())
            .field("best_move", &self.best_move())
            .field("result", &self.result())
            .field("starts_game", &self.starts_game())
            .field("chess960", &self.is_chess960())
            .finish()
    }
}
