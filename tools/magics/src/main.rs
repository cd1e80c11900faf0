//! Finds the magic numbers that `movegen`'s `build.rs` fills its tables with.
//!
//! A magic for a square is a multiplier that sends every occupancy of the slider's relevant squares to an
//! index of as many bits as there are relevant squares, so that two occupancies share an index only if
//! they give the same attacks. No formula is known; sparse random numbers are tried until one works.
//!
//! The search is seeded, and the seed is printed with the result, so
//!
//! ```text
//! cargo run --release -p magics > crates/movegen/src/attacks/magic_numbers.rs
//! ```
//!
//! reproduces the file in the tree byte for byte. A collision that slipped through would fail the build.

#[path = "../../../crates/movegen/src/attacks/rays.rs"]
#[allow(dead_code, unreachable_pub)]
mod rays;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use indicatif::{ProgressBar, ProgressStyle};
use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use rays::{BISHOP_STEPS, ROOK_STEPS, Step};
use toolkit::{End, say};

/// Finds magic numbers for rooks and bishops and prints them as Rust.
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Seed of the random search.
    #[arg(long, default_value_t = 2026)]
    seed: u64,
}

fn main() -> ExitCode {
    End::exit_code(run(&Args::parse()))
}

fn run(args: &Args) -> Result<End> {
    let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
    let style = ProgressStyle::with_template("{msg:8} {bar:40} {pos}/{len} squares, {elapsed}")?;
    let bar = ProgressBar::new(128).with_style(style);
    let rooks = find_all("rooks", &ROOK_STEPS, &mut rng, &bar);
    let bishops = find_all("bishops", &BISHOP_STEPS, &mut rng, &bar);
    bar.finish_and_clear();
    say(render(args.seed, &rooks, &bishops))?;
    eprintln!("128 magic numbers found with seed {} in {:.1?}", args.seed, bar.elapsed());
    Ok(End::Complete)
}

fn find_all(name: &'static str, steps: &[Step; 4], rng: &mut ChaCha8Rng, bar: &ProgressBar) -> Vec<u64> {
    bar.set_message(name);
    (0..64)
        .map(|square| {
            let magic = find(square, steps, rng);
            bar.inc(1);
            magic
        })
        .collect()
}

/// The first number of the random sequence that is a magic for this square.
fn find(square: u8, steps: &[Step; 4], rng: &mut ChaCha8Rng) -> u64 {
    let mask = rays::blocker_mask(square, steps);
    let wanted: Vec<(u64, u64)> =
        rays::subsets(mask).map(|occupied| (occupied, rays::slides(square, steps, occupied))).collect();
    let mut table = vec![0; wanted.len()];
    loop {
        // Few bits: each set bit adds a shifted copy of the occupancy, and few copies collide less.
        let magic = rng.next_u64() & rng.next_u64() & rng.next_u64();
        if is_magic(magic, mask.count_ones(), &wanted, &mut table) {
            return magic;
        }
    }
}

fn is_magic(magic: u64, bits: u32, wanted: &[(u64, u64)], table: &mut [u64]) -> bool {
    // An attack set is never empty, so 0 marks a free slot.
    table.fill(0);
    wanted.iter().all(|&(occupied, attacks)| {
        let slot = &mut table[(occupied.wrapping_mul(magic) >> (64 - bits)) as usize];
        let fits = *slot == 0 || *slot == attacks;
        *slot = attacks;
        fits
    })
}

fn render(seed: u64, rooks: &[u64], bishops: &[u64]) -> String {
    format!(
        "// Made by `cargo run --release -p magics -- --seed {seed}`.\n\n{}\n{}",
        render_table("ROOK_MAGICS", "The multipliers for rooks, a1 to h8.", rooks),
        render_table("BISHOP_MAGICS", "The multipliers for bishops, a1 to h8.", bishops),
    )
}

fn render_table(name: &str, doc: &str, magics: &[u64]) -> String {
    let rows: String = magics
        .chunks(4)
        .map(|row| {
            let cells: Vec<String> = row.iter().map(|magic| format!("{magic:#018x}")).collect();
            format!("    {},\n", cells.join(", "))
        })
        .collect();
    format!("/// {doc}\n#[rustfmt::skip]\npub const {name}: [u64; 64] = [\n{rows}];\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_in_the_tree_are_reproduced_from_their_seed() {
        let bar = ProgressBar::hidden();
        let mut rng = ChaCha8Rng::seed_from_u64(2026);
        let rooks = find_all("rooks", &ROOK_STEPS, &mut rng, &bar);
        let bishops = find_all("bishops", &BISHOP_STEPS, &mut rng, &bar);
        let committed = include_str!("../../../crates/movegen/src/attacks/magic_numbers.rs");
        assert_eq!(render(2026, &rooks, &bishops), committed);
    }

    #[test]
    fn a_multiplier_that_merges_different_attacks_is_no_magic() {
        let mask = rays::blocker_mask(0, &ROOK_STEPS);
        let wanted: Vec<(u64, u64)> =
            rays::subsets(mask).map(|o| (o, rays::slides(0, &ROOK_STEPS, o))).collect();
        let mut table = vec![0; wanted.len()];
        assert!(!is_magic(0, mask.count_ones(), &wanted, &mut table));
        assert!(!is_magic(1, mask.count_ones(), &wanted, &mut table));
    }
}
