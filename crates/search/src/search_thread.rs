//! One thread of a search: its state, how it makes moves, and when it stops.

use std::thread;

use eval::Evaluator;
use movegen::KeyHistory;
use types::{Depth, Move, Ply, Score};

use crate::history::{Corrections, Histories, PieceTo};
use crate::report::PvLine;
use crate::root::{RankedRoot, RootMoves, TreeProbing};
use crate::search_position::SearchPosition;
use crate::shared::Shared;
use crate::stack::Stack;
use crate::techniques::{Technique, Techniques};
use crate::thread_data::ThreadData;
use crate::time::{POLL_INTERVAL, TimeManager};
use crate::variation::Variations;
use crate::{Reporter, SearchObserver, Tablebases};

/// The error of a search that was stopped: there is no score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// The value of a node, or [`Stopped`].
pub(crate) type NodeResult = Result<Score, Stopped>;

/// The state of the main thread, which alone watches the time and reports.
pub(crate) struct MainThread<'a> {
    pub(crate) time: TimeManager<'a>,
    pub(crate) reporter: &'a mut dyn Reporter,
    /// The lines that were reported last, the best first.
    pub(crate) reported: Vec<PvLine>,
    pub(crate) reported_nodes: u64,
}

impl<'a> MainThread<'a> {
    pub(crate) fn new(time: TimeManager<'a>, reporter: &'a mut dyn Reporter) -> MainThread<'a> {
        MainThread { time, reporter, reported: Vec::new(), reported_nodes: 0 }
    }
}

/// One thread of a search.
pub(crate) struct SearchThread<'a, O> {
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) main: Option<MainThread<'a>>,
    pub(crate) observer: &'a mut O,
    pub(crate) histories: &'a mut Histories,
    pub(crate) corrections: &'a mut Corrections,
    pub(crate) evaluator: &'a mut Evaluator,
    pub(crate) stack: &'a mut Stack,
    pub(crate) variations: &'a mut Variations,
    pub(crate) keys: KeyHistory,
    /// The number of positions before the root.
    earlier: usize,
    pub(crate) root: RootMoves,
    /// The tablebases in which nodes are looked up, if they are.
    pub(crate) tablebases: Option<&'a Tablebases>,
    /// Nodes with more pieces are not looked up.
    pub(crate) max_tablebase_pieces: u32,
    pub(crate) seldepth: Ply,
    /// The first ply at which null moves are tried, during the verification of one. Otherwise the root.
    pub(crate) nmp_min_ply: Ply,
    /// The depth of the current iteration.
    pub(crate) iteration: Depth,
    id: usize,
    nodes: u64,
    /// The node count up to which nodes were granted.
    granted: u64,
    /// The node count at which to test again if the search has to end.
    next_poll: u64,
    techniques: Techniques,
}

impl<'a, O: SearchObserver> SearchThread<'a, O> {
    pub(crate) fn new(
        id: usize,
        root: &RankedRoot<'_>,
        shared: &'a Shared<'a>,
        data: &'a mut ThreadData,
        main: Option<MainThread<'a>>,
        observer: &'a mut O,
    ) -> Self {
        let ThreadData { histories, corrections, evaluator, stack, variations, is_cleared } = data;
        *is_cleared = false;
        stack.clear();
        let mut keys = root.game.earlier().clone();
        keys.reserve(Ply::MAX.index() + 1);
        let tablebases = shared.tablebases.filter(|_| root.tree_probing == TreeProbing::On);
        let mut search = SearchThread {
            shared,
            main,
            observer,
            histories,
            corrections,
            evaluator,
            stack,
            variations,
            keys,
            earlier: root.game.earlier().len(),
            root: root.moves.clone(),
            tablebases,
            max_tablebase_pieces: tablebases.map_or(0, Tablebases::max_tablebase_pieces),
            seldepth: Ply::ROOT,
            nmp_min_ply: Ply::ROOT,
            iteration: Depth::ZERO,
            id,
            nodes: 0,
            granted: shared.grant_nodes(POLL_INTERVAL),
            next_poll: 0,
            techniques: shared.techniques,
        };
        search.next_poll = search.granted;
        search
    }

