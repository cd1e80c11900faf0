//! The work of a run: the positions of all suites, without the depths that would take too long.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};

use crate::suite::{self, SuiteEntry};

/// Limits of the depths that are counted.
pub(crate) struct Caps {
    pub(crate) depth: u32,
    pub(crate) leaves: u64,
}

/// An entry of a suite, and where it comes from.
pub(crate) struct SuiteJob {
    pub(crate) file: PathBuf,
    pub(crate) entry: SuiteEntry,
}

impl SuiteJob {
    /// All leaves that will be counted.
    pub(crate) fn leaves(&self) -> u64 {
        self.entry.counts.iter().map(|count| count.leaves).fold(0, u64::saturating_add)
    }
}

/// The numbers of depths and positions above the caps.
#[derive(Clone, Copy, Default)]
pub(crate) struct Skipped {
    /// Depths of positions, of which other depths may be counted.
    pub(crate) depths: u64,
    /// Positions of which no depth is left.
    pub(crate) positions: u64,
}

/// Reads the suites. The jobs come with the largest first, so that none is left over when the others end.
pub(crate) fn collect(files: &[PathBuf], caps: &Caps) -> Result<(Vec<SuiteJob>, Skipped)> {
    let mut jobs = Vec::new();
    let mut skipped = Skipped::default();
    for file in files {
        for mut entry in read(file)? {
            let before = entry.counts.len();
            entry.counts.retain(|count| count.depth <= caps.depth && count.leaves <= caps.leaves);
            skipped.depths += (before - entry.counts.len()) as u64;
            if entry.counts.is_empty() {
                skipped.positions += 1;
            } else {
                jobs.push(SuiteJob { file: file.clone(), entry });
            }
        }
    }
    jobs.sort_by_key(|job| std::cmp::Reverse(job.leaves()));
    Ok((jobs, skipped))
}

fn read(file: &Path) -> Result<Vec<SuiteEntry>> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("{name}: unreadable suite"))?;
    // As compilers write it, so that editors find the place.
    let entries = suite::parse(&text).map_err(|error| anyhow!("{name}:{}: {}", error.line, error.problem))?;
    ensure!(!entries.is_empty(), "{name}: holds no positions, expected lines such as 'FEN ;D1 20 ;D2 400'");
    Ok(entries)
}
