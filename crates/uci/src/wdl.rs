//! From evaluation units to what people understand: centipawns and chances to win, draw and lose.
//!
//! The chance to win is a logistic curve of the score, and so is the chance to lose; what is left is the draw:
//!
//! ```text
//!   win(x) = 1 / (1 + exp((A − x) / B))        lose(x) = win(−x)
//! ```
//!
//! `A` is the score at which a win is as likely as not, and by convention that is 100 centipawns; `B` says how
//! steep the curve is. Both are values of judgement until games of the engine are there to fit them.

use types::Score;

/// The score that wins every other game.
const EVEN_CHANCE: f64 = 160.0;
/// The steepness of the curve, in the same unit.
const SPREAD: f64 = 70.0;

/// What a tablebase win is shown as: beyond every evaluation.
const TABLEBASE_CENTIPAWNS: i32 = 20_000;

/// Chances in thousandths. They add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Wdl {
    pub(crate) win: u32,
    pub(crate) draw: u32,
    pub(crate) loss: u32,
}

impl Wdl {
    /// The chances of the side to move.
    pub(crate) fn of(score: Score) -> Wdl {
        if score.is_decisive() {
            let win = if score > Score::DRAW { 1000 } else { 0 };
            return Wdl { win, draw: 0, loss: 1000 - win };
        }
        // The two cannot exceed 1000 together as long as `EVEN_CHANCE` is positive.
        let (win, loss) = (win_rate(score), win_rate(-score));
        Wdl { win, draw: 1000 - win - loss, loss }
    }
}

fn win_rate(score: Score) -> u32 {
    let odds_against = ((EVEN_CHANCE - f64::from(score.0)) / SPREAD).exp();
    (1000.0 / (1.0 + odds_against)).round() as u32
}

/// The score in centipawns: 100 is an even chance to win. Mates have none.
pub(crate) fn centipawns(score: Score) -> i32 {
    if score.is_decisive() {
        return TABLEBASE_CENTIPAWNS * score.0.signum();
    }
    (100.0 * f64::from(score.0) / EVEN_CHANCE).round() as i32
}

/// The score that is shown as 100 centipawns, for tests and for margins in pawns.
#[cfg(test)]
pub(crate) const PAWN: Score = Score(EVEN_CHANCE as i32);

#[cfg(test)]
mod tests {
    use super::*;
    use types::Ply;

    #[test]
    fn a_hundred_centipawns_win_every_other_game() {
        assert_eq!(centipawns(PAWN), 100);
        assert_eq!(Wdl::of(PAWN).win, 500);
        assert_eq!((centipawns(Score(0)), centipawns(-PAWN)), (0, -100));
    }

    #[test]
    fn chances_add_up_grow_with_the_score_and_mirror() {
        let mut last = 0;
        for score in (-Score::MAX_EVAL.0..=Score::MAX_EVAL.0).map(Score) {
            let (ours, theirs) = (Wdl::of(score), Wdl::of(-score));
            assert_eq!(ours.win + ours.draw + ours.loss, 1000);
            assert_eq!((ours.win, ours.draw), (theirs.loss, theirs.draw));
            assert!(ours.win >= last);
            last = ours.win;
        }
        assert_eq!(last, 1000);
    }

    #[test]
    fn what_is_proven_is_certain() {
        for win in [Score::mate_in(Ply(7)), Score::TABLEBASE_WIN] {
            assert_eq!(Wdl::of(win), Wdl { win: 1000, draw: 0, loss: 0 });
            assert_eq!(Wdl::of(-win), Wdl { win: 0, draw: 0, loss: 1000 });
        }
        assert_eq!(centipawns(-Score::TABLEBASE_WIN), -20_000);
    }
}
