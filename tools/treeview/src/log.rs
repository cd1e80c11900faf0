//! The binary log: a tree in a file, as compact as it is in memory.
//!
//! ```text
//!   offset 0   "COPPTREE"            magic
//!          8   version               u32, little-endian as all numbers here
//!         12   length of the head    u32, a multiple of 4
//!         16   number of records     u32
//!         20   number of untried     u32
//!         24   head                  About as JSON, filled up with spaces
//!          …   records               40 bytes each, see `record`
//!          …   untried moves         4 bytes each
//! ```
//!
//! On disk and in pages all of it is compressed by gzip.

use std::io::{Read, Write};

use anyhow::{Context, Result, bail, ensure};
use bytemuck::{Pod, Zeroable};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use crate::record::{NONE, Untried, VisitKind, VisitRecord};
use crate::tree::{About, SearchTree};

const MAGIC: [u8; 8] = *b"COPPTREE";
const VERSION: u32 = 1;

/// The first bytes of a log.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Header {
    magic: [u8; 8],
    version: u32,
    head: u32,
    records: u32,
    untried: u32,
}

impl SearchTree {
    /// The log, compressed.
    ///
    /// # Errors
    /// If the tree is too large to be counted in 32 bits.
    pub fn to_log(&self) -> Result<Vec<u8>> {
        let mut packed = GzEncoder::new(Vec::new(), Compression::default());
        packed.write_all(&self.to_bytes()?)?;
        Ok(packed.finish()?)
    }

    /// The log, not compressed.
    ///
    /// # Errors
    /// If the tree is too large to be counted in 32 bits.
    pub fn to_bytes(&self) -> Result<Vec<u8>> {
        let mut head = serde_json::to_vec(&self.about)?;
        head.resize(head.len().next_multiple_of(4), b' ');
        let count = |count: usize| u32::try_from(count).context("the tree is too large for a log");
        let header = Header {
            magic: MAGIC,
            version: VERSION,
            head: count(head.len())?,
            records: count(self.records.len())?,
            untried: count(self.untried.len())?,
        };
        let parts: [&[u8]; 4] = [
            bytemuck::bytes_of(&header),
            &head,
            bytemuck::cast_slice(&self.records),
            bytemuck::cast_slice(&self.untried),
        ];
        Ok(parts.concat())
    }

    /// Reads a compressed log.
    ///
    /// # Errors
    /// If this is no log, one of another version, or one that contradicts itself.
    pub fn from_log(packed: &[u8]) -> Result<SearchTree> {
        let mut bytes = Vec::new();
        GzDecoder::new(packed).read_to_end(&mut bytes).context("not a compressed log")?;
        let (header, rest) = bytes.split_at_checked(size_of::<Header>()).context("the log is cut short")?;
        let header: Header = bytemuck::pod_read_unaligned(header);
        ensure!(
            header.magic == MAGIC,
            "not a log: it begins with {:02x?}, expected {MAGIC:02x?}",
            header.magic
        );
        ensure!(header.version == VERSION, "a log of version {}, expected {VERSION}", header.version);
        let (head, rest) = take(rest, u64::from(header.head), "head")?;
        let about: About = serde_json::from_slice(head).context("the log's head is damaged")?;
        let (records, rest) =
            take(rest, u64::from(header.records) * size_of::<VisitRecord>() as u64, "records")?;
        let (untried, rest) = take(rest, u64::from(header.untried) * size_of::<Untried>() as u64, "moves")?;
        ensure!(rest.is_empty(), "{} bytes too many at the end of the log", rest.len());
        let tree = SearchTree {
            about,
            records: records
                .chunks_exact(size_of::<VisitRecord>())
                .map(bytemuck::pod_read_unaligned)
                .collect(),
            untried: untried.chunks_exact(size_of::<Untried>()).map(bytemuck::pod_read_unaligned).collect(),
        };
        tree.check()?;
        Ok(tree)
    }

    /// Checks that every index is valid, so that no reader of the tree needs to check again.
    fn check(&self) -> Result<()> {
        ensure!(!self.records.is_empty(), "the log has no records");
        for (index, record) in (0..).zip(&self.records) {
            let end = record.untried_at as usize + usize::from(record.untried);
            let is_sound = (record.parent == NONE || record.parent < index)
                && (record.source == NONE || record.source < index)
                && record.role <= VisitKind::LAST as u8
                && end <= self.untried.len();
            if !is_sound {
                bail!("record {index} of the log is damaged: {record:?}");
            }
        }
        Ok(())
    }
}

fn take<'a>(bytes: &'a [u8], length: u64, what: &str) -> Result<(&'a [u8], &'a [u8])> {
    let parts = usize::try_from(length).ok().and_then(|length| bytes.split_at_checked(length));
    parts.with_context(|| format!("the log is cut short: its {what} should take {length} bytes"))
}
