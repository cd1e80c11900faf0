//! Records a search of any game.
//!
//! Its methods are called when a node is entered, when a move is skipped, and when the node is left. It keeps the open
//! nodes, so every record gets its parent.

use std::collections::HashSet;

use search::observer::Cut;
use types::{Depth, Score};

use crate::reason;
use crate::record::{NONE, Untried, VisitKind, VisitRecord, flags, packed};
use crate::tree::{About, SearchTree};
use crate::watcher::Watcher;

/// The begin of a visit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    pub(crate) role: VisitKind,
    /// The move that leads to the node, in 16 bits.
    pub(crate) mv: u16,
    pub(crate) depth: Depth,
    pub(crate) window: search::Window,
    pub(crate) flags: u8,
}

/// Builds a tree, record by record.
pub(crate) struct TreeRecorder<'a> {
    pub(crate) about: About,
    watcher: &'a dyn Watcher,
    records: Vec<VisitRecord>,
    untried: Vec<Untried>,
    /// The records of open nodes, the root first.
    open: Vec<u32>,
    reasons: HashSet<Cut>,
}

impl<'a> TreeRecorder<'a> {
    /// An empty tree of the search with these settings.
    pub(crate) fn new(about: About, watcher: &'a dyn Watcher) -> TreeRecorder<'a> {
        let (records, untried, open) = (Vec::new(), Vec::new(), Vec::new());
        TreeRecorder { about, watcher, records, untried, open, reasons: HashSet::new() }
    }

    /// The number of records.
    pub(crate) fn len(&self) -> usize {
        self.records.len()
    }

    /// Records that a node is entered.
    pub(crate) fn enter(&mut self, visit: Visit) {
        let index = self.push(visit);
        self.open.push(index);
        if self.watcher.recorded(self.records.len()) {
            self.watcher.receive(self.so_far());
        }
    }

    /// Records that a move of the open node is skipped.
    pub(crate) fn skip(&mut self, mv: u16, why: Cut) {
        let depth = self.current().map_or(Depth::ZERO, |node| Depth(i32::from(node.depth) - 1));
        let window = search::Window { alpha: Score::DRAW, beta: Score::DRAW };
        let index = self.push(Visit { role: VisitKind::Skipped, mv, depth, window, flags: 0 });
        self.records[index as usize].end = self.code(why) as u8;
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
    pub(crate) fn finish(mut self) -> SearchTree {
        self.about.explain(self.reasons.into_iter());
        let mut tree = SearchTree { about: self.about, records: self.records, untried: self.untried };
        tree.mark_principal_variations();
        tree.about.counts = tree.counts();
        tree
    }

    /// A copy of the tree so far. Its score is that of the last finished iteration.
    fn so_far(&self) -> SearchTree {
        let (mut about, mut records) = (self.about.clone(), self.records.clone());
        about.running = true;
        about.explain(self.reasons.iter().copied());
        for &index in &self.open {
            records[index as usize].flags |= flags::UNFINISHED;
        }
        let mut tree = SearchTree { about, records, untried: self.untried.clone() };
        tree.mark_principal_variations();
        tree.about.counts = tree.counts();
        tree.about.nodes = tree.counted_nodes();
        tree.about.score = tree.last_finished().map(|root| root.score.into());
        tree
    }

    fn push(&mut self, visit: Visit) -> u32 {
        let index = self.records.len() as u32;
        let parent = self.open.last().copied();
        let is_test = visit.role.stays();
        let ply = parent.map_or(0, |parent| self.records[parent as usize].ply + u8::from(!is_test));
        self.records.push(VisitRecord {
            parent: parent.unwrap_or(NONE),
            source: NONE,
            alpha: packed(visit.window.alpha),
            beta: packed(visit.window.beta),
            mv: visit.mv,
            depth: visit.depth.plies() as i8,
            role: visit.role as u8,
            flags: visit.flags,
            ply,
            ..bytemuck::Zeroable::zeroed()
        });
        index
    }

    fn code(&mut self, why: Cut) -> u16 {
        self.reasons.insert(why);
        reason::code(why)
    }
}
