//! A textbook tree that records the search that walks it.
//!
//! The searches of `textbook` report to their tree when they enter and leave a node. This wrapper writes down each such
//! visit, and which moves of a node were left untried because one reached beta.

use search::Control;
use search::observer::Cut;
use search::techniques::Technique;
use textbook::quiescence::{Forcing, ForcingTree};
use textbook::transposition::KeyedTree;
use textbook::{GameTree, Player, SearchResult};
use types::{Depth, Score, Window};

use crate::record::{VisitKind, VisitRecord, flags};
use crate::tree::{About, SearchTree, TreeRoot, Watcher};
use crate::tree_recorder::TreeRecorder;

/// Records a search of a tree that stands on its root. It ends after `nodes` visits, without a score. `code` is the code of a
/// move in the log.
pub(crate) fn record<G: GameTree>(
    tree: G,
    about: About,
    code: fn(G::Move) -> u16,
    nodes: u64,
    control: &Control,
    watcher: Watcher<'_>,
    search: impl FnOnce(&mut TextbookRecorder<'_, G>) -> SearchResult<G::Move>,
) -> SearchTree {
    let mut tree = TextbookRecorder {
        tree,
        recorder: TreeRecorder::new(about, watcher),
        code,
        nodes,
        control,
        is_stopped: false,
        open: Vec::new(),
        unrecorded: 0,
        line: Vec::new(),
        root_depth: None,
        is_entered: false,
    };
    let SearchResult { score, best } = search(&mut tree);
    let stopped = tree.is_stopped;
    let mut tree = tree.recorder.finish();
    let score = (!stopped).then_some(score.0);
    let best = best.filter(|_| !stopped).map_or(0, code);
    tree.about = About { score, nodes: tree.counted_nodes(), stopped, best, ..tree.about };
    tree
}

/// A tree with a recorder.
pub(crate) struct TextbookRecorder<'a, G: GameTree> {
    tree: G,
    recorder: TreeRecorder<'a>,
    code: fn(G::Move) -> u16,
    nodes: u64,
    control: &'a Control,
    is_stopped: bool,
    /// The nodes that are being searched, from the root.
    open: Vec<OpenNode>,
    /// The number of nodes entered after the stop and not left yet. They are not recorded.
    unrecorded: u32,
    /// The moves from the root; `None` is passing.
    line: Vec<Option<G::Move>>,
    /// The depth of the last search of the root.
    root_depth: Option<u32>,
    /// True if the current node was entered before, since the last move was played.
    is_entered: bool,
}

/// A node that is being searched.
#[derive(Default)]
struct OpenNode {
    depth: u32,
    /// The moves, once the search has asked for them.
    moves: Option<Vec<u16>>,
    /// The number of moves played.
    played: usize,
    has_passed: bool,
}

impl<G: GameTree> TextbookRecorder<'_, G> {
    fn keep(&mut self, moves: &[G::Move]) {
        if let Some(node) = self.open.last_mut() {
            node.moves = Some(moves.iter().map(|&mv| (self.code)(mv)).collect());
        }
    }
}

