//! The scale of an advantage: in drawish endgames less counts than the terms say.
//!
//! The scale depends on the material that the side that stands better has left to win with. If it hardly ever wins, the
//! score is a draw (two knights may mate a king that has a pawn left, but rarely); if it seldom wins, little of the score
//! remains.
//! The rules are about endgames: most scale the endgame half alone, and those that leave little scale both halves.

use std::num::NonZeroU8;

use movegen::Position;
use types::{Bitboard, File, Role, Side, Square};

use crate::context::EvalContext;
use crate::endgames::{has_few_pieces, known_endgame};
use crate::geometry::QUEENSIDE;
use crate::material::{MaterialCounts, piece_value};
use crate::tapered::Scale;

/// Without pawns, and ahead by a minor piece at most: rook against bishop, rook and bishop against rook.
const SMALL_SURPLUS: Scale = Scale::whole(10);
/// The bishop does not control the corner where its pawns promote, and the defending king does.
const WRONG_CORNER: Scale = Scale::whole(2);
/// Bishops of opposite colours and no other pieces. Even two passed pawns seldom win if they are close to each other.
const OPPOSITE_BISHOPS: i32 = 10;
/// Bishops of opposite colours and a knight each.
const OPPOSITE_BISHOPS_AND_KNIGHTS: i32 = 30;
/// The addition to both for each file between the better side's outermost passed pawns, because a bishop stops distant pawns
/// less easily.
const BETWEEN_PASSED: i32 = 5;
/// Bishops of opposite colours among other pieces.
const OPPOSITE_BISHOPS_WITH_OTHERS: i32 = 54;
/// A rook each and nothing else, a pawn more at most, and all pawns on one wing.
const ROOKS_ON_ONE_WING: i32 = 40;
/// One pawn and a minor piece against a minor piece, which can be given up for the pawn.
const LAST_PAWN: i32 = 34;
/// The deduction if all pawns are on one wing, where they are easier to stop.
const ONE_WING: i32 = 4;
/// The share by the number of the better side's pawns: fewer pawns are fewer ways to win.
const BY_PAWNS: [i32; 9] = [44, 48, 52, 56, 58, 60, 62, 64, 64];

/// The scale of a position in which `S` stands better.
#[inline]
pub(crate) fn scale<S: Side>(context: &EvalContext<'_>) -> Scale {
    let position = context.position;
    let (better, worse) = (MaterialCounts::of::<S>(position), MaterialCounts::of::<S::Other>(position));
    if better.pawns == 0 && !better.can_mate_bare_king() {
        return Scale::DRAW;
    }
    if let Some(scale) = known_endgame::<S>(context, &better, &worse) {
        return scale;
    }
    if better.pawns == 0 && better.value - worse.value <= piece_value(Role::Bishop).0 {
        return SMALL_SURPLUS;
    }
    if better.is_bishops_at_most() && is_wrong_corner::<S>(context, &worse) {
        return WRONG_CORNER;
    }
    if wins_without_pawns(&better, &worse) {
        return Scale::NORMAL;
    }
    let by_pawns = by_pawns(position, &better, &worse);
    if !opposite_bishops(position, &better, &worse) {
        return Scale::endgame(by_pawns);
    }
    let most = if better.is_one_minor() && worse.is_one_minor() {
        OPPOSITE_BISHOPS + BETWEEN_PASSED * files_apart(context.passed::<S>())
    } else if better.is_bishop_and_knight() && worse.is_bishop_and_knight() {
        OPPOSITE_BISHOPS_AND_KNIGHTS + BETWEEN_PASSED * files_apart(context.passed::<S>())
    } else {
        OPPOSITE_BISHOPS_WITH_OTHERS
    };
    Scale::endgame(by_pawns.min(most))
}

/// Returns whether the better side can mate, the other has one piece or none, and the difference is more than a minor piece.
/// Then no pawns are needed to win, and more pieces must not lower the score. Bishop and knight are left out, because
/// their mop-up slope is high enough.
#[inline]
fn wins_without_pawns(better: &MaterialCounts, worse: &MaterialCounts) -> bool {
    worse.is_one_piece_at_most()
        && better.can_mate_bare_king()
        && better.value - worse.value > piece_value(Role::Bishop).0
        && !(better.is_bishop_and_knight() && better.pawns == 0)
}

