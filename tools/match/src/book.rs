//! The openings of a match, in an order of their own.
//!
//! fastchess shuffles a book differently in every run and reads its lines differently from this program: it takes the
//! start position, or skips the line, where it cannot read one. So every line is read here, and fastchess gets the
//! positions as FEN, shuffled, in a file of its own. At fixed nodes an opening always gives the same games, which are no
//! new evidence, so each position is taken once.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use movegen::Position;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use toolkit::book::{OpeningLine, has_chess960_castling};

/// An opening.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Opening {
    /// FEN, in Chess960 with castling rights by the files of the rooks: fastchess takes the rook next to the king for `K`.
    pub(crate) fen: String,
    /// Identity of the position, see [`identity`].
    pub(crate) id: String,
}

/// Text that is the same for a position in whatever way it was written.
pub(crate) fn identity(position: &Position) -> String {
    position.shredder_fen()
}

/// The openings of a book, at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Openings {
    /// Each position once, shuffled.
    pub(crate) list: Vec<Opening>,
    /// True if castling rights of a position exist in Chess960 only.
    pub(crate) is_chess960: bool,
}

impl Openings {
    /// Reads a book. The seed decides the order.
    ///
    /// # Errors
    /// If the file is no book, or a game is over in a position of it.
    pub(crate) fn read(path: &Path, seed: u64) -> Result<Openings> {
        let mut lines = toolkit::book::read(path)?;
        let is_chess960 = lines.iter().any(|line| has_chess960_castling(&line.position));
        let mut seen = HashSet::new();
        lines.retain(|line| seen.insert(line.position.key()));
        if let Some(over) = lines.iter().find(|line| line.position.count_legal_moves() == 0) {
            let (name, number) = (path.display(), over.number);
            bail!("{name}:{number}: '{}' has no legal move, expected an opening to play on from", over.text);
        }
        lines.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        let opening = |line: &OpeningLine| {
            let id = identity(&line.position);
            Opening { fen: if is_chess960 { id.clone() } else { line.position.fen() }, id }
        };
        Ok(Openings { list: lines.iter().map(opening).collect(), is_chess960 })
    }
}

const FOLDER: &str = "target";

/// The book that was asked for, or else `target/book.epd`.
///
/// # Errors
/// If there is none; the error says how to get one.
pub(crate) fn find(requested: Option<&Path>) -> Result<PathBuf> {
    let usual = Path::new(FOLDER).join("book.epd");
    let path = match requested {
        Some(path) => path,
        None if usual.exists() => &usual,
        None => bail!(
            "there is no book of openings. A large public one for engine matches, unbalanced so that games are decided:\n\
             \n    curl -L https://github.com/official-stockfish/books/raw/master/UHO_4060_v3.epd.zip -o {FOLDER}/book.zip\
             \n    unzip -p {FOLDER}/book.zip > {FOLDER}/book.epd\n\
             \nor let the engine make one:\n\
             \n    cargo run --release -- \"genfens 1000 seed 1 book None\" | sed -n 's/^info string genfens //p' > {FOLDER}/book.epd\n\
             \nThen repeat this command; --book FILE names a book in another place."
        ),
    };
    fs::canonicalize(path).with_context(|| format!("{}: unreadable book", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, seed: u64) -> Result<Openings> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("book.epd");
        fs::write(&path, text).unwrap();
        Openings::read(&path, seed)
    }

    fn fens(text: &str, seed: u64) -> Vec<String> {
        read(text, seed).unwrap().list.into_iter().map(|opening| opening.fen).collect()
    }

    /// Runners read some of these differently, or not at all.
    #[test]
    fn every_form_of_a_line_becomes_the_same_fen() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        for line in [
            fen,
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -",
            "\u{feff}r3k2r/8/8/8/8/8/8/R3K2R w KQkq - id \"x; y\"; c0 \"a\";",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - hmvc 0; fmvn 1;\r\n\n",
            "r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1",
        ] {
            assert_eq!(fens(line, 1), [fen], "{line}");
        }
        let chess960 = read("r3k1r1/8/8/8/8/8/8/4K3 w k - 0 1", 1).unwrap();
        assert_eq!(
            (chess960.is_chess960, chess960.list[0].fen.as_str()),
            (true, "r3k1r1/8/8/8/8/8/8/4K3 w g - 0 1")
        );
    }

    #[test]
    fn each_position_comes_once_in_an_order_that_the_seed_decides() {
        let line = |file: usize| format!("4k3/8/8/{file}P{}/8/8/8/4K3 w - -\n", 7 - file).replace('0', "");
        let text: String = (0..6).map(line).chain([line(3)]).collect();
        let orders: Vec<Vec<String>> = (0..8).map(|seed| fens(&text, seed)).collect();
        for order in &orders {
            let mut sorted = order.clone();
            sorted.sort();
            sorted.dedup();
            assert_eq!((order.len(), sorted.len()), (6, 6));
        }
        assert_eq!(orders[1], fens(&text, 1));
        assert!(orders.iter().any(|order| *order != orders[0]));
    }

    #[test]
    fn an_opening_in_which_the_game_is_over_is_refused() {
        let error =
            read("4k3/8/8/8/8/8/8/R3K3 w - -\nR3k3/8/4K3/8/8/8/8/8 b - -\n", 1).unwrap_err().to_string();
        assert!(error.contains("book.epd:2: ") && error.contains("has no legal move, expected"), "{error}");
    }
}
