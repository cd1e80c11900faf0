//! A worker's two engines, and the pairs of games they play.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use anyhow::{Context, Result};
use movegen::Position;
use pgn::GameResult;
use toolkit::{UciEngine, UciError};
use types::Color;

use crate::game::{self, GameEnd, Limit};
use crate::param::TunedParam;
use crate::state::Conditions;

/// Time limit of any answer, including a search at a time control.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Starts an engine by a command, its arguments separated by white space.
pub(crate) fn start(command: &str) -> Result<UciEngine> {
    Ok(UciEngine::start(command, TIMEOUT)?)
}

/// Two engines, the first of which plays θ+.
pub(crate) struct EnginePair {
    engines: [UciEngine; 2],
    limit: Limit,
    /// Games that were lost on time.
    pub(crate) time_losses: u64,
}

impl EnginePair {
    /// Starts both engines.
    pub(crate) fn start(conditions: &Conditions, chess960: bool) -> Result<EnginePair> {
        let prepare = || {
            let mut engine = start(&conditions.engine)?;
            if engine.options().offers("Hash") {
                engine.set_options([("Hash", conditions.hash.to_string())])?;
            }
            if chess960 {
                engine.set_options([("UCI_Chess960", "true".to_owned())])?;
            }
            anyhow::Ok(engine)
        };
        Ok(EnginePair { engines: [prepare()?, prepare()?], limit: conditions.limit, time_losses: 0 })
    }

    /// Sets the values of both engines.
    pub(crate) fn set(&mut self, params: &[TunedParam], values: [&[i32]; 2]) -> Result<()> {
        for (engine, values) in self.engines.iter_mut().zip(values) {
            let options = params.iter().zip(values);
            engine.set_options(options.map(|(param, value)| (param.name.as_str(), value.to_string())))?;
        }
        Ok(())
    }

    /// Plays an opening with both colours. Returns the points of the first engine in each game: 1, 0 or −1. `None` if
    /// interrupted.
    pub(crate) fn pair(&mut self, opening: &Position, interrupted: &AtomicBool) -> Result<Option<[i32; 2]>> {
        let mut points = [0; 2];
        for (points, color) in points.iter_mut().zip(Color::ALL) {
            let [first, second] = &mut self.engines;
            let (white, black) = if color == Color::White { (first, second) } else { (second, first) };
            let outcome = match game::play(opening, white, black, self.limit, interrupted) {
                Err(error) if error.downcast_ref().is_some_and(UciError::is_interruption) => return Ok(None),
                outcome => outcome.with_context(|| format!("in a game from '{}'", opening.fen()))?,
            };
            let Some(GameEnd { result, on_time }) = outcome else { return Ok(None) };
            self.time_losses += u64::from(on_time);
            *points = match result {
                GameResult::Draw => 0,
                won if won == GameResult::win_of(color) => 1,
                _ => -1,
            };
        }
        Ok(Some(points))
    }
}
