//! `run`: plays until the goal or an interruption, and can be continued later.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use anyhow::{Context, Result};
use positions::file::RecordBlock;
use positions::{RecordWriter, UnpackError};
use toolkit::{EXIT_INTERRUPTED, End, say};

use crate::cli::RunArgs;
use crate::collect::{self, Collection};
use crate::duplicates::Duplicates;
use crate::progress::{InitialCounts, Progress};
use crate::tally::RunCounts;

/// Plays games and writes their positions. Without a goal, an interruption is the normal end of a run.
///
/// # Errors
/// If the file cannot be written or has other settings, or if games cannot be played.
pub fn run(args: &RunArgs) -> Result<End> {
    let (settings, openings) = args.settings()?;
    let note = settings.note().context("no memory for a transposition table")?;
    let threads = args.threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN);
    let name = args.file.display();
    let mut collection = open(&args.file, &note).with_context(|| format!("{name}"))?;
    let stop = stop_on_interruption();
    let goal = args.goal();
    let before = InitialCounts { positions: collection.positions, games: collection.next_game };
    eprintln!("{note}");
    let mut progress = Progress::new(&goal, before);
    let mut tally = RunCounts::default();
    let watch = |now: &RunCounts| {
        progress.show(&goal, now);
        tally.clone_from(now);
    };
    let outcome = collect::run(&settings, &openings, threads, &goal, &mut collection, &stop, watch);
    let is_cut_short = stop.load(Ordering::Relaxed) && !collection.has_reached(&goal);
    let next_game = is_cut_short.then_some(collection.next_game);
    let told = print_summary(&progress.summary(&tally, threads), next_game);
    outcome.with_context(|| format!("{name}"))?;
    told?;
    Ok(if is_cut_short && goal.is_set() { End::Interrupted } else { End::Complete })
}

fn print_summary(summary: &str, next_game: Option<u64>) -> Result<()> {
    say(format_args!("{summary}\n"))?;
    match next_game {
        Some(game) => say(format_args!("Interrupted. The same command continues with game {game}.\n")),
        None => Ok(()),
    }
}

/// Creates the file, or opens it to continue.
fn open(path: &Path, note: &str) -> Result<Collection> {
    if !path.exists() {
        return Ok(Collection::new(RecordWriter::create(path, note)?));
    }
    let mut seen = Duplicates::default();
    let mut read = Ok(());
    let mut remember = |block: &RecordBlock| -> Result<(), UnpackError> {
        for record in &block.records {
            seen.insert(record.position()?.key());
        }
        Ok(())
    };
    let (writer, progress) = RecordWriter::resume(path, note, |block| {
        if read.is_ok() {
            read = remember(block);
        }
    })?;
    read?;
    if progress.torn_bytes > 0 {
        eprintln!(
            "warning: {}: cut off {} bytes of an unfinished block",
            path.display(),
            progress.torn_bytes
        );
    }
    eprintln!("continuing with game {} after {} positions", progress.next_game, progress.records);
    Ok(Collection::resumed(writer, seen, progress.next_game, progress.records))
}

/// A flag that the first interruption sets. The second one ends the program after trying to write the last games.
fn stop_on_interruption() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let raised = Arc::clone(&stop);
    let handler = toolkit::on_interruption(move || {
        if raised.swap(true, Ordering::Relaxed) {
            std::process::exit(EXIT_INTERRUPTED.into());
        }
    });
    if let Err(error) = handler {
        eprintln!("warning: an interruption will lose the games of the last block: {error}");
    }
    stop
}
