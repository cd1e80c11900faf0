//! The alpha-beta node: its steps, numbered, in their order. Steps 13 to 16, the moves, are in `moves`.
//!
//! ```text
//!   Root ──▶ Pv ──▶ Pv ──▶ …          the exact value inside the window is wanted
//!     └───▶ NonPv ──▶ NonPv ──▶ …     only a bound is wanted: above alpha or not
//! ```
//!
//! The kind is a type, so that the code of zero-window nodes leaves out everything that only PV nodes need.
//!
//! *Fail-soft*: the result may lie outside the window, and is then the tightest bound that was found. With the value
//! `v` of the position and a window `(alpha, beta)`: a result up to alpha is at least `v`, one from beta on is at
//! most `v`, and one in between is `v`.
//!
//! The matches of each step are in `docs/ledger.csv`.
//!
//! Sources: the steps, their order and conditions have the shape of Stockfish 15.1's (`search.cpp`), and the numbers
//! started from its (see `params`). Fail-high damping and the pruning next to a mate in `moves` are not from there.
//! Alpha-beta itself is older: D. Knuth and R. Moore, *An analysis of alpha-beta pruning*, 1975; J. Fishburn, *Another
//! optimization of alpha-beta search*, 1983 (fail-soft).

use std::ops::ControlFlow::{self, Break, Continue};

use movegen::{Checks, zobrist};
use tt::{Bound, Entry};
use types::{Color, Depth, Move, Ply, Score, Window};

