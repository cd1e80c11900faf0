//! Fits every weight of the evaluation at once.
//!
//! ```text
//!   positions ─▶ traces ─▶ model ─▶ loss ─▶ slopes ─▶ steps ─▶ ... ─▶ terms.rs
//! ```
//!
//! Texel tuning: the best weights are those with which the evaluation of quiet positions best predicts the results of
//! their games. Each position is evaluated once by the engine's evaluation, with a trace of how often each feature occurs.
//! From then on the score is a function of the weights, and its gradient gives the steps.
//!
//! | module | idea |
//! |---|---|
//! | [`data`] | files of positions become traces; the games of one opening in ten are held out |
//! | [`traces`] | the evaluation's trace in some 200 bytes |
//! | [`model`] | score and gradient from a trace, with any weights |
//! | [`loss`] | the error of the weights |
//! | [`training`] | the pull back to the start, the steps, and the epochs |
//! | [`weights`] | initial weights, movable weights, rounding, and the scale of scores |
//! | [`terms_file`] | the list of terms as Rust text, read and printed |
//! | `report` | reports |

pub mod data;
pub mod loss;
pub mod model;
pub mod terms_file;
pub mod traces;
pub mod training;
pub mod weights;

mod report;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::Instant;

use anyhow::{Context as _, Result, bail, ensure};
use clap::Args;
use toolkit::{End, expect_apart, expect_outputs, number, progress, say};

use crate::Filter;
use data::Data;
use loss::{Blend, Loss, Sigmoid, scores, scores_and_points, search_scores_and_points};
use model::WeightPair;
use terms_file::TermsFile;
use traces::TraceBlock;
use training::{FitSettings, FitState, Pace, Pull, above_zero};
use weights::{Comparison, Measure, keep_scale};

#[derive(Args)]
pub struct PositionArgs {
    /// Files of positions, of any format
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Use at most this many positions
    #[arg(long, value_name = "POSITIONS", default_value_t = usize::MAX, hide_default_value = true)]
    limit: usize,
    /// Number of threads; 0: one for each core
    #[arg(long, default_value_t = 0)]
    threads: usize,
    /// Only quiet positions, by default from ply 16 on and within a score of 2000.
    #[command(flatten)]
    filter: Filter,
}

#[derive(Args)]
pub struct FitArgs {
    /// The list of terms that this program was built with
    #[arg(long, value_name = "FILE", default_value = "crates/eval/src/terms.rs")]
    terms: PathBuf,
    /// Folder for the fitted list (terms.rs)
    #[arg(long, value_name = "FOLDER", default_value = "target/tune")]
    folder: PathBuf,
    /// Replace the list of terms by the fitted one, unless the fit is interrupted
    #[arg(long)]
    write: bool,

    #[command(flatten)]
    source: PositionArgs,

    /// Start from zero weights instead of the current ones
    #[arg(long, help_heading = "Weights")]
    zero: bool,
    /// With --zero, start from plain piece values
    #[arg(long, help_heading = "Weights", requires = "zero")]
    material: bool,
    /// Fit only this term or group; may be repeated
    #[arg(long, help_heading = "Weights", value_name = "NAME")]
    only: Vec<String>,
    /// Do not fit this term or group; may be repeated
    #[arg(long, help_heading = "Weights", value_name = "NAME")]
    freeze: Vec<String>,
    /// Divide the fitted weights so that the scale of scores does not change
    #[arg(long, help_heading = "Weights", value_name = "MEASURE", conflicts_with_all = ["only", "freeze"])]
    keep_scale: Option<Measure>,

    /// Weight of the game's result in the target, from 0 to 1; the rest is the search's score
    #[arg(long, help_heading = "Target", value_name = "PART", default_value_t = 0.4, value_parser = part)]
    lambda: f64,
    /// K of the sigmoid of scores; by default it is fitted to the initial weights
    #[arg(long, help_heading = "Target", value_parser = above_zero)]
    k: Option<f64>,

