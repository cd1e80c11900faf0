//! Opening books: lines of FEN or EPD, or PGN games whose last positions are the openings. Both may be compressed.
//!
//! Match runners silently replace a line that they cannot read by the start position, or skip it. So every line is
//! checked before the first game.

use std::fs::File;
use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, ensure};
use movegen::Position;
use movegen::position::Wing;
use movegen::text::Epd;
use pgn::{PgnError, PgnGame, PgnReader};
use types::Color;

use crate::input;

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

/// Reads a book: all lines except empty ones, or all games if the file name ends in `.pgn`, `.pgn.gz` or `.pgn.zst`.
///
/// # Errors
/// If the file cannot be read, a line is not a valid position, or there are no lines.
pub fn read(path: &Path) -> Result<Vec<OpeningLine>> {
    let name = path.display();
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| input::decompressed(file)?.read_to_end(&mut bytes))
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
    Ok(lines)
}

/// Returns `true` if a castling right needs Chess960: the king is not on the e-file, or the rook is not in a corner.
pub fn has_chess960_castling(position: &Position) -> bool {
    let is_unusual = |color, wing| {
        let corner = if wing == Wing::Kingside { types::File::H } else { types::File::A };
        let rook = position.castling_rook(color, wing);
        rook.is_some_and(|rook| rook.file() != corner || position.king(color).file() != types::File::E)
    };
    Color::ALL
        .into_iter()
        .any(|color| is_unusual(color, Wing::Kingside) || is_unusual(color, Wing::Queenside))
}

#[cfg(test)]
mod tests {
    use super::*;

    const STANDARD: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

    /// Reads a file of this name and contents.
    fn book(name: &str, contents: &[u8]) -> Result<Vec<OpeningLine>> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, contents).unwrap();
        read(&path)
    }

    #[test]
    fn books_are_lines_of_positions_or_games_and_may_be_compressed_or_begin_with_a_mark() {
        let text = format!("{STANDARD}\n\n{STANDARD} id \"x\";\n{STANDARD} 3 9\n");
        let lines = book("book.epd", text.as_bytes()).unwrap();
        assert_eq!(lines.iter().map(|line| line.number).collect::<Vec<_>>(), [1, 3, 4]);
        assert_eq!(lines[2].position.halfmove_clock(), 3);
        let games = book("book.pgn", b"1. e4 e5 *\n\n1. d4 *\n").unwrap();
        assert_eq!(games[0].text, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
        let fastest = ruzstd::encoding::CompressionLevel::Fastest;
        for contents in [
            format!("\u{feff}{STANDARD}\n").into_bytes(),
            ruzstd::encoding::compress_to_vec(STANDARD.as_bytes(), fastest),
        ] {
            let lines = book("book.epd.zst", &contents).unwrap();
            assert_eq!((lines.len(), lines[0].text.as_str()), (1, STANDARD));
        }
    }

    #[test]
    fn errors_name_the_line() {
        let of = |text: &str| format!("{:#}", book("book.epd", text.as_bytes()).unwrap_err());
        let empty_board = of(&format!("{STANDARD}\n\n8/8/8/8/8/8/8/8 w - -\n"));
        assert!(empty_board.contains(":3: "), "{empty_board}");
        let comment = of(&format!("# openings\n{STANDARD}\n"));
        assert!(comment.contains(":1: "), "{comment}");
        assert!(
            of("\n \n")
                .ends_with(": holds no positions, expected a FEN or an EPD line each, or games in PGN")
        );
        let illegal = format!("{:#}", book("bad.pgn", b"1. e4 e4 *").unwrap_err());
        let complaint = "bad.pgn: game 1 of the file: 1... e4 is not understood: it is not legal";
        assert!(illegal.contains(complaint), "{illegal}");
        let absent = format!("{:#}", read(Path::new("absent.epd")).unwrap_err());
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
