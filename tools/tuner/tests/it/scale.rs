//! The scale of scores is measured, and kept.

use tuner::loss::scores;
use tuner::model::WeightPair;
use tuner::recorder::LabelledPosition;
use tuner::scale::{Comparison, Measure, keep_scale};
use tuner::target::{ScoreAndPoints, Sigmoid};
use tuner::traces::TraceBlock;
use tuner::weights;

use crate::samples;

#[test]
fn doubled_scores_have_twice_the_size_and_the_slope() {
    let old = [10.0, -250.0, 30.0];
    let new = old.map(|score| 2.0 * score);
    let Comparison { mean, slope, correlation } = Comparison::of(&new, &old);
    assert!([mean - 2.0, slope - 2.0, correlation - 1.0].iter().all(|off| off.abs() < 1e-12));
}

#[test]
fn weights_that_are_too_large_are_brought_back() {
    let samples: Vec<LabelledPosition> =
        samples::random_games(40, 3).into_iter().map(|(_, p)| samples::unlabelled(p)).collect();
    let blocks: Vec<TraceBlock> = samples.chunks(256).map(TraceBlock::of).collect();
    let old = weights::current();
    let large: Vec<WeightPair> = old.iter().map(|pair| pair.map(|half| half * 1.3)).collect();
    for measure in [Measure::Slope, Measure::Mean] {
        let (kept, divisor) = keep_scale(&large, &old, &blocks, measure);
        let Comparison { mean, slope, .. } = Comparison::of(&scores(&kept, &blocks), &scores(&old, &blocks));
        let ratio = if measure == Measure::Slope { slope } else { mean };
        assert!((ratio - 1.0).abs() < 1e-3, "{measure:?}: {ratio}");
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
