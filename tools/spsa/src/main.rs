//! SPSA: tunes the parameters of the search by games of the engine against itself.
//!
//! | | |
//! |---|---|
//! | `spsa start STATE --engine E --book B` | begins a tune, and plays it |
//! | `spsa resume STATE` | goes on with one that was interrupted |
//! | `spsa report STATE` | shows where one stands, plots it, writes its values into the source |
//!
//! A tuning build of Coppice lists its parameters. Any other engine is tuned by a file of them (`--params-file`).
//!
//! ```text
//!   run ──▶ optimiser: which values meet (θ+ and θ−), and what their games teach
//!    │         └─▶ state: the file that holds it all ──▶ report, plot, source
//!    └────▶ player ──▶ game: two engines a worker, over UCI
//! ```
//!
//! Games usually have a fixed number of nodes a move, so that a busy machine changes nothing but how long it takes. The
//! programs that play engine matches set options once a match; here they change with every pair of games, hence
//! a game runner of its own.

mod cli;
mod engine_pair;
mod game;
mod optimiser;
mod param;
mod plot;
mod report;
mod run;
mod source;
mod state;
mod tally;
mod values;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use longrun::{End, Lock, expect_outputs, say};
use positions::Book;

use cli::{Cli, Command, ReportArgs, ResumeArgs, RunArgs, StartArgs};
use game::Limit;
use optimiser::Optimiser;
use report::Report;
use state::TuneState;

fn main() -> ExitCode {
    End::exit_code(match Cli::parse().command {
        Command::Start(args) => start(&args),
        Command::Resume(args) => resume(&args),
        Command::Report(args) => report(&args),
    })
}

fn start(args: &StartArgs) -> Result<End> {
    let path = &args.state;
    state::expect_new(path)?;
    let book = Book::open(&args.book)?;
    expect_outputs(&[&args.book], &outputs([Some(path), args.run.plot.as_ref()]))?;
    let conditions = args.conditions()?;
    // An engine is out of a terminal's reach: from the first one on, who ends us must not leave it behind.
    let stop = longrun::listen()?;
    let all = match &args.params_file {
        Some(path) => param::from_file(path, &engine_pair::start(&conditions.engine)?)?,
        None => param::listed(&mut engine_pair::start(&conditions.engine)?)?,
    };
    // A search of so many nodes does not show what time is worth.
    let params = param::select(all, &args.params, matches!(conditions.limit, Limit::Nodes(_)))?;
    let state = TuneState::new(conditions, Optimiser::new(params, args.gains(), args.seed));
    let lock = state.begin(path)?;
    tune(state, &book, path, &args.run, stop, &lock)
}

fn resume(args: &ResumeArgs) -> Result<End> {
    let (state, lock) = TuneState::open(&args.state)?;
    let book = Book::open(&state.conditions.book)?;
    let inputs = [args.state.as_path(), &state.conditions.book];
    expect_outputs(&inputs, &outputs([args.run.plot.as_ref()]))?;
    let stop = longrun::listen()?;
    let mut engine = engine_pair::start(&state.conditions.engine)?;
    let listed = if state.conditions.from_file { None } else { Some(param::listed(&mut engine)?) };
    for param in &state.optimiser.params {
        let is_there =
            listed.as_ref().map_or_else(|| param.is_offered(engine.options()), |all| all.contains(param));
        ensure!(
            is_there,
            "engine '{}' has another {} than when the tune began, expected the same engine",
            state.conditions.engine,
            param.name
        );
    }
    tune(state, &book, &args.state, &args.run, stop, &lock)
}

/// Plays what is left of a tune, whose file is locked for it.
fn tune(
    state: TuneState,
    book: &Book,
    path: &Path,
    args: &RunArgs,
    stop: Arc<AtomicBool>,
    _lock: &Lock,
) -> Result<End> {
    let processors = || thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let concurrency = args.concurrency.map_or_else(processors, NonZeroUsize::get);
    let (state, end) = run::run(state, book, path, concurrency, stop)?;
    say(Report(&state))?;
    if end == End::Interrupted {
        say(format_args!("\ninterrupted; `spsa resume {}` goes on\n", path.display()))?;
    }
    plot_if_asked(&state, args.plot.as_deref())?;
    Ok(end)
}

fn report(args: &ReportArgs) -> Result<End> {
    expect_outputs(&[&args.state], &outputs([args.plot.as_ref(), args.write.as_ref()]))?;
    let values = std::fs::read_to_string(&args.state).ok().and_then(|text| values::parse(&text));
    if let (Some(values), Some(path)) = (values, &args.write) {
        let values = values.with_context(|| args.state.display().to_string())?;
        source::write_values(path, &values)?;
        say(format_args!("{}: {} values are written\n", path.display(), values.len()))?;
        return Ok(End::Complete);
    }
    let state = TuneState::load(&args.state)?;
    let report = Report(&state);
    say(&report)?;
    plot_if_asked(&state, args.plot.as_deref())?;
    if let Some(path) = &args.write {
        source::write(path, &report.changes())?;
        say(format_args!("\n{}: {} values are new\n", path.display(), report.changes().len()))?;
    }
    Ok(End::Complete)
}

/// The files that are to be written, of those that may be.
fn outputs<const N: usize>(paths: [Option<&PathBuf>; N]) -> Vec<&Path> {
    paths.into_iter().flatten().map(PathBuf::as_path).collect()
}

fn plot_if_asked(state: &TuneState, path: Option<&Path>) -> Result<()> {
    path.map_or(Ok(()), |path| plot::write(state, path))
}
