//! Quiescence: captures are searched until the position is quiet, because evaluations are reliable only there.
//!
//! The side to move may *stand pat* instead of capturing: there is mostly some quiet move that keeps the evaluation.
//! In check there may be none, so all evasions are searched and standing pat is not allowed. So a position in check
//! is never taken for a quiet one, and mate is found. At the first ply quiet checks are searched as well.
//!
//! Source: the conditions of pruning have the shape of Stockfish 15.1's (`search.cpp`), and the numbers started from
//! its (see `params`).

use movegen::see::PIECE_VALUES;
use movegen::{Checks, Masks, Position};
use tt::{Bound, Entry};
use types::{Depth, Piece, Role, Score, Window};

use crate::SearchObserver;
use crate::histories::MoveContext;
use crate::observer::Cut;
use crate::params;
use crate::picker::{MovePicker, QuietMoves};
use crate::position::SearchPosition;
use crate::techniques::Technique;
use crate::worker::{Node, NodeKind, NodeResult, Worker, better_guess};

/// The depth of all plies of quiescence but the first, which tries quiet checks as well.
const WITHOUT_CHECKS: Depth = Depth(-1);

impl<O: SearchObserver + ?Sized> Worker<'_, O> {
    /// Searches captures, or in check all evasions, until the position is quiet, and returns its value, fail-soft.
    pub(crate) fn quiescence<N: NodeKind>(&mut self, board: &SearchPosition, node: Node) -> NodeResult {
        self.observe::<N>(board, &node, |worker| worker.quiescence_node::<N>(board, &node))
    }

    /// The same within a node that the observer has entered.
    pub(crate) fn quiescence_node<N: NodeKind>(&mut self, board: &SearchPosition, node: &Node) -> NodeResult {
        let Node { ply, window: asked, .. } = *node;
        let Window { mut alpha, beta } = asked;
        if let Some(score) = self.terminal_score(board, ply) {
            return Ok(score);
        }

        // Transposition table: an earlier visit.
        let entry = self.probe_table(board, ply);
        if let Some(score) = self.table_cut::<N>(node.depth, asked, entry.as_ref()) {
            self.observer.cut(ply, Cut::Table);
            return Ok(score);
        }

        // Static evaluation. The table move counts only if quiescence would try it.
        let masks = Masks::of(&board.position);
        let table_move = entry
            .and_then(|entry| entry.mv)
            .filter(|&mv| masks.in_check() || !board.is_quiet(mv))
            .filter(|&mv| board.position.is_legal(&masks, mv));
        if let Some(mv) = table_move {
            self.prefetch_child(board, mv);
        }
        let prunes = self.uses(Technique::QuiescencePruning);
        let known = entry.and_then(|entry| entry.eval);
        let raw_eval =
            if masks.in_check() { None } else { known.or_else(|| Some(board.evaluate(self.evaluator))) };
        let eval = raw_eval.map_or(-Score::INFINITE, |raw| {
            better_guess(self.corrected(raw, board, ply), entry.filter(|_| prunes))
        });
        let was_pv = entry.is_some_and(|entry| entry.was_pv);
        // Evasions are the same at all plies.
        let depth = if masks.in_check() { Depth::ZERO } else { node.depth };
        let result = |mv, score, bound| Entry { mv, score, eval: raw_eval, depth, bound, was_pv };

        // Stand pat: the position is good enough without a capture.
        if eval >= beta {
            self.observer.cut(ply, Cut::StandPat);
            if entry.is_none() {
                self.store(board, ply, result(None, eval, Bound::Lower));
            }
            return Ok(eval);
        }

        let prior = self.stack.prior_moves(ply);
        let checks = Checks::of(&board.position);
        let context = MoveContext::of_captures(board, &masks, &checks, &prior);
        let quiets = if masks.in_check() {
            QuietMoves::All
        } else if node.depth == Depth::ZERO && self.uses(Technique::QuiescenceChecks) {
            QuietMoves::Checks
        } else {
            QuietMoves::None
        };
        let mut picker = MovePicker::quiescence(table_move, quiets, prunes && !masks.in_check());
        let mut prefetched = table_move;
        let (mut best_score, mut best_move) = (eval, None);
        let (mut number, mut quiet_evasions) = (0, 0);
        alpha = alpha.max(eval);
        while let Some(mv) = picker.next(&context, self.histories) {
            number += 1;
            let is_quiet = board.is_quiet(mv);
            // Unsound, so some move must not lose.
            if prunes && !best_score.is_loss() {
                // Captures but recaptures, promotions and checks: only the first two, and none if the most that it could
                // reach is not above alpha, or if it must win material for that and does not. If the opponent cannot win
                // after it, it reaches at least a draw.
                let is_recapture = self.stack.before(ply, 1).mv.is_some_and(|last| last.to() == mv.to());
                if let Some(captured) = board.position.captured(mv)
                    && !masks.in_check()
                    && !is_recapture
                    && mv.promoted_to().is_none()
                    && !board.position.gives_check(&checks, mv)
                {
                    let hope = eval + Score(params::quiescence_futility());
                    let mut best_case = hope + PIECE_VALUES[captured.role()];
                    if best_case < Score::DRAW && leaves_too_little(&board.position, captured) {
                        best_case = Score::DRAW;
                    } else if hope <= alpha && !board.position.see(mv, Score(1)) {
                        best_case = hope;
                    }
                    if number > 2 || best_case <= alpha {
                        self.observer.skip(ply, mv, Technique::QuiescencePruning);
                        if number <= 2 {
                            best_score = best_score.max(best_case);
                        }
                        continue;
                    }
                }
                // No move that loses material, no quiet move without success here, and no more than two quiet evasions.
                if is_quiet && (quiet_evasions >= 2 || self.histories.has_no_success_here(&context, mv))
                    || (is_quiet || masks.in_check()) && !board.position.see(mv, Score::DRAW)
                {
                    self.observer.skip(ply, mv, Technique::QuiescencePruning);
                    continue;
                }
                quiet_evasions += i32::from(is_quiet && masks.in_check());
            }
            self.prefetch_children(board, &picker, mv, &mut prefetched);
            let window = Window { alpha, beta }.flipped();
            let child = Node { ply: ply.next(), depth: WITHOUT_CHECKS, window, is_cut: false };
            let score = self.search_after(board, Some(mv), ply, |worker, next| {
                Ok(-worker.quiescence::<N::Next>(next, child)?)
            })?;
            best_score = best_score.max(score);
            if score > alpha {
                best_move = Some(mv);
                if N::PV {
                    self.variations.set(ply, mv);
                }
                alpha = score;
                if score >= beta {
                    self.observer.cut(ply, Cut::Beta);
                    break;
                }
            }
        }
        if best_score == -Score::INFINITE {
            // In check without an evasion.
            return Ok(Score::mated_in(ply));
        }
        self.store(board, ply, result(best_move, best_score, asked.bound_of(best_score)));
        Ok(best_score)
    }
}

/// Returns true if the opponent has a minor piece at most once this piece is captured.
fn leaves_too_little(position: &Position, captured: Piece) -> bool {
    let left = |role| position.count(Piece::new(captured.color(), role)) - u32::from(role == captured.role());
    left(Role::Pawn) + left(Role::Rook) + left(Role::Queen) == 0
        && left(Role::Knight) + left(Role::Bishop) <= 1
}
