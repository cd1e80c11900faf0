//! The evaluation's counts against slow, obvious ones: what the comments in `terms.rs` say, in so many words.
//!
//! | file | what it counts anew |
//! |---|---|
//! | [`view`] | who attacks what: rays walked square by square, pins, looking through own pieces |
//! | [`mobility`] | where pieces may go, how far from the kings they are, and room |
//! | [`king`], [`shelter`] | what helps an attack on a king; the pawns before him |
//! | [`threats`] | what is attacked, and by whom |
//! | [`next_moves`] | what could be attacked by the next move |

mod king;
mod mobility;
mod next_moves;
mod shelter;
mod threats;
mod view;

use std::collections::BTreeMap;

use eval::term::Term;
use eval::trace::Counts;
use movegen::Position;
use types::Color;

use crate::counts::{counted, counts, info};
use crate::positions;
use view::View;

/// What was counted for one side of a position, to hold the oracle's counts against.
struct Comparison<'a> {
    position: &'a Position,
    color: Color,
    counts: &'a Counts,
    /// How often each term has counted in all positions: what never does proves nothing.
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

/// How often each index occurs.
fn tally<const N: usize>(indices: impl IntoIterator<Item = usize>) -> [i16; N] {
    let mut tally = [0; N];
    indices.into_iter().for_each(|index| tally[index] += 1);
    tally
}

#[test]
fn terms_count_what_walking_from_square_to_square_finds() {
    let mut starts = positions::starts(10, 20);
    starts.extend(positions::few_men(100));
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
            next_moves::check(&view, &mut comparison);
        }
    });
    assert!(found.values().all(|&times| times > 100), "{found:#?}");
}
