//! A worker: one thread of a search, with what its nodes share: the stack of the searched line, the table, the making
//! of moves, and the test whether to stop.
//!
//! *The stack* holds a node's data that its children and its parent read. It has a frame for each ply. There are
//! blank frames before the root, so that reading a few plies back needs no test:
//!
//! ```text
//!   blank  blank  blank  blank  root  ply 1  ply 2  …
//!                               └── before(ply 2, 2)
//! ```
//!
//! Beside it, every ply has room for the principal variation from there on. When a move raises alpha in a node, the
//! line of its ply becomes that move and the line of the child, copied from the next ply:
//!
//! ```text
//!   ply 0   e2e4 e7e5 g1f3
//!   ply 1        e7e5 g1f3        ← copied up, behind e2e4
//!   ply 2             g1f3
//! ```

use std::num::NonZeroUsize;
use std::ops::{Index, IndexMut};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use arrayvec::ArrayVec;
use eval::Evaluator;
use movegen::KeyHistory;
use tt::{Bound, Entry, TranspositionTable};
use types::{Depth, Move, Ply, Score, Window};

use crate::histories::{Corrections, Histories, PieceTo, PriorMoves};
use crate::observer::{Cut, Entered};
use crate::params;
use crate::picker::MovePicker;
use crate::position::SearchPosition;
use crate::report::{CurrentMove, PvLine};
use crate::root_moves::RootMoves;
use crate::root_tablebases::RankedRoot;
use crate::techniques::{Technique, Techniques};
use crate::time::{POLL_INTERVAL, TimeManager};
use crate::{Control, Limits, Reporter, SearchObserver, Tablebases};

pub(crate) trait NodeKind {
    const ROOT: bool;
    /// True if the exact value is wanted and not only a bound.
    const PV: bool;
    /// The kind of a child that is searched with the same window.
    type Next: NodeKind;
}

pub(crate) enum Root {}
/// A node that may lie on the principal variation.
pub(crate) enum Pv {}
/// A node searched with a zero window.
pub(crate) enum NonPv {}

impl NodeKind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type Next = Pv;
}

impl NodeKind for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
    type Next = Pv;
}

impl NodeKind for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
    type Next = NonPv;
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) ply: Ply,
    pub(crate) depth: Depth,
    pub(crate) window: Window,
    /// True for an expected cut node: some move should reach beta. It follows from the parent: the children of an all
    /// node are expected to cut, and the other way round.
    pub(crate) is_cut: bool,
}

/// The data of the node at one ply.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    /// The static evaluation as the evaluator gives it; `None` in check.
    pub(crate) raw_eval: Option<Score>,
    /// The static evaluation with its corrections.
    pub(crate) static_eval: Option<Score>,
    /// The move that is being searched from here; `None` for a null move.
    pub(crate) mv: Option<Move>,
    /// The same, as an index of continuation histories.
    pub(crate) piece_to: PieceTo,
    /// Its number among the moves of the node, from 1 on; 0 for a null move, and in ProbCut unless a verification went before.
    pub(crate) number: u32,
    /// True if that move is singular: a search of all others failed.
    pub(crate) is_singular: bool,
    /// True if the table has a move for this node. A singular search, which uses no table, makes it false.
    pub(crate) has_table_move: bool,
    /// Its history if it is quiet and not the first move, otherwise 0.
    pub(crate) history: i32,
    /// The move left out in a singular search.
    pub(crate) excluded: Option<Move>,
    /// True if the node is or was on a principal variation.
    pub(crate) was_pv: bool,
    /// Quiet moves that cut nodes of this ply since their grandparent was entered, the latest first.
    pub(crate) killers: [Option<Move>; 2],
    /// The number of nodes at this ply that cut since their grandparent was entered (at the first ply: since the search
    /// began). Many cuts mean that the parent's moves fail.
    pub(crate) cutoffs: u32,
}

pub(crate) struct Stack {
    frames: [Frame; BLANK + Ply::MAX.0 as usize + SPARE],
}

