//! The attack on a king.
//!
//! Two attackers are far more than twice as dangerous as one. So everything that helps an attack is summed as
//! *danger* first, and the score grows with the square of the sum ([`worth_of_danger`]).

use movegen::attacks;
use types::{Rank, Role, Side};

use crate::context::EvalContext;
use crate::geometry::wing;
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::{Scorer, Trace};

/// The score of the attack of `S`, whose facts are `own`, on the enemy king. `by_pieces` is the danger that the walk over
/// the pieces has found.
pub(crate) fn king_attack<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    by_pieces: Tapered,
    trace: &mut T,
) -> Tapered {
    let mut scorer = Scorer::<S, T>::new(context.position, trace);
    let (own, enemy) = (context.side::<S>(), context.side::<S::Other>());
    let mut danger = context.pawns.danger[S::COLOR] + by_pieces + scorer.score(terms::KING_DANGER_BASE, 1);
    if context.pieces::<S>(Role::Queen).is_empty() {
        danger += scorer.score(terms::KING_NO_ENEMY_QUEEN, 1);
    }
    danger += scorer.score(terms::KING_PINNED, enemy.pinned.count())
        + scorer.score(terms::KING_DISCOVERED, (enemy.discoverers - own.pawns).count());

    // The king ring. Weak squares are attacked, and only the king or a queen defends them.
    let ring = enemy.king_ring();
    let defended = enemy.attacked - enemy.attacks[Role::King] - enemy.attacks[Role::Queen];
    let weak = own.attacked - defended - enemy.attacked_twice;
    danger += scorer.score(terms::KING_RING_WEAK, (weak & ring).count())
        + scorer.score(terms::KING_RING_PAWN_ATTACK, (own.attacks[Role::Pawn] & ring).count());

    // The king flank: the five nearest ranks of the defender on its king's wing.
    let far = S::Other::rank_set(Rank::Sixth)
        | S::Other::rank_set(Rank::Seventh)
        | S::Other::rank_set(Rank::Eighth);
    let flank = wing(enemy.king) - far;
    danger += scorer.score(terms::KING_FLANK_ATTACK, (own.attacked & flank).count())
        + scorer.score(terms::KING_FLANK_DOUBLE_ATTACK, (own.attacked_twice & flank).count())
        + scorer.score(terms::KING_FLANK_DEFENCE, (enemy.attacked & flank).count());

    // The escape squares of the king, and the minor pieces that defend the squares next to it.
    let steps = enemy.attacks[Role::King];
    let escapes = steps - own.attacked - context.position.color(S::Other::COLOR);
    danger += scorer.score(terms::KING_ESCAPES.at(escapes.count() as usize), 1);
    for (index, role) in [Role::Knight, Role::Bishop].into_iter().enumerate() {
        if enemy.attacks[role].intersects(steps) {
            danger += scorer.score(terms::KING_DEFENDER.at(index), 1);
        }
    }

    // The open lines to the king, and the checks that the side could give on its next move. They are safe on squares
    // that the enemy does not attack, and on weak ones that this side attacks twice.
    let straight = attacks::rook(enemy.king, context.occupied);
    let diagonal = attacks::bishop(enemy.king, context.occupied);
    let lines = (straight | diagonal) - context.position.color(S::Other::COLOR);
    danger += scorer.score(terms::KING_VIRTUAL_MOBILITY.at(lines.count() as usize), 1);
    let safe_squares = !enemy.attacked | weak & own.attacked_twice;
    let reachable = !context.position.color(S::COLOR);
    for (role, lines) in [
        (Role::Knight, attacks::knight(enemy.king)),
        (Role::Bishop, diagonal),
        (Role::Rook, straight),
        (Role::Queen, straight | diagonal),
    ] {
        let number = role.index() - Role::Knight.index();
        let checks = own.attacks[role] & lines & reachable;
        let safe = checks & safe_squares;
        danger += if safe.any() {
            scorer.score(terms::KING_SAFE_CHECK.at(2 * number + usize::from(safe.has_many())), 1)
        } else {
            scorer.score(terms::KING_UNSAFE_CHECK.at(number), checks.count())
        };
    }
    worth_of_danger(danger)
}

/// The castling rights of a side: its king may still find another shelter.
pub(crate) fn castling<S: Side, T: Trace>(context: &EvalContext<'_>, trace: &mut T) -> Tapered {
    let rooks = context.position.castling() & context.position.color(S::COLOR);
    let king = context.side::<S>().king;
    Scorer::<S, T>::for_either_turn(trace).score_each(king, terms::CASTLING_RIGHT, rooks.count())
}

/// Danger is counted in quarters of a unit, because many of its features are small and occur often.
const QUARTERS: i32 = 4;
/// More danger counts as this, so that its score fits the half of a word.
const MAX_DANGER: i32 = 800 * QUARTERS;
/// The danger whose score in the middlegame is as great as itself.
const UNIT_DANGER: i32 = 256 * QUARTERS;

/// The score of danger. In the middlegame it is the square of the danger divided by 256, all in whole units: 128 score 64,
/// 256 score 256, 512 score 1024. Negative danger scores nothing. In the endgame, where mate is rare, the score is the
/// danger itself.
pub fn worth_of_danger(danger: Tapered) -> Tapered {
    let middlegame = danger.middlegame().clamp(0, MAX_DANGER);
    let endgame = danger.endgame().clamp(-MAX_DANGER, MAX_DANGER);
    Tapered::new((middlegame * middlegame / (UNIT_DANGER * QUARTERS)) as i16, (endgame / QUARTERS) as i16)
}

/// The same without rounding, for a tuner: for each half of the danger its score and the derivative of that.
pub fn smooth_worth_of_danger([middlegame, endgame]: [f64; 2]) -> [(f64, f64); 2] {
    let (max, quarters) = (f64::from(MAX_DANGER), f64::from(QUARTERS));
    let unit = f64::from(UNIT_DANGER) * quarters;
    let counted = middlegame.clamp(0.0, max);
    let slope = if counted == middlegame { 2.0 * counted / unit } else { 0.0 };
    let counted_endgame = endgame.clamp(-max, max);
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
                let is_corner = i32::from(danger).abs() == MAX_DANGER;
                assert!((slope - (next - worth) / STEP).abs() < 1e-4 || is_corner, "{danger}: {slope}");
            }
        }
    }
}
