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
//! [`Position::shredder_fen`] Shredder-FEN. Both counters may be left out and are then 0 and 1.
//! A semicolon may stand at the end.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::string::ToString;
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
    /// A field, a rank of the board, or what follows the last field has not the form that is expected.
    Syntax { field: &'static str, found: String, expected: &'static str },
    /// A row of the board has not eight squares.
    RowLength { row: Rank, found: String, squares: usize },
    /// The text is well-formed, but the rules cannot handle what it says.
    Position(PositionError),
}

fn syntax<T>(field: &'static str, found: &str, expected: &'static str) -> Result<T, FenError> {
    Err(FenError::Syntax { field, found: found.to_owned(), expected })
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingField { field } => write!(f, "FEN ends before its {field}"),
            Self::Syntax { field, found, expected } => write!(f, "{field} '{found}', expected {expected}"),
            Self::RowLength { row, found, squares } => {
                write!(f, "row {}, '{found}', has {squares} squares, expected 8", *row as u8 + 1)
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
            Some(found) => syntax("end", found, "nothing after the fullmove number"),
            None => Ok(setup),
        }
    }
}

/// Reads the first four fields, which FEN and EPD share.
pub(super) fn parse_placement(fields: &mut SplitAsciiWhitespace<'_>) -> Result<Setup, FenError> {
    let mut field = |field| fields.next().ok_or(FenError::MissingField { field });
    let mut setup = Setup::empty();
    let board = field("board")?;
    if board.split('/').count() != Rank::COUNT {
        return syntax("board", board, "8 ranks separated by '/'");
    }
    for (rank, text) in Rank::ALL.into_iter().rev().zip(board.split('/')) {
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
                return syntax("row", text, "pieces PNBRQKpnbrqk and digits 1-8");
            }
        }
        if length != File::COUNT {
            return Err(FenError::RowLength { row: rank, found: text.to_owned(), squares: length });
        }
    }
    setup.side_to_move = match field("side to move")? {
        "w" => Color::White,
        "b" => Color::Black,
        text => return syntax("side to move", text, "'w' or 'b'"),
    };
    let castling = field("castling rights")?;
    for letter in castling.chars().filter(|_| castling != "-") {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        let stands =
            |role, file| setup.board[Square::new(file, color.back_rank())] == Some(Piece::new(color, role));
        let king = File::ALL.into_iter().find(|&file| stands(Role::King, file));
        // The rook nearest to the edge, on that side of its king.
        let outermost = |files: [File; 8]| {
            files.into_iter().take_while(|&file| Some(file) != king).find(|&file| stands(Role::Rook, file))
        };
        let file = match (letter.to_ascii_lowercase(), File::from_letter(letter)) {
            ('q', _) => outermost(File::ALL),
            ('k', _) => outermost(File::ALL.map(File::mirror)),
            (_, Some(file)) => Some(file).filter(|&file| stands(Role::Rook, file)),
            _ => return syntax("castling rights", castling, "'-', KQkq or files A-H, a-h"),
        };
        let Some(file) = file else {
            return syntax("castling rights", castling, "letters of rooks on their side's back rank");
        };
        // If the king is not on its back rank, `K` and `Q` name the same rook. Then the king is the fault, which is reported later.
        let rook = Square::new(file, color.back_rank());
        if setup.castling.contains(rook) && king.is_some() {
            return syntax("castling rights", castling, "each right once");
        }
        setup.castling |= rook;
    }
    setup.en_passant = match field("en-passant square")? {
        "-" => None,
        text => match text.parse() {
            Ok(square) => Some(square),
            Err(_) => return syntax("en-passant square", text, "'-' or a square such as e3"),
        },
    };
    Ok(setup)
}

pub(super) fn parse_counter(text: &str, field: &'static str) -> Result<u16, FenError> {
    match text.parse() {
        // `parse` would also take a plus sign.
        Ok(number) if !text.starts_with('+') => Ok(number),
        _ => syntax(field, text, "a number from 0 to 65535"),
    }
}

impl Position {
    /// The position as X-FEN: plain FEN, but for castling with a rook that is not the outermost.
    pub fn fen(&self) -> String {
        format!("{} {} {}", self.epd(), self.halfmove_clock(), self.fullmove_number())
    }

    /// The position as Shredder-FEN: castling rights by the files of the rooks.
    pub fn shredder_fen(&self) -> String {
        format!("{} {} {}", self.placement_text(true), self.halfmove_clock(), self.fullmove_number())
    }

    /// The first four fields of [`fen`](Self::fen), which are those of EPD.
    pub fn epd(&self) -> String {
        self.placement_text(false)
    }

    fn placement_text(&self, is_shredder: bool) -> String {
        let mut text = String::new();
        for rank in Rank::ALL.into_iter().rev() {
            let mut empty = 0;
            for file in File::ALL {
                let piece = self.piece_at(Square::new(file, rank));
                empty += u32::from(piece.is_none());
                if empty > 0 && (piece.is_some() || file == File::H) {
                    text += &core::mem::take(&mut empty).to_string();
                }
                text.extend(piece.map(Piece::letter));
            }
            text.push(if rank == Rank::First { ' ' } else { '/' });
        }
        text.push(self.side_to_move().letter());
        text.push(' ');
        if self.castling().is_empty() {
            text.push('-');
        }
        for (color, wing) in Color::ALL.into_iter().flat_map(|color| Wing::ALL.map(|wing| (color, wing))) {
            let Some(rook) = self.castling_rook(color, wing) else { continue };
            let rooks = self.pieces(color, Role::Rook) & color.back_rank().bitboard();
            let (outermost, letter) = match wing {
                Wing::Kingside => (rooks.last(), 'k'),
                Wing::Queenside => (rooks.first(), 'q'),
            };
            let letter = if is_shredder || outermost != Some(rook) { rook.file().letter() } else { letter };
            text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
        text.push(' ');
        text + &self.en_passant().map_or("-".to_owned(), |square| square.to_string())
    }
}
