//! How a search hunts for mates that nobody asked for, seen from inside.

use std::collections::{HashMap, HashSet};

use movegen::Position;
use search::observer::Entered;
use search::techniques::Playing;
use search::{Bound, Game, SearchObserver};
use tt::Entry;
use types::{Depth, Key, Ply};

use crate::support::{crushing_position, engine, nodes, search_with};

/// Games in which everything wins, so that searches hunt.
fn won_games() -> impl Iterator<Item = Game> {
    let has_moves = |position: &Position| !position.legal_moves().is_empty();
    (0..2_000).filter_map(crushing_position).filter(has_moves).map(Game::new)
}

/// Follows hunts with the position of each node of the present line, and how deep it is searched.
struct Checks {
    line: Vec<(Position, Depth)>,
    /// How many checks were given with one ply left.
    given: u32,
}

impl SearchObserver for Checks {
    fn enter(&mut self, node: &Entered) {
        if !node.is_hunt {
            return;
        }
        self.line.truncate(node.ply.index().max(1));
        let (before, depth) = self.line.last_mut().expect("the root stays");
        let Some(mv) = node.mv else {
            assert_eq!(node.ply, Ply::ROOT, "a hunt passes");
            *depth = node.depth;
            return;
        };
        let position = before.after(mv);
        if *depth == Depth::ONE && position.in_check() {
            assert!(node.depth >= Depth::ONE, "{mv} in {before:?}");
            self.given += 1;
        }
        self.line.push((position, node.depth));
    }
}

#[test]
fn checks_cost_a_hunt_no_depth() {
    let mut given = 0;
    for game in won_games().take(20) {
        let mut checks = Checks { line: vec![(game.position().clone(), Depth::ZERO)], given: 0 };
        search_with::<Playing, _, _>(&mut engine(), &game, &nodes(5_000), &mut checks);
        given += checks.given;
    }
    assert!(given > 1_000, "{given} checks");
}

/// What an entry claims, but for its score, which depends on the ply. Its move may be of another search.
type Claim = (Depth, Bound);

/// Compares what the table says with what it was told, in hunts and outside of them.
#[derive(Default)]
struct Rumours {
    /// The key of each node of the present line, and whether it is one of a hunt.
    line: Vec<(Key, bool)>,
    told: HashMap<(Key, bool), HashSet<Claim>>,
    /// Nodes that were heard of in a hunt and met outside of it, and the other way round.
    common: u32,
}

impl SearchObserver for Rumours {
    fn enter(&mut self, node: &Entered) {
        self.line.truncate(node.ply.index());
        self.line.push((node.key, node.is_hunt));
        self.common += u32::from(self.told.contains_key(&(node.key, !node.is_hunt)));
    }

    fn table_store(&mut self, ply: Ply, entry: &Entry) {
        self.told.entry(self.line[ply.index()]).or_default().insert((entry.depth, entry.bound));
    }

    fn table_hit(&mut self, ply: Ply, entry: &Entry) {
        let node = self.line[ply.index()];
        let is_told = self.told.get(&node).is_some_and(|told| told.contains(&(entry.depth, entry.bound)));
        assert!(is_told, "{node:?}: {entry:?}");
    }
}

/// A hunt calls everything bad that does not mate in time, which is true of nothing else.
#[test]
fn hunts_and_searches_tell_each_other_nothing_by_the_table() {
    let mut common = 0;
    for game in won_games().take(20) {
        let mut rumours = Rumours::default();
        search_with::<Playing, _, _>(&mut engine(), &game, &nodes(5_000), &mut rumours);
        common += rumours.common;
    }
    assert!(common > 1_000, "{common} nodes in common");
}
