//! One game of the engine against itself.

use anyhow::{Context, Result};
use positions::{GameResult, Record};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use search::{Control, Engine, Game, Limits};

use crate::openings::Openings;
use crate::referee::{Ending, Referee, end_by_rules};
use crate::settings::Settings;

/// A game that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Every position that was searched, with its score and the move that was played.
    pub records: Vec<Record>,
    /// Who won.
    pub result: GameResult,
    /// And how.
    pub ending: Ending,
    /// Nodes of all searches.
    pub nodes: u64,
}

/// Plays games, one after the other.
pub struct Player<'a> {
    settings: &'a Settings,
    openings: &'a Openings,
    engine: Engine,
}

impl<'a> Player<'a> {
    /// A player with an engine of its own.
    ///
    /// # Errors
    /// If there is no memory for the engine's table.
    pub fn new(settings: &'a Settings, openings: &'a Openings) -> Result<Player<'a>> {
        let engine = Engine::new(settings.hash).context("no memory for the transposition table")?;
        Ok(Player { settings, openings, engine })
    }

    /// Plays the game of this number. `None` if `is_stopped` says so before its end.
    ///
    /// # Errors
    /// If no opening can be found, or a position does not fit a record.
    pub fn play(&mut self, number: u64, is_stopped: impl Fn() -> bool) -> Result<Option<PlayedGame>> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.settings.seed);
        rng.set_stream(number);
        let opening = self.openings.draw(&mut rng, &mut self.engine)?;
        let limits = Limits {
            nodes: Some(self.settings.hard_nodes),
            soft_nodes: Some(self.settings.nodes),
            ..Limits::default()
        };
        let mut game = Game::new(opening.position);
        let mut referee = Referee::new(self.settings.adjudication);
        let mut records: Vec<Record> = Vec::new();
        let mut nodes = 0;
        while !is_stopped() {
            let position = game.position();
            let decision = end_by_rules(position, game.earlier());
            let outcome = match decision {
                None => self.engine.search(&game, &limits, &Control::new(), &mut ()),
                Some((result, ending)) => return Ok(Some(finished(records, result, ending, nodes))),
            };
            nodes += outcome.nodes;
            let record = Record::pack(position, Some(outcome.score), outcome.best, GameResult::Draw)
                .with_context(|| format!("game {number}: {}", position.fen()))?;
            records.push(record.with_chess960(opening.is_chess960));
            if let Some((result, ending)) = referee.hear(position, outcome.score) {
                return Ok(Some(finished(records, result, ending, nodes)));
            }
            let best = outcome.best.context("the search has no move where the rules have one")?;
            game.play(best);
        }
        Ok(None)
    }
}

/// Now that it is known, every record learns the result.
fn finished(records: Vec<Record>, result: GameResult, ending: Ending, nodes: u64) -> PlayedGame {
    let records = records.into_iter().map(|record| record.with_result(result)).collect();
    PlayedGame { records, result, ending, nodes }
}
