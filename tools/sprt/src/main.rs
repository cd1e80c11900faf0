//! SPRT: plays one version of the engine against another until a sequential test decides.
//!
//! | | |
//! |---|---|
//! | `sprt start FOLDER NEW BASE --book B` | builds both if they are revisions, checks their bench, and plays |
//! | `sprt design FOLDER ENGINE --factors F --pairs N --book B` | the effects of many changes of options at once |
//! | `sprt resume FOLDER` | goes on with a match or a design that was interrupted |
//! | `sprt report FOLDER` | the block of text for the commit message, or the tables for the ledger |
//! | `sprt speed NEW BASE` | how many times as fast one is as the other |
//! | `sprt games GAIN ...` | how many games a test will take |
//! | `sprt plot LEDGER SVG` | the strength over the versions of the ledger |
//!
//! ```text
//!   contestant ──▶ runner ──▶ play ──▶ transcript ──▶ tally ──▶ llr ──▶ report
//!   (built, bench)  (fastchess or       (what the                 (pentanomial)
//!                    cutechess-cli)      runner prints)
//!
//!                   state ──┬─▶ contest ──▶ play
//!   (one match, its test)   │   (what is to be played next, and how it stands; kept in a folder)
//!                   design ─┘
//!   (matches of a plan)
//! ```

mod bench;
mod cli;
mod conditions;
mod contest;
mod contestant;
mod design;
mod ending;
mod errand;
mod folder;
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
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use clap::Parser;
use longrun::{End, expect_outputs, say};

use cli::{Cli, Command, DesignArgs, FolderArgs, GamesArgs, PlotArgs, SpeedArgs, StartArgs};
use conditions::Conditions;
use contest::Contest;
use contestant::{Build, Contestant, Workshop};
use design::{Design, List};
use errand::Interrupted;
use folder::Kept;
use llr::Model;
use report::SpeedReport;
use speed::Race;
use state::{Match, Settings};
use tally::Tally;

fn main() -> ExitCode {
    End::exit_code(match Cli::parse().command {
        Command::Start(args) => start(&args),
        Command::Design(args) => design(&args),
        Command::Resume(args) => resume(&args),
        Command::Report(args) => report(&args),
        Command::Speed(args) => speed(&args),
        Command::Games(args) => games(&args),
        Command::Plot(args) => plot(&args),
    })
}

fn start(args: &StartArgs) -> Result<End> {
    let conditions = Conditions::chosen(&args.conditions)?;
    let (engines, _lock) = folder::begin::<Match>(&args.folder)?;
    // From here on, so that an interrupted build still cleans up behind itself.
    let stop = longrun::listen()?;
    let Some((new, base)) = prepare(&args.new, &args.base, &engines, &stop)? else {
        return interrupted_early("start");
    };
    let settings = Settings { new, base, conditions, test: args.test.test(), most_pairs: args.most_pairs };
    play_on(&mut Match { settings, sessions: 0, tally: Tally::default() }, &args.folder, &stop)
}

fn design(args: &DesignArgs) -> Result<End> {
    let conditions = Conditions::chosen(&args.conditions)?;
    let factors = List::read(&args.factors)?;
    let (engines, _lock) = folder::begin::<Design>(&args.folder)?;
    let stop = longrun::listen()?;
    let workshop = Workshop { folder: &engines, build: Build::Tuning, stop: &stop };
    let Some(engine) = unless_interrupted(Contestant::prepare(&args.engine, "tuning", &workshop))? else {
        return interrupted_early("design");
    };
    play_on(&mut Design::new(engine, &factors, conditions, args.pairs)?, &args.folder, &stop)
}

/// What was asked for is not on disk yet.
fn interrupted_early(command: &str) -> Result<End> {
    say(format_args!("interrupted before the first game: `sprt {command}` begins again\n"))?;
    Ok(End::Interrupted)
}

/// Makes both versions ready; `None` if that was interrupted.
fn prepare(
    new: &str,
    base: &str,
    engines: &Path,
    stop: &AtomicBool,
) -> Result<Option<(Contestant, Contestant)>> {
    let workshop = Workshop { folder: engines, build: Build::Plain, stop };
    let prepare = |what, role| Contestant::prepare(what, role, &workshop);
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

fn resume(args: &FolderArgs) -> Result<End> {
    if holds_design(args) { go_on::<Design>(&args.folder) } else { go_on::<Match>(&args.folder) }
}

fn go_on<C: Contest>(folder: &Path) -> Result<End> {
    let (mut contest, _lock) = C::open(folder)?;
    let stop = longrun::listen()?;
    // A bench that is interrupted leaves nothing to do: no game is begun.
    unless_interrupted(contest.check_engines(&stop))?;
    play_on(&mut contest, folder, &stop)
}

fn play_on(contest: &mut impl Contest, folder: &Path, stop: &AtomicBool) -> Result<End> {
    contest.save(folder)?;
    let end = play::play(contest, folder, stop)?;
    say(contest.report())?;
    if end == End::Interrupted {
        say(format_args!("\ninterrupted; `sprt resume {}` goes on\n", folder.display()))?;
    }
    Ok(end)
}

fn report(args: &FolderArgs) -> Result<End> {
    let folder = &args.folder;
    let is_design = holds_design(args);
    say(if is_design { Design::load(folder)?.report() } else { Match::load(folder)?.report() })?;
    Ok(End::Complete)
}

/// Else it should hold a match.
fn holds_design(args: &FolderArgs) -> bool {
    Design::file(&args.folder).exists()
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
