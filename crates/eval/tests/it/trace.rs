//! The counts of a trace add up to the evaluation.

use eval::evaluator::Evaluation;
use eval::king_safety::worth_of_danger;
use eval::tapered::Tapered;
use eval::term::TermForm;
use eval::terms::{FEATURES, TERMS, WEIGHTS};
use eval::trace::FeatureCounts;
use eval::{Accumulator, attribute, explain};
use movegen::Position;
use types::{Color, Square};

use crate::positions;

/// The sum over one side's features by hand: those of the danger apart.
fn sums(counts: &FeatureCounts, color: Color) -> (Tapered, Tapered) {
    let (mut linear, mut danger) = (Tapered::ZERO, Tapered::ZERO);
    for term in &TERMS {
        let sum = match term.form {
            TermForm::Linear => &mut linear,
            TermForm::Danger => &mut danger,
        };
        for feature in term.range() {
            *sum += WEIGHTS[feature] * i32::from(counts.0[color][feature]);
        }
    }
    (linear, danger)
}

fn check(position: &Position) -> FeatureCounts {
    let sums_of_pieces = Accumulator::of(position);
    let mut counts = FeatureCounts::new();
    let traced = Evaluation::of(position, &sums_of_pieces, &mut counts);
    let untraced = Evaluation::of(position, &sums_of_pieces, &mut ());
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
    starts.extend(positions::few_pieces(400));
    starts.extend(positions::suite("random.epd", 200));
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
        assert_eq!(sums[Color::White] - sums[Color::Black], explanation.evaluation.sum, "{position:?}");
        assert_eq!(explanation.score, eval::evaluate(position), "{position:?}");
        assert_eq!(explanation.white_score().0.abs(), explanation.score.0.abs());
        assert!(explanation.to_string().contains(&format!("{:+} for White", explanation.white_score().0)));
    });
}

/// The worth of the pieces and the unassigned rest are the whole evaluation, and the parts of each piece are its worth.
#[test]
fn an_attribution_adds_up() {
    let mut starts = positions::starts(20, 60);
    starts.extend(positions::few_pieces(300));
    starts.extend(positions::hordes(50));
    starts.extend(positions::suite("random.epd", 50));
    let (mut seen, mut with_rest, mut with_attack) = (0_u32, 0, 0);
    positions::random_games(&starts, 200, |position, _| {
        seen += 1;
        if !seen.is_multiple_of(5) {
            return;
        }
        let shared = attribute(position);
        let evaluation = Evaluation::of(position, &Accumulator::of(position), &mut ());
        assert_eq!(shared.evaluation, evaluation, "{position:?}");
        let [white, black] = Color::ALL.map(|color| shared.pieces_of(color));
        assert_eq!(white - black + shared.unassigned(), evaluation.sum, "{position:?}");
        assert_eq!(shared.pieces.len(), position.occupied().count() as usize);
        for piece in &shared.pieces {
            assert_eq!(position.piece_at(piece.square), Some(piece.piece));
            assert_eq!(
                piece.parts.iter().map(|part| part.worth).sum::<Tapered>(),
                piece.worth,
                "{position:?}"
            );
            let material: Tapered =
                piece.parts.iter().filter(|part| part.name == "MATERIAL").map(|part| part.worth).sum();
            assert_eq!(material, piece.material, "{position:?}");
            with_attack += usize::from(piece.parts.iter().any(|part| part.name == "King attack"));
        }
        with_rest += usize::from(shared.rest.len() > 3);
    });
    assert!(with_rest > 1000 && with_attack > 1000, "{with_rest} {with_attack}");
}

/// A piece has the parts that a person would assign to it.
#[test]
fn a_piece_has_the_parts_that_belong_to_it() {
    let position: Position = "r4rk1/pp3ppp/2p5/3n4/3P4/2N2Q2/PPP2PPP/2KR3R b - - 0 1".parse().expect("legal");
    let shared = attribute(&position);
    let has = |square, name| {
        let piece = shared.pieces.iter().find(|piece| piece.square == square).expect("a piece");
        piece.parts.iter().any(|part| part.name == name)
    };
    for (square, name) in [
        (Square::D5, "KNIGHT_MOBILITY"),
        (Square::D5, "KNIGHT_THREAT"),
        (Square::C3, "KNIGHT_OWN_KING"),
        (Square::C6, "SUPPORTED"),
        (Square::G8, "SHELTER"),
        (Square::G8, "King attack"),
        (Square::F8, "ROOK_MOBILITY"),
    ] {
        assert!(has(square, name), "{square} {name}: {shared:#?}");
    }
    assert!(!has(Square::F3, "KNIGHT_THREAT") && !has(Square::D5, "SHELTER"));
    assert!(shared.rest.iter().any(|part| part.name == "TEMPO"));
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
