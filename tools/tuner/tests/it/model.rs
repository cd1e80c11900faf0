//! The traces give the engine's evaluation, and the slopes are those of the loss.

use eval::evaluator::Evaluation;
use eval::king_safety::worth_of_danger;
use eval::tapered::{Phase, Scale, Tapered};
use eval::terms::WEIGHTS;
use movegen::Position;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use tuner::loss::Loss;
use tuner::model::{Forward, WeightPair};
use tuner::penalty::{Penalty, neighbours};
use tuner::recorder::LabelledPosition;
use tuner::target::{Blend, Sigmoid};
use tuner::traces::{TraceBlock, Traced};
use tuner::weights;
use types::{Color, Score};

use crate::samples;

fn positions() -> Vec<Position> {
    let games = samples::random_games(150, 1).into_iter().map(|(_, position)| position);
    games.chain(samples::few_men(4000)).collect()
}

#[test]
fn without_a_result_the_score_is_the_whole_target() {
    let judged = |points, score| LabelledPosition { position: Position::startpos(), points, score };
    let samples = [
        judged(Some(1.0), Some(Score(0))),
        judged(None, Some(Score(0))),
        judged(Some(1.0), None),
        judged(None, None),
    ];
    let block = TraceBlock::of(&samples);
    let search = Sigmoid { k: 1.0 };
    let aims = |target: Blend| block.iter().map(|trace| target.points(trace.head)).collect::<Vec<_>>();
    assert_eq!(aims(Blend { result: 0.5, search }), [Some(0.75), Some(0.5), Some(1.0), None]);
    assert_eq!(aims(Blend::RESULTS), [Some(1.0), None, Some(1.0), None]);
    // A position with neither result nor score does not count.
    let weights = weights::current();
    let mean = |samples: &[LabelledPosition]| {
        let loss = Loss { sigmoid: Sigmoid { k: 1.3 }, target: Blend { result: 0.5, search } };
        loss.mean(&weights, &[TraceBlock::of(samples)])
    };
    assert_eq!(mean(&samples), mean(&samples[..3]));
}

fn white_score(position: &Position) -> i32 {
    let score = eval::evaluate(position).0;
    if position.side_to_move() == Color::White { score } else { -score }
}

/// Weight times count in whole numbers, with the evaluation's own arithmetic for all that is not linear.
fn exact_score(trace: &Traced<'_>) -> Score {
    let sum = |features: &mut dyn Iterator<Item = (usize, f64)>| -> Tapered {
        features.map(|(feature, count)| WEIGHTS[feature] * count as i32).sum()
    };
    let [white, black] = Color::ALL.map(|color| worth_of_danger(sum(&mut trace.danger(color))));
    let sum = sum(&mut trace.linear()) + white - black;
    let better = if (sum.endgame(), sum.middlegame()) > (0, 0) { Color::White } else { Color::Black };
    let [middlegame, endgame] = trace.head.scales[better].map(i32::from);
    Evaluation { sum, phase: Phase(trace.head.phase.into()), scale: Scale { middlegame, endgame } }
        .score(Color::White)
}

#[test]
fn weights_times_counts_are_the_evaluation() {
    let samples: Vec<LabelledPosition> = positions().into_iter().map(samples::unlabelled).collect();
    let block = TraceBlock::of(&samples);
    assert_eq!(block.len(), samples.len());
    let mut scaled = 0;
    for (trace, sample) in block.iter().zip(&samples) {
        assert_eq!(exact_score(&trace).0, white_score(&sample.position), "{:?}", sample.position);
        scaled += usize::from(trace.head.scales[Color::White] != trace.head.scales[Color::Black]);
    }
    assert!(scaled > 1000, "only {scaled} positions try both scales");
}

