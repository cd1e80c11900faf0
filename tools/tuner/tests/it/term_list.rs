//! A list of terms is read as the compiler reads it, and rewritten so that only its numbers change.

use eval::term::TermInfo;
use eval::terms::{TERMS, WEIGHTS};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use tuner::term_list::TermList;

const CURRENT: &str = include_str!("../../../../crates/eval/src/terms.rs");

fn read(text: &str) -> TermList {
    TermList::parse(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn weights_in(list: &TermList) -> Vec<(i16, i16)> {
    list.tables().iter().flat_map(|table| table.weights.clone()).collect()
}

/// Everything but digits, signs and blanks, which must not change.
fn letters(text: &str) -> String {
    text.chars().filter(|c| !c.is_ascii_digit() && !c.is_whitespace() && *c != '-').collect()
}

#[test]
fn the_current_list_is_read_as_it_was_built() {
    let list = read(CURRENT);
    list.expect_current().expect("built from it");
    assert_eq!(list.tables().len(), TERMS.iter().flat_map(TermInfo::tables).count());
    let (weights, lacking) = list.weights().expect("all are known");
    assert!(lacking.is_empty());
    for (read, built) in weights.iter().zip(&WEIGHTS) {
        assert_eq!(*read, [f64::from(built.middlegame()), f64::from(built.endgame())]);
    }
}

#[test]
fn the_same_weights_are_the_same_text() {
    let list = read(CURRENT);
    assert_eq!(list.with_weights(&weights_in(&list)), CURRENT);
}

#[test]
fn other_weights_are_read_back_and_all_else_stays() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let list = read(CURRENT);
    let mut weight = || (rng.random_range(-1200..1200), rng.random_range(-99..100));
    let weights: Vec<(i16, i16)> = (0..WEIGHTS.len()).map(|_| weight()).collect();
    let text = list.with_weights(&weights);
    let rewritten = read(&text);
    assert_eq!(weights_in(&rewritten), weights);
    assert_eq!(rewritten.with_weights(&weights), text);
    assert!(rewritten.expect_current().is_err());
    // Breaking a list anew may end it with a comma.
    assert_eq!(letters(&text).replace(",]", "]"), letters(CURRENT).replace(",]", "]"));
    let docs =
        |text: &str| text.lines().filter(|line| line.contains("//")).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(docs(&text), docs(CURRENT));
}

const SMALL: &str = "\
terms! {
Linear \"Some\" {
    /// One.
    ONE[1] = [(1, 2)];
    /// A board.
    BOARD[4] = [
        // The first line.
        ( 1, 20), (-30,  4),
        // The second.
        ( 5,  6), (  7,  8),
    ];
    /// Nothing is known yet.
    NEW[10] = [(0, 0); 10];
    /// It matters whose turn it is.
    TURN[2] = [(1, 1), (2, 2)],
        moving [(3, 3), (4, 4)];
}
}
";

#[test]
fn tables_keep_their_shape() {
    let weights = [(-7, 0), (1, 2), (3, 4), (5, 6), (-100, 8)];
    let turns = [(1, 1), (2, 9), (3, 9), (4, 4)];
    let weights: Vec<(i16, i16)> = weights.into_iter().chain([(1, -10); 10]).chain(turns).collect();
    let expected = "\
terms! {
Linear \"Some\" {
    /// One.
    ONE[1] = [(-7, 0)];
    /// A board.
    BOARD[4] = [
        // The first line.
        (   1, 2), (   3, 4),
        // The second.
        (   5, 6), (-100, 8),
    ];
    /// Nothing is known yet.
    NEW[10] = [
        (1, -10), (1, -10), (1, -10), (1, -10), (1, -10), (1, -10), (1, -10), (1, -10),
        (1, -10), (1, -10),
    ];
    /// It matters whose turn it is.
    TURN[2] = [(1, 1), (2, 9)],
        moving [(3, 9), (4, 4)];
}
}
";
    assert_eq!(read(SMALL).with_weights(&weights), expected);
}

#[test]
fn a_list_from_before_a_term_had_two_tables_is_read_as_if_both_were_that_one() {
    let term = TERMS.iter().find(|term| term.is_by_turn).expect("there are such terms");
    let mut tables = term.tables();
    let [waiting, moving] = [tables.next(), tables.next()].map(|table| table.expect("there are two"));
    let pairs: Vec<String> = waiting.clone().map(|index| format!("({index}, 7)")).collect();
    let text = |rest: &str| {
        format!(
            "terms! {{ Linear \"Some\" {{ {}[{}] = [{}]{rest}; }} }}",
            term.name,
            pairs.len(),
            pairs.join(", ")
        )
    };
    let weights = read(&text("")).weights().expect("the term is known").0;
    assert_eq!(weights[waiting.clone()], weights[moving]);
    assert_eq!(weights[waiting.start], [waiting.start as f64, 7.0]);
    let whole = TERMS.iter().find(|term| !term.is_by_turn && term.len == 1).expect("there are such terms");
    let other = format!("terms! {{ Linear \"Some\" {{ {}[1] = [(1, 1)], moving [(1, 1)]; }} }}", whole.name);
    assert!(read(&other).weights().is_err());
}

#[test]
fn long_lines_are_wrapped() {
    let list =
        format!("terms! {{\nLinear \"Some\" {{\n    LONG[9] = [{}];\n}}\n}}\n", ["(0, 0)"; 9].join(", "));
    let text = read(&list).with_weights(&[(-1000, -1000); 9]);
    assert!(text.lines().all(|line| line.len() <= 110), "{text}");
    assert_eq!(weights_in(&read(&text)), [(-1000, -1000); 9]);
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    let cases = [
        (SMALL.replace("(1, 2)", "(1 2)"), "line 4: found 2, expected ','"),
        (SMALL.replace("ONE[1]", "ONE[2]"), "line 4: ONE[2] has 1 weights"),
        (SMALL.replace("(1, 2)", "(1, 40000)"), "line 4: found 40000, expected a weight of 16 bits"),
        (SMALL.replace("\"Some\"", "Some"), "line 2: found Some, expected the name of a group in quotes"),
        (SMALL.replace("moving", "waiting"), "line 16: found waiting, expected moving"),
        (SMALL.replace("(3, 3), ", ""), "line 16: TURN[2] has 1 weights"),
        (SMALL.replace("terms!", "table!"), "expected a list of terms"),
        (SMALL[..SMALL.len() - 4].to_owned(), "the list ends where"),
    ];
    for (text, expected) in cases {
        let error = TermList::parse(&text).expect_err(expected).to_string();
        assert!(error.starts_with(expected), "{error:?}, expected {expected:?}");
    }
}
