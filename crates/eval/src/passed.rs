//! Passed pawns: how far they have come, what blocks or supports them, and which king is nearer.
//!
//! Most questions are answered for all passed pawns at once: the pawns with a free path, for example, are those not
//! behind any occupied square.

use movegen::attacks;
use types::{Rank, Role, Side, Square};

use crate::context::EvalContext;
use crate::geometry::{Files, distances, edge_distance};
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::{Scorer, Trace};

/// The entries of a table of king distances for one rank.
const LINE: usize = 8;

/// The passed pawns of a side, as found by the pawn entry.
pub(crate) fn passed_pawns<S: Side, T: Trace>(context: &EvalContext<'_>, trace: &mut T) -> Tapered {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Other>());
    let pawns = context.passed::<S>();
    if pawns.is_empty() {
        return Tapered::ZERO;
    }
    let mut scorer = Scorer::<S, T>::new(context.position, trace);
    let (owns, enemies) = (context.position.color(S::COLOR), context.position.color(S::Other::COLOR));
    let by_pawns = own.attacks[Role::Pawn];
    let files = Files::of(pawns).bitboard();
    let blocked = pawns & S::Other::forward(context.occupied);
    let blocked_by_enemy = pawns & S::Other::forward(enemies);
    let safe_step = pawns - blocked - S::Other::forward(enemy.attacked);
    let before_rooks = pawns & S::ahead(context.position.role(Role::Rook));
    let enemy_has_no_pieces = enemies == enemy.pawns | enemy.king;
    let by_rank = [
        (blocked_by_enemy, terms::PASSED_BLOCKED_BY_ENEMY),
        (blocked - blocked_by_enemy, terms::PASSED_BLOCKED_BY_OWN),
        (safe_step, terms::PASSED_SAFE_STEP),
        (safe_step - S::Other::ahead(enemy.attacked | enemies), terms::PASSED_SAFE_PATH),
        (pawns - S::Other::ahead(context.occupied), terms::PASSED_FREE_PATH),
        (pawns & S::Other::forward(own.attacked), terms::PASSED_DEFENDED_STEP),
        (pawns & (by_pawns | S::Other::forward(by_pawns)), terms::PASSED_SUPPORTED),
        (pawns & (files.east() | files.west()), terms::PASSED_CONNECTED),
    ];
    let mut sum = Tapered::ZERO;
    for pawn in pawns {
        let rank = S::rank(pawn).index();
        sum += scorer.score_each(pawn, terms::PASSED.at(edge_distance(pawn.file()) * Rank::COUNT + rank), 1);
        for (set, term) in by_rank {
            if set.contains(pawn) {
                sum += scorer.score_each(pawn, term.at(rank), 1);
            }
        }
        if enemy_has_no_pieces {
            sum += scorer.score_each(pawn, terms::PASSED_NO_PIECES.at(rank), 1);
            if is_unstoppable::<S>(context, pawn) {
                sum += scorer.score_each(pawn, terms::PASSED_UNSTOPPABLE, 1);
            }
        }
        // The distances of the kings from the square ahead, from the fourth rank on: up to the seventh, four lines.
        if let Some(stop) = S::forward(pawn.bitboard()).first().filter(|_| rank >= Rank::Fourth.index()) {
            let line = (rank - Rank::Fourth.index()) % 4 * LINE;
            let place = |king: Square| line + usize::from(distances(king)[stop]) % LINE;
            sum += scorer.score_each(pawn, terms::PASSED_OWN_KING.at(place(own.king)), 1)
                + scorer.score_each(pawn, terms::PASSED_ENEMY_KING.at(place(enemy.king)), 1);
        }
        // Rooks of both sides behind the pawn, with nothing between.
        if before_rooks.contains(pawn) {
            let behind = S::Other::ahead(pawn.bitboard()) & context.position.role(Role::Rook);
            let rooks = behind & attacks::rook(pawn, context.occupied);
            sum += scorer.score_each(pawn, terms::PASSED_OWN_ROOK_BEHIND, (rooks & owns).count())
                + scorer.score_each(pawn, terms::PASSED_ENEMY_ROOK_BEHIND, (rooks & enemies).count());
        }
    }
    sum
}

/// Returns whether the pawn promotes without help, if the enemy has no piece but its king: the path is empty, and the king is
/// outside the square of the pawn.
fn is_unstoppable<S: Side>(context: &EvalContext<'_>, pawn: Square) -> bool {
    if S::ahead(pawn.bitboard()).intersects(context.occupied) {
        return false;
    }
    let promotion = S::promotion_square(pawn);
    // The first step may be a double one.
    let steps = promotion.distance(pawn) - u8::from(S::rank(pawn) == Rank::Second);
    let king_is_to_move = u8::from(context.position.side_to_move() == S::Other::COLOR);
    context.side::<S::Other>().king.distance(promotion) > steps + king_is_to_move
}
