//! "Did you mean": the known word that an unknown one is most like.

use movegen::text::UciMove;
use types::Square;

/// Longer words than this are no typing errors.
const MAX_LENGTH: usize = 24;

/// The beginning of a word that is enough to suggest the word.
const MIN_BEGINNING: usize = 3;

/// The candidate that a word was probably meant to be: one that begins with it, or is spelt nearly the same.
pub(crate) fn similar<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str> + Clone,
) -> Option<&'a str> {
    if word.len() > MAX_LENGTH {
        return None;
    }
    let begins = |candidate: &&str| {
        let beginning = candidate.get(..word.len());
        beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(word))
    };
    if word.len() >= MIN_BEGINNING
        && let Some(candidate) = candidates.clone().into_iter().find(begins)
    {
        return Some(candidate);
    }
    let errors_allowed = match word.chars().count() {
        0..=2 => 0,
        3..=5 => 1,
        _ => 2,
    };
    let rated = candidates.into_iter().map(|candidate| (distance(candidate, word), candidate));
    let best = rated.min_by_key(|&(distance, _)| distance);
    best.filter(|&(distance, _)| distance <= errors_allowed).map(|(_, candidate)| candidate)
}

/// The number of letters that are missing, added, changed or swapped with the next one.
fn distance(a: &str, b: &str) -> usize {
    let letters = |word: &str| word.chars().map(|c| c.to_ascii_lowercase()).collect::<Vec<char>>();
    let (a, b) = (letters(a), letters(b));
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let change = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = change.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// Returns true if a text is built like a move, so that `moves` may be missing before it.
pub(crate) fn looks_like_move(text: &str) -> bool {
    let unmarked = text.trim_end_matches(['+', '#', '!', '?']);
    let body = unmarked.split('=').next().unwrap_or_default();
    let is_piece_move = |body: &str| {
        let middle = body.len().checked_sub(2);
        let Some((origin, target)) = middle.and_then(|middle| body.split_at_checked(middle)) else {
            return false;
        };
        let is_square = target.parse::<Square>().is_ok();
        let origin = origin.strip_prefix(|c: char| "NBRQK".contains(c)).unwrap_or(origin);
        is_square && origin.chars().all(|c| "abcdefgh12345678x-".contains(c)) && !origin.starts_with('x')
    };
    text.parse::<UciMove>().is_ok()
        || matches!(unmarked, "O-O" | "O-O-O" | "0-0" | "0-0-0")
        || is_piece_move(body)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typing_errors_are_counted() {
        for (a, b, errors) in [
            ("bench", "bench", 0),
            ("bench", "BENCH", 0),
            ("bench", "benhc", 1),
            ("bench", "bnch", 1),
            ("bench", "benchh", 1),
            ("bench", "bunch", 1),
            ("bench", "", 5),
            ("go", "do", 1),
            ("setoption", "setopt", 3),
        ] {
            assert_eq!(distance(a, b), errors, "{a} {b}");
            assert_eq!(distance(b, a), errors, "{b} {a}");
        }
    }

    #[test]
    fn only_a_word_that_is_nearly_the_same_is_suggested() {
        let words = ["position", "go", "eval", "d", "isready"];
        for (word, meant) in [
            ("positon", Some("position")),
            ("POSITION", Some("position")),
            ("isrady", Some("isready")),
            ("evla", Some("eval")),
            ("pos", Some("position")),
            ("EVA", Some("eval")),
            ("po", None),
            ("GO", Some("go")),
            ("ga", None),
            ("x", None),
            ("hello", None),
            ("", None),
        ] {
            assert_eq!(similar(word, words), meant, "{word}");
        }
        assert_eq!(similar(&"g".repeat(1 << 20), words), None);
    }

    #[test]
    fn moves_and_other_words_are_distinguished() {
        for text in ["e2e4", "e7e8q", "Nf3", "exd5", "e4", "R1a3+", "e8=Q#", "O-O", "0-0-0", "Ng1xf3!?"] {
            assert!(looks_like_move(text), "{text}");
        }
        for text in ["", "d", "go", "hello", "f9", "bench4", "é4", "startpos", "xe4"] {
            assert!(!looks_like_move(text), "{text}");
        }
    }
}
