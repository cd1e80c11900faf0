//! Matches between versions of the engine, their speed, and tuning of the search. fastchess plays the games.
//!
//! ```text
//!   engine (revisions are built, benches checked) ──┐
//!   book (openings, shuffled, as FEN) ──────────────┼─▶ fastchess ─▶ games.pgn ─▶ games (pairs, faults, repetitions)
//!   state (settings, in a folder) ──────────────────┘
//!
//!   play: a match or a gauntlet ─▶ ledger (a row)      tune: SPSA      speed: benches in turn
//! ```

mod book;
mod engine;
mod fastchess;
mod games;
mod guard;
mod ledger;
mod play;
mod speed;
mod state;
mod tune;

use std::fs;
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Parser, Subcommand};
use serde::Deserialize;
use toolkit::{End, Interrupted, expect_outputs, number, say};

use engine::{Build, MatchEngine};
use ledger::LedgerRow;
use play::{GameSettings, Match, PairingResult, processors, words};
use speed::SpeedComparison;
use tune::{Gains, Optimiser, Tune, params};

/// A match or a tune, as its folder holds it.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Match(Match),
    Tune(Box<Tune>),
}

impl State {
    /// Checks a state that was read.
    fn check(&self) -> Result<()> {
        match self {
            State::Match(_) => Ok(()),
            State::Tune(tune) => tune.check(),
        }
    }
}

/// Plays versions of the engine against each other, measures their speed, and tunes the search. fastchess plays the
/// games.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
#[command(after_help = "Ctrl-C saves and stops; `match resume` continues.\n\
    Exit code: 0 done, 2 bad input or no verdict, 130 interrupted.")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Plays a version against another until a sequential test decides, or against several for a number of games.
    Play(Box<PlayArgs>),
    /// Tunes the parameters of the search by games of the engine against itself (SPSA).
    Tune(Box<TuneArgs>),
    /// Continues an interrupted match or tune.
    Resume(ResumeArgs),
    /// Shows the results so far, also during play.
    Report(ReportArgs),
    /// Measures the speed of a version relative to another.
    Speed(SpeedArgs),
    /// Adds the result of a match to the ledger.
    Ledger(LedgerArgs),
    /// Runs an engine and ends it if a search takes too long: what fastchess starts at fixed nodes.
    #[command(hide = true)]
    Guard {
        /// The longest that a search may take. 0: fastchess has a clock.
        seconds: u64,
        /// The engine.
        program: PathBuf,
        /// The file of its last words.
        log: PathBuf,
    },
}

#[derive(Args)]
struct PlayArgs {
    /// The version to test: a file, a revision of the repository of the working directory, or a program on the search
    /// path; options may follow, as in `./coppice,Hash=64` or `stockfish,name=sf,UCI_LimitStrength=true`.
    #[arg(default_value = "HEAD")]
    new: String,
    /// The versions to test it against; by default `main`, or on `main` itself the commit before.
    opponents: Vec<String>,
    /// The gains in normalised Elo between which the test decides; by default 0,5 against a single opponent, unless
    /// --pairs is given alone.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = parse_bounds)]
    bounds: Option<(f64, f64)>,
    /// Number of pairs of games against each opponent. With a test, at most; the default is 100,000 with a test and
    /// 100 without, or at fixed nodes as many as the book has openings, if these are fewer.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pairs: Option<u64>,
    /// Builds revisions as testers do: optimised across crates and, where the tools are installed, by a profile. That
    /// takes minutes. By default they are built in a minute or two and are a tenth slower.
    #[arg(long)]
    full: bool,
    #[command(flatten)]
    games: GameArgs,
}

