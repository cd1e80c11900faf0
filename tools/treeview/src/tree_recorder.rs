//! Records a search of any game.
//!
//! Its methods are called when a node is entered, when a move is skipped, and when the node is left. It keeps the open
//! nodes, so every record gets its parent.

use std::collections::HashSet;

use search::observer::Cut;
use types::{Depth, Score, Window};

use crate::reason;
use crate::record::{Untried, VisitKind, VisitRecord, flags, packed};
use crate::tree::{About, SearchTree, Watcher};

/// Builds a tree, record by record.
pub(crate) struct TreeRecorder<'a> {
    pub(crate) about: About,
    watcher: Watcher<'a>,
    records: Vec<VisitRecord>,
    untried: Vec<Untried>,
    /// The records of open nodes, the root first.
    open: Vec<u32>,
    reasons: HashSet<Cut>,
}

impl<'a> TreeRecorder<'a> {
    /// An empty tree of the search with these settings.
    pub(crate) fn new(about: About, watcher: Watcher<'a>) -> TreeRecorder<'a> {
        let (records, untried, open) = (Vec::new(), Vec::new(), Vec::new());
        TreeRecorder { about, watcher, records, untried, open, reasons: HashSet::new() }
    }

    /// The number of records.
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// Records that a node is entered.
    pub(crate) fn enter(&mut self, visit: VisitRecord) {
        let index = self.push(visit);
        self.open.push(index);
        (self.watcher)(self.records.len(), &|| self.so_far());
    }

    /// Records that a move of the open node is skipped.
    pub(crate) fn skip(&mut self, mv: u16, why: Cut) {
        let depth = self.current().map_or(Depth::ZERO, |node| Depth(i32::from(node.depth) - 1));
        let window = Window { alpha: Score::DRAW, beta: Score::DRAW };
        let end = self.code(why) as u8;
        self.push(VisitRecord { end, ..VisitRecord::begun(VisitKind::Skipped, mv, depth, window) });
    }

    /// Records that a move of the open node was never tried. All of them are recorded at once, before the node is left.
    pub(crate) fn leave_untried(&mut self, mv: u16, why: Cut) {
        let (at, why) = (self.untried.len() as u32, self.code(why));
        self.untried.push(Untried { mv, why });
        if let Some(node) = self.current() {
            if node.untried == 0 {
                node.untried_at = at;
            }
            node.untried += 1;
        }
    }

    /// Records the reason why the open node ends.
    pub(crate) fn decide(&mut self, why: Cut) {
        let code = self.code(why) as u8;
        if let Some(node) = self.current() {
            node.end = code;
        }
    }

    /// Records that the score of the open node is its value, whatever the window.
    pub(crate) fn is_valued(&mut self) {
        if let Some(node) = self.current() {
            node.flags |= flags::VALUE;
        }
    }

    /// Records that the open node is left, without a score if the search was stopped.
    pub(crate) fn leave(&mut self, score: Option<Score>) {
        if let Some(node) = self.current() {
            match score {
                Some(score) => node.score = packed(score),
                None => node.flags |= flags::UNFINISHED,
            }
        }
        self.open.pop();
    }

    /// The record of the open node.
    pub(crate) fn current(&mut self) -> Option<&mut VisitRecord> {
        self.records.get_mut(*self.open.last()? as usize)
    }

    /// The index of that record.
    pub(crate) fn current_index(&self) -> Option<u32> {
        self.open.last().copied()
    }

    /// The whole tree, without the result of the search.
    pub(crate) fn finish(self) -> SearchTree {
        built(self.about, self.records, self.untried, self.reasons.into_iter())
    }

    /// A copy of the tree so far. Its score is that of the last finished iteration.
    fn so_far(&self) -> SearchTree {
        let mut records = self.records.clone();
        for &index in &self.open {
            records[index as usize].flags |= flags::UNFINISHED;
        }
        let about = About { running: true, ..self.about.clone() };
        let mut tree = built(about, records, self.untried.clone(), self.reasons.iter().copied());
        tree.about.nodes = tree.counted_nodes();
        tree.about.score = tree.last_finished().map(|root| root.score.into());
        tree
    }

    fn push(&mut self, visit: VisitRecord) -> u32 {
        let index = self.records.len() as u32;
        let placed = match self.open.last() {
            Some(&parent) => {
                VisitRecord { parent, ply: self.records[parent as usize].ply + visit.ply, ..visit }
            }
            None => VisitRecord { ply: 0, ..visit },
        };
        self.records.push(placed);
        index
    }

    fn code(&mut self, why: Cut) -> u16 {
        self.reasons.insert(why);
        reason::code(why)
    }
}

/// A tree with its counts, its principal variations, and the reasons that occur in words.
fn built(
    about: About,
    records: Vec<VisitRecord>,
    untried: Vec<Untried>,
    reasons: impl Iterator<Item = Cut>,
) -> SearchTree {
    let mut tree = SearchTree { about, records, untried };
    tree.about.reasons = reasons.map(reason::words).collect();
    tree.about.reasons.sort_by_key(|words| words.code);
    tree.mark_principal_variations();
    tree.about.counts = tree.counts();
    tree
}
