//! Threats: attacks on enemy pieces, and moves that would attack them next.
//!
//! A piece is *weak* here if it is attacked and not well defended. A pawn defends well, and so do two
//! pieces against one.

use movegen::attacks;
use types::{Bitboard, Rank, Role, Side};

use crate::context::EvalContext;
use crate::tapered::Tapered;
use crate::terms;
use crate::trace::{Scorer, Trace};

/// The number of roles that can be captured: all before the king.
const VICTIM_ROLES: usize = Role::King.index();

/// The threats of a side.
pub(crate) fn threats<S: Side, T: Trace>(context: &EvalContext<'_>, trace: &mut T) -> Tapered {
    let mut scorer = Scorer::<S, T>::new(context.position, trace);
    let (own, enemy) = (context.side::<S>(), context.side::<S::Other>());
    let enemies = context.position.color(S::Other::COLOR) - enemy.king;
    // Squares that the enemy defends well: by a pawn, or twice while this side attacks them once at most.
    let well_defended = enemy.attacks[Role::Pawn] | (enemy.attacked_twice - own.attacked_twice);

    let restricted = (enemy.attacked & own.attacked) - well_defended - enemies - enemy.king;
    let mut sum = scorer.score(terms::RESTRICTED, restricted.count());

    // The attacked pieces, by their role, the roles of their attackers, and whether they are weak or even hanging. One loop
    // over the pieces, with a sum that has no branches: how many pieces an attacker attacks changes from position to
    // position, so a processor would often guess wrong. (A king in check may be among the weak ones.)
    let weak = ((enemies | enemy.king) & own.attacked) - well_defended;
    let hanging = weak & (own.attacked_twice | !enemy.attacked);
    let defended_by_queen = (weak & enemy.attacks[Role::Queen]) - enemy.attacked_twice;
    sum += scorer.score_each(defended_by_queen, terms::ONLY_QUEEN_DEFENDS, 1);
    let by_cheaper = own.attacks[Role::Pawn]
        | own.attacks[Role::Knight]
        | own.attacks[Role::Bishop]
        | own.attacks[Role::Rook];
    for square in (by_cheaper | hanging) & enemies {
        let Some(piece) = context.position.piece_at(square) else { continue };
        let role = piece.role().index();
        let weak_role = role + if weak.contains(square) { VICTIM_ROLES } else { 0 };
        let mut score = |by: Bitboard, feature| scorer.score_if(by.contains(square), square, feature);
        sum += score(own.attacks[Role::Pawn], terms::PAWN_THREAT.at(role))
            + score(own.attacks[Role::Knight], terms::KNIGHT_THREAT.at(weak_role))
            + score(own.attacks[Role::Bishop], terms::BISHOP_THREAT.at(weak_role))
            + score(own.attacks[Role::Rook], terms::ROOK_THREAT.at(weak_role))
            + score(hanging, terms::HANGING.at(role));
    }
    let by_king = own.attacks[Role::King] & weak;
    sum += scorer.score_each(by_king & enemy.pawns, terms::KING_THREAT.at(0), 1)
        + scorer.score_each(by_king - enemy.pawns, terms::KING_THREAT.at(1), 1);

    // Attacks of pawns that are safe, and attacks after a safe push. A pawn is lost where the enemy attacks it and
    // nothing defends it.
    let safe = own.attacked | !enemy.attacked;
    let by_safe_pawns = S::pawn_attacks(own.pawns & safe) & (enemies - enemy.pawns);
    sum += scorer.score_each(by_safe_pawns, terms::SAFE_PAWN_THREAT, 1);
    let empty = !context.occupied;
    let single = S::forward(own.pawns) & empty;
    let double = S::forward(single & S::rank_set(Rank::Third)) & empty;
    let pushes = ((single | double) & safe) - enemy.attacks[Role::Pawn];
    for victim in (S::pawn_attacks(pushes) & enemies) - own.attacks[Role::Pawn] {
        if let Some(piece) = context.position.piece_at(victim) {
            sum += scorer.score_each(victim, terms::PUSH_THREAT.at(piece.role().index()), 1);
        }
    }

    // The squares from which knights and sliders would safely attack the enemy's only queen on the next move.
    let queens = context.pieces::<S::Other>(Role::Queen);
    if let Some(queen) = queens.first().filter(|_| !queens.has_many()) {
        let safe = !(well_defended | context.position.color(S::COLOR));
        let has_queen = usize::from(context.pieces::<S>(Role::Queen).any());
        let knights = own.attacks[Role::Knight] & attacks::knight(queen) & safe;
        let diagonal = own.attacks[Role::Bishop] & attacks::bishop(queen, context.occupied);
        let straight = own.attacks[Role::Rook] & attacks::rook(queen, context.occupied);
        let sliders: Bitboard = (diagonal | straight) & safe & own.attacked_twice;
        sum += scorer.score_each(queen, terms::KNIGHT_ON_QUEEN.at(has_queen), knights.count())
            + scorer.score_each(queen, terms::SLIDER_ON_QUEEN.at(has_queen), sliders.count());
    }
    sum
}
