//! Prints how the engine spends its clock: the time left after 20, 40, 60 and more half-moves of games against itself.
//!
//! ```text
//! cargo run --release -p search --example clock -- 8+0.08 40+0.4 180+2 2+0 40/60
//! ```
//!
//! A time control is `seconds+increment`, or `moves/seconds` for a control that repeats. The games take a few seconds:
//! a clock is used that only the nodes of the search advance. A game has about [`NODES_PER_GAME`] nodes at every time
//! control, so the curves differ only by what the time manager does. The curves of other engines, in percent as well,
//! were measured in games at a real clock.

use std::num::NonZeroU32;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use search::observer::Entered;
use search::{
    Clock, Control, CurrentMove, Engine, Game, Limits, Mebibytes, PvLine, Reporter, SearchObserver,
};
use types::ByColor;

/// Openings with chances for both sides.
const OPENINGS: [&str; 6] = [
    "r1bqkb1r/pp3ppp/2nppn2/8/3NP3/2N1B3/PPP2PPP/R2QKB1R w KQkq - 2 7",
    "rnbq1rk1/ppp1ppbp/3p1np1/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R w KQ - 3 6",
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/2PP1N2/PP3PPP/RNBQK2R b KQkq - 0 5",
    "rnbqk2r/pp3ppp/4pn2/2pp4/1bPP4/2N1PN2/PP3PPP/R1BQKB1R w KQkq - 0 6",
    "rnbqk1nr/pp3ppp/4p3/2ppP3/3P4/P1P5/2P2PPP/R1BQKBNR b KQkq - 0 6",
    "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 2 5",
];
/// The number of half-moves of a game, and between two columns.
const GAME: usize = 120;
const STEP: usize = 20;
/// The number of nodes of a game in which both sides use all of their time and increments.
const NODES_PER_GAME: f64 = 2_500_000.0;
/// The overhead that the engine assumes, and the true overhead.
const OVERHEAD: Duration = Duration::from_millis(20);
const LOST: Duration = Duration::from_millis(1);
/// Percent of the time left after 20, 40, 60 and 80 half-moves, in games at the time control named.
const OTHERS: [(&str, [f64; 4]); 4] = [
    ("Stockfish 15.1, 8+0.08", [62.5, 34.3, 18.5, 9.1]),
    ("Sirius, 8+0.08", [49.5, 25.0, 13.5, 8.4]),
    ("Stockfish 15.1, 2+0.02", [62.0, 37.0, 19.0, 11.0]),
    ("Coppice before, 8+0.08", [41.9, 18.1, 9.4, 5.4]),
];

/// A clock that stands still until nodes advance it.
#[derive(Default)]
struct NodeClock(AtomicU64);

impl Clock for &'static NodeClock {
    fn now(&self) -> Duration {
        Duration::from_nanos(self.0.load(Ordering::Relaxed))
    }
}

/// Advances the clock with every node.
struct Ticker {
    clock: &'static NodeClock,
    nanoseconds_per_node: u64,
}

impl SearchObserver for Ticker {
    fn enter(&mut self, _: &Entered) {
        self.clock.0.fetch_add(self.nanoseconds_per_node, Ordering::Relaxed);
    }
}

/// A reporter that discards everything.
struct Silent;

impl Reporter for Silent {
    fn line(&mut self, _: &PvLine) {}
    fn current_move(&mut self, _: CurrentMove) {}
}

#[derive(Clone, Copy)]
struct TimeControl {
    time: Duration,
    increment: Duration,
    moves: Option<u32>,
}

impl TimeControl {
    /// Reads `seconds+increment` or `moves/seconds`.
    fn parse(text: &str) -> Option<TimeControl> {
        let seconds = |text: &str| Duration::try_from_secs_f64(text.parse().ok()?).ok();
        if let Some((moves, time)) = text.split_once('/') {
            let moves = moves.parse().ok().filter(|&moves| moves > 0)?;
            return Some(TimeControl { time: seconds(time)?, increment: Duration::ZERO, moves: Some(moves) });
        }
        let (time, increment) = text.split_once('+')?;
        Some(TimeControl { time: seconds(time)?, increment: seconds(increment)?, moves: None })
    }

    /// Plays a game, and returns the time left after each half-move. A game may end before [`GAME`] half-moves.
    fn game(self, opening: &str) -> Vec<Duration> {
        let clock: &'static NodeClock = Box::leak(Box::default());
        let mut engine = Engine::with_clock(clock, Mebibytes(4)).expect("so little memory is always there");
        let total = 2.0 * (self.time + self.increment * (GAME as u32 / 2)).as_secs_f64();
        let mut ticker = Ticker { clock, nanoseconds_per_node: (total / NODES_PER_GAME * 1e9) as u64 };
        let mut game = Game::new(opening.parse().expect("the openings are positions"));
        let mut clocks = ByColor::splat(self.time);
        let mut curve = Vec::new();
        while curve.len() < GAME && !game.position().legal_moves().is_empty() {
            let side = game.position().side_to_move();
            let played = curve.len() as u32 / 2;
            let to_go = self.moves.and_then(|moves| NonZeroU32::new(moves - played % moves));
            let limits = Limits {
                clock: ByColor(clocks.0.map(Some)),
                increment: ByColor::splat(self.increment),
                moves_to_go: to_go,
                overhead: OVERHEAD,
                ..Limits::default()
            };
            let before = clock.now();
            let outcome =
                engine.search_with(&game, &limits, &Arc::new(Control::new()), &mut Silent, &mut ticker);
            let spent = clock.now() - before + LOST;
            assert!(spent <= clocks[side], "lost on time: {spent:?} of {:?}", clocks[side]);
            clocks[side] = clocks[side] - spent + self.increment;
            if to_go.is_some_and(|moves| moves.get() == 1) {
                clocks[side] += self.time;
            }
            curve.push(clocks[side]);
            game.play(outcome.best_move().expect("there are legal moves"));
        }
        curve
    }
}

fn print_row(name: &str, percents: impl Iterator<Item = f64>) {
    print!("{name:<24}");
    percents.for_each(|percent| print!("{percent:7.1}"));
    println!();
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.is_empty() {
        eprintln!("usage: clock TIME_CONTROL..., for example 8+0.08 2+0 40/60");
        std::process::exit(2);
    }
    print_row("percent left after", (1..=GAME / STEP).map(|column| (column * STEP) as f64));
    for text in &arguments {
        let Some(control) = TimeControl::parse(text) else {
            eprintln!("{text:?} is not a time control: expected seconds+increment or moves/seconds");
            std::process::exit(2);
        };
        let curves = OPENINGS.map(|opening| control.game(opening));
        let left = |half_moves: usize| {
            let times: Vec<f64> = curves
                .iter()
                .filter(|curve| curve.len() >= half_moves)
                .map(|curve| (curve[half_moves - 1] + curve[half_moves - 2]).as_secs_f64() / 2.0)
                .collect();
            times.iter().sum::<f64>() / times.len() as f64
        };
        let percents =
            (1..=GAME / STEP).map(|column| 100.0 * left(column * STEP) / control.time.as_secs_f64());
        print_row(text, percents);
    }
    for (name, percents) in OTHERS {
        print_row(name, percents.into_iter());
    }
}
