//! Fills the attack tables by walking rays, and the table of reversible moves by their Zobrist keys, and
//! writes both to `OUT_DIR` as Rust.
//!
//! Doing it here rather than in `const fn`s keeps `cargo check` quick. The walker and the magic numbers
//! are the crate's own files, included by path, so there is one copy of each. A magic number that sends
//! two different attack sets to one slot fails the build.

#[path = "src/attacks/magic_numbers.rs"]
#[allow(unreachable_pub)]
mod magic_numbers;
#[path = "src/attacks/rays.rs"]
#[allow(dead_code, unreachable_pub)]
mod rays;
#[path = "src/zobrist.rs"]
#[allow(dead_code, unreachable_pub)]
mod zobrist;

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use magic_numbers::{BISHOP_MAGICS, ROOK_MAGICS};
use rays::{BISHOP_STEPS, KING_STEPS, KNIGHT_STEPS, ROOK_STEPS, Step};
use types::{Color, Move, Piece, Role, Square};

fn main() {
    let sources = ["build.rs", "src/attacks/rays.rs", "src/attacks/magic_numbers.rs", "src/zobrist.rs"];
    for path in sources {
        println!("cargo::rerun-if-changed={path}");
    }
    let out_dir = env::var("OUT_DIR").expect("cargo sets OUT_DIR");
    let write = |name, text| fs::write(Path::new(&out_dir).join(name), text).expect("OUT_DIR is writable");
    write("attack_tables.rs", attack_tables());
    write("cuckoo_tables.rs", cuckoo_tables());
}

fn attack_tables() -> String {
    let mut out = String::new();
    let per_square = |f: &dyn Fn(u8) -> u64| (0..64).map(f).collect::<Vec<_>>();
    let table = |out: &mut String, name: &str, values: &[u64]| {
        writeln!(out, "static {name}: [u64; {}] = {values:?};", values.len()).unwrap();
    };
    table(&mut out, "KNIGHT", &per_square(&|s| rays::leaps(s, &KNIGHT_STEPS)));
    table(&mut out, "KING", &per_square(&|s| rays::leaps(s, &KING_STEPS)));
    table(&mut out, "WHITE_PAWN", &per_square(&|s| rays::leaps(s, &[(-1, 1), (1, 1)])));
    table(&mut out, "BLACK_PAWN", &per_square(&|s| rays::leaps(s, &[(-1, -1), (1, -1)])));
    table(&mut out, "ROOK_RAYS", &per_square(&|s| rays::slides(s, &ROOK_STEPS, 0)));
    table(&mut out, "BISHOP_RAYS", &per_square(&|s| rays::slides(s, &BISHOP_STEPS, 0)));
    pair_table(&mut out, "BETWEEN", between);
    pair_table(&mut out, "LINE", line);

    let mut slider_attacks = Vec::new();
    slider_table(&mut out, "ROOK", &ROOK_STEPS, &ROOK_MAGICS, &mut slider_attacks);
    slider_table(&mut out, "BISHOP", &BISHOP_STEPS, &BISHOP_MAGICS, &mut slider_attacks);
    // The padding is never read; it makes the length a power of two.
    slider_attacks.resize(slider_attacks.len().next_power_of_two(), 0);
    table(&mut out, "SLIDER_ATTACKS", &slider_attacks);
    out
}

fn pair_table(out: &mut String, name: &str, f: fn(u8, u8) -> u64) {
    writeln!(out, "static {name}: [[u64; 64]; 64] = [").unwrap();
    for from in 0..64 {
        writeln!(out, "{:?},", (0..64).map(|to| f(from, to)).collect::<Vec<_>>()).unwrap();
    }
    out.push_str("];\n");
}

/// The squares strictly between two squares on a common line; none if they share no line.
fn between(from: u8, to: u8) -> u64 {
    let ends = 1 << from | 1 << to;
    on_common_line(from, to, |steps| rays::slides(from, steps, ends) & rays::slides(to, steps, ends))
}

/// The whole line through two squares, edge to edge; nothing if they share no line.
fn line(from: u8, to: u8) -> u64 {
    on_common_line(from, to, |steps| {
        rays::slides(from, steps, 0) & rays::slides(to, steps, 0) | 1 << from | 1 << to
    })
}

fn on_common_line(from: u8, to: u8, f: impl Fn(&[Step; 4]) -> u64) -> u64 {
    let aligned = |steps: &&[Step; 4]| rays::slides(from, steps, 0) & 1 << to != 0;
    [&ROOK_STEPS, &BISHOP_STEPS].into_iter().find(aligned).map_or(0, f)
}

