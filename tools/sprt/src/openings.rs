//! The openings of one run of a runner, in a file of their own.
//!
//! Runners shuffle a book in different ways, and a resumed run with another seed would repeat openings. At fixed
//! nodes the same opening gives the same games, which are no new evidence. So the order of the book depends on the
//! seed alone, and each run gets the next openings.

use std::path::{Path, PathBuf};

use anyhow::Result;
use rand::SeedableRng as _;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom as _;
use toolkit::Book;

/// Writes `count` openings, one per line, starting at number `first` of the shuffled book. After the last one the
/// book starts again.
///
/// # Errors
/// If the book cannot be read or the file cannot be written.
pub(crate) fn write(book: &Path, seed: u64, first: u64, count: u64, folder: &Path) -> Result<PathBuf> {
    let book = Book::open(book)?;
    let mut lines = book.distinct_lines();
    lines.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    let first = (first % lines.len() as u64) as usize;
    let mut text = String::new();
    for line in lines.iter().cycle().skip(first).take(count as usize) {
        text += &line.text;
        text.push('\n');
    }
    let path = folder.join("openings.epd");
    toolkit::write_file(&path, text)?;
    Ok(path)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn runs_go_on_in_the_book_where_the_last_one_stopped() {
        let folder = tempfile::tempdir().unwrap();
        let book = folder.path().join("book.epd");
        let line = |file: usize| format!("4k3/8/8/{file}P{}/8/8/8/4K3 w - -", 7 - file).replace('0', "");
        // One position stands twice.
        let text: Vec<String> = (0..6).map(line).chain([line(3)]).collect();
        fs::write(&book, text.join("\n")).unwrap();
        let read = |seed, first, count| -> Vec<String> {
            let path = write(&book, seed, first, count, folder.path()).unwrap();
            fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect()
        };
        let whole = read(1, 0, 6);
        let mut sorted = whole.clone();
        sorted.sort();
        let mut lines: Vec<String> = (0..6).map(line).collect();
        lines.sort();
        assert_eq!(sorted, lines, "each position once");
        assert_eq!([read(1, 0, 4), read(1, 4, 2)].concat(), whole);
        assert_eq!(read(1, 4, 4), [&whole[4..], &whole[..2]].concat(), "then the book begins again");
        let orders: Vec<Vec<String>> = (1..9).map(|seed| read(seed, 0, 6)).collect();
        assert!(orders.iter().any(|task| *task != whole), "the seed decides");
        assert!(orders.iter().any(|task| *task != lines) && whole != lines, "the order is random");
    }
}
