//! Knights, bishops, rooks and queens: how many squares they reach, and where they stand well.
//!
//! This is also where their attacks are found, once, for the terms that come after, and where pieces that
//! aim at the enemy king are noted. A bishop looks through its own queen and a rook through its own queen and
//! rooks, since the two press on the same point together. A pinned piece only attacks along its pin.

use movegen::attacks;
use types::{Bitboard, Rank, Role, Square};

use crate::facts::Facts;
use crate::side::{Side, Weigher};
use crate::tapered::Tapered;
use crate::term::Feature;
use crate::terms;
use crate::trace::Trace;

/// All pieces of a side but pawns and king.
#[inline]
pub(crate) fn pieces<S: Side, T: Trace>(facts: &mut Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::new(trace);
    let queens = facts.pieces::<S>(Role::Queen);
    let beyond_queens = facts.occupied - queens;
    let beyond_majors = beyond_queens - facts.pieces::<S>(Role::Rook);
    let occupied = facts.occupied;
    let mut sum = Tapered::ZERO;
    sum += visit(facts, &mut side, Role::Knight, attacks::knight, |n| terms::KNIGHT_MOBILITY.at(n));
    let bishop = |square| attacks::bishop(square, beyond_queens);
    sum += visit(facts, &mut side, Role::Bishop, bishop, |n| terms::BISHOP_MOBILITY.at(n));
    let rook = |square| attacks::rook(square, beyond_majors);
    sum += visit(facts, &mut side, Role::Rook, rook, |n| terms::ROOK_MOBILITY.at(n));
    let queen = |square| attacks::queen(square, occupied);
    sum += visit(facts, &mut side, Role::Queen, queen, |n| terms::QUEEN_MOBILITY.at(n));
    sum + minors(facts, &mut side) + rooks(facts, &mut side)
}

/// Visits the pieces of a role: their attacks, their mobility, and whether they aim at the enemy king.
#[inline]
fn visit<S: Side, T: Trace>(
    facts: &mut Facts<'_>,
    side: &mut Weigher<'_, S, T>,
    role: Role,
    attacks_from: impl Fn(Square) -> Bitboard,
    mobility: impl Fn(usize) -> Feature,
) -> Tapered {
    let ring = facts.army::<S::Other>().king_ring;
    let pieces = facts.pieces::<S>(role);
    let army = facts.army_mut::<S>();
    let mut sum = Tapered::ZERO;
    for square in pieces {
        let mut attacks = attacks_from(square);
        if army.pinned.contains(square) {
            attacks &= attacks::line(army.king, square);
        }
        army.add_attacks(role, attacks);
        sum += side.weigh_one(mobility((attacks & army.mobility_area).count() as usize));
        if attacks.intersects(ring) {
            army.danger += side.weigh_one(terms::KING_ATTACKER.at(role.index() - Role::Knight.index()))
                + side.weigh(terms::KING_RING_ATTACK, (attacks & ring).count());
        }
    }
    sum
}

#[inline]
fn minors<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let own = facts.army::<S>();
    let (knights, bishops) = (facts.pieces::<S>(Role::Knight), facts.pieces::<S>(Role::Bishop));
    let mut sum = Tapered::ZERO;
    if is_pair(bishops) {
        sum += side.weigh_one(terms::BISHOP_PAIR);
    }
    for color in [Bitboard::LIGHT_SQUARES, Bitboard::DARK_SQUARES] {
        sum += side.weigh(terms::BISHOP_PAWNS, (bishops & color).count() * (own.pawns & color).count());
    }
    let outposts = outposts::<S>(facts);
    sum += side.weigh(terms::KNIGHT_OUTPOST, (knights & outposts).count());
    sum += side.weigh(terms::BISHOP_OUTPOST, (bishops & outposts).count());
    sum
}

/// Whether bishops stand on both colours.
#[inline]
fn is_pair(bishops: Bitboard) -> bool {
    bishops.intersects(Bitboard::LIGHT_SQUARES) && bishops.intersects(Bitboard::DARK_SQUARES)
}

/// Squares in the enemy's half that a pawn defends and no enemy pawn can ever attack.
#[inline]
fn outposts<S: Side>(facts: &Facts<'_>) -> Bitboard {
    let far = S::rank_set(Rank::Fourth) | S::rank_set(Rank::Fifth) | S::rank_set(Rank::Sixth);
    let enemy = facts.army::<S::Other>().attacks[Role::Pawn];
    (facts.army::<S>().attacks[Role::Pawn] & far) - (enemy | S::Other::ahead(enemy))
}

#[inline]
fn rooks<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let rooks = facts.pieces::<S>(Role::Rook);
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let without_own = rooks - file_fill::<S>(own.pawns);
    let open = without_own - file_fill::<S>(enemy.pawns);
    let mut sum = side.weigh(terms::ROOK_OPEN_FILE, open.count());
    sum += side.weigh(terms::ROOK_HALF_OPEN_FILE, (without_own - open).count());
    let seventh = S::rank_set(Rank::Seventh);
    if enemy.pawns.intersects(seventh) || S::rank(enemy.king) == Rank::Eighth {
        sum += side.weigh(terms::ROOK_ON_SEVENTH, (rooks & seventh).count());
    }
    sum
}

/// The whole files of a set.
#[inline]
fn file_fill<S: Side>(set: Bitboard) -> Bitboard {
    S::ahead(set) | S::Other::ahead(set) | set
}
