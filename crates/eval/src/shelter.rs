//! The pawns in front of a king: its own near, the enemy's far.
//!
//! They count twice: as plain sums, and as a part of the danger from the enemy's pieces
//! ([`king_safety`](crate::king_safety)), since open doors matter when somebody comes. Both depend on pawns
//! and kings alone, and are remembered with the pawn skeleton.

use types::{Bitboard, File, Rank, Square};

use crate::facts::Facts;
use crate::pawns::{from_edge, pattern};
use crate::side::{Side, Weigher};
use crate::squares::is_on_queenside;
use crate::tapered::Tapered;
use crate::term::{Feature, Term};
use crate::terms;
use crate::trace::Trace;

/// The shelter of the king of a side.
pub(crate) fn shelter<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::for_either_turn(trace);
    let king = facts.army::<S>().king;
    let pawns = PawnsAhead::of::<S>(facts);
    let mut sum = Tapered::ZERO;
    for file in files_around(king) {
        let (shield, storm) = (pawns.shield::<S>(file), pawns.storm::<S>(file));
        sum += side.weigh_one_at(king, by_file(terms::SHELTER, file, shield));
        // Against a pawn that it has run into, a storm is over.
        let is_rammed = shield.is_some() && storm.is_some_and(|rank| rank.index() == index(shield) + 1);
        let storm =
            if is_rammed { terms::STORM_RAMMED.at(index(storm)) } else { by_file(terms::STORM, file, storm) };
        sum += side.weigh_one_at(king, storm);
        let term = if file == king.file() { terms::KING_FILE } else { terms::KING_SIDE_FILE };
        sum += side.weigh_one_at(king, term.at(openness::<S>(facts, file)));
    }
    let before = squares_before(seen_from_right::<S>(king));
    sum + side.weigh_one_at(king, terms::SHIELD_PATTERN.at(pattern::<S>(facts, &before)))
}

/// A king's square as his side sees it, in a mirror if he is on the left.
fn seen_from_right<S: Side>(king: Square) -> Square {
    let seen = king.relative_to(S::COLOR);
    if is_on_queenside(seen) { seen.mirror() } else { seen }
}

/// The three squares ahead of a king, then the three ahead of these, each from left to right.
fn squares_before(king: Square) -> [Option<Square>; 6] {
    [(-1, 1), (0, 1), (1, 1), (-1, 2), (0, 2), (1, 2)].map(|(files, ranks)| king.offset(files, ranks))
}

/// What the pawns before the enemy king add to the danger that he is in from `S`.
pub(crate) fn shelter_danger<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::for_either_turn(trace);
    let pawns = PawnsAhead::of::<S::Other>(facts);
    let mut sum = Tapered::ZERO;
    for file in files_around(facts.army::<S::Other>().king) {
        sum += side.weigh_one(terms::KING_SHIELD.at(index(pawns.shield::<S::Other>(file))));
        sum += side.weigh_one(terms::KING_STORM.at(index(pawns.storm::<S::Other>(file))));
    }
    sum
}

/// The rooks with which the king of a side may still castle: his shelter may be elsewhere. Not a matter of
/// pawns, and so not remembered.
#[inline]
pub(crate) fn castling<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let rooks = facts.position.castling() & facts.position.color(S::COLOR);
    let king = facts.army::<S>().king;
    Weigher::<S, T>::new(facts.position, trace).weigh_at(king, terms::CASTLING_RIGHT, rooks.count())
}

/// The pawns that a king has beside or ahead of him.
struct PawnsAhead {
    own: Bitboard,
    enemy: Bitboard,
}

impl PawnsAhead {
    /// Those of the king of `S`.
    fn of<S: Side>(facts: &Facts<'_>) -> PawnsAhead {
        let rank = facts.army::<S>().king.rank().bitboard();
        let not_behind = S::ahead(rank) | rank;
        PawnsAhead {
            own: facts.army::<S>().pawns & not_behind,
            enemy: facts.army::<S::Other>().pawns & not_behind,
        }
    }

    /// The rank of the own pawn on a file that is nearest to side `S`.
    fn shield<S: Side>(&self, file: File) -> Option<Rank> {
        S::nearest(self.own & file.bitboard()).map(S::rank)
    }

    /// The rank of the enemy pawn on a file that has come furthest.
    fn storm<S: Side>(&self, file: File) -> Option<Rank> {
        S::nearest(self.enemy & file.bitboard()).map(S::rank)
    }
}

/// The king's file and those beside it; at the edge the three nearest.
fn files_around(king: Square) -> [File; 3] {
    let first = king.file().index().clamp(1, 6) - 1;
    [File::ALL[first], File::ALL[first + 1], File::ALL[first + 2]]
}

/// Which pawns a file is without: 1 for those of `S`, 2 for the enemy's, together 3.
fn openness<S: Side>(facts: &Facts<'_>, file: File) -> usize {
    let lacks = |pawns: Bitboard| usize::from(!pawns.intersects(file.bitboard()));
    lacks(facts.army::<S>().pawns) + 2 * lacks(facts.army::<S::Other>().pawns)
}

/// A rank as an index, with 0, where no pawn stands, for no pawn.
fn index(rank: Option<Rank>) -> usize {
    rank.map_or(0, Rank::index)
}

/// By the distance of the file from the edge and the rank of the pawn on it.
fn by_file(term: Term<32>, file: File, pawn: Option<Rank>) -> Feature {
    term.at(from_edge(file) * Rank::COUNT + index(pawn))
}
