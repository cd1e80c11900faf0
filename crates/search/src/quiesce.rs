//! Quiescence: an evaluation means something only where nothing hangs, so captures are played out first.
//!
//! The side to move may *stand pat* instead: there is mostly some quiet move that keeps what it has. In check
//! there may be none, so all evasions are searched and standing pat is not allowed; a check is thereby never
//! mistaken for a quiet position, and mate is seen.

use movegen::{Masks, Position};
use tt::{Bound, Entry};
use types::{Depth, Move, Piece, Ply, Role, Score, Window};

use crate::SearchObserver;
use crate::board::Board;
use crate::draw::DRAW;
use crate::history::Past;
use crate::node::{Node, NodeKind};
use crate::observer::Cut;
use crate::params;
use crate::pick::Picker;
use crate::sight;
use crate::techniques::{Technique, Techniques};
use crate::view::View;
use crate::worker::{Searched, Stopped, Worker};

/// What a node sees before its first capture.
struct Standing {
    masks: Masks,
    /// The static evaluation as the evaluator gives it; `None` in check.
    eval: Option<Score>,
    /// What the side to move has without a capture; `None` in check.
    pat: Option<Score>,
    was_pv: bool,
}

impl Standing {
    /// What the table is told.
    #[inline]
    fn entry(&self, mv: Option<Move>, score: Score, bound: Bound) -> Entry {
        Entry { mv, score, eval: self.eval, depth: Depth::ZERO, bound, was_pv: self.was_pv }
    }
}

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// The value of a position once it is quiet, fail-soft.
    pub(crate) fn quiesce<N: NodeKind>(&mut self, board: &Board, ply: Ply, asked: Window) -> Searched {
        if let Some(score) = self.ended(board, ply) {
            return Ok(score);
        }

        // Transposition table: what an earlier visit found.
        let entry = self.look_up(board, ply);
        let node = Node { ply, depth: Depth::ZERO, window: asked, cut: false };
        if let Some(score) = self.table_cut::<N>(&node, entry.as_ref()) {
            self.observer.cut(ply, Cut::Table);
            return Ok(score);
        }

        // Stand pat: is it enough to do nothing?
        let standing = self.standing::<N>(board, ply, entry);
        if let Some(score) = standing.pat.filter(|&score| score >= asked.beta) {
            self.observer.cut(ply, Cut::StandPat);
            if entry.is_none() {
                self.remember(board, ply, standing.entry(None, score, Bound::Lower));
            }
            return Ok(score);
        }

        let (best, mv) = self.play_out::<N>(board, &node, &standing, entry)?;
        if best == -Score::INFINITE {
            // In check without an evasion.
            return Ok(Score::mated_in(ply));
        }
        self.remember(board, ply, standing.entry(mv, best, asked.bound_of(best)));
        Ok(best)
    }

    /// Looks at a node that the table did not decide.
    #[inline]
    fn standing<N: NodeKind>(&mut self, board: &Board, ply: Ply, entry: Option<Entry>) -> Standing {
        let masks = Masks::of(&board.position);
        let eval = self.quiet_eval(board, &masks, entry);
        let static_eval = eval.map(|eval| self.corrected(eval, board, ply));
        let was_pv = N::PV || entry.is_some_and(|entry| entry.was_pv);
        Standing { masks, eval, pat: self.stand_pat(static_eval, entry), was_pv }
    }

    /// Searches the captures, or in check all evasions, until one reaches beta. The best score, that of standing pat
    /// among them, and the last move that raised alpha.
    #[inline]
    fn play_out<N: NodeKind>(
        &mut self,
        board: &Board,
        node: &Node,
        standing: &Standing,
        entry: Option<Entry>,
    ) -> Result<(Score, Option<Move>), Stopped> {
        let (ply, masks) = (node.ply, &standing.masks);
        let past = Past::of(self.stack, ply);
        let view = View::of_captures(board, masks, &past);
        let only_good = Self::uses(Technique::QuiescencePruning);
        let mut picker = Picker::quiescence(table_move(board, masks, entry), masks.in_check(), only_good);
        let mut best = standing.pat.unwrap_or(-Score::INFINITE);
        let mut best_move = None;
        let mut window = Window { alpha: node.window.alpha.max(best), ..node.window };
        while let Some(mv) = picker.next(view, self.histories) {
            if let Some(hope) = self.vain_hope(board, standing.pat, mv, window.alpha) {
                self.observer.skip(ply, mv, Technique::QuiescencePruning);
                best = best.max(hope);
                continue;
            }
            let score = self.quiesce_after::<N>(board, ply, mv, window)?;
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
        Ok((best, best_move))
    }

    /// The value of a move.
    #[inline]
    fn quiesce_after<N: NodeKind>(&mut self, board: &Board, ply: Ply, mv: Move, window: Window) -> Searched {
        self.foresee(board, mv);
        let mut next = board.clone();
        self.play(&mut next, mv, ply)?;
        let child = Node { ply: ply.next(), depth: Depth::ZERO, window: window.flipped(), cut: false };
        let score = -self.search::<N::Next>(&next, child)?;
        self.take_back();
        Ok(score)
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

/// The table's move, if it is legal and one that quiescence looks at.
#[inline]
fn table_move(board: &Board, masks: &Masks, entry: Option<Entry>) -> Option<Move> {
    let is_forcing = |mv: Move| masks.in_check() || !board.is_quiet(mv);
    entry?.mv.filter(|&mv| is_forcing(mv) && board.position.is_legal(masks, mv))
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
