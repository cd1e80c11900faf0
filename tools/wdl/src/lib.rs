//! Fits the chances to win, draw and lose to games of the engine.
//!
//! ```text
//!   PGN with scores ─┐
//!                    ├─▶ ResultTable ─▶ fit ─▶ WdlModel ─▶ constants for crates/eval/src/wdl.rs, table, plot
//!   datagen files   ─┘
//! ```
//!
//! In the model a score of `x` wins with probability `1 / (1 + exp((a − x) / b))` and loses with the probability that
//! `−x` wins. `a`, the score that wins every other game, and `b`, the steepness, are polynomials in the material on
//! the board. The fit makes what happened in the games as likely as possible.
//!
//! | module | idea |
//! |---|---|
//! | [`tally`] | counts of wins, draws and losses by score and material |
//! | [`pgn`], [`records`] | the two kinds of files |
//! | [`model`] | the curves |
//! | [`fit`] | the most likely ones |
//! | [`report`], [`plot`] | the report and the plot |

#![forbid(unsafe_code)]

pub mod fit;
pub mod model;
pub mod pgn;
pub mod plot;
pub mod records;
pub mod report;
pub mod tally;
