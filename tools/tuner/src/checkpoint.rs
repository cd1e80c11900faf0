//! A saved run, from which it continues as if it had not been stopped.
//!
//! A checkpoint is JSON: the terms by name, the settings, a summary of the positions, and the state after the last
//! complete epoch. It is only resumed with the same terms, settings and positions. The process that trains holds a
//! lock file beside it.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use eval::terms::TERMS;
use serde::{Deserialize, Serialize};

use crate::fit::{FitSettings, FitState};
use crate::load::{Data, Summary};

/// A run between two of its epochs.
#[derive(Debug, Serialize, Deserialize)]
pub struct Checkpoint {
    terms: Vec<(String, usize)>,
    data: Summary,
    recipe: FitSettings,
    state: FitState,
}

fn terms() -> Vec<(String, usize)> {
    TERMS.iter().map(|term| (term.name.to_owned(), term.len)).collect()
}

impl Checkpoint {
    /// Checkpoint of a run.
    pub fn new(data: &Data, recipe: &FitSettings, state: &FitState) -> Checkpoint {
        Checkpoint { terms: terms(), data: data.summary(), recipe: recipe.clone(), state: state.clone() }
    }

    /// Writes the file atomically.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn save(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_string(self)?;
        toolkit::write_file(path, &text)
    }

    /// The state of a run with the same terms, positions and settings.
    ///
    /// # Errors
    /// If the file is not a checkpoint, or belongs to another run.
    pub fn resume(path: &Path, data: &Data, recipe: &FitSettings) -> Result<FitState> {
        let shown = path.display();
        let checkpoint = Checkpoint::read(path)?;
        if checkpoint.terms != terms() {
            bail!("{shown} was made with other terms than this tuner has");
        }
        if checkpoint.data != data.summary() {
            bail!("{shown} was made with {}, and these are {}", checkpoint.data, data.summary());
        }
        if let Some(difference) = difference(&checkpoint.recipe, recipe) {
            bail!("{shown} was made with {difference}: resume it with the same options and the same start");
        }
        Ok(checkpoint.state)
    }

    /// Checks that a new run does not overwrite an unfinished one.
    ///
    /// # Errors
    /// If there is a file that is the checkpoint of an unfinished run, or none that this tuner can read.
    pub fn expect_none_unfinished(path: &Path) -> Result<()> {
        if !path.try_exists().with_context(|| format!("cannot read {}", path.display()))? {
            return Ok(());
        }
        let elsewhere = "choose another --folder or remove it";
        let about = || format!("{} would be overwritten, {elsewhere}", path.display());
        let checkpoint = Checkpoint::read(path).with_context(about)?;
        if !checkpoint.state.is_finished(&checkpoint.recipe) {
            let (shown, epochs) = (path.display(), checkpoint.state.history.len());
            bail!(
                "{shown} belongs to a run that is unfinished after {epochs} epochs: continue it with --resume, or {elsewhere}"
            );
        }
        Ok(())
    }

    fn read(path: &Path) -> Result<Checkpoint> {
        let shown = path.display();
        let text = fs::read(path).with_context(|| format!("cannot read {shown}"))?;
        serde_json::from_slice(&text).with_context(|| format!("{shown} is no checkpoint of this tuner"))
    }
}

/// Differences from another run. When to stop is free.
fn difference(old: &FitSettings, new: &FitSettings) -> Option<&'static str> {
    let checks = [
        (old.sigmoid == new.sigmoid, "another K"),
        (old.target == new.target, "another target"),
        (old.penalty.start == new.penalty.start, "other start weights"),
        (old.penalty == new.penalty, "another --pull or --smooth"),
        (old.movable == new.movable, "another --only or --freeze"),
        (old.batch == new.batch, "another --batch"),
        (old.rate == new.rate, "another --rate"),
        (old.seed == new.seed, "another --seed"),
    ];
    checks.into_iter().find(|&(same, _)| !same).map(|(_, what)| what)
}
