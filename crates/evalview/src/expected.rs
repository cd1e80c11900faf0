//! The worth that a piece usually has on its square.
//!
//! A rook at home is worth less than rooks on average: it has few moves. That is no news in a position where every rook
//! is at home. So a piece is compared with pieces of its role on its square (from its own side), by their mean worth in
//! 500 positions of games. The worths are evaluated when they are first needed and thus follow the weights of
//! the evaluation.
//!
//! Middlegame halves count by the share of the middlegame in their position's phase, endgame halves by the rest. Squares
//! with few pieces lean towards the mean of the role: it counts like [`PRIOR`] more pieces.
//!
//! The positions come from games of Coppice against itself at 1,500 nodes a move after eight random plies, two from each
//! game at random.

use std::sync::LazyLock;

use eval::attribute;
use eval::tapered::{Phase, Tapered};
use movegen::Position;
use types::{ByRole, BySquare, Piece, Role, Square};

const REFERENCE: &str = include_str!("reference.fen");
/// The weight of a role's mean, in pieces.
const PRIOR: f64 = 4.0;

/// The mean worth of such a piece on such a square.
pub(crate) fn worth(piece: Piece, square: Square) -> Tapered {
    static MEANS: LazyLock<ByRole<BySquare<Tapered>>> = LazyLock::new(|| means(reference()));
    MEANS[piece.role()][square.relative_to(piece.color())]
}

fn reference() -> impl Iterator<Item = Position> {
    REFERENCE.lines().filter_map(|fen| fen.parse().ok())
}

/// A weighted sum of worths, for each half.
#[derive(Clone, Copy, Default)]
struct Sum {
    worth: [f64; 2],
    weight: [f64; 2],
}

impl Sum {
    fn add(&mut self, worth: [f64; 2], weight: [f64; 2]) {
        for half in 0..2 {
            self.worth[half] += weight[half] * worth[half];
            self.weight[half] += weight[half];
        }
    }

    fn mean(self) -> [f64; 2] {
        [0, 1].map(|half| if self.weight[half] > 0.0 { self.worth[half] / self.weight[half] } else { 0.0 })
    }
}

fn means(positions: impl Iterator<Item = Position>) -> ByRole<BySquare<Tapered>> {
    let mut sums = ByRole::<BySquare<Sum>>::default();
    for position in positions {
        let attribution = attribute(&position);
        let middlegame = f64::from(attribution.evaluation.phase.0) / f64::from(Phase::MIDDLEGAME.0);
        for piece in &attribution.pieces {
            let square = piece.square.relative_to(piece.piece.color());
            let worth = [piece.worth.middlegame(), piece.worth.endgame()].map(f64::from);
            sums[piece.piece.role()][square].add(worth, [middlegame, 1.0 - middlegame]);
        }
    }
    ByRole::from_fn(|role: Role| {
        let mut all = Sum::default();
        sums[role].iter().for_each(|(_, sum)| all.add(sum.mean(), sum.weight));
        let prior = all.mean();
        BySquare::from_fn(|square| {
            let mut sum = sums[role][square];
            sum.add(prior, [PRIOR; 2]);
            let [middlegame, endgame] = sum.mean().map(|half| half.round() as i16);
            Tapered::new(middlegame, endgame)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_reference_positions_are_read() {
        assert_eq!((reference().count(), REFERENCE.lines().count()), (500, 500));
    }

    /// At home a rook is worth less than in the middle of the seventh rank, and both are what is usual there.
    #[test]
    fn the_usual_worth_depends_on_the_square() {
        let rook = Piece::new(types::Color::White, Role::Rook);
        assert!(worth(rook, Square::A1).middlegame() < worth(rook, Square::D7).middlegame());
        let black = Piece::new(types::Color::Black, Role::Rook);
        assert_eq!(worth(rook, Square::A1), worth(black, Square::A8));
    }

    /// Over the reference positions themselves the differences of a role nearly cancel. Not quite, because the two
    /// halves are averaged apart, while rooks, say, gain more than the mean of both as the board empties.
    #[test]
    fn differences_from_the_usual_cancel() {
        for role in [Role::Pawn, Role::Rook, Role::Queen] {
            let (mut sum, mut count, mut size) = (0.0, 0.0, 0.0);
            for position in reference() {
                let attribution = attribute(&position);
                for piece in attribution.pieces.iter().filter(|piece| piece.piece.role() == role) {
                    let change =
                        attribution.evaluation.phase.mix(piece.worth - worth(piece.piece, piece.square));
                    (sum, count, size) = (sum + change, count + 1.0, size + f64::abs(change));
                }
            }
            let (mean, size) = (sum / count, size / count);
            assert!(f64::abs(mean) < size / 4.0 && size > 4.0, "{role:?}: {mean} of {size}");
        }
    }
}
