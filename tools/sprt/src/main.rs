//! SPRT: plays one version of the engine against another until a sequential test decides.
//!
//! | | |
//! |---|---|
//! | `sprt start FOLDER NEW BASE --book B` | builds both if they are revisions, checks their bench, and plays |
//! | `sprt resume FOLDER` | goes on with a match that was interrupted |
//! | `sprt report FOLDER` | the block of text for the commit message |
//! | `sprt speed NEW BASE` | how many times as fast one is as the other |
//! | `sprt games GAIN ...` | how many games a test will take |
//! | `sprt plot LEDGER SVG` | the strength over the versions of the ledger |
//!
//! ```text
//!   contestant ──▶ runner ──▶ play ──▶ transcript ──▶ tally ──▶ llr ──▶ report
//!   (built, bench)  (fastchess or       (what the                 (pentanomial)
//!                    cutechess-cli)      runner prints)
//! ```

mod bench;
mod cli;
mod contestant;
mod ending;
mod errand;
mod forecast;
mod ledger;
mod llr;
mod pentanomial;
mod play;
mod plot;
mod progress;
mod report;
mod runner;
mod speed;
mod state;
mod tally;
mod transcript;

use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Parser;
use longrun::{End, Lock, expect_outputs, say};

use cli::{Cli, Command, FolderArgs, GamesArgs, PlotArgs, SpeedArgs, StartArgs};
use contestant::Contestant;
use errand::Interrupted;
use llr::Model;
use report::{Report, SpeedReport};
use runner::Runner;
use speed::Race;
use state::{Match, Settings};
use tally::Tally;

fn main() -> ExitCode {
    End::exit_code(match Cli::parse().command {
        Command::Start(args) => start(&args),
        Command::Resume(args) => resume(&args),
        Command::Report(args) => report(&args),
        Command::Speed(args) => speed(&args),
        Command::Games(args) => games(&args),
        Command::Plot(args) => plot(&args),
    })
}

fn start(args: &StartArgs) -> Result<End> {
    let folder = &args.folder;
    let runner = Runner::find(args.runner.as_deref())?;
    let runner = Runner { path: absolute(&runner.path)?, ..runner };
    let book = absolute(&args.book).with_context(|| format!("{}: unreadable book", args.book.display()))?;
    let engines = folder.join("engines");
    fs::create_dir_all(&engines).with_context(|| format!("{}: cannot be made", engines.display()))?;
    let engines = absolute(&engines)?;
    let file = Match::file(folder);
    let _lock = Lock::hold(&file)?;
    ensure!(!file.exists(), "{}: exists, expected a new folder, or `sprt resume`", file.display());
    // From here on, so that an interrupted build still cleans up behind itself.
    let stop = longrun::listen()?;
    let Some((new, base)) = prepare(&args.new, &args.base, &engines, &stop)? else {
        say("interrupted before the first game: `sprt start` begins again\n")?;
        return Ok(End::Interrupted);
    };
    let mut game = Match {
        settings: Settings {
            new,
            base,
            runner,
            limit: args.limit(),
            book,
            chess960: args.chess960,
            adjudicate: !args.no_adjudication,
            hash: args.hash,
            threads: args.threads,
            concurrency: concurrency(args),
            test: args.test.test(),
            most_pairs: args.most_pairs,
            seed: args.seed,
        },
        sessions: 0,
        tally: Tally::default(),
    };
    play_on(&mut game, folder, &stop)
}

/// Makes both versions ready; `None` if that was interrupted.
fn prepare(
    new: &str,
    base: &str,
    engines: &Path,
    stop: &AtomicBool,
) -> Result<Option<(Contestant, Contestant)>> {
    let prepare = |what, role| Contestant::prepare(what, role, engines, stop);
    let contestants = prepare(new, "new").and_then(|new| Ok((new, prepare(base, "base")?)));
    let contestants = unless_interrupted(contestants)?;
    Ok(contestants.map(|(new, base)| runner::with_different_names(new, base)))
}

