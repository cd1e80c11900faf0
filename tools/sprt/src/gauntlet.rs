//! A gauntlet: one engine against several others, or all against all, with ratings.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::conditions::Conditions;
use crate::folder::{self, SavedState};
use crate::games;
use crate::match_engine::MatchEngine;
use crate::pentanomial::{Estimate, Pentanomial};
use crate::ratings::{Results, ratings};
use crate::schedule::{self, MatchProgress};
use crate::tally::Tally;
use crate::tournament::{RunnerEngine, RunnerTask, Tournament};

/// Settings of a gauntlet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct GauntletSettings {
    pub(crate) engines: Vec<MatchEngine>,
    #[serde(flatten)]
    pub(crate) conditions: Conditions,
    /// Pairs of each match.
    pub(crate) pairs: u64,
    /// All play all; otherwise the first plays each of the others.
    pub(crate) round_robin: bool,
    /// The rating of the first engine.
    pub(crate) anchor: f64,
}

/// A gauntlet.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Gauntlet {
    settings: GauntletSettings,
    /// In the order of [`pairings`].
    matches: Vec<MatchProgress>,
}

/// All pairs of opponents.
fn pairings(engines: usize, round_robin: bool) -> Vec<(usize, usize)> {
    let firsts = if round_robin { engines } else { 1 };
    (0..firsts).flat_map(|first| (first + 1..engines).map(move |second| (first, second))).collect()
}

impl Gauntlet {
    /// A gauntlet before its first game.
    pub(crate) fn new(settings: GauntletSettings) -> Gauntlet {
        let matches = pairings(settings.engines.len(), settings.round_robin).len();
        Gauntlet { settings, matches: vec![MatchProgress::default(); matches] }
    }

    fn pairings(&self) -> Vec<(usize, usize)> {
        pairings(self.settings.engines.len(), self.settings.round_robin)
    }

    fn name(&self, engine: usize) -> &str {
        &self.settings.engines[engine].name
    }

    fn results(&self) -> Vec<Results> {
        let of_match = |((first, second), played): ((usize, usize), &MatchProgress)| Results {
            first,
            second,
            pairs: played.tally.pairs,
        };
        self.pairings().into_iter().zip(&self.matches).map(of_match).collect()
    }

    /// The engines sorted by rating, unrated ones last: number, rating, results.
    fn ranking(&self) -> Vec<(usize, Option<Estimate>, Tally)> {
        let results = self.results();
        let found = ratings(self.settings.engines.len(), &results, self.settings.anchor);
        let mut ranking: Vec<_> = found
            .into_iter()
            .enumerate()
            .map(|(engine, rating)| {
                let mut all = Tally::default();
                for ((first, second), played) in self.pairings().into_iter().zip(&self.matches) {
                    if engine == first {
                        all.add(&played.tally);
                    } else if engine == second {
                        all.add(&played.tally.mirrored());
                    }
                }
                (engine, rating, all)
            })
            .collect();
        let value = |rating: &Option<Estimate>| rating.map_or(f64::NEG_INFINITY, |rating| rating.value);
        ranking.sort_by(|(_, one, _), (_, other, _)| value(other).total_cmp(&value(one)));
        ranking
    }
}

impl SavedState for Gauntlet {
    const FILE: &'static str = folder::GAUNTLET;
}

