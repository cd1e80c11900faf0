//! The commands, one file each.

pub(crate) mod fit;
pub(crate) mod loss;
mod summary;

use anyhow::{Context as _, Result};
use indicatif::{ProgressBar, ProgressStyle};
use toolkit::say;
use tuner::load::Data;

use crate::arguments::PositionArgs;

/// Reads the positions, and prints their number.
fn load(source: &PositionArgs) -> Result<Data> {
    rayon::ThreadPoolBuilder::new()
        .num_threads(source.threads)
        .build_global()
        .context("cannot start the threads")?;
    let style = ProgressStyle::with_template("{spinner} {pos} positions traced, {per_sec}, {elapsed} gone")?;
    let bar = ProgressBar::new_spinner().with_style(style);
    let data =
        Data::load(&source.files, source.filter(), source.limit, |count| bar.set_position(count as u64))?;
    bar.finish_and_clear();
    say(format_args!("{}\n", data.summary()))?;
    Ok(data)
}
