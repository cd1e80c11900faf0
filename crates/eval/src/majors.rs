//! Rooks and queens: their files and ranks, and what shuts them in or lays them bare.

use movegen::attacks;
use types::{Bitboard, Rank, Role, Square};

use crate::facts::Facts;
use crate::files::Files;
use crate::pieces::Reach;
use crate::side::{Side, Weigher};
use crate::squares::is_on_queenside;
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::Trace;

/// A rook with no more squares than this may be shut in.
const FEW_MOVES: usize = 3;

/// What a rook has by itself: whether it is shut in at home beyond its king's file. He need not stand on its rank.
#[inline]
pub(crate) fn rook<S: Side, T: Trace>(
    facts: &Facts<'_>,
    side: &mut Weigher<'_, S, T>,
    square: Square,
    reach: Reach,
) -> Tapered {
    let king = facts.army::<S>().king;
    let (rook_file, king_file) = (square.file(), king.file());
    let towards_edge = if is_on_queenside(king) { rook_file < king_file } else { rook_file > king_file };
    if reach.mobility > FEW_MOVES || !towards_edge || S::rank(square) > Rank::Second {
        return Tapered::ZERO;
    }
    let may_castle = facts.position.castling().intersects(facts.position.color(S::COLOR));
    side.weigh_one_at(square, terms::ROOK_TRAPPED.at(usize::from(!may_castle)))
}

/// What the rooks and queens of a side have together.
#[inline]
pub(crate) fn majors<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let mut sum = Tapered::ZERO;
    let rooks = facts.pieces::<S>(Role::Rook);
    if rooks.any() {
        sum += files(facts, side, rooks);
        sum += side.weigh_men(rooks & facts.army::<S>().attacks[Role::Rook], terms::ROOKS_CONNECTED);
    }
    let queens = facts.pieces::<S>(Role::Queen);
    if queens.any() {
        sum += self::queens(facts, side, queens);
    }
    sum
}

/// Rooks on good files and good ranks.
#[inline]
fn files<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>, rooks: Bitboard) -> Tapered {
    let (own, enemy) = (facts.army::<S>(), facts.army::<S::Other>());
    let (own_files, enemy_files) = (facts.pawn_files[S::COLOR], facts.pawn_files[S::Other::COLOR]);
    let without_own = rooks - own_files.any.bitboard();
    let half_open = without_own & enemy_files.any.bitboard();
    let guarded = half_open & enemy_files.guarded.bitboard();
    let blocked = own.pawns & S::Other::forward(facts.occupied);
    let king_file = enemy.king.file().bitboard();
    let king_files = king_file | king_file.east() | king_file.west();
    let mut sum = side.weigh_men(without_own - half_open, terms::ROOK_OPEN_FILE);
    sum += side.weigh_men(half_open - guarded, terms::ROOK_HALF_OPEN_FILE.at(0));
    sum += side.weigh_men(guarded, terms::ROOK_HALF_OPEN_FILE.at(1));
    sum += side.weigh_men(rooks & S::Other::ahead(blocked), terms::ROOK_CLOSED_FILE);
    sum += side.weigh_men(rooks & king_files, terms::ROOK_ON_KING_FILE);
    let queens = facts.position.role(Role::Queen);
    sum += side.weigh_men(rooks & Files::of(queens).bitboard(), terms::ROOK_ON_QUEEN_FILE);
    let seventh = S::rank_set(Rank::Seventh);
    if enemy.pawns.intersects(seventh) || S::rank(enemy.king) == Rank::Eighth {
        sum += side.weigh_men(rooks & seventh, terms::ROOK_ON_SEVENTH);
    }
    sum
}

/// Queens in the enemy's half, and queens in the line of a slider with one piece between.
#[inline]
fn queens<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>, queens: Bitboard) -> Tapered {
    let half = S::ahead(S::rank_set(Rank::Fourth));
    let chased = facts.army::<S::Other>().attacks[Role::Pawn];
    let settled = (queens & half) - (chased | S::Other::ahead(chased));
    let exposed: Bitboard = queens.into_iter().filter(|&queen| is_exposed::<S>(facts, queen)).collect();
    side.weigh_men(settled, terms::QUEEN_INFILTRATION) + side.weigh_men(exposed, terms::QUEEN_EXPOSED)
}

/// Whether one piece alone stands between a queen and an enemy rook or bishop in line with it.
#[inline]
fn is_exposed<S: Side>(facts: &Facts<'_>, queen: Square) -> bool {
    let snipers = attacks::rook_rays(queen) & facts.pieces::<S::Other>(Role::Rook)
        | attacks::bishop_rays(queen) & facts.pieces::<S::Other>(Role::Bishop);
    snipers.into_iter().any(|sniper| {
        let between = attacks::between(queen, sniper) & facts.occupied;
        between.any() && !between.has_many()
    })
}