/// The number of blank frames before the root.
const BLANK: usize = 7;
/// Spare frames behind the last ply. Nodes clear the killers and the cutoffs of their grandchildren, the deepest nodes
/// too.
const SPARE: usize = 2;

impl Stack {
    pub(crate) fn new() -> Stack {
        Stack { frames: [Frame::default(); BLANK + Ply::MAX.0 as usize + SPARE] }
    }

    /// Clears all frames, for another search.
    pub(crate) fn clear(&mut self) {
        self.frames.fill(Frame::default());
    }

    /// The frame `plies` before a ply, at most [`BLANK`] of them.
    pub(crate) fn before(&self, ply: Ply, plies: usize) -> &Frame {
        &self.frames[BLANK + ply.index() - plies]
    }

    /// The moves that led to the node at a ply.
    pub(crate) fn prior_moves(&self, ply: Ply) -> PriorMoves {
        PriorMoves::new(|plies| self.before(ply, plies).piece_to)
    }
}

impl Index<Ply> for Stack {
    type Output = Frame;

    fn index(&self, ply: Ply) -> &Frame {
        &self.frames[BLANK + ply.index()]
    }
}

impl IndexMut<Ply> for Stack {
    fn index_mut(&mut self, ply: Ply) -> &mut Frame {
        &mut self.frames[BLANK + ply.index()]
    }
}

pub(crate) type Variation = ArrayVec<Move, { Ply::MAX.0 as usize + 1 }>;

/// The best line from each ply on.
pub(crate) struct Variations {
    lines: Vec<Variation>,
}

impl Variations {
    pub(crate) fn new() -> Variations {
        Variations { lines: vec![Variation::new(); Ply::MAX.index() + 2] }
    }

    /// The line from this ply on.
    pub(crate) fn line(&self, ply: Ply) -> &Variation {
        &self.lines[ply.index()]
    }

    /// Clears the line from this ply on.
    pub(crate) fn clear(&mut self, ply: Ply) {
        self.lines[ply.index()].clear();
    }

    /// Sets the line from this ply on to `mv` and the line of the next ply.
    pub(crate) fn set(&mut self, ply: Ply, mv: Move) {
        let [line, next, ..] = &mut self.lines[ply.index()..] else { return };
        line.clear();
        line.push(mv);
        line.extend(next.iter().copied().take(line.remaining_capacity()));
    }
}

/// The data that all threads of a search share.
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) limits: &'a Limits,
    pub(crate) tablebases: Option<&'a Tablebases>,
    pub(crate) techniques: Techniques,
    /// The nodes that threads have been granted, if there is a node limit.
    granted: AtomicU64,
    /// The nodes of each thread up to its last poll.
    nodes: Vec<AtomicU64>,
    /// The number of positions found in the tablebases by all threads.
    tablebase_hits: AtomicU64,
    /// The signals from outside.
    control: &'a Control,
    /// Set by the main thread when it has finished.
    halt: AtomicBool,
    /// True if there are many more threads than processors, so that they have to yield to each other.
    pub(crate) is_oversubscribed: bool,
}

