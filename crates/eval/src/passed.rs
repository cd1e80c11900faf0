//! Passed pawns: how far they have come, what blocks or supports them, and which king is nearer.

use movegen::attacks;
use types::{Rank, Role, Side, Square};

use crate::context::EvalContext;
use crate::geometry::edge_distance;
use crate::scorer::Scorer;
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// The passed pawns of a side. The pawn entry says which they are.
#[inline]
pub(crate) fn passed_pawns<S: Side, T: Trace>(context: &EvalContext<'_>, trace: &mut T) -> Tapered {
    let mut scorer = Scorer::<S, T>::new(context.position, trace);
    let mut sum = Tapered::ZERO;
    for pawn in context.passed::<S>() {
        sum += advance(context, pawn, &mut scorer)
            + support(context, pawn, &mut scorer)
            + king_distances(context, pawn, &mut scorer);
        if is_unstoppable::<S>(context, pawn) {
            sum += scorer.score_each(pawn, terms::PASSED_UNSTOPPABLE, 1);
        }
    }
    sum
}

/// The rank of the pawn, and whether it can advance.
#[inline]
fn advance<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    pawn: Square,
    scorer: &mut Scorer<'_, S, T>,
) -> Tapered {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Other>());
    let rank = S::rank(pawn).index();
    let stop = S::forward(pawn.bitboard());
    let path = S::ahead(pawn.bitboard());
    let enemies = context.position.color(S::Other::COLOR);
    let mut sum =
        scorer.score_each(pawn, terms::PASSED.at(edge_distance(pawn.file()) * Rank::COUNT + rank), 1);
    if stop.intersects(enemies) {
        sum += scorer.score_each(pawn, terms::PASSED_BLOCKED_BY_ENEMY.at(rank), 1);
    } else if stop.intersects(context.occupied) {
        sum += scorer.score_each(pawn, terms::PASSED_BLOCKED_BY_OWN.at(rank), 1);
    } else if !stop.intersects(enemy.attacked) {
        sum += scorer.score_each(pawn, terms::PASSED_SAFE_STEP.at(rank), 1);
        if !path.intersects(enemy.attacked | enemies) {
            sum += scorer.score_each(pawn, terms::PASSED_SAFE_PATH.at(rank), 1);
        }
    }
    if !path.intersects(context.occupied) {
        sum += scorer.score_each(pawn, terms::PASSED_FREE_PATH.at(rank), 1);
    }
    if stop.intersects(own.attacked) {
        sum += scorer.score_each(pawn, terms::PASSED_DEFENDED_STEP.at(rank), 1);
    }
    sum + rooks_behind(context, pawn, scorer)
}

/// Pawns that support the pawn, passed pawns beside it, and an enemy without pieces.
#[inline]
fn support<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    pawn: Square,
    scorer: &mut Scorer<'_, S, T>,
) -> Tapered {
    let rank = S::rank(pawn).index();
    let mut sum = Tapered::ZERO;
    let set = pawn.bitboard();
    if context.side::<S>().attacks[Role::Pawn].intersects(S::forward(set) | set) {
        sum += scorer.score_each(pawn, terms::PASSED_SUPPORTED.at(rank), 1);
    }
    let beside = set.east() | set.west();
    if context.passed::<S>().intersects(beside | S::ahead(beside) | S::Other::ahead(beside)) {
        sum += scorer.score_each(pawn, terms::PASSED_CONNECTED.at(rank), 1);
    }
    if context.has_no_pieces::<S::Other>() {
        sum += scorer.score_each(pawn, terms::PASSED_NO_PIECES.at(rank), 1);
    }
    sum
}

/// Rooks of both sides behind the pawn.
#[inline]
fn rooks_behind<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    pawn: Square,
    scorer: &mut Scorer<'_, S, T>,
) -> Tapered {
    let rooks = context.position.role(Role::Rook) & S::Other::ahead(pawn.bitboard());
    if rooks.is_empty() {
        return Tapered::ZERO;
    }
    let rooks = rooks & attacks::rook(pawn, context.occupied);
    let own = rooks & context.position.color(S::COLOR);
    let enemy = rooks & context.position.color(S::Other::COLOR);
    scorer.score_each(pawn, terms::PASSED_OWN_ROOK_BEHIND, own.count())
        + scorer.score_each(pawn, terms::PASSED_ENEMY_ROOK_BEHIND, enemy.count())
}

/// The distances of the kings from the square ahead of the pawn, from the fourth rank on.
#[inline]
fn king_distances<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    pawn: Square,
    scorer: &mut Scorer<'_, S, T>,
) -> Tapered {
    let rank = S::rank(pawn);
    let Some(stop) = S::forward(pawn.bitboard()).first().filter(|_| rank > Rank::Third) else {
        return Tapered::ZERO;
    };
    // A pawn stands on the seventh rank at most, so there are four lines.
    let line = (rank.index() - Rank::Fourth.index()) % 4 * LINE;
    let distance = |king: Square| line + usize::from(king.distance(stop)) % LINE;
    scorer.score_each(pawn, terms::PASSED_OWN_KING.at(distance(context.side::<S>().king)), 1)
        + scorer.score_each(pawn, terms::PASSED_ENEMY_KING.at(distance(context.side::<S::Other>().king)), 1)
}

/// The entries of a table of king distances for one rank.
const LINE: usize = 8;

/// Whether the pawn promotes without help: the enemy has no piece but its king, the path is empty, and the king is
/// outside the square of the pawn.
#[inline]
fn is_unstoppable<S: Side>(context: &EvalContext<'_>, pawn: Square) -> bool {
    if !context.has_no_pieces::<S::Other>() || S::ahead(pawn.bitboard()).intersects(context.occupied) {
        return false;
    }
    let promotion = S::promotion_square(pawn);
    // The first step may be a double one.
    let steps = promotion.distance(pawn) - u8::from(S::rank(pawn) == Rank::Second);
    let king_is_to_move = u8::from(context.position.side_to_move() == S::Other::COLOR);
    context.side::<S::Other>().king.distance(promotion) > steps + king_is_to_move
}