/// Rounding: twice two dangers, two scaled halves and the tapered score, each by less than one.
#[test]
fn the_model_is_the_evaluation_but_for_rounding() {
    const ROUNDINGS: f64 = 5.0;
    let samples: Vec<LabelledPosition> = positions().into_iter().map(samples::unlabelled).collect();
    let current = weights::current();
    for (trace, sample) in TraceBlock::of(&samples).iter().zip(&samples) {
        let score = Forward::of(&current, &trace).score;
        let exact = f64::from(white_score(&sample.position));
        // Where rounding decides which side is better, only one of the two scores is scaled.
        let is_near_draw = exact.abs() < 2.0 * ROUNDINGS;
        let allowed = if is_near_draw { 4.0 * ROUNDINGS } else { ROUNDINGS };
        assert!((score - exact).abs() < allowed, "{score} for {exact}: {:?}", sample.position);
    }
}

/// Random weights near today's, with some danger in them.
fn random_weights(rng: &mut ChaCha8Rng) -> Vec<WeightPair> {
    weights::current()
        .iter()
        .map(|pair| pair.map(|half| half * 0.9 + rng.random_range(-20.0..20.0)))
        .collect()
}

#[test]
fn slopes_are_those_of_finite_differences() {
    const STEP: f64 = 1e-4;
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let judge = |position: &Position| white_score(position) + 30;
    let samples: Vec<LabelledPosition> =
        samples::judged(12, judge).into_iter().map(|(_, sample)| sample).collect();
    let endgames = samples::few_men(200).into_iter().map(samples::unlabelled);
    let samples: Vec<LabelledPosition> = samples.into_iter().chain(endgames).collect();
    let blocks: Vec<TraceBlock> = samples.chunks(100).map(TraceBlock::of).collect();
    let batch: Vec<&TraceBlock> = blocks.iter().collect();
    let loss =
        Loss { sigmoid: Sigmoid { k: 1.3 }, target: Blend { result: 0.6, search: Sigmoid { k: 0.9 } } };
    let penalty = Penalty {
        start: weights::current(),
        pull: 3.0,
        smoothness: 5.0,
        neighbours: neighbours(&["Mobility".to_owned(), "KING_SQUARES:4".to_owned()])
            .expect("both are tables"),
    };
    let weights = random_weights(&mut rng);
    let total =
        |weights: &[WeightPair]| loss.mean(weights, &blocks) * samples.len() as f64 + penalty.sum(weights);
    let mut slopes = loss.slopes(&weights, &batch);
    assert!((slopes.loss - loss.mean(&weights, &blocks) * samples.len() as f64).abs() < 1e-9);
    penalty.add_gradient(&weights, 1.0, &mut slopes.gradient);
    let mut tried = 0;
    for feature in 0..weights.len() {
        for half in 0..2 {
            let at = |offset: f64| {
                let mut weights = weights.clone();
                weights[feature][half] += offset;
                total(&weights)
            };
            let measured = (at(STEP) - at(-STEP)) / (2.0 * STEP);
            let slope = slopes.gradient[feature][half];
            let name = weights::name_of(feature);
            assert!(
                (measured - slope).abs() < 1e-5 * (1.0 + slope.abs()),
                "{name}, half {half}: {slope} for {measured}"
            );
            tried += usize::from(slope != 0.0);
        }
    }
    assert!(tried > weights.len(), "only {tried} weights matter in these positions");
}

#[test]
fn a_move_of_a_hundred_costs_as_much_as_the_pull_and_a_bend_as_the_smoothness() {
    let start = weights::current();
    let penalty = Penalty { start: start.clone(), pull: 3.0, smoothness: 5.0, neighbours: vec![(0, 1)] };
    let mut moved = start.clone();
    moved[2][0] += 100.0;
    assert!((penalty.sum(&moved) - 3.0).abs() < 1e-9);
    moved[0][1] -= 200.0;
    assert!((penalty.sum(&moved) - (3.0 + 4.0 * (3.0 + 5.0))).abs() < 1e-9);
}