    #[command(flatten)]
    pull: Pull,
    #[command(flatten)]
    pace: Pace,
}

#[derive(Args)]
pub struct LossArgs {
    #[command(flatten)]
    source: PositionArgs,
    /// A list of terms to measure besides the current one; may be repeated
    #[arg(long, value_name = "FILE")]
    weights: Vec<PathBuf>,
}

fn part(text: &str) -> Result<f64, String> {
    number(text, "a part from 0 to 1", |number| (0.0..=1.0).contains(&number))
}

/// Minimum number of batches per epoch, if there are few positions.
const FEWEST_BATCHES: usize = 64;

/// From positions to a new list of terms.
pub fn run(args: &FitArgs) -> Result<End> {
    // Errors are found before the work begins.
    let about = || args.terms.display().to_string();
    let text = fs::read_to_string(&args.terms).with_context(about)?;
    let list =
        TermsFile::parse(&text).and_then(|list| list.expect_current().map(|()| list)).with_context(about)?;
    let movable = weights::movable(&args.only, &args.freeze)?;
    fs::create_dir_all(&args.folder).with_context(|| args.folder.display().to_string())?;
    let fitted = args.folder.join("terms.rs");
    expect_apart(&[&args.terms], &[&fitted])?;
    let inputs: Vec<&Path> = args.source.files.iter().map(PathBuf::as_path).collect();
    expect_outputs(&inputs, &[&fitted])?;
    if args.write {
        expect_outputs(&inputs, &[&args.terms])?;
    }

    let data = load(&args.source)?;
    // The weights that define the scale of scores: the initial ones, or plain piece values if those are zero.
    let (start, reference) = match args.zero {
        true => (weights::zeroed(args.material, &movable), weights::material_only()),
        false => (weights::current(), weights::current()),
    };
    let settings = settings(args, &data, &reference, start, movable)?;
    let state = FitState::new(&settings, &data);
    ensure!(state.is_finite(), "the loss before the first epoch is {}, expected a number", state.best_loss);
    let loss_at_start = state.best_loss;
    say(format_args!("held-out loss before the first epoch: {loss_at_start:.6}\n"))?;
    let state = train(&settings, &data, state)?;

    let is_finished = state.is_finished(&settings);
    let (best, divisor) = match args.keep_scale {
        Some(measure) => keep_scale(&state.best, &reference, &data.training, measure),
        None => (state.best.clone(), 1.0),
    };
    let whole = weights::rounded(&best)?;
    let out = if is_finished && args.write { &args.terms } else { &fitted };
    // Results are saved before the report is printed.
    toolkit::write_file(out, list.with_weights(&whole))?;

    let mut loss = settings.loss;
    if args.keep_scale.is_some() {
        loss.sigmoid.k *= divisor;
        let k = loss.sigmoid.k;
        say(format_args!("scores divided by {divisor:.4} to keep their scale; K is now {k:.3}\n"))?;
    }
    let rounded: Vec<WeightPair> = whole.iter().map(|&(mg, eg)| [mg.into(), eg.into()]).collect();
    report::print_changes(&data, &settings.start, &loss, &rounded)?;
    let after = loss.mean(&rounded, &data.held_out);
    say(format_args!(
        "\nheld-out loss: {loss_at_start:.6} at the start, {after:.6} with the rounded weights\n"
    ))?;
    let [new, old] = [&rounded, &reference].map(|weights| scores(weights, &data.held_out));
    let Comparison { mean, slope, correlation } = Comparison::of(&new, &old);
    say(format_args!(
        "scale against the start: mean size {mean:.4}, slope {slope:.4}, correlation {correlation:.4}\n"
    ))?;
    let lists = [
        ("material only".to_owned(), weights::material_only()),
        ("current evaluation".to_owned(), weights::current()),
        ("fitted".to_owned(), rounded),
    ];
    report::print_table(&data, &lists)?;
    say(format_args!("\nweights: {}\n", out.display()))?;
    if is_finished && !args.write {
        say(format_args!("{} is unchanged; --write replaces it\n", args.terms.display()))?;
    }
    Ok(if is_finished { End::Complete } else { End::Interrupted })
}

