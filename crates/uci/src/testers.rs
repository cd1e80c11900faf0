//! Commands for people who test engines: `bench`, `go perft` and `genfens`.
//!
//! `bench`: the number of nodes of fixed searches, a fingerprint of the search, and their speed. The positions of `bench.epd`
//! are searched one after the other to a fixed depth, by an engine of its own with one thread and a table of fixed size. So
//! the sum of nodes is the same on every machine, whatever the options are. The last line is what OpenBench reads.
//!
//! `go perft <depth>`: the leaves under each move, then `Nodes searched: <sum>`, as tools read it. All threads of the engine
//! count. On long runs a line every few seconds reports progress.
//!
//! `genfens`: openings for self-play, as OpenBench asks for them. An opening starts from a start array or a random line of a
//! book, and random legal moves are played from there. It is kept if the game is not over, if a short search finds neither
//! side ahead by more than a pawn, and if it is new. No position is searched twice. The same command gives the same openings
//! on every machine.

use std::collections::HashSet;
use std::fs;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use eval::wdl;
use fastrand::Rng;
use movegen::perft::{CountProgress, divide_on_threads};
use movegen::text::{CastlingNotation, Epd, EpdError, FenError};
use movegen::{Position, chess960};
use search::engine::threads_with_room;
use search::{Clock, Control, Engine, Game, Limits, Mebibytes, SystemClock};
use types::{Depth, Score};

use crate::game::ending;
use crate::output::{say, say_error};
use crate::words::{CommandError, Tokens};

/// Chosen so that all takes two to five seconds.
const BENCH_DEPTH: Depth = Depth(13);
const BENCH_HASH: Mebibytes = Mebibytes(16);

const POSITIONS: &str = include_str!("bench.epd");

/// Searches the bench positions and prints their nodes. A stop ends it without a sum.
pub(crate) fn bench(depth: Option<Depth>, control: &Control) {
    let mut engine = match Engine::new(BENCH_HASH) {
        Ok(engine) => engine,
        Err(error) => return say_error(format_args!("bench: {error}")),
    };
    let limits = Limits { depth: Some(depth.unwrap_or(BENCH_DEPTH)), ..Limits::default() };
    let clock = SystemClock;
    let started = clock.now();
    let mut nodes = 0;
    for (index, position) in positions().enumerate() {
        let game = match position {
            Ok(position) => Game::new(position),
            Err(error) => return say_error(format_args!("bench: {error}")),
        };
        let outcome = engine.search(&game, &limits, control, &mut ());
        if control.is_stopped() {
            return say("info string bench stopped");
        }
        nodes += outcome.nodes;
        let best = outcome.best_move().map_or("-".to_owned(), |mv| game.position().san(mv));
        say(format_args!("{:>2} {:>9} {best:<7} {}", index + 1, outcome.nodes, game.position().fen()));
    }
    let nps = u128::from(nodes) * 1_000_000 / (clock.now() - started).as_micros().max(1);
    say(format_args!("{nodes} nodes {nps} nps"));
}

/// The positions: lines of FEN, comments with `#`.
fn positions() -> impl Iterator<Item = Result<Position, FenError>> {
    POSITIONS.lines().filter(|line| !line.starts_with('#')).map(str::parse)
}