/// Conditions of games.
#[derive(Args)]
struct GameArgs {
    /// The new folder for everything; by default one in target/match.
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// Openings: a FEN or EPD a line, or games in PGN; may be compressed (.gz, .zst). By default target/book.epd.
    #[arg(long, value_name = "FILE")]
    book: Option<PathBuf>,
    /// Seconds for the game and for each move.
    #[arg(long, value_name = "S+S", default_value = "8+0.08", value_parser = parse_clock)]
    tc: String,
    /// Nodes per move in place of a clock, so that the load of the machine does not matter.
    #[arg(long, value_name = "N", conflicts_with = "tc", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// The transposition table of each engine in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    hash: u32,
    /// The search threads of each engine.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    threads: u32,
    /// Number of games played at a time; by default as many as the processors allow.
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
    /// Plays every game to its end, without adjudication.
    #[arg(long)]
    no_adjudication: bool,
    /// Decides the order of the openings, and the perturbations of a tune.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The program fastchess; by default that on the search path, or target/fastchess/fastchess.
    #[arg(long, value_name = "PROGRAM")]
    fastchess: Option<PathBuf>,
    /// More arguments of fastchess, such as `-sprt elo0=0 elo1=5 alpha=0.1 beta=0.1` or `-each timemargin=50`.
    #[arg(last = true, value_name = "FASTCHESS")]
    more: Vec<String>,
}

#[derive(Args)]
struct TuneArgs {
    /// The engine: a revision, which is built with its parameters as options, or the file of a tuning build.
    #[arg(default_value = "HEAD")]
    engine: String,
    /// Parameters to tune: names with wildcards * and ?; a leading ! excludes. By default all, at fixed nodes without
    /// those of time management (time_*).
    #[arg(long, value_name = "PATTERN", num_args = 1..)]
    params: Vec<String>,
    /// Number of iterations. The steps shrink accordingly.
    #[arg(long, value_name = "N", default_value_t = 2_500, value_parser = clap::value_parser!(u64).range(1..))]
    iterations: u64,
    /// Number of pairs of games in each iteration.
    #[arg(long, value_name = "N", default_value = "4")]
    pairs: NonZeroUsize,
    /// Number of steps that a parameter moves per point won, at the end. The default suits tens of thousands of
    /// pairs; two thousand pairs need a greater value.
    #[arg(long, value_name = "R", default_value_t = 0.002, value_parser = parse_rate)]
    r_end: f64,
    #[command(flatten)]
    games: GameArgs,
}

#[derive(Args)]
struct ResumeArgs {
    /// The folder of the match or the tune.
    folder: PathBuf,
    /// Number of games played at a time from now on.
    #[arg(long, value_name = "N")]
    concurrency: Option<NonZeroUsize>,
}

#[derive(Args)]
struct ReportArgs {
    /// The folder of a match or a tune; a file of games (.pgn); or with --write the values of a tune on OpenBench, in
    /// lines `name, value`.
    path: PathBuf,
    /// Writes the new values of a tune into this list of parameters: crates/search/src/params.rs.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
}

#[derive(Args)]
struct SpeedArgs {
    /// The version to measure: a file, or a revision, which is built as testers do.
    new: String,
    /// The version to compare it with.
    base: String,
    /// Number of rounds; in each, both run their bench.
    #[arg(long, value_name = "N", default_value = "40")]
    rounds: NonZeroU32,
}

#[derive(Args)]
struct LedgerArgs {
    /// The folder of the match.
    folder: PathBuf,
    /// The change, in a few words.
    #[arg(long, value_name = "TEXT")]
    change: String,
    /// yes or no: was the change kept; version: the change is the name of a version.
    #[arg(long, value_name = "WORD", default_value = "", value_parser = ledger::KEPT)]
    kept: String,
    /// The idea by which results are pooled; "not X" tests the opposite of X.
    #[arg(long, value_name = "TEXT", default_value = "")]
    idea: String,
    /// The revision that has the change; by default that of the working directory.
    #[arg(long, value_name = "COMMIT")]
    commit: Option<String>,
    /// The ledger.
    #[arg(long, value_name = "FILE", default_value = "docs/ledger.csv")]
    ledger: PathBuf,
}

fn main() -> ExitCode {
    let end = match Cli::parse().command {
        Command::Play(args) => play(&args),
        Command::Tune(args) => tune(&args),
        Command::Resume(args) => resume(&args),
        Command::Report(args) => report(&args),
        Command::Speed(args) => speed(&args),
        Command::Ledger(args) => add_to_ledger(&args),
        Command::Guard { seconds, program, log } => {
            guard::run(Duration::from_secs(seconds), &program, &log).map(|()| End::Complete)
        }
    };
    End::exit_code(match end {
        Err(error) if error.is::<Interrupted>() => {
            eprintln!("interrupted before the first game: nothing is saved");
            Ok(End::Interrupted)
        }
        end => end,
    })
}

