//! Knights and bishops: their outposts, the pawns before them, and the bishops' good and bad diagonals.

use movegen::attacks;
use types::{Bitboard, File, Rank, Role, Square};

use crate::facts::Facts;
use crate::files::CENTRAL_FILES;
use crate::pieces::Reach;
use crate::side::{Side, Weigher};
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// The squares d4, e4, d5 and e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// What a bishop has by itself.
#[inline]
pub(crate) fn bishop<S: Side, T: Trace>(
    facts: &Facts<'_>,
    side: &mut Weigher<'_, S, T>,
    square: Square,
    reach: Reach,
) -> Tapered {
    let targets = facts.army::<S::Other>().pawns & attacks::bishop_rays(square);
    let mut sum = side.weigh_at(square, terms::BISHOP_AIMS_AT_PAWN, targets.count());
    if ((reach.attacks | square) & CENTRE).has_many() {
        sum += side.weigh_one_at(square, terms::BISHOP_LONG_DIAGONAL);
    }
    sum
}

/// What the knights and bishops of a side have together.
#[inline]
pub(crate) fn minors<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let (knights, bishops) = (facts.pieces::<S>(Role::Knight), facts.pieces::<S>(Role::Bishop));
    let pawns = facts.position.role(Role::Pawn);
    let behind_pawns = S::Other::forward(pawns);
    side.weigh_men(knights & behind_pawns, terms::MINOR_BEHIND_PAWN.at(0))
        + side.weigh_men(bishops & behind_pawns, terms::MINOR_BEHIND_PAWN.at(1))
        + outposts(facts, side, knights, bishops)
        + shut_in(facts, side, bishops)
        + own_pawns(facts, side, bishops)
        + pair(facts, side, bishops)
}

/// Bishops on both colours. (The key of the material does not tell the colours, so this is no imbalance.)
#[inline]
fn pair<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>, bishops: Bitboard) -> Tapered {
    if !bishops.intersects(Bitboard::LIGHT_SQUARES) || !bishops.intersects(Bitboard::DARK_SQUARES) {
        return Tapered::ZERO;
    }
    let pawns = facts.army::<S>().pawns.count() as usize;
    let mut sum = side.weigh_one(terms::BISHOP_PAIR.at(pawns));
    if facts.pieces::<S::Other>(Role::Bishop).is_empty() {
        sum += side.weigh_one(terms::BISHOP_PAIR_UNCONTESTED);
    }
    sum
}

/// Minor pieces where no enemy pawn can ever attack them, or about to go there.
#[inline]
fn outposts<S: Side, T: Trace>(
    facts: &Facts<'_>,
    side: &mut Weigher<'_, S, T>,
    knights: Bitboard,
    bishops: Bitboard,
) -> Tapered {
    let own = facts.army::<S>();
    let far = S::rank_set(Rank::Fourth) | S::rank_set(Rank::Fifth) | S::rank_set(Rank::Sixth);
    let enemy = facts.army::<S::Other>().attacks[Role::Pawn];
    let quiet = far - (enemy | S::Other::ahead(enemy));
    let defended = quiet & own.attacks[Role::Pawn];
    let free = defended - facts.position.color(S::COLOR);
    side.weigh_men((knights & quiet) - defended, terms::KNIGHT_OUTPOST.at(0))
        + side.weigh_men(knights & defended, terms::KNIGHT_OUTPOST.at(1))
        + side.weigh_men((bishops & quiet) - defended, terms::BISHOP_OUTPOST.at(0))
        + side.weigh_men(bishops & defended, terms::BISHOP_OUTPOST.at(1))
        + side.weigh(terms::KNIGHT_REACHES_OUTPOST, (own.attacks[Role::Knight] & free).count())
        + side.weigh(terms::BISHOP_REACHES_OUTPOST, (own.attacks[Role::Bishop] & free).count())
}

/// Bishops behind pawns from which they do not get out.
#[inline]
fn shut_in<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>, bishops: Bitboard) -> Tapered {
    let edges = File::A.bitboard() | File::H.bitboard();
    let edge_bishops = bishops & edges;
    if edge_bishops.is_empty() {
        return Tapered::ZERO;
    }
    // In a corner, which happens in Chess960, behind the pawn before the neighbouring knight's square.
    let next_to_edge = File::B.bitboard() | File::G.bitboard();
    let stuck = facts.army::<S>().pawns & S::rank_set(Rank::Second) & S::Other::forward(facts.occupied);
    let corners = S::Other::pawn_attacks(stuck & next_to_edge);
    // On the edge of the sixth or seventh rank, with a pawn one rank nearer home beside it.
    let camp = S::rank_set(Rank::Fifth) | S::rank_set(Rank::Sixth);
    let traps = S::pawn_attacks(facts.army::<S::Other>().pawns & camp & next_to_edge);
    side.weigh_men(edge_bishops & corners, terms::BISHOP_CORNERED)
        + side.weigh_men(edge_bishops & traps, terms::BISHOP_TRAPPED)
}

/// Own pawns on the bishops' colours, which are worse the more the centre is blocked.
#[inline]
fn own_pawns<S: Side, T: Trace>(
    facts: &Facts<'_>,
    side: &mut Weigher<'_, S, T>,
    bishops: Bitboard,
) -> Tapered {
    let pawns = facts.army::<S>().pawns;
    let blocked = pawns & S::Other::forward(facts.occupied) & CENTRAL_FILES;
    let term = terms::BISHOP_PAWNS.at(blocked.count().min(3) as usize);
    let mut on = |color: Bitboard| side.weigh_each(bishops & color, term, (pawns & color).count());
    on(Bitboard::LIGHT_SQUARES) + on(Bitboard::DARK_SQUARES)
}
