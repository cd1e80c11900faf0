//! Solves king and pawn against king, and writes the result of each position into a table of bits.
//!
//! White has the pawn, on one of the files a to d; the other half of the board is a mirror. With a side to
//! move that leaves 2 · 24 · 64 · 64 positions. White's wins are found by going over all of them again and
//! again, until a pass finds no new one:
//!
//! - White to move wins if a move leads to a win: a step of the king or of the pawn, or a promotion after
//!   which the new queen is not taken. (Where a queen would stalemate, a rook mates.)
//! - Black to move loses if every move leads to a win for White, and there is one; or if Black is mated.
//!
//! Positions that are never found are draws. [`index`] and the reader in `src/kpk.rs` number the positions alike.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

/// Positions, two sides to move together.
const POSITIONS: usize = 2 * 24 * 64 * 64;

/// A position: squares count from a1 = 0 along the ranks.
#[derive(Clone, Copy)]
struct PawnEnding {
    white_to_move: bool,
    pawn: u8,
    white_king: u8,
    black_king: u8,
}

/// The place of a position in the table.
fn index(position: PawnEnding) -> usize {
    let side = usize::from(!position.white_to_move);
    let pawn = usize::from(position.pawn / 8 - 1) * 4 + usize::from(position.pawn % 8);
    ((side * 24 + pawn) * 64 + usize::from(position.white_king)) * 64 + usize::from(position.black_king)
}

fn distance(one: u8, other: u8) -> u8 {
    (one / 8).abs_diff(other / 8).max((one % 8).abs_diff(other % 8))
}

/// The squares that a king on `square` attacks.
fn king_steps(square: u8) -> impl Iterator<Item = u8> {
    let near = |line: u8| line.saturating_sub(1)..=(line + 1).min(7);
    let around = near(square / 8).flat_map(move |rank| near(square % 8).map(move |file| rank * 8 + file));
    around.filter(move |&to| to != square)
}

fn pawn_attacks(pawn: u8, square: u8) -> bool {
    square / 8 == pawn / 8 + 1 && (square % 8).abs_diff(pawn % 8) == 1
}

fn is_legal(position: PawnEnding) -> bool {
    let PawnEnding { white_to_move, pawn, white_king, black_king } = position;
    let apart = distance(white_king, black_king) > 1 && white_king != pawn && black_king != pawn;
    apart && !(white_to_move && pawn_attacks(pawn, black_king))
}

/// Returns whether White, to move, wins at once or by reaching a known win.
fn white_wins(position: PawnEnding, wins: &[bool]) -> bool {
    let PawnEnding { pawn, white_king, black_king, .. } = position;
    let is_win = |next: PawnEnding| is_legal(next) && wins[index(next)];
    let next = PawnEnding { white_to_move: false, ..position };
    if king_steps(white_king).any(|to| is_win(PawnEnding { white_king: to, ..next })) {
        return true;
    }
    let stop = pawn + 8;
    if stop == white_king || stop == black_king {
        return false;
    }
    if stop / 8 == 7 {
        return distance(black_king, stop) > 1 || distance(white_king, stop) == 1;
    }
    let jump = stop + 8;
    let may_jump = pawn / 8 == 1 && jump != white_king && jump != black_king;
    is_win(PawnEnding { pawn: stop, ..next }) || may_jump && is_win(PawnEnding { pawn: jump, ..next })
}

/// Returns whether Black, to move, cannot avoid a known win of White.
fn black_loses(position: PawnEnding, wins: &[bool]) -> bool {
    let PawnEnding { pawn, white_king, black_king, .. } = position;
    let is_guarded = |to| distance(white_king, to) <= 1 || pawn_attacks(pawn, to);
    let mut moves = king_steps(black_king).filter(|&to| !is_guarded(to)).peekable();
    if moves.peek().is_none() {
        return pawn_attacks(pawn, black_king);
    }
    let next = PawnEnding { white_to_move: true, ..position };
    moves.all(|to| to != pawn && wins[index(PawnEnding { black_king: to, ..next })])
}

fn solve() -> Vec<bool> {
    let mut wins = vec![false; POSITIONS];
    let pawns = (1..7).flat_map(|rank| (0..4).map(move |file| rank * 8 + file));
    let squares = || (0..64u8).flat_map(|one| (0..64).map(move |other| (one, other)));
    let positions: Vec<PawnEnding> = pawns
        .flat_map(|pawn| squares().map(move |(white_king, black_king)| (pawn, white_king, black_king)))
        .flat_map(|(pawn, white_king, black_king)| {
            [true, false].map(|white_to_move| PawnEnding { white_to_move, pawn, white_king, black_king })
        })
        .filter(|&position| is_legal(position))
        .collect();
    let mut is_growing = true;
    while is_growing {
        is_growing = false;
        for &position in &positions {
            let place = index(position);
            let win = if position.white_to_move { white_wins } else { black_loses };
            if !wins[place] && win(position, &wins) {
                wins[place] = true;
                is_growing = true;
            }
        }
    }
    wins
}

/// 64 positions a word, the first in the lowest bit.
fn words(wins: &[bool]) -> impl Iterator<Item = u64> {
    wins.chunks(64).map(|chunk| chunk.iter().rev().fold(0, |word, &win| word << 1 | u64::from(win)))
}

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let mut text = format!("pub(super) static WINS: [u64; {}] = [", POSITIONS / 64);
    for word in words(&solve()) {
        let _ = write!(text, "{word:#x},");
    }
    text.push_str("];\n");
    let directory = env::var_os("OUT_DIR").ok_or(io::ErrorKind::NotFound)?;
    fs::write(Path::new(&directory).join("kpk.rs"), text)
}
