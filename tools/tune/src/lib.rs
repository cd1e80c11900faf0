//! Tuning of the evaluation: positions from self-play, the fit of all weights, and what a score is worth.
//!
//! ```text
//!   play ─▶ records ─▶ fit ─▶ crates/eval/src/terms.rs
//!   text, EPD, PGN ─▶ ┴────▶ wdl ─▶ constants for crates/eval/src/wdl.rs
//! ```
//!
//! A [`Record`] is a position with the score and the best move of a search, and the result of its game, if it has one.
//! All positions of a game are written; readers choose some of them with a [`Filter`]. Every command reads every format
//! by [`Source`].
//!
//! | module | idea |
//! |---|---|
//! | [`record`], [`file`](mod@file) | a labelled position in 32 bytes; files of them |
//! | [`text`] | records as lines of text; EPD is only read |
//! | [`source`] | the reader of all formats, and the choice of positions |
//! | [`play`] | self-play |
//! | [`convert`], [`stats`], [`rescore`] | formats; counts; labels by another engine |
//! | [`fit`] | the fit of the weights |
//! | [`wdl`] | the fit of the chances to win, draw and lose |

#![forbid(unsafe_code)]
// A library for the program and its tests alone.
#![allow(missing_docs)]

pub mod convert;
pub mod file;
pub mod fit;
pub mod play;
pub mod record;
pub mod rescore;
pub mod source;
pub mod stats;
pub mod text;
pub mod wdl;

pub use file::{RecordFile, RecordWriter};
pub use record::Record;
pub use source::{Filter, Source};
