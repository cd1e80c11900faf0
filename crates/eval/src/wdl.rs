//! Conversion of evaluation units to centipawns and to chances to win, draw and lose.
//!
//! The chance to win is a logistic curve of the score, and so is the chance to lose; what is left is the draw:
//!
//! ```text
//!   win(x) = 1 / (1 + exp((a − x) / b))        lose(x) = win(−x)
//! ```
//!
//! `a` is the score at which a win is as likely as not; `b` is the width of the curve. The fewer pieces are left,
//! the greater the score needed to win, so both are polynomials in the material on the board. `tools/tune` fits them to games of
//! the engine against itself.
//!
//! Centipawns are the same whatever the material, so that scores can be compared along a line and over a game: 100
//! are the score that wins every other game with the material of a middlegame.

use movegen::Position;
use types::{Color, Piece, Role, Score};

/// The least material; less counts as this.
const MIN_MATERIAL: u32 = 12;
/// The material of the start position. More counts as this.
pub const MAX_MATERIAL: u32 = 78;
/// The material of a middlegame; the polynomials take the material as a share of it.
pub const REFERENCE_MATERIAL: u32 = 58;

/// The coefficients of `a`, the constant one first. Fitted, with those below, to 102,650 positions of 1,176 games of
/// near versions against each other: from unbalanced openings 724 at 60,000 nodes a move and 300 at 300,000, from balanced
/// ones 152 at 60,000. Their sum, one pawn, was held at its value before; a fit to the first 848 games without that gave
/// 78.5 ± 3.8.
const EVEN_CHANCE: [f64; 4] = [215.316, -252.434, 158.097, -36.887];
/// The coefficients of `b`.
const SPREAD: [f64; 4] = [25.963, 54.336, -53.391, 26.097];

/// The score of 100 centipawns: `a` with the reference material, where the share is 1.
pub const PAWN_UNITS: f64 = EVEN_CHANCE[0] + EVEN_CHANCE[1] + EVEN_CHANCE[2] + EVEN_CHANCE[3];

/// The centipawns of a tablebase win, beyond every evaluation.
const TABLEBASE_CENTIPAWNS: i32 = 20_000;

/// The material of both sides as one number: pawns count 1, knights and bishops 3, rooks 5, queens 9.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Material(pub u32);

impl Material {
    /// The material of a position.
    pub fn of(position: &Position) -> Material {
        Material::counted(|role| Color::ALL.map(|color| position.count(Piece::new(color, role))).iter().sum())
    }

    /// The material of given numbers of pieces of each role, both sides together.
    pub fn counted(count: impl Fn(Role) -> u32) -> Material {
        let worth =
            [(Role::Pawn, 1), (Role::Knight, 3), (Role::Bishop, 3), (Role::Rook, 5), (Role::Queen, 9)];
        Material(worth.iter().map(|&(role, worth)| worth * count(role)).sum())
    }

    /// `a` and `b`.
    fn curve(self) -> (f64, f64) {
        let material = self.0.clamp(MIN_MATERIAL, MAX_MATERIAL);
        let share = f64::from(material) / f64::from(REFERENCE_MATERIAL);
        let at_share = |coefficients: &[f64]| coefficients.iter().rev().fold(0.0, |sum, c| sum * share + c);
        (at_share(&EVEN_CHANCE), at_share(&SPREAD))
    }
}

/// Chances in thousandths. They add up to 1000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinDrawLoss {
    pub win: u32,
    pub draw: u32,
    pub loss: u32,
}

impl WinDrawLoss {
    /// The chances of the side to move.
    pub fn of(score: Score, material: Material) -> WinDrawLoss {
        if score.is_decisive() {
            let win = if score > Score::DRAW { 1000 } else { 0 };
            return WinDrawLoss { win, draw: 0, loss: 1000 - win };
        }
        // The two cannot exceed 1000 together as long as `a` is positive.
        let (win, loss) = (win_rate(score, material), win_rate(-score, material));
        WinDrawLoss { win, draw: 1000 - win - loss, loss }
    }
}

fn win_rate(score: Score, material: Material) -> u32 {
    let (a, b) = material.curve();
    (1000.0 / (1.0 + ((a - f64::from(score.0)) / b).exp())).round() as u32
}

/// The score in centipawns. Mates have none.
pub fn centipawns(score: Score) -> i32 {
    if score.is_decisive() {
        return TABLEBASE_CENTIPAWNS * score.0.signum();
    }
    centipawns_of_units(score.0.into()).round() as i32
}

/// Units of the evaluation in centipawns.
pub fn centipawns_of_units(units: f64) -> f64 {
    100.0 * units / PAWN_UNITS
}

/// The whole score that is shown as 100 centipawns.
pub const PAWN: Score = Score((PAWN_UNITS + 0.5) as i32);

#[cfg(test)]
mod tests {
    use super::*;
    use types::Ply;

    const REFERENCE: Material = Material(REFERENCE_MATERIAL);

    fn all_material() -> impl Iterator<Item = Material> {
        (MIN_MATERIAL - 1..=MAX_MATERIAL + 1).map(Material)
    }

    #[test]
    fn material_is_counted_on_both_sides() {
        assert_eq!(Material::of(&Position::startpos()), Material(MAX_MATERIAL));
        let position = "4k3/p7/2b5/8/8/5N2/8/R2QK3 w - - 0 1".parse().unwrap();
        assert_eq!(Material::of(&position), Material(1 + 3 + 3 + 5 + 9));
    }

    #[test]
    fn a_hundred_centipawns_win_every_other_middlegame() {
        assert_eq!(centipawns(PAWN), 100);
        assert!(WinDrawLoss::of(PAWN, REFERENCE).win.abs_diff(500) <= 1);
        assert_eq!((centipawns(Score(0)), centipawns(-PAWN)), (0, -100));
    }

    #[test]
    fn the_fewer_pieces_the_more_draws() {
        let draws = |material| WinDrawLoss::of(Score::DRAW, Material(material)).draw;
        assert!(draws(16) > draws(30) && draws(30) > draws(58), "{} {} {}", draws(16), draws(30), draws(58));
        let wins = |material| WinDrawLoss::of(PAWN, Material(material)).win;
        assert!(wins(16) < wins(30) && wins(30) < wins(58));
    }

    #[test]
    fn chances_add_up_grow_with_the_score_and_mirror() {
        for material in all_material() {
            let (a, b) = material.curve();
            assert!(a > 0.0 && b > 0.0, "{material:?}");
            let mut last = 0;
            for score in (-Score::MAX_EVAL.0..=Score::MAX_EVAL.0).map(Score) {
                let (ours, theirs) = (WinDrawLoss::of(score, material), WinDrawLoss::of(-score, material));
                assert_eq!(ours.win + ours.draw + ours.loss, 1000);
                assert_eq!((ours.win, ours.draw), (theirs.loss, theirs.draw));
                assert!(ours.win >= last);
                last = ours.win;
            }
            assert_eq!(last, 1000);
        }
    }

    #[test]
    fn proven_scores_have_certain_chances() {
        for win in [Score::mate_in(Ply(7)), Score::TABLEBASE_WIN] {
            for material in all_material() {
                assert_eq!(WinDrawLoss::of(win, material), WinDrawLoss { win: 1000, draw: 0, loss: 0 });
                assert_eq!(WinDrawLoss::of(-win, material), WinDrawLoss { win: 0, draw: 0, loss: 1000 });
            }
        }
        assert_eq!(centipawns(-Score::TABLEBASE_WIN), -20_000);
    }
}
