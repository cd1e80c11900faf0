//! Report of a tune: changed values, and lines to paste.

use std::fmt;

use crate::game::Limit;
use crate::source::Change;
use crate::state::TuneState;

/// Report of a tune.
pub(crate) struct Report<'a>(pub(crate) &'a TuneState);

impl<'a> Report<'a> {
    /// The parameters whose rounded values have changed.
    pub(crate) fn changes(&self) -> Vec<Change<'a>> {
        let optimiser = &self.0.optimiser;
        let values = optimiser.params.iter().zip(optimiser.rounded());
        let changes = values.map(|(param, value)| Change { param, value });
        changes.filter(|change| change.value != change.param.default).collect()
    }
}

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TuneState { conditions, optimiser, done, tally, .. } = self.0;
        let book = conditions.book.file_name().unwrap_or_default().to_string_lossy();
        let iterations = self.0.iterations();
        write!(f, "{done} of {iterations} pairs at ")?;
        match conditions.limit {
            Limit::Nodes(nodes) => write!(f, "{nodes} nodes a move")?,
            Limit::Clock { base, increment } => write!(f, "{base}+{increment} s")?,
        }
        writeln!(f, ", from {book}: {tally} for theta+")?;
        if tally.time_losses > 0 {
            writeln!(f, "{} games were lost on time", tally.time_losses)?;
        }
        writeln!(f, "\n{:<28} {:>7} {:>9} {:>9} {:>14}", "parameter", "start", "now", "steps", "range")?;
        for (param, theta) in optimiser.params.iter().zip(&optimiser.theta) {
            let steps = (theta - f64::from(param.default)) / param.step;
            let range = format!("{}..={}", param.min, param.max);
            writeln!(f, "{:<28} {:>7} {theta:>9.2} {steps:>+9.2} {range:>14}", param.name, param.default)?;
        }
        let changes = self.changes();
        if changes.is_empty() {
            return writeln!(f, "\nno value has changed so far");
        }
        if conditions.from_file {
            writeln!(f, "\nnew lines for the file of parameters:")?;
            return changes.iter().try_for_each(|change| writeln!(f, "{}", change.spec()));
        }
        writeln!(f, "\nnew lines for crates/search/src/params.rs (`spsa report --write` puts them there):")?;
        changes.iter().try_for_each(|change| writeln!(f, "{change}"))
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::optimiser::{Gains, Optimiser};
    use crate::state::Conditions;

    #[test]
    fn only_changed_values_are_listed() {
        let params =
            ["a, int, 5, 1, 9, 2, 0.002", "b, int, 50, 10, 90, 10, 0.002"].map(|line| line.parse().unwrap());
        let mut optimiser = Optimiser::new(params.to_vec(), Gains { iterations: 9, r_end: 0.002 }, 1);
        optimiser.theta = vec![5.4, 61.5];
        let (engine, book) = ("e".into(), PathBuf::from("x.epd"));
        let conditions = Conditions { engine, book, limit: Limit::Nodes(7), hash: 1, from_file: false };
        let text = Report(&TuneState::new(conditions, optimiser)).to_string();
        assert!(
            text.contains("b                                 50     61.50     +1.15        10..=90"),
            "{text}"
        );
        assert!(text.ends_with(":\n    b = 62 in 10..=90 step 10;\n"), "{text}");
    }
}