/// Appends the attacks of one kind of slider to `attacks`, indexed the way the target machine will, and
/// writes the arrays that say where each square's part begins and how to index it.
fn slider_table(out: &mut String, name: &str, steps: &[Step; 4], magics: &[u64; 64], attacks: &mut Vec<u64>) {
    let use_pext = target_has_pext();
    let masks: Vec<u64> = (0..64).map(|square| rays::blocker_mask(square, steps)).collect();
    let shifts: Vec<u32> = masks.iter().map(|mask| 64 - mask.count_ones()).collect();
    let mut offsets = Vec::new();
    for (square, (&mask, &magic)) in masks.iter().zip(magics).enumerate() {
        let offset = attacks.len();
        offsets.push(offset);
        attacks.resize(offset + (1 << mask.count_ones()), 0);
        for occupied in rays::subsets(mask) {
            let magic_index = occupied.wrapping_mul(magic) >> shifts[square];
            let index = if use_pext { pext(occupied, mask) } else { magic_index };
            let slot = &mut attacks[offset + index as usize];
            let wanted = rays::slides(square as u8, steps, occupied);
            assert!(
                *slot == 0 || *slot == wanted,
                "{name} magic {magic:#x} on square {square} collides: run tools/magics"
            );
            *slot = wanted;
        }
    }
    let hash = if use_pext { String::new() } else { format!(", shifts: {shifts:?}, magics: {magics:?}") };
    writeln!(out, "static {name}: Sliders = Sliders {{ masks: {masks:?}, offsets: {offsets:?}{hash} }};")
        .unwrap();
}

/// True if the code that will use the tables indexes them by PEXT (see `src/attacks/mod.rs`).
fn target_has_pext() -> bool {
    let features = env::var("CARGO_CFG_TARGET_FEATURE").unwrap_or_default();
    let arch = env::var("CARGO_CFG_TARGET_ARCH").unwrap_or_default();
    arch == "x86_64" && features.split(',').any(|feature| feature == "bmi2")
}

/// The result of the machine instruction: the bits of `value` under `mask`, moved together.
fn pext(value: u64, mask: u64) -> u64 {
    (0..64)
        .filter(|bit| mask >> bit & 1 == 1)
        .enumerate()
        .fold(0, |packed, (index, bit)| packed | (value >> bit & 1) << index)
}

/// The slots of the cuckoo table: a power of two, more than twice the number of moves.
const CUCKOO_SLOTS: usize = 8192;

/// Every move that can be taken back (a piece other than a pawn, on an empty board, one direction of the
/// two) in a cuckoo hash of the change it makes to the key: each change is in one of its two slots.
/// `src/draws.rs` explains its use.
fn cuckoo_tables() -> String {
    let mut slots: Vec<Option<(u64, Move)>> = vec![None; CUCKOO_SLOTS];
    let mut count = 0;
    for piece in Piece::ALL {
        for from in Square::ALL {
            let reach = reach(piece.role(), from as u8);
            for to in Square::ALL.into_iter().filter(|&to| to > from && reach >> to as u8 & 1 == 1) {
                let change = zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
                let change = change ^ zobrist::side_to_move(Color::Black);
                cuckoo_insert(&mut slots, (change.0, Move::normal(from, to)));
                count += 1;
            }
        }
    }
    assert_eq!(count, 3668, "the number of reversible moves is known");
    let keys: Vec<u64> = slots.iter().map(|slot| slot.map_or(0, |(key, _)| key)).collect();
    let moves: Vec<u16> = slots.iter().map(|slot| slot.map_or(0, |(_, mv)| mv.bits())).collect();
    format!(
        "static KEYS: [u64; {CUCKOO_SLOTS}] = {keys:?};\nstatic MOVES: [u16; {CUCKOO_SLOTS}] = {moves:?};\n"
    )
}

fn reach(role: Role, square: u8) -> u64 {
    match role {
        Role::Pawn => 0,
        Role::Knight => rays::leaps(square, &KNIGHT_STEPS),
        Role::Bishop => rays::slides(square, &BISHOP_STEPS, 0),
        Role::Rook => rays::slides(square, &ROOK_STEPS, 0),
        Role::Queen => rays::slides(square, &BISHOP_STEPS, 0) | rays::slides(square, &ROOK_STEPS, 0),
        Role::King => rays::leaps(square, &KING_STEPS),
    }
}

/// Puts an entry into one of its two slots, pushing whatever is there on to its other slot.
fn cuckoo_insert(slots: &mut [Option<(u64, Move)>], mut entry: (u64, Move)) {
    let mut slot = (entry.0 % CUCKOO_SLOTS as u64) as usize;
    for _ in 0..CUCKOO_SLOTS {
        match slots[slot].replace(entry) {
            None => return,
            Some(pushed_out) => entry = pushed_out,
        }
        let [first, second] = [entry.0, entry.0 >> 16].map(|hash| (hash % CUCKOO_SLOTS as u64) as usize);
        slot = if slot == first { second } else { first };
    }
    panic!("the cuckoo table has a cycle: choose another Zobrist seed");
}
