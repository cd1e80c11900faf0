//! Playing worse on purpose, for opponents who want to win now and then.
//!
//! Two things limit the strength, as they do for people: how far one looks, and how well one judges what one
//! sees. A wanted rating becomes a number of nodes, which doubles every so many points, and a spread of errors:
//! the search finds the best few moves, each gets an error on its score, and the one that then looks best is
//! played.
//!
//! The scale is that of Stockfish 15.1's own `UCI_Elo`, as far as 40 games a rating can tell (it played at 1+0.02, from
//! balanced openings): at 1400 against 1400 the score was 51 %, at 1700 43 %, at 2000 60 %, each ± 14 %. Below and
//! above that range it is extrapolated.

use std::num::NonZeroUsize;

use search::Limits;
use types::Move;

use crate::report::KeptLine;
use crate::rng::Rng;

/// The range of the option `UCI_Elo`.
pub(crate) const MIN_ELO: u32 = 1000;
pub(crate) const MAX_ELO: u32 = 2600;

/// Nodes a move at the lowest rating.
const MIN_NODES: f64 = 24.0;
/// Rating points for which the nodes double.
const POINTS_PER_DOUBLING: f64 = 100.0;
/// How many moves are looked at as alternatives.
const CANDIDATES: NonZeroUsize = NonZeroUsize::MIN.saturating_add(3);
/// From here on up scores are not misjudged.
const ERRORLESS_ELO: u32 = 1800;
/// Rating points below that for one more unit of score as the greatest error.
const POINTS_PER_ERROR: u32 = 4;

/// A rating to play at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Handicap {
    elo: u32,
}

impl Handicap {
    /// Plays as well as this rating says; beyond the range, as its nearest end.
    pub(crate) fn new(elo: u32) -> Handicap {
        Handicap { elo: elo.clamp(MIN_ELO, MAX_ELO) }
    }

    /// Tightens what a search may spend, and makes it find alternatives.
    pub(crate) fn apply(self, limits: &mut Limits) {
        let nodes = self.nodes();
        limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        limits.multi_pv = limits.multi_pv.max(CANDIDATES);
    }

    fn nodes(self) -> u64 {
        let doublings = f64::from(self.elo - MIN_ELO) / POINTS_PER_DOUBLING;
        (MIN_NODES * doublings.exp2()) as u64
    }

    /// The greatest error of a score, either way.
    fn greatest_error(self) -> u32 {
        ERRORLESS_ELO.saturating_sub(self.elo) / POINTS_PER_ERROR
    }

    /// The move that looks best once every score has its error. `None` if there are no lines.
    pub(crate) fn choose(self, lines: &[KeptLine], rng: &mut Rng) -> Option<Move> {
        let error = self.greatest_error();
        let seen = |line: &KeptLine| {
            let error = rng.below(2 * error + 1) as i32 - error as i32;
            // A mate that is seen is not misjudged.
            if line.score.is_decisive() { line.score.0 } else { line.score.0 + error }
        };
        let scores: Vec<i32> = lines.iter().map(seen).collect();
        // Of equals the first, which the search found best.
        let best = lines.iter().zip(&scores).rev().max_by_key(|&(_, score)| score);
        best.and_then(|(line, _)| line.pv.first().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::{Bound, Line, Permill};
    use std::time::Duration;
    use types::{Depth, Ply, Score, Square};

    const BEST: Move = Move::normal(Square::E2, Square::E4);
    const WORSE: Move = Move::normal(Square::A2, Square::A3);

    fn line(multipv: usize, score: Score, mv: Move) -> KeptLine {
        KeptLine::of(&Line {
            depth: Depth(1),
            seldepth: Ply(1),
            multipv,
            score,
            bound: Bound::Exact,
            nodes: 1,
            time: Duration::ZERO,
            hashfull: Permill(0),
            tbhits: 0,
            pv: &[mv],
        })
    }

    fn times_best(elo: u32, gap: i32) -> usize {
        let lines = [line(1, Score(gap), BEST), line(2, Score(0), WORSE)];
        let mut rng = Rng::new(7);
        (0..1000).filter(|_| Handicap::new(elo).choose(&lines, &mut rng) == Some(BEST)).count()
    }

    #[test]
    fn the_stronger_looks_further_and_errs_less() {
        let ratings: Vec<Handicap> = (MIN_ELO..=MAX_ELO).step_by(100).map(Handicap::new).collect();
        for pair in ratings.windows(2) {
            assert!(pair[0].nodes() < pair[1].nodes());
            assert!(pair[0].greatest_error() >= pair[1].greatest_error());
        }
        assert!(times_best(1000, 30) < times_best(1500, 30));
        assert!(times_best(1000, 30) < 900 && times_best(1000, 30) > 500);
        assert_eq!(times_best(MAX_ELO, 1), 1000);
    }

    #[test]
    fn great_errors_and_missed_mates_do_not_happen() {
        let error = Handicap::new(MIN_ELO).greatest_error() as i32;
        assert_eq!(times_best(MIN_ELO, 2 * error + 1), 1000);
        let lines = [line(1, Score::mate_in(Ply(1)), BEST), line(2, Score::MAX_EVAL, WORSE)];
        assert_eq!(Handicap::new(MIN_ELO).choose(&lines, &mut Rng::new(7)), Some(BEST));
        assert_eq!(Handicap::new(MIN_ELO).choose(&[], &mut Rng::new(7)), None);
    }

    #[test]
    fn a_tighter_limit_of_the_user_stays() {
        let mut limits = Limits { nodes: Some(5), ..Limits::default() };
        Handicap::new(MAX_ELO).apply(&mut limits);
        assert_eq!(limits.nodes, Some(5));
        let mut limits = Limits::default();
        Handicap::new(MIN_ELO).apply(&mut limits);
        assert_eq!(limits.nodes, Some(24));
    }
}
