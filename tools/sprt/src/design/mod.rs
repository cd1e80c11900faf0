//! A screening design: measures the effects of many changes at once, with every game.
//!
//! ```text
//!   file of factors ──▶ factor ──▶ plan ──▶ play ──▶ report
//!                          ▲       (which side has
//!   engine ──uci──▶ options         which change)
//! ```
//!
//! Testing fifteen changes one by one takes fifteen matches, each for one change. Here sixteen matches measure all
//! fifteen, each effect with the error of all sixteen together. An effect that stands out needs a match of its own:
//! of twenty changes without effect, one lies beyond its error on average.

mod factor;
mod plan;
mod report;

use std::fmt;
use std::path::Path;
use std::time::Duration;

use anyhow::Result;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolkit::UciEngine;

use crate::conditions::Conditions;
use crate::folder::{self, SavedState};
use crate::games;
use crate::match_engine::MatchEngine;
use crate::pentanomial::Estimate;
use crate::schedule::{self, MatchProgress};
use crate::tally::Tally;
use crate::tournament::{RunnerEngine, RunnerTask, Tournament};

pub(crate) use factor::FactorList;
use factor::{Factor, Setting};
use plan::Plan;
use report::DesignReport;

/// Time limit for listing the options.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Settings of a design.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct DesignSettings {
    engine: MatchEngine,
    factors: Vec<Factor>,
    #[serde(flatten)]
    conditions: Conditions,
    /// Pairs of each match.
    pairs: u64,
}

/// A design.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Design {
    settings: DesignSettings,
    /// The matches of the plan, each from the view of its first side.
    matches: Vec<MatchProgress>,
}

/// Reason why the effects are unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum UnknownEffects {
    /// Some match has no games yet.
    NotBegun,
    /// One side won every game of a match, so that its gain is unbounded.
    Swept {
        /// The first such match, counted from 0.
        number: usize,
    },
}

impl fmt::Display for UnknownEffects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnknownEffects::NotBegun => f.write_str("Effects are known once every match has begun."),
            UnknownEffects::Swept { number } => write!(
                f,
                "Effects are unknown as long as one side has won every game of match {}: its gain has no bound.",
                number + 1
            ),
        }
    }
}

impl Design {
    /// A design before its first game.
    ///
    /// # Errors
    /// If the list is invalid, or sets options that the engine does not accept.
    pub(crate) fn new(
        engine: MatchEngine,
        list: &FactorList,
        conditions: Conditions,
        pairs: u64,
    ) -> Result<Design> {
        let uci = UciEngine::start_program(&engine.path, TIMEOUT)?;
        let factors = list.factors(uci.options())?;
        let matches = vec![MatchProgress::default(); Plan { factors: factors.len() }.matches()];
        Ok(Design { settings: DesignSettings { engine, factors, conditions, pairs }, matches })
    }

    fn plan(&self) -> Plan {
        Plan { factors: self.settings.factors.len() }
    }

    /// The next match, and its number of pairs to play.
    fn current(&self) -> Option<(usize, u64)> {
        schedule::next(&self.matches, self.settings.pairs)
    }

    /// The effect of each factor, once every match has games.
    fn effects(&self) -> Result<Vec<Estimate>, UnknownEffects> {
        if self.matches.iter().any(|played| played.pairs() == 0) {
            return Err(UnknownEffects::NotBegun);
        }
        let gains: Vec<Estimate> = self.matches.iter().map(|played| played.tally.pairs.elo()).collect();
        match gains.iter().position(|gain| gain.value.is_infinite()) {
            Some(number) => Err(UnknownEffects::Swept { number }),
            None => Ok(self.plan().effects(&gains)),
        }
    }

    /// A side of a match with these factors.
    fn side(&self, name: &str, number: usize, factors: &[usize]) -> RunnerEngine<'_> {
        let settings = factors.iter().flat_map(|&factor| &self.settings.factors[factor].settings);
        let mut side = RunnerEngine::of(&self.settings.engine, &self.settings.conditions);
        side.name = format!("{name}-{}", number + 1);
        side.options.extend(settings.map(Setting::to_string));
        side
    }
}

impl SavedState for Design {
    const FILE: &'static str = folder::DESIGN;
}

