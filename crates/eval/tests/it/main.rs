//! Properties of every evaluation, tested on random games and opening books.

mod accumulator;
mod counts;
mod endgames;
mod extremes;
mod features;
mod near_misses;
mod oracle;
mod positions;
mod scaling;
mod symmetry;
mod trace;