impl<'a> Shared<'a> {
    pub(crate) fn new(
        table: &'a TranspositionTable,
        limits: &'a Limits,
        tablebases: Option<&'a Tablebases>,
        techniques: Techniques,
        control: &'a Control,
        threads: usize,
    ) -> Shared<'a> {
        Shared {
            table,
            limits,
            tablebases,
            techniques,
            granted: AtomicU64::new(0),
            nodes: std::iter::repeat_with(AtomicU64::default).take(threads).collect(),
            tablebase_hits: AtomicU64::new(0),
            control,
            halt: AtomicBool::new(false),
            is_oversubscribed: is_oversubscribed(threads),
        }
    }

    /// Ends the search of every thread.
    pub(crate) fn halt(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Returns true if every thread has to end. Each thread tests the signals itself: with more threads than processors
    /// the main thread may be the last to run again.
    pub(crate) fn is_over(&self) -> bool {
        self.halt.load(Ordering::Relaxed) || self.control.is_stopped()
    }

    /// Grants a thread a number of nodes to search next: at most `most`, none if the node limit is used up. So all
    /// threads together never exceed the limit. Each gets an equal share of what is left, so that none is left without.
    pub(crate) fn grant_nodes(&self, most: u64) -> u64 {
        let Some(limit) = self.limits.nodes else { return most };
        let share = |granted: u64| (limit - granted).div_ceil(self.threads() as u64).min(most);
        let next = |granted| Some(granted + share(granted));
        let granted = self.granted.fetch_update(Ordering::Relaxed, Ordering::Relaxed, next);
        granted.map_or(0, share)
    }

    pub(crate) fn threads(&self) -> usize {
        self.nodes.len()
    }

    /// Sets the number of moves that a thread has made so far.
    pub(crate) fn publish_nodes(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
    }

    /// The number of moves made so far by all threads.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.iter().map(|nodes| nodes.load(Ordering::Relaxed)).sum()
    }

    /// The number of positions found in the tablebases so far.
    pub(crate) fn tablebase_hits(&self) -> u64 {
        self.tablebase_hits.load(Ordering::Relaxed)
    }

    /// Adds to the number of positions found in the tablebases. This takes no time compared with reading them.
    pub(crate) fn add_tablebase_hits(&self, hits: u64) {
        self.tablebase_hits.fetch_add(hits, Ordering::Relaxed);
    }
}

