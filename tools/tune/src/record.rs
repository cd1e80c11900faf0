//! A position with its score, the move that was chosen and the result of its game, in 32 bytes.
//!
//! A position from inside a search, which was never played, has no result.
//!
//! ```text
//!    0  occupied    8  occupied squares, a1 first       all numbers little-endian
//!    8  pieces     16  four bits a piece in the same order, the low ones of a byte first
//!   24  score       2  White's view, i16; -32768: none
//!   26  move        2  Move::bits; 0: none
//!   28  number      2  fullmove number
//!   30  clock       1  halfmove clock (7 bits), top bit: Black to move
//!   31  label       1  result (2 bits, 3: none), flags (6 bits)
//! ```
//!
//! The four bits are `Piece::index`, or
//!
//! ```text
//!   12, 13  a rook of White, of Black, that may still castle
//!   14, 15  a pawn of White, of Black, that may be taken en passant
//! ```
//!
//! so castling rights of any Chess960 array and the en-passant square need no further bytes. Bits behind the last piece are
//! 0: equal positions have equal bytes.
//!
//! The record consists of bytes, so any slice of a file can be cast to records on any machine, without alignment. Its
//! contents are unchecked until [`Record::position`] succeeds.

use anyhow::{Context as _, Result, ensure};
use bytemuck::{Pod, Zeroable};
use movegen::Position;
use movegen::position::setup::Setup;
use pgn::GameResult;
use types::{Bitboard, Color, Move, Piece, Rank, Role, Score, Square};

/// A labelled position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Pod, Zeroable)]
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

const NO_SCORE: i16 = i16::MIN;
/// The largest number in seven bits. A game ends at 150 by the rules and at 100 on demand.
const MAX_HALFMOVES: u16 = 127;
const BLACK_TO_MOVE: u8 = 1 << 7;

const RESULT: u8 = 0b11;
const NO_RESULT: u8 = 0b11;
const GAME_END: u8 = 1 << 2;
const IN_CHECK: u8 = 1 << 3;
const NOISY_MOVE: u8 = 1 << 4;
const CHESS960: u8 = 1 << 5;

const MAX_PIECES: u32 = 32;
const CASTLING_ROOK: u8 = 12;
const EN_PASSANT_PAWN: u8 = 14;

impl Record {
    /// In bytes.
    pub const SIZE: usize = 32;

    /// Packs a position. `score` is from the view of its side to move, as everywhere in the engine; `best` is a legal
    /// move; `result` is `None` if the position belongs to no game.
    pub fn pack(
        position: &Position,
        score: Option<Score>,
        best: Option<Move>,
        result: impl Into<Option<GameResult>>,
    ) -> Result<Record> {
        let halfmoves = position.halfmove_clock();
        ensure!(
            halfmoves <= MAX_HALFMOVES,
            "halfmove clock {halfmoves}, a record holds at most {MAX_HALFMOVES}"
        );
        let side = position.side_to_move();
        let mut record = Record {
            occupied: position.occupied().0.to_le_bytes(),
            pieces: [0; 16],
            score: NO_SCORE.to_le_bytes(),
            best_move: best.map_or(0, Move::bits).to_le_bytes(),
            fullmove_number: position.fullmove_number().to_le_bytes(),
            clock: halfmoves as u8 | flag(side == Color::Black, BLACK_TO_MOVE),
            label: result.into().map_or(NO_RESULT, |result| result as u8)
                | flag(position.in_check(), IN_CHECK),
        };
        let is_noisy = |mv: Move| position.is_capture(mv) || mv.promoted_to().is_some();
        record = record.with_flag(NOISY_MOVE, best.is_some_and(is_noisy));
        // The pawn that has just passed over the en-passant square.
        let passing_pawn = position.en_passant().and_then(|square| square.bitboard().forward(!side).first());
        for (index, square) in position.occupied().into_iter().enumerate() {
            let Some(piece) = position.piece_at(square) else { continue };
            let color = piece.color() as u8;
            let code = if position.castling().contains(square) {
                CASTLING_ROOK + color
            } else if passing_pawn == Some(square) {
                EN_PASSANT_PAWN + color
            } else {
                piece.index() as u8
            };
            record.pieces[index / 2] |= code << (4 * (index % 2));
        }
        match score {
            Some(score) => record.with_score(score),
            None => Ok(record),
        }
    }

    /// Unpacks and checks the position.
    pub fn position(&self) -> Result<Position> {
        let occupied = Bitboard(u64::from_le_bytes(self.occupied));
        ensure!(
            occupied.count() <= MAX_PIECES,
            "a record of {} pieces, expected at most 32",
            occupied.count()
        );
        let mut setup = Setup::empty();
        for (index, square) in occupied.into_iter().enumerate() {
            let code = self.pieces[index / 2] >> (4 * (index % 2)) & 15;
            let color = Color::ALL[usize::from(code & 1)];
            let piece = match code & !1 {
                CASTLING_ROOK => {
                    setup.castling |= square;
                    Piece::new(color, Role::Rook)
                }
                EN_PASSANT_PAWN => {
                    let is_double_step = square.rank() == Rank::Fourth.relative_to(color);
                    ensure!(is_double_step, "a record with an en-passant pawn on {square}");
                    setup.en_passant = Some(Square::new(square.file(), Rank::Third.relative_to(color)));
                    Piece::new(color, Role::Pawn)
                }
                _ => Piece::ALL[usize::from(code)],
            };
            setup.board[square] = Some(piece);
        }
        setup.side_to_move = self.side_to_move();
        setup.halfmove_clock = self.halfmove_clock();
        setup.fullmove_number = u16::from_le_bytes(self.fullmove_number);
        setup.into_position().context("a record with an illegal position")
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
        Record { label: self.label & !RESULT | result as u8, ..self }
    }

    /// The same record with another score of the side to move.
    pub fn with_score(self, score: Score) -> Result<Record> {
        let is_score = (-Score::MATE..=Score::MATE).contains(&score);
        ensure!(is_score, "score {score}, expected one from -{0} to {0}", Score::MATE);
        Ok(Record { score: (seen_by_white(score, self.side_to_move()).0 as i16).to_le_bytes(), ..self })
    }

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

    /// Returns `true` if this is the last record of its game in a file.
    pub fn ends_game(&self) -> bool {
        self.label & GAME_END != 0
    }

    /// The same record as the last of its game, or not.
    #[must_use]
    pub fn with_game_end(self, ends: bool) -> Record {
        self.with_flag(GAME_END, ends)
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

fn flag(raised: bool, mask: u8) -> u8 {
    if raised { mask } else { 0 }
}