fn play(args: &PlayArgs) -> Result<End> {
    let settings = args.games.settings()?;
    let opponents = match &args.opponents[..] {
        [] => vec![usual_opponent(&args.new)?],
        given => given.to_vec(),
    };
    let bounds = args.bounds.or_else(|| (args.pairs.is_none() && opponents.len() == 1).then_some((0.0, 5.0)));
    let openings = book::Openings::read(&settings.book, settings.seed)?.list.len() as u64;
    // The same opening gives the same games.
    let is_reproducible = args.games.nodes.is_some() && args.games.threads == 1;
    let most = if is_reproducible { openings } else { u64::MAX };
    let pairs = args.pairs.unwrap_or(most.min(if bounds.is_some() { 100_000 } else { 100 }));
    ensure!(
        pairs <= most,
        "{pairs} pairs, expected at most {most}: {} has so many openings, and at fixed nodes an opening gives the same \
         games again",
        settings.book.display()
    );
    let test = bounds.map_or(String::new(), |(elo0, elo1)| {
        format!("-sprt elo0={elo0} elo1={elo1} alpha=0.05 beta=0.05 model=normalized")
    });
    let settings = GameSettings { arguments: [settings.arguments, words(&test)].concat(), ..settings };
    args.games.folder.as_deref().map_or(Ok(()), state::expect_new)?;
    warn_of_changes(&args.new);
    // Before the builds, so that an interrupted one still cleans up.
    let stop = toolkit::listen()?;
    let build = if args.full { Build::Full } else { Build::Quick };
    let common = args.games.common_options();
    let engines = [&args.new].into_iter().chain(&opponents);
    let engines: Result<Vec<MatchEngine>> =
        engines.map(|engine| MatchEngine::prepare(engine, build, &common, &stop)).collect();
    let mut engines = engines?;
    engine::make_names_distinct(&mut engines);
    let names: Vec<&str> = engines.iter().map(|engine| engine.name.as_str()).collect();
    let folder = args.games.folder(&names.join("-"))?;
    let of = Match { engines, settings, pairs, concurrency: args.games.concurrency() };
    let _lock = state::begin(&folder, "match", &of)?;
    eprintln!("playing in {}", folder.display());
    run(State::Match(of), &folder, &stop).inspect_err(|_| {
        if fs::metadata(folder.join(play::GAMES)).map_or(0, |file| file.len()) == 0 {
            state::discard(&folder);
        }
    })
}

/// Says if the working tree differs from `HEAD`, because revisions are built.
fn warn_of_changes(new: &str) {
    let is_changed =
        engine::git(&["status", "--porcelain", "--untracked-files=no"]).is_ok_and(|text| !text.is_empty());
    if new == "HEAD" && is_changed {
        eprintln!("note: uncommitted changes are not a part of HEAD");
    }
}

/// The version that a new one is played against: `main`, or the one before if these are the same.
fn usual_opponent(new: &str) -> Result<String> {
    let new_revision = engine::revision(new).with_context(|| {
        format!("'{new}' is no revision of this repository, expected the engine to play against behind it")
    })?;
    let is_main = engine::revision("main").is_ok_and(|main| main == new_revision);
    Ok(if is_main { format!("{new}~1") } else { "main".to_owned() })
}

fn tune(args: &TuneArgs) -> Result<End> {
    let settings = args.games.settings()?;
    args.games.folder.as_deref().map_or(Ok(()), state::expect_new)?;
    let stop = toolkit::listen()?;
    let engine = MatchEngine::prepare(&args.engine, Build::Tuning, &args.games.common_options(), &stop)?;
    let all = params::listed(&mut engine::start(&engine.path)?)?;
    // Searches of fixed nodes do not measure time management.
    let params = params::select(all, &args.params, args.games.nodes.is_some())?;
    let gains = Gains { iterations: args.iterations, r_end: args.r_end };
    let optimiser = Optimiser::new(params, gains, settings.seed);
    let folder = args.games.folder(&format!("tune-{}", engine.name))?;
    let sizes = [args.pairs.get(), args.games.concurrency()];
    let tune = Tune::new(engine, settings, sizes, optimiser);
    let _lock = state::begin(&folder, "tune", &tune)?;
    eprintln!("playing in {}", folder.display());
    run(State::Tune(Box::new(tune)), &folder, &stop)
}

