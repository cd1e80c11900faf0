//! FEN, X-FEN and Shredder-FEN.
//!
//! ```text
//!   r3k2r/8/8/8/4P3/8/8/R3K2R b KQkq e3 0 1
//!   board                     | |    |  | move number
//!                          turn |    |  plies since a capture or pawn move
//!                        castling    en passant
//! ```
//!
//! The three differ in the castling field only. `K` and `Q` mean the outermost rook on that side of the
//! king (FEN and X-FEN); a file letter means the rook on that file (X-FEN for inner rooks, Shredder-FEN
//! always). All are read; [`Position::fen`] writes X-FEN, which for standard chess is plain FEN, and
//! [`Position::shredder_fen`] the third. Both counters may be left out and are then 0 and 1.
//! A semicolon may stand at the end.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::str::{FromStr, SplitAsciiWhitespace};

use types::{Color, File, Piece, Rank, Role, Square};

use crate::Position;
use crate::position::Wing;
use crate::position::setup::{PositionError, Setup};

pub(super) const HALFMOVE_CLOCK: &str = "halfmove clock";
pub(super) const FULLMOVE_NUMBER: &str = "fullmove number";

/// Reason why a text is no FEN, or its position is not valid.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum FenError {
    /// The text ends before this field.
    MissingField { field: &'static str },
    /// Something follows the last field.
    TrailingText { found: String },
    /// The board does not have eight ranks.
    RankCount { found: usize, board: String },
    /// A rank does not have eight squares.
    RankLength { found: usize, rank: String },
    /// A rank holds a character that is neither a piece nor a number of empty squares.
    UnknownPiece { found: char, rank: String },
    /// The side to move is neither `w` nor `b`.
    SideToMove { found: String },
    /// The castling field holds an unknown letter.
    UnknownCastling { found: char, field: String },
    /// A castling letter names a rook that is not there.
    NoCastlingRook { found: char, field: String },
    /// The castling field names the same rook twice.
    CastlingRepeated { found: char, field: String },
    /// The en-passant field is neither `-` nor a square.
    EnPassant { found: String },
    /// A move counter is not a number in its range.
    Counter { field: &'static str, found: String },
    /// The text is well-formed, but the rules cannot handle what it says.
    Position(PositionError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingField { field } => write!(f, "FEN ends before its {field}"),
            Self::TrailingText { found } => {
                write!(f, "'{found}' follows the end of the FEN, expected nothing after the fullmove number")
            }
            Self::RankCount { found, board } => {
                write!(f, "board '{board}' has {found} ranks, expected 8 separated by '/'")
            }
            Self::RankLength { found, rank } => write!(f, "rank '{rank}' has {found} squares, expected 8"),
            Self::UnknownPiece { found, rank } => {
                write!(f, "'{found}' in rank '{rank}', expected a piece PNBRQKpnbrqk or a digit 1-8")
            }
            Self::SideToMove { found } => write!(f, "side to move '{found}', expected 'w' or 'b'"),
            Self::UnknownCastling { found, field } => {
                write!(f, "'{found}' in castling field '{field}', expected '-', KQkq or files A-H, a-h")
            }
            Self::NoCastlingRook { found, field } => {
                write!(
                    f,
                    "'{found}' in castling field '{field}' names a rook that is not there, \
                     expected one of that side on its back rank"
                )
            }
            Self::CastlingRepeated { found, field } => {
                write!(
                    f,
                    "'{found}' in castling field '{field}' repeats a right already given, \
                     expected each once"
                )
            }
            Self::EnPassant { found } => {
                write!(f, "en-passant square '{found}', expected '-' or a square such as e3")
            }
            Self::Counter { field, found } => {
                write!(f, "{field} '{found}', expected a number from 0 to {}", u16::MAX)
            }
            Self::Position(error) => error.fmt(f),
        }
    }
}

/// Without a source: the message holds all that the errors within say.
impl core::error::Error for FenError {}

impl From<PositionError> for FenError {
    fn from(error: PositionError) -> FenError {
        FenError::Position(error)
    }
}

