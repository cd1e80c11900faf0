//! A recorded search: its records, and facts about all of them.

use eval::wdl::PAWN_UNITS;
use search::observer::Cut;
use serde::{Deserialize, Serialize};
use types::Bound;

use crate::reason::{self, Words};
use crate::record::{NONE, Untried, VisitKind, VisitRecord, flags};

/// The game of the tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TreeRoot {
    /// The root as FEN; moves are 16 bits, see `types::Move`.
    Chess(String),
    /// Nested lists of leaf values; moves are the numbers of children, from 1 on.
    Lists(String),
}

/// The counts of a whole search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct TreeCounts {
    /// Nodes entered, re-searches and tests included.
    pub visits: u64,
    /// Those of them in quiescence.
    pub quiescence: u64,
    /// Visits that made no other.
    pub leaves: u64,
    /// Moves that were considered and skipped.
    pub skipped: u64,
    /// Moves that were never considered.
    pub untried: u64,
    /// Moves that were skipped or never considered outside of quiescence search, which by its nature leaves out most.
    pub pruned: u64,
}

/// The settings and the result of a search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct About {
    /// The root.
    pub root: TreeRoot,
    /// The name of the search.
    pub algorithm: String,
    /// True if nodes have windows. Minimax has none, except for captures at its leaves.
    pub windows: bool,
    /// The score of one pawn, as shown.
    pub pawn: f64,
    /// The requested depth.
    pub depth: i32,
    /// The value of the root for the side to move; `None` if no iteration was finished.
    pub score: Option<i32>,
    /// The move that the search plays, as the game writes it; 0 if it has none.
    pub best: u16,
    /// Moves made, as the search itself counts them.
    pub nodes: u64,
    /// True if the search was ended by a limit or by the user.
    pub stopped: bool,
    /// True in a copy that was made during the search.
    pub running: bool,
    /// The counts of the whole search, before anything was left out of the log.
    pub counts: TreeCounts,
    /// The meaning of the codes.
    pub reasons: Vec<Words>,
}

/// A recorded search.
#[derive(Clone, PartialEq, Debug)]
pub struct SearchTree {
    /// The settings and the result.
    pub about: About,
    /// All visits, in the order of time.
    pub records: Vec<VisitRecord>,
    /// Moves that were not tried.
    pub untried: Vec<Untried>,
}

/// Watches a search while it is recorded: it gets the number of records after each visit, and what returns a copy of the tree so
/// far, in which the nodes that are being searched are marked as unfinished.
pub type Watcher<'a> = &'a dyn Fn(usize, &dyn Fn() -> SearchTree);

impl SearchTree {
    /// The moves that a node left untried.
    pub fn untried_of(&self, record: &VisitRecord) -> &[Untried] {
        let at = record.untried_at as usize;
        &self.untried[at..at + usize::from(record.untried)]
    }

    /// Nodes as the search counts them: moves made. Nodes left out of the log are missing.
    pub fn counted_nodes(&self) -> u64 {
        self.records.iter().filter(|record| record.counts()).count() as u64
    }

    /// The indices of the root records.
    pub fn roots(&self) -> impl Iterator<Item = u32> {
        (0..).zip(&self.records).filter(|(_, record)| record.parent == NONE).map(|(index, _)| index)
    }

    /// The last iteration with an exact score, if any.
    pub fn last_iteration(&self) -> Option<i32> {
        self.last_finished().map(VisitRecord::iteration)
    }

    /// The root of that iteration.
    pub(crate) fn last_finished(&self) -> Option<&VisitRecord> {
        self.records.iter().rfind(|record| record.parent == NONE && record.bound() == Some(Bound::Exact))
    }

    /// The children of every record, in the order of time.
    pub fn children(&self) -> Vec<Vec<u32>> {
        let mut children = vec![Vec::new(); self.records.len()];
        for (index, record) in (0..).zip(&self.records) {
            if record.parent != NONE {
                children[record.parent as usize].push(index);
            }
        }
        children
    }

    /// Counts visits, leaves, cuts and pruned moves.
    pub(crate) fn counts(&self) -> TreeCounts {
        let mut counts = TreeCounts { untried: self.untried.len() as u64, ..TreeCounts::default() };
        let mut is_leaf = vec![true; self.records.len()];
        for node in &self.records {
            let parent = self.records.get(node.parent as usize);
            if node.is_visit() {
                counts.visits += 1;
                counts.quiescence += u64::from(node.has(flags::QUIESCENCE));
                if parent.is_some() {
                    is_leaf[node.parent as usize] = false;
                }
            } else {
                counts.skipped += 1;
                counts.pruned += u64::from(!parent.is_some_and(|parent| parent.has(flags::QUIESCENCE)));
            }
            if !node.has(flags::QUIESCENCE) {
                counts.pruned += u64::from(node.untried);
            }
        }
        let leaves =
            self.records.iter().zip(is_leaf).filter(|(record, is_leaf)| record.is_visit() && *is_leaf);
        counts.leaves = leaves.count() as u64;
        counts
    }

    /// Marks the principal variation of each iteration: from every root the move that gave it its exact score, and so on
    /// down to an evaluation or the end of the game.
    pub(crate) fn mark_principal_variations(&mut self) {
        let children = self.children();
        let is_exact = |record: &VisitRecord| record.bound() == Some(Bound::Exact);
        let mut open: Vec<u32> =
            self.roots().filter(|&root| is_exact(&self.records[root as usize])).collect();
        while let Some(index) = open.pop() {
            let record = &mut self.records[index as usize];
            record.flags |= flags::PRINCIPAL;
            if !is_exact(record) {
                continue;
            }
            let (wanted, is_cut) = (-record.score, record.end == reason::code(Cut::Beta) as u8);
            let gave_it = |&&child: &&u32| {
                let child = &self.records[child as usize];
                child.role == VisitKind::Move as u8 && child.score == wanted && (is_cut || is_exact(child))
            };
            // Mate-distance pruning may narrow a window, so a node can be cut although its score lies within the
            // original window. The move that cut is then the last.
            let mut children = children[index as usize].iter();
            open.extend(if is_cut { children.rfind(gave_it) } else { children.find(gave_it) });
        }
    }
}

impl About {
    /// The settings of a search, without a result.
    pub(crate) fn new(root: TreeRoot, algorithm: &str, depth: i32) -> About {
        let algorithm = algorithm.to_owned();
        About {
            root,
            algorithm,
            windows: true,
            pawn: PAWN_UNITS,
            depth,
            score: None,
            best: 0,
            nodes: 0,
            stopped: false,
            running: false,
            counts: TreeCounts::default(),
            reasons: Vec::new(),
        }
    }
}
