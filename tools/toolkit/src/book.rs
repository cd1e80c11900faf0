//! Opening books: lines of FEN or EPD, or PGN games whose last positions are the openings. Both may be compressed.
//!
//! Match runners silently replace a line that they cannot read by the start position, or skip it. So every line is
//! checked before the first game.

use std::collections::HashSet;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, ensure};
use movegen::Position;
use movegen::position::Wing;
use movegen::text::Epd;
use pgn::{PgnError, PgnGame, PgnReader};
use types::{Color, File};

use crate::input;

/// Opening positions, at least one.
#[derive(Clone, Debug)]
pub struct Book {
    lines: Vec<OpeningLine>,
}

/// A line or a game of a book, with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpeningLine {
    /// Counted from 1, empty lines too.
    pub number: usize,
    /// The position.
    pub position: Position,
    /// The trimmed line; for a game, the FEN.
    pub text: String,
}

impl Book {
    /// Reads all lines except empty ones, or all games if the file name ends in `.pgn`, `.pgn.gz` or `.pgn.zst`.
    ///
    /// # Errors
    /// If the file cannot be read, a line is not a valid position, or there are no lines.
    pub fn open(path: &Path) -> Result<Book> {
        let name = path.display();
        let mut bytes = Vec::new();
        input::open(path)
            .and_then(|mut input| input.read_to_end(&mut bytes))
            .with_context(|| format!("{name}: unreadable book"))?;
        let lines: Result<Vec<OpeningLine>> = if input::is_pgn(path) {
            let last = |(number, game): (usize, Result<PgnGame, PgnError>)| {
                let PgnGame { start: mut position, moves, .. } = game.with_context(|| format!("{name}"))?;
                moves.iter().for_each(|played| position.play(played.mv));
                Ok(OpeningLine { number, text: position.fen(), position })
            };
            (1..).zip(PgnReader::new(&bytes[..])).map(last).collect()
        } else {
            let read = |(number, text): (usize, &str)| {
                let epd: Epd = text.parse().map_err(|error| anyhow!("{name}:{number}: {error}"))?;
                Ok(OpeningLine { number, position: epd.position, text: text.to_owned() })
            };
            let text = std::str::from_utf8(&bytes).with_context(|| format!("{name}: unreadable book"))?;
            let lines = (1..).zip(input::without_mark(text).lines().map(str::trim));
            lines.filter(|(_, text)| !text.is_empty()).map(read).collect()
        };
        let lines = lines?;
        ensure!(
            !lines.is_empty(),
            "{name}: holds no positions, expected a FEN or an EPD line each, or games in PGN"
        );
        Ok(Book { lines })
    }

    /// The lines that hold a position, in their order.
    pub fn lines(&self) -> &[OpeningLine] {
        &self.lines
    }

    /// The lines without repeated positions.
    pub fn distinct_lines(&self) -> Vec<&OpeningLine> {
        let mut seen = HashSet::new();
        self.lines.iter().filter(|line| seen.insert(line.position.key())).collect()
    }

    /// The first line with castling rights that only Chess960 allows.
    pub fn chess960(&self) -> Option<&OpeningLine> {
        self.lines.iter().find(|line| has_chess960_castling(&line.position))
    }
}

/// Returns `true` if a castling right needs Chess960: the king is not on the e-file, or the rook is not in a corner.
pub fn has_chess960_castling(position: &Position) -> bool {
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

    fn open(text: &str) -> Result<Book> {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        Book::open(file.path())
    }

    #[test]
    fn books_may_be_games_or_compressed_or_begin_with_a_mark() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            std::fs::write(&path, bytes).unwrap();
            Book::open(&path).unwrap()
        };
        let games = write("book.pgn", b"1. e4 e5 *\n\n1. d4 *\n\n1. d4 *\n");
        assert_eq!(games.lines()[0].text, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
        assert_eq!((games.lines().len(), games.distinct_lines().len()), (3, 2));
        let marked = write("book.epd", format!("\u{feff}{STANDARD}\n").as_bytes());
        assert_eq!((marked.lines().len(), marked.lines()[0].text.as_str()), (1, STANDARD));
        let zstd = write(
            "book.epd.zst",
            &ruzstd::encoding::compress_to_vec(
                STANDARD.as_bytes(),
                ruzstd::encoding::CompressionLevel::Fastest,
            ),
        );
        assert_eq!(zstd.lines(), marked.lines());
        let bad = folder.path().join("bad.pgn");
        std::fs::write(&bad, "1. e4 e4 *").unwrap();
        let error = format!("{:#}", Book::open(&bad).unwrap_err());
        assert!(
            error.contains("bad.pgn: game 1 of the file: 1... e4 is not understood: it is not legal"),
            "{error}"
        );
    }

    const STANDARD: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

    #[test]
    fn books_are_lines_of_positions() {
        let text = format!("{STANDARD}\n\n{STANDARD} id \"x\";\n{STANDARD} 3 9\n");
        let book = open(&text).unwrap();
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
    fn errors_name_the_line() {
        let of = |text: &str| format!("{:#}", open(text).unwrap_err());
        let empty_board = of(&format!("{STANDARD}\n\n8/8/8/8/8/8/8/8 w - -\n"));
        assert!(empty_board.contains(":3: "), "{empty_board}");
        let comment = of(&format!("# openings\n{STANDARD}\n"));
        assert!(comment.contains(":1: "), "{comment}");
        assert!(
            of("\n \n")
                .ends_with(": holds no positions, expected a FEN or an EPD line each, or games in PGN")
        );
        let absent = format!("{:#}", Book::open(Path::new("absent.epd")).unwrap_err());
        assert!(absent.starts_with("absent.epd: unreadable book: "), "{absent}");
    }

    #[test]
    fn standard_and_chess960_castling_are_distinguished() {
        for (fen, expected) in [
            ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", false),
            ("r3k2r/8/8/8/8/8/8/R2K3R w kq - 0 1", false),
            ("r3k2r/8/8/8/8/8/8/R2K3R w KQkq - 0 1", true),
            ("r3k1r1/8/8/8/8/8/8/4K3 w k - 0 1", true),
        ] {
            assert_eq!(has_chess960_castling(&fen.parse().unwrap()), expected, "{fen}");
        }
    }
}
