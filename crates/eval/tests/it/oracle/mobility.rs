//! Mobility, distances from the kings, and space behind the pawns.

use eval::term::Term;
use eval::terms;
use types::{File, Rank, Role, Square};

use super::view::View;
use super::{Comparison, tally};

pub(super) fn check(view: &View, counted: &mut Comparison<'_>) {
    squares(view, counted, Role::Knight, terms::KNIGHT_MOBILITY, Some(terms::KNIGHT_SAFE_MOBILITY));
    squares(view, counted, Role::Bishop, terms::BISHOP_MOBILITY, Some(terms::BISHOP_SAFE_MOBILITY));
    squares(view, counted, Role::Rook, terms::ROOK_MOBILITY, Some(terms::ROOK_SAFE_MOBILITY));
    squares(view, counted, Role::Queen, terms::QUEEN_MOBILITY, None);
    for (role, own_king, enemy_king) in [
        (Role::Knight, terms::KNIGHT_OWN_KING, terms::KNIGHT_ENEMY_KING),
        (Role::Bishop, terms::BISHOP_OWN_KING, terms::BISHOP_ENEMY_KING),
        (Role::Rook, terms::ROOK_OWN_KING, terms::ROOK_ENEMY_KING),
        (Role::Queen, terms::QUEEN_OWN_KING, terms::QUEEN_ENEMY_KING),
    ] {
        let from = |king: Square| tally(view.own.of_role(role).map(|piece| king_moves(piece.square, king)));
        counted.holds(own_king, from(view.own.king));
        counted.holds(enemy_king, from(view.enemy.king));
    }
    space(view, counted);
}

fn squares<const N: usize>(
    view: &View,
    counted: &mut Comparison<'_>,
    role: Role,
    mobility: Term<N>,
    safe_mobility: Option<Term<N>>,
) {
    let count = |is_counted: &dyn Fn(Square) -> bool| {
        let of_a_piece = |attacks: &[Square]| attacks.iter().filter(|&&square| is_counted(square)).count();
        tally(view.own.of_role(role).map(|piece| of_a_piece(&piece.attacks)))
    };
    let may_go = |square| is_open(view, square) && !is_chased_from(view, role, square);
    counted.holds(mobility, count(&may_go));
    if let Some(safe_mobility) = safe_mobility {
        counted.holds(safe_mobility, count(&|square| may_go(square) && !view.enemy.attacks(square)));
    }
}

/// Returns whether neither the own king nor an own pawn that stays keeps the square. A pawn stays if it stands on
/// its second or third rank, or something stands ahead of it.
fn is_open(view: &View, square: Square) -> bool {
    match view.own.role_on(square) {
        Some(Role::King) => false,
        Some(Role::Pawn) => {
            let is_blocked = square.offset(0, 1).is_some_and(|ahead| !view.board.is_empty(ahead));
            square.rank() > Rank::Third && !is_blocked
        }
        _ => true,
    }
}

/// Returns whether an enemy of a lower value attacks the square.
fn is_chased_from(view: &View, role: Role, square: Square) -> bool {
    let lower: &[Role] = match role {
        Role::Rook => &[Role::Pawn, Role::Knight, Role::Bishop],
        Role::Queen => &[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook],
        _ => &[Role::Pawn],
    };
    lower.iter().any(|&enemy| view.enemy.attacks_with(enemy, square))
}

/// The moves of a king from one square to another: along the longer way, the shorter one comes by the by.
fn king_moves(one: Square, other: Square) -> usize {
    let files = one.file().index().abs_diff(other.file().index());
    files.max(one.rank().index().abs_diff(other.rank().index()))
}

/// Squares of the files c to f and the ranks 2 to 4 without own pawns, where no pawn attacks; twice if they are behind
/// an own pawn, and nothing attacks them.
fn space(view: &View, counted: &mut Comparison<'_>) {
    let is_pawn = |square| view.own.role_on(square) == Some(Role::Pawn);
    let is_room = |square: Square| {
        (File::C..=File::F).contains(&square.file())
            && (Rank::Second..=Rank::Fourth).contains(&square.rank())
            && !is_pawn(square)
            && !view.enemy.attacks_with(Role::Pawn, square)
    };
    let is_behind = |square: Square| (1..7).any(|ranks| square.offset(0, ranks).is_some_and(is_pawn));
    let room = view.count(is_room)
        + view.count(|square| is_room(square) && is_behind(square) && !view.enemy.attacks(square));
    let mut wanted = [0; 16];
    wanted[view.own.pieces().count()] = room;
    counted.holds(terms::SPACE, wanted);
}
