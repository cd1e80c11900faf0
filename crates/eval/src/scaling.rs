//! How much of an advantage counts: in drawish endgames, less than its terms say.
//!
//! Scaling asks what the side that stands better has left to win with. Where that is enough for hardly any win
//! the score is a draw (two knights may mate a king who has a pawn left, if rarely); where it seldom is enough,
//! little of the score remains. The rules are about endgames: most scale the endgame half alone, and those that leave little
//! the whole.

use std::num::NonZeroU8;

use types::{Bitboard, File, Role, Square};

use crate::endgames::{are_few, few_men};
use crate::facts::Facts;
use crate::force::Force;
use crate::material::piece_value;
use crate::side::Side;
use crate::tapered::Scale;

/// Without pawns, and ahead by a minor piece at most: rook against bishop, rook and bishop against rook.
const SMALL_SURPLUS: Scale = Scale::whole(10);
/// The bishop does not command the corner where its pawns promote, and the defending king does.
const WRONG_CORNER: Scale = Scale::whole(2);
/// Bishops of opposite colours and nothing else, by the number of the better side's passed pawns.
const BISHOPS_ALONE: [Scale; 4] =
    [Scale::endgame(18), Scale::endgame(26), Scale::endgame(36), Scale::endgame(44)];
/// Bishops of opposite colours among other pieces.
const BISHOPS_WITH_OTHERS: i32 = 54;
/// A rook each, nothing else, a pawn more at most and all pawns on one wing.
const ROOKS_ON_ONE_WING: i32 = 40;
/// One pawn and a minor piece against a minor piece, which gives itself up for the pawn.
const LAST_PAWN: i32 = 34;
/// Pawns on one wing alone make it easier to hold them: how much less counts.
const ONE_WING: i32 = 4;
/// The fewer pawns are left to the better side, the fewer ways it has to win.
const BY_PAWNS: [i32; 9] = [44, 48, 52, 56, 58, 60, 62, 64, 64];

/// The scale of a position in which `S` stands better. Pawns and pieces have been visited.
#[inline]
pub(crate) fn scale<S: Side>(facts: &Facts<'_>) -> Scale {
    let (better, worse) = (Force::of::<S>(facts.position), Force::of::<S::Other>(facts.position));
    if better.pawns == 0 && !better.mates_a_lone_king() {
        return Scale::DRAW;
    }
    if let Some(scale) = few_men::<S>(facts, &better, &worse) {
        return scale;
    }
    if better.pawns == 0 && better.value - worse.value <= piece_value(Role::Bishop).0 {
        return SMALL_SURPLUS;
    }
    if better.is_bishops_at_most() && is_wrong_corner::<S>(facts, &worse) {
        return WRONG_CORNER;
    }
    if is_hunt(&better, &worse) {
        return Scale::NORMAL;
    }
    let by_pawns = by_pawns::<S>(facts, &better, &worse);
    if !opposite_bishops(facts, &better, &worse) {
        return Scale::endgame(by_pawns);
    }
    if better.value == worse.value && better.value == piece_value(Role::Bishop).0 {
        let passed = facts.passed::<S>().count() as usize;
        return BISHOPS_ALONE[passed.min(BISHOPS_ALONE.len() - 1)];
    }
    Scale::endgame(by_pawns.min(BISHOPS_WITH_OTHERS))
}

/// Whether a force that mates is after a king with one piece or none, and ahead by more than a minor piece: it needs no
/// pawns to win, and no more men can make it win less. The slope of bishop and knight is high enough as it is.
#[inline]
fn is_hunt(better: &Force, worse: &Force) -> bool {
    worse.is_one_piece_at_most()
        && better.mates_a_lone_king()
        && better.value - worse.value > piece_value(Role::Bishop).0
        && !(better.is_bishop_and_knight() && better.pawns == 0)
}

