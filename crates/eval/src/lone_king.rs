//! Hunting a king who is bare, or who has one piece that is weaker than the hunter's: drive him into a corner,
//! and bring the own king near.
//!
//! The other terms do not know that a rook mates in the end, or that a rook is lost to a queen when its king
//! has no squares left; these few give a search that sees only some moves ahead a slope to follow. With
//! bishop and knight it must be a corner of the bishop's colour. So it is with a rook against a bishop, where
//! the defender is safe in the corners of the other one. What little a win is worth that rarely comes is a
//! matter of [`scaling`](crate::scaling), and scales the slope as well.

use movegen::Position;
use types::{Bitboard, Role, Square};

use crate::endgames::pawn_that_wins;
use crate::facts::Facts;
use crate::force::Force;
use crate::side::{Black, Side, Weigher, White};
use crate::tapered::Tapered;
use crate::term::Feature;
use crate::terms;
use crate::trace::Trace;

/// How often the way to the corner counts. Where the win is long, no square may look better for what the other
/// terms say of it: so these slopes are steeper. That of bishop and knight is as high at its end as other wins
/// are, and so is not added to what they are worth.
const TO_BISHOP_CORNER: u32 = 6;
const WITH_ONE_PIECE_LEFT: u32 = 3;

/// What it is worth to a side that the enemy king can be hunted.
#[inline]
pub(crate) fn lone_king<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let victim = facts.army::<S::Other>().king;
    let company = facts.position.color(S::Other::COLOR) - victim.bitboard();
    if company.has_many() {
        return Tapered::ZERO;
    }
    let force = Force::of::<S>(facts.position);
    if company.any() {
        return almost_lone_king::<S, T>(facts, &force, trace);
    }
    let mut side = Weigher::<S, T>::new(facts.position, trace);
    if !force.mates_a_lone_king() {
        let winner = pawn_that_wins::<S>(facts).map_or(Bitboard::EMPTY, Square::bitboard);
        return side.weigh_men(winner, terms::PAWN_WINS);
    }
    if force.is_bishop_and_knight() && force.pawns == 0 {
        let goal = bishop_corner_feature(facts.pieces::<S>(Role::Bishop), victim);
        return hunt(facts, &mut side, goal, TO_BISHOP_CORNER);
    }
    side.weigh_one_at(victim, terms::LONE_KING) + hunt(facts, &mut side, corner_feature(victim), 1)
}

/// The same if he has one piece left, and a single queen or rook is after him.
#[inline]
fn almost_lone_king<S: Side, T: Trace>(facts: &Facts<'_>, force: &Force, trace: &mut T) -> Tapered {
    if !chases(force, &Force::of::<S::Other>(facts.position)) {
        return Tapered::ZERO;
    }
    let victim = facts.army::<S::Other>().king;
    let bishop = facts.pieces::<S::Other>(Role::Bishop);
    let goal = if force.is_one_rook() && bishop.any() {
        bishop_corner_feature(bishop, victim)
    } else {
        corner_feature(victim)
    };
    hunt(facts, &mut Weigher::<S, T>::new(facts.position, trace), goal, WITH_ONE_PIECE_LEFT)
}

/// Whether a single queen or rook is after a king with the one piece that he has left, and likely to win it or mate him. A
/// queen may have pawns: if she were after him without them only, a search would give them away for that. A rook with a
/// pawn has that to win with.
#[inline]
fn chases(force: &Force, last: &Force) -> bool {
    let by_queen = force.is_one_queen() && (last.is_one_rook() || last.is_one_minor());
    let by_rook = force.is_one_rook() && last.is_one_minor() && force.pawns == 0;
    last.pawns == 0 && (by_queen || by_rook)
}

/// Whether the evaluation of a position is a slope: a king is bare, or a queen or rook is after him and the one piece that
/// he has left. It says which way the win lies, and not how near it is.
#[inline]
pub fn is_mop_up(position: &Position) -> bool {
    is_mop_up_for::<White>(position) || is_mop_up_for::<Black>(position)
}

#[inline]
fn is_mop_up_for<S: Side>(position: &Position) -> bool {
    let men = position.color(S::Other::COLOR).count();
    men == 1 || men == 2 && chases(&Force::of::<S>(position), &Force::of::<S::Other>(position))
}

/// How near the hunter is, and how near the victim is to where he is wanted.
#[inline]
fn hunt<S: Side, T: Trace>(
    facts: &Facts<'_>,
    side: &mut Weigher<'_, S, T>,
    goal: Feature,
    steepness: u32,
) -> Tapered {
    let victim = facts.army::<S::Other>().king;
    let apart = usize::from(facts.army::<S>().king.distance(victim));
    side.weigh_one_at(victim, terms::LONE_KING_APART.at(apart)) + side.weigh_at(victim, goal, steepness)
}

/// How far the king is from any corner.
fn corner_feature(victim: Square) -> Feature {
    terms::LONE_KING_CORNER.at(steps_to_corner(victim))
}

/// How far the king is from the corners of a bishop's colour.
fn bishop_corner_feature(bishop: Bitboard, victim: Square) -> Feature {
    let corners = if bishop.intersects(Bitboard::LIGHT_SQUARES) {
        [Square::A8, Square::H1]
    } else {
        [Square::A1, Square::H8]
    };
    let [one, other] = corners.map(|corner| steps_along_edges(corner, victim));
    terms::LONE_KING_BISHOP_CORNER.at(one.min(other))
}

/// Files and ranks between two squares together. King moves would not do: they are the same all along the
/// far edges, from which the slope must lead to a corner.
fn steps_along_edges(one: Square, other: Square) -> usize {
    one.file().index().abs_diff(other.file().index()) + one.rank().index().abs_diff(other.rank().index())
}

/// Steps along files and ranks to the nearest corner, 0 to 6.
fn steps_to_corner(square: Square) -> usize {
    let to_edge = |line: usize| line.min(7 - line);
    to_edge(square.file().index()) + to_edge(square.rank().index())
}
