//! The end of the game and its neighbourhood: no legal move, one legal move, and mates next move.

use shakmaty::{Chess, Color, Piece, Position, Role, Setup};

use crate::dice::Dice;
use crate::look;
use crate::mine::Motif;
use crate::sketch::Sketch;
use crate::text::Castling;

/// In file order.
pub const MOTIFS: &[Motif] = &[
    motif("Checkmate: no legal move", 12, hunt, |p| p.is_checkmate()),
    motif("Checkmate by double check", 4, hunt, |p| p.is_checkmate() && p.checkers().more_than_one()),
    motif("Stalemate: a bare king", 6, hunt, |p| p.is_stalemate() && p.us().count() == 1),
    motif("Stalemate: with blocked or pinned men", 8, hunt, |p| p.is_stalemate() && p.us().count() > 1),
    motif("One legal move, in check", 8, hunt, |p| p.is_check() && p.legal_moves().len() == 1),
    motif("One legal move, not in check", 8, hunt, |p| !p.is_check() && p.legal_moves().len() == 1),
    motif("Mate and stalemate both possible next move", 8, chase, mate_or_stalemate),
    motif("Bare kings and a pawn or two", 8, pawn_ending, |p| p.legal_moves().len() > 1),
];

const fn motif(
    title: &'static str,
    wanted: usize,
    sketch: fn(&mut Dice) -> Setup,
    shows: fn(&Chess) -> bool,
) -> Motif {
    Motif { title, wanted, sketch, shows, castling: Castling::Standard }
}

/// A white king with little against a black army; White to move.
fn hunt(dice: &mut Dice) -> Setup {
    army(dice, Color::White)
}

/// A black king with little against a white army; White to move.
fn chase(dice: &mut Dice) -> Setup {
    army(dice, Color::Black)
}

fn army(dice: &mut Dice, prey: Color) -> Setup {
    let mut sketch = Sketch::default();
    sketch.kings(dice);
    for _ in 0..dice.below(4) {
        let role = if dice.one_in(3) { Role::Knight } else { Role::Pawn };
        sketch.drop(dice, role.of(prey));
    }
    for _ in 0..dice.between(2, 5) {
        let role = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::Pawn][dice.below(5)];
        sketch.drop(dice, Piece { color: !prey, role });
    }
    sketch.finish(dice)
}

fn pawn_ending(dice: &mut Dice) -> Setup {
    let mut sketch = Sketch::default();
    sketch.kings(dice);
    for _ in 0..dice.between(1, 2) {
        let color = if dice.one_in(2) { Color::White } else { Color::Black };
        sketch.drop(dice, color.pawn());
    }
    sketch.finish(dice)
}

fn mate_or_stalemate(position: &Chess) -> bool {
    let any = |_| true;
    look::can(position, any, |next, _| next.is_checkmate())
        && look::can(position, any, |next, _| next.is_stalemate())
}
