//! Matches between engines: a new version against a base until a sequential test (SPRT) decides, gauntlets, and
//! screening designs.
//!
//! | | |
//! |---|---|
//! | `sprt start FOLDER NEW BASE --book B` | prepares both engines (revisions are built), checks their bench, and plays |
//! | `sprt gauntlet FOLDER ENGINE ... --pairs N --book B` | one engine against several, and their ratings |
//! | `sprt design FOLDER ENGINE --factors F --pairs N --book B` | the effects of many changes of options at once |
//! | `sprt resume FOLDER` | continues an interrupted match, gauntlet or design |
//! | `sprt report FOLDER` | the results as a block of text for the commit message, or tables, or JSON |
//! | `sprt ledger append LEDGER FOLDER` | adds a match to the ledger |
//! | `sprt speed NEW BASE` | the speed of one relative to the other |
//! | `sprt games GAIN ...` | how many games a test will take |
//! | `sprt plot LEDGER SVG` | the strength over the versions of the ledger |
//!
//! ```text
//!   match_engine ─▶ runner ──▶ play ──▶ runner_output ─▶ tally ──▶ llr ──▶ report
//!   (built, bench)  (fastchess or       (lines of the              (pentanomial)
//!                    cutechess-cli)      runner)
//!
//!                   state ────┬─▶ tournament ──▶ play
//!   (one match, its test)     │   (the next games to play, and the results so far; saved in a folder)
//!                   design ───┤
//!   (matches of a plan)       │
//!                   gauntlet ─┘
//!   (many engines, ratings)
//! ```

mod bench;
mod cli;
mod conditions;
mod design;
mod folder;
mod forecast;
mod games;
mod gauntlet;
mod ledger;
mod llr;
mod match_engine;
mod openings;
mod pentanomial;
mod play;
mod plot;
mod program;
mod progress;
mod ratings;
mod report;
mod runner;
mod runner_output;
mod schedule;
mod speed;
mod state;
mod stop_request;
mod tally;
mod tournament;

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use clap::Parser;
use toolkit::{End, expect_outputs, say};

use cli::{
    Cli, Command, DesignArgs, GamesArgs, GauntletArgs, LedgerCommand, PlotArgs, ReportArgs, ResumeArgs,
    SpeedArgs, StartArgs,
};
use conditions::Conditions;
use design::{Design, FactorList};
use folder::SavedState;
use gauntlet::Gauntlet;
use ledger::LedgerRow;
use llr::EloModel;
use match_engine::{Build, MatchEngine, PrepareContext, Purpose};
use program::RunInterrupted;
use report::SpeedReport;
use runner::Runner;
use schedule::MatchProgress;
use speed::SpeedComparison;
use state::{Match, MatchSettings};
use tournament::Tournament;

fn main() -> ExitCode {
    End::exit_code(match Cli::parse().command {
        Command::Start(args) => start(&args),
        Command::Gauntlet(args) => gauntlet(&args),
        Command::Design(args) => design(&args),
        Command::Resume(args) => resume(&args),
        Command::Report(args) => report(&args),
        Command::Ledger(command) => ledger(&command),
        Command::Speed(args) => speed(&args),
        Command::Games(args) => games(&args),
        Command::Plot(args) => plot(&args),
    })
}

/// Default number of pairs after which a match ends undecided.
const MAX_PAIRS: u64 = 20_000;

fn start(args: &StartArgs) -> Result<End> {
    let conditions = Conditions::chosen(&args.conditions)?;
    let max_pairs = conditions.max_pairs(args.max_pairs, MAX_PAIRS)?;
    let (engines, _lock) = folder::begin::<Match>(&args.folder)?;
    // Before the build, so that an interrupted build still cleans up.
    let stop = toolkit::listen()?;
    let context =
        PrepareContext { purpose: Purpose::Match, folder: &engines, build: Build::Plain, stop: &stop };
    let Some([new, base]) = prepare_two(&args.new, &args.base, &context)? else {
        return interrupted_early("start");
    };
    let settings = MatchSettings { new, base, conditions, test: args.test.test(), max_pairs };
    begin(&mut Match { settings, progress: MatchProgress::default() }, &args.folder, &stop)
}

