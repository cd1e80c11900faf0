//! The whole tool, with programs that stand in for fastchess and for engines.

#![cfg(unix)]

mod matches;
mod real;
mod revisions;
mod speed;
mod support;
mod tunes;
