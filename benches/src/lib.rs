//! The positions that the benches share.
//!
//! The benches themselves are in `benches/`, one file for each piece of work, and `cargo bench -p benches
//! --bench movegen` runs one of them. Whole searches are measured by the engine's command `bench`, perft by `tools/perft`,
//! and self-play by `tune play`. Absolute times say little on a machine that is doing other things too. So `comparison/`, a workspace of its own, measures perft side by side with three libraries that many Rust
//! programs use, on the same positions in the same run, and prints the ratios.

pub mod positions;