/// After a stop every node is a leaf, and nothing is recorded.
impl<G: GameTree> GameTree for TextbookRecorder<'_, G> {
    type Move = G::Move;

    fn player(&self) -> Player {
        self.tree.player()
    }

    fn outcome(&mut self) -> Option<Score> {
        if self.is_stopped {
            return Some(Score::DRAW);
        }
        let outcome = self.tree.outcome();
        if outcome.is_some() {
            self.recorder.is_valued();
        }
        outcome
    }

    fn evaluate(&mut self) -> Score {
        self.tree.evaluate()
    }

    fn moves(&mut self) -> Vec<G::Move> {
        let moves = self.tree.moves();
        self.keep(&moves);
        moves
    }

    fn play(&mut self, mv: G::Move) {
        if let Some(node) = self.open.last_mut() {
            node.played += 1;
        }
        self.line.push(Some(mv));
        self.is_entered = false;
        self.tree.play(mv);
    }

    fn take_back(&mut self) {
        self.tree.take_back();
        self.line.pop();
    }

    fn pass(&mut self, even_in_zugzwang: bool) -> bool {
        let has_passed = !self.is_stopped && self.tree.pass(even_in_zugzwang);
        if has_passed {
            if let Some(node) = self.open.last_mut() {
                node.has_passed = true;
            }
            self.line.push(None);
            self.is_entered = false;
        }
        has_passed
    }

    fn is_forced(&self) -> bool {
        self.tree.is_forced()
    }

    fn take_back_pass(&mut self) {
        self.tree.take_back_pass();
        self.line.pop();
    }

    fn horizon(&mut self, window: Window) -> Score {
        if self.is_stopped {
            return Score::DRAW;
        }
        self.recorder.is_valued();
        self.tree.horizon(window)
    }

    fn enter(&mut self, depth: u32, window: Window) {
        if self.is_stopped {
            self.unrecorded += 1;
            return;
        }
        let (role, mv) = match self.line.last() {
            Some(Some(mv)) => (VisitKind::Move, (self.code)(*mv)),
            Some(None) => (VisitKind::NullMove, 0),
            None => (VisitKind::TreeRoot, 0),
        };
        let is_again = match role {
            VisitKind::TreeRoot => self.root_depth.replace(depth) == Some(depth),
            _ => self.is_entered,
        };
        let flags = if is_again { flags::AGAIN } else { 0 };
        let full_depth =
            self.open.last().filter(|_| role == VisitKind::Move).map_or(0, |parent| parent.depth);
        let reduction = full_depth.saturating_sub(depth + 1) as i8;
        let visit = VisitRecord::begun(role, mv, Depth(depth as i32), window);
        self.recorder.enter(VisitRecord { flags, reduction, ..visit });
        self.open.push(OpenNode { depth, ..OpenNode::default() });
        self.is_stopped = self.control.is_stopped() || self.recorder.len() as u64 >= self.nodes;
    }

    fn leave(&mut self, score: Score) {
        if self.unrecorded > 0 {
            self.unrecorded -= 1;
            return;
        }
        self.is_entered = true;
        let Some(OpenNode { moves, played, has_passed, .. }) = self.open.pop() else { return };
        if self.is_stopped {
            self.recorder.leave(None);
            return;
        }
        let is_valued = self.recorder.current().is_some_and(|record| record.has(flags::VALUE));
        if moves.is_none() && !is_valued {
            // Neither a leaf nor a node with moves: a shortcut has answered.
            let by = if has_passed { Cut::By(Technique::NullMove) } else { Cut::Table };
            self.recorder.decide(by);
        }
        let moves = moves.unwrap_or_default();
        let untried = moves.get(played..).unwrap_or_default();
        if !untried.is_empty() {
            let why = if played == 0 { Cut::StandPat } else { Cut::Beta };
            self.recorder.decide(why);
            untried.iter().for_each(|&mv| self.recorder.leave_untried(mv, why));
        }
        self.recorder.leave(Some(score));
    }

    fn note_cut(&mut self, mv: G::Move, depth: u32) {
        if !self.is_stopped {
            self.recorder.decide(Cut::Beta);
        }
        self.tree.note_cut(mv, depth);
    }
}

impl<G: ForcingTree> ForcingTree for TextbookRecorder<'_, G> {
    fn forcing(&mut self) -> Result<Forcing<G::Move>, Score> {
        if self.is_stopped {
            return Err(Score::DRAW);
        }
        if let Some(record) = self.recorder.current() {
            record.flags |= flags::QUIESCENCE;
        }
        let forcing = self.tree.forcing();
        match &forcing {
            Ok(forcing) => self.keep(&forcing.moves),
            Err(score) => {
                // A mate has another score, so this is a draw. In a tree made by hand it is a leaf of 0.
                if *score == Score::DRAW && matches!(self.recorder.about.root, TreeRoot::Chess(_)) {
                    self.recorder.decide(Cut::Draw);
                }
                self.recorder.is_valued();
            }
        }
        forcing
    }
}

impl<G: KeyedTree> KeyedTree for TextbookRecorder<'_, G> {
    type Key = G::Key;

    fn key(&self) -> G::Key {
        self.tree.key()
    }
}
