//! The pawns in front of a king: the own ones shelter it, the enemy's storm it.
//!
//! They count twice: as a plain score, and as part of the danger from the enemy's pieces
//! ([`king_safety`](crate::king_safety)), because an open king suffers more when it is attacked. Both depend on pawns and
//! kings alone and are cached with the pawn structure.

use types::{Bitboard, File, Rank, Side, Square};

use crate::geometry::edge_distance;
use crate::pawn_view::PawnView;
use crate::scorer::Scorer;
use crate::tapered::Tapered;
use crate::term::{EvalFeature, Term};
use crate::terms;
use crate::trace::Trace;

/// The shelter of a king.
pub(crate) struct Shelter {
    /// The score of the king's side.
    pub(crate) score: Tapered,
    /// The part of the enemy's danger to the king that lies in the pawns.
    pub(crate) danger: Tapered,
}

impl Shelter {
    /// The shelter of the king of `S`.
    pub(crate) fn of<S: Side, T: Trace>(pawns: &PawnView<S>, trace: &mut T) -> Shelter {
        let king = pawns.king;
        let ahead = PawnsAhead::of(pawns);
        let (mut score, mut danger) = (Tapered::ZERO, Tapered::ZERO);
        for file in files_around(king) {
            let (shield, storm) = (ahead.shield::<S>(file), ahead.storm::<S>(file));
            let mut scorer = Scorer::<S, T>::for_either_turn(trace);
            score += scorer.score_each(king, by_file(terms::SHELTER, file, shield), 1)
                + scorer.score_each(king, storm_feature(file, shield, storm), 1);
            let term = if file == king.file() { terms::KING_FILE } else { terms::KING_ADJACENT_FILE };
            score += scorer.score_each(king, term.at(openness(pawns, file)), 1);
            let mut attacker = Scorer::<S::Other, T>::for_either_turn(trace);
            danger += attacker.score(terms::KING_SHIELD.at(index(shield)), 1)
                + attacker.score(terms::KING_STORM.at(index(storm)), 1);
        }
        let pattern = terms::SHIELD_PATTERN.at(pawns.shield_pattern());
        score += Scorer::<S, T>::for_either_turn(trace).score_each(king, pattern, 1);
        Shelter { score, danger }
    }
}

/// The feature of the most advanced enemy pawn on a file. One that stands right before the shield is harmless.
fn storm_feature(file: File, shield: Option<Rank>, storm: Option<Rank>) -> EvalFeature {
    if shield.is_some() && storm.is_some_and(|rank| rank.index() == index(shield) + 1) {
        terms::STORM_BLOCKED.at(index(storm))
    } else {
        by_file(terms::STORM, file, storm)
    }
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
fn by_file(term: Term<32>, file: File, pawn: Option<Rank>) -> EvalFeature {
    term.at(edge_distance(file) * Rank::COUNT + index(pawn))
}
