//! The weights during tuning: floating-point numbers, one pair for each feature, and the scale of their scores.
//!
//! The search compares scores with margins, as in futility pruning and aspiration windows. Weights that predict results as
//! well but are a fifth larger would change all of these. So a fit is compared with the weights that K was fitted to, and
//! can be scaled back.

use anyhow::{Result, bail};
use eval::term::{TermForm, TermInfo};
use eval::terms::{self, FEATURES, TERMS, WEIGHTS};
use movegen::see::PIECE_VALUES;
use types::Role;

use super::loss::scores;
use super::model::WeightPair;
use super::traces::TraceBlock;

/// Initial weight of king danger after --zero. Its square has gradient 0 at 0, so that the weights would never
/// change.
const INITIAL_DANGER: f64 = 12.0;

/// The current weights of the evaluation.
pub fn current() -> Vec<WeightPair> {
    WEIGHTS.iter().map(|weight| [weight.middlegame().into(), weight.endgame().into()]).collect()
}

/// Plain piece values, and 0 for everything else.
pub fn material_only() -> Vec<WeightPair> {
    let mut weights = vec![[0.0; 2]; FEATURES];
    for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
        weights[terms::MATERIAL.at(role.index()).index()] = [PIECE_VALUES[role].0.into(); 2];
    }
    weights
}

/// Zero weights, optionally with plain piece values, and a small king danger where it may move.
pub fn zeroed(with_material: bool, movable: &[bool]) -> Vec<WeightPair> {
    let mut weights = if with_material { material_only() } else { vec![[0.0; 2]; FEATURES] };
    let danger = TERMS.iter().filter(|term| term.form == TermForm::Danger).flat_map(TermInfo::range);
    for feature in danger.filter(|&feature| movable[feature]) {
        weights[feature] = [INITIAL_DANGER; 2];
    }
    weights
}

/// Rounds weights to whole numbers.
pub fn rounded(weights: &[WeightPair]) -> Result<Vec<(i16, i16)>> {
    let whole = |feature: usize, weight: f64| {
        let rounded = weight.round();
        if rounded.is_nan() || rounded.abs() > f64::from(i16::MAX) {
            bail!("{} has grown to {weight}: tune with a stronger --pull", name_of(feature));
        }
        Ok(rounded as i16)
    };
    let pair = |(feature, [mg, eg]): (usize, &WeightPair)| Ok((whole(feature, *mg)?, whole(feature, *eg)?));
    weights.iter().enumerate().map(pair).collect()
}

/// The name of a feature in the list: `TEMPO`, `MATERIAL[3]`, `HANGING[2] moving`.
pub fn name_of(feature: usize) -> String {
    let term = &TERMS[TERMS.partition_point(|term| term.range().end <= feature)];
    let tables = term.tables().enumerate();
    let names = tables.filter(|(_, table)| table.contains(&feature)).map(|(number, table)| {
        let index = if table.len() > 1 { format!("[{}]", feature - table.start) } else { String::new() };
        format!("{}{index}{}", term.name, if number > 0 { " moving" } else { "" })
    });
    names.collect()
}

/// The terms of a name: that of a term or of a group, ignoring case.
pub fn terms_named(name: &str) -> Result<Vec<&'static TermInfo>> {
    let is_meant =
        |term: &&TermInfo| [term.name, term.group].iter().any(|own| own.eq_ignore_ascii_case(name));
    let found: Vec<&TermInfo> = TERMS.iter().filter(is_meant).collect();
    if found.is_empty() {
        let groups: Vec<&str> =
            TERMS.chunk_by(|a, b| a.group == b.group).map(|group| group[0].group).collect();
        bail!("there is no term or group {name:?}; the groups are: {}", groups.join(", "));
    }
    Ok(found)
}

/// Features whose weights may change: all, or those of `only`, except those of `freeze`.
pub fn movable(only: &[String], freeze: &[String]) -> Result<Vec<bool>> {
    let mut movable = vec![only.is_empty(); FEATURES];
    for (names, may_move) in [(only, true), (freeze, false)] {
        for name in names {
            for term in terms_named(name)? {
                movable[term.range()].fill(may_move);
            }
        }
    }
    Ok(movable)
}

/// Comparison of new and old scores of the same positions.
#[derive(Clone, Copy, Debug)]
pub struct Comparison {
    /// The mean size of the new scores over that of the old ones.
    pub mean: f64,
    /// Slope of the regression of the new scores on the old ones.
    pub slope: f64,
    pub correlation: f64,
}

/// The measure of scale to keep.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Measure {
    /// The regression of the new scores on the old ones
    Slope,
    /// The mean size of a score
    Mean,
}

impl Comparison {
    pub fn of(new: &[f64], old: &[f64]) -> Comparison {
        let size = |scores: &[f64]| scores.iter().map(|score| score.abs()).sum::<f64>();
        let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
        let both = product(new, old);
        Comparison {
            mean: size(new) / size(old),
            slope: both / product(old, old),
            correlation: both / (product(new, new) * product(old, old)).sqrt(),
        }
    }

    fn ratio(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Slope => self.slope,
            Measure::Mean => self.mean,
        }
    }
}

/// The weights that give the same scores divided by `ratio`, approximately, since king danger is not linear and has a
/// limit.
pub fn divided(weights: &[WeightPair], ratio: f64) -> Vec<WeightPair> {
    let mut divided = weights.to_vec();
    for term in &TERMS {
        let by = match term.form {
            TermForm::Linear => ratio,
            TermForm::Danger => ratio.sqrt(),
        };
        for weight in &mut divided[term.range()] {
            *weight = weight.map(|half| half / by);
        }
    }
    divided
}

/// Brings weights to the scale of others, and returns the divisor of their scores.
pub fn keep_scale(
    weights: &[WeightPair],
    old: &[WeightPair],
    blocks: &[TraceBlock],
    measure: Measure,
) -> (Vec<WeightPair>, f64) {
    /// The first division is nearly exact.
    const ROUNDS: usize = 3;
    let old = scores(old, blocks);
    let (mut weights, mut divisor) = (weights.to_vec(), 1.0);
    for _ in 0..ROUNDS {
        let ratio = Comparison::of(&scores(&weights, blocks), &old).ratio(measure);
        weights = divided(&weights, ratio);
        divisor *= ratio;
    }
    (weights, divisor)
}