    /// Returns true if a technique of the search is in use.
    #[inline]
    pub(crate) fn uses(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// The number of moves made by this thread.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Publishes this thread's node count to the other threads.
    pub(crate) fn publish_nodes(&self) {
        self.shared.publish_nodes(self.id, self.nodes);
    }

    /// Prefetches the table entry of the position after a move. Loading it takes longer than making the move.
    #[inline]
    pub(crate) fn prefetch_child(&self, board: &SearchPosition, mv: Move) {
        self.shared.table.prefetch(board.likely_key_after(mv));
    }

    /// Prefetches the table entry of the position after a null move.
    #[inline]
    pub(crate) fn prefetch_null_child(&self, board: &SearchPosition) {
        self.shared.table.prefetch(board.likely_key_after_null());
    }

    /// Prefetches the table entry and the corrections of the node at `ply`.
    #[inline]
    fn prefetch_node(&self, board: &SearchPosition, ply: Ply) {
        self.shared.table.prefetch(board.table_key());
        self.corrections.prefetch(board, &self.stack.prior_moves(ply));
    }

    /// Plays a legal move of the node at `ply` on a copy of its position, which becomes that of the child.
    ///
    /// The caller owns the copy, because returning it in a `Result` would copy it twice more.
    pub(crate) fn play(&mut self, copy: &mut SearchPosition, mv: Move, ply: Ply) -> Result<(), Stopped> {
        self.count_node()?;
        self.observer.play(ply, mv);
        self.keys.push(copy.key());
        let frame = &mut self.stack[ply];
        frame.mv = Some(mv);
        frame.is_quiet = copy.is_quiet(mv);
        frame.piece_to = PieceTo::new(copy.mover(mv), mv.to());
        copy.play(mv);
        self.prefetch_node(copy, ply.next());
        Ok(())
    }

    /// Plays a null move in the node at `ply`, on a copy of its position.
    #[inline]
    pub(crate) fn play_null(&mut self, copy: &mut SearchPosition, ply: Ply) -> Result<(), Stopped> {
        self.count_node()?;
        self.keys.push_null(copy.key());
        let frame = &mut self.stack[ply];
        frame.mv = None;
        frame.is_quiet = false;
        frame.piece_to = PieceTo::default();
        copy.play_null();
        self.prefetch_node(copy, ply.next());
        Ok(())
    }

    /// Removes the last position from the key history, after a move was searched. A stopped search need not do this,
    /// as it calls [`go_back_to_root`](Self::go_back_to_root).
    #[inline]
    pub(crate) fn pop_key(&mut self) {
        self.keys.pop();
    }

    /// Shortens the key history to the positions before the root, after the search was stopped at any node.
    pub(crate) fn go_back_to_root(&mut self) {
        while self.keys.len() > self.earlier {
            self.keys.pop();
        }
    }

    /// Counts a move, and tests now and then if the search has to end.
    #[inline]
    fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    /// Makes the next node test if the search has to end. Called after something slow, like reading from a disk.
    pub(crate) fn poll_soon(&mut self) {
        self.next_poll = self.nodes;
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        if self.shared.is_oversubscribed {
            thread::yield_now();
        }
        self.publish_nodes();
        let is_out_of_time = |main: &mut MainThread<'_>| main.time.is_out_of_time();
        if self.shared.is_over() || self.main.as_mut().is_some_and(is_out_of_time) {
            return Err(Stopped);
        }
        if self.nodes == self.granted {
            self.granted += self.shared.grant_nodes(POLL_INTERVAL);
        }
        self.next_poll = self.granted.min(self.nodes + POLL_INTERVAL);
        if self.nodes < self.granted { Ok(()) } else { Err(Stopped) }
    }
}
