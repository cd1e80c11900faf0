//! Layout of the headers, shared by reader and writer.

use bytemuck::{Pod, Zeroable};

use super::FileError;
use crate::Record;

pub(super) const MAGIC: [u8; 8] = *b"coppice\0";
pub(super) const VERSION: u32 = 1;
const BLOCK_MAGIC: [u8; 4] = *b"game";

/// Limits: a header with a larger value is damaged.
const MAX_NOTE_BYTES: u32 = 1 << 16;
const MAX_RECORDS: u32 = 1 << 20;

/// Header of a file.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct FileHeader {
    magic: [u8; 8],
    version: [u8; 4],
    note_length: [u8; 4],
}

impl FileHeader {
    pub(super) const SIZE: usize = size_of::<FileHeader>();

    pub(super) fn new(note: &str) -> Result<FileHeader, FileError> {
        let length = u32::try_from(note.len()).ok().filter(|&length| length <= MAX_NOTE_BYTES);
        let length = length.ok_or(FileError::TooLarge { what: "the note" })?;
        Ok(FileHeader { magic: MAGIC, version: VERSION.to_le_bytes(), note_length: length.to_le_bytes() })
    }

    /// Checks the header and returns the length of the note.
    pub(super) fn note_length(&self) -> Result<usize, FileError> {
        let version = u32::from_le_bytes(self.version);
        let length = u32::from_le_bytes(self.note_length);
        if self.magic != MAGIC {
            Err(FileError::NotPositions)
        } else if version != VERSION {
            Err(FileError::Version { found: version })
        } else if length > MAX_NOTE_BYTES {
            Err(FileError::TooLarge { what: "the note" })
        } else {
            Ok(length as usize)
        }
    }
}

/// Header of a block.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(super) struct BlockHeader {
    magic: [u8; 4],
    checksum: [u8; 4],
    records: [u8; 4],
    games: [u8; 4],
    first_game: [u8; 8],
    unused: [u8; 8],
}

impl BlockHeader {
    pub(super) const SIZE: usize = size_of::<BlockHeader>();

    /// Maximum size of a block in bytes.
    pub(super) const MAX_BLOCK_BYTES: usize = BlockHeader::block_size(MAX_RECORDS as usize);

    pub(super) fn new(records: &[Record], games: u32, first_game: u64) -> Result<BlockHeader, FileError> {
        let count = u32::try_from(records.len()).ok().filter(|&count| count <= MAX_RECORDS);
        let count = count.ok_or(FileError::TooLarge { what: "a block" })?;
        let mut header = BlockHeader {
            magic: BLOCK_MAGIC,
            checksum: [0; 4],
            records: count.to_le_bytes(),
            games: games.to_le_bytes(),
            first_game: first_game.to_le_bytes(),
            unused: [0; 8],
        };
        header.checksum = header.checksum_with(bytemuck::cast_slice(records)).to_le_bytes();
        Ok(header)
    }

    /// Number of records that follow; `None` if this is not the beginning of a block.
    pub(super) fn records(&self) -> Option<usize> {
        let records = u32::from_le_bytes(self.records);
        let is_header = self.magic == BLOCK_MAGIC && records <= MAX_RECORDS && self.unused == [0; 8];
        is_header.then_some(records as usize)
    }

    /// Returns `true` if a block header seems to start anywhere in these bytes. A record matches by chance only with
    /// a hundred bits.
    pub(super) fn is_within(bytes: &[u8]) -> bool {
        let mut places = bytes.windows(BlockHeader::SIZE).filter(|place| place.starts_with(&BLOCK_MAGIC));
        places.any(|place| bytemuck::pod_read_unaligned::<BlockHeader>(place).records().is_some())
    }

    /// Returns `true` if the checksum fits with another number of records than in this header.
    pub(super) fn fits_shorter(&self, payload: &[u8]) -> bool {
        let records = payload.len() / Record::SIZE;
        let shorter = BlockHeader { records: (records as u32).to_le_bytes(), ..*self };
        shorter.fits(&payload[..records * Record::SIZE])
    }

    /// The size of a block with this many records, in bytes.
    pub(super) const fn block_size(records: usize) -> usize {
        BlockHeader::SIZE + records * Record::SIZE
    }

    pub(super) fn games(&self) -> u32 {
        u32::from_le_bytes(self.games)
    }

    pub(super) fn first_game(&self) -> u64 {
        u64::from_le_bytes(self.first_game)
    }

    /// Returns `true` if the checksum fits.
    pub(super) fn fits(&self, payload: &[u8]) -> bool {
        self.checksum_with(payload).to_le_bytes() == self.checksum
    }

    fn checksum_with(&self, payload: &[u8]) -> u32 {
        let skipped = self.magic.len() + self.checksum.len();
        let mut hasher = crc32fast::Hasher::new();
        hasher.update(&bytemuck::bytes_of(self)[skipped..]);
        hasher.update(payload);
        hasher.finalize()
    }
}
