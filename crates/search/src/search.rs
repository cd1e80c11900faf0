//! The alpha-beta node: all its steps, numbered, in their order.
//!
//! ```text
//!   Root ──▶ Pv ──▶ Pv ──▶ …          the exact value inside the window is wanted
//!     └───▶ NonPv ──▶ NonPv ──▶ …     only a bound is wanted: above alpha or not
//! ```
//!
//! *Fail-soft*: the result may lie outside the window, and is then the tightest bound that was found. With the value
//! `v` of the position and a window `(alpha, beta)`: a result up to alpha is at least `v`, one from beta on is at
//! most `v`, and one in between is `v`.
//!
//! Steps 1 to 12 may decide the node without its moves. *Principal variation search* (step 15): the first move gets
//! the full window. The others are searched with a zero window, which shows with fewer nodes that they are not better.
//! A move that turns out better is searched again.
//!
//! The matches of each step are in `docs/ledger.csv`.
//!
//! Sources: the steps, their order and conditions have the shape of Stockfish 15.1's (`search.cpp`), and the numbers
//! started from its (see `params`). Ours are fail-high damping, the pruning next to a mate, and that the best of the
//! failed moves is stored. Alpha-beta itself is older: D. Knuth and R. Moore, *An analysis of alpha-beta pruning*, 1975;
//! J. Fishburn, *Another optimization of alpha-beta search*, 1983 (fail-soft); T. Marsland and M. Campbell, *Parallel
//! search of strongly ordered game trees*, 1982 (principal variation search).

use arrayvec::ArrayVec;
use movegen::see::PIECE_VALUES;
use movegen::{Checks, Masks};
use tt::{Bound, Entry};
use types::{Depth, Move, Ply, Score, Window};

use crate::SearchObserver;
use crate::histories::{MoveContext, PriorMoves};
use crate::observer::Cut;
use crate::params;
use crate::picker::MovePicker;
use crate::position::SearchPosition;
use crate::techniques::Technique;
use crate::worker::{Node, NodeKind, NodeResult, NonPv, Stopped, Worker, better_guess};

