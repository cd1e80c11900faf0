//! One game of the engine against itself, and positions sampled from inside its searches.
//!
//! The search evaluates positions that rarely occur in games: after failed sacrifices, captures that are not recaptured,
//! moves that are only searched to be refuted. Weights tuned on games alone are not fitted to these. So some quiescence
//! nodes of every search are sampled uniformly and searched on their own.

use anyhow::{Context as _, Result};
use movegen::{KeyHistory, Position};
use pgn::GameResult;
use rand::rngs::ChaCha8Rng;
use rand::{Rng, RngExt as _, SeedableRng as _};
use search::observer::Entered;
use search::{Control, Engine, Game, Limits, PvLine, SearchObserver};
use types::{Depth, Move, Ply};

use super::openings::Openings;
use super::referee::{GameEnding, Referee, end_by_rules};
use super::settings::Settings;
use crate::Record;

/// A game that was played to its end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayedGame {
    /// Every position that was played, with its score and the move that followed.
    pub records: Vec<Record>,
    /// Positions from inside the searches, with the results of their own searches.
    pub leaves: Vec<Record>,
    pub result: GameResult,
    pub ending: GameEnding,
    pub nodes: u64,
}

impl PlayedGame {
    pub fn positions(&self) -> usize {
        self.records.len() + self.leaves.len()
    }
}

/// Plays games, one after the other.
pub struct SelfPlayer<'a> {
    settings: &'a Settings,
    openings: &'a Openings,
    engine: Engine,
}

impl<'a> SelfPlayer<'a> {
    /// A player with an engine of its own.
    pub fn new(settings: &'a Settings, openings: &'a Openings) -> Result<SelfPlayer<'a>> {
        let engine = Engine::new(settings.hash()).context("no memory for the transposition table")?;
        Ok(SelfPlayer { settings, openings, engine })
    }

    /// Plays the game of this number. `None` if `is_stopped` returns `true` before its end.
    pub fn play(&mut self, number: u64, is_stopped: impl Fn() -> bool) -> Result<Option<PlayedGame>> {
        let mut rng = ChaCha8Rng::seed_from_u64(self.settings.seed);
        rng.set_stream(number);
        let opening = self.openings.draw(&mut rng, &mut self.engine)?;
        let mut game = Game::new(opening.position);
        let mut referee = Referee::new(self.settings.adjudication);
        let (mut records, mut leaves, mut nodes) = (Vec::new(), Vec::new(), 0);
        let mut pack = |position: &Position, outcome: &PvLine| {
            nodes += outcome.nodes;
            let record = Record::pack(position, Some(outcome.score), outcome.best_move(), None)
                .with_context(|| format!("game {number}: {}", position.fen()))?;
            anyhow::Ok(record.with_chess960(opening.is_chess960))
        };
        while !is_stopped() {
            let mut end = end_by_rules(game.position(), game.earlier());
            if end.is_none() {
                let mut sampler = LeafSampler::new(self.settings.leaves, &mut rng);
                let outcome = self.search(&game, self.settings.nodes.get(), &mut sampler);
                records.push(pack(game.position(), &outcome)?);
                for leaf in sampler.positions(game.position()) {
                    let outcome = self.search(&Game::new(leaf.clone()), self.settings.leaf_nodes(), &mut ());
                    leaves.push(pack(&leaf, &outcome)?);
                }
                end = referee.decide(game.position(), outcome.score);
                if end.is_none() {
                    game.play(
                        outcome.best_move().context("the search has no move where the rules have one")?,
                    );
                }
            }
            if let Some((result, ending)) = end {
                let records = records.into_iter().map(|record: Record| record.with_result(result)).collect();
                return Ok(Some(PlayedGame { records, leaves, result, ending, nodes }));
            }
        }
        Ok(None)
    }

    fn search<O: SearchObserver>(&mut self, game: &Game, soft_nodes: u64, observer: &mut O) -> PvLine {
        let limits = Limits {
            nodes: Some(self.settings.hard_nodes()),
            soft_nodes: Some(soft_nodes),
            ..Limits::default()
        };
        self.engine.search_with(game, &limits, &Control::new(), &mut (), observer)
    }
}

