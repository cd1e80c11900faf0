//! Files of labelled positions, written by self-play and read by the tuner.
//!
//! ```text
//!   self-play ─▶ Record (32 bytes) ─▶ RecordWriter ─▶ file ─▶ RecordReader ─▶ Filter ─▶ tuner
//!        text, EPD ──▲                                        └──▶ text, EPD
//! ```
//!
//! A [`Record`] is a position with the score and the best move of a search, and the result of its game, if it has
//! one. All positions are written; the reader selects some of them with a [`Filter`].
//!
//! | module | idea |
//! |---|---|
//! | [`record`] | a labelled position in 32 bytes |
//! | `piece_list` | the board in 24 of these bytes, including castling rights and en passant |
//! | [`mod@file`] | blocks with checksums: a crash loses at most the last block |
//! | [`filter`] | conditions that select records |
//! | [`text`] | lines of text and EPD, both ways |
//! | [`binary`] | formats of other programs: viriformat, bulletformat |
//! | [`pgn`], [`result`] | games in PGN, with the scores behind their moves; the result of a game (crate `pgn`) |

#![forbid(unsafe_code)]

pub mod binary;
pub mod file;
pub mod filter;
pub mod record;
pub mod text;

mod piece_list;

pub use file::{FileError, FileRecord, RecordReader, RecordWriter};
pub use filter::Filter;
pub use pgn::{self, GameResult, result};
pub use record::{PackError, Record, UnpackError};