impl FromStr for Position {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Position, FenError> {
        Ok(text.parse::<Setup>()?.into_position()?)
    }
}

impl FromStr for Setup {
    type Err = FenError;

    fn from_str(text: &str) -> Result<Setup, FenError> {
        // Lists of positions often end each with a semicolon, as if it were an EPD.
        let text = text.trim_ascii_end();
        let mut fields = text.strip_suffix(';').unwrap_or(text).split_ascii_whitespace();
        let mut setup = parse_placement(&mut fields)?;
        if let Some(text) = fields.next() {
            setup.halfmove_clock = parse_counter(text, HALFMOVE_CLOCK)?;
        }
        if let Some(text) = fields.next() {
            setup.fullmove_number = parse_counter(text, FULLMOVE_NUMBER)?;
        }
        match fields.next() {
            Some(found) => Err(FenError::TrailingText { found: found.to_owned() }),
            None => Ok(setup),
        }
    }
}

/// Reads the first four fields, which FEN and EPD share.
pub(super) fn parse_placement(fields: &mut SplitAsciiWhitespace<'_>) -> Result<Setup, FenError> {
    let mut field = |field| fields.next().ok_or(FenError::MissingField { field });
    let mut setup = Setup::empty();
    parse_board(field("board")?, &mut setup)?;
    setup.side_to_move = parse_side_to_move(field("side to move")?)?;
    parse_castling(field("castling rights")?, &mut setup)?;
    setup.en_passant = parse_en_passant(field("en-passant square")?)?;
    Ok(setup)
}

fn parse_board(board: &str, setup: &mut Setup) -> Result<(), FenError> {
    let found = board.split('/').count();
    if found != Rank::COUNT {
        return Err(FenError::RankCount { found, board: board.to_owned() });
    }
    for (rank, text) in Rank::ALL.into_iter().rev().zip(board.split('/')) {
        parse_rank(rank, text, setup)?;
    }
    Ok(())
}

fn parse_rank(rank: Rank, text: &str, setup: &mut Setup) -> Result<(), FenError> {
    let mut length = 0;
    for letter in text.chars() {
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            length += empty as usize;
        } else if let Some(piece) = Piece::from_letter(letter) {
            // Pieces beyond the h-file are only counted, for the error below.
            if let Some(&file) = File::ALL.get(length) {
                setup.board[Square::new(file, rank)] = Some(piece);
            }
            length += 1;
        } else {
            return Err(FenError::UnknownPiece { found: letter, rank: text.to_owned() });
        }
    }
    match length {
        File::COUNT => Ok(()),
        found => Err(FenError::RankLength { found, rank: text.to_owned() }),
    }
}

fn parse_side_to_move(text: &str) -> Result<Color, FenError> {
    match text {
        "w" => Ok(Color::White),
        "b" => Ok(Color::Black),
        _ => Err(FenError::SideToMove { found: text.to_owned() }),
    }
}

fn parse_castling(field: &str, setup: &mut Setup) -> Result<(), FenError> {
    if field == "-" {
        return Ok(());
    }
    for found in field.chars() {
        let color = if found.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rook = match found.to_ascii_lowercase() {
            'k' => outermost_rook(setup, color, Wing::Kingside),
            'q' => outermost_rook(setup, color, Wing::Queenside),
            file => match File::from_letter(file) {
                Some(file) => Some(Square::new(file, color.back_rank())),
                None => return Err(FenError::UnknownCastling { found, field: field.to_owned() }),
            },
        };
        let is_rook = |&square: &Square| setup.board[square] == Some(Piece::new(color, Role::Rook));
        let Some(rook) = rook.filter(is_rook) else {
            return Err(FenError::NoCastlingRook { found, field: field.to_owned() });
        };
        // With their king elsewhere `K` and `Q` may mean the same rook; the error is then where it stands.
        if setup.castling.contains(rook) && has_king_at_home(setup, color) {
            return Err(FenError::CastlingRepeated { found, field: field.to_owned() });
        }
        setup.castling |= rook;
    }
    Ok(())
}

