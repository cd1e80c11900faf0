//! `tuner loss`: how far evaluations are from what came of the held-out positions.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};
use tuner::listing::Listing;
use tuner::load::Data;
use tuner::loss::{scores_and_points, search_scores_and_points};
use tuner::model::Pair;
use tuner::target::{ScoreAndPoints, Sigmoid};
use tuner::weights;

use crate::arguments;

pub(crate) fn run(arguments: &arguments::Loss) -> Result<()> {
    let mut candidates = vec![("material only".to_owned(), weights::material_only())];
    for path in &arguments.weights {
        candidates.push((path.display().to_string(), read(path)?));
    }
    candidates.push(("current evaluation".to_owned(), weights::current()));
    let data = super::load(&arguments.source)?;
    print_table(&data, &candidates)
}

/// Reads a list of terms, which may be an older one with fewer.
fn read(path: &Path) -> Result<Vec<Pair>> {
    let about = || format!("{}", path.display());
    let text = fs::read_to_string(path).with_context(about)?;
    let (weights, lacking) = Listing::parse(&text).and_then(|list| list.weights()).with_context(about)?;
    if !lacking.is_empty() {
        eprintln!("{} lacks {}: taken for nothing", path.display(), lacking.join(", "));
    }
    Ok(weights)
}

/// Each with the K that suits its training positions best, so that only what it knows is compared.
pub(crate) fn print_table(data: &Data, candidates: &[(String, Vec<Pair>)]) -> Result<()> {
    println!("\nMean squared error against the results, each with its own best K");
    println!("{:<40}{:>8}{:>12}{:>12}", "", "K", "training", "held out");
    for (name, weights) in candidates {
        let [training, held_out] =
            [&data.training, &data.held_out].map(|blocks| scores_and_points(weights, blocks));
        print_row(name, &training, &held_out)?;
    }
    let [training, held_out] =
        [&data.training, &data.held_out].map(|blocks| search_scores_and_points(blocks));
    if !training.is_empty() && !held_out.is_empty() {
        print_row("the scores of the search", &training, &held_out)?;
    }
    Ok(())
}

fn print_row(name: &str, training: &[ScoreAndPoints], held_out: &[ScoreAndPoints]) -> Result<()> {
    let sigmoid = Sigmoid::fit(training).context("there is no position to fit K to")?;
    let (learned, judged) = (sigmoid.error(training), sigmoid.error(held_out));
    println!("{name:<40}{:>8.3}{learned:>12.6}{judged:>12.6}", sigmoid.k);
    Ok(())
}
