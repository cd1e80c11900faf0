//! Themes: what the evaluation prefers in a quiet position.
//!
//! The positions right after the two moves are compared, not the ends of their lines: there the difference is due to the
//! moves and to nothing else.

use eval::tapered::Tapered;
use eval::term::TermForm;
use eval::wdl::centipawns_of_units;
use movegen::Position;
use types::{ByColor, Move, Role};

use crate::model::{Claim, Reason};

/// A smaller difference is not told, in centipawns.
const LEAST: i32 = 8;
/// Themes of one move.
const MOST: usize = 2;

/// The groups of terms that are better after one move than after another, the greatest difference first.
pub(crate) fn of(position: &Position, better: Move, worse: Move) -> Vec<Reason> {
    let us = position.side_to_move();
    let [own, other] = [better, worse].map(|mv| eval::explain(&position.after(mv)));
    let seen = |sums: ByColor<Tapered>| sums[us] - sums[!us];
    // The phase is the same unless a move takes; that of the better move counts.
    let phase = own.evaluation.phase;
    let centipawns = |part: Tapered| centipawns_of_units(phase.mix(part)).round() as i32;
    let mut themes: Vec<(i32, &'static str, &'static str)> = own
        .groups
        .iter()
        .zip(&other.groups)
        .map(|(own, other)| {
            let difference = centipawns(seen(own.worth) - seen(other.worth));
            let terms = own.terms.iter().zip(&other.terms);
            let most = terms.max_by_key(|(own, other)| centipawns(seen(own.sums) - seen(other.sums)));
            let most = most.filter(|_| own.form == TermForm::Linear);
            (difference, own.name, most.map_or("", |(term, _)| term.name))
        })
        .collect();
    // The balance of material differs between two moves only within an exchange. What concerns the safety of a king needs
    // pieces that endanger it.
    let has_heavy = (position.role(Role::Rook) | position.role(Role::Queen)).any();
    let counts = |group: &str| match group {
        "Material" => false,
        "Kings on opposite wings" | "Shelter" | "King attack" => has_heavy,
        _ => true,
    };
    themes.retain(|&(difference, group, _)| difference >= LEAST && counts(group));
    themes.sort_by_key(|&(difference, ..)| -difference);
    themes.truncate(MOST);
    let theme =
        |(centipawns, group, term)| Reason::of(Claim::Theme { better, worse, group, term, centipawns });
    themes.into_iter().map(theme).collect()
}
