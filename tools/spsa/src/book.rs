//! The openings.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use movegen::Position;
use movegen::position::Wing;
use movegen::text::Epd;
use rand::RngExt;
use types::{Color, File};

/// Positions to play from.
#[derive(Debug)]
pub(crate) struct Book {
    positions: Vec<Position>,
}

impl Book {
    /// Reads a file with a position a line, FEN or EPD. Empty lines and comments with `#` say nothing.
    pub(crate) fn open(path: &Path) -> Result<Book> {
        let name = path.display();
        let text = std::fs::read_to_string(path).with_context(|| format!("{name}: unreadable book"))?;
        let says_nothing = |line: &str| line.is_empty() || line.starts_with('#');
        let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, line)| !says_nothing(line));
        let parse = |(number, line): (usize, &str)| {
            let epd: Epd = line.parse().map_err(|error| anyhow!("{name}:{number}: {error}"))?;
            Ok(epd.position)
        };
        let positions = lines.map(parse).collect::<Result<Vec<Position>>>()?;
        ensure!(!positions.is_empty(), "{name}: holds no positions, expected one a line");
        Ok(Book { positions })
    }

    /// A random position.
    pub(crate) fn draw(&self, rng: &mut impl RngExt) -> &Position {
        &self.positions[rng.random_range(..self.positions.len())]
    }

    /// Whether some position castles as only Chess960 does.
    pub(crate) fn is_chess960(&self) -> bool {
        self.positions.iter().any(castles_from_elsewhere)
    }
}

fn castles_from_elsewhere(position: &Position) -> bool {
    let stands_elsewhere = |color, wing| {
        let corner = if wing == Wing::Kingside { File::H } else { File::A };
        position
            .castling_rook(color, wing)
            .is_some_and(|rook| rook.file() != corner || position.king(color).file() != File::E)
    };
    Color::ALL
        .into_iter()
        .any(|color| stands_elsewhere(color, Wing::Kingside) || stands_elsewhere(color, Wing::Queenside))
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

    const STANDARD: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";

    #[test]
    fn books_are_lines_of_positions() {
        let book =
            open(&format!("# x\n{STANDARD}\n\n  # y\n{STANDARD} id \"x\";\n{STANDARD} 3 9\n")).unwrap();
        assert_eq!(book.positions.len(), 3);
        assert!(!book.is_chess960());
        assert!(open(&format!("{STANDARD}\n1r2k1r1/8/8/8/8/8/8/1R2K1R1 w KQkq -\n")).unwrap().is_chess960());
    }

    #[test]
    fn the_line_that_is_wrong_is_named() {
        let error = open(&format!("{STANDARD}\n{}\n", "8/8/8/8/8/8/8/8 w - -")).unwrap_err().to_string();
        assert!(error.contains(":2: "), "{error}");
        assert!(
            open("\n# x\n").unwrap_err().to_string().ends_with("holds no positions, expected one a line")
        );
    }
}