fn has_king_at_home(setup: &Setup, color: Color) -> bool {
    let king = Some(Piece::new(color, Role::King));
    File::ALL.iter().any(|&file| setup.board[Square::new(file, color.back_rank())] == king)
}

/// The rook nearest to the edge of the board on that side of its king, all on the back rank.
fn outermost_rook(setup: &Setup, color: Color, wing: Wing) -> Option<Square> {
    let stands = |role, square: Square| setup.board[square] == Some(Piece::new(color, role));
    let rank = color.back_rank();
    let from_edge: Vec<Square> = match wing {
        Wing::Queenside => File::ALL.iter().map(|&file| Square::new(file, rank)).collect(),
        Wing::Kingside => File::ALL.iter().rev().map(|&file| Square::new(file, rank)).collect(),
    };
    let up_to_king = from_edge.into_iter().take_while(|&square| !stands(Role::King, square));
    up_to_king.into_iter().find(|&square| stands(Role::Rook, square))
}

fn parse_en_passant(text: &str) -> Result<Option<Square>, FenError> {
    if text == "-" {
        return Ok(None);
    }
    text.parse().map(Some).map_err(|_| FenError::EnPassant { found: text.to_owned() })
}

pub(super) fn parse_counter(text: &str, field: &'static str) -> Result<u16, FenError> {
    // `parse` would also take a plus sign.
    let number = if text.starts_with('+') { None } else { text.parse().ok() };
    number.ok_or_else(|| FenError::Counter { field, found: text.to_owned() })
}

/// The letters that stand for castling rights.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CastlingLetters {
    /// KQkq, file letters only for inner rooks.
    XFen,
    /// Always file letters.
    Shredder,
}

impl Position {
    /// The position as X-FEN: plain FEN, but for castling with a rook that is not the outermost.
    pub fn fen(&self) -> String {
        self.write_fen(CastlingLetters::XFen)
    }

    /// The position as Shredder-FEN: castling rights by the files of the rooks.
    pub fn shredder_fen(&self) -> String {
        self.write_fen(CastlingLetters::Shredder)
    }

    fn write_fen(&self, letters: CastlingLetters) -> String {
        format!("{} {} {}", self.write_placement(letters), self.halfmove_clock(), self.fullmove_number())
    }

    /// The first four fields of [`fen`](Self::fen), which are those of EPD.
    pub fn epd(&self) -> String {
        self.write_placement(CastlingLetters::XFen)
    }

    fn write_placement(&self, letters: CastlingLetters) -> String {
        let ranks: Vec<String> = Rank::ALL.into_iter().rev().map(|rank| self.write_rank(rank)).collect();
        let castling: String = Color::ALL
            .into_iter()
            .flat_map(|color| Wing::ALL.map(|wing| (color, wing)))
            .filter_map(|(color, wing)| self.castling_letter(color, wing, letters))
            .collect();
        format!(
            "{} {} {} {}",
            ranks.join("/"),
            self.side_to_move().letter(),
            if castling.is_empty() { "-" } else { &castling },
            self.en_passant().map_or("-".to_owned(), |square| square.to_string()),
        )
    }

    fn write_rank(&self, rank: Rank) -> String {
        let mut text = String::new();
        let mut empty = 0;
        for file in File::ALL {
            match self.piece_at(Square::new(file, rank)) {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        text += &empty.to_string();
                    }
                    text.push(piece.letter());
                    empty = 0;
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        text
    }

    fn castling_letter(&self, color: Color, wing: Wing, letters: CastlingLetters) -> Option<char> {
        let rook = self.castling_rook(color, wing)?;
        let is_outermost = (self.pieces(color, Role::Rook) & color.back_rank().bitboard()).into_iter().all(
            |other| match wing {
                Wing::Queenside => other >= rook,
                Wing::Kingside => other <= rook,
            },
        );
        let letter = match (letters, wing) {
            (CastlingLetters::XFen, Wing::Kingside) if is_outermost => 'k',
            (CastlingLetters::XFen, Wing::Queenside) if is_outermost => 'q',
            _ => rook.file().letter(),
        };
        Some(if color == Color::White { letter.to_ascii_uppercase() } else { letter })
    }
}
