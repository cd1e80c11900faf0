//! The pawns in front of a king: the own ones shelter it, the enemy's storm it.
//!
//! They count twice: as a plain score, and as part of the danger from the enemy's pieces
//! ([`king_safety`](crate::king_safety)), because an open king suffers more when it is attacked. Both depend on pawns and
//! kings alone and are cached with the pawn structure.

use types::{Bitboard, File, Rank, Side};

use crate::geometry::edge_distance;
use crate::pawns::PawnView;
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::{Scorer, Trace};

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
        let not_behind = S::ahead(king.rank().bitboard()) | king.rank().bitboard();
        let (mut score, mut danger) = (Tapered::ZERO, Tapered::ZERO);
        // The king's file and those beside it; at the edge the three nearest.
        let middle = king.file().index().clamp(1, 6);
        for file in &File::ALL[middle - 1..=middle + 1] {
            let on_file = file.bitboard();
            // The rank of the pawn nearest ahead of the king or beside it: the own one that shields it, the enemy's that
            // has come furthest. No pawn is 0, the index of the first rank, where no pawn can stand.
            let nearest = |pawns: Bitboard| {
                S::nearest(pawns & not_behind & on_file).map_or(0, |pawn| S::rank(pawn).index())
            };
            let (shield, storm) = (nearest(pawns.own), nearest(pawns.enemy));
            let line = edge_distance(*file) * Rank::COUNT;
            // A pawn that stands right in front of the shield is harmless.
            let is_blocked = shield != 0 && storm == shield + 1;
            let storm_feature =
                if is_blocked { terms::STORM_BLOCKED.at(storm) } else { terms::STORM.at(line + storm) };
            // The pawns that the whole file lacks: 1 for own ones, 2 for the enemy's, together 3.
            let lacks = |pawns: Bitboard| usize::from(!pawns.intersects(on_file));
            let lack = lacks(pawns.own) + 2 * lacks(pawns.enemy);
            let openness = if *file == king.file() { terms::KING_FILE } else { terms::KING_ADJACENT_FILE };
            let mut scorer = Scorer::<S, T>::for_either_turn(trace);
            score += scorer.score_each(king, terms::SHELTER.at(line + shield), 1)
                + scorer.score_each(king, storm_feature, 1)
                + scorer.score_each(king, openness.at(lack), 1);
            let mut attacker = Scorer::<S::Other, T>::for_either_turn(trace);
            danger += attacker.score(terms::KING_SHIELD.at(shield), 1)
                + attacker.score(terms::KING_STORM.at(storm), 1);
        }
        let pattern = terms::SHIELD_PATTERN.at(pawns.shield_pattern());
        score += Scorer::<S, T>::for_either_turn(trace).score_each(king, pattern, 1);
        Shelter { score, danger }
    }
}
