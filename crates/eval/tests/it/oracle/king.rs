//! The features of the attack on the enemy king.

use eval::terms;
use types::{File, Rank, Role, Square};

use super::view::{PieceView, View};
use super::{Comparison, tally};

const PIECES: [Role; 4] = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

pub(super) fn check(view: &View, counted: &mut Comparison<'_>) {
    attackers(view, counted);
    ring(view, counted);
    flank(view, counted);
    surroundings(view, counted);
    checks(view, counted);
    counted.holds(terms::KING_DANGER_BASE, [1]);
    counted.holds(terms::KING_NO_ENEMY_QUEEN, [i16::from(!view.own.has(Role::Queen))]);
    counted.holds(terms::KING_PINNED, [view.enemy.pinned]);
    counted.holds(terms::KING_DISCOVERED, [view.enemy.discoverers]);
}

/// Pieces that aim at the ring, and at how many of its squares.
fn attackers(view: &View, counted: &mut Comparison<'_>) {
    let in_ring =
        |piece: &PieceView| piece.attacks.iter().filter(|&&square| is_in_ring(view, square)).count() as i16;
    let aims = |piece: &&PieceView| in_ring(piece) > 0;
    counted
        .holds(terms::KING_ATTACKER, PIECES.map(|role| view.own.of_role(role).filter(aims).count() as i16));
    counted.holds(terms::KING_RING_ATTACK, PIECES.map(|role| view.own.of_role(role).map(in_ring).sum()));
    counted.holds(terms::KING_ATTACKERS, tally([view.own.pieces().filter(aims).count().min(5)]));
}

/// The nine squares around the king, or around the nearest square that has nine.
fn is_in_ring(view: &View, square: Square) -> bool {
    let is_near = |king: usize, line: usize| king.clamp(1, 6).abs_diff(line) <= 1;
    let king = view.enemy.king;
    is_near(king.file().index(), square.file().index()) && is_near(king.rank().index(), square.rank().index())
}

fn ring(view: &View, counted: &mut Comparison<'_>) {
    let weak = view.count(|square| is_in_ring(view, square) && is_weak(view, square));
    counted.holds(terms::KING_RING_WEAK, [weak]);
    let by_pawns = view.count(|square| is_in_ring(view, square) && view.own.attacks_with(Role::Pawn, square));
    counted.holds(terms::KING_RING_PAWN_ATTACK, [by_pawns]);
}

/// Attacked, and guarded by nothing but the king or a queen.
fn is_weak(view: &View, square: Square) -> bool {
    view.own.attacks(square) && matches!(view.enemy.attackers(square), [] | [Role::King] | [Role::Queen])
}

/// The defender's five nearest ranks on the files around its king.
fn flank(view: &View, counted: &mut Comparison<'_>) {
    let files = match view.enemy.king.file() {
        File::A => File::A..=File::C,
        File::B | File::C => File::A..=File::D,
        File::D | File::E => File::C..=File::F,
        File::F | File::G => File::E..=File::H,
        File::H => File::F..=File::H,
    };
    let is_in_flank = |square: Square| square.rank() >= Rank::Fourth && files.contains(&square.file());
    let count = |is: &dyn Fn(Square) -> bool| [view.count(|square| is_in_flank(square) && is(square))];
    counted.holds(terms::KING_FLANK_ATTACK, count(&|square| view.own.attacks(square)));
    counted.holds(terms::KING_FLANK_DOUBLE_ATTACK, count(&|square| view.own.attacks_twice(square)));
    counted.holds(terms::KING_FLANK_DEFENCE, count(&|square| view.enemy.attacks(square)));
}

/// The escape squares of the king, the guards of the squares next to it, and the attacks of a queen in its place.
fn surroundings(view: &View, counted: &mut Comparison<'_>) {
    let is_next_to_king = |square: &Square| square.distance(view.enemy.king) == 1;
    let is_free = |square: Square| !view.own.attacks(square) && !view.enemy.stands_on(square);
    let escapes = view.count(|square| is_next_to_king(&square) && is_free(square));
    counted.holds(terms::KING_ESCAPES, tally([escapes as usize]));
    let guards = |role| view.enemy.of_role(role).any(|piece| piece.attacks.iter().any(is_next_to_king));
    counted.holds(terms::KING_DEFENDER, [Role::Knight, Role::Bishop].map(|role| i16::from(guards(role))));
    let seen = view.board.reach(Role::Queen, view.enemy.king);
    let lines = seen.into_iter().filter(|&square| !view.enemy.stands_on(square)).count();
    counted.holds(terms::KING_VIRTUAL_MOBILITY, tally([lines]));
}

/// Squares from which a piece would give check. Those where it could be taken count if there are no others.
fn checks(view: &View, counted: &mut Comparison<'_>) {
    let (mut safe_checks, mut unsafe_checks) = ([0; 8], [0; 4]);
    for (number, role) in PIECES.into_iter().enumerate() {
        let from = view.board.reach(role, view.enemy.king).into_iter();
        let checks = from.filter(|&s| view.own.attacks_with(role, s) && !view.own.stands_on(s));
        let (safely, unsafely): (Vec<_>, Vec<_>) = checks.partition(|&square| {
            !view.enemy.attacks(square) || is_weak(view, square) && view.own.attacks_twice(square)
        });
        match safely.len() {
            0 => unsafe_checks[number] = unsafely.len() as i16,
            1 => safe_checks[2 * number] = 1,
            _ => safe_checks[2 * number + 1] = 1,
        }
    }
    counted.holds(terms::KING_SAFE_CHECK, safe_checks);
    counted.holds(terms::KING_UNSAFE_CHECK, unsafe_checks);
}
