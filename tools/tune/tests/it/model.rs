//! The traces give the engine's evaluation, and the slopes are those of the loss.

use eval::evaluator::Evaluation;
use eval::king_safety::worth_of_danger;
use eval::tapered::{Phase, Scale, Tapered};
use eval::terms::WEIGHTS;
use movegen::Position;
use pgn::GameResult;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt as _, SeedableRng as _};
use tune::Record;
use tune::fit::loss::{Blend, Loss, ScoreAndPoints, Sigmoid, scores};
use tune::fit::model::{Forward, WeightPair};
use tune::fit::traces::{TraceBlock, Traced};
use tune::fit::weights::{self, Comparison, Measure, keep_scale};
use types::{Color, Score};

use crate::samples::{blocks, few_pieces, judged, random_positions, unlabelled, white_score};

fn positions() -> Vec<Position> {
    random_positions(150, 1).into_iter().flatten().chain(few_pieces(4000)).collect()
}

#[test]
fn without_a_result_the_score_is_the_whole_target() {
    let record =
        |result: Option<GameResult>, score| Record::pack(&Position::startpos(), score, None, result).unwrap();
    let (won, even) = (Some(GameResult::WhiteWins), Some(Score(0)));
    let samples = [record(won, even), record(None, even), record(won, None), record(None, None)];
    let block = TraceBlock::of(&samples).unwrap();
    let search = Sigmoid { k: 1.0 };
    let aims = |target: Blend| block.iter().map(|trace| target.points(trace.head)).collect::<Vec<_>>();
    assert_eq!(aims(Blend { result: 0.5, search }), [Some(0.75), Some(0.5), Some(1.0), None]);
    assert_eq!(aims(Blend::RESULTS), [Some(1.0), None, Some(1.0), None]);
    // A position with neither result nor score does not count.
    let weights = weights::current();
    let mean = |samples: &[Record]| {
        let loss = Loss { sigmoid: Sigmoid { k: 1.3 }, target: Blend { result: 0.5, search } };
        loss.mean(&weights, &[TraceBlock::of(samples).unwrap()])
    };
    assert_eq!(mean(&samples), mean(&samples[..3]));
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
    let positions = positions();
    let records: Vec<Record> = positions.iter().map(unlabelled).collect();
    let block = TraceBlock::of(&records).unwrap();
    assert_eq!(block.len(), positions.len());
    let mut scaled = 0;
    for (trace, position) in block.iter().zip(&positions) {
        assert_eq!(exact_score(&trace).0, white_score(position), "{position:?}");
        scaled += usize::from(trace.head.scales[Color::White] != trace.head.scales[Color::Black]);
    }
    assert!(scaled > 1000, "only {scaled} positions try both scales");
}

/// Rounding: twice two dangers, two scaled halves and the tapered score, each by less than one.
#[test]
fn the_model_is_the_evaluation_but_for_rounding() {
    const ROUNDINGS: f64 = 5.0;
    let positions = positions();
    let records: Vec<Record> = positions.iter().map(unlabelled).collect();
    let current = weights::current();
    for (trace, position) in TraceBlock::of(&records).unwrap().iter().zip(&positions) {
        let score = Forward::of(&current, &trace).score;
        let exact = f64::from(white_score(position));
        // Where rounding decides which side is better, only one of the two scores is scaled.
        let is_near_draw = exact.abs() < 2.0 * ROUNDINGS;
        let allowed = if is_near_draw { 4.0 * ROUNDINGS } else { ROUNDINGS };
        assert!((score - exact).abs() < allowed, "{score} for {exact}: {position:?}");
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
    let endgames = few_pieces(200);
    let samples: Vec<Record> =
        judged(12, judge).into_iter().flatten().chain(endgames.iter().map(unlabelled)).collect();
    let blocks = blocks(&samples);
    let batch: Vec<&TraceBlock> = blocks.iter().collect();
    let loss =
        Loss { sigmoid: Sigmoid { k: 1.3 }, target: Blend { result: 0.6, search: Sigmoid { k: 0.9 } } };
    let weights = random_weights(&mut rng);
    let total = |weights: &[WeightPair]| loss.mean(weights, &blocks) * samples.len() as f64;
    let slopes = loss.slopes(&weights, &batch);
    assert!((slopes.loss - total(&weights)).abs() < 1e-9);
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
fn weights_that_are_too_large_are_brought_back() {
    let samples: Vec<Record> = random_positions(40, 3).iter().flatten().map(unlabelled).collect();
    let blocks = blocks(&samples);
    let old = weights::current();
    let large: Vec<WeightPair> = old.iter().map(|pair| pair.map(|half| half * 1.3)).collect();
    for measure in [Measure::Slope, Measure::Mean] {
        let (kept, divisor) = keep_scale(&large, &old, &blocks, measure);
        let Comparison { mean, slope, correlation } =
            Comparison::of(&scores(&kept, &blocks), &scores(&old, &blocks));
        let ratio = if measure == Measure::Slope { slope } else { mean };
        assert!((ratio - 1.0).abs() < 1e-3 && correlation > 0.99, "{measure:?}: {ratio}, {correlation}");
        assert!(divisor > 1.25, "{measure:?}: {divisor}");
    }
}

/// Points made by a known sigmoid give its K.
#[test]
fn k_is_found() {
    for k in [0.4, 1.0, 1.7] {
        let points = |score: i16| Sigmoid { k }.points(score.into()) as f32;
        let pair = |score: i16| ScoreAndPoints { score: score.into(), points: points(score) };
        let pairs: Vec<ScoreAndPoints> = (-600..600).map(pair).collect();
        let fitted = Sigmoid::fit(&pairs).expect("there are pairs");
        assert!((fitted.k - k).abs() < 1e-3, "{} for {k}", fitted.k);
    }
    assert_eq!(Sigmoid::fit(&[]), None);
}
