//! Rules for endgames with few pieces, in which material is a poor guide.
//!
//! The rules are those of the textbooks, and apply to one position without search. Drawish endgames are scaled to a small
//! score, not to 0, so that a search still distinguishes better from worse.

use movegen::Position;
use types::{File, Rank, Role, Side, Square};

use crate::context::EvalContext;
use crate::kpk;
use crate::material::MaterialCounts;
use crate::tapered::Scale;

/// The most pieces and pawns for which there are rules, kings included.
const MOST_PIECES: u32 = 5;

/// Rook and pawn against rook, the defending king in front of the pawn: the drawing positions of Philidor and
/// of the last rank.
const KING_IN_FRONT_OF_PAWN: Scale = Scale::whole(20);
/// A rook against a pawn with its own king near, by the number of moves by which the rook's king is too late; more
/// than three count as three.
const ROOK_AGAINST_PAWN: [Scale; 3] = [Scale::whole(22), Scale::whole(12), Scale::whole(6)];
/// A queen against a pawn on the seventh rank that is saved by stalemate.
const QUEEN_AGAINST_STALEMATE: Scale = Scale::whole(8);
/// A queen against a rook that a pawn on its second rank guards, with the king behind.
const QUEEN_AGAINST_FORTRESS: Scale = Scale::whole(8);
/// A queen against two minor pieces that are not both knights: it wins most of the time, if slowly.
const QUEEN_AGAINST_TWO: Scale = Scale::whole(48);
/// A rook against a bishop, which holds outside the corners of its own colour.
const ROOK_AGAINST_BISHOP: Scale = Scale::whole(5);
/// A rook against a knight, by the distance of the knight from its king: beside it the knight is safe, far away it is
/// lost.
const ROOK_AGAINST_KNIGHT: [Scale; 8] = [
    Scale::whole(4),
    Scale::whole(4),
    Scale::whole(4),
    Scale::whole(5),
    Scale::whole(6),
    Scale::whole(7),
    Scale::whole(10),
    Scale::whole(13),
];
/// A knight and a rook's pawn on the seventh rank, with the enemy king in the corner in front of it.
const KNIGHT_TIED_TO_PAWN: Scale = Scale::whole(4);
/// A pawn each, and the better one would not win if it were alone.
const PAWN_AGAINST_PAWN: Scale = Scale::whole(8);

/// Returns whether there are so few pieces and pawns that a rule may apply.
#[inline]
pub(crate) fn has_few_pieces(position: &Position) -> bool {
    position.occupied().count() <= MOST_PIECES
}

/// The scale of a position in which `S` stands better, if a rule applies.
#[inline]
pub(crate) fn known_endgame<S: Side>(
    context: &EvalContext<'_>,
    better: &MaterialCounts,
    worse: &MaterialCounts,
) -> Option<Scale> {
    if !has_few_pieces(context.position) {
        return None;
    }
    if wins_with_one_pawn::<S>(context, better) == Some(false) && worse.pawns == 0 && worse.is_none() {
        return Some(Scale::DRAW);
    }
    match (better.pawns, worse.pawns) {
        (1, 0) if better.is_one_rook() && worse.is_one_rook() => rook_and_pawn_against_rook::<S>(context),
        (1, 0) if better.is_one_knight() && worse.is_none() => knight_and_pawn::<S>(context),
        (0, 1) if better.is_one_rook() && worse.is_none() => rook_against_pawn::<S>(context),
        (0, 1) if better.is_one_queen() && worse.is_none() => queen_against_pawn::<S>(context),
        (0, 1) if better.is_one_queen() && worse.is_one_rook() => queen_against_rook_and_pawn::<S>(context),
        (0, 0) if better.is_one_queen() && worse.is_bishop_and_minor() => Some(QUEEN_AGAINST_TWO),
        (0, 0) if better.is_one_rook() && worse.is_one_minor() => rook_against_minor::<S>(context),
        (1, 1) if better.is_none() && worse.is_none() => pawn_against_pawn::<S>(context, better),
        _ => None,
    }
}

/// Returns whether a side that has one pawn and no piece wins against a bare king; `None` if it has other material. The enemy's
/// pieces and pawns are not looked at.
#[inline]
fn wins_with_one_pawn<S: Side>(context: &EvalContext<'_>, counts: &MaterialCounts) -> Option<bool> {
    if counts.pawns != 1 || !counts.is_none() {
        return None;
    }
    Some(winning_pawn::<S>(context).is_some())
}

/// A pawn that would win against a bare king if it were alone. Other pieces seldom change that; they would have to
/// stand in its way.
#[inline]
pub(crate) fn winning_pawn<S: Side>(context: &EvalContext<'_>) -> Option<Square> {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Other>());
    let to_move = context.position.side_to_move();
    own.pawns.into_iter().find(|&pawn| kpk::is_win(S::COLOR, to_move, pawn, own.king, enemy.king))
}