impl<O: SearchObserver + ?Sized> Worker<'_, O> {
    /// Searches a node, at depth zero by quiescence, and returns its value, fail-soft.
    pub(crate) fn search<N: NodeKind>(&mut self, board: &SearchPosition, node: Node) -> NodeResult {
        if node.depth <= Depth::ZERO {
            return self.quiescence::<N>(board, node);
        }
        self.observe::<N>(board, &node, |worker| worker.search_node::<N>(board, &node))
    }

    /// Searches a node of the main search: all steps.
    fn search_node<N: NodeKind>(&mut self, board: &SearchPosition, node: &Node) -> NodeResult {
        let Node { ply, window: asked, is_cut, .. } = *node;
        let Window { mut alpha, mut beta } = asked;
        let mut depth = node.depth;
        let child_ply = ply.next();

        if N::ROOT {
            self.root_width = beta.0 - alpha.0;
        } else {
            // Step 1. Draws by the rules, and the greatest ply.
            if let Some(score) = self.terminal_score(board, ply) {
                return Ok(score);
            }
            // Step 2. Mate distance pruning: no line longer than a mate already found is searched. Sound.
            if self.uses(Technique::MateDistance) {
                Window { alpha, beta } = asked.within_mates(ply);
                if alpha >= beta {
                    self.observer.cut(ply, Cut::By(Technique::MateDistance));
                    return Ok(alpha);
                }
            }
            // Step 3. Upcoming repetition: the side to move can repeat a position, so it has at least a draw. Unsound, since
            // that depends on the line that leads here.
            if alpha < Score::DRAW
                && self.keys.upcoming_repetition(&board.position, ply)
                && self.uses(Technique::UpcomingRepetition)
            {
                alpha = Score::DRAW;
                if alpha >= beta {
                    self.observer.cut(ply, Cut::By(Technique::UpcomingRepetition));
                    return Ok(Score::DRAW);
                }
            }
        }
        // Alpha as steps 2 and 3 raised it is a lower bound of the value on this line.
        let least = if alpha > asked.alpha { alpha } else { -Score::INFINITE };

        // Step 4. Transposition table: the entry of an earlier visit is deep enough and its bound decides. Sound but for
        // repetitions, which depend on the line that leads here. A singular search leaves out one move, so its node has no
        // entry.
        let excluded = self.stack[ply].excluded;
        let entry = self.probe_table(board, ply);
        if let Some(score) = self.table_cut::<N>(depth, Window { alpha, beta }, entry.as_ref()) {
            let mv = entry.and_then(|entry| entry.mv);
            self.update_after_table_cut(board, ply, depth, mv, score >= beta);
            self.observer.cut(ply, Cut::Table);
            return Ok(score);
        }

        // Step 5. Tablebases: with few pieces left the result may be known. It is looked up only right after a capture or
        // pawn move: at other clocks the 50-move rule may change the result, and all nodes with fewer pieces come after such
        // a move anyway. A win is a lower bound, as there may be a mate, which is worth more; a loss is an upper one. Where
        // the bound does not decide the node (a principal variation on its way to a mate), it still limits the result.
        let mut proven = Window::FULL;
        let tablebases = self.tablebases.filter(|tablebases| {
            !N::ROOT
                && board.position.halfmove_clock() == 0
                && board.position.occupied().count() <= self.max_tablebase_pieces
                && depth >= tablebases.min_depth
                && board.position.castling().is_empty()
                && excluded.is_none()
        });
        if let Some(tablebases) = tablebases {
            let wdl = tablebases.source.wdl(&board.position);
            // Reading from a disk takes long, so the next node tests if the search has to end.
            self.next_poll = self.nodes;
            if let Some(wdl) = wdl {
                self.shared.add_tablebase_hits(1);
                let (score, bound) = tablebases.score(wdl, ply);
                if bound.answers(score, Window { alpha, beta }) {
                    let depth = (depth + TABLEBASE_DEPTH_BONUS).min(Depth::MAX);
                    let entry = Entry { mv: None, score, eval: None, depth, bound, was_pv: N::PV };
                    self.store(board, ply, entry);
                    self.observer.cut(ply, Cut::Tablebase);
                    return Ok(score);
                }
                match bound {
                    Bound::Lower => proven.alpha = score,
                    Bound::Upper => proven.beta = score,
                    Bound::Exact => {}
                }
            }
        }
        alpha = alpha.max(proven.alpha);

        // Step 6. Static evaluation, from the table or computed now, with its corrections. None in check, where it has no
        // meaning. A singular search visits a node that was evaluated already.
        let masks = Masks::of(&board.position);
        let table_move = entry.and_then(|entry| entry.mv).filter(|&mv| board.position.is_legal(&masks, mv));
        if let Some(mv) = table_move {
            // Loaded while the node is evaluated.
            self.prefetch_child(board, mv);
        }
        let is_table_capture = table_move.is_some_and(|mv| !board.is_quiet(mv));
        let frame = &self.stack[ply];
        let known =
            frame.raw_eval.filter(|_| excluded.is_some()).or_else(|| entry.and_then(|entry| entry.eval));
        // True if the node is on a principal variation, or was on an earlier visit.
        let mut was_pv =
            N::PV || entry.is_some_and(|entry| entry.was_pv) || excluded.is_some() && frame.was_pv;
        let raw_eval = (!masks.in_check()).then(|| {
            known.unwrap_or_else(|| {
                let eval = board.evaluate(self.evaluator);
                if entry.is_none() {
                    self.store(board, ply, Entry::unsearched(Some(eval), was_pv));
                }
                eval
            })
        });
        let static_eval = raw_eval.map(|eval| self.corrected(eval, board, ply));
        // The best estimate of the value: the static evaluation, or the score of the table where its bound is tighter.
        let estimate = static_eval.map_or(-Score::INFINITE, |eval| better_guess(eval, entry));
        let frame = &mut self.stack[ply];
        (frame.raw_eval, frame.static_eval) = (raw_eval, static_eval);
        (frame.was_pv, frame.has_table_move) = (was_pv, table_move.is_some());
        (frame.number, frame.history, frame.is_singular) = (0, 0, false);
        // The grandchildren's killers and cutoffs begin anew.
        let grandchild = &mut self.stack[child_ply.next()];
        (grandchild.killers, grandchild.cutoffs) = ([None; 2], 0);
        // Better than before our last move, or if we were in check then, before the move before that.
        let eval_before = |plies| self.stack.before(ply, plies).static_eval;
        let ours_before = eval_before(2).or_else(|| eval_before(4));
        let improving = static_eval.is_some_and(|now| ours_before.is_none_or(|then| now > then));

        // Whole-node pruning. Not in check, where there is no evaluation.
        if !masks.in_check() {
            let plies = depth.plies();

            // Step 7. Reverse futility pruning (static null move): the estimate is so far above beta that the opponent
            // would need several good moves. Unsound: it may have them. Not where the principal variation was. The margin is
            // larger if the opponent's last move is a good one elsewhere.
            let margin = params::reverse_futility_margin() * (plies - i32::from(improving))
                + self.stack.before(ply, 1).history / params::reverse_futility_history();
            if plies <= params::reverse_futility_depth()
                && estimate - Score(margin.max(0)) >= beta
                && !was_pv
                && !estimate.is_decisive()
                && !beta.is_loss()
                && self.uses(Technique::ReverseFutility)
            {
                self.observer.cut(ply, Cut::By(Technique::ReverseFutility));
                return Ok(Score((estimate.0 + beta.0) / 2));
            }

            // Step 8. Razoring: the estimate is so far below alpha that only a capture could help, so quiescence decides.
            // Unsound: it misses quiet threats.
            let margin = params::razoring_base() + params::razoring_margin() * plies * plies;
            if estimate + Score(margin) < alpha
                && !N::ROOT
                && excluded.is_none()
                && !alpha.is_decisive()
                && self.uses(Technique::Razoring)
            {
                let captures = Node { ply, depth: Depth::ZERO, window: Window::zero(alpha), is_cut };
                let score = self.search::<NonPv>(board, captures)?;
                if score <= alpha {
                    self.observer.cut(ply, Cut::By(Technique::Razoring));
                    return Ok(score.max(least));
                }
            }

            // Step 9. Null-move pruning: the side to move passes. If a reduced search still reaches beta, some move would
            // reach it as well. Unsound in zugzwang, so it needs a piece besides pawns, and where much depth is left the cut
            // is verified. Source: C. Donninger, *Null move and deep search*, 1993.
            let margin = params::null_move_margin_slope() * plies - params::null_move_margin_base();
            if !N::PV
                && excluded.is_none()
                && ply >= self.nmp_min_ply
                && self.stack.before(ply, 1).mv.is_some()
                && estimate >= beta
                && static_eval.is_some_and(|eval| eval + Score(margin) >= beta && estimate >= eval)
                && board.has_pieces(board.position.side_to_move())
                && self.uses(Technique::NullMove)
            {
                let by_estimate = (estimate - beta).0 / params::null_move_eval_divisor();
                let by_depth = (params::null_move_base() + params::null_move_depth_slope() * plies) / PLY;
                let reduction = by_depth + by_estimate.min(params::null_move_eval_max());
                let reduced = (depth - Depth(reduction)).max(Depth::ZERO);
                let window = Window::zero(beta - Score(1));
                let child =
                    Node { ply: child_ply, depth: reduced, window: window.flipped(), is_cut: !is_cut };
                let score = self.search_after(board, None, ply, |worker, next| {
                    Ok(-worker.search::<NonPv>(next, child)?)
                })?;
                let mut holds = score >= beta;
                if holds && plies >= params::null_move_verify_depth() {
                    // Searches the same without a null move, to detect zugzwang. Further down null moves are allowed again,
                    // since they save more than zugzwang costs.
                    let without = (reduced.plies() * 3 / 4).max(0) as u16;
                    let outer = std::mem::replace(&mut self.nmp_min_ply, Ply(ply.0 + without));
                    let verified = self.search::<NonPv>(board, Node { ply, depth: reduced, window, is_cut });
                    self.nmp_min_ply = outer;
                    holds = verified? >= beta;
                }
                if holds {
                    self.observer.cut(ply, Cut::By(Technique::NullMove));
                    // A mate found after a null move may depend on it.
                    return Ok(if score.is_decisive() { beta } else { score });
                }
            }

            // Step 10. ProbCut: a capture that a shallow search finds far above beta will hardly fall below it in a deep one.
            // Unsound. Source: M. Buro, *ProbCut: an effective selective extension of the alpha-beta algorithm*, 1995.
            //
            //   beta ───┬────────────────┬──── raised beta
            //           └──── margin ────┘     a good capture, first by quiescence, then some plies less deep,
            //                                  still lies above: cut
            let margin = params::probcut_margin() - i32::from(improving) * params::probcut_improving();
            let raised = beta + Score(margin);
            let reply = Node {
                ply: child_ply,
                depth: depth - Depth(params::probcut_reduction()),
                window: Window::zero(raised - Score(1)).flipped(),
                is_cut: !is_cut,
            };
            if !N::PV
                && reply.depth > Depth::ZERO
                && !beta.is_decisive()
                && entry.is_none_or(|entry| entry.depth < reply.depth || entry.score >= raised)
                && self.uses(Technique::ProbCut)
            {
                let first = table_move.filter(|_| is_table_capture);
                if let Some((mv, score)) =
                    self.probcut(board, &masks, first, raised - estimate, raised, reply)?
                {
                    let (depth, bound) = (reply.depth + Depth::ONE, Bound::Lower);
                    let entry = Entry { mv: Some(mv), score, eval: raw_eval, depth, bound, was_pv };
                    self.store(board, ply, entry);
                    self.observer.cut(ply, Cut::By(Technique::ProbCut));
                    return Ok(score - Score(margin));
                }
            }

            // Step 11. Internal iterative reduction: without a table move the order of moves is poor and a full search
            // expensive, while a shallower search stores a move for the next visit. A PV node is searched again an iteration
            // later, and the cost of a cut node depends on whether its first move cuts. An all node searches all moves in
            // whatever order. The root orders its moves itself.
            if !N::ROOT
                && table_move.is_none()
                && excluded.is_none()
                && self.uses(Technique::InternalIterativeReduction)
            {
                let reduction = if N::PV {
                    params::internal_iterative_pv()
                } else if is_cut && plies >= params::internal_iterative_cut_depth() {
                    params::internal_iterative_cut()
                } else {
                    0
                };
                depth -= Depth(reduction);
                if depth <= Depth::ZERO {
                    self.observer.cut(ply, Cut::By(Technique::InternalIterativeReduction));
                    let captures = Node { ply, depth: Depth::ZERO, window: Window { alpha, beta }, is_cut };
                    return Ok(self.quiescence_node::<N>(board, &captures)?.max(least));
                }
            }
        }
        let plies = depth.plies();

        // Step 12. Singular extensions: the table gives its move the score `s`. A search of all *other* moves, half as deep
        // and with a window just below `s`, the target, tests how good they are. Source: T. Anantharaman, M. Campbell and
        // F. Hsu, *Singular extensions: adding selectivity to brute-force searching*, 1988, in the form that tests the table
        // move only.
        //
        //   all fail                     the move is singular: extend it, by two plies if they fail by much
        //   the target is above beta     several moves cut, so this node will too (multi-cut): return the target
        //   otherwise                    one move of several: no extension; if it should cut anyway or fail, less depth
        let mut table_extension = Depth::ZERO;
        if let (Some(table_move), Some(entry)) = (table_move, entry)
            && !N::ROOT
            && plies >= params::singular_depth() + if N::PV { 2 } else { 0 }
            && excluded.is_none()
            && entry.bound != Bound::Upper
            && !entry.score.is_decisive()
            && entry.depth.plies() >= plies - params::singular_table_depth()
            && ply.index() < 2 * self.iteration.plies() as usize
            && self.uses(Technique::SingularExtensions)
        {
            // At a former PV node the move is singular only by a larger margin.
            let former = if was_pv && !N::PV { params::singular_former_pv() } else { 0 };
            let target = entry.score - Score(plies * (params::singular_margin() + former) / 100);
            let others =
                Node { ply, depth: Depth((plies - 1) / 2), window: Window::zero(target - Score(1)), is_cut };
            self.stack[ply].excluded = Some(table_move);
            let score = self.search::<NonPv>(board, others)?;
            self.stack[ply].excluded = None;

            if score >= target && !N::PV && target >= beta && !beta.is_decisive() {
                self.observer.cut(ply, Cut::By(Technique::SingularExtensions));
                return Ok(target);
            }
            table_extension = if score < target {
                let is_double = !N::PV && (target - score).0 > params::singular_double();
                Depth(1 + i32::from(is_double))
            } else if entry.score >= beta {
                Depth(-2)
            } else if entry.score <= alpha && entry.score <= score {
                Depth(-1)
            } else {
                Depth::ZERO
            };
            self.observer.extend(ply, table_move, table_extension);
        }

        // Step 13. Move order: table move, good captures, killers, counter move, quiet moves by history, bad captures. At
        // the root the best move of the last iteration is first.
        let prior = self.stack.prior_moves(ply);
        let checks = Checks::of(&board.position);
        let context = MoveContext::new(board, &masks, &checks, &prior);
        let first = if N::ROOT { self.root.candidates().first().map(|best| best.mv) } else { table_move };
        let mut picker = MovePicker::all(first, self.stack[ply].killers, self.histories.counter(&prior));
        let mut prefetched = table_move;
        // The best score and the move that has it, whether or not it raised alpha.
        let (mut best_score, mut best_move) = (-Score::INFINITE, None);
        let alpha_before = alpha;
        // The depth for the moves to come: one less after a move has raised alpha.
        let mut depth_of_rest = depth;
        // The moves that were searched and did not raise alpha. Those beyond the capacity get no malus.
        let mut failed_quiets = ArrayVec::<Move, 48>::new();
        let mut failed_captures = ArrayVec::<Move, 24>::new();
        let mut number = 0;
        while let Some(mv) = picker.next(&context, self.histories) {
            if excluded == Some(mv) || N::ROOT && !self.root.is_candidate(mv) {
                continue;
            }
            number += 1;
            self.prefetch_children(board, &picker, mv, &mut prefetched);
            let is_quiet = board.is_quiet(mv);
            let gives_check = board.position.gives_check(&checks, mv);
            // The first move is not reduced, and pruned by mate distance alone.
            let history = match (number, is_quiet) {
                (1, _) => 0,
                (_, true) => self.histories.quiet(&context, mv),
                (_, false) => self.histories.capture(board, mv, board.position.captured(mv)),
            };
            let plies = depth_of_rest.plies();
            // The part of a reduction, in 1024ths of a ply, that grows with depth and number, and with an evaluation that
            // does not improve. It is smaller if the window is wide, measured by that of the root.
            let by_number = ln(plies as u32) * ln(number) / params::reduction_divisor();
            let by_width = params::reduction_window() * (beta.0 - alpha.0) / self.root_width;
            // Only if the reduction is nearly a ply without it.
            let is_worse = !improving && by_number > NEARLY_A_PLY;
            let base_reduction = params::reduction_base() + by_number - by_width
                + if is_worse { params::reduction_not_improving() } else { 0 };

            // Step 14. Move pruning: moves that will hardly raise alpha with little depth left. All but the first technique
            // are unsound, so some move must not lose. Without pieces, a quiet move may be the only one that avoids zugzwang.
            //
            // Mate distance: only an immediate mate beats alpha, and the move gives no check. Sound.
            if !N::ROOT
                && alpha >= Score::mate_in(Ply(ply.0 + 3))
                && !gives_check
                && self.uses(Technique::MateDistance)
            {
                self.observer.skip(ply, mv, Technique::MateDistance);
                // The move certainly does not beat alpha.
                best_score = best_score.max(alpha);
                continue;
            }
            if !N::ROOT && !best_score.is_loss() && board.has_pieces(board.position.side_to_move()) {
                // Late-move pruning: quiet moves are ordered by history, so the last are the worst. Not in check, where moves
                // are few. It skips the quiet moves after this one.
                let limit = (params::late_move_base() + params::late_move_slope() * plies * plies) / 100;
                let limit = if improving { limit } else { limit * params::late_move_not_improving() / 100 };
                if number >= limit as u32 && !masks.in_check() && self.uses(Technique::LateMovePruning) {
                    picker.skip_quiets();
                    self.observer.skip_quiets(ply);
                }
                // The depth at which the move will probably be searched.
                let reduced = (plies - 1 - base_reduction / PLY).max(0);
                let reaches_alpha = |gain: i32| static_eval.is_none_or(|eval| eval + Score(gain) > alpha);
                let is_calm = is_quiet && !gives_check;

                // History pruning: the move has hardly ever been good. With one ply left it must have been good more often
                // than bad.
                if is_calm
                    && reduced <= params::history_pruning_depth()
                    && history <= -params::history_pruning_slope() * (plies - 1)
                    && self.uses(Technique::HistoryPruning)
                {
                    self.observer.skip(ply, mv, Technique::HistoryPruning);
                    continue;
                }

                // Futility pruning: a quiet move will hardly improve the evaluation enough to reach alpha. The same for a
                // capture, which gains the captured piece.
                let gain = if is_calm {
                    (reduced <= params::futility_depth()).then(|| {
                        params::futility_base()
                            + params::futility_margin() * reduced
                            + history / params::futility_history()
                    })
                } else if !gives_check
                    && !N::PV
                    && reduced <= params::futility_capture_depth()
                    && mv.promoted_to().is_none()
                {
                    board.position.captured(mv).map(|captured| {
                        PIECE_VALUES[captured.role()].0
                            + params::futility_capture_base()
                            + params::futility_capture_margin() * reduced
                            + history / params::futility_capture_history()
                    })
                } else {
                    None
                };
                if gain.is_some_and(|gain| !reaches_alpha(gain)) && self.uses(Technique::Futility) {
                    self.observer.skip(ply, mv, Technique::Futility);
                    continue;
                }

                // Pruning by static exchange: the move loses material. Nothing is lost where the enemy cannot capture. The
                // origin counts as well, because a slider behind it may attack the target after the move.
                let loss = if is_calm {
                    params::exchange_quiet() * reduced * (reduced + 1)
                } else {
                    params::exchange_capture() * plies
                };
                let is_unopposed = is_quiet && !context.threats.intersects(mv.from().bitboard() | mv.to());
                let loses_more = || !board.position.see(mv, Score(-loss));
                debug_assert!(!is_unopposed || !loses_more());
                if !is_unopposed && loses_more() && self.uses(Technique::ExchangePruning) {
                    self.observer.skip(ply, mv, Technique::ExchangePruning);
                    continue;
                }
            }

            // Step 15. The search of the move. Good moves come first, so a late move is unlikely to be the best: its first
            // search is less deep (late-move reductions), between one ply and one more than without a reduction.
            let is_table_move = table_move == Some(mv);
            let extension = if is_table_move { table_extension } else { Depth::ZERO };
            let full = depth_of_rest + extension - Depth::ONE;
            let parent = self.stack.before(ply, 1);
            // In nodes of a principal variation a capture is not late, unless another move should have cut.
            let is_expected = was_pv && !is_quiet && !(is_cut && (parent.number > 1 || parent.is_singular));
            let is_late = depth_of_rest > Depth::ONE
                && number >= 2 + u32::from(N::PV && ply <= Ply(1))
                && !is_expected
                && self.uses(Technique::LateMoveReductions);
            let mut first_depth = full;
            if is_late {
                // A PV node whose table entry is deep enough and fails low will do so again.
                let fails_low = N::PV
                    && entry.is_some_and(|entry| entry.bound != Bound::Lower && entry.depth >= depth_of_rest);
                let is_late_parent = parent.number > LATE_PARENT;
                let terms = [
                    // In a cut node the moves that were expected to cut came first.
                    (is_cut, params::reduction_cut()),
                    // On a principal variation an error changes the line that is played.
                    (was_pv && !fails_low, -params::reduction_pv()),
                    // More so in PV nodes, where a wrong fail-low is not searched again, and with little depth.
                    (N::PV, -params::reduction_pv_node()),
                    (
                        N::PV && plies <= params::reduction_pv_node_depth(),
                        -params::reduction_pv_node_shallow(),
                    ),
                    // After a late move of the opponent many replies are good. After a singular one the line is forced.
                    (is_late_parent, -params::reduction_late_parent()),
                    (
                        !is_late_parent
                            && parent.is_singular
                            && plies >= params::reduction_singular_parent_depth(),
                        -params::reduction_singular_parent(),
                    ),
                    // If the table move is a capture, another move will hardly be better.
                    (is_table_capture, params::reduction_table_capture()),
                    // A singular quiet table move: its rivals are searched deeper.
                    (table_extension > Depth::ZERO && !is_table_capture, -params::reduction_singular()),
                    // If many children of this node have cut, this move will probably fail too.
                    (self.stack[child_ply].cutoffs > MANY_CUTOFFS, params::reduction_cutoffs()),
                ];
                let by_terms: i32 = terms.into_iter().filter(|&(holds, _)| holds).map(|(_, by)| by).sum();
                // Moves with a good history are reduced less.
                let reduction = base_reduction + by_terms - history / params::reduction_history();
                let most = full.plies() + 1;
                first_depth = Depth((full.plies() - reduction.div_euclid(PLY)).clamp(1, most));
            }
            let nodes_before = self.nodes;
            if N::ROOT {
                self.report_current_move(mv, self.root.accepted().len() as u32 + number);
            }
            let frame = &mut self.stack[ply];
            frame.is_singular = extension > Depth::ZERO;
            (frame.number, frame.history) = (number, if is_quiet { history } else { 0 });
            let score = self.search_after(board, Some(mv), ply, |worker, next| {
                let mut depth = full;
                let mut score = -Score::INFINITE;
                let with_zero_window = !N::PV || number > 1 && worker.uses(Technique::ZeroWindows);
                if with_zero_window {
                    if first_depth < full {
                        worker.observer.reduce(ply, mv, full - first_depth);
                    }
                    let window = Window::zero(alpha).flipped();
                    let is_cut = is_late || !is_cut;
                    let child = Node { ply: child_ply, depth: first_depth, window, is_cut };
                    score = -worker.search::<NonPv>(next, child)?;
                    if score > alpha && first_depth < full {
                        // Again without the reduction, and deeper if the move is better by far.
                        depth += Depth(i32::from(score > alpha + Score(params::re_search_deeper())));
                        let child = Node { depth, is_cut: !node.is_cut, ..child };
                        score = -worker.search::<NonPv>(next, child)?;
                        worker.update_after_re_search(board, ply, mv, depth, score > alpha);
                    }
                }
                if N::PV && (!with_zero_window || score > alpha && (N::ROOT || score < beta)) {
                    let window = Window { alpha, beta }.flipped();
                    let child = Node { ply: child_ply, depth, window, is_cut: false };
                    score = -worker.search::<N::Next>(next, child)?;
                } else if N::PV {
                    // Nodes of a zero window have no line.
                    worker.variations.clear(child_ply);
                }
                Ok(score)
            })?;

            let has_line = N::PV && (score > alpha || N::ROOT && number == 1);
            if has_line {
                self.variations.set(ply, mv);
            }
            if N::ROOT {
                let nodes = self.nodes - nodes_before;
                if let Some(root_move) = self.root.record(mv, nodes).filter(|_| has_line) {
                    let is_exact = alpha < score && score < beta;
                    root_move.set_line(score, is_exact, self.seldepth, self.variations.line(ply));
                }
            }

            // Step 16. A better move. If it does not cut, the remaining moves get less depth, as they are less likely to raise
            // alpha further.
            if score > best_score {
                (best_score, best_move) = (score, Some(mv));
            }
            if score <= alpha {
                // A full list does not change.
                let _ = if is_quiet { failed_quiets.try_push(mv) } else { failed_captures.try_push(mv) };
                continue;
            }
            alpha = score;
            if score >= beta {
                self.observer.cut(ply, Cut::Beta);
                self.stack[ply].cutoffs += 1;
                break;
            }
            if (params::raise_min_depth()..=params::raise_max_depth()).contains(&plies)
                && !score.is_decisive()
                && self.uses(Technique::LateMoveReductions)
            {
                depth_of_rest -= Depth::ONE;
            }
        }
        if number == 0 {
            return Ok(match excluded {
                // Only the excluded move is legal.
                Some(_) => alpha,
                None if masks.in_check() => Score::mated_in(ply),
                None => Score::DRAW,
            });
        }

        // Step 17. The histories learn from the moves.
        if let Some(mv) = best_move.filter(|_| alpha > alpha_before) {
            let node = Node { ply, depth: depth_of_rest, window: Window { alpha, beta }, is_cut };
            let best = (mv, best_score);
            self.update_after_success(&context, &node, best, &failed_quiets, &failed_captures);
        } else if excluded.is_none() {
            self.update_after_fail_low::<N>(
                &Node { ply, depth, window: Window { alpha, beta }, is_cut },
                best_score,
            );
            // A move of a principal variation that no reply refutes is likely to be played.
            was_pv |= self.stack.before(ply, 1).was_pv && plies > params::former_pv_depth();
        }

        // Step 18. Fail-high damping: a zero-window score above beta is drawn towards beta, since a shallow search does not
        // show how far above beta the value lies. The bound holds, only less tightly.
        let mut score = best_score;
        if !N::PV
            && score > beta
            && !score.is_decisive()
            && !beta.is_decisive()
            && self.uses(Technique::FailHighDamping)
        {
            score = Score((score.0 * plies + beta.0) / (plies + 1));
        }
        score = score.max(proven.alpha).min(proven.beta);

        // Step 19. Stores the result in the table, and the error of the evaluation in the correction history. Not that of a
        // root of which only some moves were searched.
        if excluded.is_none() && !(N::ROOT && self.root.is_partial()) {
            // An upcoming repetition belongs to this line: on other lines the node may be worth less.
            let window = Window { alpha: asked.alpha.max(least), ..asked };
            let bound = window.bound_of(score);
            // If nothing raised alpha, the move that came closest is worth trying first.
            let entry = Entry { mv: best_move, score, eval: raw_eval, depth, bound, was_pv };
            self.store(board, ply, entry);
            self.update_correction(board, ply, static_eval, &entry);
        }
        // This also holds if the move that repeats was pruned.
        Ok(score.max(least))
    }

    /// Searches captures that win at least `threshold` by static exchange, first by quiescence, then as `reply` says.
    /// Returns one that reaches the raised beta, with its score. `first` is the table move if it is a capture.
    #[inline(never)] // Its list of moves must not grow the stack of every node.
    fn probcut(
        &mut self,
        board: &SearchPosition,
        masks: &Masks,
        first: Option<Move>,
        threshold: Score,
        raised: Score,
        reply: Node,
    ) -> Result<Option<(Move, Score)>, Stopped> {
        let ply = Ply(reply.ply.0 - 1);
        let first = first.filter(|&mv| board.position.see(mv, threshold));
        let mut picker = MovePicker::captures_that_win(first, threshold);
        let prior = self.stack.prior_moves(ply);
        let checks = Checks::of(&board.position);
        let context = MoveContext::of_captures(board, masks, &checks, &prior);
        while let Some(mv) = picker.next(&context, self.histories) {
            if self.stack[ply].excluded == Some(mv) {
                continue;
            }
            self.prefetch_child(board, mv);
            let score = self.search_after(board, Some(mv), ply, |worker, next| {
                // Quiescence refutes most captures.
                let score = -worker.search::<NonPv>(next, Node { depth: Depth::ZERO, ..reply })?;
                if score < raised {
                    return Ok(score);
                }
                Ok(-worker.search::<NonPv>(next, reply)?)
            })?;
            if score >= raised && !score.is_decisive() {
                return Ok(Some((mv, score)));
            }
        }
        Ok(None)
    }

    /// After moves have raised alpha: the best gets a bonus, those that failed a malus. A quiet move becomes a killer. If the
    /// opponent's last move was tried early, it gets a malus for being refuted.
    pub(crate) fn update_after_success(
        &mut self,
        context: &MoveContext<'_>,
        node: &Node,
        best: (Move, Score),
        failed_quiets: &[Move],
        failed_captures: &[Move],
    ) {
        let &MoveContext { board, prior, threats, .. } = context;
        let (mv, score) = best;
        let bonus_deeper = bonus_at(node.depth + Depth::ONE);
        if board.is_quiet(mv) {
            self.record_refutation(node.ply, prior, mv);
            let is_clear = score > node.window.beta + Score(params::history_clear_cut());
            let bonus = if is_clear { bonus_deeper } else { bonus_at(node.depth) };
            self.histories.update_quiet(board, threats, prior, mv, bonus);
            for &other in failed_quiets {
                self.histories.update_quiet(board, threats, prior, other, -bonus);
            }
        } else {
            self.histories.update_capture(board, mv, bonus_deeper);
        }
        for &other in failed_captures {
            self.histories.update_capture(board, other, -bonus_deeper);
        }
        self.update_early_move_before(node.ply, node.depth);
    }

    /// After no move has raised alpha: the opponent's last move gets a bonus if it is quiet, so that it is tried earlier
    /// elsewhere. Twice the bonus where that was not expected.
    pub(crate) fn update_after_fail_low<N: NodeKind>(&mut self, node: &Node, score: Score) {
        let plies = node.depth.plies();
        let is_far = score < node.window.alpha - Score(params::history_far_below() * plies);
        let factor = if N::PV || node.is_cut || is_far { 2 } else { 1 };
        if N::PV || plies >= params::history_fail_low_depth() {
            self.update_move_before(node.ply, factor * bonus_at(node.depth));
        }
    }

    /// After a reduced move was searched again at this depth: a bonus if it is still better than alpha, a malus if not. Only
    /// for a quiet move, and only as a reply to the moves before.
    pub(crate) fn update_after_re_search(
        &mut self,
        board: &SearchPosition,
        ply: Ply,
        mv: Move,
        depth: Depth,
        is_better: bool,
    ) {
        if board.is_quiet(mv) {
            let bonus = if is_better { bonus_at(depth) } else { -bonus_at(depth) };
            let prior = self.stack.prior_moves(ply);
            self.histories.update_continuations(board.mover(mv), mv.to(), &prior, bonus);
        }
    }

    /// After a table entry has decided the node: its move gets a bonus if it is quiet and cuts, a malus if it fails. If
    /// the entry belongs to another position with the same key, the move may start from an empty square.
    pub(crate) fn update_after_table_cut(
        &mut self,
        board: &SearchPosition,
        ply: Ply,
        depth: Depth,
        mv: Option<Move>,
        cuts: bool,
    ) {
        if let Some(mv) = mv
            && board.position.piece_at(mv.from()).is_some()
            && board.is_quiet(mv)
        {
            let prior = self.stack.prior_moves(ply);
            let bonus = if cuts { bonus_at(depth) } else { -bonus_at(depth) };
            // At the least depth it is 0.
            if bonus != 0 {
                let threats = board.position.attacked_by(!board.position.side_to_move());
                self.histories.update_quiet(board, threats, &prior, mv, bonus);
            }
            if cuts {
                self.record_refutation(ply, &prior, mv);
            }
        }
        if cuts {
            self.update_early_move_before(ply, depth);
        }
    }

    /// Makes a quiet move a killer and the counter move of the move before.
    fn record_refutation(&mut self, ply: Ply, prior: &PriorMoves, mv: Move) {
        let killers = &mut self.stack[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.histories.set_counter(prior, mv);
    }

    /// A malus for the opponent's last move, if it was the first behind the table move and is refuted now.
    fn update_early_move_before(&mut self, ply: Ply, depth: Depth) {
        let before = self.stack.before(ply, 1);
        if before.number == 1 + u32::from(before.has_table_move) && !before.is_singular {
            self.update_move_before(ply, -bonus_at(depth + Depth::ONE));
        }
    }

    /// Adds a bonus, or a malus if it is negative, to the opponent's last move if it is quiet.
    fn update_move_before(&mut self, ply: Ply, bonus: i32) {
        if let Some((piece, to)) = self.stack.before(ply, 1).piece_to.quiet() {
            let prior = self.stack.prior_moves(Ply(ply.0 - 1));
            self.histories.update_continuations(piece, to, &prior, bonus);
        }
    }

    /// Adds the error of a node's evaluation to the correction history. Not if the best move is a capture, which explains
    /// the difference, nor if the bound does not show the sign of the error.
    pub(crate) fn update_correction(
        &mut self,
        board: &SearchPosition,
        ply: Ply,
        eval: Option<Score>,
        result: &Entry,
    ) {
        let Some(eval) = eval else { return };
        let error = result.score - eval;
        let is_known = match result.bound {
            Bound::Exact => true,
            Bound::Lower => error.0 > 0,
            Bound::Upper => error.0 < 0,
        };
        if is_known
            && result.mv.is_none_or(|mv| board.is_quiet(mv))
            && !result.score.is_decisive()
            && !eval::is_mop_up(&board.position)
            && self.uses(Technique::CorrectionHistory)
        {
            self.corrections.learn(board, &self.stack.prior_moves(ply), result.depth, error);
        }
    }
}

