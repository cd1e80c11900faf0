//! Reports about tuned weights.

use anyhow::Result;
use toolkit::say;
use tuner::load::Data;
use tuner::loss::{Loss, scores};
use tuner::model::WeightPair;
use tuner::report;
use tuner::scale::Comparison;

/// Number of held-out blocks on which the worth of terms is measured; this takes seconds and is exact enough.
const BLOCKS_FOR_WORTH: usize = 1000;
/// Number of changed weights to list.
const MOVES_SHOWN: usize = 25;

/// Prints the changed weights, the unused ones, and the worth of each term.
pub(crate) fn print(data: &Data, start: &[WeightPair], loss: &Loss, tuned: &[WeightPair]) -> Result<()> {
    let uses = report::uses(&data.training);
    say("\nWhat moved most, from start to end, and in how many positions it counts\n")?;
    for change in report::moves(start, tuned).iter().take(MOVES_SHOWN) {
        say(format_args!("  {change} {:>10}\n", uses[change.feature]))?;
    }
    say(format_args!("\nNever exercised: {}\n", report::never_used(&uses).join(", ")))?;
    say("\nWhat each term is worth: the held-out loss without it, less that with all, in millionths\n")?;
    let blocks = &data.held_out[..data.held_out.len().min(BLOCKS_FOR_WORTH)];
    for (name, worth) in report::worth_of_terms(loss, tuned, blocks) {
        say(format_args!("  {name:<28} {:>10.1}\n", worth * 1e6))?;
    }
    Ok(())
}

/// Prints the scale of scores relative to other weights.
pub(crate) fn print_scale(data: &Data, reference: &[WeightPair], tuned: &[WeightPair]) -> Result<()> {
    let [new, old] = [tuned, reference].map(|weights| scores(weights, &data.held_out));
    let Comparison { mean, slope, correlation } = Comparison::of(&new, &old);
    say(format_args!(
        "scale against the start: mean size {mean:.4}, slope {slope:.4}, correlation {correlation:.4}\n"
    ))
}
