//! The alpha-beta node.

use movegen::{Masks, Position};
use types::{Depth, Move, Ply, Score};

use crate::SearchObserver;
use crate::observer::Rule;
use crate::pv::{self, Variation};
use crate::worker::{Stopped, Worker};

impl<O: SearchObserver> Worker<'_, O> {
    /// The value of a position at a depth, fail-soft, and the line that has it.
    pub(crate) fn negamax(
        &mut self,
        position: &Position,
        ply: Ply,
        depth: Depth,
        mut alpha: Score,
        beta: Score,
        line: &mut Variation,
    ) -> Result<Score, Stopped> {
        line.clear();
        if ply > Ply::ROOT && self.is_draw(position) {
            self.observer.cut(ply, Rule::Draw);
            return Ok(Score::DRAW);
        }
        let masks = Masks::of(position);
        if depth <= Depth::ZERO && !masks.in_check() || ply >= Ply::MAX {
            return self.quiesce(position, ply, alpha, beta);
        }
        self.seldepth = self.seldepth.max(ply);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return Ok(if masks.in_check() { Score::mated_in(ply) } else { Score::DRAW });
        }
        let mut best = -Score::INFINITE;
        let mut rest = Variation::new();
        for mv in captures_first(position, &moves) {
            let depth = Depth(depth.0.max(1) - 1);
            let score = -self.child(position, mv, ply, depth, -beta, -alpha, &mut rest)?;
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    pv::prepend(line, mv, &rest);
                }
                if score >= beta {
                    self.observer.cut(ply, Rule::Beta);
                    break;
                }
            }
        }
        Ok(best)
    }

    /// Plays a move and searches what follows, seen by the opponent.
    #[expect(clippy::too_many_arguments)]
    pub(crate) fn child(
        &mut self,
        position: &Position,
        mv: Move,
        ply: Ply,
        depth: Depth,
        alpha: Score,
        beta: Score,
        line: &mut Variation,
    ) -> Result<Score, Stopped> {
        self.count_node()?;
        let next = position.after(mv);
        self.keys.push(position.key());
        self.observer.enter(ply.next(), Some(mv), next.key(), depth, alpha, beta);
        let score = self.negamax(&next, ply.next(), depth, alpha, beta, line);
        self.keys.pop();
        let score = score?;
        self.observer.leave(ply.next(), score);
        Ok(score)
    }
}

/// Captures of great pieces by small ones first.
pub(crate) fn captures_first(position: &Position, moves: &[Move]) -> Vec<Move> {
    let mut moves = moves.to_vec();
    let role = |square| position.piece_at(square).map_or(0, |piece| piece.role() as i32);
    moves.sort_by_key(|&mv| match position.captured(mv) {
        Some(victim) => -16 * (1 + victim.role() as i32) + role(mv.from()),
        None => 0,
    });
    moves
}
