//! The command line.

use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

use crate::conditions::Limit;
use crate::llr::{EloModel, MAX_ELO, Test};
use crate::pentanomial::Pentanomial;

/// Plays engines against each other: two until a sequential test decides, or many to rate them.
#[derive(Parser)]
#[command(version)]
#[command(
    after_help = "Ctrl-C, SIGTERM and SIGHUP (not under `nohup`) save and stop; `sprt resume` continues.\n\
                    Exit code: 0 done, 1 failed, 2 bad command line, 130 interrupted."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Starts a match.
    Start(Box<StartArgs>),
    /// Plays one engine against several others, or all against all, and rates them.
    Gauntlet(Box<GauntletArgs>),
    /// Measures the effects of many changes at once.
    Design(Box<DesignArgs>),
    /// Continues an interrupted match, design or gauntlet.
    Resume(ResumeArgs),
    /// Shows the results so far, also during play.
    Report(ReportArgs),
    /// Adds a match to the ledger, or lists the ledger.
    #[command(subcommand)]
    Ledger(LedgerCommand),
    /// Measures the speed of a version relative to another.
    Speed(SpeedArgs),
    /// Forecasts how many games a test will take.
    Games(GamesArgs),
    /// Plots the strength over the versions of the ledger.
    Plot(PlotArgs),
}

#[derive(Args)]
pub(crate) struct StartArgs {
    /// The folder that holds the match: games, log, binaries. It must be new.
    pub(crate) folder: PathBuf,
    /// The engine to test: a file, a revision of the repository of the working directory, or a program on the search
    /// path; options may follow, as in `./coppice,Hash=64` or `stockfish,name=sf,UCI_LimitStrength=true`.
    pub(crate) new: String,
    /// The engine to test it against.
    pub(crate) base: String,
    #[command(flatten)]
    pub(crate) conditions: ConditionArgs,
    #[command(flatten)]
    pub(crate) test: TestArgs,
    /// Ends the match undecided after this many pairs of games; by default 20,000, or at fixed nodes as many as the
    /// book has openings, if these are fewer.
    #[arg(long, value_name = "PAIRS", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) max_pairs: Option<u64>,
}

#[derive(Args)]
pub(crate) struct GauntletArgs {
    /// The folder that holds the gauntlet: games, log. It must be new.
    pub(crate) folder: PathBuf,
    /// The engines; the first plays against each of the others: files, revisions, or programs on the search path,
    /// with options after commas, as in `stockfish,name=sf2000,UCI_LimitStrength=true,UCI_Elo=2000`.
    #[arg(required = true, num_args = 2..)]
    pub(crate) engines: Vec<String>,
    /// Number of pairs of games in each match.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_PAIRS))]
    pub(crate) pairs: u64,
    /// Plays all against all.
    #[arg(long)]
    pub(crate) round_robin: bool,
    /// The rating of the first engine.
    #[arg(long, value_name = "ELO", default_value_t = 0.0, allow_negative_numbers = true, value_parser = parse_rating)]
    pub(crate) anchor: f64,
    #[command(flatten)]
    pub(crate) conditions: ConditionArgs,
}

#[derive(Args)]
pub(crate) struct DesignArgs {
    /// The folder that holds the design: games, log, binary. It must be new.
    pub(crate) folder: PathBuf,
    /// The engine whose options are tested: a file, or a revision of the repository of the working directory, which
    /// is built with its search parameters as options.
    pub(crate) engine: String,
    /// The changes, one per line: options that are set together, as in `null_base=4 null_divisor=5`. Empty lines and
    /// text after `#` are ignored.
    #[arg(long, value_name = "FILE")]
    pub(crate) factors: PathBuf,
    /// Number of pairs of games in each match of the design.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=MAX_PAIRS))]
    pub(crate) pairs: u64,
    #[command(flatten)]
    pub(crate) conditions: ConditionArgs,
}

/// Upper limit of pairs, so that the sum over all matches does not overflow.
const MAX_PAIRS: u64 = 1_000_000;

/// Conditions of the games.
#[derive(Args)]
pub(crate) struct ConditionArgs {
    /// Openings: a FEN or EPD a line, or games in PGN; may be compressed (.gz, .zst).
    #[arg(long, value_name = "FILE")]
    pub(crate) book: PathBuf,
    #[command(flatten)]
    limit: LimitArgs,
    /// The transposition table of each engine in MiB.
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) hash: u32,
    /// The search threads of each engine.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) threads: u32,
    /// Number of games played at a time; by default as many as the processors allow.
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<NonZeroUsize>,
    /// Plays Chess960; the book must have positions of it.
    #[arg(long)]
    pub(crate) chess960: bool,
    /// Plays every game to its end, without adjudication.
    #[arg(long)]
    pub(crate) no_adjudication: bool,
    /// Decides the order of the openings.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// The match runner, fastchess or cutechess-cli: a file, or a name on the search path; by default the first one
    /// found.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) runner: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct SpeedArgs {
    /// The version to measure: a file, or a revision of the repository of the working directory.
    pub(crate) new: String,
    /// The version to compare it with.
    pub(crate) base: String,
    /// Number of rounds; in each, both run their bench.
    #[arg(long, value_name = "N", default_value = "40")]
    pub(crate) rounds: NonZeroU32,
}

