//! `bench`: the number of nodes of fixed searches, a fingerprint of the search, and their speed.
//!
//! The positions of `bench.epd` are searched one after the other to a fixed depth, by an engine of its own with
//! one thread and a table of fixed size. So the sum of nodes is the same on every machine, whatever the options
//! are. The last line is what OpenBench reads.
//!
//! `go perft <depth>`: the leaves under each move, then `Nodes searched: <sum>`, as tools read it.
//!
//! All threads of the engine count. On long runs a line every few seconds reports progress.

use crate::output::{say, say_error};
use movegen::Position;
use movegen::perft::{CountProgress, Counter};
use movegen::text::CastlingNotation;
use movegen::text::FenError;
use search::engine::threads_with_room;
use search::{Clock, Control, Engine, Game, Limits, Mebibytes, SystemClock};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;
use types::Depth;

/// Chosen so that all takes two to five seconds.
const DEPTH: Depth = Depth(13);
const HASH: Mebibytes = Mebibytes(16);

const POSITIONS: &str = include_str!("bench.epd");

/// Searches and prints. A stop ends it without a sum.
pub(crate) fn bench(depth: Option<Depth>, control: &Control) {
    let mut engine = match Engine::new(HASH) {
        Ok(engine) => engine,
        Err(error) => return say_error(format_args!("bench: {error}")),
    };
    let limits = Limits { depth: Some(depth.unwrap_or(DEPTH)), ..Limits::default() };
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
pub(crate) fn positions() -> impl Iterator<Item = Result<Position, FenError>> {
    POSITIONS.lines().filter(|line| !line.starts_with('#')).map(str::parse)
}

const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// Counts and prints. A stop ends it without a sum.
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
    let counts = Counter { threads: threads_with_room(threads), table: None }.divide(position, depth.into(), |progress| {
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_positions_are_legal_different_and_about_fifty() {
        let positions: Vec<Position> = positions().map(Result::unwrap).collect();
        let keys: HashSet<_> = positions.iter().map(Position::key).collect();
        assert_eq!(keys.len(), positions.len());
        assert!((48..=52).contains(&positions.len()), "{}", positions.len());
    }
}
