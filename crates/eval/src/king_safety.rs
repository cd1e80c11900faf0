//! The attack on a king.
//!
//! Two attackers are far more than twice as dangerous as one. So everything that helps an attack is summed as
//! *danger* first, and the score grows with the square of the sum ([`worth_of_danger`]).

use movegen::attacks;
use types::{Bitboard, File, Rank, Role, Square};

use crate::facts::{Army, Facts};
use crate::side::{Side, Weigher};
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// What the attack of a side on the enemy king is worth. All attacks are known.
#[inline]
pub(crate) fn king_attack<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::new(facts.position, trace);
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let mut danger = own.danger + side.weigh_one(terms::KING_EXPOSED);
    if facts.pieces::<S>(Role::Queen).is_empty() {
        danger += side.weigh_one(terms::KING_NO_ENEMY_QUEEN);
    }
    let weak = weak_squares(own, enemy);
    danger += side.weigh(terms::KING_RING_WEAK, (weak & enemy.king_ring).count());
    danger += side.weigh(terms::KING_RING_PAWN_ATTACK, (own.attacks[Role::Pawn] & enemy.king_ring).count());
    danger += side.weigh(terms::KING_PINNED, enemy.pinned.count());
    danger += side.weigh(terms::KING_DISCOVERED, (enemy.discoverers - own.pawns).count());
    let flank = flank::<S::Other>(enemy.king);
    danger += side.weigh(terms::KING_FLANK_ATTACK, (own.attacked & flank).count());
    danger += side.weigh(terms::KING_FLANK_DOUBLE_ATTACK, (own.attacked_twice & flank).count());
    danger += side.weigh(terms::KING_FLANK_DEFENCE, (enemy.attacked & flank).count());
    danger += surroundings(facts, &mut side);
    worth_of_danger(danger + checks(facts, weak, &mut side))
}

/// Squares that the attacker reaches and the defender guards with nothing but king or queen.
#[inline]
fn weak_squares(own: &Army, enemy: &Army) -> Bitboard {
    let guarded = enemy.attacked - enemy.attacks[Role::King] - enemy.attacks[Role::Queen];
    own.attacked - guarded - enemy.attacked_twice
}

/// Who stands by the king, and where he can go.
#[inline]
fn surroundings<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let steps = enemy.attacks[Role::King];
    let escapes = steps - own.attacked - facts.position.color(S::Other::COLOR);
    let mut danger = side.weigh_one(terms::KING_ESCAPES.at(escapes.count() as usize));
    for (index, role) in [Role::Knight, Role::Bishop].into_iter().enumerate() {
        if enemy.attacks[role].intersects(steps) {
            danger += side.weigh_one(terms::KING_DEFENDER.at(index));
        }
    }
    danger
}

/// Checks that a side could give, those that cost a piece apart, and the lines on which they come.
#[inline]
fn checks<S: Side, T: Trace>(facts: &Facts<'_>, weak: Bitboard, side: &mut Weigher<'_, S, T>) -> Tapered {
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let safe = !enemy.attacked | weak & own.attacked_twice;
    let reachable = !facts.position.color(S::COLOR);
    let straight = attacks::rook(enemy.king, facts.occupied);
    let diagonal = attacks::bishop(enemy.king, facts.occupied);
    let lines = (straight | diagonal) - facts.position.color(S::Other::COLOR);
    let mut danger = side.weigh_one(terms::KING_LINES.at(lines.count() as usize));
    for (role, lines) in [
        (Role::Knight, attacks::knight(enemy.king)),
        (Role::Bishop, diagonal),
        (Role::Rook, straight),
        (Role::Queen, straight | diagonal),
    ] {
        let number = role.index() - Role::Knight.index();
        let checks = own.attacks[role] & lines & reachable;
        let safe = checks & safe;
        danger += if safe.any() {
            side.weigh_one(terms::KING_SAFE_CHECK.at(2 * number + usize::from(safe.has_many())))
        } else {
            side.weigh(terms::KING_UNSAFE_CHECK.at(number), checks.count())
        };
    }
    danger
}

/// The defender's camp on the king's wing: his five nearest ranks, on the files around him.
#[inline]
fn flank<S: Side>(king: Square) -> Bitboard {
    let far = S::rank_set(Rank::Sixth) | S::rank_set(Rank::Seventh) | S::rank_set(Rank::Eighth);
    wing(king) - far
}

/// The files around a king: four, in the middle those from c to f, at the edge three.
#[inline]
pub(crate) fn wing(king: Square) -> Bitboard {
    let files = match king.file() {
        File::A => 0x07,
        File::B | File::C => 0x0f,
        File::D | File::E => 0x3c,
        File::F | File::G => 0xf0,
        File::H => 0xe0,
    };
    Bitboard(files * File::A.bitboard().0)
}

/// Danger is counted in quarters, since much of it is little, and counts often.
const QUARTERS: i32 = 4;
/// The most danger that counts, so that what it is worth fits the half of a word.
const MOST_DANGER: i32 = 800 * QUARTERS;
/// The danger whose worth in the middlegame is itself.
const UNIT_DANGER: i32 = 256 * QUARTERS;

/// What danger is worth. In the middlegame that is its square, in units that make a danger of 256 worth 256,
/// and less than none is none. In the endgame, where no mate threatens, it is the danger itself.
#[inline]
pub fn worth_of_danger(danger: Tapered) -> Tapered {
    let middlegame = danger.middlegame().clamp(0, MOST_DANGER);
    let endgame = danger.endgame().clamp(-MOST_DANGER, MOST_DANGER);
    Tapered::new((middlegame * middlegame / (UNIT_DANGER * QUARTERS)) as i16, (endgame / QUARTERS) as i16)
}

/// The same without rounding, for a tuner: for each half what danger is worth, and the slope, which is what a
/// little more danger adds.
pub fn smooth_worth_of_danger([middlegame, endgame]: [f64; 2]) -> [(f64, f64); 2] {
    let (most, quarters) = (f64::from(MOST_DANGER), f64::from(QUARTERS));
    let unit = f64::from(UNIT_DANGER) * quarters;
    let counted = middlegame.clamp(0.0, most);
    let slope = if counted == middlegame { 2.0 * counted / unit } else { 0.0 };
    let counted_endgame = endgame.clamp(-most, most);
    let endgame_slope = if counted_endgame == endgame { 1.0 / quarters } else { 0.0 };
    [(counted * counted / unit, slope), (counted_endgame / quarters, endgame_slope)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_danger_drops_less_than_one() {
        const STEP: f64 = 1e-6;
        for danger in -4000..=4000 {
            let rounded = worth_of_danger(Tapered::new(danger, danger));
            let smooth = smooth_worth_of_danger([f64::from(danger); 2]);
            let next = smooth_worth_of_danger([f64::from(danger) + STEP; 2]);
            let halves = [rounded.middlegame(), rounded.endgame()].map(f64::from);
            for ((rounded, (worth, slope)), (next, _)) in halves.into_iter().zip(smooth).zip(next) {
                assert!((worth - rounded).abs() < 1.0, "{danger}: {worth}, {rounded}");
                let is_corner = i32::from(danger).abs() == MOST_DANGER;
                assert!((slope - (next - worth) / STEP).abs() < 1e-4 || is_corner, "{danger}: {slope}");
            }
        }
    }
}
