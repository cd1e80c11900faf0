//! Properties of every evaluation, tested on random games and opening books.

mod accumulator;
mod counts;
mod endgames;
mod oracle;
mod positions;
mod scaling;
mod symmetry;
mod terms;
mod trace;