impl Tournament for Design {
    fn next_task(&self) -> Option<RunnerTask<'_>> {
        let (number, pairs) = self.current()?;
        let [first, second] = self.plan().sides(number);
        Some(RunnerTask {
            conditions: &self.settings.conditions,
            sides: [self.side("first", number, &first), self.side("second", number, &second)],
            pairs,
            // Each match has its own openings, if the book is large enough.
            first_opening: number as u64 * self.settings.pairs + self.matches[number].openings,
            test: None,
        })
    }

    fn count(&mut self, pair: &Tally, opening: u64) {
        if let Some((number, _)) = self.current() {
            self.matches[number].count(pair, opening - number as u64 * self.settings.pairs);
        }
    }

    fn pairs(&self) -> u64 {
        self.matches.iter().map(MatchProgress::pairs).sum()
    }

    fn max_pairs(&self) -> u64 {
        self.settings.pairs * self.matches.len() as u64
    }

    fn status(&self) -> String {
        let matches = self.matches.len();
        match (self.current(), self.effects().ok().and_then(|effects| effects.first().copied())) {
            (Some((number, _)), Some(Estimate { error, .. })) if error.is_finite() => {
                format!("match {} of {matches}, each effect ± {error:.2}", number + 1)
            }
            (next, _) => format!("match {} of {matches}", next.map_or(matches, |(number, _)| number + 1)),
        }
    }

    fn report(&self, folder: &Path) -> String {
        format!("{}{}", DesignReport(self), games::note(folder))
    }

    fn json(&self) -> Value {
        let DesignSettings { engine, factors, conditions, .. } = &self.settings;
        json!({
            "kind": "design",
            "engine": engine, "conditions": conditions, "changes": factors,
            "effects": self.effects().ok(),
            "matches": self.matches.iter().map(|played| played.tally.json()).collect::<Vec<_>>(),
        })
    }

    fn conditions(&mut self) -> &mut Conditions {
        &mut self.settings.conditions
    }

    fn engines(&self) -> Vec<&MatchEngine> {
        vec![&self.settings.engine]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditions::Limit;
    use crate::pentanomial::Pentanomial;
    use crate::runner::{Runner, RunnerKind};

    /// A design of three factors in four matches of two pairs.
    fn design() -> Design {
        let setting = |name: &str| Setting { name: name.to_owned(), value: "7".to_owned() };
        let factor = |names: &[&str]| Factor { settings: names.iter().map(|name| setting(name)).collect() };
        let conditions = Conditions {
            runner: Runner { kind: RunnerKind::Fastchess, path: "/x/fastchess".into() },
            limit: Limit::Nodes(500),
            book: "/x/book.epd".into(),
            chess960: false,
            adjudicate: true,
            hash: 16,
            threads: 1,
            concurrency: 2,
            seed: 70,
        };
        let engine = MatchEngine {
            name: "tuning".to_owned(),
            path: "/x/tuning".into(),
            bench: Some(1234),
            checksum: None,
            options: vec!["Hash=8".to_owned()],
            lacks: vec!["Threads".to_owned()],
        };
        let factors = vec![factor(&["a"]), factor(&["b", "c"]), factor(&["d"])];
        let settings = DesignSettings { engine, factors, conditions, pairs: 2 };
        Design { settings, matches: vec![MatchProgress::default(); 4] }
    }

    fn count(design: &mut Design, pair: &Tally) {
        let opening = design.next_task().unwrap().first_opening;
        design.count(pair, opening);
    }

    fn pair(score: usize) -> Tally {
        let mut pairs = Pentanomial::default();
        pairs.0[score] = 1;
        Tally { pairs, ..Tally::default() }
    }

    #[test]
    fn the_matches_take_turns_until_they_have_their_pairs() {
        let mut design = design();
        let mut orders = Vec::new();
        while let Some(RunnerTask { sides: [first, second], pairs, first_opening, .. }) = design.next_task() {
            orders.push((first.options.join(" "), second.options.join(" "), pairs, first_opening));
            design.count(&pair(2), first_opening);
        }
        let matches =
            [("a=7 b=7 c=7 d=7", ""), ("b=7 c=7", "a=7 d=7"), ("a=7", "b=7 c=7 d=7"), ("d=7", "a=7 b=7 c=7")];
        // Two pairs come in two rounds. Of the conditions the engine sets Hash itself, and lacks Threads.
        let all = |options: &str| format!("Hash=8 {options}").trim().to_owned();
        let round = |opening: u64| {
            let number = (0..).map(move |number| 2 * number + opening);
            matches
                .into_iter()
                .zip(number)
                .map(move |((first, second), opening)| (all(first), all(second), 1, opening))
        };
        assert_eq!(orders, round(0).chain(round(1)).collect::<Vec<_>>());
        assert_eq!((design.pairs(), design.is_over()), (8, true));
    }

    #[test]
    fn there_are_no_effects_before_every_match_has_results() {
        let mut design = design();
        for score in [3, 1, 1, 2] {
            assert_eq!(design.effects(), Err(UnknownEffects::NotBegun));
            count(&mut design, &pair(score));
        }
        assert!(design.effects().unwrap().iter().all(|effect| effect.error == f64::INFINITY));
        for score in [4, 2, 2, 3] {
            count(&mut design, &pair(score));
        }
        let elo = |counts| Pentanomial(counts).elo();
        let gains = [elo([0, 0, 0, 1, 1]), elo([0, 1, 1, 0, 0]), elo([0, 1, 1, 0, 0]), elo([0, 0, 1, 1, 0])];
        assert_eq!(design.effects(), Ok(design.plan().effects(&gains)));
    }

    #[test]
    fn a_match_without_a_point_for_one_side_gives_no_effect() {
        let mut design = design();
        for score in [3, 0, 2, 4] {
            count(&mut design, &pair(score));
        }
        assert_eq!(design.effects(), Err(UnknownEffects::Swept { number: 1 }));
        let report = design.report(Path::new("/no/games"));
        let why =
            "Effects are unknown as long as one side has won every game of match 2: its gain has no bound.";
        assert!(report.contains(why) && !report.contains("| effect"), "{report}");
        for score in [3, 1, 2, 3] {
            count(&mut design, &pair(score));
        }
        assert!(design.effects().unwrap().iter().all(|effect| effect.value.is_finite()));
    }

    #[test]
    fn a_saved_design_is_read_back() {
        let mut design = design();
        count(&mut design, &pair(3));
        let text = serde_json::to_string(&design).unwrap();
        assert_eq!(serde_json::from_str::<Design>(&text).unwrap(), design);
    }
}
