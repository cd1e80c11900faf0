//! `tuner loss`: the loss of evaluations on the held-out positions.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use toolkit::say;
use tuner::load::Data;
use tuner::loss::{scores_and_points, search_scores_and_points};
use tuner::model::WeightPair;
use tuner::target::{Blend, ScoreAndPoints, Sigmoid};
use tuner::term_list::TermList;
use tuner::weights;

use crate::arguments;

pub(crate) fn run(arguments: &arguments::LossArgs) -> Result<()> {
    let mut candidates = vec![("material only".to_owned(), weights::material_only())];
    for path in &arguments.weights {
        candidates.push((path.display().to_string(), read(path)?));
    }
    candidates.push(("current evaluation".to_owned(), weights::current()));
    let data = super::load(&arguments.source)?;
    print_table(&data, &candidates)
}

/// Reads a list of terms, which may be an older one with fewer.
fn read(path: &Path) -> Result<Vec<WeightPair>> {
    let about = || format!("{}", path.display());
    let text = fs::read_to_string(path).with_context(about)?;
    let (weights, lacking) = TermList::parse(&text).and_then(|list| list.weights()).with_context(about)?;
    if !lacking.is_empty() {
        eprintln!("{} lacks {}: taken for nothing", path.display(), lacking.join(", "));
    }
    Ok(weights)
}

/// Each list gets the K that fits best on the training positions, so that the comparison does not depend on the
/// scale. Losses are against results, and against search scores, which are less noisy with few games.
pub(crate) fn print_table(data: &Data, candidates: &[(String, Vec<WeightPair>)]) -> Result<()> {
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
            let [training, held_out] = columns(&Blend::search(search));
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
