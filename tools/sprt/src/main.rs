//! Matches between engines: a new version against an old one until a sequential test decides, and more.
//!
//! | | |
//! |---|---|
//! | `sprt start FOLDER NEW BASE --book B` | builds both if they are revisions, checks their bench, and plays |
//! | `sprt gauntlet FOLDER ENGINE ... --pairs N --book B` | one engine against several, and their ratings |
//! | `sprt design FOLDER ENGINE --factors F --pairs N --book B` | the effects of many changes of options at once |
//! | `sprt resume FOLDER` | goes on with what was interrupted |
//! | `sprt report FOLDER` | the results as a block of text for the commit message, or tables, or JSON |
//! | `sprt ledger append LEDGER FOLDER` | adds a match to the ledger |
//! | `sprt speed NEW BASE` | how many times as fast one is as the other |
//! | `sprt games GAIN ...` | how many games a test will take |
//! | `sprt plot LEDGER SVG` | the strength over the versions of the ledger |
//!
//! ```text
//!   contestant ──▶ runner ──▶ play ──▶ transcript ──▶ tally ──▶ llr ──▶ report
//!   (built, bench)  (fastchess or       (what the                 (pentanomial)
//!                    cutechess-cli)      runner prints)
//!
//!                   state ────┬─▶ contest ──▶ play
//!   (one match, its test)     │   (what is to be played next, and how it stands; kept in a folder)
//!                   design ───┤
//!   (matches of a plan)       │
//!                   gauntlet ─┘
//!   (many engines, ratings)
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
mod games;
mod gauntlet;
mod ledger;
mod llr;
mod openings;
mod pentanomial;
mod play;
mod plot;
mod progress;
mod ratings;
mod report;
mod runner;
mod schedule;
mod speed;
mod state;
mod tally;
mod transcript;

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use clap::Parser;
use longrun::{End, expect_outputs, say};

use cli::{
    Cli, Command, DesignArgs, GamesArgs, GauntletArgs, LedgerCommand, PlotArgs, ReportArgs, ResumeArgs,
    SpeedArgs, StartArgs,
};
use conditions::Conditions;
use contest::Contest;
use contestant::{Build, Contestant, Purpose, Workshop};
use design::{Design, List};
use errand::Interrupted;
use folder::Kept;
use gauntlet::Gauntlet;
use ledger::Row;
use llr::Model;
use report::SpeedReport;
use runner::Runner;
use schedule::Progress;
use speed::Race;
use state::{Match, Settings};

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

/// Number of pairs at which a match ends undecided, if no other is asked for.
const MOST_PAIRS: u64 = 20_000;

fn start(args: &StartArgs) -> Result<End> {
    let conditions = Conditions::chosen(&args.conditions)?;
    let most_pairs = conditions.most_pairs(args.most_pairs, MOST_PAIRS)?;
    let (engines, _lock) = folder::begin::<Match>(&args.folder)?;
    // From here on, so that an interrupted build still cleans up behind itself.
    let stop = longrun::listen()?;
    let workshop = Workshop { purpose: Purpose::Match, folder: &engines, build: Build::Plain, stop: &stop };
    let Some([new, base]) = prepare_two(&args.new, &args.base, &workshop)? else {
        return interrupted_early("start");
    };
    let settings = Settings { new, base, conditions, test: args.test.test(), most_pairs };
    begin(&mut Match { settings, progress: Progress::default() }, &args.folder, &stop)
}

fn gauntlet(args: &GauntletArgs) -> Result<End> {
    let conditions = Conditions::chosen(&args.conditions)?;
    let pairs = conditions.most_pairs(Some(args.pairs), args.pairs)?;
    let (folder, _lock) = folder::begin::<Gauntlet>(&args.folder)?;
    let stop = longrun::listen()?;
    let workshop = Workshop { purpose: Purpose::Gauntlet, folder: &folder, build: Build::Plain, stop: &stop };
    let prepared = args.engines.iter().map(|engine| Contestant::prepare(engine, "", &workshop)).collect();
    let Some(engines) = unless_interrupted(prepared)? else { return interrupted_early("gauntlet") };
    let engines = runner::with_distinct_names(engines);
    let (round_robin, anchor) = (args.round_robin, args.anchor);
    let settings = gauntlet::Settings { engines, conditions, pairs, round_robin, anchor };
    begin(&mut Gauntlet::new(settings), &args.folder, &stop)
}

fn design(args: &DesignArgs) -> Result<End> {
    let conditions = Conditions::chosen(&args.conditions)?;
    let pairs = conditions.most_pairs(Some(args.pairs), args.pairs)?;
    let factors = List::read(&args.factors)?;
    let (engines, _lock) = folder::begin::<Design>(&args.folder)?;
    let stop = longrun::listen()?;
    let workshop = Workshop { purpose: Purpose::Match, folder: &engines, build: Build::Tuning, stop: &stop };
    let Some(engine) = unless_interrupted(Contestant::prepare(&args.engine, "tuning", &workshop))? else {
        return interrupted_early("design");
    };
    begin(&mut Design::new(engine, &factors, conditions, pairs)?, &args.folder, &stop)
}