/// `None` if what was under way is no failure, but was ended by a signal.
fn unless_interrupted<T>(outcome: Result<T>) -> Result<Option<T>> {
    match outcome {
        Err(error) if error.is::<Interrupted>() => Ok(None),
        outcome => outcome.map(Some),
    }
}

/// Runners and builds work in other folders.
fn absolute(path: &Path) -> Result<PathBuf> {
    fs::canonicalize(path).with_context(|| format!("{}: cannot be found", path.display()))
}

/// In a game one engine thinks at a time.
fn concurrency(args: &StartArgs) -> usize {
    let processors = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let fitting = (processors / args.threads as usize).max(1);
    args.concurrency.map_or(fitting, NonZeroUsize::get)
}

fn resume(args: &FolderArgs) -> Result<End> {
    let (mut game, _lock) = Match::open(&args.folder)?;
    let stop = longrun::listen()?;
    // A bench that is interrupted leaves nothing to do: no game is begun.
    unless_interrupted(game.check_engines(&stop))?;
    play_on(&mut game, &args.folder, &stop)
}

fn play_on(game: &mut Match, folder: &Path, stop: &AtomicBool) -> Result<End> {
    game.save(folder)?;
    let end = play::play(game, folder, stop)?;
    say(Report(game))?;
    if end == End::Interrupted {
        say(format_args!("\ninterrupted; `sprt resume {}` goes on\n", folder.display()))?;
    }
    Ok(end)
}

fn report(args: &FolderArgs) -> Result<End> {
    say(Report(&Match::load(&args.folder)?))?;
    Ok(End::Complete)
}

fn speed(args: &SpeedArgs) -> Result<End> {
    let folder = tempfile::tempdir().context("no folder for the engines")?;
    let stop = longrun::listen()?;
    let Some((new, base)) = prepare(&args.new, &args.base, folder.path(), &stop)? else {
        say("interrupted before the first bench: nothing was measured\n")?;
        return Ok(End::Interrupted);
    };
    let race = Race::run(&new, &base, args.rounds, folder.path(), &stop)?;
    say(SpeedReport { new: &new, base: &base, race: &race })?;
    let is_complete = race.rounds() == args.rounds.get() as usize;
    Ok(if is_complete { End::Complete } else { End::Interrupted })
}

/// Gains to forecast, in widths of the test from its middle.
const AROUND: [f64; 7] = [-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5];

fn games(args: &GamesArgs) -> Result<End> {
    let test = args.test.test();
    let noise = args.ptnml.unwrap_or_default();
    let (middle, width) = ((test.elo0 + test.elo1) / 2.0, test.elo1 - test.elo0);
    let around = || AROUND.iter().map(|distance| middle + distance * width).collect();
    let gains: Vec<f64> = if args.gains.is_empty() { around() } else { args.gains.clone() };
    let unit = if test.model == Model::Normalized { "nElo" } else { "Elo" };
    say(format_args!("{:>10} {:>10} {:>8}\n", unit, "games", "passes"))?;
    for gain in gains {
        let forecast = forecast::forecast(&test, &noise, gain);
        say(format_args!("{gain:>10.2} {:>10.0} {:>7.1}%\n", forecast.games, 100.0 * forecast.passes))?;
    }
    Ok(End::Complete)
}

fn plot(args: &PlotArgs) -> Result<End> {
    expect_outputs(&[&args.ledger], &[&args.plot])?;
    let name = args.ledger.display();
    let text = fs::read_to_string(&args.ledger).with_context(|| format!("{name}: unreadable ledger"))?;
    let versions = ledger::versions(&text).with_context(|| name.to_string())?;
    for unknown in &versions.unknown {
        eprintln!("warning: '{}' is left out: {}", unknown.name, unknown.why);
    }
    plot::write(&versions.known, &args.plot)?;
    say(format_args!("{}: {} versions\n", args.plot.display(), versions.known.len()))?;
    Ok(End::Complete)
}
