//! The program that plays the games: fastchess or cutechess-cli.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use crate::conditions::{self, Limit};
use crate::llr::{EloModel, Test};
use crate::match_engine::MatchEngine;
use crate::tournament::{RunnerEngine, RunnerTask};

/// A program that plays matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum RunnerKind {
    Fastchess,
    Cutechess,
}

/// Kind and path of a runner.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Runner {
    pub(crate) kind: RunnerKind,
    pub(crate) path: PathBuf,
}

const PROGRAMS: [(RunnerKind, &str); 2] =
    [(RunnerKind::Fastchess, "fastchess"), (RunnerKind::Cutechess, "cutechess-cli")];

impl Runner {
    /// Finds a runner by path or name, or else the first one on the search path.
    pub(crate) fn find(requested: Option<&Path>) -> Result<Runner> {
        if let Some(path) = requested {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            let kind = PROGRAMS.iter().find(|(_, program)| name.starts_with(program));
            return match kind {
                Some(&(kind, _)) => Ok(Runner { kind, path: located(path) }),
                None => bail!("'{name}' is no known runner, expected fastchess or cutechess-cli"),
            };
        }
        for (kind, program) in PROGRAMS {
            if let Some(path) = on_search_path(program) {
                return Ok(Runner { kind, path });
            }
        }
        bail!(
            "neither fastchess nor cutechess-cli is on the search path; they come from \
             https://github.com/Disservin/fastchess and https://github.com/cutechess/cutechess"
        )
    }

    /// The runner's arguments for a task.
    pub(crate) fn arguments(&self, task: &RunnerTask<'_>) -> Vec<String> {
        let RunnerTask { conditions, sides, pairs, test, .. } = task;
        let mut arguments = Vec::new();
        let mut add = |words: &[&str]| arguments.extend(words.iter().map(|&word| word.to_owned()));
        for RunnerEngine { name, path, options } in sides {
            add(&["-engine", &format!("cmd={}", path.display()), &format!("name={name}")]);
            options.iter().for_each(|option| add(&[&format!("option.{option}")]));
        }
        add(&["-each", "proto=uci"]);
        match &conditions.limit {
            Limit::Clock(clock) => add(&[&format!("tc={clock}")]),
            Limit::Nodes(nodes) => add(&["tc=inf", &format!("nodes={nodes}")]),
        }
        add(&["-openings", "file=openings.epd", "format=epd", "order=sequential"]);
        add(&["-repeat", "-games", "2", "-rounds", &pairs.to_string()]);
        add(&["-concurrency", &conditions.concurrency.to_string(), "-recover"]);
        if self.kind == RunnerKind::Fastchess && conditions.concurrency > conditions::processors() {
            add(&["-force-concurrency"]);
        }
        if conditions.chess960 {
            add(&["-variant", "fischerandom"]);
        }
        if conditions.adjudicate {
            add(&["-resign", "movecount=3", "score=400"]);
            add(&["-draw", "movenumber=40", "movecount=8", "score=10"]);
        }
        match self.kind {
            RunnerKind::Fastchess => {
                test.iter().for_each(|test| add(&sequential_test(test).each_ref().map(String::as_str)));
                add(&["-pgnout", "file=games.pgn"]);
            }
            // Its own test does not use pairs, so this program stops the match.
            RunnerKind::Cutechess => add(&["-pgnout", "games.pgn"]),
        }
        arguments
    }
}

/// The arguments for fastchess's own test, with the same settings.
fn sequential_test(test: &Test) -> [String; 6] {
    let Test { model, elo0, elo1, alpha, beta } = test;
    let model = match model {
        EloModel::Normalized => "normalized",
        EloModel::Logistic => "logistic",
    };
    [
        "-sprt".to_owned(),
        format!("elo0={elo0}"),
        format!("elo1={elo1}"),
        format!("alpha={alpha}"),
        format!("beta={beta}"),
        format!("model={model}"),
    ]
}

/// The path of a program: an existing file, or else a program on the search path.
fn located(path: &Path) -> PathBuf {
    let found = || path.to_str().filter(|_| path.components().count() == 1).and_then(on_search_path);
    if path.exists() { path.to_owned() } else { found().unwrap_or_else(|| path.to_owned()) }
}

pub(crate) fn on_search_path(program: &str) -> Option<PathBuf> {
    let folders = env::var_os("PATH")?;
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&folders).map(|folder| folder.join(&file)).find(|path| path.is_file())
}

/// Renames engines so that all names are distinct.
pub(crate) fn with_distinct_names(mut engines: Vec<MatchEngine>) -> Vec<MatchEngine> {
    for place in 1..engines.len() {
        let (before, [engine, ..]) = engines.split_at_mut(place) else { continue };
        let name = engine.name.clone();
        let is_taken = |name: &str| before.iter().any(|other| other.name == name);
        let free = (2..).map(|number| format!("{name}-{number}")).find(|name| !is_taken(name));
        if is_taken(&name) {
            engine.name = free.unwrap_or(name);
        }
    }
    engines
}

/// Renames two engines if their names are equal.
pub(crate) fn with_different_names(
    mut new: MatchEngine,
    mut base: MatchEngine,
) -> (MatchEngine, MatchEngine) {
    if new.name == base.name {
        new.name += "-new";
        base.name += "-base";
    }
    (new, base)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_runner_is_known_by_its_name() {
        let find = |path: &str| Runner::find(Some(Path::new(path)));
        assert_eq!(find("/x/fastchess-1.8").unwrap().kind, RunnerKind::Fastchess);
        assert_eq!(find("cutechess-cli").unwrap().kind, RunnerKind::Cutechess);
        assert_eq!(
            find("/x/arena").unwrap_err().to_string(),
            "'arena' is no known runner, expected fastchess or cutechess-cli"
        );
    }
}
