//! Mating a king that has nothing left: drive him into a corner, and bring the own king near.
//!
//! The other terms do not know that a rook mates in the end; these few give a search that sees only some
//! moves ahead a slope to follow. With bishop and knight it must be a corner of the bishop's
//! colour.

use types::{Bitboard, Role, Square};

use crate::endgames::wins_with_one_pawn;
use crate::facts::Facts;
use crate::scaling::Force;
use crate::side::{Side, Weigher};
use crate::tapered::Tapered;
use crate::term::Feature;
use crate::terms;
use crate::trace::Trace;

/// What it is worth to a side that the enemy has a bare king and cannot avoid mate.
#[inline]
pub(crate) fn lone_king<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    if facts.position.color(S::Other::COLOR).has_many() {
        return Tapered::ZERO;
    }
    let force = Force::of::<S>(facts);
    if wins_with_one_pawn::<S>(facts, &force) == Some(true) {
        return Weigher::<S, T>::new(trace).weigh_one(terms::PAWN_WINS);
    }
    if !force.mates_a_lone_king() {
        return Tapered::ZERO;
    }
    let mut side = Weigher::<S, T>::new(trace);
    let victim = facts.army::<S::Other>().king;
    let apart = usize::from(facts.army::<S>().king.distance(victim));
    let goal = if force.is_bishop_and_knight() {
        bishop_corner_feature(facts.pieces::<S>(Role::Bishop), victim)
    } else {
        terms::LONE_KING_CORNER.at(steps_to_corner(victim))
    };
    side.weigh_one(terms::LONE_KING) + side.weigh_one(terms::LONE_KING_APART.at(apart)) + side.weigh_one(goal)
}

/// How far the king is from the corners in which bishop and knight can mate.
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