/// The share of the endgame half that is left for a side with so many pawns on both wings, if the material
/// rules out all other rules of [`scale`].
pub(crate) fn ordinary_share<S: Side>(facts: &Facts<'_>) -> Option<NonZeroU8> {
    let (better, worse) = (Force::of::<S>(facts.position), Force::of::<S::Other>(facts.position));
    let may_lack_force = better.pawns == 0 || better.is_one_minor() || better.is_bishops_at_most();
    let may_have_opposite_bishops = better.bishops == 1 && worse.bishops == 1;
    let is_rook_endgame = better.is_one_rook() && worse.is_one_rook();
    let may_hunt = worse.is_one_piece_at_most();
    if are_few(facts) || may_lack_force || may_have_opposite_bishops || is_rook_endgame || may_hunt {
        return None;
    }
    NonZeroU8::new(BY_PAWNS[better.pawns as usize % BY_PAWNS.len()] as u8)
}

/// The scale of an endgame in which a side has an [`ordinary_share`].
#[inline]
pub(crate) fn ordinary_scale(facts: &Facts<'_>, share: NonZeroU8) -> Scale {
    let share = i32::from(share.get());
    Scale::endgame(if is_on_one_wing(facts) { share - ONE_WING } else { share })
}

/// Whether there are pawns on one wing and none on the other.
#[inline]
fn is_on_one_wing(facts: &Facts<'_>) -> bool {
    let pawns = facts.position.role(Role::Pawn);
    pawns.is_subset(QUEENSIDE) != pawns.is_subset(!QUEENSIDE)
}

/// The share of the endgame half that is left for a side with so many pawns, on one wing or on two.
#[inline]
fn by_pawns<S: Side>(facts: &Facts<'_>, better: &Force, worse: &Force) -> i32 {
    let share = BY_PAWNS[better.pawns as usize % BY_PAWNS.len()];
    if better.pawns == 1 && better.is_one_minor() && worse.is_one_minor() {
        return LAST_PAWN;
    }
    if !is_on_one_wing(facts) {
        return share;
    }
    if better.is_one_rook() && worse.is_one_rook() && better.pawns <= worse.pawns + 1 {
        return ROOKS_ON_ONE_WING;
    }
    share - ONE_WING
}

/// The files a to d.
const QUEENSIDE: Bitboard = Bitboard(0x0f0f_0f0f_0f0f_0f0f);

/// Whether each side has one bishop, and they never meet.
#[inline]
fn opposite_bishops(facts: &Facts<'_>, one: &Force, other: &Force) -> bool {
    let bishops = facts.position.role(Role::Bishop);
    one.bishops == 1 && other.bishops == 1 && (bishops & Bitboard::LIGHT_SQUARES).count() == 1
}

/// Whether all pawns of `S` are on one edge, where the enemy king holds the corner or gets there in time, and
/// no bishop can drive him out. `S` has nothing but bishops.
#[inline]
fn is_wrong_corner<S: Side>(facts: &Facts<'_>, worse: &Force) -> bool {
    let pawns = facts.army::<S>().pawns;
    let edge = [File::A, File::H].into_iter().find(|file| pawns.is_subset(file.bitboard()));
    let Some(file) = edge else { return false };
    let corner = Square::new(file, S::Other::COLOR.back_rank());
    let bishops = facts.pieces::<S>(Role::Bishop);
    let is_light = Bitboard::LIGHT_SQUARES.contains(corner);
    let same_color = if is_light { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
    if bishops.intersects(same_color) {
        return false;
    }
    let (own, enemy) = (facts.army::<S>().king, facts.army::<S::Other>().king);
    enemy.distance(corner) <= 1 || worse.is_none() && is_first::<S>(facts, own, enemy, corner)
}

/// Whether the enemy king reaches a corner before any pawn of `S`, and so long before the other king that
/// he cannot be kept out. A bishop guards two of the three squares next to the corner, and a pawn that is on the
/// sixth rank the third: against both he must be there a move sooner.
fn is_first<S: Side>(facts: &Facts<'_>, own: Square, enemy: Square, corner: Square) -> bool {
    let moves = enemy.distance(corner) - u8::from(facts.position.side_to_move() == S::Other::COLOR);
    let slack = u8::from(facts.pieces::<S>(Role::Bishop).any());
    let leader = S::Other::nearest(facts.army::<S>().pawns);
    leader.is_some_and(|pawn| moves + slack < corner.distance(pawn)) && moves + 2 <= own.distance(corner)
}
