//! Attacks that the next move could make: of a pawn after a step, of a knight or a slider on the enemy's only queen.

use eval::terms;
use types::{Rank, Role, Square};

use super::threats::is_well_defended;
use super::view::{PieceView, View};
use super::{Comparison, tally};

pub(super) fn check(view: &View, counted: &mut Comparison<'_>) {
    pushes(view, counted);
    queen_hits(view, counted);
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
