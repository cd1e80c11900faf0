//! Writes a file: games are collected until they fill a block, which is then written at once.
//!
//! A file is locked while it is written, since two writers would overwrite each other's blocks.

use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use super::layout::{BlockHeader, FileHeader};
use super::{FileError, RecordBlock, RecordReader};
use crate::Record;

/// Number of records that fill a block: 128 KiB.
const BLOCK_RECORDS: usize = 4096;

/// Contents of a file that is resumed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ResumePoint {
    /// The number of the next game.
    pub next_game: u64,
    /// Records in the file.
    pub records: u64,
    /// Bytes of an unfinished block that were cut off.
    pub torn_bytes: u64,
}

/// Appends games to a file.
///
/// Call [`RecordWriter::flush`] at the end; otherwise the last games are lost.
pub struct RecordWriter {
    file: File,
    /// Offset of the next block, after the last complete one.
    end: u64,
    records: Vec<Record>,
    /// The number of the first game of the block that is being collected.
    first_game: u64,
    games: u32,
}

impl RecordWriter {
    /// Creates a new file.
    ///
    /// # Errors
    /// If the file exists already or cannot be written, or if the note is longer than 64 KiB.
    pub fn create(path: &Path, note: &str) -> Result<RecordWriter, FileError> {
        let beginning = beginning(note)?;
        RecordWriter::begin(File::create_new(path)?, &beginning)
    }

    /// Starts an empty file that is open for writing.
    ///
    /// # Errors
    /// If the file is being written or cannot be, or if the note is longer than 64 KiB.
    pub fn of(file: File, note: &str) -> Result<RecordWriter, FileError> {
        RecordWriter::begin(file, &beginning(note)?)
    }

    /// Continues a file with the same note. Its blocks are read, checked and passed to `on_block`; an unfinished last
    /// block is cut off. A file whose header is unfinished is started anew.
    ///
    /// # Errors
    /// If the file cannot be read or written, is being written, is damaged, or has another note. The file is then
    /// unchanged.
    pub fn resume(
        path: &Path,
        note: &str,
        mut on_block: impl FnMut(&RecordBlock),
    ) -> Result<(RecordWriter, ResumePoint), FileError> {
        let beginning = beginning(note)?;
        let file = OpenOptions::new().read(true).write(true).open(path)?;
        lock(&file)?;
        if is_hardly_begun(&file, &beginning)? {
            return Ok((RecordWriter::over(file, &beginning)?, ResumePoint::default()));
        }
        let mut reader = RecordReader::new(BufReader::new(&file))?;
        if reader.note() != note {
            let found = reader.note().to_owned();
            return Err(FileError::Note { found, expected: note.to_owned() });
        }
        let mut progress = ResumePoint::default();
        while let Some(block) = reader.next_block()? {
            progress.next_game = block.first_game + u64::from(block.games);
            progress.records += block.records.len() as u64;
            on_block(&block);
        }
        progress.torn_bytes = reader.torn_bytes();
        let end = reader.offset();
        file.set_len(end)?;
        Ok((RecordWriter::at(file, end, progress.next_game), progress))
    }

    fn begin(file: File, beginning: &[u8]) -> Result<RecordWriter, FileError> {
        lock(&file)?;
        Ok(RecordWriter::over(file, beginning)?)
    }

    /// Writes the header, over a part of it that may exist.
    fn over(mut file: File, beginning: &[u8]) -> io::Result<RecordWriter> {
        file.rewind()?;
        file.write_all(beginning)?;
        Ok(RecordWriter::at(file, beginning.len() as u64, 0))
    }

    fn at(file: File, end: u64, first_game: u64) -> RecordWriter {
        RecordWriter { file, end, records: Vec::new(), first_game, games: 0 }
    }

    /// Adds the next game. Its first record is flagged as the start; a game without records is counted too.
    ///
    /// # Errors
    /// If a block is full and cannot be written.
    pub fn write_game(&mut self, records: &[Record]) -> Result<(), FileError> {
        let starts = std::iter::once(true).chain(std::iter::repeat(false));
        self.records.extend(records.iter().zip(starts).map(|(record, start)| record.with_game_start(start)));
        self.games += 1;
        if self.records.len() >= BLOCK_RECORDS { self.flush() } else { Ok(()) }
    }

    /// Writes the collected games, and syncs the file to disk.
    ///
    /// # Errors
    /// If the file cannot be written. It is then unchanged, or ends in an unfinished block; the collected games are
    /// kept and may be written later.
    pub fn flush(&mut self) -> Result<(), FileError> {
        if self.games == 0 {
            return Ok(());
        }
        let header = BlockHeader::new(&self.records, self.games, self.first_game)?;
        let bytes = [bytemuck::bytes_of(&header), bytemuck::cast_slice(&self.records)].concat();
        self.append(&bytes).inspect_err(|_| {
            // If this fails too, the next attempt overwrites the rest.
            let _ = self.file.set_len(self.end);
        })?;
        self.end += bytes.len() as u64;
        self.first_game += u64::from(self.games);
        self.games = 0;
        self.records.clear();
        Ok(())
    }

    /// Writes after the last complete block, over the remains of a failed attempt, which would make the file
    /// unreadable.
    fn append(&mut self, block: &[u8]) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.end))?;
        self.file.write_all(block)?;
        self.file.sync_data()
    }
}

/// The header and the note.
fn beginning(note: &str) -> Result<Vec<u8>, FileError> {
    Ok([bytemuck::bytes_of(&FileHeader::new(note)?), note.as_bytes()].concat())
}

/// Returns `true` if a file holds only a part of the header, because its writer was killed.
fn is_hardly_begun(mut file: &File, beginning: &[u8]) -> io::Result<bool> {
    let mut found = Vec::new();
    file.take(beginning.len() as u64).read_to_end(&mut found)?;
    file.rewind()?;
    Ok(found.len() < beginning.len() && beginning.starts_with(&found))
}

/// Locks a file. The lock ends when the file is closed, also if the program dies.
fn lock(file: &File) -> Result<(), FileError> {
    file.try_lock().map_err(|error| match error {
        std::fs::TryLockError::WouldBlock => FileError::Locked,
        std::fs::TryLockError::Error(error) => FileError::Io(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A part of a block, or all of it without the final sync.
    #[test]
    fn files_of_a_failed_attempt_are_overwritten() {
        let record: Record = bytemuck::Zeroable::zeroed();
        for left in [1, BlockHeader::SIZE + 5, BlockHeader::block_size(2)] {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("games.bin");
            let mut writer = RecordWriter::create(&path, "note").unwrap();
            for game in 0..2 {
                writer.write_game(&[record; 2]).unwrap();
                let header = BlockHeader::new(&writer.records, 1, game).unwrap();
                let block = [bytemuck::bytes_of(&header), bytemuck::cast_slice(&writer.records)].concat();
                writer.file.write_all(&block[..left]).unwrap();
                writer.flush().unwrap();
            }
            let mut reader = RecordReader::open(&path).unwrap();
            let games: Vec<u64> =
                std::iter::from_fn(|| reader.next_block().unwrap()).map(|block| block.first_game).collect();
            assert_eq!(games, [0, 1], "{left} bytes were left");
            assert_eq!(reader.torn_bytes(), 0);
        }
    }
}
