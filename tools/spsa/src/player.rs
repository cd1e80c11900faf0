//! A worker's two engines, and the pairs of games they play.

use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result};
use movegen::Position;
use types::Color;

use crate::adjudicate::Outcome;
use crate::engine::Engine;
use crate::game;
use crate::param::Param;
use crate::state::Conditions;

/// Two engines, the first of which plays θ+.
pub(crate) struct Players {
    engines: [Engine; 2],
    nodes: u64,
}

impl Players {
    /// Starts both engines.
    pub(crate) fn start(conditions: &Conditions, chess960: bool) -> Result<Players> {
        let start = || {
            let mut engine = Engine::start(&conditions.engine)?;
            engine.set_options([("Hash", conditions.hash.to_string())])?;
            if chess960 {
                engine.set_options([("UCI_Chess960", "true".to_owned())])?;
            }
            anyhow::Ok(engine)
        };
        Ok(Players { engines: [start()?, start()?], nodes: conditions.nodes })
    }

    /// Tells the engines the values that they play with.
    pub(crate) fn set(&mut self, params: &[Param], values: [&[i32]; 2]) -> Result<()> {
        for (engine, values) in self.engines.iter_mut().zip(values) {
            let options = params.iter().zip(values);
            engine.set_options(options.map(|(param, value)| (param.name.as_str(), value.to_string())))?;
        }
        Ok(())
    }

    /// Plays an opening with either colour. Returns the points of the first engine in each game: 1, 0 or −1.
    /// `None` if interrupted.
    pub(crate) fn pair(&mut self, opening: &Position, interrupted: &AtomicBool) -> Result<Option<[i32; 2]>> {
        let mut points = [0; 2];
        for (points, color) in points.iter_mut().zip(Color::ALL) {
            let [first, second] = &mut self.engines;
            let (white, black) = if color == Color::White { (first, second) } else { (second, first) };
            let outcome = game::play(opening, white, black, self.nodes, interrupted)
                .with_context(|| format!("in a game from '{}'", opening.fen()))?;
            *points = match outcome {
                None => return Ok(None),
                Some(Outcome::Drawn) => 0,
                Some(Outcome::Won(winner)) if winner == color => 1,
                Some(Outcome::Won(_)) => -1,
            };
        }
        Ok(Some(points))
    }
}
