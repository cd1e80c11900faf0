//! What holds of the tuner, tried on random games.

mod fitting;
mod listing;
mod model;
mod program;
mod samples;
mod scale;
