//! Properties of the tools for tuning, on random games and on games of the engine at tiny node counts. Games are checked by
//! a second rules library, gradients by finite differences, fits by what made their data.

mod fitting;
mod model;
mod play;
mod program;
mod records;
mod samples;
mod wdl;
