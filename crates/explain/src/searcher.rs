//! Searches for explanations. This is the only file that uses the engine.
//!
//! The engine has one thread and a table of its own, and ends by nodes, so the same question gets the same answer. The
//! lines of a search with several moves all come from its last finished iteration: they have the same depth, so their
//! scores can be compared.

use std::num::NonZeroUsize;

pub use search::engine::STACK_SIZE;
use search::{AllocError, Bound, Control, Engine, Game, Limits, Mebibytes, PvLine, Reporter};
use types::Move;

const HASH: Mebibytes = Mebibytes(16);

/// An engine of its own, and the nodes that it has searched.
pub(crate) struct Searcher<'a> {
    engine: Engine,
    control: &'a Control,
    pub(crate) nodes: u64,
}

impl<'a> Searcher<'a> {
    pub(crate) fn new(control: &'a Control) -> Result<Searcher<'a>, AllocError> {
        Ok(Searcher { engine: Engine::new(HASH)?, control, nodes: 0 })
    }

    /// The best `count` lines of the moves in `among`, or of all moves if that is empty, the best first. There are fewer
    /// lines if there are fewer moves, and none if the game is over. Each has the nodes of the whole search.
    pub(crate) fn lines(&mut self, game: &Game, among: &[Move], count: usize, nodes: u64) -> Vec<PvLine> {
        if game.position().legal_moves().is_empty() || self.control.is_stopped() {
            return Vec::new();
        }
        let multi_pv = NonZeroUsize::new(count).unwrap_or(NonZeroUsize::MIN);
        let limits =
            Limits { nodes: Some(nodes), search_moves: among.to_vec(), multi_pv, ..Limits::default() };
        let mut finished = FinishedIterations::default();
        let last = self.engine.search(game, &limits, self.control, &mut finished);
        self.nodes += last.nodes;
        let lines = if finished.lines.is_empty() { vec![last.clone()] } else { finished.lines };
        lines.into_iter().map(|line| PvLine { nodes: last.nodes, ..line }).collect()
    }
}

/// Keeps the lines of the last iteration in which all of them have an exact score and the same depth.
#[derive(Default)]
struct FinishedIterations {
    lines: Vec<PvLine>,
    current: Vec<PvLine>,
}

impl Reporter for FinishedIterations {
    fn line(&mut self, line: &PvLine) {
        if line.multipv == 1 {
            self.current.clear();
        }
        let continues = self.current.first().is_none_or(|first| first.depth == line.depth);
        if line.bound != Bound::Exact || line.multipv != self.current.len() + 1 || !continues {
            self.current.clear();
            return;
        }
        self.current.push(line.clone());
        if self.current.len() >= self.lines.len() {
            self.lines = self.current.clone();
        }
    }
}
