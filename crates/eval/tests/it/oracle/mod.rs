//! The evaluation's counts against slow, obvious ones, made from the comments in `terms.rs` word by word.
//!
//! | file | counts |
//! |---|---|
//! | [`view`] | attacks: rays walked square by square, pins, attacks through own pieces |
//! | [`mobility`] | mobility, distances from the kings, space |
//! | [`king`], [`shelter`] | the attack on a king; the pawns in front of it |
//! | [`threats`] | attacks on pieces, also those that the next move could make |
//! | [`pawns`] | pawns by their neighbours |

mod king;
mod mobility;
mod pawns;
mod shelter;
mod threats;
mod view;

use std::collections::BTreeMap;

use eval::term::Term;
use eval::trace::FeatureCounts;
use movegen::Position;
use types::Color;

use crate::counts::{counted, counts, info};
use crate::positions;
use view::View;

/// The counts of one side of a position, to be compared with those of the oracle.
struct Comparison<'a> {
    position: &'a Position,
    color: Color,
    counts: &'a FeatureCounts,
    /// The number of times that each term has counted in all positions. A term that never counts is not tested.
    found: &'a mut BTreeMap<&'static str, i64>,
}

impl Comparison<'_> {
    /// Each feature of a term counts as often as it should.
    fn holds<const N: usize>(&mut self, term: Term<N>, wanted: [i16; N]) {
        let name = info(term.at(0).index()).name;
        let counted = counted(self.counts, self.color, term);
        assert_eq!(counted, wanted, "{name} for {} in {:?}", self.color, self.position);
        *self.found.entry(name).or_default() += wanted.into_iter().map(i64::from).sum::<i64>();
    }
}

/// The number of times that each index occurs.
fn tally<const N: usize>(indices: impl IntoIterator<Item = usize>) -> [i16; N] {
    let mut tally = [0; N];
    indices.into_iter().for_each(|index| tally[index] += 1);
    tally
}

#[test]
fn terms_count_what_walking_from_square_to_square_finds() {
    let mut starts = positions::starts(10, 20);
    starts.extend(positions::few_pieces(100));
    starts.extend(positions::hordes(30));
    let mut found = BTreeMap::new();
    positions::random_games(&starts, 150, |position, _| {
        let counts = counts(position);
        for color in Color::ALL {
            let view = View::of(position, color);
            let mut comparison = Comparison { position, color, counts: &counts, found: &mut found };
            mobility::check(&view, &mut comparison);
            king::check(&view, &mut comparison);
            shelter::check(&view, &View::of(position, !color), &mut comparison);
            threats::check(&view, &mut comparison);
        }
    });
    assert!(found.values().all(|&times| times > 100), "{found:#?}");
}
