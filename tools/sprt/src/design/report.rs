//! The results of a design as two tables: the effects, and the matches.

use std::collections::BTreeMap;
use std::fmt;

use crate::pentanomial::Estimate;
use crate::schedule::MatchProgress;
use crate::tournament::Tournament;

use super::{Design, DesignSettings};

/// Report of a design.
pub(crate) struct DesignReport<'a>(pub(crate) &'a Design);

impl fmt::Display for DesignReport<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DesignReport(design) = self;
        let DesignSettings { engine, factors, conditions, .. } = &design.settings;
        let (games, most) = (2 * design.pairs(), 2 * design.max_pairs());
        let matches = design.matches.len();
        let changes =
            if factors.len() == 1 { "1 change".to_owned() } else { format!("{} changes", factors.len()) };
        writeln!(f, "{changes} of {engine} in {matches} matches")?;
        write!(f, "{games} games")?;
        if games < most {
            write!(f, " of {most}")?;
        }
        writeln!(f, ", {conditions}\n")?;
        match design.effects() {
            Ok(effects) => self.write_effects(f, &effects)?,
            Err(unknown) => writeln!(f, "{unknown}")?,
        }
        writeln!(f)?;
        self.write_matches(f)?;
        self.write_faults(f)
    }
}

impl DesignReport<'_> {
    /// Writes the effects, largest first.
    fn write_effects(&self, f: &mut fmt::Formatter<'_>, effects: &[Estimate]) -> fmt::Result {
        let mut rows: Vec<_> = (1..).zip(&self.0.settings.factors).zip(effects).collect();
        rows.sort_by(|(_, one), (_, other)| other.value.total_cmp(&one.value));
        writeln!(f, "| number | change | effect (95%) |\n|---|---|---|")?;
        rows.iter()
            .try_for_each(|((number, factor), effect)| writeln!(f, "| {number} | {factor} | {effect} |"))
    }

    fn write_matches(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "| match | changes | against | Elo | Ptnml |\n|---|---|---|---|---|")?;
        for (index, MatchProgress { tally, .. }) in self.0.matches.iter().enumerate() {
            let number = index + 1;
            let [first, second] = self.0.plan().sides(index).map(|side| numbers(&side));
            let pairs = tally.pairs.to_string();
            let elo = if tally.pairs.pairs() == 0 { "—".to_owned() } else { tally.pairs.elo().to_string() };
            writeln!(f, "| {number} | {first} | {second} | {elo} | {} |", pairs.trim_matches(['[', ']']))?;
        }
        Ok(())
    }

    fn write_faults(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: BTreeMap<_, _> = self.0.matches.iter().flat_map(|played| &played.tally.faults).collect();
        if !faults.is_empty() {
            writeln!(f)?;
        }
        faults.iter().try_for_each(|(fault, count)| writeln!(f, "Fault | {fault}: {count}"))
    }
}

/// `1, 4, 5`, as the table of effects counts them.
fn numbers(side: &[usize]) -> String {
    let numbers: Vec<String> = side.iter().map(|factor| (factor + 1).to_string()).collect();
    if numbers.is_empty() { "none".to_owned() } else { numbers.join(", ") }
}
