//! Properties of the tuner, tested on random games.

mod fitting;
mod loading;
mod model;
mod program;
mod samples;
mod scale;
mod term_list;
