//! The check that methods agree where they must.
//!
//! All methods of a family must return the same value for a position at a depth. Capped searches do not count.

use std::fmt;

use types::Score;

use crate::methods::Family;
use crate::results::MethodResult;

/// Two methods that should return the same value and do not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Disagreement {
    /// The index of the position, from 0.
    pub position: usize,
    /// The depth in plies.
    pub depth: u32,
    /// The first method of the family with a value, and the value.
    pub expected: (String, Score),
    /// A method with another value, and that value.
    pub got: (String, Score),
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { position, depth, expected: (by, wanted), got: (name, score) } = self;
        let name = name.trim_start_matches(['.', ' ']);
        write!(f, "position {} to depth {depth}: {score} by {name}, but {wanted} by {by}", position + 1)
    }
}

/// The result of the comparison.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ValueCheck {
    /// The number of compared values.
    pub compared: usize,
    /// The values that differ.
    pub disagreements: Vec<Disagreement>,
}

/// Compares the values of all methods that must agree.
pub fn compare(rows: &[MethodResult]) -> ValueCheck {
    let mut verdict = ValueCheck::default();
    for family in [Family::Evaluation, Family::Quiescence] {
        let rows: Vec<&MethodResult> = rows.iter().filter(|row| row.family == family).collect();
        for (index, row) in rows.iter().enumerate() {
            compare_row(row, &rows[..index], &mut verdict);
        }
    }
    verdict
}

fn compare_row(row: &MethodResult, before: &[&MethodResult], verdict: &mut ValueCheck) {
    for run in &row.runs {
        let value = |row: &&MethodResult| {
            let measured = row.run(run.position, run.depth)?;
            Some((row.name.clone(), measured.score?))
        };
        let (Some(score), Some(expected)) = (run.measured.score, before.iter().find_map(value)) else {
            continue;
        };
        verdict.compared += 1;
        if score != expected.1 {
            let (position, depth) = (run.position, run.depth);
            let got = (row.name.clone(), score);
            verdict.disagreements.push(Disagreement { position, depth, expected, got });
        }
    }
}
