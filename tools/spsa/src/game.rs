//! One game between two engines, by the rules of the move generator.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use movegen::{KeyHistory, Position};
use pgn::GameResult;
use serde::{Deserialize, Serialize};
use toolkit::EngineScore;
use toolkit::UciEngine;
use toolkit::referee::{Adjudication, Referee, end_by_rules};
use types::{ByColor, Color, Score};

/// Close to the limits that engine testers use.
const ADJUDICATION: Adjudication = Adjudication {
    win_score: Score(600),
    win_plies: 6,
    draw_score: Score(10),
    draw_plies: 16,
    draw_from_move: 30,
    most_plies: Some(500),
};

/// The limit of each search.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Limit {
    /// Nodes.
    Nodes(u64),
    /// Seconds for the game, and for each move.
    Clock { base: f64, increment: f64 },
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GameEnd {
    pub(crate) result: GameResult,
    /// The loser ran out of time.
    pub(crate) on_time: bool,
}

/// Plays a game to its end. `None` if it was interrupted.
///
/// # Errors
/// If an engine fails, or plays a move that is not legal.
pub(crate) fn play(
    opening: &Position,
    white: &mut UciEngine,
    black: &mut UciEngine,
    limit: Limit,
    interrupted: &AtomicBool,
) -> Result<Option<GameEnd>> {
    let mut position = opening.clone();
    let mut history = KeyHistory::new();
    let mut command = format!("fen {} moves", opening.fen());
    let mut referee = Referee::new(ADJUDICATION);
    let mut clocks = Clocks::new(limit);
    white.new_game()?;
    black.new_game()?;
    let over = |result| Ok(Some(GameEnd { result, on_time: false }));
    while !interrupted.load(Ordering::Relaxed) {
        if let Some((result, _)) = end_by_rules(&position, &history) {
            return over(result);
        }
        let side = position.side_to_move();
        let engine = if side == Color::White { &mut *white } else { &mut *black };
        let begun = Instant::now();
        // Without moves the word `moves` goes as well.
        let found = engine.search(command.trim_end_matches(" moves"), &clocks.go())?;
        if !clocks.spend(side, begun.elapsed()) {
            return Ok(Some(GameEnd { result: GameResult::win_of(!side), on_time: true }));
        }
        let mv = position.parse_uci(&found.mv).with_context(|| format!("after 'position {command}'"))?;
        let verdict = found.score.and_then(|score| referee.decide(&position, units(score)));
        history.push(position.key());
        position.play(mv);
        command += &format!(" {}", found.mv);
        if let Some((result, _)) = verdict {
            // A mate on the board needs no adjudication.
            return over(end_by_rules(&position, &history).map_or(result, |(result, _)| result));
        }
    }
    Ok(None)
}

/// Converts a score to evaluation units. A mate exceeds all other scores.
fn units(score: EngineScore) -> Score {
    let furthest = Score::MATE.0 - 1;
    match score {
        EngineScore::Centipawns(centipawns) => Score(centipawns.clamp(-furthest, furthest)),
        EngineScore::Mate(moves) if moves > 0 => Score::MATE,
        EngineScore::Mate(_) => -Score::MATE,
    }
}

/// Remaining time of both sides, if there is a clock.
struct Clocks {
    limit: Limit,
    left: ByColor<Duration>,
}

impl Clocks {
    fn new(limit: Limit) -> Clocks {
        let base = match limit {
            Limit::Nodes(_) => 0.0,
            Limit::Clock { base, increment } => base + increment,
        };
        Clocks { limit, left: ByColor::from_fn(|_| Duration::from_secs_f64(base)) }
    }

    /// The limits of the next search, as arguments of `go`.
    fn go(&self) -> String {
        match self.limit {
            Limit::Nodes(nodes) => format!("nodes {nodes}"),
            Limit::Clock { increment, .. } => {
                let [white, black] = Color::ALL.map(|color| self.left[color].as_millis());
                let increment = (1000.0 * increment) as u64;
                format!("wtime {white} btime {black} winc {increment} binc {increment}")
            }
        }
    }

    /// Subtracts the time of a move from a side's clock. Returns `false` if it ran out.
    fn spend(&mut self, side: Color, time: Duration) -> bool {
        let Limit::Clock { increment, .. } = self.limit else { return true };
        match self.left[side].checked_sub(time) {
            Some(left) => {
                self.left[side] = left + Duration::from_secs_f64(increment);
                true
            }
            None => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_for_each_side_until_they_are_used_up() {
        let mut clocks = Clocks::new(Limit::Clock { base: 1.0, increment: 0.5 });
        assert_eq!(clocks.go(), "wtime 1500 btime 1500 winc 500 binc 500");
        assert!(clocks.spend(Color::White, Duration::from_millis(700)));
        assert!(clocks.spend(Color::Black, Duration::from_millis(1500)));
        assert_eq!(clocks.go(), "wtime 1300 btime 500 winc 500 binc 500");
        assert!(!clocks.spend(Color::Black, Duration::from_millis(501)));
        let mut none = Clocks::new(Limit::Nodes(70));
        assert_eq!(none.go(), "nodes 70");
        assert!(none.spend(Color::White, Duration::from_secs(9)));
    }

    #[test]
    fn mates_are_beyond_all_scores() {
        let scores = [
            EngineScore::Mate(0),
            EngineScore::Centipawns(-99_999),
            EngineScore::Centipawns(7),
            EngineScore::Centipawns(i32::MAX),
            EngineScore::Mate(9),
        ];
        assert!(scores.map(units).is_sorted_by(|one, other| one < other));
        assert_eq!(units(EngineScore::Centipawns(7)), Score(7));
    }
}