/// The share of the endgame half for a side with pawns on both wings, if the material rules out all other rules of
/// [`scale`].
pub(crate) fn ordinary_share<S: Side>(position: &Position) -> Option<NonZeroU8> {
    let (better, worse) = (MaterialCounts::of::<S>(position), MaterialCounts::of::<S::Other>(position));
    let may_not_win = better.pawns == 0 || better.is_one_minor() || better.is_bishops_at_most();
    let may_have_opposite_bishops = better.bishops == 1 && worse.bishops == 1;
    let is_rook_endgame = better.is_one_rook() && worse.is_one_rook();
    let may_need_no_pawns = worse.is_one_piece_at_most();
    if has_few_pieces(position)
        || may_not_win
        || may_have_opposite_bishops
        || is_rook_endgame
        || may_need_no_pawns
    {
        return None;
    }
    NonZeroU8::new(BY_PAWNS[better.pawns as usize % BY_PAWNS.len()] as u8)
}

/// The scale of an endgame in which a side has an [`ordinary_share`].
#[inline]
pub(crate) fn ordinary_scale(position: &Position, share: NonZeroU8) -> Scale {
    let share = i32::from(share.get());
    Scale::endgame(if is_on_one_wing(position) { share - ONE_WING } else { share })
}

/// Returns whether there are pawns on one wing and none on the other.
#[inline]
fn is_on_one_wing(position: &Position) -> bool {
    let pawns = position.role(Role::Pawn);
    pawns.is_subset(QUEENSIDE) != pawns.is_subset(!QUEENSIDE)
}

/// The share of the endgame half by the number of pawns and their wings.
#[inline]
fn by_pawns(position: &Position, better: &MaterialCounts, worse: &MaterialCounts) -> i32 {
    let share = BY_PAWNS[better.pawns as usize % BY_PAWNS.len()];
    if better.pawns == 1 && better.is_one_minor() && worse.is_one_minor() {
        return LAST_PAWN;
    }
    if !is_on_one_wing(position) {
        return share;
    }
    if better.is_one_rook() && worse.is_one_rook() && better.pawns <= worse.pawns + 1 {
        return ROOKS_ON_ONE_WING;
    }
    share - ONE_WING
}

/// Returns whether each side has one bishop, and they stand on different colours.
#[inline]
fn opposite_bishops(position: &Position, one: &MaterialCounts, other: &MaterialCounts) -> bool {
    let bishops = position.role(Role::Bishop);
    one.bishops == 1 && other.bishops == 1 && (bishops & Bitboard::LIGHT_SQUARES).count() == 1
}

/// The distance between the outermost files of the pawns; 0 if there are none.
fn files_apart(pawns: Bitboard) -> i32 {
    let mut files = File::ALL.into_iter().filter(|file| pawns.intersects(file.bitboard())).map(File::index);
    let first = files.next().unwrap_or(0);
    (files.next_back().unwrap_or(first) - first) as i32
}

/// Returns whether all pawns of `S`, which has no pieces but bishops, are on one edge, and the enemy king holds their corner or
/// reaches it in time, and no bishop can drive it out.
#[inline]
fn is_wrong_corner<S: Side>(context: &EvalContext<'_>, worse: &MaterialCounts) -> bool {
    let pawns = context.side::<S>().pawns;
    let edge = [File::A, File::H].into_iter().find(|file| pawns.is_subset(file.bitboard()));
    let Some(file) = edge else { return false };
    let corner = Square::new(file, S::Other::COLOR.back_rank());
    let bishops = context.pieces::<S>(Role::Bishop);
    let is_light = Bitboard::LIGHT_SQUARES.contains(corner);
    let same_color = if is_light { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    if bishops.intersects(same_color) {
        return false;
    }
    let enemy = context.side::<S::Other>().king;
    enemy.distance(corner) <= 1 || worse.is_none() && reaches_corner_first::<S>(context, corner)
}

/// Returns whether the enemy king reaches a corner before any pawn of `S`, and so early that the own king cannot keep it out. A
/// bishop guards two of the three squares next to the corner, and a pawn on the sixth rank the third: against both the
/// king must arrive a move earlier.
fn reaches_corner_first<S: Side>(context: &EvalContext<'_>, corner: Square) -> bool {
    let (own, enemy) = (context.side::<S>().king, context.side::<S::Other>().king);
    let moves = enemy.distance(corner) - u8::from(context.position.side_to_move() == S::Other::COLOR);
    let slack = u8::from(context.pieces::<S>(Role::Bishop).any());
    let leader = S::Other::nearest(context.side::<S>().pawns);
    leader.is_some_and(|pawn| moves + slack < corner.distance(pawn)) && moves + 2 <= own.distance(corner)
}