fn gauntlet(args: &GauntletArgs) -> Result<End> {
    let conditions = Conditions::chosen(&args.conditions)?;
    let pairs = conditions.max_pairs(Some(args.pairs), args.pairs)?;
    let (folder, _lock) = folder::begin::<Gauntlet>(&args.folder)?;
    let stop = toolkit::listen()?;
    let context =
        PrepareContext { purpose: Purpose::Gauntlet, folder: &folder, build: Build::Plain, stop: &stop };
    let prepared = args.engines.iter().map(|engine| MatchEngine::prepare(engine, "", &context)).collect();
    let Some(engines) = unless_interrupted(prepared)? else { return interrupted_early("gauntlet") };
    let engines = runner::with_distinct_names(engines);
    let (round_robin, anchor) = (args.round_robin, args.anchor);
    let settings = gauntlet::GauntletSettings { engines, conditions, pairs, round_robin, anchor };
    begin(&mut Gauntlet::new(settings), &args.folder, &stop)
}

fn design(args: &DesignArgs) -> Result<End> {
    let conditions = Conditions::chosen(&args.conditions)?;
    let pairs = conditions.max_pairs(Some(args.pairs), args.pairs)?;
    let factors = FactorList::read(&args.factors)?;
    let (engines, _lock) = folder::begin::<Design>(&args.folder)?;
    let stop = toolkit::listen()?;
    let context =
        PrepareContext { purpose: Purpose::Match, folder: &engines, build: Build::Tuning, stop: &stop };
    let Some(engine) = unless_interrupted(MatchEngine::prepare(&args.engine, "tuning", &context))? else {
        return interrupted_early("design");
    };
    begin(&mut Design::new(engine, &factors, conditions, pairs)?, &args.folder, &stop)
}

/// Ends a run that was interrupted before its state was saved.
fn interrupted_early(command: &str) -> Result<End> {
    say(format_args!("interrupted before the first game; repeat `sprt {command}`\n"))?;
    Ok(End::Interrupted)
}

/// Prepares two engines; `None` if interrupted.
fn prepare_two(new: &str, base: &str, context: &PrepareContext<'_>) -> Result<Option<[MatchEngine; 2]>> {
    let prepare = |what, role| MatchEngine::prepare(what, role, context);
    let engines = prepare(new, "new").and_then(|new| Ok((new, prepare(base, "base")?)));
    let engines = unless_interrupted(engines)?;
    Ok(engines.map(|(new, base)| runner::with_different_names(new, base).into()))
}

/// Turns the error of an interruption into `None`.
fn unless_interrupted<T>(outcome: Result<T>) -> Result<Option<T>> {
    match outcome {
        Err(error) if error.is::<RunInterrupted>() => Ok(None),
        outcome => outcome.map(Some),
    }
}

fn resume(args: &ResumeArgs) -> Result<End> {
    match kind_of(&args.folder) {
        TournamentKind::Match => resume_tournament::<Match>(args),
        TournamentKind::Design => resume_tournament::<Design>(args),
        TournamentKind::Gauntlet => resume_tournament::<Gauntlet>(args),
    }
}

fn resume_tournament<T: Tournament>(args: &ResumeArgs) -> Result<End> {
    let (mut tournament, _lock) = T::open(&args.folder)?;
    // Settings that do not change the results may be changed.
    if let Some(concurrency) = args.concurrency {
        tournament.conditions().concurrency = concurrency.get();
    }
    if let Some(runner) = &args.runner {
        let runner = Runner::find(Some(runner))?;
        tournament.conditions().runner = Runner { path: folder::absolute(&runner.path)?, ..runner };
    }
    let stop = toolkit::listen()?;
    // If the bench is interrupted, `play` starts no game.
    unless_interrupted(tournament.check_engines(&stop))?;
    play_and_report(&mut tournament, &args.folder, &stop)
}

/// Plays a new tournament. If it fails before the first pair, its file is removed, so that the folder can be used
/// again.
fn begin<T: Tournament>(tournament: &mut T, folder: &Path, stop: &AtomicBool) -> Result<End> {
    play_and_report(tournament, folder, stop).inspect_err(|_| {
        if tournament.pairs() == 0 {
            T::discard(folder);
        }
    })
}

fn play_and_report(tournament: &mut impl Tournament, folder: &Path, stop: &AtomicBool) -> Result<End> {
    tournament.save(folder)?;
    let end = play::play(tournament, folder, stop)?;
    say(tournament.report(folder))?;
    if end == End::Interrupted {
        say(format_args!("\ninterrupted; `sprt resume {}` continues\n", folder.display()))?;
    }
    Ok(end)
}

fn report(args: &ReportArgs) -> Result<End> {
    match kind_of(&args.folder) {
        TournamentKind::Match => show(&Match::load(&args.folder)?, args),
        TournamentKind::Design => show(&Design::load(&args.folder)?, args),
        TournamentKind::Gauntlet => show(&Gauntlet::load(&args.folder)?, args),
    }
}

