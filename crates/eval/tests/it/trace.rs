//! The counts of a trace add up to the evaluation, also of extreme material: the halves of the words do not overflow, and the
//! score stays in the range of evaluations.

use eval::evaluator::Evaluation;
use eval::king_safety::worth_of_danger;
use eval::tapered::Tapered;
use eval::term::TermForm;
use eval::terms::{FEATURES, TERMS, WEIGHTS};
use eval::trace::FeatureCounts;
use eval::{Accumulator, attribute, evaluate, explain};
use movegen::Position;
use movegen::see::PIECE_VALUES;
use types::{Color, Role, Score, Square};

use crate::counts::counts;
use crate::positions;

fn evaluation(position: &Position) -> Evaluation {
    Evaluation::of(position, &Accumulator::of(position), &mut ())
}

/// Compares the sum with that of weights times counts, in whole numbers, half by half, in which nothing can overflow.
fn check(position: &Position) -> FeatureCounts {
    let counts = counts(position);
    let [white, black] = Color::ALL.map(|color| {
        let (mut linear, mut danger) = ([0; 2], [0; 2]);
        for term in &TERMS {
            let sum = if term.form == TermForm::Linear { &mut linear } else { &mut danger };
            for feature in term.range() {
                let count = i32::from(counts.0[color][feature]);
                sum[0] += WEIGHTS[feature].middlegame() * count;
                sum[1] += WEIGHTS[feature].endgame() * count;
            }
        }
        let fitting = |half: i32| i16::try_from(half).unwrap_or_else(|_| panic!("{half} in {position:?}"));
        linear.into_iter().for_each(|half| _ = fitting(half));
        let worth = worth_of_danger(Tapered::new(fitting(danger[0]), fitting(danger[1])));
        [linear[0] + worth.middlegame(), linear[1] + worth.endgame()]
    });
    let sum = evaluation(position).sum;
    assert_eq!([sum.middlegame(), sum.endgame()], [white[0] - black[0], white[1] - black[1]], "{position:?}");
    counts
}

#[test]
fn hordes_fit_their_halves() {
    let mut max = 0;
    for position in positions::hordes(20_000) {
        check(&position);
        assert!(!evaluate(&position).is_decisive(), "{position:?}");
        let sum = evaluation(&position).sum;
        max = max.max(sum.middlegame()).max(sum.endgame());
    }
    assert!(max > 13 * PIECE_VALUES[Role::Queen].0, "no horde of queens among them: {max}");
}

/// Even a sum that fills its word is clamped to an evaluation.
#[test]
fn an_evaluation_is_never_decisive() {
    let mut evaluation = evaluation(&Position::startpos());
    for sum in [i16::MAX, -i16::MAX] {
        evaluation.sum = Tapered::new(sum, sum);
        assert_eq!(evaluation.score(Color::White).0.abs(), Score::MAX_EVAL.0);
    }
}

#[test]
fn weights_times_counts_are_the_sum_and_every_term_fires() {
    let mut fired = [false; FEATURES];
    let mut starts = positions::starts(30, 60);
    starts.extend(positions::few_pieces(400));
    starts.extend(positions::suite("random.epd", 60));
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
        assert_eq!(explanation.score, evaluate(position), "{position:?}");
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
        if !seen.is_multiple_of(20) {
            return;
        }
        let shared = attribute(position);
        let evaluation = evaluation(position);
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
    assert!(with_rest > 500 && with_attack > 500, "{with_rest} {with_attack}");
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
