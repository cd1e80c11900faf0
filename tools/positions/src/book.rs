//! Opening books: a position a line, FEN or EPD, as the programs that play matches read them.
//!
//! Such a program takes a line that it cannot read for the start position, or none at all, and says nothing. So every
//! line is checked before the first game.

use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use movegen::Position;
use movegen::position::Wing;
use movegen::text::Epd;
use movegen::text::epd::EpdError;
use types::{Color, File};

/// Positions that games begin from: one at least.
#[derive(Clone, Debug)]
pub struct Book {
    text: String,
    lines: Vec<Line>,
}

/// A line that holds a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Line {
    /// Counted from 1, empty lines too.
    pub number: usize,
    /// What stands in it.
    pub position: Position,
}

/// Why a file is no book.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum BookError {
    /// The system refused.
    Io { path: PathBuf, error: io::Error },
    /// A line is no position.
    Line { path: PathBuf, number: usize, error: Box<EpdError> },
    /// All lines are empty.
    Empty { path: PathBuf },
}

impl fmt::Display for BookError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { path, error } => write!(f, "{}: unreadable book: {error}", path.display()),
            Self::Line { path, number, error } => write!(f, "{}:{number}: {error}", path.display()),
            Self::Empty { path } => {
                write!(f, "{}: holds no positions, expected a FEN or an EPD line each", path.display())
            }
        }
    }
}

/// Without a source: the message holds all that the errors within say.
impl std::error::Error for BookError {}

impl Book {
    /// Reads all lines but empty ones.
    ///
    /// # Errors
    /// If the file cannot be read, if a line of it is no position, or if there is none.
    pub fn open(path: &Path) -> Result<Book, BookError> {
        let path = || path.to_owned();
        let text = fs::read_to_string(path()).map_err(|error| BookError::Io { path: path(), error })?;
        let filled = (1..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty());
        let read = |(number, text): (usize, &str)| match text.parse::<Epd>() {
            Ok(epd) => Ok(Line { number, position: epd.position }),
            Err(error) => Err(BookError::Line { path: path(), number, error: error.into() }),
        };
        let lines: Vec<Line> = filled.map(read).collect::<Result<_, _>>()?;
        if lines.is_empty() { Err(BookError::Empty { path: path() }) } else { Ok(Book { text, lines }) }
    }

    /// The whole file.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines that hold a position, in their order.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// The first line whose position castles as only Chess960 does.
    pub fn chess960(&self) -> Option<&Line> {
        self.lines.iter().find(|line| castles_unusually(&line.position))
    }
}

/// Whether castling is that of Chess960: of a king that stands elsewhere than on its e-file, or with a rook that stands
/// in no corner.
pub fn castles_unusually(position: &Position) -> bool {
    let is_unusual = |color, wing| {
        let corner = if wing == Wing::Kingside { File::H } else { File::A };
        let rook = position.castling_rook(color, wing);
        rook.is_some_and(|rook| rook.file() != corner || position.king(color).file() != File::E)
    };
    Color::ALL
        .into_iter()
        .any(|color| is_unusual(color, Wing::Kingside) || is_unusual(color, Wing::Queenside))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn open(text: &str) -> Result<Book, BookError> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        Book::open(file.path())
    }

    const STANDARD: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

    #[test]
    fn books_are_lines_of_positions() {
        let text = format!("{STANDARD}\n\n{STANDARD} id \"x\";\n{STANDARD} 3 9\n");
        let book = open(&text).unwrap();
        assert_eq!(book.text(), text);
        assert_eq!(book.lines().iter().map(|line| line.number).collect::<Vec<_>>(), [1, 3, 4]);
        assert_eq!(book.lines()[2].position.halfmove_clock(), 3);
        assert_eq!(book.chess960(), None);
    }

    #[test]
    fn a_line_of_chess960_is_found() {
        let book = open(&format!("{STANDARD}\n1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq -\n")).unwrap();
        assert_eq!(book.chess960().unwrap().number, 2);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line() {
        let of = |text: &str| open(text).unwrap_err().to_string();
        let empty_board = of(&format!("{STANDARD}\n\n8/8/8/8/8/8/8/8 w - -\n"));
        assert!(empty_board.contains(":3: "), "{empty_board}");
        let comment = of(&format!("# openings\n{STANDARD}\n"));
        assert!(comment.contains(":1: "), "{comment}");
        assert!(of("\n \n").ends_with(": holds no positions, expected a FEN or an EPD line each"));
        let absent = Book::open(Path::new("absent.epd")).unwrap_err().to_string();
        assert!(absent.starts_with("absent.epd: unreadable book: "), "{absent}");
    }

    #[test]
    fn castling_of_standard_chess_is_told_from_others() {
        for (fen, expected) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false),
            ("r3k2r/8/8/8/8/8/8/R2K3R w kq - 0 1", false),
            ("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", true),
            ("r3k1r1/8/8/8/8/8/8/4K3 w k - 0 1", true),
        ] {
            assert_eq!(castles_unusually(&fen.parse().unwrap()), expected, "{fen}");
        }
    }
}
