//! Attacked pieces, their attackers and their defenders; and attacks that the next move could make: of a pawn after a step,
//! of a knight or a slider on the enemy's only queen.

use eval::terms;
use types::{Rank, Role, Square};

use super::view::{PieceView, View};
use super::{Comparison, tally};

pub(super) fn check(view: &View, counted: &mut Comparison<'_>) {
    let own_attack = |role: Role| move |piece: &&PieceView| view.own.attacks_with(role, piece.square);
    let weak = |piece: &&PieceView| is_weak(view, piece.square);
    let enemies = || view.enemy.all.iter().filter(|piece| piece.role != Role::King);

    for (role, term) in [
        (Role::Knight, terms::KNIGHT_THREAT),
        (Role::Bishop, terms::BISHOP_THREAT),
        (Role::Rook, terms::ROOK_THREAT),
    ] {
        let place = |piece: &PieceView| piece.role.index() + if is_weak(view, piece.square) { 5 } else { 0 };
        counted.holds(term, tally(enemies().filter(own_attack(role)).map(place)));
    }
    counted.holds(terms::PAWN_THREAT, by_role(enemies().filter(own_attack(Role::Pawn))));
    let by_king = enemies().filter(own_attack(Role::King)).filter(weak);
    counted.holds(terms::KING_THREAT, tally(by_king.map(|piece| usize::from(piece.role != Role::Pawn))));

    let is_hanging =
        |piece: &&PieceView| view.own.attacks_twice(piece.square) || !view.enemy.attacks(piece.square);
    counted.holds(terms::HANGING, by_role(enemies().filter(weak).filter(is_hanging)));
    // A king in check may be among them.
    let has_only_queen = |piece: &&PieceView| view.enemy.attackers(piece.square) == [Role::Queen];
    let by_queen = view.enemy.all.iter().filter(weak).filter(has_only_queen).count();
    counted.holds(terms::ONLY_QUEEN_DEFENDS, [by_queen as i16]);

    let is_contested =
        |square| is_weak(view, square) && view.enemy.attacks(square) && !view.enemy.stands_on(square);
    counted.holds(terms::RESTRICTED, [view.count(is_contested)]);
    safe_pawns(view, counted);
    pushes(view, counted);
    queen_hits(view, counted);
}

fn by_role<'a>(pieces: impl Iterator<Item = &'a PieceView>) -> [i16; 5] {
    tally(pieces.map(|piece| piece.role.index()))
}

/// Returns whether the enemy defends a square well: with a pawn, or twice against one.
fn is_well_defended(view: &View, square: Square) -> bool {
    let outnumbers = view.enemy.attacks_twice(square) && !view.own.attacks_twice(square);
    view.enemy.attacks_with(Role::Pawn, square) || outnumbers
}

/// Attacked, and not well defended.
fn is_weak(view: &View, square: Square) -> bool {
    view.own.attacks(square) && !is_well_defended(view, square)
}

/// Pieces that are attacked by a pawn that is defended or not attacked.
fn safe_pawns(view: &View, counted: &mut Comparison<'_>) {
    let is_safe = |pawn: &&PieceView| view.own.attacks(pawn.square) || !view.enemy.attacks(pawn.square);
    let safe: Vec<&PieceView> = view.own.of_role(Role::Pawn).filter(is_safe).collect();
    let is_victim = |piece: &&PieceView| safe.iter().any(|pawn| pawn.attacks.contains(&piece.square));
    counted.holds(terms::SAFE_PAWN_THREAT, [view.enemy.pieces().filter(is_victim).count() as i16]);
}

/// The enemies that a pawn would attack after a step, and that none attacks yet.
fn pushes(view: &View, counted: &mut Comparison<'_>) {
    let is_safe = |square: Square| {
        let is_guarded = view.own.attacks(square) || !view.enemy.attacks(square);
        is_guarded && !view.enemy.attacks_with(Role::Pawn, square)
    };
    let goals: Vec<Square> = view.own.of_role(Role::Pawn).flat_map(|pawn| steps(view, pawn)).collect();
    let is_victim = |piece: &&PieceView| {
        let attacks = |goal: Square| [-1, 1].iter().any(|&files| goal.offset(files, 1) == Some(piece.square));
        goals.iter().any(|&goal| is_safe(goal) && attacks(goal))
            && !view.own.attacks_with(Role::Pawn, piece.square)
    };
    let victims = view.enemy.all.iter().filter(|piece| piece.role != Role::King).filter(is_victim);
    counted.holds(terms::PUSH_THREAT, tally(victims.map(|piece| piece.role.index())));
}

/// The squares a pawn can step to: one ahead, from the second rank also two.
fn steps(view: &View, pawn: &PieceView) -> Vec<Square> {
    let ahead = (1..=2).filter_map(|ranks| pawn.square.offset(0, ranks));
    let free: Vec<Square> = ahead.take_while(|&square| view.board.is_empty(square)).collect();
    let limit = if pawn.square.rank() == Rank::Second { 2 } else { 1 };
    free.into_iter().take(limit).collect()
}

/// Squares from which a knight, or a rook or bishop with support, would safely attack the only queen.
fn queen_hits(view: &View, counted: &mut Comparison<'_>) {
    let queens: Vec<&PieceView> = view.enemy.of_role(Role::Queen).collect();
    let (mut by_knights, mut by_sliders) = ([0; 2], [0; 2]);
    if let [queen] = queens[..] {
        let is_safe = |square| !is_well_defended(view, square) && !view.own.stands_on(square);
        let hits = |role, square| {
            view.own.attacks_with(role, square) && view.board.reach(role, queen.square).contains(&square)
        };
        let has_queen = usize::from(view.own.has(Role::Queen));
        by_knights[has_queen] = view.count(|square| hits(Role::Knight, square) && is_safe(square));
        by_sliders[has_queen] = view.count(|square| {
            let is_hit = hits(Role::Bishop, square) || hits(Role::Rook, square);
            is_hit && is_safe(square) && view.own.attacks_twice(square)
        });
    }
    counted.holds(terms::KNIGHT_ON_QUEEN, by_knights);
    counted.holds(terms::SLIDER_ON_QUEEN, by_sliders);
}
