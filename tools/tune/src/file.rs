//! A file of records: a header, then records, game after game.
//!
//! ```text
//!   magic "coppice\0" 8 · version u32 · length of the note u32 · note (UTF-8) · records, 32 bytes each
//! ```
//!
//! All numbers are little-endian. The note describes how the records were made. The last record of a game has a flag, so
//! a file whose writer was killed, or is still running, is good up to its last whole game: reading ends there, and
//! writing continues there. Every record read is checked to be a legal position.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, bail, ensure};
use bytemuck::Zeroable as _;

use crate::Record;

/// The first bytes of a file.
pub const MAGIC: &[u8; 8] = b"coppice\0";
const VERSION: u32 = 2;
/// Limits: more means that the file is damaged.
const MAX_NOTE: u32 = 1 << 16;
const MAX_GAME: usize = 1 << 20;

/// Reads a file from its beginning, game by game.
pub struct RecordFile<R> {
    input: R,
    /// Settings with which the records were made.
    pub note: String,
    /// Offset behind the last whole game that was read.
    pub offset: u64,
    /// At the end, the number of bytes of an unfinished last game.
    pub torn: u64,
}

impl<R: BufRead> RecordFile<R> {
    pub fn new(mut input: R) -> Result<RecordFile<R>> {
        const EXPECTED: &str =
            "no file of positions, expected one that begins with 'coppice', a version and a note";
        let mut header = [0; 16];
        ensure!(fill(&mut input, &mut header)? == header.len() && header.starts_with(MAGIC), EXPECTED);
        let number = |at: usize| u32::from_le_bytes(std::array::from_fn(|index| header[at + index]));
        let (version, length) = (number(8), number(12));
        ensure!(version == VERSION, "version {version} of the format, expected {VERSION}");
        ensure!(length <= MAX_NOTE, EXPECTED);
        let mut note = vec![0; length as usize];
        ensure!(fill(&mut input, &mut note)? == note.len(), EXPECTED);
        let offset = (header.len() + note.len()) as u64;
        let note = String::from_utf8(note).context(EXPECTED)?;
        Ok(RecordFile { input, note, offset, torn: 0 })
    }

    /// The next game; `None` at the end of the last whole one.
    pub fn next_game(&mut self) -> Result<Option<Vec<Record>>> {
        let mut game: Vec<Record> = Vec::new();
        loop {
            let mut record = Record::zeroed();
            let read = fill(&mut self.input, bytemuck::bytes_of_mut(&mut record))?;
            let place = self.offset + (game.len() * Record::SIZE) as u64;
            if read < Record::SIZE {
                self.torn = place - self.offset + read as u64;
                return Ok(None);
            }
            if let Err(error) = record.position() {
                // A system that went down may give a file its length before its bytes.
                let zeros = zeros_to_the_end(&record, &mut self.input)?;
                if zeros > 0 {
                    self.torn = place - self.offset + zeros;
                    return Ok(None);
                }
                bail!("damaged at byte {place}: {error:#} (the {} bytes before are good)", self.offset);
            }
            game.push(record);
            if record.ends_game() {
                self.offset = place + Record::SIZE as u64;
                return Ok(Some(game));
            }
            ensure!(game.len() < MAX_GAME, "damaged at byte {}: a game of {MAX_GAME} positions", self.offset);
        }
    }
}

/// The number of bytes from a record to the end of the input if all of them are zeros, otherwise 0.
fn zeros_to_the_end(record: &Record, input: &mut impl Read) -> io::Result<u64> {
    let (mut zeros, mut buffer) = (Record::SIZE as u64, vec![0; 1 << 16]);
    if bytemuck::bytes_of(record) != [0; Record::SIZE] {
        return Ok(0);
    }
    loop {
        let read = fill(input, &mut buffer)?;
        if buffer[..read].iter().any(|&byte| byte != 0) {
            return Ok(0);
        }
        zeros += read as u64;
        if read < buffer.len() {
            return Ok(zeros);
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

/// Appends games to a file, which is locked meanwhile.
pub struct RecordWriter {
    file: File,
    /// Offset behind the last whole game.
    end: u64,
}

impl RecordWriter {
    /// Begins an empty file that is open for writing.
    pub fn new(mut file: File, note: &str) -> Result<RecordWriter> {
        lock(&file)?;
        let length = u32::try_from(note.len()).ok().filter(|&length| length <= MAX_NOTE);
        let length = length.context("the note on how the file is made is longer than 64 KiB")?;
        let header = [MAGIC, &VERSION.to_le_bytes()[..], &length.to_le_bytes(), note.as_bytes()].concat();
        if let Err(error) = file.write_all(&header) {
            // An empty file can be begun again.
            let _ = file.set_len(0);
            return Err(error).context("cannot be written");
        }
        Ok(RecordWriter { file, end: header.len() as u64 })
    }

    /// Begins a file that is empty or does not exist, or continues one with the same note: its games are passed to `on_game`, and an
    /// unfinished last one is cut off.
    ///
    /// # Errors
    /// If the file cannot be read or written, another program is writing it, it is damaged, or it has another note. It is
    /// then unchanged.
    pub fn resume(path: &Path, note: &str, mut on_game: impl FnMut(&[Record])) -> Result<RecordWriter> {
        if fs::metadata(path).map_or(true, |file| file.len() == 0) {
            let file = OpenOptions::new().create(true).write(true).truncate(false).open(path);
            return RecordWriter::new(file.context("cannot be created")?, note);
        }
        let file = OpenOptions::new().read(true).write(true).open(path).context("cannot be continued")?;
        lock(&file)?;
        let mut reader = RecordFile::new(BufReader::new(&file))?;
        ensure!(
            reader.note == note,
            "was made with\n  {}\nand cannot be continued with\n  {note}",
            reader.note
        );
        while let Some(game) = reader.next_game()? {
            on_game(&game);
        }
        let (end, torn) = (reader.offset, reader.torn);
        file.set_len(end).context("cannot be written")?;
        if torn > 0 {
            eprintln!("warning: {}: cut off {torn} bytes of an unfinished game", path.display());
        }
        Ok(RecordWriter { file, end })
    }

    /// Adds a game of one record or more at once.
    ///
    /// # Errors
    /// If it cannot be written. The file is then unchanged, or ends in an unfinished game that the next one overwrites.
    pub fn write_game(&mut self, records: &[Record]) -> Result<()> {
        let Some((last, records)) = records.split_last() else { return Ok(()) };
        let game: Vec<Record> = records.iter().map(|record| record.with_game_end(false)).collect();
        let bytes = [bytemuck::cast_slice(&game), bytemuck::bytes_of(&last.with_game_end(true))].concat();
        let written = self.file.seek(SeekFrom::Start(self.end)).and_then(|_| self.file.write_all(&bytes));
        if let Err(error) = written {
            // If this fails too, readers take the rest for an unfinished game.
            let _ = self.file.set_len(self.end);
            return Err(error).context("cannot be written");
        }
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Waits until all is on the disk.
    pub fn sync(&self) -> Result<()> {
        self.file.sync_data().context("cannot be written")
    }
}

/// Locks a file. The lock ends when the file is closed, also if the program dies.
fn lock(file: &File) -> Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => bail!("is being written by another program"),
        Err(TryLockError::Error(error)) => Err(error).context("cannot be locked"),
    }
}