fn show(tournament: &impl Tournament, args: &ReportArgs) -> Result<End> {
    let text = if args.json { format!("{:#}\n", tournament.json()) } else { tournament.report(&args.folder) };
    say(text)?;
    Ok(End::Complete)
}

/// Kind of tournament in a folder.
enum TournamentKind {
    Match,
    Design,
    Gauntlet,
}

/// The kind of tournament in a folder: a match unless it holds the file of another kind.
fn kind_of(folder: &Path) -> TournamentKind {
    if Design::file(folder).exists() {
        TournamentKind::Design
    } else if Gauntlet::file(folder).exists() {
        TournamentKind::Gauntlet
    } else {
        TournamentKind::Match
    }
}

fn ledger(command: &LedgerCommand) -> Result<End> {
    match command {
        LedgerCommand::Append { ledger, folder, change, kept, commit } => {
            let commit = match commit {
                Some(commit) => commit.clone(),
                None => match_engine::git(&["rev-parse", "--short=8", "HEAD"]).unwrap_or_default(),
            };
            let row = LedgerRow::of(&Match::load(folder)?, change.clone(), commit, kept.clone());
            ledger::append(ledger, &row)?;
        }
        LedgerCommand::Show { ledger, text } => {
            let text = text.as_deref().unwrap_or_default().to_lowercase();
            for row in ledger::read(ledger)? {
                let LedgerRow { date, commit, change, against, conditions, games, elo, error, kept, .. } =
                    row;
                let number = |number: Option<f64>| {
                    number.map_or("unknown".to_owned(), |number| format!("{number:+.1}"))
                };
                let games = games.map_or(String::new(), |games| format!(", {games} games"));
                let error = error.map_or(String::new(), |error| format!(" ± {error:.1}"));
                let line = format!(
                    "{date} {commit} {change} | against {against} | {}{error} | {conditions}{games} | {kept}\n",
                    number(elo)
                );
                if line.to_lowercase().contains(&text) {
                    say(line)?;
                }
            }
        }
    }
    Ok(End::Complete)
}

fn speed(args: &SpeedArgs) -> Result<End> {
    let folder = tempfile::tempdir().context("no folder for the engines")?;
    let stop = toolkit::listen()?;
    let context =
        PrepareContext { purpose: Purpose::Speed, folder: folder.path(), build: Build::Plain, stop: &stop };
    let Some([new, base]) = prepare_two(&args.new, &args.base, &context)? else {
        say("interrupted before the first bench: nothing was measured\n")?;
        return Ok(End::Interrupted);
    };
    let comparison = SpeedComparison::run(&new, &base, args.rounds, folder.path(), &stop)?;
    say(SpeedReport { new: &new, base: &base, comparison: &comparison })?;
    let is_complete = comparison.rounds() == args.rounds.get() as usize;
    Ok(if is_complete { End::Complete } else { End::Interrupted })
}

/// Default gains to forecast, as offsets from the middle of the bounds in units of their distance.
const GAIN_OFFSETS: [f64; 7] = [-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5];

fn games(args: &GamesArgs) -> Result<End> {
    let test = args.test.test();
    let noise = args.ptnml.unwrap_or_default();
    let (middle, width) = ((test.elo0 + test.elo1) / 2.0, test.elo1 - test.elo0);
    let default_gains = || GAIN_OFFSETS.iter().map(|distance| middle + distance * width).collect();
    let gains: Vec<f64> = if args.gains.is_empty() { default_gains() } else { args.gains.clone() };
    let unit = if test.model == EloModel::Normalized { "nElo" } else { "Elo" };
    say(format_args!("{:>10} {:>10} {:>8}\n", unit, "games", "passes"))?;
    for gain in gains {
        let forecast = forecast::forecast(&test, &noise, gain);
        say(format_args!("{gain:>10.2} {:>10.0} {:>7.1}%\n", forecast.games, 100.0 * forecast.passes))?;
    }
    Ok(End::Complete)
}

fn plot(args: &PlotArgs) -> Result<End> {
    expect_outputs(&[&args.ledger], &[&args.plot])?;
    let rows = ledger::read(&args.ledger)?;
    let (versions, unknown) = ledger::versions(&rows).with_context(|| args.ledger.display().to_string())?;
    for name in &unknown {
        eprintln!("warning: '{name}' is left out: its strength is not known");
    }
    plot::write(&versions, &args.plot)?;
    say(format_args!("{}: {} versions\n", args.plot.display(), versions.len()))?;
    Ok(End::Complete)
}
