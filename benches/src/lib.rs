//! What the benches share: the positions they run on, and other rules libraries to measure against.
//!
//! The benches themselves are in `benches/`, one file for each piece of work, and `cargo bench -p benches
//! --bench movegen` runs one of them. Absolute times say little on a machine that is doing other things too.
//! So perft is measured side by side with three libraries that many Rust programs use, on the same positions
//! in the same run, and `cargo run --release -p benches --bin perft-ratio` prints the ratios alone.

pub mod libraries;
pub mod positions;
