//! Quiescence: an evaluation means something only where nothing hangs, so captures are played out first.
//!
//! The side to move may *stand pat* instead: there is mostly some quiet move that keeps what it has. In check
//! there may be none, so all evasions are searched and standing pat is not allowed; a check is thereby never
//! mistaken for a quiet position, and mate is seen.

use movegen::{Masks, Position};
use tt::{Bound, Entry};
use types::{Depth, Move, Piece, Ply, Role, Score};

use crate::SearchObserver;
use crate::board::Board;
use crate::draw::DRAW;
use crate::history::Past;
use crate::node::{Node, NodeKind, Window};
use crate::observer::Cut;
use crate::params;
use crate::pick::Picker;
use crate::sight;
use crate::table;
use crate::techniques::{Technique, Techniques};
use crate::view::View;
use crate::worker::{Searched, Worker};

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// The value of a position once it is quiet, fail-soft.
    pub(crate) fn quiesce<N: NodeKind>(&mut self, board: &Board, ply: Ply, asked: Window) -> Searched {
        if self.is_draw(board, ply) {
            self.observer.cut(ply, Cut::Draw);
            return Ok(DRAW);
        }
        if ply >= Ply::MAX {
            self.observer.cut(ply, Cut::Horizon);
            return Ok(board.evaluate(self.evaluator));
        }
        let entry = self.look_up(board, ply);
        let node = Node { ply, depth: Depth::ZERO, window: asked, cut: false };
        if let Some(score) = self.table_cut::<N>(&node, entry.as_ref()) {
            self.observer.cut(ply, Cut::Table);
            return Ok(score);
        }

        let masks = Masks::of(&board.position);
        let eval = self.quiet_eval(board, &masks, entry);
        let static_eval = eval.map(|eval| self.corrected(eval, board, ply));
        let was_pv = N::PV || entry.is_some_and(|entry| entry.was_pv);
        let stand_pat = self.stand_pat(static_eval, entry);
        let mut best = stand_pat.unwrap_or(-Score::INFINITE);
        if best >= asked.beta {
            self.observer.cut(ply, Cut::StandPat);
            if entry.is_none() {
                let (score, bound) = (best, Bound::Lower);
                self.remember(board, ply, Entry { mv: None, score, eval, depth: Depth::ZERO, bound, was_pv });
            }
            return Ok(best);
        }

        let table_move = entry
            .and_then(|entry| entry.mv)
            .filter(|&mv| (masks.in_check() || !board.is_quiet(mv)) && board.position.is_legal(&masks, mv));
        let past = Past::of(self.stack, ply);
        let view = View::of_captures(board, &masks, &past);
        let only_good = Self::uses(Technique::QuiescencePruning);
        let mut picker = Picker::quiescence(table_move, masks.in_check(), only_good);
        let mut best_move = None;
        let mut window = Window { alpha: asked.alpha.max(best), ..asked };
        while let Some(mv) = picker.next(view, self.histories) {
            if let Some(hope) = self.vain_hope(board, stand_pat, mv, window.alpha) {
                self.observer.skip(ply, mv, Technique::QuiescencePruning);
                best = best.max(hope);
                continue;
            }
            self.foresee(board, mv);
            let mut next = board.clone();
            self.play(&mut next, mv, ply)?;
            let child = Node { ply: ply.next(), depth: Depth::ZERO, window: window.flipped(), cut: false };
            let score = -self.search::<N::Next>(&next, child)?;
            self.take_back();
            best = best.max(score);
            if score > window.alpha {
                best_move = Some(mv);
                if N::PV {
                    self.variations.set(ply, mv);
                }
                window.alpha = score;
                if window.is_empty() {
                    self.observer.cut(ply, Cut::Beta(mv));
                    break;
                }
            }
            // One evasion that holds is enough to know that it is not mate.
            if only_good && masks.in_check() && !best.is_loss() {
                picker.skip_quiets();
            }
        }
        if best == -Score::INFINITE {
            // In check without an evasion.
            return Ok(Score::mated_in(ply));
        }
        let bound = table::bound_of(best, asked);
        let entry = Entry { mv: best_move, score: best, eval, depth: Depth::ZERO, bound, was_pv };
        self.remember(board, ply, entry);
        Ok(best)
    }

    /// The static evaluation; `None` in check.
    #[inline]
    fn quiet_eval(&mut self, board: &Board, masks: &Masks, entry: Option<Entry>) -> Option<Score> {
        if masks.in_check() {
            return None;
        }
        let known = entry.and_then(|entry| entry.eval);
        known.or_else(|| Some(board.evaluate(self.evaluator)))
    }

    /// What the side to move has without a capture; `None` in check.
    #[inline]
    fn stand_pat(&self, eval: Option<Score>, entry: Option<Entry>) -> Option<Score> {
        let believed = entry.filter(|_| Self::uses(Technique::QuiescencePruning));
        eval.map(|eval| sight::better_guess(eval, believed))
    }

    /// Futility in quiescence: what a capture could reach at best, if that is not above alpha. Who leaves the opponent too
    /// little to win may hope for a draw, from however far behind.
    #[inline]
    fn vain_hope(&self, board: &Board, stand_pat: Option<Score>, mv: Move, alpha: Score) -> Option<Score> {
        if !Self::uses(Technique::QuiescencePruning) || mv.promoted_to().is_some() {
            return None;
        }
        let captured = board.position.captured(mv)?;
        let hope = stand_pat? + Score(value(captured) + params::quiescence_futility());
        let may_draw = hope < DRAW && leaves_too_little(&board.position, captured);
        let hope = if may_draw { DRAW } else { hope };
        (hope <= alpha).then_some(hope)
    }
}

/// Whether the opponent has a minor piece at most once this man of his is taken.
fn leaves_too_little(position: &Position, captured: Piece) -> bool {
    let left = |role| position.count(Piece::new(captured.color(), role)) - u32::from(role == captured.role());
    left(Role::Pawn) + left(Role::Rook) + left(Role::Queen) == 0
        && left(Role::Knight) + left(Role::Bishop) <= 1
}

fn value(piece: Piece) -> i32 {
    movegen::see::PIECE_VALUES[piece.role()].0
}
