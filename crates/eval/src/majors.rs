//! Rooks and queens: files and ranks, trapped rooks and exposed queens.

use movegen::attacks;
use types::{Bitboard, Rank, Role, Side, Square};

use crate::context::EvalContext;
use crate::geometry::is_on_queenside;
use crate::scorer::Scorer;
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// A rook with more mobility than this is not trapped.
const TRAPPED_MOBILITY: usize = 3;

/// Returns whether a rook is shut in on its first two ranks between its king's file and the edge. The king may stand on any rank.
#[inline]
pub(crate) fn is_trapped_rook<S: Side>(context: &EvalContext<'_>, rook: Square, mobility: usize) -> bool {
    if mobility > TRAPPED_MOBILITY || S::rank(rook) > Rank::Second {
        return false;
    }
    let king = context.side::<S>().king;
    let (rook_file, king_file) = (rook.file(), king.file());
    if is_on_queenside(king) { rook_file < king_file } else { rook_file > king_file }
}

/// The terms of a side's rooks and queens as sets.
#[inline]
pub(crate) fn majors<S: Side, T: Trace>(context: &EvalContext<'_>, scorer: &mut Scorer<'_, S, T>) -> Tapered {
    let mut sum = Tapered::ZERO;
    let rooks = context.pieces::<S>(Role::Rook);
    if rooks.any() {
        sum += rook_files(context, scorer, rooks);
    }
    let queens = context.pieces::<S>(Role::Queen);
    if queens.any() {
        sum += self::queens(context, scorer, queens);
    }
    sum
}

/// Rooks by the pawns on their files, and rooks on the seventh rank.
#[inline]
fn rook_files<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    scorer: &mut Scorer<'_, S, T>,
    rooks: Bitboard,
) -> Tapered {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Other>());
    let (own_files, enemy_files) = (context.pawns.files[S::COLOR], context.pawns.files[S::Other::COLOR]);
    let without_own = rooks - own_files.any.bitboard();
    let half_open = without_own & enemy_files.any.bitboard();
    let defended = half_open & enemy_files.defended.bitboard();
    let blocked = own.pawns & S::Other::forward(context.occupied);
    let seventh = S::rank_set(Rank::Seventh);
    let mut sum = Tapered::ZERO;
    if without_own.any() {
        sum += scorer.score_each(without_own - half_open, terms::ROOK_OPEN_FILE, 1)
            + scorer.score_each(half_open - defended, terms::ROOK_HALF_OPEN_FILE.at(0), 1)
            + scorer.score_each(defended, terms::ROOK_HALF_OPEN_FILE.at(1), 1);
    }
    sum += scorer.score_each(rooks & S::Other::ahead(blocked), terms::ROOK_CLOSED_FILE, 1);
    if enemy.pawns.intersects(seventh) || S::rank(enemy.king) == Rank::Eighth {
        sum += scorer.score_each(rooks & seventh, terms::ROOK_ON_SEVENTH, 1);
    }
    sum
}

/// Queens in the enemy's half, and queens in the line of a slider with one piece between.
#[inline]
fn queens<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    scorer: &mut Scorer<'_, S, T>,
    queens: Bitboard,
) -> Tapered {
    let half = S::ahead(S::rank_set(Rank::Fourth));
    let by_pawns = context.side::<S::Other>().attacks[Role::Pawn];
    let settled = (queens & half) - (by_pawns | S::Other::ahead(by_pawns));
    let exposed: Bitboard = queens.into_iter().filter(|&queen| is_exposed::<S>(context, queen)).collect();
    scorer.score_each(settled, terms::QUEEN_INFILTRATION, 1)
        + scorer.score_each(exposed, terms::QUEEN_EXPOSED, 1)
}

/// Returns whether exactly one piece stands between a queen and an enemy rook or bishop in line with it.
#[inline]
fn is_exposed<S: Side>(context: &EvalContext<'_>, queen: Square) -> bool {
    let snipers = attacks::rook_rays(queen) & context.pieces::<S::Other>(Role::Rook)
        | attacks::bishop_rays(queen) & context.pieces::<S::Other>(Role::Bishop);
    snipers.into_iter().any(|sniper| {
        let between = attacks::between(queen, sniper) & context.occupied;
        between.any() && !between.has_many()
    })
}
