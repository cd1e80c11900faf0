//! A file of records: a header, then blocks, each with its own checksum.
//!
//! ```text
//!   header   magic "coppice\0" 8 · version u32 · length of the note u32 · note (UTF-8)
//!   block    magic "game" 4 · CRC-32 of all that follows in the block u32 · records u32 · games u32
//!            · number of the first game u64 · 0 u64 · records, 32 bytes each
//!   block    …
//! ```
//!
//! All numbers are little-endian. A block holds whole games and is written at once, so if the writer fails, the file
//! is good up to its last block. An unfinished block is cut off when writing continues. A damaged file is not written
//! to. The note describes how the records were made. The first record of a game has a flag, and a block has the
//! numbers of its games, so that a writer can continue and a reader can find the start of each game.

mod error;
mod layout;
mod reader;
mod writer;

pub use error::FileError;
pub use reader::{FileRecord, RecordBlock, RecordReader};
pub use writer::{RecordWriter, ResumePoint};