fn resume(args: &ResumeArgs) -> Result<End> {
    let (mut state, _lock) = state::open(&args.folder)?;
    if let Some(concurrency) = args.concurrency {
        match &mut state {
            State::Match(settings) => settings.concurrency = concurrency.get(),
            State::Tune(tune) => tune.concurrency = concurrency.get(),
        }
    }
    run(state, &args.folder, &*toolkit::listen()?)
}

/// Plays what is left of a match or a tune, whose folder is locked, and shows the result.
fn run(state: State, folder: &Path, stop: &AtomicBool) -> Result<End> {
    let end = match state {
        State::Match(of) => {
            let end = of.play(folder, stop)?;
            let report = play::report(&of, folder);
            if end == End::Complete {
                report?
            }
            end
        }
        State::Tune(tune) => {
            let (tune, end) = tune.play(folder, stop)?;
            say(tune)?;
            end
        }
    };
    if end == End::Interrupted {
        say(format_args!("\ninterrupted; `match resume {}` continues\n", folder.display()))?;
    }
    Ok(end)
}

fn report(args: &ReportArgs) -> Result<End> {
    let ReportArgs { path, write } = args;
    let outputs: Vec<&Path> = write.iter().map(PathBuf::as_path).collect();
    expect_outputs(&[path], &outputs)?;
    let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
    if is_pgn {
        play::report_games(path)?;
    } else if let (Some(write), true) = (write, path.is_file()) {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let values = params::parse_values(&text).with_context(|| path.display().to_string())?;
        params::write_values(write, &values)?;
        say(format_args!("{}: {} values are written\n", write.display(), values.len()))?;
        return Ok(End::Complete);
    } else {
        match state::load(path)? {
            State::Match(of) => play::report(&of, path)?,
            State::Tune(tune) => {
                say(&tune)?;
                if let Some(path) = write {
                    let values = tune.new_values();
                    params::write_values(path, &values)?;
                    say(format_args!("\n{}: {} values are new\n", path.display(), values.len()))?;
                }
                return Ok(End::Complete);
            }
        }
    }
    ensure!(outputs.is_empty(), "{} is no tune, expected one with --write", path.display());
    Ok(End::Complete)
}

fn speed(args: &SpeedArgs) -> Result<End> {
    let stop = toolkit::listen()?;
    let prepare = |engine: &str| MatchEngine::prepare(engine, Build::Full, &[], &stop);
    let mut engines = [prepare(&args.new)?, prepare(&args.base)?];
    engine::make_names_distinct(&mut engines);
    let comparison = SpeedComparison::run(engines.each_ref(), args.rounds, &stop)?;
    let [new, base] = &engines;
    say(comparison.report(new, base))?;
    let is_complete = comparison.rounds.len() == args.rounds.get() as usize;
    Ok(if is_complete { End::Complete } else { End::Interrupted })
}

fn add_to_ledger(args: &LedgerArgs) -> Result<End> {
    let State::Match(of) = state::load(&args.folder)? else {
        bail!("{}: a tune, expected the folder of a match", args.folder.display())
    };
    let commit = match &args.commit {
        Some(commit) => commit.clone(),
        None => engine::git(&["rev-parse", "--short=8", "HEAD"])?,
    };
    let results = of.results(&args.folder)?;
    let played = results.iter().filter(|result| result.score.games() > 0);
    let row = |result: &PairingResult<'_>| {
        let (commit, change) = (commit.clone(), args.change.clone());
        let (kept, idea) = (args.kept.clone(), args.idea.clone());
        Ok(LedgerRow { commit, change, kept, idea, ..LedgerRow::of(result)? })
    };
    let rows = played.map(row).collect::<Result<Vec<LedgerRow>>>()?;
    ensure!(!rows.is_empty(), "no row: no game has ended");
    rows.iter().try_for_each(|row| ledger::append(&args.ledger, row))?;
    Ok(End::Complete)
}