/// The bonus of a move that raised alpha at this depth, and the malus of those that did not.
fn bonus_at(depth: Depth) -> i32 {
    (params::history_slope() * depth.plies() - params::history_offset()).clamp(0, params::history_max())
}

/// The unit of reductions: one ply is 1024.
const PLY: i32 = 1024;
const NEARLY_A_PLY: i32 = PLY - PLY / 8;
/// A move of the opponent with a greater number was late. Stockfish 15.1's number.
const LATE_PARENT: u32 = 7;
/// Children of a node that cut are many above this number: +14 ± 10 Elo over 0.
const MANY_CUTOFFS: u32 = 3;
/// The extra depth of an entry with a tablebase result. The result holds at every depth, so the entry should outlive
/// those of somewhat deeper searches.
const TABLEBASE_DEPTH_BONUS: Depth = Depth(6);

/// The natural logarithm of a number from 1 on, in 1024ths.
fn ln(n: u32) -> i32 {
    LN[(n as usize).min(LN.len() - 1)]
}

/// The table of logarithms, computed with integers only, so that all machines round alike.
static LN: [i32; 256] = {
    let mut table = [0; 256];
    let mut n = 1;
    while n < table.len() {
        table[n] = integer_ln(n as u64);
        n += 1;
    }
    table
};

/// The natural logarithm in 1024ths: the binary logarithm, computed bit by bit (the square of a number has twice its
/// logarithm), times ln 2.
const fn integer_ln(n: u64) -> i32 {
    const BITS: u32 = 20;
    /// ln 2 in units of 2⁻³⁰.
    const LN_2: u64 = 744_261_118;
    let mut log = n.ilog2() as u64;
    let mut mantissa = (n << 31) >> log;
    let mut bit = 0;
    while bit < BITS {
        mantissa = (mantissa * mantissa) >> 31;
        log <<= 1;
        if mantissa >= 2 << 31 {
            mantissa >>= 1;
            log |= 1;
        }
        bit += 1;
    }
    let unit = BITS + 30 - 10;
    ((log * LN_2 + (1 << (unit - 1))) >> unit) as i32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_logarithm_is_that_of_floating_point() {
        for n in 1..256u32 {
            let wanted = f64::from(n).ln() * 1024.0;
            assert!((f64::from(ln(n)) - wanted).abs() <= 1.0, "ln {n}: {} for {wanted}", ln(n));
        }
        assert_eq!(ln(1000), ln(255));
    }
}
