//! Passed pawns: how far they are, what is in their way, and whose king is nearer.

use movegen::attacks;
use types::{Rank, Role, Square};

use crate::facts::Facts;
use crate::pawns::from_edge;
use crate::side::{Side, Weigher};
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// The passed pawns of a side. They are found ([`pawns`](crate::pawns)), and all attacks are known.
#[inline]
pub(crate) fn passed<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::new(facts.position, trace);
    let mut sum = Tapered::ZERO;
    for pawn in facts.passed::<S>() {
        sum +=
            advance(facts, pawn, &mut side) + company(facts, pawn, &mut side) + kings(facts, pawn, &mut side);
        if runs_alone::<S>(facts, pawn) {
            sum += side.weigh_one_at(pawn, terms::PASSED_UNSTOPPABLE);
        }
    }
    sum
}

/// How far the pawn is, and whether it can go on.
#[inline]
fn advance<S: Side, T: Trace>(facts: &Facts<'_>, pawn: Square, side: &mut Weigher<'_, S, T>) -> Tapered {
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let rank = S::rank(pawn).index();
    let stop = S::forward(pawn.bitboard());
    let path = S::ahead(pawn.bitboard());
    let enemy_men = facts.position.color(S::Other::COLOR);
    let mut sum = side.weigh_one_at(pawn, terms::PASSED.at(from_edge(pawn.file()) * Rank::COUNT + rank));
    if stop.intersects(enemy_men) {
        sum += side.weigh_one_at(pawn, terms::PASSED_BLOCKED_BY_ENEMY.at(rank));
    } else if stop.intersects(facts.occupied) {
        sum += side.weigh_one_at(pawn, terms::PASSED_BLOCKED_BY_OWN.at(rank));
    } else if !stop.intersects(enemy.attacked) {
        sum += side.weigh_one_at(pawn, terms::PASSED_SAFE_STEP.at(rank));
        if !path.intersects(enemy.attacked | enemy_men) {
            sum += side.weigh_one_at(pawn, terms::PASSED_SAFE_PATH.at(rank));
        }
    }
    if !path.intersects(facts.occupied) {
        sum += side.weigh_one_at(pawn, terms::PASSED_FREE_PATH.at(rank));
    }
    if stop.intersects(own.attacked) {
        sum += side.weigh_one_at(pawn, terms::PASSED_DEFENDED_STEP.at(rank));
    }
    sum + rooks_behind(facts, pawn, side)
}

/// Whether it has friends, and enemies.
#[inline]
fn company<S: Side, T: Trace>(facts: &Facts<'_>, pawn: Square, side: &mut Weigher<'_, S, T>) -> Tapered {
    let rank = S::rank(pawn).index();
    let mut sum = Tapered::ZERO;
    let set = pawn.bitboard();
    if facts.army::<S>().attacks[Role::Pawn].intersects(S::forward(set) | set) {
        sum += side.weigh_one_at(pawn, terms::PASSED_SUPPORTED.at(rank));
    }
    let beside = set.east() | set.west();
    if facts.passed::<S>().intersects(beside | S::ahead(beside) | S::Other::ahead(beside)) {
        sum += side.weigh_one_at(pawn, terms::PASSED_CONNECTED.at(rank));
    }
    if facts.has_no_pieces::<S::Other>() {
        sum += side.weigh_one_at(pawn, terms::PASSED_NO_PIECES.at(rank));
    }
    sum
}

/// Rooks belong behind passed pawns, their own and the enemy's.
#[inline]
fn rooks_behind<S: Side, T: Trace>(facts: &Facts<'_>, pawn: Square, side: &mut Weigher<'_, S, T>) -> Tapered {
    let behind = S::Other::ahead(pawn.bitboard());
    let rooks = facts.position.role(Role::Rook) & behind;
    if rooks.is_empty() {
        return Tapered::ZERO;
    }
    let rooks = rooks & attacks::rook(pawn, facts.occupied);
    side.weigh_at(pawn, terms::PASSED_OWN_ROOK_BEHIND, (rooks & facts.position.color(S::COLOR)).count())
        + side.weigh_at(
            pawn,
            terms::PASSED_ENEMY_ROOK_BEHIND,
            (rooks & facts.position.color(S::Other::COLOR)).count(),
        )
}

/// The kings' distances to the square ahead of the pawn, from the fourth rank on.
#[inline]
fn kings<S: Side, T: Trace>(facts: &Facts<'_>, pawn: Square, side: &mut Weigher<'_, S, T>) -> Tapered {
    let rank = S::rank(pawn);
    let Some(stop) = S::forward(pawn.bitboard()).first().filter(|_| rank > Rank::Third) else {
        return Tapered::ZERO;
    };
    // The seventh is the last rank that a pawn is on, so there are four lines.
    let line = (rank.index() - Rank::Fourth.index()) % 4 * LINE;
    let distance = |king: Square| line + usize::from(king.distance(stop)) % LINE;
    side.weigh_one_at(pawn, terms::PASSED_OWN_KING.at(distance(facts.army::<S>().king)))
        + side.weigh_one_at(pawn, terms::PASSED_ENEMY_KING.at(distance(facts.army::<S::Other>().king)))
}

/// The entries of a table of kings' distances for one rank.
const LINE: usize = 8;

/// Whether the pawn gets through by itself: the enemy has no piece but his king, the path is empty, and the
/// king is outside the square that the pawn spans.
#[inline]
fn runs_alone<S: Side>(facts: &Facts<'_>, pawn: Square) -> bool {
    if !facts.has_no_pieces::<S::Other>() || S::ahead(pawn.bitboard()).intersects(facts.occupied) {
        return false;
    }
    let goal = S::goal(pawn);
    // The first step may be a double one.
    let steps = goal.distance(pawn) - u8::from(S::rank(pawn) == Rank::Second);
    let king_is_to_move = u8::from(facts.position.side_to_move() == S::Other::COLOR);
    facts.army::<S::Other>().king.distance(goal) > steps + king_is_to_move
}
