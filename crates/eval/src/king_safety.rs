//! King safety: the pawns in front of the king, and the enemy's attack on him.
//!
//! Shelter and storm are plain sums. The attack is not: two attackers are far more than twice as dangerous
//! as one. So everything that helps an attack is summed as *danger* first, and the score grows with its
//! square ([`worth_of_danger`]).

use movegen::attacks;
use types::{Bitboard, File, Rank, Role, Square};

use crate::facts::{Army, Facts};
use crate::side::{Side, Weigher};
use crate::tapered::Tapered;
use crate::term::Feature;
use crate::terms;
use crate::trace::Trace;

/// What the attack of a side on the enemy king is worth. All attacks are known.
#[inline]
pub(crate) fn king_attack<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::new(trace);
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let mut danger = own.danger + side.weigh_one(terms::KING_EXPOSED);
    if facts.pieces::<S>(Role::Queen).is_empty() {
        danger += side.weigh_one(terms::KING_NO_ENEMY_QUEEN);
    }
    let weak = weak_squares(own, enemy);
    danger += side.weigh(terms::KING_RING_WEAK, (weak & enemy.king_ring).count());
    danger += side.weigh(terms::KING_PINNED, enemy.pinned.count());
    let flank = flank::<S::Other>(enemy.king);
    danger += side.weigh(terms::KING_FLANK_ATTACK, (own.attacked & flank).count());
    danger += side.weigh(terms::KING_FLANK_DOUBLE_ATTACK, (own.attacked_twice & flank).count());
    danger += side.weigh(terms::KING_FLANK_DEFENCE, (enemy.attacked & flank).count());
    worth_of_danger(danger + checks(facts, weak, &mut side))
}

/// Squares that the attacker reaches and the defender guards with nothing but king or queen.
#[inline]
fn weak_squares(own: &Army, enemy: &Army) -> Bitboard {
    let guarded = enemy.attacked - enemy.attacks[Role::King] - enemy.attacks[Role::Queen];
    own.attacked - guarded - enemy.attacked_twice
}

/// Checks that a side could give, those that cost a piece apart.
#[inline]
fn checks<S: Side, T: Trace>(facts: &Facts<'_>, weak: Bitboard, side: &mut Weigher<'_, S, T>) -> Tapered {
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let safe = !enemy.attacked | weak & own.attacked_twice;
    let reachable = !facts.position.color(S::COLOR);
    let straight = attacks::rook(enemy.king, facts.occupied);
    let diagonal = attacks::bishop(enemy.king, facts.occupied);
    let mut unsafe_checks = Bitboard::EMPTY;
    let mut danger = Tapered::ZERO;
    for (role, lines) in [
        (Role::Knight, attacks::knight(enemy.king)),
        (Role::Bishop, diagonal),
        (Role::Rook, straight),
        (Role::Queen, straight | diagonal),
    ] {
        let checks = own.attacks[role] & lines & reachable;
        if checks.intersects(safe) {
            danger += side.weigh_one(terms::KING_SAFE_CHECK.at(role.index() - Role::Knight.index()));
        } else {
            unsafe_checks |= checks;
        }
    }
    danger + side.weigh(terms::KING_UNSAFE_CHECK, unsafe_checks.count())
}

/// The defender's camp on the king's wing: his five nearest ranks, on the files around him.
#[inline]
fn flank<S: Side>(king: Square) -> Bitboard {
    let files = match king.file() {
        File::A => 0x07,
        File::B | File::C => 0x0f,
        File::D | File::E => 0x3c,
        File::F | File::G => 0xf0,
        File::H => 0xe0,
    };
    let far = S::rank_set(Rank::Sixth) | S::rank_set(Rank::Seventh) | S::rank_set(Rank::Eighth);
    Bitboard(files * File::A.bitboard().0) - far
}

/// The most danger that counts, so that its square fits the half of a word.
const MOST_DANGER: i32 = 800;
/// The danger whose worth is itself.
const UNIT_DANGER: i32 = 256;

/// What danger is worth: its square, in units that make a danger of 256 worth 256. Less than none is none.
#[inline]
pub fn worth_of_danger(danger: Tapered) -> Tapered {
    let worth = |danger: i32| {
        let danger = danger.clamp(0, MOST_DANGER);
        (danger * danger / UNIT_DANGER) as i16
    };
    Tapered::new(worth(danger.middlegame()), worth(danger.endgame()))
}

/// The same without rounding, for a tuner: what danger is worth, and the slope, which is what a little more
/// danger adds.
pub fn smooth_worth_of_danger(danger: f64) -> (f64, f64) {
    let (most, unit) = (f64::from(MOST_DANGER), f64::from(UNIT_DANGER));
    let counted = danger.clamp(0.0, most);
    let slope = if counted == danger { 2.0 * danger / unit } else { 0.0 };
    (counted * counted / unit, slope)
}

/// The pawns in front of the king of a side: its own near, the enemy's far.
pub(crate) fn shelter<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::new(trace);
    let king = facts.army::<S>().king;
    let not_behind = S::ahead(king.rank().bitboard()) | king.rank().bitboard();
    let own = facts.army::<S>().pawns & not_behind;
    let enemy = facts.army::<S::Other>().pawns & not_behind;
    let mut sum = Tapered::ZERO;
    for file in files_around(king) {
        let shield = rank_of_nearest::<S>(own & file.bitboard());
        let storm = rank_of_nearest::<S>(enemy & file.bitboard());
        sum += side.weigh_one(shelter_feature(file, shield));
        // Against a pawn that it has run into, a storm is over.
        let is_rammed = shield.is_some() && storm.is_some_and(|rank| rank.index() == index(shield) + 1);
        let term = if is_rammed { terms::STORM_RAMMED } else { terms::STORM };
        sum += side.weigh_one(term.at(index(storm)));
    }
    sum
}

/// The king's file and those beside it; at the edge the three nearest.
#[inline]
fn files_around(king: Square) -> [File; 3] {
    let first = king.file().index().clamp(1, 6) - 1;
    [File::ALL[first], File::ALL[first + 1], File::ALL[first + 2]]
}

/// The rank of a file's pawn nearest to a side.
#[inline]
fn rank_of_nearest<S: Side>(pawns: Bitboard) -> Option<Rank> {
    S::nearest(pawns).map(S::rank)
}

/// A rank as an index, with 0, where no pawn stands, for no pawn.
#[inline]
fn index(rank: Option<Rank>) -> usize {
    rank.map_or(0, Rank::index)
}

/// By the distance of the file from the edge and the rank of the pawn on it.
#[inline]
fn shelter_feature(file: File, shield: Option<Rank>) -> Feature {
    let from_edge = file.index().min(file.mirror().index());
    terms::SHELTER.at(from_edge * Rank::COUNT + index(shield))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_danger_drops_less_than_one() {
        for danger in -1000..=1000 {
            let rounded = f64::from(worth_of_danger(Tapered::new(danger, 0)).middlegame());
            let (smooth, slope) = smooth_worth_of_danger(f64::from(danger));
            assert!((0.0..1.0).contains(&(smooth - rounded)), "{danger}: {smooth}, {rounded}");
            let (next, _) = smooth_worth_of_danger(f64::from(danger) + 1e-6);
            assert!((slope - (next - smooth) / 1e-6).abs() < 1e-4 || danger == 800, "{danger}: {slope}");
        }
    }
}
