//! Reports of fits: changed weights, unused weights, the worth of each term, and losses of several lists.

use anyhow::{Context as _, Result};
use eval::term::TermInfo;
use eval::terms::{FEATURES, TERMS};
use toolkit::say;
use types::Color;

use super::data::Data;
use super::loss::{Blend, Loss, ScoreAndPoints, Sigmoid, scores_and_points, search_scores_and_points};
use super::model::WeightPair;
use super::traces::TraceBlock;
use super::weights::name_of;

/// Number of held-out blocks on which the worth of terms is measured; this takes seconds and is exact enough.
const BLOCKS_FOR_WORTH: usize = 1000;
const MOVES_SHOWN: usize = 25;

/// Prints the changed weights, the unused ones, and the worth of each term.
pub(super) fn print_changes(
    data: &Data,
    start: &[WeightPair],
    loss: &Loss,
    tuned: &[WeightPair],
) -> Result<()> {
    let uses = uses(&data.training);
    let distance = |feature: usize| {
        let ([old_mg, old_eg], [mg, eg]) = (start[feature], tuned[feature]);
        (mg - old_mg).abs().max((eg - old_eg).abs())
    };
    let mut features: Vec<usize> = (0..tuned.len()).collect();
    features.sort_by(|&a, &b| distance(b).total_cmp(&distance(a)));
    say("\nWhat moved most, from start to end, and in how many positions it counts\n")?;
    for feature in features.into_iter().take(MOVES_SHOWN) {
        let [old, new] =
            [start, tuned].map(|weights| format!("({:.0}, {:.0})", weights[feature][0], weights[feature][1]));
        say(format_args!("  {:<28} {old:>14} → {new:<14} {:>10}\n", name_of(feature), uses[feature]))?;
    }
    say(format_args!("\nNever exercised: {}\n", never_used(&uses).join(", ")))?;
    say("\nWhat each term is worth: the held-out loss without it, less that with all, in millionths\n")?;
    let blocks = &data.held_out[..data.held_out.len().min(BLOCKS_FOR_WORTH)];
    let whole = loss.mean(tuned, blocks);
    let worth_of = |term: &'static TermInfo| {
        let mut without = tuned.to_vec();
        without[term.range()].fill([0.0; 2]);
        (term.name, loss.mean(&without, blocks) - whole)
    };
    let mut worths: Vec<(&str, f64)> = TERMS.iter().map(worth_of).collect();
    worths.sort_by(|a, b| b.1.total_cmp(&a.1));
    worths.into_iter().try_for_each(|(name, worth)| say(format_args!("  {name:<28} {:>10.1}\n", worth * 1e6)))
}

/// The number of positions in which each feature occurs.
fn uses(blocks: &[TraceBlock]) -> Vec<usize> {
    let mut uses = vec![0; FEATURES];
    let mut used = Vec::new();
    for trace in blocks.iter().flat_map(TraceBlock::iter) {
        let danger = Color::ALL.into_iter().flat_map(|color| trace.danger(color));
        used.extend(trace.linear().chain(danger).map(|(feature, _)| feature));
        // A danger to both kings is one use.
        used.sort_unstable();
        used.dedup();
        for feature in used.drain(..) {
            uses[feature] += 1;
        }
    }
    uses
}

/// The features that never make a difference, term by term: `PASSED[0, 7]`.
fn never_used(uses: &[usize]) -> Vec<String> {
    let unused_of = |first: usize, len: usize| (0..len).filter(move |index| uses[first + index] == 0);
    let describe = |term: &TermInfo| {
        let unused: Vec<usize> = unused_of(term.first, term.len).collect();
        match unused.len() {
            0 => None,
            all if all == term.len => Some(term.name.to_owned()),
            _ => Some(format!("{}[{}]", term.name, ranges(&unused))),
        }
    };
    TERMS.iter().filter_map(describe).collect()
}

/// Numbers in rising order, those in a row drawn together: `0-3, 7`.
fn ranges(numbers: &[usize]) -> String {
    let rows = numbers.chunk_by(|a, b| a + 1 == *b).map(|row| match row {
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    rows.collect::<Vec<_>>().join(", ")
}

/// Each list gets the K that fits best on the training positions, so that the comparison does not depend on the
/// scale. Losses are against results, and against search scores, which are less noisy with few games.
pub(super) fn print_table(data: &Data, candidates: &[(String, Vec<WeightPair>)]) -> Result<()> {
    let parts = [&data.training, &data.held_out];
    let search = Sigmoid::fit(&search_scores_and_points(&data.training));
    let (results, scores) = ("results", "scores of the search");
    say(format_args!("\nMean squared error, each with its own best K{results:>23}{scores:>26}\n"))?;
    say(format_args!(
        "{:<40}{:>8}{:>12}{:>12}{:>8}{:>12}\n",
        "", "K", "training", "held out", "K", "held out"
    ))?;
    for (name, weights) in candidates {
        let columns = |target: &Blend| parts.map(|blocks| scores_and_points(weights, blocks, target));
        print_results(name, &columns(&Blend::RESULTS))?;
        if let Some(search) = search {
            let [training, held_out] = columns(&Blend { result: 0.0, search });
            let sigmoid = fitted(&training)?;
            say(format_args!("{:>8.3}{:>12.6}", sigmoid.k, sigmoid.error(&held_out)))?;
        }
        say("\n")?;
    }
    let columns = parts.map(|blocks| search_scores_and_points(blocks));
    if columns.iter().all(|column| !column.is_empty()) {
        print_results("the scores of the search", &columns)?;
        say("\n")?;
    }
    Ok(())
}

fn print_results(name: &str, [training, held_out]: &[Vec<ScoreAndPoints>; 2]) -> Result<()> {
    let sigmoid = fitted(training)?;
    let (learned, judged) = (sigmoid.error(training), sigmoid.error(held_out));
    say(format_args!("{name:<40}{:>8.3}{learned:>12.6}{judged:>12.6}", sigmoid.k))
}

fn fitted(pairs: &[ScoreAndPoints]) -> Result<Sigmoid> {
    Sigmoid::fit(pairs).context("there is no position to fit K to")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_in_a_row_are_drawn_together() {
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2, 5, 7-8");
        assert_eq!(ranges(&[]), "");
    }
}
