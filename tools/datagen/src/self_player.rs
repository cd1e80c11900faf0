//! One game of the engine against itself.

use anyhow::{Context, Result};
use movegen::Position;
use positions::{GameResult, PackError, Record};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;
use search::{Control, Engine, Game, Limits, PvLine, SearchObserver};

use crate::leaves::LeafSampler;
use crate::openings::Openings;
use crate::settings::RunSettings;
use toolkit::referee::{GameEnding, Referee, end_by_rules};

/// A game that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Every position that was played, with its score and the move that followed.
    pub records: Vec<Record>,
    /// Positions from inside the searches, with the results of their own searches.
    pub leaves: Vec<Record>,
    /// Result of the game.
    pub result: GameResult,
    /// The way the game ended.
    pub ending: GameEnding,
    /// Nodes of all searches.
    pub nodes: u64,
}

impl PlayedGame {
    /// Number of positions that were searched.
    pub fn positions(&self) -> usize {
        self.records.len() + self.leaves.len()
    }
}

/// Plays games, one after the other.
pub struct SelfPlayer<'a> {
    settings: &'a RunSettings,
    openings: &'a Openings,
    engine: Engine,
}

impl<'a> SelfPlayer<'a> {
    /// A player with an engine of its own.
    ///
    /// # Errors
    /// If there is no memory for the engine's table.
    pub fn new(settings: &'a RunSettings, openings: &'a Openings) -> Result<SelfPlayer<'a>> {
        let engine = Engine::new(settings.hash).context("no memory for the transposition table")?;
        Ok(SelfPlayer { settings, openings, engine })
    }

    /// Plays the game of this number. `None` if `is_stopped` returns `true` before its end.
    ///
    /// # Errors
    /// If no opening can be found, or a position does not fit a record.
    pub fn play(&mut self, number: u64, is_stopped: impl Fn() -> bool) -> Result<Option<PlayedGame>> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.settings.seed);
        rng.set_stream(number);
        let opening = self.openings.draw(&mut rng, &mut self.engine)?;
        let mut game = Game::new(opening.position);
        let mut referee = Referee::new(self.settings.adjudication);
        let mut recorder = GameRecorder::new(opening.is_chess960);
        while !is_stopped() {
            if let Some(end) = end_by_rules(game.position(), game.earlier()) {
                return Ok(Some(recorder.finished(end)));
            }
            let about = || format!("game {number}: {}", game.position().fen());
            let mut sampler = LeafSampler::new(self.settings.leaves, &mut rng);
            let outcome = self.search(&game, &mut sampler);
            recorder.add_move(game.position(), &outcome).with_context(about)?;
            for leaf in sampler.positions(game.position()) {
                let outcome = self.search(&Game::new(leaf.clone()), &mut ());
                recorder.add_leaf(&leaf, &outcome).with_context(about)?;
            }
            if let Some(end) = referee.decide(game.position(), outcome.score) {
                return Ok(Some(recorder.finished(end)));
            }
            game.play(outcome.best_move().context("the search has no move where the rules have one")?);
        }
        Ok(None)
    }

    fn search<O: SearchObserver>(&mut self, game: &Game, observer: &mut O) -> PvLine {
        let limits = Limits {
            nodes: Some(self.settings.hard_nodes),
            soft_nodes: Some(self.settings.nodes),
            ..Limits::default()
        };
        self.engine.search_with(game, &limits, &Control::new(), &mut (), observer)
    }
}

/// Records of a game before its end.
struct GameRecorder {
    is_chess960: bool,
    records: Vec<Record>,
    leaves: Vec<Record>,
    nodes: u64,
}

impl GameRecorder {
    fn new(is_chess960: bool) -> GameRecorder {
        GameRecorder { is_chess960, records: Vec::new(), leaves: Vec::new(), nodes: 0 }
    }

    /// A position of the game was searched.
    fn add_move(&mut self, position: &Position, outcome: &PvLine) -> Result<(), PackError> {
        let record = self.pack(position, outcome)?;
        self.records.push(record);
        Ok(())
    }

    /// A position from inside a search was searched.
    fn add_leaf(&mut self, leaf: &Position, outcome: &PvLine) -> Result<(), PackError> {
        let record = self.pack(leaf, outcome)?;
        self.leaves.push(record);
        Ok(())
    }

    fn pack(&mut self, position: &Position, outcome: &PvLine) -> Result<Record, PackError> {
        self.nodes += outcome.nodes;
        let record = Record::pack(position, Some(outcome.score), outcome.best_move(), None)?;
        Ok(record.with_chess960(self.is_chess960))
    }

    /// Sets the result in all positions of the game.
    fn finished(self, (result, ending): (GameResult, GameEnding)) -> PlayedGame {
        let GameRecorder { records, leaves, nodes, .. } = self;
        let records = records.into_iter().map(|record| record.with_result(result)).collect();
        PlayedGame { records, leaves, result, ending, nodes }
    }
}