/// Returns true if there are many more threads than processors.
///
/// A processor runs a thread for some milliseconds before the next one. With hundreds of threads in the queue, a
/// second passes until the thread that reads signals and the threads that search have run.
fn is_oversubscribed(threads: usize) -> bool {
    /// Up to this many threads for each processor run soon enough.
    const FEW: usize = 8;
    // Asking the system for the number of processors takes longer than some searches.
    threads > FEW && threads > FEW * thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

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
    /// More bytes than all parts together. Their memory must be tested for before, because they are allocated by functions
    /// that end the program if they fail.
    pub(crate) const SIZE: usize = 8 << 20;

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
pub(crate) struct Worker<'a, O: ?Sized> {
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

/// From this time on a search is long: it reports what happens within an iteration.
const LONG: Duration = Duration::from_secs(3);

impl<'a, O: SearchObserver + ?Sized> Worker<'a, O> {
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
        Worker {
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
    /// wrong for rare moves, and for most moves near the end of the fifty moves.
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
        let mut next = board.copy_without_key();
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
            self.shared.table.prefetch(next.table_key());
        }
        self.corrections.prefetch(&next, &self.stack.prior_moves(ply.next()));
        let result = search(self, &next);
        self.keys.pop();
        result
    }

    /// Tells the observer where a node begins and ends, and searches it in between.
    pub(crate) fn observe<N: NodeKind>(
        &mut self,
        board: &SearchPosition,
        node: &Node,
        search: impl FnOnce(&mut Self) -> NodeResult,
    ) -> NodeResult {
        let Node { ply, window, .. } = *node;
        let (mv, key, depth) = (self.stack.before(ply, 1).mv, board.key(), node.depth.max(Depth::ZERO));
        self.observer.enter(&Entered { ply, mv, key, depth, window });
        if N::PV {
            self.variations.clear(ply);
            self.seldepth = self.seldepth.max(ply);
        }
        let result = search(self);
        self.observer.leave(ply, result.ok());
        result
    }

    /// The score of a node where the line ends: a draw, or the greatest ply.
    pub(crate) fn terminal_score(&mut self, board: &SearchPosition, ply: Ply) -> Option<Score> {
        if self.is_draw(board, ply) {
            self.observer.cut(ply, Cut::Draw);
            return Some(Score::DRAW);
        }
        if ply >= Ply::MAX {
            self.observer.cut(ply, Cut::Horizon);
            return Some(board.evaluate(self.evaluator));
        }
        None
    }

    /// Returns true if the node is drawn by the rules. A position of the searched line is a draw at its second
    /// occurrence, because a side that can do better would have done so the first time. A position before the root is
    /// a draw at its third, as the rules say. Mate on the hundredth half-move without progress is mate. Stalemate is
    /// tested only after a root move, so that the move gets the right score: elsewhere pruning and quiescence may
    /// miss it.
    pub(crate) fn is_draw(&self, board: &SearchPosition, ply: Ply) -> bool {
        let position = &board.position;
        position.is_drawn(&self.keys, ply) || ply == Ply(1) && position.is_stalemate()
    }

    /// An evaluation with its corrections: the damping by the half-move clock and the correction history. Not in
    /// mop-up endgames, where these are larger than the differences of the evaluation.
    pub(crate) fn corrected(&self, eval: Score, board: &SearchPosition, ply: Ply) -> Score {
        if eval::is_mop_up(&board.position) {
            return eval;
        }
        let mut eval = eval.0;
        if self.uses(Technique::FiftyMoveDamping) {
            let halfmoves = i32::from(board.position.halfmove_clock());
            eval -= eval * halfmoves / params::fifty_move_damping();
        }
        if self.uses(Technique::CorrectionHistory) {
            eval += self.corrections.of(board, &self.stack.prior_moves(ply)).0;
        }
        Score(eval).clamp_to_eval()
    }

    /// The table entry of a node; none in a singular search, whose result is not that of the node.
    pub(crate) fn probe_table(&mut self, board: &SearchPosition, ply: Ply) -> Option<Entry> {
        if !self.uses_table(ply) {
            return None;
        }
        let entry = self.shared.table.probe(board.table_key(), ply)?;
        self.observer.table_hit(ply, &entry);
        Some(entry)
    }

    fn uses_table(&self, ply: Ply) -> bool {
        self.uses(Technique::Table) && self.stack[ply].excluded.is_none()
    }

    /// The score of an entry, if it decides the node.
    pub(crate) fn table_cut<N: NodeKind>(
        &self,
        depth: Depth,
        window: Window,
        entry: Option<&Entry>,
    ) -> Option<Score> {
        let entry = entry?;
        // A bound of the same depth may come from a less favourable line to here: the main search asks for more.
        let more = i32::from(depth > Depth::ZERO && entry.bound != Bound::Exact);
        let is_deep_enough = if self.uses(Technique::DeeperEntries) {
            entry.depth >= depth + Depth(more)
        } else {
            entry.depth == depth
        };
        (!N::PV && is_deep_enough && entry.bound.answers(entry.score, window)).then_some(entry.score)
    }

    /// Stores an entry for a node, but not in a singular search.
    pub(crate) fn store(&mut self, board: &SearchPosition, ply: Ply, entry: Entry) {
        if self.uses_table(ply) {
            self.observer.table_store(ply, &entry);
            self.shared.table.store(board.table_key(), ply, entry);
        }
    }

    /// Reports the current root move, in a long search.
    pub(crate) fn report_current_move(&mut self, mv: Move, number: u32) {
        if self.takes_long()
            && let Some(main) = &mut self.main
        {
            main.reporter.current_move(CurrentMove { depth: self.iteration, mv, number });
        }
    }

    /// Returns true if the search has run for a long time.
    pub(crate) fn takes_long(&self) -> bool {
        self.main.as_ref().is_some_and(|main| main.time.elapsed() >= LONG)
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

/// The score of the table instead of the evaluation, if its bound shows that it is closer to the value.
pub(crate) fn better_guess(eval: Score, entry: Option<Entry>) -> Score {
    match entry {
        Some(Entry { score, bound, .. }) if !score.is_decisive() => match bound {
            Bound::Exact => score,
            Bound::Lower => eval.max(score),
            Bound::Upper => eval.min(score),
        },
        _ => eval,
    }
}