/// Ends before anything is on disk.
fn interrupted_early(command: &str) -> Result<End> {
    say(format_args!("interrupted before the first game: `sprt {command}` begins again\n"))?;
    Ok(End::Interrupted)
}

/// Makes two engines ready; `None` if that was interrupted.
fn prepare_two(new: &str, base: &str, workshop: &Workshop<'_>) -> Result<Option<[Contestant; 2]>> {
    let prepare = |what, role| Contestant::prepare(what, role, workshop);
    let contestants = prepare(new, "new").and_then(|new| Ok((new, prepare(base, "base")?)));
    let contestants = unless_interrupted(contestants)?;
    Ok(contestants.map(|(new, base)| runner::with_different_names(new, base).into()))
}

/// `None` if what was under way is no failure, but was ended by a signal.
fn unless_interrupted<T>(outcome: Result<T>) -> Result<Option<T>> {
    match outcome {
        Err(error) if error.is::<Interrupted>() => Ok(None),
        outcome => outcome.map(Some),
    }
}

fn resume(args: &ResumeArgs) -> Result<End> {
    match kind_of(&args.folder) {
        Kind::Match => go_on::<Match>(args),
        Kind::Design => go_on::<Design>(args),
        Kind::Gauntlet => go_on::<Gauntlet>(args),
    }
}

fn go_on<C: Contest>(args: &ResumeArgs) -> Result<End> {
    let (mut contest, _lock) = C::open(&args.folder)?;
    // What does not change the results may be changed.
    if let Some(concurrency) = args.concurrency {
        contest.conditions().concurrency = concurrency.get();
    }
    if let Some(runner) = &args.runner {
        let runner = Runner::find(Some(runner))?;
        contest.conditions().runner = Runner { path: folder::absolute(&runner.path)?, ..runner };
    }
    let stop = longrun::listen()?;
    // A bench that is interrupted leaves nothing to do: no game is begun.
    unless_interrupted(contest.check_engines(&stop))?;
    play_on(&mut contest, &args.folder, &stop)
}

/// Plays something new. If not a single pair can be played, the folder can be used again.
fn begin<C: Contest>(contest: &mut C, folder: &Path, stop: &AtomicBool) -> Result<End> {
    play_on(contest, folder, stop).inspect_err(|_| {
        if contest.pairs() == 0 {
            C::discard(folder);
        }
    })
}

fn play_on(contest: &mut impl Contest, folder: &Path, stop: &AtomicBool) -> Result<End> {
    contest.save(folder)?;
    let end = play::play(contest, folder, stop)?;
    say(contest.report(folder))?;
    if end == End::Interrupted {
        say(format_args!("\ninterrupted; `sprt resume {}` goes on\n", folder.display()))?;
    }
    Ok(end)
}

fn report(args: &ReportArgs) -> Result<End> {
    match kind_of(&args.folder) {
        Kind::Match => show(&Match::load(&args.folder)?, args),
        Kind::Design => show(&Design::load(&args.folder)?, args),
        Kind::Gauntlet => show(&Gauntlet::load(&args.folder)?, args),
    }
}

fn show(contest: &impl Contest, args: &ReportArgs) -> Result<End> {
    let text = if args.json { format!("{:#}\n", contest.json()) } else { contest.report(&args.folder) };
    say(text)?;
    Ok(End::Complete)
}

/// Kind of a folder.
enum Kind {
    Match,
    Design,
    Gauntlet,
}

/// Kind of a folder; one that holds neither of the others should hold a match.
fn kind_of(folder: &Path) -> Kind {
    if Design::file(folder).exists() {
        Kind::Design
    } else if Gauntlet::file(folder).exists() {
        Kind::Gauntlet
    } else {
        Kind::Match
    }
}

fn ledger(command: &LedgerCommand) -> Result<End> {
    match command {
        LedgerCommand::Append { ledger, folder, change, kept, commit } => {
            let commit = match commit {
                Some(commit) => commit.clone(),
                None => contestant::git(&["rev-parse", "--short=8", "HEAD"]).unwrap_or_default(),
            };
            let row = Row::of(&Match::load(folder)?, change.clone(), commit, kept.clone());
            ledger::append(ledger, &row)?;
        }
        LedgerCommand::Show { ledger, text } => {
            let text = text.as_deref().unwrap_or_default().to_lowercase();
            for row in ledger::read(ledger)? {
                let Row { date, commit, change, against, conditions, games, elo, error, kept, .. } = row;
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
    let stop = longrun::listen()?;
    let workshop =
        Workshop { purpose: Purpose::Speed, folder: folder.path(), build: Build::Plain, stop: &stop };
    let Some([new, base]) = prepare_two(&args.new, &args.base, &workshop)? else {
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
    let rows = ledger::read(&args.ledger)?;
    let (versions, unknown) = ledger::versions(&rows).with_context(|| args.ledger.display().to_string())?;
    for name in &unknown {
        eprintln!("warning: '{name}' is left out: its strength is not known");
    }
    plot::write(&versions, &args.plot)?;
    say(format_args!("{}: {} versions\n", args.plot.display(), versions.len()))?;
    Ok(End::Complete)
}
