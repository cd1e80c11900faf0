//! What holds of every evaluation, tried on random games and opening books.

mod accumulator;
mod endgames;
mod extremes;
mod features;
mod positions;
mod symmetry;
mod trace;
