//! What is known of endgames with a handful of men, where counting says little.
//!
//! The rules are those of the textbooks, and they see one position; what they call drawish counts for little,
//! not for nothing, so that a search still tells better from worse.

use types::{File, Rank, Role, Square};

use crate::facts::Facts;
use crate::force::Force;
use crate::kpk;
use crate::side::Side;
use crate::tapered::Scale;

/// More men than this are no handful.
const A_HANDFUL: u32 = 5;

/// Rook and pawn against a rook, the defending king before the pawn: the drawing positions of Philidor and
/// of the last rank.
const KING_BEFORE_PAWN: Scale = Scale::whole(20);
/// A rook against a pawn with its own king, by the moves that the other king comes too late, beyond three as
/// for three.
const ROOK_AGAINST_RUNNER: [Scale; 3] = [Scale::whole(22), Scale::whole(12), Scale::whole(6)];
/// A queen against a pawn on the seventh rank that saves itself by stalemate.
const QUEEN_AGAINST_STALEMATE: Scale = Scale::whole(8);
/// A queen against a rook that a pawn at home guards, behind which the king stays.
const QUEEN_AGAINST_FORTRESS: Scale = Scale::whole(8);
/// A queen against two minor pieces that are not both knights: it wins most of the time, if slowly.
const QUEEN_AGAINST_TWO: Scale = Scale::whole(48);
/// A rook against a bishop, which holds but for the wrong corner.
const ROOK_AGAINST_BISHOP: Scale = Scale::whole(5);
/// A rook against a knight, by the distance of the knight from its king: beside him it holds, far away it
/// is caught.
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
/// A knight and a rook's pawn on the seventh rank, the other king in the corner before it.
const KNIGHT_TIED_TO_PAWN: Scale = Scale::whole(4);
/// A pawn each, and the better one would not win if it were alone.
const PAWN_AGAINST_PAWN: Scale = Scale::whole(8);

/// Whether men are few enough for rules of their own.
#[inline]
pub(crate) fn are_few(facts: &Facts<'_>) -> bool {
    facts.occupied.count() <= A_HANDFUL
}

/// What is known of the position if men are few, and `S` stands better.
#[inline]
pub(crate) fn few_men<S: Side>(facts: &Facts<'_>, better: &Force, worse: &Force) -> Option<Scale> {
    if !are_few(facts) {
        return None;
    }
    if wins_with_one_pawn::<S>(facts, better) == Some(false) && worse.pawns == 0 && worse.is_none() {
        return Some(Scale::DRAW);
    }
    match (better.pawns, worse.pawns) {
        (1, 0) if better.is_one_rook() && worse.is_one_rook() => rook_and_pawn_against_rook::<S>(facts),
        (1, 0) if better.is_one_knight() && worse.is_none() => knight_and_pawn::<S>(facts),
        (0, 1) if better.is_one_rook() && worse.is_none() => rook_against_pawn::<S>(facts),
        (0, 1) if better.is_one_queen() && worse.is_none() => queen_against_pawn::<S>(facts),
        (0, 1) if better.is_one_queen() && worse.is_one_rook() => queen_against_rook_and_pawn::<S>(facts),
        (0, 0) if better.is_one_queen() && worse.is_bishop_and_minor() => Some(QUEEN_AGAINST_TWO),
        (0, 0) if better.is_one_rook() && worse.is_one_minor() => rook_against_minor::<S>(facts),
        (1, 1) if better.is_none() && worse.is_none() => pawn_against_pawn::<S>(facts, better),
        _ => None,
    }
}

/// Whether a side whose only man besides the king is a pawn wins against a bare king; `None` if it is another
/// endgame. The enemy has a bare king, or is taken to have one.
#[inline]
pub(crate) fn wins_with_one_pawn<S: Side>(facts: &Facts<'_>, force: &Force) -> Option<bool> {
    if force.pawns != 1 || !force.is_none() {
        return None;
    }
    Some(pawn_that_wins::<S>(facts).is_some())
}

/// A pawn that would win against a bare king if it were alone. With more men it wins as well, but for a few positions where
/// they stand in its way.
#[inline]
pub(crate) fn pawn_that_wins<S: Side>(facts: &Facts<'_>) -> Option<Square> {
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let to_move = facts.position.side_to_move();
    own.pawns.into_iter().find(|&pawn| kpk::is_win(S::COLOR, to_move, pawn, own.king, enemy.king))
}

/// Drawish if the defending king stands before the pawn, on its file or beside, and the pawn has not got to
/// the seventh rank.
fn rook_and_pawn_against_rook<S: Side>(facts: &Facts<'_>) -> Option<Scale> {
    let pawn = facts.army::<S>().pawns.first()?;
    let path = S::ahead(pawn.bitboard());
    let zone = path | path.east() | path.west();
    let goal = S::goal(pawn);
    let king = facts.army::<S::Other>().king;
    let is_held = zone.contains(king) && king.distance(goal) <= 2 && S::rank(pawn) < Rank::Seventh;
    is_held.then_some(KING_BEFORE_PAWN)
}

