//! The curves: chances to win and lose by score and material.

use eval::wdl::{FULL_MATERIAL, REFERENCE_MATERIAL};

use crate::tally::{Cell, ResultCounts};

/// The score that wins every other game, and the steepness of the curve, as polynomials in the material's share of
/// [`REFERENCE_MATERIAL`]: coefficients from the constant term upwards.
#[derive(Clone, PartialEq, Debug)]
pub struct WdlModel {
    /// `a`, in units of the engine.
    pub even_chance: Vec<f64>,
    /// `b`, in units of the engine.
    pub spread: Vec<f64>,
}

/// Chances that add up to 1.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Chances {
    /// Of the side to move.
    pub win: f64,
    /// Of a draw.
    pub draw: f64,
    /// Of the other side.
    pub loss: f64,
}

/// Argument of the polynomials.
pub fn share(material: u32) -> f64 {
    f64::from(material) / f64::from(REFERENCE_MATERIAL)
}

/// The value of a polynomial.
pub fn polynomial(coefficients: &[f64], x: f64) -> f64 {
    coefficients.iter().rev().fold(0.0, |sum, coefficient| sum * x + coefficient)
}

/// The logistic curve.
pub fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

impl WdlModel {
    /// The same curves whatever the material.
    pub fn constant(even_chance: f64, spread: f64, degree: usize) -> WdlModel {
        let coefficients = |constant| {
            let mut coefficients = vec![0.0; degree + 1];
            coefficients[0] = constant;
            coefficients
        };
        WdlModel { even_chance: coefficients(even_chance), spread: coefficients(spread) }
    }

    /// `a` and `b` with a material.
    pub fn at(&self, material: u32) -> (f64, f64) {
        let x = share(material);
        (polynomial(&self.even_chance, x), polynomial(&self.spread, x))
    }

    /// The score that is shown as one pawn: with the reference material it wins every other game.
    pub fn pawn(&self) -> f64 {
        self.at(REFERENCE_MATERIAL).0
    }

    /// The chances in a cell.
    pub fn chances(&self, cell: Cell) -> Chances {
        let (a, b) = self.at(cell.material);
        let score = f64::from(cell.score);
        let (win, loss) = (logistic((score - a) / b), logistic((-score - a) / b));
        Chances { win, draw: 1.0 - win - loss, loss }
    }

    /// Returns `true` if all chances are from 0 to 1 and no curve falls, with every material from `least` on.
    pub fn is_sound(&self, least: u32) -> bool {
        (least..=FULL_MATERIAL).all(|material| {
            let (a, b) = self.at(material);
            a > 0.0 && b > 0.0 && a.is_finite() && b.is_finite()
        })
    }

    /// The logarithm of the likelihood that a cell's positions became what they became.
    pub fn log_likelihood(&self, cell: Cell, outcomes: &ResultCounts) -> f64 {
        let Chances { win, draw, loss } = self.chances(cell);
        let term = |count: u64, chance: f64| match count {
            0 => 0.0,
            _ => count as f64 * chance.max(f64::MIN_POSITIVE).ln(),
        };
        term(outcomes.wins, win) + term(outcomes.draws, draw) + term(outcomes.losses, loss)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_begin_with_the_constant_term() {
        assert_eq!(polynomial(&[3.0, 2.0, 1.0], 10.0), 123.0);
        assert_eq!(polynomial(&[], 10.0), 0.0);
    }

    #[test]
    fn chances_add_up_and_mirror() {
        let model = WdlModel { even_chance: vec![100.0, 60.0], spread: vec![50.0, 20.0] };
        assert_eq!(model.pawn(), 160.0);
        for (material, score) in [(58, 160), (20, -300), (78, 0)] {
            let ours = model.chances(Cell { material, score });
            let theirs = model.chances(Cell { material, score: -score });
            assert!((ours.win + ours.draw + ours.loss - 1.0).abs() < 1e-12 && ours.draw > 0.0);
            assert_eq!((ours.win, ours.loss), (theirs.loss, theirs.win));
        }
        assert_eq!(model.chances(Cell { material: 58, score: 160 }).win, 0.5);
    }

    #[test]
    fn a_curve_that_turns_round_is_not_sound() {
        assert!(WdlModel::constant(100.0, 50.0, 2).is_sound(10));
        assert!(!WdlModel { even_chance: vec![100.0, -100.0], spread: vec![50.0] }.is_sound(10));
        assert!(!WdlModel { even_chance: vec![100.0], spread: vec![-5.0, 10.0] }.is_sound(10));
        assert!(WdlModel { even_chance: vec![100.0], spread: vec![-5.0, 10.0] }.is_sound(40));
    }
}
