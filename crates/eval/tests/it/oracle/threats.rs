//! What is attacked, by whom, and who defends it.

use eval::terms;
use types::{Role, Square};

use super::view::{Man, View};
use super::{Comparison, tally};

pub(super) fn check(view: &View, counted: &mut Comparison<'_>) {
    let own_attack = |role: Role| move |man: &&Man| view.own.attacks_with(role, man.square);
    let weak = |man: &&Man| is_weak(view, man.square);
    let enemies = || view.enemy.men.iter().filter(|man| man.role != Role::King);

    for (role, term) in [
        (Role::Knight, terms::KNIGHT_THREAT),
        (Role::Bishop, terms::BISHOP_THREAT),
        (Role::Rook, terms::ROOK_THREAT),
        (Role::Queen, terms::QUEEN_THREAT),
    ] {
        let place = |man: &Man| man.role.index() + if is_weak(view, man.square) { 5 } else { 0 };
        counted.holds(term, tally(enemies().filter(own_attack(role)).map(place)));
    }
    counted.holds(terms::PAWN_THREAT, by_role(enemies().filter(own_attack(Role::Pawn))));
    let by_king = enemies().filter(own_attack(Role::King)).filter(weak);
    counted.holds(terms::KING_THREAT, tally(by_king.map(|man| usize::from(man.role != Role::Pawn))));

    let is_hanging = |man: &&Man| view.own.attacks_twice(man.square) || !view.enemy.attacks(man.square);
    counted.holds(terms::HANGING, by_role(enemies().filter(weak).filter(is_hanging)));
    // A king in check may be among them.
    let has_only_queen = |man: &&Man| view.enemy.attackers(man.square) == [Role::Queen];
    let by_queen = view.enemy.men.iter().filter(weak).filter(has_only_queen).count();
    counted.holds(terms::ONLY_QUEEN_DEFENDS, [by_queen as i16]);

    let own = || view.own.men.iter().filter(|man| man.role != Role::King);
    counted.holds(terms::LOOSE, by_role(own().filter(|man| !view.own.attacks(man.square))));
    let by_pawn = own().filter(own_attack(Role::Pawn)).filter(|man| man.role != Role::Pawn);
    counted.holds(terms::PAWN_PROTECTS, tally(by_pawn.map(|man| man.role.index() - 1)));

    let is_contested =
        |square| is_weak(view, square) && view.enemy.attacks(square) && !view.enemy.stands_on(square);
    counted.holds(terms::CONTESTED, [view.count(is_contested)]);
    safe_pawns(view, counted);
}

fn by_role<'a>(men: impl Iterator<Item = &'a Man>) -> [i16; 5] {
    tally(men.map(|man| man.role.index()))
}

/// Whether the enemy defends a square well: with a pawn, or twice against one.
pub(super) fn is_well_defended(view: &View, square: Square) -> bool {
    let outnumbers = view.enemy.attacks_twice(square) && !view.own.attacks_twice(square);
    view.enemy.attacks_with(Role::Pawn, square) || outnumbers
}

/// Attacked, and not well defended.
fn is_weak(view: &View, square: Square) -> bool {
    view.own.attacks(square) && !is_well_defended(view, square)
}

/// Pieces that a pawn attacks which stands where nobody attacks, or somebody defends.
fn safe_pawns(view: &View, counted: &mut Comparison<'_>) {
    let is_safe = |pawn: &&Man| view.own.attacks(pawn.square) || !view.enemy.attacks(pawn.square);
    let safe: Vec<&Man> = view.own.of_role(Role::Pawn).filter(is_safe).collect();
    let is_victim = |man: &&Man| safe.iter().any(|pawn| pawn.attacks.contains(&man.square));
    counted.holds(terms::SAFE_PAWN_THREAT, [view.enemy.pieces().filter(is_victim).count() as i16]);
}