/// Limit of a search: a clock or nodes.
#[derive(Args)]
#[group(multiple = false)]
struct LimitArgs {
    /// Seconds for the game and for each move, as in 8+0.08 (the default).
    #[arg(long, value_name = "S+S", value_parser = parse_clock)]
    tc: Option<String>,
    /// Nodes per move, independent of the machine's load. Some engines (Toga II) do not support this limit and never
    /// move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

const DEFAULT_CLOCK: &str = "8+0.08";

impl ConditionArgs {
    pub(crate) fn limit(&self) -> Limit {
        match (&self.limit.tc, self.limit.nodes) {
            (_, Some(nodes)) => Limit::Nodes(nodes),
            (clock, None) => Limit::Clock(clock.clone().unwrap_or_else(|| DEFAULT_CLOCK.to_owned())),
        }
    }
}

/// The test.
#[derive(Args)]
pub(crate) struct TestArgs {
    /// The gains between which the test decides.
    #[arg(long, value_name = "ELO0,ELO1", default_value = "0,3", allow_hyphen_values = true, value_parser = parse_bounds)]
    bounds: (f64, f64),
    /// The unit of the bounds.
    #[arg(long, value_enum, default_value_t = EloModel::Normalized)]
    model: EloModel,
    /// The probability of passing a version that gains only ELO0.
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = parse_error_rate)]
    alpha: f64,
    /// The probability of failing a version that gains ELO1.
    #[arg(long, value_name = "P", default_value_t = 0.05, value_parser = parse_error_rate)]
    beta: f64,
}

impl TestArgs {
    pub(crate) fn test(&self) -> Test {
        let &TestArgs { bounds: (elo0, elo1), model, alpha, beta } = self;
        Test { model, elo0, elo1, alpha, beta }
    }
}

#[derive(Args)]
pub(crate) struct ResumeArgs {
    /// The folder that holds the match, the design or the gauntlet.
    pub(crate) folder: PathBuf,
    /// Number of games played at a time from now on.
    #[arg(long, value_name = "N")]
    pub(crate) concurrency: Option<NonZeroUsize>,
    /// The match runner from now on.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) runner: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct ReportArgs {
    /// The folder that holds the match, the design or the gauntlet.
    pub(crate) folder: PathBuf,
    /// Writes JSON, for programs.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Subcommand)]
pub(crate) enum LedgerCommand {
    /// Adds a match at the end of the ledger.
    Append {
        /// The ledger: docs/ledger.csv.
        ledger: PathBuf,
        /// The folder of the match.
        folder: PathBuf,
        /// The change, in a few words.
        #[arg(long, value_name = "TEXT")]
        change: String,
        /// yes or no: was the change kept; version: the row is a point of the plot, and the change is its name.
        #[arg(long, value_name = "WORD", default_value = "", value_parser = ["yes", "no", "version", ""])]
        kept: String,
        /// The revision that has the change; by default that of the working directory.
        #[arg(long, value_name = "COMMIT")]
        commit: Option<String>,
    },
    /// Lists the rows of a ledger, or those that contain a text.
    Show {
        /// The ledger: docs/ledger.csv.
        ledger: PathBuf,
        /// The text to search for; case is ignored.
        text: Option<String>,
    },
}

#[derive(Args)]
pub(crate) struct GamesArgs {
    /// True gains, in the unit of the bounds; by default some around the bounds.
    #[arg(value_name = "GAIN", allow_negative_numbers = true, value_parser = parse_gain)]
    pub(crate) gains: Vec<f64>,
    #[command(flatten)]
    pub(crate) test: TestArgs,
    /// Pairs of a similar match by score (0, 0.5, 1, 1.5, 2), to estimate the noise of games. Not needed with
    /// normalised Elo.
    #[arg(long, value_name = "N,N,N,N,N", required_if_eq("model", "logistic"), value_parser = parse_pairs)]
    pub(crate) ptnml: Option<Pentanomial>,
}

#[derive(Args)]
pub(crate) struct PlotArgs {
    /// The ledger: docs/ledger.csv.
    pub(crate) ledger: PathBuf,
    /// The SVG file to write.
    pub(crate) plot: PathBuf,
}

fn parse_clock(text: &str) -> Result<String, String> {
    let is_time = |text: &str| text.parse().is_ok_and(|seconds: f64| seconds.is_finite() && seconds >= 0.0);
    let is_clock = text.split_once('+').is_some_and(|(base, increment)| is_time(base) && is_time(increment));
    if is_clock {
        Ok(text.to_owned())
    } else {
        Err("expected seconds and an increment, as in 8+0.08".to_owned())
    }
}

/// Greater gains cannot be distinguished from winning every game.
const MAX_GAIN: f64 = 1000.0;

fn parse_rating(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|rating: &f64| rating.is_finite()).ok_or_else(|| "expected a number".to_owned())
}