/// A move at fixed nodes may take this many seconds, and more by the nodes at this speed; else the engine hangs.
const MAX_SECONDS: u64 = 60;
const MIN_SPEED: u64 = 20_000;

impl GameArgs {
    fn settings(&self) -> Result<GameSettings> {
        fastchess::check_arguments(&self.more)?;
        let limit = match self.nodes {
            Some(nodes) => format!("nodes={nodes}"),
            None => format!("tc={}", self.tc),
        };
        let mut arguments = words(&format!("-each proto=uci {limit}"));
        if !self.no_adjudication {
            arguments.extend(words("-resign movecount=3 score=400 -draw movenumber=40 movecount=8 score=10"));
        }
        // Both complaints at once: a second one would come only after the first was dealt with.
        let (fastchess, book) =
            match (fastchess::find(self.fastchess.as_deref()), book::find(self.book.as_deref())) {
                (Err(fastchess), Err(book)) => bail!("{fastchess:#}\n\n{book:#}"),
                (fastchess, book) => (fastchess?, book?),
            };
        Ok(GameSettings {
            fastchess,
            book,
            seed: self.seed,
            arguments,
            more: self.more.clone(),
            max_seconds: self.nodes.map(|nodes| MAX_SECONDS + nodes / MIN_SPEED),
        })
    }

    fn common_options(&self) -> [(&'static str, String); 2] {
        [("Hash", self.hash.to_string()), ("Threads", self.threads.to_string())]
    }

    /// Number of games at a time. In each game only one engine thinks at a time.
    fn concurrency(&self) -> usize {
        let fitting = (processors() / self.threads as usize).max(1);
        self.concurrency.map_or(fitting, NonZeroUsize::get)
    }

    /// The folder that was asked for, or else one for these engines.
    fn folder(&self, engines: &str) -> Result<PathBuf> {
        match &self.folder {
            Some(folder) => Ok(folder.clone()),
            None => engine::target_folder(engines).context("--folder names another place"),
        }
    }
}

fn parse_clock(text: &str) -> Result<String, String> {
    let is_time = |text: &str| number(text, "seconds", |seconds| seconds >= 0.0).is_ok();
    let is_clock = text.split_once('+').is_some_and(|(base, increment)| is_time(base) && is_time(increment));
    is_clock.then(|| text.to_owned()).ok_or("expected seconds and an increment, as in 8+0.08".to_owned())
}

fn parse_bounds(text: &str) -> Result<(f64, f64), String> {
    let elo = |text: &str| number(text.trim(), "Elo", |_| true).ok();
    let bounds = text.split_once(',').and_then(|(low, high)| Some((elo(low)?, elo(high)?)));
    let bounds = bounds.filter(|(low, high)| low < high);
    bounds.ok_or_else(|| "expected two numbers, the lower one first, as in 0,5".to_owned())
}

fn parse_rate(text: &str) -> Result<f64, String> {
    number(text, "a number above 0, such as 0.002", |rate| rate > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sense_is_taken_and_nonsense_refused() {
        let parse = |text: &str| Cli::try_parse_from(text.split(' ')).is_ok();
        for sense in [
            "match play",
            "match play HEAD main sf --tc 2+0.02",
            "match play HEAD --bounds -5,0 -- -each timemargin=50",
            "match tune --nodes 5000 --params futility_* !time_*",
        ] {
            assert!(parse(sense), "{sense}");
        }
        for nonsense in
            ["--tc 8", "--tc 8+x", "--tc 8+0.08 --nodes 5", "--nodes 0", "--bounds 3,0", "--bounds NaN,3"]
        {
            assert!(!parse(&format!("match play {nonsense}")), "{nonsense}");
        }
        assert!(!parse("match tune --r-end 0") && !parse("match tune --iterations 0"));
    }
}
