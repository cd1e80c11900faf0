//! The facts about a node before its first move: the transposition table, the endgame tablebases, the evaluation.
//!
//! An entry of the transposition table cuts if its depth is sufficient and its bound decides. It does not cut PV
//! nodes, whose line would end there. A singular search leaves out one move, so it does not use the table.
//!
//! Tablebases are probed only right after a capture or pawn move: at other clocks the 50-move rule may change the
//! result. All nodes with fewer pieces come after such a move anyway. A win is a lower bound,
//! as there may be a mate, which is worth more; a loss is an upper one. Where the bound does not decide the node (a
//! principal variation on its way to a mate), it still limits the result.
//!
//! Sources: <https://www.chessprogramming.org/Syzygy_Bases>; the order of steps, *improving* and the damping by the
//! 50-move rule have the shape of Stockfish 15.1's.

use std::ops::ControlFlow::{self, Break, Continue};

use movegen::Masks;
use tt::{Bound, Entry};
use types::{Depth, Move, Ply, Score, Window};

use crate::SearchObserver;
use crate::node::{Node, NodeKind};
use crate::observer::Cut;
use crate::params;
use crate::position::SearchPosition;
use crate::techniques::Technique;
use crate::thread::SearchThread;

/// The facts about a node of the main search.
pub(crate) struct NodeInfo<'a> {
    pub(crate) board: &'a SearchPosition,
    pub(crate) masks: Masks,
    /// The move left out in a singular search.
    pub(crate) excluded: Option<Move>,
    /// The table entry.
    pub(crate) entry: Option<Entry>,
    /// Its move, if that is legal.
    pub(crate) table_move: Option<Move>,
    /// True if the table move is a capture or promotion.
    pub(crate) is_table_capture: bool,
    /// The static evaluation without corrections; `None` in check, where it has no meaning.
    pub(crate) raw_eval: Option<Score>,
    /// The static evaluation with its corrections.
    pub(crate) static_eval: Option<Score>,
    /// The best estimate of the value: the static evaluation, or the score of the table where its bound is tighter.
    /// Minus infinity in check.
    pub(crate) eval: Score,
    /// True if the evaluation is better than before our last move, or if there was none.
    pub(crate) improving: bool,
    /// True if the node is on a principal variation, or was on an earlier visit.
    pub(crate) was_pv: bool,
}

impl NodeInfo<'_> {
    pub(crate) fn in_check(&self) -> bool {
        self.masks.in_check()
    }
}

