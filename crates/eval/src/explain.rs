//! The evaluation of a position, taken apart for people.

use std::fmt;

use movegen::Position;
use types::{ByColor, Color, Score};

use crate::accumulator::Accumulator;
use crate::evaluator::Verdict;
use crate::tapered::Tapered;
use crate::terms::TERMS;
use crate::trace::Counts;

/// What each term gives each side, and what becomes of the sum.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// The terms, in the order of the list.
    pub terms: Vec<Contribution>,
    /// Their sum, with phase and scale, as seen by White.
    pub verdict: Verdict,
    /// Whose turn it is.
    pub side_to_move: Color,
    /// The final score, as seen by the side to move: what [`evaluate`](crate::evaluate) says.
    pub score: Score,
}

/// What a term gives each side.
#[derive(Clone, Debug)]
pub struct Contribution {
    /// The name of the term.
    pub name: &'static str,
    /// Its group.
    pub group: &'static str,
    /// The sum of weight times count.
    pub sums: ByColor<Tapered>,
}

/// Explains the evaluation of a position.
pub fn explain(position: &Position) -> Explanation {
    let mut counts = Counts::new();
    let verdict = Verdict::of(position, &Accumulator::of(position), &mut counts);
    let terms = TERMS.iter().map(|term| Contribution {
        name: term.name,
        group: term.group,
        sums: ByColor::from_fn(|color| counts.sum(color, term.range())),
    });
    let side_to_move = position.side_to_move();
    Explanation { terms: terms.collect(), verdict, side_to_move, score: verdict.score(side_to_move) }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{:<20} {:>7} {:>7}  {:>7} {:>7}  {:>7} {:>7}",
            "term", "W mg", "W eg", "B mg", "B eg", "mg", "eg"
        )?;
        for term in &self.terms {
            let ByColor([white, black]) = term.sums;
            write!(f, "{:<20}", term.name)?;
            for sum in [white, black, white - black] {
                write!(f, " {:>7} {:>7} ", sum.middlegame(), sum.endgame())?;
            }
            writeln!(f)?;
        }
        writeln!(
            f,
            "sum {:?}, phase {}, score {} for {}",
            self.verdict.sum, self.verdict.phase.0, self.score, self.side_to_move
        )
    }
}
