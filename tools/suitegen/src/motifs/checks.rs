//! Checks and pins: double checks of every make, discovered checks, and many pins at once.

use shakmaty::{Bitboard, Chess, Color, Move, Position, Role, Setup, Square, attacks};

use crate::dice::Dice;
use crate::look;
use crate::mine::Motif;
use crate::sketch::Sketch;
use crate::text::Castling;

/// In file order.
pub const MOTIFS: &[Motif] = &[
    motif("Double check: a knight and a slider", 10, |p| doubled(p) && checker_is(p, |r| r == Role::Knight)),
    motif("Double check: a pawn and a slider", 8, |p| doubled(p) && checker_is(p, |r| r == Role::Pawn)),
    motif("Double check: two sliders", 10, |p| {
        doubled(p) && !checker_is(p, |r| matches!(r, Role::Pawn | Role::Knight))
    }),
    motif("Double check: can be given next move", 8, |p| look::can(p, |_| true, |next, _| doubled(next))),
    motif("Double check: mates next move", 6, |p| {
        look::can(p, |_| true, |next, _| doubled(next) && next.is_checkmate())
    }),
    motif("Discovered check by a king move", 8, |p| {
        look::can(p, |m| m.role() == Role::King, |next, _| next.is_check())
    }),
    motif("Discovered check by a pawn's step", 8, |p| look::can(p, quiet_pawn, uncovered)),
    motif("Check: a double step of a pawn comes between", 8, |p| p.is_check() && has(p, double_step)),
    motif("Check: the king may not retreat along the checking line", 8, retreat_is_covered),
    motif("Check: only a pinned piece could help", 8, helpers_are_pinned),
    pins("Pins: three or more, on rank, file and diagonal", 10, many_pins),
    pins("Pins: a pinned queen, rook and bishop keep their line", 8, line_keepers),
    motif(
        "Check: the king may not take what stands behind it on the checking line",
        6,
        protected_through_the_king,
    ),
];

const fn motif(title: &'static str, wanted: usize, shows: fn(&Chess) -> bool) -> Motif {
    Motif { title, wanted, sketch: melee, shows, castling: Castling::Standard }
}

const fn pins(title: &'static str, wanted: usize, shows: fn(&Chess) -> bool) -> Motif {
    Motif { title, wanted, sketch: star_of_pins, shows, castling: Castling::Standard }
}

fn melee(dice: &mut Dice) -> Setup {
    let mut sketch = Sketch::default();
    let extra = dice.between(4, 14);
    sketch.kings(dice).clutter(dice, extra).finish(dice)
}

/// A white king that looks at black sliders through white pieces.
fn star_of_pins(dice: &mut Dice) -> Setup {
    let mut sketch = Sketch::default();
    if let Some(king) = sketch.drop(dice, Color::White.king()) {
        for _ in 0..dice.between(2, 6) {
            pin(&mut sketch, dice, king);
        }
    }
    let extra = dice.below(6);
    sketch.kings(dice).clutter(dice, extra).finish(dice)
}

/// One more slider on a line to the king, with a white piece somewhere in between.
fn pin(sketch: &mut Sketch, dice: &mut Dice, king: Square) {
    let straight = dice.one_in(2);
    let (lines, single) = match straight {
        true => (attacks::rook_attacks(king, Bitboard::EMPTY), Role::Rook),
        false => (attacks::bishop_attacks(king, Bitboard::EMPTY), Role::Bishop),
    };
    let slider = if dice.one_in(3) { Role::Queen } else { single };
    let Some(slider) = sketch.drop_among(dice, slider.of(Color::Black), lines & !attacks::king_attacks(king))
    else {
        return;
    };
    let line = attacks::between(king, slider);
    let shield = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen][dice.below(5)];
    sketch.drop_among(dice, shield.of(Color::White), line);
    sketch.reserve(line);
}

fn doubled(position: &Chess) -> bool {
    position.checkers().count() == 2
}

fn checker_is(position: &Chess, which: impl Fn(Role) -> bool) -> bool {
    position.checkers().into_iter().filter_map(|square| position.board().role_at(square)).any(which)
}

fn has(position: &Chess, which: impl Fn(Move) -> bool) -> bool {
    position.legal_moves().into_iter().any(which)
}

fn quiet_pawn(m: Move) -> bool {
    m.role() == Role::Pawn && !m.is_capture() && !m.is_promotion()
}

fn double_step(m: Move) -> bool {
    m.role() == Role::Pawn && m.from().is_some_and(|from| from.distance(m.to()) == 2)
}

/// Check, and not by the piece that moved.
fn uncovered(next: &Chess, m: Move) -> bool {
    next.is_check() && !next.checkers().contains(m.to())
}

/// Stepping straight back from a slider looks safe until the king itself no longer blocks the line.
fn retreat_is_covered(position: &Chess) -> bool {
    let Some(king) = look::king(position) else { return false };
    let empty_and_unseen =
        |square: Square| position.board().role_at(square).is_none() && !look::attacked(position, square);
    let behind = |checker: Square| {
        let line = attacks::ray(checker, king) & attacks::king_attacks(king);
        line.into_iter()
            .filter(|&square| square.distance(checker) > king.distance(checker))
            .any(empty_and_unseen)
    };
    (position.checkers() & position.board().sliders()).into_iter().any(behind)
}

/// In check with every non-king piece that attacks or could block pinned: only king moves are left.
fn helpers_are_pinned(position: &Chess) -> bool {
    position.checkers().single_square().is_some_and(|checker| {
        let board = position.board();
        let takers = board.attacks_to(checker, position.turn(), board.occupied()) & !position.our(Role::King);
        takers.any()
            && (takers & !look::pinned(position)).is_empty()
            && !has(position, |m| m.role() != Role::King)
    })
}

fn many_pins(position: &Chess) -> bool {
    let Some(king) = look::king(position) else { return false };
    let pinned = look::pinned(position);
    let on = |line: fn(Square, Square) -> bool| pinned.into_iter().any(|square| line(king, square));
    on(|a, b| a.rank() == b.rank())
        && on(|a, b| a.file() == b.file())
        && on(|a, b| a.rank() != b.rank() && a.file() != b.file())
}

fn line_keepers(position: &Chess) -> bool {
    let pinned = look::pinned(position);
    let movable = |role| {
        let ours = pinned & look::pieces(position, position.turn(), role);
        has(position, |m| m.from().is_some_and(|from| ours.contains(from)))
    };
    movable(Role::Queen) && (movable(Role::Rook) || movable(Role::Bishop))
}

/// An enemy piece next to the king that a checker protects only through the king's own square.
fn protected_through_the_king(position: &Chess) -> bool {
    let Some(king) = look::king(position) else { return false };
    let board = position.board();
    let protected = |square, occupied| board.attacks_to(square, !position.turn(), occupied).any();
    let near = attacks::king_attacks(king) & position.them();
    near.into_iter().any(|square| {
        !protected(square, board.occupied()) && protected(square, board.occupied().without(king))
    })
}
