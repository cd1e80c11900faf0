//! Knights and bishops: their outposts, the pawns before them, and the bishops' good and bad diagonals.

use movegen::attacks;
use types::{Bitboard, File, Rank, Role, Side, Square};

use crate::context::EvalContext;
use crate::geometry::CENTRAL_FILES;
use crate::scorer::Scorer;
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// The squares d4, e4, d5 and e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);

/// The diagonals of one bishop.
#[inline]
pub(crate) fn bishop<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    scorer: &mut Scorer<'_, S, T>,
    square: Square,
    attacks: Bitboard,
) -> Tapered {
    let targets = context.side::<S::Other>().pawns & attacks::bishop_rays(square);
    let mut sum = scorer.score_each(square, terms::BISHOP_XRAY_PAWN, targets.count());
    if ((attacks | square) & CENTRE).has_many() {
        sum += scorer.score_each(square, terms::BISHOP_LONG_DIAGONAL, 1);
    }
    sum
}

/// The terms of a side's knights and bishops as sets.
#[inline]
pub(crate) fn minors<S: Side, T: Trace>(context: &EvalContext<'_>, scorer: &mut Scorer<'_, S, T>) -> Tapered {
    let (knights, bishops) = (context.pieces::<S>(Role::Knight), context.pieces::<S>(Role::Bishop));
    let pawns = context.position.role(Role::Pawn);
    let behind_pawns = S::Other::forward(pawns);
    scorer.score_each(knights & behind_pawns, terms::MINOR_BEHIND_PAWN.at(0), 1)
        + scorer.score_each(bishops & behind_pawns, terms::MINOR_BEHIND_PAWN.at(1), 1)
        + outposts(context, scorer, knights, bishops)
        + trapped_bishops(context, scorer, bishops)
        + pawns_on_bishop_color(context, scorer, bishops)
        + bishop_pair(context, scorer, bishops)
}

/// Bishops on both colours. (The material key does not contain the colours of their squares, so this is not part of the
/// imbalance.)
#[inline]
fn bishop_pair<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    scorer: &mut Scorer<'_, S, T>,
    bishops: Bitboard,
) -> Tapered {
    if !bishops.intersects(Bitboard::LIGHT_SQUARES) || !bishops.intersects(Bitboard::DARK_SQUARES) {
        return Tapered::ZERO;
    }
    let pawns = context.side::<S>().pawns.count() as usize;
    scorer.score(terms::BISHOP_PAIR.at(pawns), 1)
}

/// Minor pieces where no enemy pawn can ever attack them, or one move away from such a square.
#[inline]
fn outposts<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    scorer: &mut Scorer<'_, S, T>,
    knights: Bitboard,
    bishops: Bitboard,
) -> Tapered {
    let own = context.side::<S>();
    let ranks = S::rank_set(Rank::Fourth) | S::rank_set(Rank::Fifth) | S::rank_set(Rank::Sixth);
    let enemy = context.side::<S::Other>().attacks[Role::Pawn];
    let outposts = ranks - (enemy | S::Other::ahead(enemy));
    let defended = outposts & own.attacks[Role::Pawn];
    let free = defended - context.position.color(S::COLOR);
    let mut sum = Tapered::ZERO;
    if outposts.intersects(knights | bishops) {
        sum += scorer.score_each((knights & outposts) - defended, terms::KNIGHT_OUTPOST.at(0), 1)
            + scorer.score_each(knights & defended, terms::KNIGHT_OUTPOST.at(1), 1)
            + scorer.score_each((bishops & outposts) - defended, terms::BISHOP_OUTPOST.at(0), 1)
            + scorer.score_each(bishops & defended, terms::BISHOP_OUTPOST.at(1), 1);
    }
    sum + scorer.score(terms::KNIGHT_REACHES_OUTPOST, (own.attacks[Role::Knight] & free).count())
        + scorer.score(terms::BISHOP_REACHES_OUTPOST, (own.attacks[Role::Bishop] & free).count())
}

/// Bishops that pawns have shut in.
#[inline]
fn trapped_bishops<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    scorer: &mut Scorer<'_, S, T>,
    bishops: Bitboard,
) -> Tapered {
    let edges = File::A.bitboard() | File::H.bitboard();
    let edge_bishops = bishops & edges;
    if edge_bishops.is_empty() {
        return Tapered::ZERO;
    }
    // In a corner, which happens in Chess960, behind the own pawn on b2 or g2.
    let next_to_edge = File::B.bitboard() | File::G.bitboard();
    let stuck = context.side::<S>().pawns & S::rank_set(Rank::Second) & S::Other::forward(context.occupied);
    let corners = S::Other::pawn_attacks(stuck & next_to_edge);
    // On the edge of the sixth or seventh rank, with an enemy pawn beside it one rank nearer home.
    let camp = S::rank_set(Rank::Fifth) | S::rank_set(Rank::Sixth);
    let traps = S::pawn_attacks(context.side::<S::Other>().pawns & camp & next_to_edge);
    scorer.score_each(edge_bishops & corners, terms::BISHOP_CORNERED, 1)
        + scorer.score_each(edge_bishops & traps, terms::BISHOP_TRAPPED, 1)
}

/// Own pawns on the colour of a bishop, which are worse the more the centre is blocked.
#[inline]
fn pawns_on_bishop_color<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    scorer: &mut Scorer<'_, S, T>,
    bishops: Bitboard,
) -> Tapered {
    let pawns = context.side::<S>().pawns;
    let blocked = pawns & S::Other::forward(context.occupied) & CENTRAL_FILES;
    let term = terms::BISHOP_PAWNS.at(blocked.count().min(3) as usize);
    let mut on = |color: Bitboard| scorer.score_each(bishops & color, term, (pawns & color).count());
    on(Bitboard::LIGHT_SQUARES) + on(Bitboard::DARK_SQUARES)
}
