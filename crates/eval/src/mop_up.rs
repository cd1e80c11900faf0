//! Mop-up: drive a king that is bare, or has one weaker piece left, into a corner, and bring the own king near.
//!
//! The other terms do not lead to the mate with a rook, or to the win of a rook by a queen when the rook's king runs out of
//! squares. These terms give a shallow search a slope to follow. Bishop and knight mate only
//! in a corner of the bishop's colour, and a rook wins against a bishop only there: in the other two the defender is
//! safe. [`scaling`](crate::scaling) scales the slope of wins that are rare.

use movegen::Position;
use types::{Bitboard, Black, Role, Side, Square, White};

use crate::context::EvalContext;
use crate::endgames::winning_pawn;
use crate::material::MaterialCounts;
use crate::scorer::Scorer;
use crate::tapered::Tapered;
use crate::term::EvalFeature;
use crate::terms;
use crate::trace::Trace;

/// The weight of the way to the corner. Where the win is long, the other terms must not make any square look better,
/// so these slopes are steeper. That of bishop and knight ends as high as other wins do, so it replaces their bonus.
const TO_BISHOP_CORNER: u32 = 6;
const WITH_ONE_PIECE_LEFT: u32 = 3;

/// The mop-up score of a side.
#[inline]
pub(crate) fn mop_up<S: Side, T: Trace>(context: &EvalContext<'_>, trace: &mut T) -> Tapered {
    let victim = context.side::<S::Other>().king;
    let others = context.position.color(S::Other::COLOR) - victim.bitboard();
    if others.has_many() {
        return Tapered::ZERO;
    }
    let mut scorer = Scorer::<S, T>::new(context.position, trace);
    let counts = MaterialCounts::of::<S>(context.position);
    if others.any() {
        return against_one_piece(context, &counts, &mut scorer);
    }
    if !counts.can_mate_bare_king() {
        let pawn = winning_pawn::<S>(context).map_or(Bitboard::EMPTY, Square::bitboard);
        return scorer.score_each(pawn, terms::WINNING_PAWN, 1);
    }
    if counts.is_bishop_and_knight() && counts.pawns == 0 {
        let corner = bishop_corner_feature(context.pieces::<S>(Role::Bishop), victim);
        return drive(context, &mut scorer, corner, TO_BISHOP_CORNER);
    }
    scorer.score_each(victim, terms::BARE_KING, 1) + drive(context, &mut scorer, corner_feature(victim), 1)
}

/// The score if the enemy king has one piece left, for a single queen or rook.
#[inline]
fn against_one_piece<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    counts: &MaterialCounts,
    scorer: &mut Scorer<'_, S, T>,
) -> Tapered {
    if !wins_last_piece(counts, &MaterialCounts::of::<S::Other>(context.position)) {
        return Tapered::ZERO;
    }
    let victim = context.side::<S::Other>().king;
    let bishop = context.pieces::<S::Other>(Role::Bishop);
    let corner = if counts.is_one_rook() && bishop.any() {
        bishop_corner_feature(bishop, victim)
    } else {
        corner_feature(victim)
    };
    drive(context, scorer, corner, WITH_ONE_PIECE_LEFT)
}

/// Returns whether a single queen or rook is likely to win the last piece of the enemy, or to mate. The side of a queen may have
/// pawns: if the bonus were for a queen without pawns only, a search would give pawns away for it. A rook with a pawn wins
/// with that pawn.
#[inline]
fn wins_last_piece(counts: &MaterialCounts, last: &MaterialCounts) -> bool {
    let by_queen = counts.is_one_queen() && (last.is_one_rook() || last.is_one_minor());
    let by_rook = counts.is_one_rook() && last.is_one_minor() && counts.pawns == 0;
    last.pawns == 0 && (by_queen || by_rook)
}

/// Returns whether a king of the position is bare, or has one piece left that a single queen or rook is likely to win. Such an
/// evaluation gives the direction of the win, but not its distance.
#[inline]
pub fn is_mop_up(position: &Position) -> bool {
    is_mop_up_for::<White>(position) || is_mop_up_for::<Black>(position)
}

#[inline]
fn is_mop_up_for<S: Side>(position: &Position) -> bool {
    let enemies = position.color(S::Other::COLOR).count();
    let wins =
        || wins_last_piece(&MaterialCounts::of::<S>(position), &MaterialCounts::of::<S::Other>(position));
    enemies == 1 || enemies == 2 && wins()
}

/// The score of the kings' distance and of the victim's distance from a corner.
#[inline]
fn drive<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    scorer: &mut Scorer<'_, S, T>,
    corner: EvalFeature,
    steepness: u32,
) -> Tapered {
    let victim = context.side::<S::Other>().king;
    let apart = usize::from(context.side::<S>().king.distance(victim));
    scorer.score_each(victim, terms::MOP_UP_KINGS.at(apart), 1) + scorer.score_each(victim, corner, steepness)
}

/// The feature of the distance from the nearest corner.
fn corner_feature(victim: Square) -> EvalFeature {
    terms::MOP_UP_CORNER.at(steps_to_corner(victim))
}

/// The feature of the distance from the corners of a bishop's colour.
fn bishop_corner_feature(bishop: Bitboard, victim: Square) -> EvalFeature {
    let corners = if bishop.intersects(Bitboard::LIGHT_SQUARES) {
        [Square::A8, Square::H1]
    } else {
        [Square::A1, Square::H8]
    };
    let [one, other] = corners.map(|corner| steps_along_edges(corner, victim));
    terms::MOP_UP_BISHOP_CORNER.at(one.min(other))
}

/// The sum of the files and ranks between two squares. King moves would be the same all along the far edges, from which
/// the slope must lead to a corner.
fn steps_along_edges(one: Square, other: Square) -> usize {
    one.file().index().abs_diff(other.file().index()) + one.rank().index().abs_diff(other.rank().index())
}

/// The steps along files and ranks to the nearest corner, 0 to 6.
fn steps_to_corner(square: Square) -> usize {
    let to_edge = |line: usize| line.min(7 - line);
    to_edge(square.file().index()) + to_edge(square.rank().index())
}
