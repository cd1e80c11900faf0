//! What a trace hears adds up to what the evaluation says.

use eval::evaluator::Verdict;
use eval::king_safety::worth_of_danger;
use eval::tapered::Tapered;
use eval::term::Form;
use eval::terms::{FEATURES, TERMS, WEIGHTS};
use eval::trace::Counts;
use eval::{Accumulator, explain};
use movegen::Position;
use types::Color;

use crate::positions;

/// The sum over one side's features by hand: those of the danger apart.
fn sums(counts: &Counts, color: Color) -> (Tapered, Tapered) {
    let (mut linear, mut danger) = (Tapered::ZERO, Tapered::ZERO);
    for term in &TERMS {
        let sum = match term.form {
            Form::Linear => &mut linear,
            Form::Danger => &mut danger,
        };
        for feature in term.range() {
            *sum += WEIGHTS[feature] * i32::from(counts.0[color][feature]);
        }
    }
    (linear, danger)
}

fn check(position: &Position) -> Counts {
    let sums_of_pieces = Accumulator::of(position);
    let mut counts = Counts::new();
    let traced = Verdict::of(position, &sums_of_pieces, &mut counts);
    let untraced = Verdict::of(position, &sums_of_pieces, &mut ());
    assert_eq!(traced, untraced, "{position:?}");
    let [white, black] = Color::ALL.map(|color| {
        let (linear, danger) = sums(&counts, color);
        linear + worth_of_danger(danger)
    });
    assert_eq!(white - black, traced.sum, "{position:?}");
    counts
}

#[test]
fn weights_times_counts_are_the_sum_and_every_term_fires() {
    let mut fired = [false; FEATURES];
    let mut starts = positions::starts(100, 200);
    starts.extend(positions::few_men(400));
    starts.extend(positions::book("uho_4060_20k.epd", 200));
    positions::random_games(&starts, 300, |position, _| {
        let counts = check(position);
        for color in Color::ALL {
            for (fired, &count) in fired.iter_mut().zip(&counts.0[color]) {
                *fired |= count != 0;
            }
        }
    });
    for term in &TERMS {
        assert!(fired[term.range()].contains(&true), "{} never fires", term.name);
    }
}

#[test]
fn an_explanation_adds_up() {
    positions::random_games(&positions::starts(10, 20), 300, |position, _| {
        let explanation = explain(position);
        let sums = explanation.sums();
        assert_eq!(sums[Color::White] - sums[Color::Black], explanation.verdict.sum, "{position:?}");
        assert_eq!(explanation.score, eval::evaluate(position), "{position:?}");
        assert_eq!(explanation.white_score().0.abs(), explanation.score.0.abs());
        assert!(explanation.to_string().contains(&format!("{:+} for White", explanation.white_score().0)));
    });
}

/// The columns of the table are aligned: the bars are one under the other.
#[test]
fn the_table_is_aligned() {
    let bars = |line: &str| line.char_indices().filter(|&(_, c)| "|+".contains(c)).map(|(i, _)| i).collect();
    positions::random_games(&positions::starts(2, 2), 100, |position, _| {
        let text = explain(position).to_string();
        let table: Vec<Vec<usize>> = text.lines().take_while(|line| !line.is_empty()).map(bars).collect();
        assert!(table.len() > TERMS.len() / 4 && table.iter().all(|row| *row == table[0]), "{text}");
    });
}
