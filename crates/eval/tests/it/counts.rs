//! The counts of a trace, by feature or by term, whichever side is to move; and cases with the counts they should have.

use eval::evaluator::Evaluation;
use eval::term::{EvalFeature, Term, TermInfo};
use eval::trace::FeatureCounts;
use eval::{Accumulator, terms};
use movegen::Position;
use types::Color;

use crate::positions;

/// The count of each feature of a position.
pub(crate) fn counts(position: &Position) -> FeatureCounts {
    let mut counts = FeatureCounts::new();
    let _ = Evaluation::of(position, &Accumulator::of(position), &mut counts);
    counts
}

/// The count of a feature, whichever side is to move.
pub(crate) fn count(counts: &FeatureCounts, color: Color, feature: EvalFeature) -> i16 {
    let feature = feature.index();
    let term = info(feature);
    let in_table = feature - term.first;
    term.tables().map(|table| counts.0[color][table.start + in_table]).sum()
}

/// The count of each feature of a term, whichever side is to move.
pub(crate) fn counted<const N: usize>(counts: &FeatureCounts, color: Color, term: Term<N>) -> [i16; N] {
    let mut sums = [0; N];
    for table in info(term.at(0).index()).tables() {
        for (sum, count) in sums.iter_mut().zip(&counts.0[color][table]) {
            *sum += count;
        }
    }
    sums
}

/// The count of all features of a term together.
pub(crate) fn total<const N: usize>(counts: &FeatureCounts, color: Color, term: Term<N>) -> i16 {
    counted(counts, color, term).into_iter().sum()
}

/// The entry of the list for the term of a feature.
pub(crate) fn info(feature: usize) -> &'static TermInfo {
    terms::TERMS.iter().find(|term| term.range().contains(&feature)).expect("features are of terms")
}

/// Each case counts so often for White, and with the colours exchanged for Black.
pub(crate) fn check_cases(cases: &[(&str, EvalFeature, i16)]) {
    for &(fen, feature, wanted) in cases {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        for (position, color) in
            [(position.clone(), Color::White), (positions::flipped(&position), Color::Black)]
        {
            assert_eq!(count(&counts(&position), color, feature), wanted, "{feature:?} in {position:?}");
        }
    }
}