/// Reads the positions, and prints their number.
fn load(source: &PositionArgs) -> Result<Data> {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(source.threads);
    threads.build_global().context("cannot start the threads")?;
    let data = Data::load(&source.files, source.filter.or(Filter::TUNING), source.limit)?;
    say(format_args!("{}\n", data.summary()))?;
    Ok(data)
}

fn settings(
    args: &FitArgs,
    data: &Data,
    reference: &[WeightPair],
    start: Vec<WeightPair>,
    movable: Vec<bool>,
) -> Result<FitSettings> {
    // Positions from inside searches have only a score, whose scale is unknown without results.
    let has_result = |blocks: &Vec<TraceBlock>| {
        blocks.iter().flat_map(TraceBlock::iter).any(|trace| trace.head.points().is_some())
    };
    if ![&data.training, &data.held_out].into_iter().all(has_result) {
        bail!("no training position, or no held-out position, has a result");
    }
    let fitted = || Sigmoid::fit(&scores_and_points(reference, &data.training, &Blend::RESULTS));
    let sigmoid = args.k.map(|k| Sigmoid { k }).or_else(fitted);
    let sigmoid = sigmoid.context("there is no position to fit K to")?;
    let search = Sigmoid::fit(&search_scores_and_points(&data.training));
    if search.is_none() && args.lambda < 1.0 {
        bail!("no position with a result has a score to blend with it: ask for --lambda 1");
    }
    let target = Blend { result: args.lambda, search: search.unwrap_or(Blend::RESULTS.search) };
    let (evaluation, search) = (sigmoid.k, target.search.k);
    say(format_args!("K = {evaluation:.3} for the evaluation, {search:.3} for the scores of the search\n"))?;
    let blocks = args.pace.blocks().min(data.training.len() / FEWEST_BATCHES).max(1);
    let pace = Pace { batch: blocks * TraceBlock::POSITIONS, ..args.pace };
    Ok(FitSettings { loss: Loss { sigmoid, target }, start, movable, pull: args.pull, pace })
}

/// Runs epochs until the run ends or is interrupted.
fn train(settings: &FitSettings, data: &Data, mut state: FitState) -> Result<FitState> {
    let stop = toolkit::listen()?;
    let bar = progress("epoch {msg} {wide_bar} {eta} left in this epoch");
    bar.set_length(data.training.len().div_ceil(settings.pace.blocks()) as u64);
    let begun = Instant::now();
    while !state.is_finished(settings) {
        bar.reset();
        bar.set_message(format!("{}, best {:.6}", state.history.len() + 1, state.best_loss));
        let next = state.after_epoch(settings, data, || {
            bar.inc(1);
            !stop.load(Ordering::Relaxed)
        });
        let Some(next) = next else {
            bar.suspend(|| say("stopped with the best weights so far\n"))?;
            break;
        };
        ensure!(
            next.is_finite(),
            "epoch {} leads to weights or a loss that are no numbers, expected a smaller --rate",
            next.history.len()
        );
        state = next;
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

/// Prints the losses of lists of terms, which may be older ones with fewer terms.
pub fn loss_of_lists(args: &LossArgs) -> Result<()> {
    let mut lists = vec![("material only".to_owned(), weights::material_only())];
    for path in &args.weights {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).with_context(|| name.clone())?;
        let read = TermsFile::parse(&text).and_then(|list| list.weights());
        let (weights, lacking) = read.with_context(|| name.clone())?;
        if !lacking.is_empty() {
            eprintln!("{name} lacks {}: taken for nothing", lacking.join(", "));
        }
        lists.push((name, weights));
    }
    lists.push(("current evaluation".to_owned(), weights::current()));
    report::print_table(&load(&args.source)?, &lists)
}
