//! Captures until the position is quiet.

use movegen::Position;
use movegen::generate::{Captures, Masks, MoveList};
use types::{Ply, Score};

use crate::SearchObserver;
use crate::evaluate::evaluate;
use crate::negamax::captures_first;
use crate::observer::Rule;
use crate::worker::{Stopped, Worker};

impl<O: SearchObserver> Worker<'_, O> {
    /// The value of a position when only captures are played, and none need be.
    pub(crate) fn quiesce(
        &mut self,
        position: &Position,
        ply: Ply,
        mut alpha: Score,
        beta: Score,
    ) -> Result<Score, Stopped> {
        self.seldepth = self.seldepth.max(ply);
        let mut best = evaluate(position);
        if best >= beta || ply >= Ply::MAX {
            self.observer.cut(ply, Rule::StandPat);
            return Ok(best);
        }
        alpha = alpha.max(best);
        let mut moves = MoveList::new();
        position.generate::<Captures, _>(&Masks::of(position), &mut moves);
        for mv in captures_first(position, &moves) {
            self.count_node()?;
            let score = -self.quiesce(&position.after(mv), ply.next(), -beta, -alpha)?;
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        Ok(best)
    }
}
