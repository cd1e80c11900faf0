//! Reads a file block by block, so that large files need little memory.
//!
//! A file whose writer was killed, or is still running, may end within a block. That is no error: reading ends before
//! that block, and [`RecordReader::torn_bytes`] returns the number of bytes left. Any other damage is an error, also
//! in the last block, since a complete block might be repaired and must not be cut off:
//!
//! ```text
//!   the last block                                     is
//!   ends before its header or its records do           unfinished
//!   ends in zeros (a system that went down may give    unfinished
//!     a file its length before its bytes)
//!   is whole, and does not fit its checksum            damaged
//!   is too short, but fits its checksum with another   damaged: its header names a wrong length
//!     number of records, or holds another block
//! ```

use std::io::{self, BufRead, Read};
use std::path::Path;

use bytemuck::Zeroable;

use super::FileError;
use super::layout::{BlockHeader, FileHeader};
use crate::Record;

/// A record with the number of its game in the file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FileRecord {
    /// Counted from 0 in the order of the file; games without a record are not counted.
    pub game: u64,
    /// The position and its labels.
    pub record: Record,
}

/// Whole games, as they were written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordBlock {
    /// The number that the writer gave to the first game.
    pub first_game: u64,
    /// Number of games, those without a record included.
    pub games: u32,
    /// Their records, game after game.
    pub records: Vec<Record>,
}

/// Reads a file from its beginning.
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    note: String,
    /// Offset of the first block that was not read yet.
    offset: u64,
    torn_bytes: u64,
    /// `true` at the end or after damage: nothing more can be read.
    is_over: bool,
}

impl RecordReader<Box<dyn BufRead>> {
    /// Opens a file, which may be compressed.
    ///
    /// # Errors
    /// If it cannot be read or has another format.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        RecordReader::new(toolkit::input::open(path)?)
    }
}

impl<R: Read> RecordReader<R> {
    /// Reads the header of any input.
    ///
    /// # Errors
    /// If it cannot be read or has another format.
    pub fn new(mut input: R) -> Result<RecordReader<R>, FileError> {
        let mut header = FileHeader::zeroed();
        read_header(&mut input, bytemuck::bytes_of_mut(&mut header))?;
        let mut note = vec![0; header.note_length()?];
        read_header(&mut input, &mut note)?;
        let offset = (FileHeader::SIZE + note.len()) as u64;
        let note = String::from_utf8(note).map_err(|_| FileError::NotPositions)?;
        Ok(RecordReader { input, note, offset, torn_bytes: 0, is_over: false })
    }

    /// Note about how the records were made.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Offset of the first unread block. At the end, this is the length of the file without an unfinished block.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Number of bytes of an unfinished last block. 0 before the end is reached.
    pub fn torn_bytes(&self) -> u64 {
        self.torn_bytes
    }

    /// Warning about an unfinished last block, if there is one.
    pub fn warning(&self, path: &Path) -> Option<String> {
        let bytes = self.torn_bytes;
        let warning = || {
            format!(
                "warning: {}: {bytes} bytes of an unfinished block at its end are not read",
                path.display()
            )
        };
        (bytes > 0).then(warning)
    }

    /// The next block; `None` at the end, and after an error.
    ///
    /// # Errors
    /// If the file cannot be read, or the block is damaged.
    pub fn next_block(&mut self) -> Result<Option<RecordBlock>, FileError> {
        if self.is_over {
            return Ok(None);
        }
        let block = self.read_block();
        self.is_over = !matches!(block, Ok(Some(_)));
        block
    }

    fn read_block(&mut self) -> Result<Option<RecordBlock>, FileError> {
        let mut header = BlockHeader::zeroed();
        let read = fill(&mut self.input, bytemuck::bytes_of_mut(&mut header))?;
        if read < BlockHeader::SIZE {
            self.torn_bytes = read as u64;
            return Ok(None);
        }
        let Some(count) = header.records() else {
            let is_empty = bytemuck::bytes_of(&header) == [0; BlockHeader::SIZE];
            return self.torn_if_zeros(is_empty, read, "expected the beginning of a block");
        };
        let mut records = vec![Record::zeroed(); count];
        let payload: &mut [u8] = bytemuck::cast_slice_mut(&mut records);
        let read = fill(&mut self.input, payload)?;
        if read < payload.len() {
            return self.torn(&header, &payload[..read]);
        }
        if !header.fits(payload) {
            // No record is all zeros, since a position has kings.
            let has_no_end = payload.ends_with(&[0; Record::SIZE]);
            let size = BlockHeader::block_size(count);
            return self.torn_if_zeros(has_no_end, size, "the block does not fit its checksum");
        }
        self.offset += BlockHeader::block_size(count) as u64;
        Ok(Some(RecordBlock { first_game: header.first_game(), games: header.games(), records }))
    }

    /// All records with their games.
    pub fn file_records(self) -> FileRecords<R> {
        FileRecords { reader: self, records: Vec::new().into_iter(), games: 0 }
    }

    /// Handles a block that is longer than the rest of the file, because it is unfinished or its header is damaged.
    fn torn(&mut self, header: &BlockHeader, payload: &[u8]) -> Result<Option<RecordBlock>, FileError> {
        if BlockHeader::is_within(payload) || header.fits_shorter(payload) {
            return Err(self.corrupt("the header of the block names a wrong length"));
        }
        self.torn_bytes = (BlockHeader::SIZE + payload.len()) as u64;
        Ok(None)
    }

    /// Handles a bad block of which `seen` bytes were read, the last of them zeros if `has_no_end`. It is unfinished
    /// if only zeros follow.
    fn torn_if_zeros(
        &mut self,
        has_no_end: bool,
        seen: usize,
        problem: &'static str,
    ) -> Result<Option<RecordBlock>, FileError> {
        let mut rest = Vec::new();
        if has_no_end {
            self.input.by_ref().take(BlockHeader::MAX_BLOCK_BYTES as u64).read_to_end(&mut rest)?;
        }
        if !has_no_end || rest.iter().any(|&byte| byte != 0) {
            return Err(self.corrupt(problem));
        }
        self.torn_bytes = (seen + rest.len()) as u64;
        Ok(None)
    }

    fn corrupt(&self, problem: &'static str) -> FileError {
        FileError::Corrupt { offset: self.offset, problem }
    }
}

/// Iterates over the records of a file. After an error there is nothing more.
#[derive(Debug)]
pub struct FileRecords<R> {
    reader: RecordReader<R>,
    records: std::vec::IntoIter<Record>,
    /// Games begun so far.
    games: u64,
}

impl<R> FileRecords<R> {
    /// The reader, for its note and its offset.
    pub fn reader(&self) -> &RecordReader<R> {
        &self.reader
    }
}

impl<R: Read> Iterator for FileRecords<R> {
    type Item = Result<FileRecord, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(record) = self.records.next() {
                self.games += u64::from(record.starts_game());
                return Some(Ok(FileRecord { game: self.games.saturating_sub(1), record }));
            }
            match self.reader.next_block().transpose()? {
                Ok(block) => self.records = block.records.into_iter(),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}

/// Reads as many bytes as there are, up to the length of the buffer.
fn fill(input: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match input.read(&mut buffer[filled..]) {
            Ok(0) => break,
            Ok(read) => filled += read,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(filled)
}

fn read_header(input: &mut impl Read, buffer: &mut [u8]) -> Result<(), FileError> {
    if fill(input, buffer)? < buffer.len() { Err(FileError::NotPositions) } else { Ok(()) }
}
