//! Extreme material: the halves of the words do not overflow, and the score stays in the range of evaluations.

use eval::evaluator::Evaluation;
use eval::king_safety::worth_of_danger;
use eval::material::piece_value;
use eval::terms::{TERMS, WEIGHTS};
use eval::trace::FeatureCounts;
use eval::{Accumulator, evaluate};
use movegen::Position;
use types::{Color, Role, Score};

use crate::positions;

/// The evaluation's sum computed in whole numbers, half by half, in which nothing can overflow.
fn wide_sums(position: &Position) -> (i32, i32) {
    let mut counts = FeatureCounts::new();
    let _ = Evaluation::of(position, &Accumulator::of(position), &mut counts);
    let [white, black] = Color::ALL.map(|color| {
        let (mut linear, mut danger) = ((0, 0), (0, 0));
        for term in &TERMS {
            let sum = if term.form == eval::term::TermForm::Linear { &mut linear } else { &mut danger };
            for feature in term.range() {
                let count = i32::from(counts.0[color][feature]);
                sum.0 += WEIGHTS[feature].middlegame() * count;
                sum.1 += WEIGHTS[feature].endgame() * count;
            }
        }
        for half in [danger.0, danger.1, linear.0, linear.1] {
            assert!(i16::try_from(half).is_ok(), "{half} in {position:?}");
        }
        let danger = worth_of_danger(eval::tapered::Tapered::new(danger.0 as i16, danger.1 as i16));
        (linear.0 + danger.middlegame(), linear.1 + danger.endgame())
    });
    (white.0 - black.0, white.1 - black.1)
}

#[test]
fn hordes_fit_their_halves() {
    let mut most = 0;
    for position in positions::hordes(20_000) {
        let sum = Evaluation::of(&position, &Accumulator::of(&position), &mut ()).sum;
        assert_eq!((sum.middlegame(), sum.endgame()), wide_sums(&position), "{position:?}");
        assert!(!evaluate(&position).is_decisive(), "{position:?}");
        most = most.max(sum.middlegame()).max(sum.endgame());
    }
    assert!(most > 13 * piece_value(Role::Queen).0, "no horde of queens among them: {most}");
}

/// Even a sum that fills its word is clamped to an evaluation.
#[test]
fn an_evaluation_is_never_decisive() {
    let mut evaluation =
        Evaluation::of(&Position::startpos(), &Accumulator::of(&Position::startpos()), &mut ());
    for sum in [i16::MAX, -i16::MAX] {
        evaluation.sum = eval::tapered::Tapered::new(sum, sum);
        assert_eq!(evaluation.score(Color::White).0.abs(), Score::MAX_EVAL.0);
    }
}
