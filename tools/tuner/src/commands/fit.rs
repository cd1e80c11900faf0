//! `tuner fit`: from positions to a new list of terms.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use tuner::checkpoint::Checkpoint;
use tuner::fit::{Recipe, State};
use tuner::listing::Listing;
use tuner::load::Data;
use tuner::loss::{Loss, scores, scores_and_points, search_scores_and_points};
use tuner::model::Pair;
use tuner::penalty::{Penalty, neighbours};
use tuner::report;
use tuner::scale::{Comparison, keep_scale};
use tuner::target::{Blend, Sigmoid};
use tuner::traces::Block;
use tuner::{plot, weights};

use crate::arguments::{Fit, Goal, Start};

/// Few positions are learned from in at least so many batches.
const FEWEST_BATCHES: usize = 64;
/// The terms' worth is measured on so many held-out blocks, which takes seconds and is exact enough.
const BLOCKS_FOR_WORTH: usize = 1000;
/// How many of the weights that moved are listed.
const MOVES_SHOWN: usize = 25;

pub(crate) fn run(arguments: &Fit) -> Result<()> {
    // What can be wrong is found out before the work begins.
    let about = || format!("{}", arguments.terms.display());
    let text = fs::read_to_string(&arguments.terms).with_context(about)?;
    let listing = Listing::parse(&text).with_context(about)?;
    listing.expect_current().with_context(about)?;
    check(&arguments.goal)?;
    let movable = weights::movable(&arguments.start.only, &arguments.start.freeze)?;
    let neighbours = neighbours(&arguments.start.smooth)?;
    fs::create_dir_all(&arguments.folder).with_context(|| format!("{}", arguments.folder.display()))?;

    let data = super::load(&arguments.source)?;
    let (start, reference) = start(&arguments.start);
    let penalty =
        Penalty { start, pull: arguments.start.pull, smoothness: arguments.start.smoothness, neighbours };
    let recipe = recipe(arguments, &data, &reference, penalty, movable)?;
    let checkpoint = arguments.folder.join("checkpoint.json");
    let state = if arguments.resume {
        Checkpoint::resume(&checkpoint, &data, &recipe)?
    } else {
        State::new(&recipe, &data)
    };
    let state = train(&recipe, &data, state, &checkpoint)?;
    finish(arguments, &listing, &data, &recipe, &reference, &state)
}

fn check(goal: &Goal) -> Result<()> {
    if !(0.0..=1.0).contains(&goal.lambda) {
        bail!("--lambda {}: expected a part from 0 to 1", goal.lambda);
    }
    if let Some(k) = goal.k.filter(|&k| k.is_nan() || k <= 0.0) {
        bail!("--k {k}: expected a number above 0");
    }
    Ok(())
}

/// Where the weights begin, and the weights that say what a unit of the score means: the same, or if these are
/// zeroed, plain piece values.
fn start(start: &Start) -> (Vec<Pair>, Vec<Pair>) {
    if start.zero {
        (weights::zeroed(start.material), weights::material_only())
    } else {
        (weights::current(), weights::current())
    }
}

fn recipe(
    arguments: &Fit,
    data: &Data,
    reference: &[Pair],
    penalty: Penalty,
    movable: Vec<bool>,
) -> Result<Recipe> {
    let fitted = || Sigmoid::fit(&scores_and_points(reference, &data.training));
    let sigmoid = arguments.goal.k.map(|k| Sigmoid { k }).or_else(fitted);
    let sigmoid = sigmoid.context("there is no position to fit K to")?;
    let search = Sigmoid::fit(&search_scores_and_points(&data.training));
    if search.is_none() && arguments.goal.lambda < 1.0 {
        bail!("no position has a score to blend with the result: ask for --lambda 1");
    }
    let target = Blend { result: arguments.goal.lambda, search: search.unwrap_or(Blend::RESULTS.search) };
    println!("K = {:.3} for the evaluation, {:.3} for the scores of the search", sigmoid.k, target.search.k);
    let pace = &arguments.pace;
    let batch = (pace.batch / Block::POSITIONS).min(data.training.len() / FEWEST_BATCHES).max(1);
    Ok(Recipe {
        sigmoid,
        target,
        penalty,
        movable,
        batch,
        rate: pace.rate,
        patience: pace.patience,
        halvings: pace.halvings,
        epochs: pace.epochs,
        seed: pace.seed,
    })
}

