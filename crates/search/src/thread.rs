//! One thread of a search: its data, how it makes moves, and when it stops.

use std::thread;

use eval::Evaluator;
use movegen::KeyHistory;
use types::{Depth, Move, Ply, Score};

use crate::correction::Corrections;
use crate::history::{Histories, PieceTo};
use crate::movepick::MovePicker;
use crate::position::SearchPosition;
use crate::report::PvLine;
use crate::root::RootMoves;
use crate::root_tablebases::RankedRoot;
use crate::smp::Shared;
use crate::stack::{Stack, Variations};
use crate::techniques::{Technique, Techniques};
use crate::time::{POLL_INTERVAL, TimeManager};
use crate::{Reporter, SearchObserver, Tablebases};

/// The data that a thread keeps between searches.
pub(crate) struct ThreadData {
    pub(crate) histories: Histories,
    pub(crate) corrections: Corrections,
    pub(crate) evaluator: Evaluator,
    pub(crate) stack: Stack,
    pub(crate) variations: Variations,
    /// True if nothing was recorded since it was created or cleared.
    pub(crate) is_cleared: bool,
}

impl ThreadData {
    pub(crate) fn new() -> ThreadData {
        ThreadData {
            histories: Histories::new(),
            corrections: Corrections::new(),
            evaluator: Evaluator::new(),
            stack: Stack::new(),
            variations: Variations::new(),
            is_cleared: true,
        }
    }

    /// Clears the histories, for another game.
    pub(crate) fn clear(&mut self) {
        if self.is_cleared {
            // The system allocates pages when they are first written to, so this saves memory and time.
            return;
        }
        self.is_cleared = true;
        self.histories.clear();
        self.corrections.clear();
    }
}

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
    /// The width of the root's window.
    pub(crate) root_width: i32,
    id: usize,
    /// The number of moves made by this thread.
    pub(crate) nodes: u64,
    /// The node count up to which nodes were granted.
    granted: u64,
    /// The node count at which to test again if the search has to end.
    pub(crate) next_poll: u64,
    techniques: Techniques,
}

impl<'a, O: SearchObserver> SearchThread<'a, O> {
    pub(crate) fn new(
        id: usize,
        root: &RankedRoot<'a>,
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
        let tablebases = root.tree_tablebases;
        let granted = shared.grant_nodes(POLL_INTERVAL);
        SearchThread {
            shared,
            main,
            observer,
            histories,
            corrections,
            evaluator,
            stack,
            variations,
            keys,
            root: root.moves.clone(),
            tablebases,
            max_tablebase_pieces: tablebases.map_or(0, Tablebases::max_tablebase_pieces),
            seldepth: Ply::ROOT,
            nmp_min_ply: Ply::ROOT,
            iteration: Depth::ZERO,
            root_width: 1,
            id,
            nodes: 0,
            granted,
            next_poll: granted,
            techniques: shared.techniques,
        }
    }

    /// Returns true if a technique of the search is in use.
    pub(crate) fn uses(&self, technique: Technique) -> bool {
        self.techniques.has(technique)
    }

    /// Publishes this thread's node count to the other threads.
    pub(crate) fn publish_nodes(&self) {
        self.shared.publish_nodes(self.id, self.nodes);
    }

    /// Prefetches the table entry of the position after a move. Loading it takes longer than making the move. The key is
    /// wrong for rare moves.
    pub(crate) fn prefetch_child(&self, board: &SearchPosition, mv: Move) {
        self.shared.table.prefetch(board.key() ^ board.position.likely_key_change(mv));
    }

    /// Prefetches the table entries of the positions after a move, unless it was `prefetched` already, and after the
    /// move that will probably come next. The latter is loaded while this move is searched.
    pub(crate) fn prefetch_children(
        &self,
        board: &SearchPosition,
        picker: &MovePicker,
        mv: Move,
        prefetched: &mut Option<Move>,
    ) {
        if *prefetched != Some(mv) {
            self.prefetch_child(board, mv);
        }
        *prefetched = picker.likely_next();
        if let Some(next) = *prefetched {
            self.prefetch_child(board, next);
        }
    }

    /// Plays a legal move of the node at `ply`, or the null move, and returns the score of the position after it for the
    /// side that moved, as `search` finds it.
    pub(crate) fn search_after(
        &mut self,
        board: &SearchPosition,
        mv: Option<Move>,
        ply: Ply,
        search: impl FnOnce(&mut Self, &SearchPosition) -> NodeResult,
    ) -> NodeResult {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        let mut next = board.clone();
        let frame = &mut self.stack[ply];
        frame.mv = mv;
        if let Some(mv) = mv {
            self.observer.play(ply, mv);
            self.keys.push(board.key());
            frame.piece_to = PieceTo::new(board.mover(mv), mv.to(), board.is_quiet(mv));
            next.play(mv);
        } else {
            self.keys.push_null(board.key());
            frame.piece_to = PieceTo::default();
            next.play_null();
        }
        self.shared.table.prefetch(next.table_key());
        self.corrections.prefetch(&next, &self.stack.prior_moves(ply.next()));
        let result = search(self, &next);
        self.keys.pop();
        result
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
