//! The results of a match or a measurement as a block of text, ready for a commit message.

use std::fmt;

use crate::llr::EloModel;
use crate::match_engine::MatchEngine;
use crate::schedule::MatchProgress;
use crate::speed::SpeedComparison;
use crate::state::{Match, MatchSettings};

/// Report of a match.
pub(crate) struct MatchReport<'a>(pub(crate) &'a Match);

impl fmt::Display for MatchReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Match { settings, progress: MatchProgress { tally, .. } } = self.0;
        let MatchSettings { new, base, conditions, test, .. } = settings;
        write_opponents(f, new, base)?;
        if new.bench.is_some() && new.bench == base.bench {
            writeln!(
                f,
                "The benches are the same: the versions differ only in speed, or in code that the bench does not run."
            )?;
        }
        let pairs = &tally.pairs;
        let (low, high) = test.bounds();
        let verdict = test.verdict(pairs).name();
        let model = match test.model {
            EloModel::Normalized => "normalised",
            EloModel::Logistic => "logistic",
        };
        writeln!(f)?;
        writeln!(f, "Elo   | {} (95%)", pairs.elo())?;
        writeln!(f, "nElo  | {}", pairs.normalised_elo())?;
        writeln!(f, "Test  | {conditions}")?;
        writeln!(
            f,
            "LLR   | {:.2} ({low:.2}, {high:.2}) [{:.2}, {:.2}] {model}: {verdict}",
            test.rounded_llr(pairs),
            test.elo0,
            test.elo1
        )?;
        writeln!(
            f,
            "Games | {}: {} won, {} drawn, {} lost",
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses
        )?;
        writeln!(f, "Ptnml | {pairs}")?;
        for (fault, count) in &tally.faults {
            writeln!(f, "Fault | {fault}: {count}")?;
        }
        new.bench.map_or(Ok(()), |bench| writeln!(f, "\nBench: {bench}"))
    }
}

fn write_opponents(f: &mut fmt::Formatter<'_>, new: &MatchEngine, base: &MatchEngine) -> fmt::Result {
    writeln!(f, "{new} against {base}")
}

/// Report of the speed of two versions.
pub(crate) struct SpeedReport<'a> {
    pub(crate) new: &'a MatchEngine,
    pub(crate) base: &'a MatchEngine,
    pub(crate) comparison: &'a SpeedComparison,
}

impl fmt::Display for SpeedReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpeedReport { new, base, comparison } = self;
        write_opponents(f, new, base)?;
        if new.bench != base.bench {
            writeln!(f, "The benches differ: these are speeds in different trees.")?;
        }
        writeln!(f, "\nSpeed | {comparison}")?;
        writeln!(
            f,
            "Test  | medians of {} pairs of benches in turn, each of a new copy",
            comparison.rounds()
        )?;
        if let Some((new, base)) = comparison.speeds() {
            writeln!(f, "nps   | {new:.0} against {base:.0}")?;
        }
        new.bench.map_or(Ok(()), |bench| writeln!(f, "\nBench: {bench}"))
    }
}
