//! The commands.

mod convert;
mod output;
mod play;
mod rescore;

pub use convert::{export, import};
pub use play::run;
pub use rescore::rescore;

use std::fs::File;
use std::io::{self, BufRead};
use std::path::Path;

use anyhow::{Context, Result};
use indicatif::{ProgressBar, ProgressBarIter, ProgressFinish, ProgressStyle};
use positions::RecordReader;
use toolkit::input::decompressed;
use toolkit::say;

use crate::cli::StatsArgs;
use crate::stats::Stats;

/// Shows statistics of files.
///
/// # Errors
/// If a file cannot be read, or standard output is closed.
pub fn stats(args: &StatsArgs) -> Result<()> {
    let mut stats = Stats::default();
    for path in &args.files {
        let name = path.display();
        let mut file_records = open(path)?.file_records();
        say(format_args!("{name}: {}\n", file_records.reader().note()))?;
        stats.begin_file();
        for entry in &mut file_records {
            let entry = entry.with_context(|| format!("{name}"))?;
            stats.add(&entry, &args.filter.filter()).with_context(|| format!("{name}"))?;
        }
        warn_if_torn(path, file_records.reader());
    }
    say(format_args!("{stats}\n"))
}

fn open(path: &Path) -> Result<RecordReader<Box<dyn BufRead>>> {
    let open = || RecordReader::new(decompressed(with_progress_bar(File::open(path)?)?)?);
    open().with_context(|| format!("{}", path.display()))
}

/// Wraps a file in a progress bar on the terminal.
fn with_progress_bar(file: File) -> io::Result<ProgressBarIter<File>> {
    let bar = ProgressBar::new(file.metadata()?.len());
    // If the template is refused, the default bar is used.
    let style = ProgressStyle::with_template("{bar:40} {percent}% of {total_bytes} ({eta} left)");
    if let Ok(style) = style {
        bar.set_style(style);
    }
    let bar = bar.with_finish(ProgressFinish::AndClear);
    Ok(bar.wrap_read(file))
}

/// Warns about an unfinished last block, as in a file that is being written.
fn warn_if_torn<R: io::Read>(path: &Path, reader: &RecordReader<R>) {
    if let Some(warning) = reader.warning(path) {
        eprintln!("{warning}");
    }
}
