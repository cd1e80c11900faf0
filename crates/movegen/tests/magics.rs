//! Finds the magic numbers that `build.rs` fills its tables with, and compares them with those in the tree.
//!
//! A magic for a square is a multiplier that sends every occupancy of the slider's relevant squares to an
//! index of as many bits as there are relevant squares, so that two occupancies share an index only if
//! they give the same attacks. No formula is known; sparse random numbers are tried until one works. A collision that
//! slipped through would fail the build.
//!
//! To make the file anew, change the seed, run this test and copy the file that it names.

#[path = "../src/attacks/rays.rs"]
#[allow(dead_code, unreachable_pub)]
mod rays;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use rays::{BISHOP_STEPS, ROOK_STEPS, Step};

const SEED: u64 = 2026;

#[test]
fn the_numbers_in_the_tree_are_reproduced_from_their_seed() {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    let [rooks, bishops] = [&ROOK_STEPS, &BISHOP_STEPS]
        .map(|steps| (0..64).map(|square| find(square, steps, &mut rng)).collect::<Vec<u64>>());
    let found = render(&rooks, &bishops);
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("magic_numbers.rs");
    std::fs::write(&path, &found).unwrap();
    let is_same = found == include_str!("../src/attacks/magic_numbers.rs");
    assert!(is_same, "copy {} to src/attacks/magic_numbers.rs", path.display());
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

fn render(rooks: &[u64], bishops: &[u64]) -> String {
    format!(
        "// Found by tests/magics.rs with the seed {SEED}.\n\n{}\n{}",
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
