//! The pawns in front of a king: the own ones shelter it, the enemy's storm it.
//!
//! They count twice: as plain sums, and as part of the danger from the enemy's pieces
//! ([`king_safety`](crate::king_safety)), because an open king suffers more when it is attacked. Both depend on pawns and
//! kings alone and are cached with the pawn structure.

use types::{Bitboard, File, Rank, Side, Square};

use crate::geometry::{edge_distance, is_on_queenside};
use crate::pawn_view::PawnView;
use crate::scorer::Scorer;
use crate::tapered::Tapered;
use crate::term::{Feature, Term};
use crate::terms;
use crate::trace::Trace;

/// The shelter of the king of a side.
pub(crate) fn shelter<S: Side, T: Trace>(pawns: &PawnView<S>, trace: &mut T) -> Tapered {
    let mut scorer = Scorer::<S, T>::for_either_turn(trace);
    let king = pawns.king;
    let ahead = PawnsAhead::of(pawns);
    let mut sum = Tapered::ZERO;
    for file in files_around(king) {
        let (shield, storm) = (ahead.shield::<S>(file), ahead.storm::<S>(file));
        sum += scorer.score_each(king, by_file(terms::SHELTER, file, shield), 1);
        // A storming pawn that stands right before the shield is harmless.
        let is_blocked = shield.is_some() && storm.is_some_and(|rank| rank.index() == index(shield) + 1);
        let storm = if is_blocked {
            terms::STORM_BLOCKED.at(index(storm))
        } else {
            by_file(terms::STORM, file, storm)
        };
        sum += scorer.score_each(king, storm, 1);
        let term = if file == king.file() { terms::KING_FILE } else { terms::KING_ADJACENT_FILE };
        sum += scorer.score_each(king, term.at(openness(pawns, file)), 1);
    }
    let before = squares_before(seen_from_right::<S>(king));
    sum + scorer.score_each(king, terms::SHIELD_PATTERN.at(pawns.pattern(&before)), 1)
}

/// The square of a king as its side sees it, mirrored if it is on the left.
fn seen_from_right<S: Side>(king: Square) -> Square {
    let seen = king.relative_to(S::COLOR);
    if is_on_queenside(seen) { seen.mirror() } else { seen }
}

/// The three squares ahead of a king, then the three ahead of these, each from left to right.
fn squares_before(king: Square) -> [Option<Square>; 6] {
    [(-1, 1), (0, 1), (1, 1), (-1, 2), (0, 2), (1, 2)].map(|(files, ranks)| king.offset(files, ranks))
}

/// The part of the danger to the enemy king that lies in the pawns in front of it, which `enemy` sees.
pub(crate) fn shelter_danger<S: Side, T: Trace>(enemy: &PawnView<S::Other>, trace: &mut T) -> Tapered {
    let mut scorer = Scorer::<S, T>::for_either_turn(trace);
    let ahead = PawnsAhead::of(enemy);
    let mut sum = Tapered::ZERO;
    for file in files_around(enemy.king) {
        sum += scorer.score(terms::KING_SHIELD.at(index(ahead.shield::<S::Other>(file))), 1);
        sum += scorer.score(terms::KING_STORM.at(index(ahead.storm::<S::Other>(file))), 1);
    }
    sum
}

/// The pawns beside or ahead of a king.
struct PawnsAhead {
    own: Bitboard,
    enemy: Bitboard,
}

impl PawnsAhead {
    fn of<S: Side>(pawns: &PawnView<S>) -> PawnsAhead {
        let rank = pawns.king.rank().bitboard();
        let not_behind = S::ahead(rank) | rank;
        PawnsAhead { own: pawns.own & not_behind, enemy: pawns.enemy & not_behind }
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

/// The pawns that a file lacks: 1 for own ones, 2 for the enemy's, together 3.
fn openness<S: Side>(pawns: &PawnView<S>, file: File) -> usize {
    let lacks = |pawns: Bitboard| usize::from(!pawns.intersects(file.bitboard()));
    lacks(pawns.own) + 2 * lacks(pawns.enemy)
}

/// A rank as an index. No pawn is 0, the index of the first rank, where no pawn can stand.
fn index(rank: Option<Rank>) -> usize {
    rank.map_or(0, Rank::index)
}

/// The feature of a term by the distance of the file from the edge and the rank of the pawn on it.
fn by_file(term: Term<32>, file: File, pawn: Option<Rank>) -> Feature {
    term.at(edge_distance(file) * Rank::COUNT + index(pawn))
}
