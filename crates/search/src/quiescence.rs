//! Quiescence: captures are searched until the position is quiet, because evaluations are reliable only there.
//!
//! The side to move may *stand pat* instead of capturing: there is mostly some quiet move that keeps the evaluation.
//! In check there may be none, so all evasions are searched and standing pat is not allowed. So a position in check
//! is never taken for a quiet one, and mate is found.

use movegen::{Masks, Position};
use tt::{Bound, Entry};
use types::{Depth, Piece, Role, Score, Window};

use crate::SearchObserver;
use crate::facts::better_guess;
use crate::history::MoveContext;
use crate::movepick::MovePicker;
use crate::node::{Node, NodeKind};
use crate::observer::Cut;
use crate::params;
use crate::position::SearchPosition;
use crate::techniques::Technique;
use crate::thread::{NodeResult, SearchThread};

impl<O: SearchObserver> SearchThread<'_, O> {
    /// Searches captures, or in check all evasions, until the position is quiet, and returns its value, fail-soft.
    pub(crate) fn quiescence<N: NodeKind>(&mut self, board: &SearchPosition, node: Node) -> NodeResult {
        let Node { ply, window: asked, .. } = node;
        let Window { mut alpha, beta } = asked;
        if let Some(score) = self.terminal_score(board, ply) {
            return Ok(score);
        }

        // Transposition table: an earlier visit.
        let entry = self.probe_table(board, ply);
        let node = Node { depth: Depth::ZERO, ..node };
        if let Some(score) = self.table_cut::<N>(&node, entry.as_ref()) {
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
        let was_pv = N::PV || entry.is_some_and(|entry| entry.was_pv);
        let result =
            |mv, score, bound| Entry { mv, score, eval: raw_eval, depth: Depth::ZERO, bound, was_pv };

        // Stand pat: the position is good enough without a capture.
        if eval >= beta {
            self.observer.cut(ply, Cut::StandPat);
            if entry.is_none() {
                self.store(board, ply, result(None, eval, Bound::Lower));
            }
            return Ok(eval);
        }

        let prior = self.stack.prior_moves(ply);
        let context = MoveContext::of_captures(board, &masks, &prior);
        let mut picker = MovePicker::quiescence(table_move, masks.in_check(), prunes);
        let mut prefetched = table_move;
        let (mut best_score, mut best_move) = (eval, None);
        alpha = alpha.max(eval);
        while let Some(mv) = picker.next(context, self.histories) {
            // Futility of captures: the most that one could reach is not above alpha. If the opponent cannot win after it,
            // that is at least a draw. Unsound.
            if prunes
                && !masks.in_check()
                && mv.promoted_to().is_none()
                && let Some(captured) = board.position.captured(mv)
            {
                let value = movegen::see::PIECE_VALUES[captured.role()];
                let mut best_case = eval + value + Score(params::quiescence_futility());
                if best_case < Score::DRAW && leaves_too_little(&board.position, captured) {
                    best_case = Score::DRAW;
                }
                if best_case <= alpha {
                    self.observer.skip(ply, mv, Technique::QuiescencePruning);
                    best_score = best_score.max(best_case);
                    continue;
                }
            }
            self.prefetch_children(board, &picker, mv, &mut prefetched);
            let window = Window { alpha, beta }.flipped();
            let child = Node { ply: ply.next(), depth: Depth::ZERO, window, is_cut: false };
            let score = self.search_after(board, Some(mv), ply, |thread, next| {
                Ok(-thread.search::<N::Next>(next, child)?)
            })?;
            best_score = best_score.max(score);
            if score > alpha {
                best_move = Some(mv);
                if N::PV {
                    self.variations.set(ply, mv);
                }
                alpha = score;
                if score >= beta {
                    self.observer.cut(ply, Cut::Beta(mv));
                    break;
                }
            }
            // One evasion that does not lose shows that it is not mate.
            if prunes && masks.in_check() && !best_score.is_loss() {
                picker.skip_quiets();
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