use crate::SearchObserver;
use crate::facts::NodeInfo;
use crate::history::MoveContext;
use crate::movepick::MovePicker;
use crate::moves::PLY;
use crate::observer::{Cut, Entered};
use crate::params;
use crate::position::SearchPosition;
use crate::techniques::Technique;
use crate::thread::{NodeResult, SearchThread, Stopped};

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

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Searches a node, at depth zero by quiescence, and returns its value, fail-soft.
    pub(crate) fn search<N: NodeKind>(&mut self, board: &SearchPosition, node: Node) -> NodeResult {
        self.observer.enter(&Entered {
            ply: node.ply,
            mv: self.stack.before(node.ply, 1).mv,
            key: board.key(),
            depth: node.depth.max(Depth::ZERO),
            window: node.window,
            is_pv: N::PV,
            is_cut: node.is_cut,
        });
        if N::PV {
            self.variations.clear(node.ply);
            self.seldepth = self.seldepth.max(node.ply);
        }
        let result = if node.depth <= Depth::ZERO {
            self.quiescence::<N>(board, node)
        } else {
            self.search_node::<N>(board, node)
        };
        self.observer.leave(node.ply, result.ok());
        result
    }

    /// Searches a node of the main search, all steps.
    fn search_node<N: NodeKind>(&mut self, board: &SearchPosition, mut node: Node) -> NodeResult {
        let Node { ply, window: asked, .. } = node;
        if N::ROOT {
            self.root_width = asked.beta.0 - asked.alpha.0;
        } else {
            // Step 1. Draws by the rules, and the greatest ply.
            if let Some(score) = self.terminal_score(board, ply) {
                return Ok(score);
            }
            // Step 2. Mate distance pruning: no line longer than a mate already found is searched. Sound.
            if self.uses(Technique::MateDistance) {
                node.window = asked.within_mates(ply);
                if node.window.is_empty() {
                    self.observer.cut(ply, Cut::By(Technique::MateDistance));
                    return Ok(node.window.alpha);
                }
            }
            // Step 3. Upcoming repetition: the side to move can repeat a position, so it has at least a draw. Unsound, since
            // that depends on the line that leads here.
            if node.window.alpha < Score::DRAW
                && self.keys.upcoming_repetition(&board.position, ply)
                && self.uses(Technique::UpcomingRepetition)
            {
                node.window.alpha = Score::DRAW;
                if node.window.is_empty() {
                    self.observer.cut(ply, Cut::By(Technique::UpcomingRepetition));
                    return Ok(Score::DRAW);
                }
            }
        }
        // The least result: alpha, if one of the last two steps raised it.
        let floor = if node.window.alpha > asked.alpha { node.window.alpha } else { -Score::INFINITE };

        // Step 4. Transposition table: the entry of an earlier visit is deep enough and its bound decides. Sound but for
        // repetitions, which depend on the line that leads here.
        let entry = self.probe_table(board, ply);
        if let Some(score) = self.table_cut::<N>(&node, entry.as_ref()) {
            self.update_after_table_cut(board, &node, entry.and_then(|entry| entry.mv), score);
            self.observer.cut(ply, Cut::Table);
            return Ok(score);
        }
        if !N::PV {
            // The entry after a null move is loaded while this node is evaluated: the key but for a right to take en passant.
            let other_side = zobrist::side_to_move(Color::White) ^ zobrist::side_to_move(Color::Black);
            self.shared.table.prefetch(board.key() ^ other_side);
        }

        // Step 5. Tablebases: with few pieces left the result may be known.
        let proven = match self.probe_tablebases::<N>(board, &node) {
            Break(score) => return Ok(score),
            Continue(window) => window,
        };
        node.window.alpha = node.window.alpha.max(proven.alpha);
        let Window { alpha, beta } = node.window;

        // Step 6. Static evaluation, from the table or computed now, with its corrections.
        let info = self.node_info::<N>(board, &node, entry);
        // The grandchildren's killers and cutoffs begin anew.
        let grandchild = &mut self.stack[ply.next().next()];
        (grandchild.killers, grandchild.cutoffs) = ([None; 2], 0);

        // Whole-node pruning. Not in check, where there is no evaluation.
        if !info.in_check() {
            let depth = node.depth.plies();

            // Step 7. Reverse futility pruning (static null move): the evaluation is so far above beta that the opponent
            // would need several good moves. Unsound: it may have them. Not where the principal variation was. The margin is
            // larger if the opponent's last move is a good one elsewhere.
            let margin = params::reverse_futility_margin() * (depth - i32::from(info.improving))
                + self.stack.before(ply, 1).history / params::reverse_futility_history();
            if depth <= params::reverse_futility_depth()
                && info.eval - Score(margin.max(0)) >= beta
                && !info.was_pv
                && !info.eval.is_decisive()
                && !beta.is_loss()
                && self.uses(Technique::ReverseFutility)
            {
                self.observer.cut(ply, Cut::By(Technique::ReverseFutility));
                return Ok(Score((info.eval.0 + beta.0) / 2));
            }

            // Step 8. Razoring: the evaluation is so far below alpha that only a capture could help, so quiescence decides.
            // Unsound: it misses quiet threats.
            let margin = params::razoring_base() + params::razoring_margin() * depth * depth;
            if info.eval + Score(margin) < alpha
                && !N::ROOT
                && info.excluded.is_none()
                && !alpha.is_decisive()
                && self.uses(Technique::Razoring)
            {
                let captures = Node { depth: Depth::ZERO, window: Window::zero(alpha), ..node };
                let score = self.search::<NonPv>(board, captures)?;
                if score <= alpha {
                    self.observer.cut(ply, Cut::By(Technique::Razoring));
                    return Ok(score);
                }
            }

            if !N::PV {
                // Step 9. Null-move pruning: a null move reaches beta.
                if let Some(score) = self.null_move_pruning(&node, &info)? {
                    return Ok(score);
                }

                // Step 10. ProbCut: a shallow search finds a capture far above beta.
                if let Some(score) = self.probcut(&node, &info)? {
                    return Ok(score);
                }
            }

            // Step 11. Internal iterative reduction: without a table move the order of moves is poor and a full search
            // expensive, while a shallower search stores a move for the next visit. A PV node is searched again an iteration
            // later, and the cost of a cut node depends on whether its first move cuts. An all node searches all moves in
            // whatever order. The root orders its moves itself.
            if !N::ROOT
                && info.table_move.is_none()
                && info.excluded.is_none()
                && self.uses(Technique::InternalIterativeReduction)
            {
                let reduction = if N::PV {
                    params::internal_iterative_pv()
                } else if node.is_cut && depth >= params::internal_iterative_cut_depth() {
                    params::internal_iterative_cut()
                } else {
                    0
                };
                node.depth -= Depth(reduction);
                if node.depth <= Depth::ZERO {
                    self.observer.cut(ply, Cut::By(Technique::InternalIterativeReduction));
                    return self.quiescence::<N>(board, Node { depth: Depth::ZERO, ..node });
                }
            }
        }

        // Step 12. Singular extensions: a table move much better than all others is searched deeper.
        let extension = match self.singular_extension::<N>(&node, &info)? {
            Break(score) => return Ok(score),
            Continue(extension) => extension,
        };

        // Steps 13 to 16. The moves.
        let Some((best_score, best_move)) = self.search_moves::<N>(&node, &info, extension)? else {
            return Ok(match info.excluded {
                // Only the excluded move is legal.
                Some(_) => alpha,
                None if info.in_check() => Score::mated_in(ply),
                None => Score::DRAW,
            });
        };
        let mut was_pv = info.was_pv;
        if best_score <= alpha && info.excluded.is_none() {
            self.update_after_fail_low::<N>(&node, best_score);
            // A move of a principal variation that no reply refutes is likely to be played.
            was_pv |= self.stack.before(ply, 1).was_pv && node.depth.plies() > params::former_pv_depth();
        }

        // Step 17. Fail-high damping: a zero-window score above beta is drawn towards beta, since a shallow search does not
        // show how far above beta the value lies. The bound holds, only less tightly.
        let mut score = best_score;
        if !N::PV
            && score > beta
            && !score.is_decisive()
            && !beta.is_decisive()
            && self.uses(Technique::FailHighDamping)
        {
            let plies = node.depth.plies();
            score = Score((score.0 * plies + beta.0) / (plies + 1));
        }
        score = score.max(proven.alpha).min(proven.beta);

        // Step 18. Stores the result in the table, and the error of the evaluation in the correction history. Not that of a
        // root of which only some moves were searched.
        if info.excluded.is_none() && !(N::ROOT && self.root.is_partial()) {
            // An upcoming repetition belongs to this line: on other lines the node may be worth less.
            let window = Window { alpha: asked.alpha.max(floor), ..asked };
            let entry = Entry {
                // If nothing raised alpha, the move that came closest is worth trying first.
                mv: best_move,
                score,
                eval: info.raw_eval,
                depth: node.depth,
                bound: window.bound_of(score),
                was_pv,
            };
            self.store(board, ply, entry);
            self.update_correction(&node, &info, &entry);
        }
        // This also holds if the move that repeats was pruned.
        Ok(score.max(floor))
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
        position.is_drawn(&self.keys, ply)
            || ply == Ply(1) && !position.in_check() && position.count_legal_moves() == 0
    }

    /// Null-move pruning: the side to move passes. If a reduced search still reaches beta, some move would reach it
    /// as well. Unsound in zugzwang, so it needs a piece besides pawns, and where much depth is left the cut is verified.
    ///
    /// Source: C. Donninger, *Null move and deep search*, 1993.
    fn null_move_pruning(&mut self, node: &Node, info: &NodeInfo<'_>) -> Result<Option<Score>, Stopped> {
        let (board, beta, depth) = (info.board, node.window.beta, node.depth.plies());
        let margin = params::null_move_margin_slope() * depth - params::null_move_margin_base();
        let applies = info.excluded.is_none()
            && node.ply >= self.nmp_min_ply
            && self.stack.before(node.ply, 1).mv.is_some()
            && info.eval >= beta
            && info.static_eval.is_some_and(|eval| eval + Score(margin) >= beta && info.eval >= eval)
            && board.has_pieces(board.position.side_to_move())
            && self.uses(Technique::NullMove);
        if !applies {
            return Ok(None);
        }
        let by_eval = (info.eval - beta).0 / params::null_move_eval_divisor();
        let by_depth = (params::null_move_base() + params::null_move_depth_slope() * depth) / PLY;
        let reduction = by_depth + by_eval.min(params::null_move_eval_max());
        let reduced = (node.depth - Depth(reduction)).max(Depth::ZERO);
        let window = Window::zero(beta - Score(1));
        let child =
            Node { ply: node.ply.next(), depth: reduced, window: window.flipped(), is_cut: !node.is_cut };
        let score = self
            .search_after(board, None, node.ply, |thread, next| Ok(-thread.search::<NonPv>(next, child)?))?;
        if score < beta {
            return Ok(None);
        }
        if depth >= params::null_move_verify_depth() {
            // Searches the same without a null move, to detect zugzwang. Further down null moves are allowed again, since
            // they save more than zugzwang costs.
            let plies = (reduced.plies() * 3 / 4).max(0) as u16;
            let outer = std::mem::replace(&mut self.nmp_min_ply, Ply(node.ply.0 + plies));
            let verified = self.search::<NonPv>(board, Node { depth: reduced, window, ..*node });
            self.nmp_min_ply = outer;
            if verified? < beta {
                return Ok(None);
            }
        }
        self.observer.cut(node.ply, Cut::By(Technique::NullMove));
        // A mate found after a null move may depend on it.
        Ok(Some(if score.is_decisive() { beta } else { score }))
    }

    /// ProbCut: a capture that a shallow search finds far above beta will hardly fall below it in a deep one. Unsound.
    ///
    /// ```text
    ///   beta ───┬────────────────┬──── raised beta
    ///           └──── margin ────┘     a good capture, first by quiescence, then some plies less deep,
    ///                                  still lies above: cut
    /// ```
    ///
    /// Source: M. Buro, *ProbCut: an effective selective extension of the alpha-beta algorithm*, 1995.
    #[inline(never)] // Its list of moves must not grow the stack of every node.
    fn probcut(&mut self, node: &Node, info: &NodeInfo<'_>) -> Result<Option<Score>, Stopped> {
        let (board, ply, beta) = (info.board, node.ply, node.window.beta);
        let margin = params::probcut_margin() - i32::from(info.improving) * params::probcut_improving();
        let raised = beta + Score(margin);
        // The depth of the reply.
        let depth = node.depth - Depth(params::probcut_reduction());
        let is_hopeless = info.entry.is_some_and(|entry| entry.depth >= depth && entry.score < raised);
        if node.depth.plies() < params::probcut_depth()
            || beta.is_decisive()
            || is_hopeless
            || !self.uses(Technique::ProbCut)
        {
            return Ok(None);
        }
        // The capture must win enough to reach the raised beta.
        let threshold = raised - info.eval;
        let is_good = |mv: &Move| info.is_table_capture && board.position.see(*mv, threshold);
        let mut picker = MovePicker::captures_that_win(info.table_move.filter(is_good), threshold);
        let prior = self.stack.prior_moves(ply);
        let checks = Checks::of(&board.position);
        let context = MoveContext::of_captures(board, &info.masks, &checks, &prior);
        let window = Window::zero(raised - Score(1)).flipped();
        let quick = Node { ply: ply.next(), depth: Depth::ZERO, window, is_cut: !node.is_cut };
        while let Some(mv) = picker.next(context, self.histories) {
            if info.excluded == Some(mv) {
                continue;
            }
            self.prefetch_child(board, mv);
            let score = self.search_after(board, Some(mv), ply, |thread, next| {
                // Quiescence refutes most captures.
                let score = -thread.search::<NonPv>(next, quick)?;
                if score < raised || depth <= Depth::ZERO {
                    return Ok(score);
                }
                Ok(-thread.search::<NonPv>(next, Node { depth, ..quick })?)
            })?;
            if score >= raised && !score.is_decisive() {
                let entry = Entry {
                    mv: Some(mv),
                    score,
                    eval: info.raw_eval,
                    depth: depth + Depth::ONE,
                    bound: Bound::Lower,
                    was_pv: info.was_pv,
                };
                self.store(board, ply, entry);
                self.observer.cut(ply, Cut::By(Technique::ProbCut));
                return Ok(Some(score - Score(margin)));
            }
        }
        Ok(None)
    }

    /// Singular extensions: the table gives its move the score `s`. A search of all *other* moves, half as deep and
    /// with a window just below `s`, tests how good they are:
    ///
    /// ```text
    ///   all fail             the move is singular: extend it, by two plies if they fail by much
    ///   s is above beta      several moves cut, so this node will too (multi-cut): return the bound of the window
    ///   otherwise            the move is one of several: no extension; if it should cut anyway or fail, less depth
    /// ```
    ///
    /// Returns the extension of the table move, or with `Break` the score of a multi-cut.
    ///
    /// Source: T. Anantharaman, M. Campbell and F. Hsu, *Singular extensions: adding selectivity to brute-force
    /// searching*, 1988, in the form that tests the table move only.
    fn singular_extension<N: NodeKind>(
        &mut self,
        node: &Node,
        info: &NodeInfo<'_>,
    ) -> Result<ControlFlow<Score, Depth>, Stopped> {
        let Node { ply, window: Window { alpha, beta }, .. } = *node;
        let depth = node.depth.plies();
        self.stack[ply].double_extensions = self.stack.before(ply, 1).double_extensions;
        let applies = |entry: &Entry| {
            !N::ROOT
                && depth >= params::singular_depth() + if N::PV { 2 } else { 0 }
                && info.excluded.is_none()
                && entry.bound != Bound::Upper
                && !entry.score.is_decisive()
                && entry.depth.plies() >= depth - params::singular_table_depth()
                && ply.index() < 2 * self.iteration.plies() as usize
                && self.uses(Technique::SingularExtensions)
        };
        let (Some(table_move), Some(entry)) = (info.table_move, info.entry.filter(applies)) else {
            return Ok(Continue(Depth::ZERO));
        };

        // At a former PV node the move is singular only by a larger margin.
        let former = if info.was_pv && !N::PV { params::singular_former_pv() } else { 0 };
        let target = entry.score - Score(depth * (params::singular_margin() + former) / 100);
        let others = Node { depth: Depth((depth - 1) / 2), window: Window::zero(target - Score(1)), ..*node };
        self.stack[ply].excluded = Some(table_move);
        let score = self.search::<NonPv>(info.board, others)?;
        self.stack[ply].excluded = None;

        if score >= target && !N::PV && target >= beta && !beta.is_decisive() {
            self.observer.cut(ply, Cut::By(Technique::SingularExtensions));
            return Ok(Break(target));
        }
        let extension = if score < target {
            let shortfall = (target - score).0;
            let frame = &mut self.stack[ply];
            let is_double = !N::PV
                && frame.double_extensions < params::singular_double_limit()
                && shortfall > params::singular_double();
            frame.double_extensions += i32::from(is_double);
            Depth(1 + i32::from(is_double))
        } else if entry.score >= beta {
            Depth(-2)
        } else if entry.score <= alpha && entry.score <= score {
            Depth(-1)
        } else {
            Depth::ZERO
        };
        self.observer.extend(ply, table_move, extension);
        Ok(Continue(extension))
    }
}