/// The moves from the root to a node; `None` is a null move.
type Path = Vec<Option<Move>>;

/// Samples quiescence nodes from a search (reservoir sampling).
pub(crate) struct LeafSampler<'a, R> {
    rng: &'a mut R,
    wanted: usize,
    seen: u64,
    path: Path,
    drawn: Vec<Path>,
}

impl<'a, R: Rng> LeafSampler<'a, R> {
    /// Creates a sampler of at most `wanted` nodes.
    pub(crate) fn new(wanted: usize, rng: &'a mut R) -> LeafSampler<'a, R> {
        LeafSampler { rng, wanted, seen: 0, path: Path::new(), drawn: Vec::new() }
    }

    /// The positions sampled from a search of `root`, without those in check, which are never evaluated, and those in
    /// which the game is over.
    pub(crate) fn positions(self, root: &Position) -> Vec<Position> {
        let reached = self.drawn.iter().map(|path| follow(root, path));
        let is_over = |leaf: &Position| end_by_rules(leaf, &KeyHistory::new()).is_some();
        reached.filter(|leaf| !leaf.in_check() && !is_over(leaf)).collect()
    }
}

impl<R: Rng> SearchObserver for LeafSampler<'_, R> {
    fn enter(&mut self, node: &Entered) {
        self.path.truncate(node.ply.index().saturating_sub(1));
        if node.ply > Ply::ROOT {
            self.path.push(node.mv);
        }
        if node.depth > Depth::ZERO {
            return;
        }
        self.seen += 1;
        if self.drawn.len() < self.wanted {
            self.drawn.push(self.path.clone());
        } else {
            let slot = self.rng.random_range(0..self.seen) as usize;
            if let Some(drawn) = self.drawn.get_mut(slot) {
                drawn.clone_from(&self.path);
            }
        }
    }
}

fn follow(root: &Position, path: &[Option<Move>]) -> Position {
    let mut position = root.clone();
    for mv in path {
        match mv {
            Some(mv) => position.play(*mv),
            None => position.play_null(),
        }
    }
    position
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use search::Window;
    use search::{Control, Engine, Game, Limits, Mebibytes};
    use types::Key;

    use super::*;

    /// Replays the way to every node of quiescence.
    struct Replayer<'a> {
        root: &'a Position,
        sampler: LeafSampler<'a, ChaCha8Rng>,
    }

    impl SearchObserver for Replayer<'_> {
        fn enter(&mut self, node: &Entered) {
            self.sampler.enter(node);
            assert_eq!(follow(self.root, &self.sampler.path).key(), node.key);
        }
    }

    #[test]
    fn the_way_to_a_node_leads_to_its_position() {
        let root: Position =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut replayer = Replayer { root: &root, sampler: LeafSampler::new(50, &mut rng) };
        let mut engine = Engine::new(Mebibytes(1)).unwrap();
        let limits = Limits { nodes: Some(20_000), ..Limits::default() };
        let game = Game::new(root.clone());
        engine.search_with(&game, &limits, &Control::new(), &mut (), &mut replayer);
        let seen = replayer.sampler.seen;
        let leaves = replayer.sampler.positions(&root);
        assert!(seen > 5_000 && leaves.len() > 30 && leaves.len() <= 50, "{} of {seen}", leaves.len());
    }

    #[test]
    fn every_node_has_the_same_chance() {
        const NODES: usize = 8;
        const RUNS: u64 = 4_000;
        let mut drawn = [0; NODES];
        for seed in 0..RUNS {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let mut sampler = LeafSampler::new(2, &mut rng);
            for index in 0..NODES {
                let ply = (0..=index).fold(Ply::ROOT, |ply, _| ply.next());
                let window = Window::FULL;
                let (key, depth) = (Key::default(), Depth::ZERO);
                sampler.enter(&Entered { ply, mv: None, key, depth, window });
            }
            sampler.drawn.iter().for_each(|path| drawn[path.len() - 1] += 1);
        }
        // A quarter of the runs each, and seven times the standard deviation.
        assert!(drawn.iter().all(|&count: &i32| count.abs_diff(1000) < 200), "{drawn:?}");
    }
}
