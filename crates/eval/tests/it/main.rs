//! What holds of every evaluation, tried on random games and opening books.

mod accumulator;
mod positions;
mod symmetry;
