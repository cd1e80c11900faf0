//! `tuner fit`: from positions to a new list of terms.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use toolkit::{End, Lock, expect_apart, expect_outputs, say};
use tuner::checkpoint::Checkpoint;
use tuner::fit::{FitSettings, FitState};
use tuner::load::Data;
use tuner::loss::{scores_and_points, search_scores_and_points};
use tuner::model::WeightPair;
use tuner::penalty::{Penalty, neighbours};
use tuner::scale::keep_scale;
use tuner::target::{Blend, Sigmoid};
use tuner::term_list::TermList;
use tuner::traces::TraceBlock;
use tuner::{plot, weights};

use super::summary;
use crate::arguments::{FitArgs, InitialWeightArgs};

/// Minimum number of batches per epoch, if there are few positions.
const FEWEST_BATCHES: usize = 64;

pub(crate) fn run(arguments: &FitArgs) -> Result<End> {
    // Errors are found before the work begins.
    let about = || format!("{}", arguments.terms.display());
    let text = fs::read_to_string(&arguments.terms).with_context(about)?;
    let list = TermList::parse(&text).with_context(about)?;
    list.expect_current().with_context(about)?;
    check(arguments)?;
    let movable = weights::movable(&arguments.start.only, &arguments.start.freeze)?;
    let neighbours = neighbours(&arguments.start.smooth)?;
    fs::create_dir_all(&arguments.folder).with_context(|| format!("{}", arguments.folder.display()))?;

    let places = Places::of(arguments);
    places.check(arguments)?;
    let checkpoint = &places.checkpoint;
    let _lock = Lock::hold(checkpoint)?;
    if !arguments.resume {
        Checkpoint::expect_none_unfinished(checkpoint)?;
    }

    let data = super::load(&arguments.source)?;
    let (start, reference) = start(&arguments.start, &movable);
    let penalty =
        Penalty { start, pull: arguments.start.pull, smoothness: arguments.start.smoothness, neighbours };
    let recipe = recipe(arguments, &data, &reference, penalty, movable)?;
    let state = if arguments.resume {
        Checkpoint::resume(checkpoint, &data, &recipe)?
    } else {
        begin(&recipe, &data)?
    };
    // With the limits of this call: a run may be resumed with lower limits, which it has reached.
    Checkpoint::new(&data, &recipe, &state).save(checkpoint)?;
    let state = train(&recipe, &data, state, checkpoint)?;
    let end = if state.is_finished(&recipe) { End::Complete } else { End::Interrupted };
    let out = match end {
        End::Complete => &places.tuned,
        // An unfinished run can only be continued with the list that it began with.
        End::Interrupted => &places.unfinished,
    };
    let tuned = Tuned::of(arguments, &data, &reference, &state)?;
    // Results are saved before the report is printed.
    toolkit::write_file(out, list.with_weights(&tuned.whole))?;
    plot::draw(&places.picture, loss_of_start(&recipe, &data), &state.history)?;
    report(&data, &recipe, &reference, tuned)?;
    say(format_args!("\nweights: {}\npicture: {}\n", out.display(), places.picture.display()))?;
    Ok(end)
}

/// Places of all files that a run writes.
struct Places {
    /// May be the list that the run began with.
    tuned: PathBuf,
    checkpoint: PathBuf,
    picture: PathBuf,
    unfinished: PathBuf,
}

impl Places {
    fn of(arguments: &FitArgs) -> Places {
        let beside = |name: &str| arguments.folder.join(name);
        Places {
            tuned: arguments.out.as_ref().unwrap_or(&arguments.terms).clone(),
            checkpoint: beside("checkpoint.json"),
            picture: beside("loss.svg"),
            unfinished: beside("unfinished.rs"),
        }
    }

    /// Checks that they overwrite nothing.
    fn check(&self, arguments: &FitArgs) -> Result<()> {
        let positions: Vec<&Path> = arguments.source.files.iter().map(PathBuf::as_path).collect();
        let beside = [&self.checkpoint, &self.picture, &self.unfinished].map(PathBuf::as_path);
        expect_apart(&[&arguments.terms], &beside)?;
        expect_outputs(&positions, &[&[self.tuned.as_path()], &beside[..]].concat())
    }
}

fn loss_of_start(recipe: &FitSettings, data: &Data) -> f64 {
    recipe.loss().mean(&recipe.penalty.start, &data.held_out)
}

fn check(arguments: &FitArgs) -> Result<()> {
    let FitArgs { goal, start, pace, .. } = arguments;
    let is_wrong = |number: f64, least: f64| !number.is_finite() || number < least;
    let wrong = [
        ("--lambda", goal.lambda, "a part from 0 to 1", !(0.0..=1.0).contains(&goal.lambda)),
        (
            "--k",
            goal.k.unwrap_or(1.0),
            "a number above 0",
            goal.k.is_some_and(|k| is_wrong(k, f64::MIN_POSITIVE)),
        ),
        ("--rate", pace.rate, "a number above 0", is_wrong(pace.rate, f64::MIN_POSITIVE)),
        ("--pull", start.pull, "a number that is not negative", is_wrong(start.pull, 0.0)),
        ("--smoothness", start.smoothness, "a number that is not negative", is_wrong(start.smoothness, 0.0)),
    ];
    match wrong.into_iter().find(|&(.., is_wrong)| is_wrong) {
        Some((name, found, expected, _)) => bail!("{name} {found}: expected {expected}"),
        None => Ok(()),
    }
}

/// Initial weights, and the weights that define the scale of scores: the same, or plain piece values if the initial
/// weights are zero.
fn start(start: &InitialWeightArgs, movable: &[bool]) -> (Vec<WeightPair>, Vec<WeightPair>) {
    if start.zero {
        (weights::zeroed(start.material, movable), weights::material_only())
    } else {
        (weights::current(), weights::current())
    }
}

