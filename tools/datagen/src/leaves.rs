//! Sampling of positions from inside a search.
//!
//! The search evaluates positions that rarely occur in games: after failed sacrifices, captures that are not
//! recaptured, moves that are only searched to be refuted. Weights tuned on games alone are not fitted to these. So
//! some quiescence nodes of every search are sampled uniformly and searched on their own.

use movegen::{KeyHistory, Position};
use rand::{Rng, RngExt as _};
use search::SearchObserver;
use search::observer::Entered;
use types::{Depth, Move, Ply};

use toolkit::referee::end_by_rules;

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
                let (is_pv, is_cut) = (false, false);
                sampler.enter(&Entered { ply, mv: None, key, depth, window, is_pv, is_cut });
            }
            sampler.drawn.iter().for_each(|path| drawn[path.len() - 1] += 1);
        }
        // A quarter of the runs each, and seven times the standard deviation.
        assert!(drawn.iter().all(|&count: &i32| count.abs_diff(1000) < 200), "{drawn:?}");
    }
}
