//! `bench`: the number of nodes of fixed searches, a fingerprint of the search, and their speed.
//!
//! The positions of `bench.epd` are searched one after the other to a fixed depth, by an engine of its own with
//! one thread and a table of fixed size. So the sum of nodes is the same on every machine, whatever the options
//! are. The last line is what OpenBench reads.

use movegen::Position;
use movegen::text::FenError;
use search::{Clock, Control, Engine, Game, Limits, Mebibytes, SystemClock};
use types::Depth;

use crate::output::{say, say_error};

/// Chosen so that all takes two to five seconds.
const DEPTH: Depth = Depth(13);
const HASH: Mebibytes = Mebibytes(16);

const POSITIONS: &str = include_str!("bench.epd");

/// Searches and prints. A stop ends it without a sum.
pub(crate) fn run(depth: Option<Depth>, control: &Control) {
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
