//! What the commands do.

mod convert;
mod play;

pub use convert::{from_text, to_text};
pub use play::run;

use std::path::Path;

use anyhow::{Context, Result};
use positions::Reader;

use crate::cli::StatsArgs;
use crate::stats::Stats;

/// Shows what is in files.
///
/// # Errors
/// If one cannot be read.
pub fn stats(args: &StatsArgs) -> Result<()> {
    let mut stats = Stats::default();
    for path in &args.files {
        let name = path.display();
        let mut entries = open(path)?.entries();
        println!("{name}: {}", entries.reader().note());
        stats.begin_file();
        for entry in &mut entries {
            let entry = entry.with_context(|| format!("{name}"))?;
            stats.add(&entry, &args.filter.filter()).with_context(|| format!("{name}"))?;
        }
        warn_if_torn(path, entries.reader().torn_bytes());
    }
    println!("{stats}");
    Ok(())
}

fn open(path: &Path) -> Result<Reader<std::io::BufReader<std::fs::File>>> {
    Reader::open(path).with_context(|| format!("{}", path.display()))
}

/// The last block of a file that is being written is no error, but should be known.
fn warn_if_torn(path: &Path, bytes: u64) {
    if bytes > 0 {
        eprintln!("note: {} ends in an unfinished block of {bytes} bytes, not read", path.display());
    }
}
