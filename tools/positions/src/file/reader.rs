//! Reading: block after block, so that no file is too large.
//!
//! A file whose writer was killed, or is still at work, may end within a block, and a system that went down may
//! leave the right length and the wrong bytes, but only there: a block is on the disk before the next is begun. That
//! is no error: reading ends before it, and [`Reader::torn_bytes`] tells how much was left. Damage anywhere else is
//! an error.
//!
//! A damaged header cannot be trusted to say where its block ends. So the bytes behind it are looked at: what is torn
//! is not longer than a block can be, and no other block begins in it.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;

use bytemuck::Zeroable;

use super::FileError;
use super::layout::{BlockHeader, FileHeader};
use crate::Record;

/// A record, and to which game of the file it belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Counted from 0 in the order of the file; games without a record are not counted.
    pub game: u64,
    /// The position and its labels.
    pub record: Record,
}

/// Whole games, as they were written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// The number that the writer gave to the first game.
    pub first_game: u64,
    /// How many games there are, those without a record included.
    pub games: u32,
    /// Their records, game after game.
    pub records: Vec<Record>,
}

/// Reads a file from its beginning.
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    note: String,
    /// Where the first block begins that was not read yet.
    offset: u64,
    torn_bytes: u64,
    /// Nothing more can be read: the end, or damage after which nothing can be trusted.
    is_over: bool,
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or is none of this kind.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Reader::new(BufReader::with_capacity(1 << 18, File::open(path)?))
    }
}

impl<R: Read> Reader<R> {
    /// Reads the header of any input.
    ///
    /// # Errors
    /// If it cannot be read or is none of this kind.
    pub fn new(mut input: R) -> Result<Reader<R>, FileError> {
        let mut header = FileHeader::zeroed();
        read_header(&mut input, bytemuck::bytes_of_mut(&mut header))?;
        let mut note = vec![0; header.note_length()?];
        read_header(&mut input, &mut note)?;
        let offset = (FileHeader::SIZE + note.len()) as u64;
        let note = String::from_utf8(note).map_err(|_| FileError::NotPositions)?;
        Ok(Reader { input, note, offset, torn_bytes: 0, is_over: false })
    }

    /// How the records were made.
    pub fn note(&self) -> &str {
        &self.note
    }

    /// Where the first block begins that was not read: once all are read, the length of the file without what
    /// is torn.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// How many bytes an unfinished last block left. 0 before the end is reached.
    pub fn torn_bytes(&self) -> u64 {
        self.torn_bytes
    }

    /// What people should know of a file that was read to its end: that some of it was not.
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
    /// If the file cannot be read, or if the block is damaged and more than that follows.
    pub fn next_block(&mut self) -> Result<Option<Block>, FileError> {
        if self.is_over {
            return Ok(None);
        }
        let block = self.read_block();
        self.is_over = !matches!(block, Ok(Some(_)));
        block
    }

    fn read_block(&mut self) -> Result<Option<Block>, FileError> {
        let mut header = BlockHeader::zeroed();
        let read = fill(&mut self.input, bytemuck::bytes_of_mut(&mut header))?;
        if read < BlockHeader::SIZE {
            self.torn_bytes = read as u64;
            return Ok(None);
        }
        let seen = bytemuck::bytes_of(&header);
        let Some(count) = header.records() else {
            let rest = self.rest(seen, BlockHeader::LONGEST_BLOCK)?;
            return self.torn(&rest, BlockHeader::LONGEST_BLOCK, "expected the beginning of a block");
        };
        let mut records = vec![Record::zeroed(); count];
        let payload: &mut [u8] = bytemuck::cast_slice_mut(&mut records);
        let read = fill(&mut self.input, payload)?;
        if read < payload.len() || !header.fits(payload) {
            let seen = [seen, &payload[..read]].concat();
            // A file that is still being written may have grown since its end was seen.
            let rest =
                if read < payload.len() { seen } else { self.rest(&seen, BlockHeader::block_size(count))? };
            return self.torn(&rest, BlockHeader::block_size(count), "the block is not as it was written");
        }
        self.offset += BlockHeader::block_size(count) as u64;
        Ok(Some(Block { first_game: header.first_game(), games: header.games(), records }))
    }

    /// All records with their games.
    pub fn entries(self) -> Entries<R> {
        Entries { reader: self, records: Vec::new().into_iter(), games: 0 }
    }

    /// What was seen of a bad block and all that follows, if that is not more than `most` bytes; else one more.
    fn rest(&mut self, seen: &[u8], most: usize) -> io::Result<Vec<u8>> {
        let mut bytes = seen.to_vec();
        let unseen = (most + 1).saturating_sub(seen.len());
        self.input.by_ref().take(unseen as u64).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Takes a bad block for the torn end of the file if it can be that: if it is not longer than `most`, and nothing
    /// in it looks like another block.
    fn torn(&mut self, rest: &[u8], most: usize, problem: &'static str) -> Result<Option<Block>, FileError> {
        if rest.len() > most || BlockHeader::is_within(&rest[1..]) {
            return Err(FileError::Corrupt { offset: self.offset, problem });
        }
        self.torn_bytes = rest.len() as u64;
        Ok(None)
    }
}

/// Iterates over the records of a file. After an error there is nothing more.
#[derive(Debug)]
pub struct Entries<R> {
    reader: Reader<R>,
    records: std::vec::IntoIter<Record>,
    /// Games begun so far.
    games: u64,
}

impl<R> Entries<R> {
    /// What is read, to ask it for its note and its end.
    pub fn reader(&self) -> &Reader<R> {
        &self.reader
    }
}

impl<R: Read> Iterator for Entries<R> {
    type Item = Result<Entry, FileError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(record) = self.records.next() {
                self.games += u64::from(record.starts_game());
                return Some(Ok(Entry { game: self.games.saturating_sub(1), record }));
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