impl Tournament for Gauntlet {
    fn next_task(&self) -> Option<RunnerTask<'_>> {
        let (number, pairs) = schedule::next(&self.matches, self.settings.pairs)?;
        let (first, second) = self.pairings()[number];
        Some(RunnerTask {
            conditions: &self.settings.conditions,
            sides: [first, second]
                .map(|engine| RunnerEngine::of(&self.settings.engines[engine], &self.settings.conditions)),
            pairs,
            first_opening: self.matches[number].openings,
            test: None,
        })
    }

    fn count(&mut self, pair: &Tally, opening: u64) {
        if let Some((number, _)) = schedule::next(&self.matches, self.settings.pairs) {
            self.matches[number].count(pair, opening);
        }
    }

    fn pairs(&self) -> u64 {
        self.matches.iter().map(MatchProgress::pairs).sum()
    }

    fn max_pairs(&self) -> u64 {
        self.settings.pairs * self.matches.len() as u64
    }

    fn status(&self) -> String {
        let next = schedule::next(&self.matches, self.settings.pairs);
        let Some((number, _)) = next else { return "all played".to_owned() };
        let (first, second) = self.pairings()[number];
        format!("{} against {}", self.name(first), self.name(second))
    }

    fn report(&self, folder: &Path) -> String {
        format!("{}{}", GauntletReport(self), games::note(folder))
    }

    fn json(&self) -> Value {
        let rated = |(engine, rating, all): (usize, Option<Estimate>, Tally)| {
            json!({
                "name": self.name(engine),
                "rating": rating.map(|rating| rating.value),
                "error": rating.map(|rating| rating.error),
                "won": all.wins, "drawn": all.draws, "lost": all.losses,
            })
        };
        let played = |((first, second), played): ((usize, usize), &MatchProgress)| {
            json!({
                "first": self.name(first),
                "second": self.name(second),
                "results": played.tally.json(),
            })
        };
        json!({
            "kind": "gauntlet",
            "conditions": self.settings.conditions,
            "ratings": self.ranking().into_iter().map(rated).collect::<Vec<_>>(),
            "matches": self.pairings().into_iter().zip(&self.matches).map(played).collect::<Vec<_>>(),
        })
    }

    fn engines(&self) -> Vec<&MatchEngine> {
        self.settings.engines.iter().collect()
    }

    fn conditions(&mut self) -> &mut Conditions {
        &mut self.settings.conditions
    }
}

/// Two tables: ratings, and matches.
struct GauntletReport<'a>(&'a Gauntlet);

impl fmt::Display for GauntletReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let GauntletReport(gauntlet) = self;
        let (games, most) = (2 * gauntlet.pairs(), 2 * gauntlet.max_pairs());
        writeln!(f, "{games} games of {most}, {}\n", gauntlet.settings.conditions)?;
        writeln!(f, "| engine | rating (95%) | games | score | drawn |\n|---|---|---|---|---|")?;
        for (engine, rating, all) in gauntlet.ranking() {
            write!(f, "| {} | ", gauntlet.name(engine))?;
            match rating {
                Some(Estimate { value, error }) if error > 0.0 => write!(f, "{value:+.0} ± {error:.0}")?,
                Some(Estimate { value, .. }) => write!(f, "{value:+.0}")?,
                None => f.write_str(without_rating(&all))?,
            }
            let percent = |part: f64| 100.0 * part / all.games().max(1) as f64;
            let points = all.wins as f64 + all.draws as f64 / 2.0;
            writeln!(
                f,
                " | {} | {:.1} % | {:.1} % |",
                all.games(),
                percent(points),
                percent(all.draws as f64)
            )?;
        }
        writeln!(f, "\n| match | won, drawn, lost | Elo | Ptnml |\n|---|---|---|---|")?;
        for ((first, second), MatchProgress { tally, .. }) in
            gauntlet.pairings().into_iter().zip(&gauntlet.matches)
        {
            let Tally { wins, draws, losses, pairs, .. } = tally;
            let elo =
                if *pairs == Pentanomial::default() { "—".to_owned() } else { pairs.elo().to_string() };
            let counts = pairs.to_string();
            let (first, second) = (gauntlet.name(first), gauntlet.name(second));
            writeln!(
                f,
                "| {first} against {second} | {wins}, {draws}, {losses} | {elo} | {} |",
                counts.trim_matches(['[', ']'])
            )?;
        }
        let mut all = Tally::default();
        gauntlet.matches.iter().for_each(|played| all.add(&played.tally));
        all.faults.iter().try_for_each(|(fault, count)| writeln!(f, "Fault | {fault}: {count}"))
    }
}

fn without_rating(all: &Tally) -> &'static str {
    match (all.games(), all.wins + all.draws, all.losses + all.draws) {
        (0, ..) => "unknown: not played",
        (_, 0, _) => "unknown: lost every game",
        (_, _, 0) => "unknown: won every game",
        _ => "unknown",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_plays_each_other_or_all_play_all() {
        assert_eq!(pairings(4, false), [(0, 1), (0, 2), (0, 3)]);
        assert_eq!(pairings(4, true), [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]);
    }
}
