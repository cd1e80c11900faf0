//! The alpha-beta node: its steps, numbered, in their order.
//!
//! *Fail-soft*: the result may lie outside the window, and is then the tightest bound that was found. With the value
//! `v` of the position and a window `(alpha, beta)`: a result up to alpha is at least `v`, one from beta on is at
//! most `v`, and one in between is `v`.
//!
//! *Principal variation search*: the first move gets the full window. The others are searched with a zero window,
//! which shows with fewer nodes that they are not better. A move that turns out better is searched again.
//!
//! The figure of a step is its gain in Elo from `docs/ledger.csv`: the first search with the step against the one
//! without, 200 games at 8,000 nodes a move, unless another match is named. Figures within their error are unproven.
//!
//! Sources: D. Knuth and R. Moore, *An analysis of alpha-beta pruning*, 1975; J. Fishburn, *Another
//! optimization of alpha-beta search*, 1983 (fail-soft); T. Marsland and M. Campbell, *Parallel search of strongly
//! ordered game trees*, 1982 (principal variation search).

use std::ops::ControlFlow::{Break, Continue};

use movegen::{Checks, Position};
use tt::Entry;
use types::{Depth, Move, Ply, Score, Window};

use super::depth::Singularity;
use super::info::NodeInfo;
use super::moves::{BestSoFar, MoveInfo};
use super::{Node, NodeKind};
use crate::SearchObserver;
use crate::history::{self, MoveContext, TriedMoves};
use crate::movepick::MovePicker;
use crate::observer::{Cut, Entered};
use crate::params;
use crate::root::RootMoveResult;
use crate::search_position::SearchPosition;
use crate::search_thread::{NodeResult, SearchThread, Stopped};
use crate::techniques::Technique;