/// Epoch after epoch until nothing is gained or somebody presses Ctrl-C, each kept on disk.
fn train(recipe: &Recipe, data: &Data, mut state: State, checkpoint: &Path) -> Result<State> {
    let stop = Arc::new(AtomicBool::new(false));
    let heard = Arc::clone(&stop);
    ctrlc::set_handler(move || heard.store(true, Ordering::Relaxed)).context("cannot listen for Ctrl-C")?;
    let style = "epoch {msg} {wide_bar} {eta} left in this epoch";
    let bar = ProgressBar::new(data.training.len().div_ceil(recipe.batch) as u64)
        .with_style(ProgressStyle::with_template(style)?);
    let begun = Instant::now();
    println!(
        "held-out loss before the first epoch: {:.6}",
        recipe.loss().mean(&recipe.penalty.start, &data.held_out)
    );
    while !state.is_finished(recipe) {
        bar.reset();
        bar.set_message(format!("{}, best {:.6}", state.history.len() + 1, state.best_loss));
        let next = state.after_epoch(recipe, data, || {
            bar.inc(1);
            !stop.load(Ordering::Relaxed)
        });
        let Some(next) = next else {
            bar.suspend(|| println!("stopped; go on with --resume"));
            break;
        };
        state = next;
        Checkpoint::new(data, recipe, &state).save(checkpoint)?;
        if let Some(epoch) = state.history.last() {
            let line = format!(
                "epoch {:>3}: training {:.6}, held out {:.6}, rate {:.4}, {:.0} s",
                state.history.len(),
                epoch.training,
                epoch.held_out,
                epoch.rate,
                begun.elapsed().as_secs_f64()
            );
            bar.suspend(|| println!("{line}"));
        }
    }
    bar.finish_and_clear();
    Ok(state)
}

/// Writes what was found and says what it is.
fn finish(
    arguments: &Fit,
    listing: &Listing,
    data: &Data,
    recipe: &Recipe,
    reference: &[Pair],
    state: &State,
) -> Result<()> {
    let (mut tuned, mut loss) = (state.best.clone(), recipe.loss());
    if let Some(measure) = arguments.start.keep_scale {
        let (scaled, divisor) = keep_scale(&tuned, reference, &data.training, measure);
        tuned = scaled;
        loss.sigmoid.k *= divisor;
        println!("scores divided by {divisor:.4} to keep their scale; K is now {:.3}", loss.sigmoid.k);
    }
    let whole = weights::rounded(&tuned)?;
    let rounded = weights::from_rounded(&whole);
    print_report(data, recipe, &loss, &rounded);
    print_scale(data, reference, &rounded);
    let old = ("current evaluation".to_owned(), weights::current());
    let candidates =
        [("material only".to_owned(), weights::material_only()), old, ("tuned".to_owned(), rounded)];
    super::loss::print_table(data, &candidates)?;

    let picture = arguments.folder.join("loss.svg");
    let start = recipe.loss().mean(&recipe.penalty.start, &data.held_out);
    plot::draw(&picture, start, &state.history)?;
    let out = arguments.out.as_ref().unwrap_or(&arguments.terms);
    fs::write(out, listing.with_weights(&whole))
        .with_context(|| format!("cannot write {}", out.display()))?;
    println!("\nweights: {}\npicture: {}", out.display(), picture.display());
    Ok(())
}

fn print_report(data: &Data, recipe: &Recipe, loss: &Loss, tuned: &[Pair]) {
    let uses = report::uses(&data.training);
    println!("\nWhat moved most, from start to end, and in how many positions it counts");
    for change in report::moves(&recipe.penalty.start, tuned).iter().take(MOVES_SHOWN) {
        println!("  {change} {:>10}", uses[change.feature]);
    }
    println!("\nNever exercised: {}", report::never_used(&uses).join(", "));
    let blocks = &data.held_out[..data.held_out.len().min(BLOCKS_FOR_WORTH)];
    println!(
        "\nWhat each term is worth: the held-out loss without it, less the loss with all, in millionths"
    );
    for (name, worth) in report::worth_of_terms(loss, tuned, blocks) {
        println!("  {name:<28} {:>10.1}", worth * 1e6);
    }
    println!(
        "\nheld-out loss: {:.6}, once the weights are rounded {:.6}",
        recipe.loss().mean(&recipe.penalty.start, &data.held_out),
        loss.mean(tuned, &data.held_out)
    );
}

fn print_scale(data: &Data, reference: &[Pair], tuned: &[Pair]) {
    let [new, old] = [tuned, reference].map(|weights| scores(weights, &data.held_out));
    let Comparison { mean, slope, correlation } = Comparison::of(&new, &old);
    println!("scale against the start: mean size {mean:.4}, slope {slope:.4}, correlation {correlation:.4}");
}
