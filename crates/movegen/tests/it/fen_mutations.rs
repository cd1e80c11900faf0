//! Damaged FENs and EPD lines: whatever a random edit makes of them is read or refused, never a panic, and
//! what is read can be played.

use std::cell::Cell;

use coppice_chess::Position;
use coppice_chess::text::Epd;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::support::{Variant, for_cases, games, moves, moves_by_shakmaty, to_shakmaty};

/// The number of texts that are damaged.
const TEXTS: u32 = 1_000;
/// The number of times each is damaged anew.
const DAMAGES: usize = 20;

/// A change to a text, at a place counted modulo its length.
#[derive(Clone, Debug)]
enum Edit {
    Replace(usize, char),
    /// Replaces a piece by another, a digit by another, or a side by the other.
    Exchange(usize, usize),
    Insert(usize, char),
    Delete(usize),
    Swap(usize, usize),
    Truncate(usize),
    /// Repeats the text between two places.
    Repeat(usize, usize),
}

/// Letters that can stand for each other. A `b` is always a bishop here.
const KINDS: [&str; 4] = ["PNBRQKpnbrqk", "12345678", "w", "-"];

impl Edit {
    fn apply(&self, text: &mut Vec<char>) {
        if text.is_empty() {
            return;
        }
        let len = text.len();
        match *self {
            Edit::Replace(at, letter) => text[at % len] = letter,
            Edit::Exchange(at, with) => {
                let kind = KINDS.into_iter().find(|kind| kind.contains(text[at % len]));
                let others: Vec<char> = kind.unwrap_or(" ").chars().collect();
                text[at % len] = others[with % others.len()];
            }
            Edit::Insert(at, letter) => text.insert(at % len, letter),
            Edit::Delete(at) => drop(text.remove(at % len)),
            Edit::Swap(a, b) => text.swap(a % len, b % len),
            Edit::Truncate(at) => text.truncate(at % len),
            Edit::Repeat(a, b) => {
                let (a, b) = (a % len, b % len);
                text.extend_from_within(a.min(b)..a.max(b));
            }
        }
    }
}

fn letters() -> impl Strategy<Value = char> {
    // What means something in a FEN or an EPD, mostly.
    let meaningful: Vec<char> =
        "PNBRQKpnbrqk12345678/wb-KQkqABCDEFGHabcdefgh0123456789 ;\"".chars().collect();
    prop_oneof![9 => proptest::sample::select(meaningful), 1 => any::<char>()]
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = prop_oneof![
        9 => any::<(usize, usize)>().prop_map(|(at, with)| Edit::Exchange(at, with)),
        3 => (any::<usize>(), letters()).prop_map(|(at, letter)| Edit::Replace(at, letter)),
        2 => (any::<usize>(), letters()).prop_map(|(at, letter)| Edit::Insert(at, letter)),
        2 => any::<usize>().prop_map(Edit::Delete),
        3 => any::<(usize, usize)>().prop_map(|(a, b)| Edit::Swap(a, b)),
        1 => any::<usize>().prop_map(Edit::Truncate),
        1 => any::<(usize, usize)>().prop_map(|(a, b)| Edit::Repeat(a, b)),
    ];
    vec(edit, 1..3)
}

/// The FEN of a position from a game, in either style.
fn fens() -> impl Strategy<Value = String> {
    let game = proptest::sample::select(Variant::ALL.to_vec()).prop_flat_map(games);
    (game, any::<bool>()).prop_map(|(game, shredder)| match shredder {
        true => game.end().shredder_fen(),
        false => game.end().fen(),
    })
}

fn damaged(text: &str, edits: &[Edit]) -> String {
    let mut text: Vec<char> = text.chars().collect();
    edits.iter().for_each(|edit| edit.apply(&mut text));
    text.into_iter().collect()
}

/// Damages texts and passes each to a check that returns whether it could still be read. Enough must be readable,
/// because texts that are refused at once test little.
fn for_damaged(texts: impl Strategy<Value = String>, is_read: impl Fn(&str) -> bool) {
    let read = Cell::new(0);
    for_cases(TEXTS, (texts, vec(edits(), DAMAGES)), |(text, damages)| {
        let damaged = damages.iter().map(|edits| damaged(&text, edits));
        read.set(read.get() + damaged.filter(|text| is_read(text)).count());
    });
    println!("{} were read", read.get());
    assert!(read.get() > TEXTS as usize * DAMAGES / 10, "only {} were read", read.get());
}

#[test]
fn damaged_fens_are_refused_or_played() {
    for_damaged(fens(), |text| {
        let position = match text.parse::<Position>() {
            Ok(position) => position,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return false;
            }
        };
        for fen in [position.fen(), position.shredder_fen()] {
            assert_eq!(fen.parse().as_ref(), Ok(&position), "{text}");
        }
        assert!(position.rebuilt() == position, "{text}");
        assert_eq!(moves(&position), moves_by_shakmaty(&to_shakmaty(&position)), "{text}");
        for mv in position.legal_moves() {
            let next = position.after(mv);
            assert!(next.rebuilt() == next, "{mv} in {text}");
        }
        true
    });
}

#[test]
fn damaged_epd_lines_are_refused_or_written_and_read_back() {
    const LINE: &str =
        r#"4k2r/8/8/8/8/8/8/R3K2R w KQk - bm Ra7 O-O; id "a; b"; c0 x; dm 3; hmvc 3; D1 20; D2 400;"#;
    for_damaged(Just(LINE.to_owned()), |line| {
        let epd = match line.parse::<Epd>() {
            Ok(epd) => epd,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                return false;
            }
        };
        assert_eq!(epd.to_string().parse().as_ref(), Ok(&epd), "{line}");
        // Operands are right or refused when they are read.
        let _ = (epd.id(), epd.best_moves(), epd.avoid_moves(), epd.mate_in());
        true
    });
}