/// Drawish with a rook's pawn on the seventh rank and the other king in the corner or next to it. He goes to and fro, or
/// is stalemated: the knight cannot guard the pawn and drive him out as well.
fn knight_and_pawn<S: Side>(facts: &Facts<'_>) -> Option<Scale> {
    let pawn = facts.army::<S>().pawns.first()?;
    let king = facts.army::<S::Other>().king;
    let is_tied = matches!(pawn.file(), File::A | File::H)
        && S::rank(pawn) == Rank::Seventh
        && king.distance(S::goal(pawn)) <= 1;
    is_tied.then_some(KNIGHT_TIED_TO_PAWN)
}

/// Drawish if the pawn's king goes with it, and the rook's king comes too late to its goal: he must be there
/// one move before the pawn, which waits until the other king has come. Before its fourth rank the rook has time to keep
/// that one away.
fn rook_against_pawn<S: Side>(facts: &Facts<'_>) -> Option<Scale> {
    let pawn = facts.army::<S::Other>().pawns.first()?;
    let (own, enemy) = (facts.army::<S>().king, facts.army::<S::Other>().king);
    let goal = S::Other::goal(pawn);
    let is_to_move = facts.position.side_to_move() == S::COLOR;
    let own_moves = own.distance(goal) - u8::from(is_to_move && own != goal);
    let escort_moves = enemy.distance(pawn) - u8::from(!is_to_move);
    let late = own_moves.checked_sub(goal.distance(pawn) + escort_moves.max(1))?;
    let is_before = S::Other::ahead(pawn.bitboard()).contains(own);
    let is_far = S::Other::rank(pawn) <= Rank::Third;
    if late == 0 || escort_moves > 2 || is_before || is_far {
        return None;
    }
    Some(ROOK_AGAINST_RUNNER[usize::from(late - 1).min(ROOK_AGAINST_RUNNER.len() - 1)])
}

/// A knight is safe near its king. A bishop needs no king to guard it.
fn rook_against_minor<S: Side>(facts: &Facts<'_>) -> Option<Scale> {
    let Some(knight) = facts.pieces::<S::Other>(Role::Knight).first() else {
        return Some(ROOK_AGAINST_BISHOP);
    };
    let distance = facts.army::<S::Other>().king.distance(knight);
    ROOK_AGAINST_KNIGHT.get(usize::from(distance)).copied()
}

/// What does not win against a bare king does not win against a king with a pawn.
fn pawn_against_pawn<S: Side>(facts: &Facts<'_>, better: &Force) -> Option<Scale> {
    (wins_with_one_pawn::<S>(facts, better) == Some(false)).then_some(PAWN_AGAINST_PAWN)
}

/// Drawish if the rook stands on its third rank, guarded by a pawn that has not moved, its king beside that
/// pawn, and the other king beyond the rook's rank: he cannot cross it, and the queen alone takes nothing. On
/// the edge the pawn has only one side to guard.
fn queen_against_rook_and_pawn<S: Side>(facts: &Facts<'_>) -> Option<Scale> {
    let enemy = facts.army::<S::Other>();
    let pawn = enemy.pawns.first()?;
    let rook = facts.pieces::<S::Other>(Role::Rook).first()?;
    let is_at_home = S::Other::rank(pawn) == Rank::Second && !matches!(pawn.file(), File::A | File::H);
    let is_guarded = S::Other::pawn_attacks(enemy.pawns).contains(rook) && enemy.king.distance(pawn) == 1;
    let is_shut_out = S::Other::rank(facts.army::<S>().king) > Rank::Third;
    (is_at_home && is_guarded && is_shut_out).then_some(QUEEN_AGAINST_FORTRESS)
}

/// Drawish with a pawn on the seventh rank of a rook's or bishop's file and its king beside it, unless the queen's king is
/// near or she stands before the pawn. Beside a rook's pawn he has to be next to the corner, or she gets there.
fn queen_against_pawn<S: Side>(facts: &Facts<'_>) -> Option<Scale> {
    let pawn = facts.army::<S::Other>().pawns.first()?;
    let goal = S::Other::goal(pawn);
    let (own, enemy) = (facts.army::<S>().king, facts.army::<S::Other>().king);
    let is_beside = S::Other::rank(pawn) == Rank::Seventh && enemy.distance(pawn) == 1;
    let saves = match pawn.file() {
        File::A | File::H => enemy.distance(goal) <= 1,
        File::C | File::F => true,
        _ => false,
    };
    let is_stopped = own.distance(goal) <= 4 || facts.pieces::<S>(Role::Queen).contains(goal);
    (is_beside && saves && !is_stopped).then_some(QUEEN_AGAINST_STALEMATE)
}
