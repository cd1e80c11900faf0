//! Positions to learn from: what self-play writes and the tuner reads.
//!
//! ```text
//!   self-play ──▶ Record (32 bytes) ──▶ Writer ──▶ file ──▶ Reader ──▶ Filter ──▶ tuner
//!        text, EPD ──▲                                        └──▶ text, EPD
//! ```
//!
//! A [`Record`] is a position with the score that a search gave it, the move it chose and the result of the
//! game, if it is of one. Everything is written; what to leave out is decided by whoever reads, with a [`Filter`].
//!
//! | module | idea |
//! |---|---|
//! | [`record`] | a labelled position in 32 bytes |
//! | `piece_list` | the board in 24 of them, castling rights and en passant included |
//! | [`result`] | how a game ended |
//! | [`mod@file`] | blocks with checksums: a crash costs at most the last one |
//! | [`filter`] | which records a reader wants |
//! | [`text`] | lines of text and EPD, both ways |
//! | [`binary`] | formats of other programs: viriformat, bulletformat |
//! | [`pgn`] | games in PGN, with the scores behind their moves |
//! | [`book`] | opening books |
//! | [`referee`] | the end of a game, by the rules or by adjudication |
//! | [`input`] | files that may be compressed |

#![forbid(unsafe_code)]

pub mod binary;
pub mod book;
pub mod file;
pub mod filter;
pub mod input;
pub mod pgn;
pub mod record;
pub mod referee;
pub mod result;
pub mod text;

mod piece_list;

pub use book::Book;
pub use file::{FileError, FileRecord, RecordReader, RecordWriter};
pub use filter::Filter;
pub use record::{PackError, Record, UnpackError};
pub use result::GameResult;