/// Bounds of a node's result that do not come from its moves.
struct Bounds {
    /// The window of the parent's request.
    asked: Window,
    /// The least result: alpha, if mate distance or an upcoming repetition raised it.
    floor: Score,
    /// The window that contains the value, according to tablebases.
    proven: Window,
}

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Searches a node and returns its value, fail-soft.
    pub(crate) fn search<N: NodeKind>(&mut self, board: &SearchPosition, node: Node) -> NodeResult {
        self.enter::<N>(board, &node);
        let result = if node.depth <= Depth::ZERO {
            self.quiescence::<N>(board, node)
        } else {
            self.alphabeta::<N>(board, node)
        };
        self.observer.leave(node.ply, result.ok());
        result
    }

    #[inline]
    fn enter<N: NodeKind>(&mut self, board: &SearchPosition, node: &Node) {
        self.observer.enter(&Entered {
            ply: node.ply,
            mv: self.stack.before(node.ply, 1).mv,
            key: board.key(),
            depth: node.depth.max(Depth::ZERO),
            window: node.window,
            is_pv: N::PV,
            is_cut: node.cut,
        });
        if N::PV {
            self.variations.clear(node.ply);
            self.seldepth = self.seldepth.max(node.ply);
        }
    }

    /// Searches a node of the main search: steps 1 to 13 before the first move, then the moves and the result.
    fn alphabeta<N: NodeKind>(&mut self, board: &SearchPosition, mut node: Node) -> NodeResult {
        let (ply, asked) = (node.ply, node.window);
        if !N::ROOT {
            // Step 1. Draws by the rules, and the greatest ply.
            if let Some(score) = self.terminal_score(board, ply) {
                return Ok(score);
            }
            // Step 2. Mate distance pruning: no line longer than a mate already found is searched. Sound.
            // Step 3. Upcoming repetition: the side to move can repeat, so it has at least a draw. −7 ± 35.
            if let Some(score) = self.narrow_window(board, &mut node) {
                return Ok(score);
            }
        }
        let floor = if node.window.alpha > asked.alpha { node.window.alpha } else { -Score::INFINITE };

        // Step 4. Transposition table: the entry of an earlier visit is deep enough and its bound decides.
        let entry = self.probe_table(board, ply);
        if let Some(score) = self.table_cut::<N>(&node, entry.as_ref()) {
            self.update_history_of_table_move(board, &node, entry.as_ref());
            self.observer.cut(ply, Cut::Table);
            return Ok(score);
        }

        if !N::PV && node.depth.plies() >= params::null_move_depth() {
            // Loaded while this node is evaluated.
            self.prefetch_null_child(board);
        }

        // Step 5. Tablebases: with few pieces left the result may be known.
        let proven = match self.probe_tablebases::<N>(board, &node) {
            Break(score) => return Ok(score),
            Continue(window) => window,
        };
        node.window.alpha = node.window.alpha.max(proven.alpha);

        // Step 6. Static evaluation, from the table or computed now, with its correction: correction history with
        // more histories and other reductions +98 ± 25 (600 games).
        let mut info = self.node_info::<N>(board, node, entry);
        self.clear_children(ply);

        if !N::PV && info.excluded.is_none() && !info.in_check() {
            // Step 7. Reverse futility pruning: the evaluation is far above beta. +106 ± 43.
            if let Some(score) = self.reverse_futility(&info) {
                return Ok(score);
            }
            // Step 8. Razoring: the evaluation is far below alpha. +21 ± 38.
            if let Some(score) = self.razoring(&info)? {
                return Ok(score);
            }
            // Step 9. Null-move pruning: a null move reaches beta. 0 ± 40.
            if let Some(score) = self.null_move_pruning(&info)? {
                return Ok(score);
            }
            // Step 10. ProbCut: a shallow search finds a capture far above beta. −3 ± 19 (800 games).
            if let Some(score) = self.probcut(&info)? {
                return Ok(score);
            }
        }

        // Step 11. Internal iterative reduction: less depth without a table move. −12 ± 42.
        info.node.depth -= self.internal_iterative_reduction::<N>(&info);
        // Step 12. Hindsight: the reduction of the move that led here is corrected. With deeper and shallower
        // re-searches, cut counts and less depth after a raised alpha: +23 ± 22 (600 games).
        info.node.depth += self.hindsight(&info);
        // Step 13. Singular extensions: a table move much better than all others is searched deeper. +53 ± 39.
        let extension = match self.singularity::<N>(&info)? {
            Singularity::Extend(depth) => depth,
            Singularity::MultiCut(score) => return Ok(score),
        };

        match self.search_moves::<N>(&info, extension)? {
            Some(best) => Ok(self.finish_node::<N>(&info, &best, &Bounds { asked, floor, proven })),
            None => Ok(no_move_score(&info)),
        }
    }

    /// The score of a node where the line ends: a draw, or the greatest ply.
    #[inline]
    pub(super) fn terminal_score(&mut self, board: &SearchPosition, ply: Ply) -> Option<Score> {
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
    #[inline]
    pub(crate) fn is_draw(&self, board: &SearchPosition, ply: Ply) -> bool {
        board.position.is_drawn(&self.keys, ply) || ply == Ply(1) && is_stalemate(&board.position)
    }

    /// Steps 2 and 3: narrows the window by mate distance and by an upcoming repetition. Returns the score if the
    /// window becomes empty.
    #[inline]
    fn narrow_window(&mut self, board: &SearchPosition, node: &mut Node) -> Option<Score> {
        let ply = node.ply;
        if self.uses(Technique::MateDistance) {
            let window = node.window.within_mates(ply);
            if window.is_empty() {
                self.observer.cut(ply, Cut::By(Technique::MateDistance));
                return Some(window.alpha);
            }
            node.window = window;
        }
        if node.window.alpha < Score::DRAW
            && self.keys.upcoming_repetition(&board.position, ply)
            && self.uses(Technique::UpcomingRepetition)
        {
            node.window.alpha = Score::DRAW;
            if node.window.is_empty() {
                self.observer.cut(ply, Cut::By(Technique::UpcomingRepetition));
                return Some(Score::DRAW);
            }
        }
        None
    }

    /// Clears the killers of the children and the cutoffs of the grandchildren.
    #[inline]
    fn clear_children(&mut self, ply: Ply) {
        self.stack[ply.next()].killers = [None; 2];
        self.stack[ply.next().next()].cutoffs = 0;
    }

    /// Steps 14 to 17: searches the moves one by one, until one reaches beta. `None` if there is no move.
    fn search_moves<N: NodeKind>(
        &mut self,
        info: &NodeInfo<'_>,
        table_extension: Depth,
    ) -> Result<Option<BestSoFar>, Stopped> {
        let ply = info.node.ply;
        let prior = self.stack.prior_moves(ply);
        let checks = Checks::of(&info.board.position);
        let context = MoveContext::new(info.board, &info.masks, &checks, &prior);
        let (killers, counter) = (self.stack[ply].killers, self.histories.counter(&prior));
        let mut picker = MovePicker::all(info.table_move, killers, counter);
        let mut tried = TriedMoves::default();
        let mut best = BestSoFar::new(info.node.window.alpha);
        let mut prefetched = info.table_move;
        let mut number = 0;
        let mut depth = info.node.depth;
        // Step 14. Move order: table move, good captures, killers, counter move, quiet moves by history, bad captures.
        while let Some(mv) = self.next_move::<N>(&mut picker, context, number) {
            if info.excluded == Some(mv) {
                continue;
            }
            number += 1;
            self.prefetch_children(info, &picker, mv, &mut prefetched);
            let extension = if info.table_move == Some(mv) { table_extension } else { Depth::ZERO };
            let mv = self.move_info(context, ply, mv, number, depth + extension - Depth::ONE);

            // Step 15. Move pruning: by number +53 ± 43, by futility (not measured), by history −17 ± 32, by static
            // exchange +91 ± 45.
            if !N::ROOT
                && let Some(why) = self.prune_move(info, &mv, &mut best)
            {
                self.observer.skip(ply, mv.mv, why);
                if mv.is_quiet && matches!(why, Technique::LateMovePruning | Technique::Futility) {
                    picker.skip_quiets();
                }
                continue;
            }

            // Step 16. The search of the move, with late-move reductions (+92 ± 46) and re-searches.
            let score = self.search_move::<N>(info, &mv, &best)?;

            // Step 17. A better move: if it cuts, the histories are updated. Otherwise the remaining moves get less
            // depth.
            if score > best.score {
                best.score = score;
                best.mv = Some(mv.mv);
            }
            if score > best.alpha {
                best.alpha = score;
                if score >= info.node.window.beta {
                    self.observer.cut(ply, Cut::Beta(mv.mv));
                    self.record_cutoff(context, info, &mv, &tried);
                    break;
                }
                depth -= self.reduction_after_raise(depth, score);
            }
            tried.record(mv.mv, mv.is_quiet);
        }
        Ok((number > 0).then_some(best))
    }

    /// The next move: at the root from the list, elsewhere from the picker.
    #[inline]
    fn next_move<N: NodeKind>(
        &self,
        picker: &mut MovePicker,
        context: MoveContext<'_>,
        number: u32,
    ) -> Option<Move> {
        if N::ROOT {
            Some(self.root.candidates().get(number as usize)?.mv)
        } else {
            picker.next(context, self.histories)
        }
    }

    /// Plays a move and searches it. Keeps its line and, at the root, its result.
    #[inline]
    fn search_move<N: NodeKind>(
        &mut self,
        info: &NodeInfo<'_>,
        mv: &MoveInfo,
        best: &BestSoFar,
    ) -> NodeResult {
        let ply = info.node.ply;
        let nodes_before = self.nodes();
        if N::ROOT {
            let before = self.root.accepted().len() as u32;
            self.report_current_move(mv.mv, before + mv.number);
        }
        let mut next = info.board.clone();
        self.play(&mut next, mv.mv, ply)?;
        let score = self.search_child::<N>(&next, info, mv, best)?;
        self.pop_key();
        let raised = score > best.alpha;
        if N::PV && (raised || N::ROOT && mv.number == 1) {
            self.variations.set(ply, mv.mv);
        }
        if N::ROOT {
            let (nodes, seldepth) = (self.nodes() - nodes_before, self.seldepth);
            let window = Window { alpha: best.alpha, beta: info.node.window.beta };
            let line = self.variations.line(ply);
            let raised =
                (mv.number == 1 || raised).then_some(RootMoveResult { score, window, line, seldepth });
            self.root.record(mv.number as usize - 1, nodes, raised);
        }
        Ok(score)
    }

    /// Records a cut: a quiet move becomes a killer, and the histories are updated.
    fn record_cutoff(
        &mut self,
        context: MoveContext<'_>,
        info: &NodeInfo<'_>,
        mv: &MoveInfo,
        tried: &TriedMoves,
    ) {
        let frame = &mut self.stack[info.node.ply];
        frame.cutoffs += 1;
        if mv.is_quiet && frame.killers[0] != Some(mv.mv) {
            frame.killers = [Some(mv.mv), frame.killers[0]];
        }
        self.histories.update(context, mv.mv, tried, info.node.depth);
    }

    /// Gives the opponent's last move a bonus if it is quiet: no move raised alpha here, so it should be tried
    /// earlier elsewhere.
    #[inline]
    fn update_history_of_last_move(&mut self, node: &Node) {
        let last = self.stack.before(node.ply, 1);
        if last.is_quiet {
            let prior = self.stack.prior_moves_of_parent(node.ply);
            self.histories.update_continuations(last.piece_to, &prior, history::bonus(node.depth));
        }
    }

    /// Steps 18 and 19: the result of a node, from its best move and its other bounds.
    fn finish_node<N: NodeKind>(&mut self, info: &NodeInfo<'_>, best: &BestSoFar, bounds: &Bounds) -> Score {
        let node = &info.node;
        let is_whole = info.excluded.is_none();
        // Step 18. Fail-high damping: with verified null moves, ProbCut and two more −10 ± 24 (500 games).
        let score = self.damped::<N>(best.score, node);
        if best.alpha <= node.window.alpha && is_whole {
            self.update_history_of_last_move(node);
        }
        let score = score.max(bounds.proven.alpha).min(bounds.proven.beta);
        // Step 19. Stores the result in the table, and the error of the evaluation in the correction history.
        if !(N::ROOT && self.root.is_partial()) {
            // An upcoming repetition belongs to this path: on other paths the node may be worth less.
            let window = Window { alpha: bounds.asked.alpha.max(bounds.floor), ..bounds.asked };
            let entry = Entry {
                // If nothing raised alpha, the move that came closest is worth trying first.
                mv: best.mv,
                score,
                eval: info.raw_eval,
                depth: node.depth,
                bound: window.bound_of(score),
                was_pv: info.was_pv,
            };
            self.store(info.board, node.ply, entry);
            if is_whole {
                self.learn_correction(info, &entry);
            }
        }
        // This also holds if the move that repeats was pruned.
        score.max(bounds.floor)
    }

    /// A zero-window score above beta, drawn towards beta, because a shallow search does not show how far above beta
    /// it lies.
    #[inline]
    fn damped<N: NodeKind>(&self, score: Score, node: &Node) -> Score {
        let Window { beta, .. } = node.window;
        if N::PV
            || score <= beta
            || score.is_decisive()
            || beta.is_decisive()
            || !self.uses(Technique::FailHighDamping)
        {
            return score;
        }
        let plies = node.depth.plies();
        Score((score.0 * plies + beta.0) / (plies + 1))
    }
}

/// The score of a node without moves: mate, stalemate, or alpha if only the excluded move is legal.
fn no_move_score(info: &NodeInfo<'_>) -> Score {
    if info.excluded.is_some() {
        info.node.window.alpha
    } else if info.in_check() {
        Score::mated_in(info.node.ply)
    } else {
        Score::DRAW
    }
}

fn is_stalemate(position: &Position) -> bool {
    !position.in_check() && position.count_legal_moves() == 0
}