/// Drawish if the defending king stands in front of the pawn, on its file or a neighbouring one, and the pawn is not on
/// the seventh rank yet.
fn rook_and_pawn_against_rook<S: Side>(context: &EvalContext<'_>) -> Option<Scale> {
    let pawn = context.side::<S>().pawns.first()?;
    let path = S::ahead(pawn.bitboard());
    let zone = path | path.east() | path.west();
    let goal = S::promotion_square(pawn);
    let king = context.side::<S::Other>().king;
    let is_held = zone.contains(king) && king.distance(goal) <= 2 && S::rank(pawn) < Rank::Seventh;
    is_held.then_some(KING_IN_FRONT_OF_PAWN)
}

/// Drawish with a rook's pawn on the seventh rank and the enemy king in the corner or next to it. The king moves to and
/// fro or is stalemated, because the knight cannot both guard the pawn and drive the king out.
fn knight_and_pawn<S: Side>(context: &EvalContext<'_>) -> Option<Scale> {
    let pawn = context.side::<S>().pawns.first()?;
    let king = context.side::<S::Other>().king;
    let is_tied = matches!(pawn.file(), File::A | File::H)
        && S::rank(pawn) == Rank::Seventh
        && king.distance(S::promotion_square(pawn)) <= 1;
    is_tied.then_some(KNIGHT_TIED_TO_PAWN)
}

/// Drawish if the king of the pawn supports it, and the rook's king comes too late to the promotion square: it must be
/// there one move before the pawn, which waits for its own king. Before the pawn's fourth rank the rook has time to keep
/// that king away.
fn rook_against_pawn<S: Side>(context: &EvalContext<'_>) -> Option<Scale> {
    let pawn = context.side::<S::Other>().pawns.first()?;
    let (own, enemy) = (context.side::<S>().king, context.side::<S::Other>().king);
    let goal = S::Other::promotion_square(pawn);
    let is_to_move = context.position.side_to_move() == S::COLOR;
    let own_moves = own.distance(goal) - u8::from(is_to_move && own != goal);
    let escort_moves = enemy.distance(pawn) - u8::from(!is_to_move);
    let late = own_moves.checked_sub(goal.distance(pawn) + escort_moves.max(1))?;
    let is_before = S::Other::ahead(pawn.bitboard()).contains(own);
    let is_far = S::Other::rank(pawn) <= Rank::Third;
    if late == 0 || escort_moves > 2 || is_before || is_far {
        return None;
    }
    Some(ROOK_AGAINST_PAWN[usize::from(late - 1).min(ROOK_AGAINST_PAWN.len() - 1)])
}

/// Drawish: a knight is safe near its king, and a bishop needs no guard.
fn rook_against_minor<S: Side>(context: &EvalContext<'_>) -> Option<Scale> {
    let Some(knight) = context.pieces::<S::Other>(Role::Knight).first() else {
        return Some(ROOK_AGAINST_BISHOP);
    };
    let distance = context.side::<S::Other>().king.distance(knight);
    ROOK_AGAINST_KNIGHT.get(usize::from(distance)).copied()
}

/// Drawish if the pawn would not win against a bare king: it does not win against a king with a pawn either.
fn pawn_against_pawn<S: Side>(context: &EvalContext<'_>, better: &MaterialCounts) -> Option<Scale> {
    (wins_with_one_pawn::<S>(context, better) == Some(false)).then_some(PAWN_AGAINST_PAWN)
}

/// Drawish if the rook stands on its third rank, guarded by a pawn on its second, with its king beside that
/// pawn, and the other king is beyond the rook's rank: it cannot cross the rank, and the queen alone wins nothing. A pawn
/// on the edge guards only one square, so it does not hold.
fn queen_against_rook_and_pawn<S: Side>(context: &EvalContext<'_>) -> Option<Scale> {
    let enemy = context.side::<S::Other>();
    let pawn = enemy.pawns.first()?;
    let rook = context.pieces::<S::Other>(Role::Rook).first()?;
    let is_at_home = S::Other::rank(pawn) == Rank::Second && !matches!(pawn.file(), File::A | File::H);
    let is_guarded = S::Other::pawn_attacks(enemy.pawns).contains(rook) && enemy.king.distance(pawn) == 1;
    let is_shut_out = S::Other::rank(context.side::<S>().king) > Rank::Third;
    (is_at_home && is_guarded && is_shut_out).then_some(QUEEN_AGAINST_FORTRESS)
}

/// Drawish with a rook's or bishop's pawn on the seventh rank and its king beside it, unless the queen's king is near or
/// the queen stands in front of the pawn. Beside a rook's pawn the king must be next to the corner, or the queen gets there.
fn queen_against_pawn<S: Side>(context: &EvalContext<'_>) -> Option<Scale> {
    let pawn = context.side::<S::Other>().pawns.first()?;
    let goal = S::Other::promotion_square(pawn);
    let (own, enemy) = (context.side::<S>().king, context.side::<S::Other>().king);
    let is_beside = S::Other::rank(pawn) == Rank::Seventh && enemy.distance(pawn) == 1;
    let saves = match pawn.file() {
        File::A | File::H => enemy.distance(goal) <= 1,
        File::C | File::F => true,
        _ => false,
    };
    let is_stopped = own.distance(goal) <= 4 || context.pieces::<S>(Role::Queen).contains(goal);
    (is_beside && saves && !is_stopped).then_some(QUEEN_AGAINST_STALEMATE)
}
