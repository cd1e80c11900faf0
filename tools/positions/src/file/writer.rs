//! Writing: games are collected until there are enough for a block, which then goes to the file in one go.
//!
//! A file has one writer: it is locked while it is written, since two would write over each other's blocks.

use std::fs::{File, OpenOptions};
use std::io::{BufReader, Seek, SeekFrom, Write};
use std::path::Path;

use fs4::{FileExt, TryLockError};

use super::layout::{BlockHeader, FileHeader};
use super::{Block, FileError, Reader};
use crate::Record;

/// A block is written once it holds so many records: 128 KiB.
const BLOCK_RECORDS: usize = 4096;

/// How far a file has got.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Progress {
    /// The number of the game to go on with.
    pub next_game: u64,
    /// Records in the file.
    pub records: u64,
    /// Bytes of an unfinished block that were cut off.
    pub torn_bytes: u64,
}

/// Appends games to a file.
///
/// What was not yet written is lost if [`Writer::flush`] is not called at the end.
pub struct Writer {
    file: File,
    records: Vec<Record>,
    /// The number of the first game of the block that is being collected.
    first_game: u64,
    games: u32,
}

impl Writer {
    /// Begins a new file.
    ///
    /// # Errors
    /// If the file exists already or cannot be written, or if the note is longer than 64 KiB.
    pub fn create(path: &Path, note: &str) -> Result<Writer, FileError> {
        let header = FileHeader::new(note)?;
        let mut file = OpenOptions::new().write(true).create_new(true).open(path)?;
        lock(&file)?;
        file.write_all(&[bytemuck::bytes_of(&header), note.as_bytes()].concat())?;
        Ok(Writer::at(file, 0))
    }

    /// Goes on with a file that was made with the same note. Its blocks are read, checked and shown to `on_block`;
    /// an unfinished last one is cut off.
    ///
    /// # Errors
    /// If the file cannot be read or written, is being written, is damaged before its last block, or has another
    /// note. It is then as it was.
    pub fn resume(
        path: &Path,
        note: &str,
        mut on_block: impl FnMut(&Block),
    ) -> Result<(Writer, Progress), FileError> {
        let mut file = OpenOptions::new().read(true).write(true).open(path)?;
        lock(&file)?;
        let mut reader = Reader::new(BufReader::new(&file))?;
        if reader.note() != note {
            let found = reader.note().to_owned();
            return Err(FileError::Note { found, expected: note.to_owned() });
        }
        let mut progress = Progress::default();
        while let Some(block) = reader.next_block()? {
            progress.next_game = block.first_game + u64::from(block.games);
            progress.records += block.records.len() as u64;
            on_block(&block);
        }
        progress.torn_bytes = reader.torn_bytes();
        let length = reader.offset();
        file.set_len(length)?;
        file.seek(SeekFrom::End(0))?;
        Ok((Writer::at(file, progress.next_game), progress))
    }

    fn at(file: File, first_game: u64) -> Writer {
        Writer { file, records: Vec::new(), first_game, games: 0 }
    }

    /// Adds the next game. Its first record becomes the one that starts it; a game without records is counted too.
    ///
    /// # Errors
    /// If a block is full and cannot be written.
    pub fn write_game(&mut self, records: &[Record]) -> Result<(), FileError> {
        let starts = std::iter::once(true).chain(std::iter::repeat(false));
        self.records.extend(records.iter().zip(starts).map(|(record, start)| record.with_game_start(start)));
        self.games += 1;
        if self.records.len() >= BLOCK_RECORDS { self.flush() } else { Ok(()) }
    }

    /// Writes what was collected, and sees to it that it is on the disk.
    ///
    /// # Errors
    /// If the file cannot be written. It may then end in an unfinished block.
    pub fn flush(&mut self) -> Result<(), FileError> {
        if self.games == 0 {
            return Ok(());
        }
        let header = BlockHeader::new(&self.records, self.games, self.first_game)?;
        let bytes = [bytemuck::bytes_of(&header), bytemuck::cast_slice(&self.records)].concat();
        self.file.write_all(&bytes)?;
        self.file.sync_data()?;
        self.first_game += u64::from(self.games);
        self.games = 0;
        self.records.clear();
        Ok(())
    }
}

/// The lock goes with the file's closing, also if the program dies.
fn lock(file: &File) -> Result<(), FileError> {
    // Not the method of the standard library, which older compilers lack.
    FileExt::try_lock(file).map_err(|error| match error {
        TryLockError::WouldBlock => FileError::Locked,
        TryLockError::Error(error) => FileError::Io(error),
    })
}
