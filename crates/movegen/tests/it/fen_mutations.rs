//! Damaged FENs and EPD lines: whatever a random edit makes of them is read or refused, never a panic, and
//! what is read can be played.

use std::cell::Cell;

use coppice_chess::Position;
use coppice_chess::text::Epd;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::fuzz_seeds::checks;
use crate::support::{Variant, for_cases, games};

/// The number of texts that are damaged.
const TEXTS: u32 = 1_000;
/// The number of times each is damaged anew.
const DAMAGES: usize = 20;

/// Letters that can stand for each other. A `b` is always a bishop here.
const KINDS: [&str; 3] = ["PNBRQKpnbrqk", "12345678", "w-"];
/// Characters and words that have a meaning in a FEN or an EPD.
const LETTERS: &str = "PNBRQKpnbrqk12345678/wb-KQkqABCDEFGHabcdefgh0123456789 ;\"é";

/// A change to a text: its kind, and two numbers that choose places or letters, modulo their count.
type Edit = (u8, usize, usize);

fn apply((kind, a, b): Edit, text: &mut Vec<char>) {
    if text.is_empty() {
        return;
    }
    let (at, other) = (a % text.len(), b % text.len());
    let any: Vec<char> = LETTERS.chars().collect();
    match kind {
        0..9 => {
            let kind = KINDS.into_iter().find(|kind| kind.contains(text[at])).unwrap_or(" ");
            let like: Vec<char> = kind.chars().collect();
            text[at] = like[b % like.len()];
        }
        9..12 => text[at] = any[b % any.len()],
        12..14 => text.insert(at, any[b % any.len()]),
        14..16 => drop(text.remove(at)),
        16..19 => text.swap(at, other),
        19 => text.truncate(at),
        _ => text.extend_from_within(at.min(other)..at.max(other)),
    }
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    vec((0..21u8, any::<usize>(), any::<usize>()), 1..3)
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
    edits.iter().for_each(|&edit| apply(edit, &mut text));
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
        checks::fen(text);
        text.parse::<Position>().is_ok()
    });
}

#[test]
fn damaged_epd_lines_are_refused_or_played() {
    const LINE: &str =
        r#"4k2r/8/8/8/8/8/8/R3K2R w KQk - bm Ra7 O-O; id "a; b"; c0 x; dm 3; hmvc 3; D1 20; D2 400;"#;
    for_damaged(Just(LINE.to_owned()), |line| {
        checks::fen(line);
        line.parse::<Epd>().is_ok()
    });
}
