//! The evaluation of a position as a table of its terms.
//!
//! It runs the evaluation that plays, with a trace that counts, and multiplies counts by weights. The terms of the danger
//! to a king are listed as they are summed; their group shows the score of that danger, which alone is part of the total.

use std::fmt;

use movegen::Position;
use types::{ByColor, Color, Score};

use crate::accumulator::Accumulator;
use crate::evaluator::Evaluation;
use crate::king_safety::worth_of_danger;
use crate::tapered::{Phase, Scale, Tapered};
use crate::term::{TermForm, TermInfo};
use crate::terms::TERMS;
use crate::trace::FeatureCounts;

/// The score of each term for each side, and the way from their sum to the final score.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The groups of terms, in the order of the list.
    pub groups: Vec<TermGroup>,
    /// The sum of all groups, with phase and scale, as seen by White.
    pub evaluation: Evaluation,
    /// The side to move.
    pub side_to_move: Color,
    /// The final score, as seen by the side to move; the same as [`evaluate`](crate::evaluate()).
    pub score: Score,
}

/// A group of terms.
#[derive(Clone, Debug)]
pub struct TermGroup {
    /// Its name in the list.
    pub name: &'static str,
    /// Its terms, in the order of the list.
    pub terms: Vec<Contribution>,
    /// The score of the terms together for each side. For the danger to a king that is not their sum.
    pub worth: ByColor<Tapered>,
}

/// The score of a term for each side.
#[derive(Clone, Debug)]
pub struct Contribution {
    /// The name of the term in the list.
    pub name: &'static str,
    /// Weight times count, by side.
    pub sums: ByColor<Tapered>,
}

/// Explains the evaluation of a position.
pub fn explain(position: &Position) -> Explanation {
    let mut counts = FeatureCounts::new();
    let evaluation = Evaluation::of(position, &Accumulator::of(position), &mut counts);
    let groups = TERMS.chunk_by(|a, b| a.group == b.group).map(|terms| group(terms, &counts));
    let side_to_move = position.side_to_move();
    Explanation { groups: groups.collect(), evaluation, side_to_move, score: evaluation.score(side_to_move) }
}

fn group(terms: &[TermInfo], counts: &FeatureCounts) -> TermGroup {
    let contribution = |term: &TermInfo| Contribution {
        name: term.name,
        sums: ByColor::from_fn(|color| counts.sum(color, term.range())),
    };
    let contributions: Vec<Contribution> = terms.iter().map(contribution).collect();
    let worth = |color| {
        let sum = contributions.iter().map(|term| term.sums[color]).sum();
        match terms[0].form {
            TermForm::Linear => sum,
            TermForm::Danger => worth_of_danger(sum),
        }
    };
    TermGroup { name: terms[0].group, worth: ByColor::from_fn(worth), terms: contributions }
}

impl Explanation {
    /// The final score as White sees it.
    pub fn white_score(&self) -> Score {
        self.evaluation.score(Color::White)
    }
}

/// A table of all groups and of those terms that are not 0, then the way from the sum to the score.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:<26}|      White      |      Black      |      Total", "")?;
        writeln!(f, "{:<26}|    mg      eg   |    mg      eg   |    mg      eg", "Term")?;
        writeln!(f, "{}", RULE)?;
        for group in &self.groups {
            write_row(f, group.name, group.worth)?;
            for term in group.terms.iter().filter(|term| term.sums != ByColor::default()) {
                write_row(f, &format!("  {}", readable(term.name)), term.sums)?;
            }
        }
        writeln!(f, "{}", RULE)?;
        write_row(f, "Sum", self.sums())?;
        self.write_outcome(f)
    }
}

/// The name of a term in readable form.
pub fn readable(name: &str) -> String {
    name.to_lowercase().replace('_', " ")
}

const RULE: &str = "--------------------------+-----------------+-----------------+-----------------";

/// A name, and the halves for White, for Black, and for White less Black.
fn write_row(f: &mut fmt::Formatter<'_>, name: &str, sums: ByColor<Tapered>) -> fmt::Result {
    let ByColor([white, black]) = sums;
    let [white, black, total] =
        [white, black, white - black].map(|sum| format!("{:>7} {:>7}", sum.middlegame(), sum.endgame()));
    writeln!(f, "{name:<26}|{white}  |{black}  |{total}")
}

impl Explanation {
    /// The score of all groups together for each side.
    pub fn sums(&self) -> ByColor<Tapered> {
        ByColor::from_fn(|color| self.groups.iter().map(|group| group.worth[color]).sum())
    }

    /// Phase, scale and final score.
    fn write_outcome(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Evaluation { phase, scale, .. } = self.evaluation;
        let all = Phase::MIDDLEGAME.0;
        writeln!(f)?;
        writeln!(f, "Phase   {} of {all} middlegame, {} of {all} endgame", phase.0, all - phase.0)?;
        let one = Scale::ONE;
        writeln!(f, "Scale   {} of {one} middlegame, {} of {one} endgame", scale.middlegame, scale.endgame)?;
        writeln!(f, "Score   {:+} for White, {} to move", self.white_score(), self.side_to_move)
    }
}