fn recipe(
    arguments: &FitArgs,
    data: &Data,
    reference: &[WeightPair],
    penalty: Penalty,
    movable: Vec<bool>,
) -> Result<FitSettings> {
    // Positions from inside searches have only a score, whose scale is unknown without results.
    if [&data.training, &data.held_out].iter().any(|blocks| !has_result(blocks)) {
        bail!("no training position, or no held-out position, has a result");
    }
    let fitted = || Sigmoid::fit(&scores_and_points(reference, &data.training, &Blend::RESULTS));
    let sigmoid = arguments.goal.k.map(|k| Sigmoid { k }).or_else(fitted);
    let sigmoid = sigmoid.context("there is no position to fit K to")?;
    let search = Sigmoid::fit(&search_scores_and_points(&data.training));
    if search.is_none() && arguments.goal.lambda < 1.0 {
        bail!("no position with a result has a score to blend with it: ask for --lambda 1");
    }
    let target = Blend { result: arguments.goal.lambda, search: search.unwrap_or(Blend::RESULTS.search) };
    let (evaluation, search) = (sigmoid.k, target.search.k);
    say(format_args!("K = {evaluation:.3} for the evaluation, {search:.3} for the scores of the search\n"))?;
    let pace = &arguments.pace;
    let batch = (pace.batch / TraceBlock::POSITIONS).min(data.training.len() / FEWEST_BATCHES).max(1);
    Ok(FitSettings {
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

fn has_result(blocks: &[TraceBlock]) -> bool {
    blocks.iter().flat_map(TraceBlock::iter).any(|trace| Blend::RESULTS.points(trace.head).is_some())
}

/// A run before its first epoch, which can be interrupted too.
fn begin(recipe: &FitSettings, data: &Data) -> Result<FitState> {
    let state = FitState::new(recipe, data);
    ensure!(state.is_finite(), "the loss before the first epoch is {}, expected a number", state.best_loss);
    Ok(state)
}

/// Runs epochs until the run ends or is interrupted, and saves a checkpoint after each.
fn train(recipe: &FitSettings, data: &Data, mut state: FitState, checkpoint: &Path) -> Result<FitState> {
    let stop = toolkit::listen()?;
    let style = "epoch {msg} {wide_bar} {eta} left in this epoch";
    let bar = ProgressBar::new(data.training.len().div_ceil(recipe.batch) as u64)
        .with_style(ProgressStyle::with_template(style)?);
    let begun = Instant::now();
    say(format_args!("held-out loss before the first epoch: {:.6}\n", loss_of_start(recipe, data)))?;
    while !state.is_finished(recipe) {
        bar.reset();
        bar.set_message(format!("{}, best {:.6}", state.history.len() + 1, state.best_loss));
        let next = state.after_epoch(recipe, data, || {
            bar.inc(1);
            !stop.load(Ordering::Relaxed)
        });
        let Some(next) = next else {
            bar.suspend(|| say("stopped; continue with --resume\n"))?;
            break;
        };
        ensure!(
            next.is_finite(),
            "epoch {} leads to weights or a loss that are no numbers, expected a smaller --rate; the epochs before \
             it are saved",
            next.history.len()
        );
        state = next;
        Checkpoint::new(data, recipe, &state).save(checkpoint)?;
        if let Some(epoch) = state.history.last() {
            let line = format!(
                "epoch {:>3}: training {:.6}, held out {:.6}, rate {:.4}, {:.0} s\n",
                state.history.len(),
                epoch.training,
                epoch.held_out,
                epoch.rate,
                begun.elapsed().as_secs_f64()
            );
            bar.suspend(|| say(line))?;
        }
    }
    bar.finish_and_clear();
    Ok(state)
}

/// Final weights of a run.
struct Tuned {
    /// The weights in whole numbers.
    whole: Vec<(i16, i16)>,
    /// Divisor that keeps the scale, with --keep-scale.
    divisor: Option<f64>,
}

impl Tuned {
    fn of(arguments: &FitArgs, data: &Data, reference: &[WeightPair], state: &FitState) -> Result<Tuned> {
        let scaled = |measure| keep_scale(&state.best, reference, &data.training, measure);
        let (weights, divisor) = match arguments.start.keep_scale.map(scaled) {
            Some((weights, divisor)) => (weights, Some(divisor)),
            None => (state.best.clone(), None),
        };
        Ok(Tuned { whole: weights::rounded(&weights)?, divisor })
    }
}

/// Prints the report of the tuned weights.
fn report(data: &Data, recipe: &FitSettings, reference: &[WeightPair], tuned: Tuned) -> Result<()> {
    let mut loss = recipe.loss();
    if let Some(divisor) = tuned.divisor {
        loss.sigmoid.k *= divisor;
        let k = loss.sigmoid.k;
        say(format_args!("scores divided by {divisor:.4} to keep their scale; K is now {k:.3}\n"))?;
    }
    let rounded = weights::from_rounded(&tuned.whole);
    summary::print(data, &recipe.penalty.start, &loss, &rounded)?;
    let [before, after] = [loss_of_start(recipe, data), loss.mean(&rounded, &data.held_out)];
    say(format_args!("\nheld-out loss: {before:.6} at the start, {after:.6} with the rounded weights\n"))?;
    summary::print_scale(data, reference, &rounded)?;
    super::loss::print_table(
        data,
        &[
            ("material only".to_owned(), weights::material_only()),
            ("current evaluation".to_owned(), weights::current()),
            ("tuned".to_owned(), rounded),
        ],
    )
}
