//! SPSA: tunes the parameters of the search by games of the engine against itself.
//!
//! | | |
//! |---|---|
//! | `spsa start STATE --engine E --book B` | starts a tune |
//! | `spsa resume STATE` | continues an interrupted tune |
//! | `spsa report STATE` | shows the progress, plots it, writes the values into the source |
//!
//! A tuning build of Coppice lists its parameters. Any other engine is tuned by a file of them (`--params-file`).
//!
//! ```text
//!   run ──▶ optimiser: chooses the values that play (θ+ and θ−), and updates θ by the results
//!    │         └─▶ state: the saved file ──▶ report, plot, source
//!    └────▶ engine_pair ──▶ game: two engines per worker, over UCI
//! ```
//!
//! Games usually have a fixed number of nodes per move, so that the load of the machine does not affect results.
//! Match runners set options once per match, but here they change with every pair of games, so this program plays the
//! games itself.

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
use toolkit::Book;
use toolkit::{End, Lock, expect_outputs, say};

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
    // Installed before the first engine starts: engines run in their own process groups, so an interruption must kill
    // them.
    let stop = toolkit::listen()?;
    let all = match &args.params_file {
        Some(path) => param::from_file(path, &engine_pair::start(&conditions.engine)?)?,
        None => param::listed(&mut engine_pair::start(&conditions.engine)?)?,
    };
    // Searches of fixed nodes do not measure time management.
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
    let stop = toolkit::listen()?;
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

/// Plays the rest of a tune, whose file is locked.
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
        say(format_args!("\ninterrupted; `spsa resume {}` continues\n", path.display()))?;
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

/// The output files that were requested.
fn outputs<const N: usize>(paths: [Option<&PathBuf>; N]) -> Vec<&Path> {
    paths.into_iter().flatten().map(PathBuf::as_path).collect()
}

fn plot_if_asked(state: &TuneState, path: Option<&Path>) -> Result<()> {
    path.map_or(Ok(()), |path| plot::write(state, path))
}