const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// Counts the leaves under each move and prints them. A stop ends it without a sum.
pub(crate) fn perft(
    position: &Position,
    depth: u8,
    notation: CastlingNotation,
    threads: NonZeroUsize,
    control: &Control,
) {
    if depth == 0 {
        return say("\nNodes searched: 1\n");
    }
    let clock = SystemClock;
    let started = clock.now();
    let mut reported = started;
    let mut given = threads;
    let counts = divide_on_threads(position, depth.into(), threads_with_room(threads), |progress| {
        if progress.threads < given {
            given = progress.threads;
            let refused = threads.get() - given.get();
            say_error(format_args!(
                "option Threads: the system refused {refused} of {threads} threads; this count has {given}"
            ));
        }
        let now = clock.now();
        if now - reported >= REPORT_INTERVAL && progress.finished < progress.tasks {
            reported = now;
            report(progress, now - started);
        }
        if control.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let Some(counts) = counts else { return say("info string perft stopped") };
    let mut lines: Vec<(String, u64)> =
        counts.into_iter().map(|(mv, leaves)| (position.uci(mv, notation).to_string(), leaves)).collect();
    lines.sort();
    for (mv, leaves) in &lines {
        say(format_args!("{mv}: {leaves}"));
    }
    say(format_args!("\nNodes searched: {}\n", lines.iter().map(|(_, leaves)| leaves).sum::<u64>()));
}

fn report(CountProgress { leaves, finished, tasks, .. }: CountProgress, elapsed: Duration) {
    let share = finished as f64 / tasks as f64;
    let left = match finished {
        0 => String::new(),
        _ => format!(", about {:.0} s left", elapsed.as_secs_f64() * (1.0 / share - 1.0)),
    };
    say(format_args!("info string perft {:.0} %, {leaves} leaves{left}", 100.0 * share));
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GenFens {
    count: u64,
    /// The seed of the random numbers. The same seed gives the same openings.
    seed: u64,
    start: OpeningStart,
    /// The number of random moves that are played from the start.
    plies: u32,
}

/// The positions that openings start from.
#[derive(Clone, PartialEq, Eq, Debug)]
enum OpeningStart {
    /// The start position of standard chess.
    Standard,
    /// A random start array of Chess960, the same for both sides.
    Chess960,
    /// A random start array of Chess960 for each side.
    DoubleChess960,
    /// A random line of this file, which has one position per line.
    Book(String),
}

/// The default number of random moves. With so many, two openings are rarely the same.
const DEFAULT_PLIES: u32 = 8;
/// The greatest score of an opening for either side in the short search: one pawn.
const MAX_IMBALANCE: Score = wdl::PAWN;
/// The number of nodes of the short search.
const OPENING_NODES: u64 = 2_000;
/// The number of failures in a row after which the command gives up: almost all balanced openings have been printed.
const MAX_FAILURES: u32 = 10_000;
/// The number of positions in a row that were searched and are not balanced, after which the command gives up.
const MAX_UNBALANCED: u32 = 1_000;

impl GenFens {
    pub(crate) fn parse(tokens: &mut Tokens<'_>) -> Result<GenFens, CommandError> {
        let count = tokens.number("genfens", 1)?;
        tokens.expect("genfens", "seed", "'seed' and a number")?;
        let seed = tokens.number("seed", 0)?;
        tokens.expect("genfens", "book", "'book' and 'None' or a path")?;
        let book = tokens.required("book", "'None' or a path")?;
        let start = if book.eq_ignore_ascii_case("none") {
            OpeningStart::Standard
        } else {
            OpeningStart::Book(book.to_owned())
        };
        let file = Path::new(book).file_name().unwrap_or_default().to_string_lossy().to_ascii_uppercase();
        let names_chess960 = ["FRC", "960", "FISCHER"].iter().any(|word| file.contains(word));
        let mut wanted = GenFens { count, seed, start, plies: DEFAULT_PLIES };
        while let Some(word) = tokens.next() {
            match word {
                "frc" | "dfrc" if !names_chess960 => {
                    return Err(CommandError::unexpected(
                        word,
                        "a book before it with FRC, 960 or FISCHER in its name, because OpenBench plays Chess960 \
                         only with such a book",
                    ));
                }
                "frc" => wanted.start = OpeningStart::Chess960,
                "dfrc" => wanted.start = OpeningStart::DoubleChess960,
                "plies" => wanted.plies = tokens.number("plies", 0)?,
                // OpenBench writes None where it has nothing to add.
                "None" => {}
                _ => {
                    let expected = "frc, dfrc, 'plies' and a number, or the end of the line";
                    return Err(CommandError::unexpected(word, expected));
                }
            }
        }
        Ok(wanted)
    }

    /// Makes the openings and prints them. A stop ends it.
    pub(crate) fn generate(&self, control: &Control) -> Result<(), CommandError> {
        let book = match &self.start {
            OpeningStart::Book(path) => read_book(path)?,
            _ => Vec::new(),
        };
        let mut rng = Rng::with_seed(self.seed);
        let mut engine = Engine::new(Mebibytes(1)).map_err(CommandError::other)?;
        // Printed or refused.
        let mut seen = HashSet::new();
        let (mut failures, mut unbalanced) = (0, 0);
        let mut made = 0;
        while made < self.count && !control.is_stopped() {
            let start = match &self.start {
                OpeningStart::Standard => Some(Position::startpos()),
                OpeningStart::Chess960 => {
                    let number = rng.u32(..chess960::COUNT);
                    Some(chess960::start(number, number))
                }
                OpeningStart::DoubleChess960 => {
                    Some(chess960::start(rng.u32(..chess960::COUNT), rng.u32(..chess960::COUNT)))
                }
                OpeningStart::Book(_) => rng.choice(&book).cloned(),
            };
            let opening = start.and_then(|start| walk(start, self.plies, &mut rng));
            if let Some(opening) = opening.filter(|position| seen.insert(position.key())) {
                // The search does not depend on options.
                let limits = Limits { nodes: Some(OPENING_NODES), ..Limits::default() };
                engine.new_game();
                let outcome = engine.search(&Game::new(opening.clone()), &limits, control, &mut ());
                // The result of a stopped search is not used.
                if !control.is_stopped() && outcome.score.0.abs() <= MAX_IMBALANCE.0 {
                    say(format_args!("info string genfens {}", opening.fen()));
                    made += 1;
                    (failures, unbalanced) = (0, 0);
                    continue;
                }
                unbalanced += 1;
            }
            failures += 1;
            let is_used_up = || self.plies == 0 && book.iter().all(|position| seen.contains(&position.key()));
            if let OpeningStart::Book(path) = &self.start
                && (book.is_empty() || is_used_up())
            {
                return Err(CommandError::new(
                    format_args!("book '{path}' has no more than {made} lines for openings"),
                    "positions that are balanced and in which the game is not over",
                ));
            }
            if failures == MAX_FAILURES || unbalanced == MAX_UNBALANCED {
                return Err(CommandError::new(
                    format_args!(
                        "no new balanced opening in {MAX_FAILURES} attempts or {MAX_UNBALANCED} searches"
                    ),
                    "a larger book or another number of plies",
                ));
            }
        }
        Ok(())
    }
}

/// Plays random moves. Returns `None` if the game is over after them.
fn walk(mut position: Position, plies: u32, rng: &mut Rng) -> Option<Position> {
    for _ in 0..plies {
        if ending(&position).is_some() {
            return None;
        }
        position.play(*rng.choice(&position.legal_moves())?);
    }
    ending(&position).is_none().then_some(position)
}

/// The positions of a book in which the game is not over. Every line is read, so that a bad one is reported even if it would
/// not be chosen.
fn read_book(path: &str) -> Result<Vec<Position>, CommandError> {
    let text = fs::read_to_string(path)
        .map_err(|error| CommandError::other(format_args!("book '{path}': {error}")))?;
    let mut positions = Vec::new();
    // Some editors write a byte-order mark at the beginning of a file.
    for (number, line) in (1..).zip(text.strip_prefix('\u{feff}').unwrap_or(&text).lines()) {
        if !line.trim().is_empty() {
            let epd: Epd = line.parse().map_err(|error: EpdError| {
                CommandError::other(format_args!("book '{path}', line {number}: {error}"))
            })?;
            positions.push(epd.position);
        }
    }
    if positions.is_empty() {
        return Err(CommandError::new(format_args!("book '{path}' is empty"), "one position per line"));
    }
    positions.retain(|position| ending(position).is_none());
    Ok(positions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_positions_are_legal_different_and_about_fifty() {
        let positions: Vec<Position> = positions().map(Result::unwrap).collect();
        let keys: HashSet<_> = positions.iter().map(Position::key).collect();
        assert_eq!(keys.len(), positions.len());
        assert!((48..=52).contains(&positions.len()), "{}", positions.len());
    }

    fn parse(words: &str) -> Result<GenFens, CommandError> {
        GenFens::parse(&mut Tokens::new(&format!("10 seed 42 book {words}")))
    }

    #[test]
    fn the_form_of_openbench_is_read() {
        let book = |path: &str| OpeningStart::Book(path.to_owned());
        for (words, start, plies) in [
            ("None", OpeningStart::Standard, DEFAULT_PLIES),
            ("none None", OpeningStart::Standard, DEFAULT_PLIES),
            ("Books/a.epd plies 4", book("Books/a.epd"), 4),
            ("Books/DFRC_4852_v1.epd", book("Books/DFRC_4852_v1.epd"), DEFAULT_PLIES),
            ("Books/DFRC_4852_v1.epd dfrc plies 4", OpeningStart::DoubleChess960, 4),
            ("Books/fischer.epd frc", OpeningStart::Chess960, DEFAULT_PLIES),
            ("Books/chess960.epd frc", OpeningStart::Chess960, DEFAULT_PLIES),
        ] {
            assert_eq!(parse(words), Ok(GenFens { count: 10, seed: 42, start, plies }), "{words}");
        }
    }
}