fn parse_gain(text: &str) -> Result<f64, String> {
    let gain = text.parse().ok().filter(|gain: &f64| gain.abs() <= MAX_GAIN);
    gain.ok_or_else(|| format!("expected a number within ±{MAX_GAIN}, such as 2.5"))
}

/// Closer bounds would take billions of games.
const MIN_DISTANCE: f64 = 0.01;

fn parse_bounds(text: &str) -> Result<(f64, f64), String> {
    let number = |text: &str| text.trim().parse().ok().filter(|elo: &f64| elo.abs() <= MAX_ELO);
    let bounds = text.split_once(',').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    // 0.01 may be parsed as slightly less.
    bounds.filter(|(low, high)| high - low > 0.99 * MIN_DISTANCE).ok_or_else(|| {
        format!(
            "expected two numbers within ±{MAX_ELO}, the lower one first, {MIN_DISTANCE} apart at least, as in 0,3"
        )
    })
}

fn parse_error_rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| (1e-6..0.5).contains(rate));
    rate.ok_or_else(|| "expected a number from 0.000001 to less than 0.5, such as 0.05".to_owned())
}

fn parse_pairs(text: &str) -> Result<Pentanomial, String> {
    let counts: Option<Vec<u64>> = text.split(',').map(|count| count.trim().parse().ok()).collect();
    let counts = counts.and_then(|counts| counts.try_into().ok()).map(Pentanomial);
    let is_noisy = |counts: &Pentanomial| counts.0.iter().filter(|&&count| count > 0).count() > 1;
    counts
        .filter(is_noisy)
        .ok_or_else(|| "expected five counts, at least two of them not 0, as in 10,60,120,60,10".to_owned())
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }

    #[test]
    fn sense_is_taken_and_nonsense_refused() {
        let start = ["sprt", "start", "folder", "new", "base", "--book", "b"];
        let parse = |more: &[&str]| Cli::try_parse_from(start.iter().chain(more)).is_ok();
        for sense in [
            &[][..],
            &["--tc", "2+0.02"],
            &["--nodes", "5000"],
            &["--bounds", "-5,0"],
            &["--bounds", "0.07,0.08"],
            &["--model", "logistic"],
        ] {
            assert!(parse(sense), "{sense:?}");
        }
        for nonsense in [
            &["--tc", "8"][..],
            &["--tc", "8+x"],
            &["--tc", "8+0.08", "--nodes", "5"],
            &["--bounds", "3,0"],
            &["--bounds", "0"],
            &["--bounds", "0,151"],
            &["--bounds", "NaN,3"],
            &["--bounds", "0,1e-300"],
            &["--alpha", "0.5"],
            &["--beta", "0"],
            &["--max-pairs", "0"],
        ] {
            assert!(!parse(nonsense), "{nonsense:?}");
        }
        let design = ["sprt", "design", "folder", "engine", "--factors", "f", "--book", "b", "--pairs"];
        let parse = |pairs: &str| Cli::try_parse_from(design.iter().chain(&[pairs])).is_ok();
        assert!(parse("30") && !parse("0") && !parse("1e3"));
        assert!(Cli::try_parse_from(["sprt", "games", "-1", "2.5"]).is_ok());
        assert!(Cli::try_parse_from(["sprt", "games", "-1", "2.5", "--bounds", "-3,0"]).is_ok());
        assert!(Cli::try_parse_from(["sprt", "games", "--model", "logistic"]).is_err(), "noise is unknown");
        for bad in ["NaN", "inf", "1e300", "-1001", "x"] {
            assert!(Cli::try_parse_from(["sprt", "games", bad]).is_err(), "{bad}");
        }
        for bad in ["1,2,3,4", "0,0,9,0,0", "a,b,c,d,e"] {
            assert!(Cli::try_parse_from(["sprt", "games", "--ptnml", bad]).is_err(), "{bad}");
        }
    }
}