/// The extra depth of an entry with a tablebase result. The result holds at every depth, so the entry should outlive
/// those of somewhat deeper searches.
const TABLEBASE_DEPTH_BONUS: Depth = Depth(6);

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Collects the facts about a node, and writes its evaluation to the stack.
    pub(crate) fn node_info<'b, N: NodeKind>(
        &mut self,
        board: &'b SearchPosition,
        node: &Node,
        entry: Option<Entry>,
    ) -> NodeInfo<'b> {
        let ply = node.ply;
        let masks = Masks::of(&board.position);
        let table_move = entry.and_then(|entry| entry.mv).filter(|&mv| board.position.is_legal(&masks, mv));
        if let Some(mv) = table_move {
            // Loaded while the node is evaluated.
            self.prefetch_child(board, mv);
        }
        let frame = &self.stack[ply];
        let excluded = frame.excluded;
        let was_pv = N::PV || entry.is_some_and(|entry| entry.was_pv) || excluded.is_some() && frame.was_pv;
        let raw_eval = if masks.in_check() { None } else { Some(self.raw_eval(board, ply, entry, was_pv)) };
        let static_eval = raw_eval.map(|eval| self.corrected(eval, board, ply));
        let frame = &mut self.stack[ply];
        frame.raw_eval = raw_eval;
        frame.eval = static_eval;
        frame.was_pv = was_pv;
        frame.has_table_move = table_move.is_some();
        (frame.number, frame.history, frame.is_singular) = (0, 0, false);
        let eval_before = |plies| self.stack.before(ply, plies).eval;
        // If we were in check before our last move, the turn before counts.
        let ours_before = eval_before(2).or_else(|| eval_before(4));
        let improving = static_eval.is_some_and(|now| ours_before.is_none_or(|then| now > then));
        NodeInfo {
            board,
            masks,
            excluded,
            entry,
            table_move,
            is_table_capture: table_move.is_some_and(|mv| !board.is_quiet(mv)),
            raw_eval,
            static_eval,
            eval: static_eval.map_or(-Score::INFINITE, |eval| better_guess(eval, entry)),
            improving,
            was_pv,
        }
    }

    /// The static evaluation of a position without check. It is read from the table if possible, and stored there if
    /// there is no entry.
    fn raw_eval(&mut self, board: &SearchPosition, ply: Ply, entry: Option<Entry>, was_pv: bool) -> Score {
        // A singular search visits a node that was evaluated already.
        let frame = &self.stack[ply];
        if let Some(eval) = frame.raw_eval.filter(|_| frame.excluded.is_some()) {
            return eval;
        }
        if let Some(eval) = entry.and_then(|entry| entry.eval) {
            return eval;
        }
        let eval = board.evaluate(self.evaluator);
        if entry.is_none() {
            self.store(board, ply, Entry::unsearched(Some(eval), was_pv));
        }
        eval
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
    pub(crate) fn table_cut<N: NodeKind>(&self, node: &Node, entry: Option<&Entry>) -> Option<Score> {
        let entry = entry?;
        // A bound of the same depth may come from a less favourable line to here: the main search asks for more.
        let more = i32::from(node.depth > Depth::ZERO && entry.bound != Bound::Exact);
        let is_deep_enough = if self.uses(Technique::DeeperEntries) {
            entry.depth >= node.depth + Depth(more)
        } else {
            entry.depth == node.depth
        };
        (!N::PV && is_deep_enough && entry.bound.answers(entry.score, node.window)).then_some(entry.score)
    }

    /// Stores an entry for a node, but not in a singular search.
    pub(crate) fn store(&mut self, board: &SearchPosition, ply: Ply, entry: Entry) {
        if self.uses_table(ply) {
            self.observer.table_store(ply, &entry);
            self.shared.table.store(board.table_key(), ply, entry);
        }
    }

    /// Looks a node up in the tablebases: `Break` with its score, or `Continue` with the window that holds its value.
    pub(crate) fn probe_tablebases<N: NodeKind>(
        &mut self,
        board: &SearchPosition,
        node: &Node,
    ) -> ControlFlow<Score, Window> {
        let position = &board.position;
        let Some(tablebases) = self.tablebases.filter(|tablebases| {
            !N::ROOT
                && position.halfmove_clock() == 0
                && position.occupied().count() <= self.max_tablebase_pieces
                && node.depth >= tablebases.min_depth
                && position.castling().is_empty()
                && self.stack[node.ply].excluded.is_none()
        }) else {
            return Continue(Window::FULL);
        };
        let wdl = tablebases.source.wdl(position);
        // Reading from a disk takes long, so the next node tests if the search has to end.
        self.next_poll = self.nodes;
        let Some(wdl) = wdl else { return Continue(Window::FULL) };
        self.shared.add_tablebase_hits(1);
        let (score, bound) = tablebases.score(wdl, node.ply);
        if bound.answers(score, node.window) {
            let depth = (node.depth + TABLEBASE_DEPTH_BONUS).min(Depth::MAX);
            let entry = Entry { mv: None, score, eval: None, depth, bound, was_pv: N::PV };
            self.store(board, node.ply, entry);
            self.observer.cut(node.ply, Cut::Tablebase);
            return Break(score);
        }
        Continue(match bound {
            Bound::Lower => Window { alpha: score, ..Window::FULL },
            Bound::Upper => Window { beta: score, ..Window::FULL },
            Bound::Exact => Window::FULL,
        })
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
