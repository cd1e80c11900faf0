//! A position with its evaluation and the worth of its pieces, as the picture and its panel need them.

use eval::explain::{PieceWorth, attribute};
use eval::tapered::Tapered;
use eval::{Attribution, Explanation, explain};
use movegen::Position;

use crate::expected;

pub(crate) struct EvaluatedPosition {
    pub(crate) fen: String,
    pub(crate) explanation: Explanation,
    pub(crate) attribution: Attribution,
    /// The reason why the game is over, if it is.
    pub(crate) ending: Option<String>,
}

impl EvaluatedPosition {
    /// Evaluates a position. `ending` is the reason why the game is over, if it is.
    pub(crate) fn of(position: &Position, ending: Option<&str>) -> EvaluatedPosition {
        EvaluatedPosition {
            fen: position.fen(),
            explanation: explain(position),
            attribution: attribute(position),
            ending: ending.map(str::to_owned),
        }
    }

    /// A part of the evaluation in points, for the phase of the game.
    pub(crate) fn points(&self, part: Tapered) -> f64 {
        self.explanation.evaluation.phase.mix(part)
    }

    /// The worth that such a piece usually has on such a square, for the phase of the game.
    pub(crate) fn expected(&self, piece: &PieceWorth) -> f64 {
        self.points(expected::worth(piece.piece, piece.square))
    }
}
