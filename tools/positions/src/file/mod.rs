//! A file of records: a header, then blocks, each with its own checksum.
//!
//! ```text
//!   header   magic "coppice\0" 8 · version u32 · length of the note u32 · note (UTF-8)
//!   block    magic "game" 4 · CRC-32 of all that follows in the block u32 · records u32 · games u32
//!            · number of the first game u64 · 0 u64 · records, 32 bytes each
//!   block    …
//! ```
//!
//! All numbers are little-endian. A block holds whole games and is written in one go, so whatever happens to the
//! writer, the file is good up to its last block; what is left of an unfinished one is cut off when writing goes on. A
//! damaged file is not written to.
//! The note says how the records were made. The first record of a game carries a flag, and a block the numbers of
//! its games, so that a writer knows where to go on and a reader where a game begins.

mod error;
mod layout;
mod reader;
mod writer;

pub use error::FileError;
pub use reader::{FileRecord, RecordBlock, RecordReader};
pub use writer::{RecordWriter, ResumePoint};
