//! What is known of endgames with a handful of men, where counting says little.
//!
//! The rules are those of the textbooks, and they see one position; what they call drawish counts for little,
//! not for nothing, so that a search still tells better from worse.

use types::{File, Rank, Square};

use crate::facts::Facts;
use crate::kpk;
use crate::scaling::{Force, Scale};
use crate::side::Side;

/// More men than this are no handful.
const A_HANDFUL: u32 = 5;

/// Rook and pawn against a rook, the defending king before the pawn: the drawing positions of Philidor and
/// of the last rank.
const KING_BEFORE_PAWN: Scale = Scale::whole(20);
/// A rook against a pawn near its goal, its own king near and the other far.
const ROOK_AGAINST_RUNNER: Scale = Scale::whole(12);
/// A queen against a pawn on the seventh rank that saves itself by stalemate.
const QUEEN_AGAINST_STALEMATE: Scale = Scale::whole(8);

/// What is known of the position if men are few, and `S` stands better.
#[inline]
pub(crate) fn few_men<S: Side>(facts: &Facts<'_>, better: &Force, worse: &Force) -> Option<Scale> {
    if facts.occupied.count() > A_HANDFUL {
        return None;
    }
    if wins_with_one_pawn::<S>(facts, better) == Some(false) && worse.pawns == 0 && worse.is_none() {
        return Some(Scale::DRAW);
    }
    match (better.pawns, worse.pawns) {
        (1, 0) if better.is_one_rook() && worse.is_one_rook() => rook_and_pawn_against_rook::<S>(facts),
        (0, 1) if better.is_one_rook() && worse.is_none() => rook_against_pawn::<S>(facts),
        (0, 1) if better.is_one_queen() && worse.is_none() => queen_against_pawn::<S>(facts),
        _ => None,
    }
}

/// Whether a side whose only man besides the king is a pawn wins against a bare king; `None` if it is another
/// endgame. The enemy has a bare king.
#[inline]
pub(crate) fn wins_with_one_pawn<S: Side>(facts: &Facts<'_>, force: &Force) -> Option<bool> {
    if force.pawns != 1 || !force.is_none() {
        return None;
    }
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let pawn = own.pawns.first()?;
    Some(kpk::is_win(S::COLOR, facts.position.side_to_move(), pawn, own.king, enemy.king))
}

/// Drawish if the defending king stands before the pawn, on its file or beside, and the pawn has not got to
/// the seventh rank.
fn rook_and_pawn_against_rook<S: Side>(facts: &Facts<'_>) -> Option<Scale> {
    let pawn = facts.army::<S>().pawns.first()?;
    let path = S::ahead(pawn.bitboard());
    let zone = path | path.east() | path.west();
    let goal = goal::<S>(pawn);
    let king = facts.army::<S::Other>().king;
    let is_held = zone.contains(king) && king.distance(goal) <= 2 && S::rank(pawn) < Rank::Seventh;
    is_held.then_some(KING_BEFORE_PAWN)
}

/// Drawish if the pawn is far advanced with its king beside it, and the rook's king comes too late.
fn rook_against_pawn<S: Side>(facts: &Facts<'_>) -> Option<Scale> {
    let pawn = facts.army::<S::Other>().pawns.first()?;
    let (own, enemy) = (facts.army::<S>().king, facts.army::<S::Other>().king);
    let goal = goal::<S::Other>(pawn);
    let is_late = u8::from(facts.position.side_to_move() == S::COLOR) + goal.distance(pawn) + 1;
    let runs = S::Other::rank(pawn) >= Rank::Fifth && enemy.distance(pawn) == 1;
    let is_before = S::Other::ahead(pawn.bitboard()).contains(own);
    (runs && !is_before && own.distance(goal) > is_late).then_some(ROOK_AGAINST_RUNNER)
}

/// Drawish with a pawn on the seventh rank of a rook's or bishop's file and its king beside it, unless the
/// queen's king is near.
fn queen_against_pawn<S: Side>(facts: &Facts<'_>) -> Option<Scale> {
    let pawn = facts.army::<S::Other>().pawns.first()?;
    let (own, enemy) = (facts.army::<S>().king, facts.army::<S::Other>().king);
    let saves = matches!(pawn.file(), File::A | File::C | File::F | File::H);
    let is_far = own.distance(goal::<S::Other>(pawn)) > 4;
    let is_ready = S::Other::rank(pawn) == Rank::Seventh && enemy.distance(pawn) == 1;
    (saves && is_far && is_ready).then_some(QUEEN_AGAINST_STALEMATE)
}

/// The square where a pawn of a side promotes.
fn goal<S: Side>(pawn: Square) -> Square {
    Square::new(pawn.file(), S::Other::COLOR.back_rank())
}
