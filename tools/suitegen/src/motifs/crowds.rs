//! Extremes of material: many queens, many knights, walls of pawns; and move lists from very long to very
//! short.

use shakmaty::{Chess, Color, File, Position, Rank, Role, Setup, Square};

use crate::dice::Dice;
use crate::look;
use crate::mine::Motif;
use crate::sketch::Sketch;
use crate::text::Castling;

/// In file order.
pub const MOTIFS: &[Motif] = &[
    motif(
        "Crowds: five queens or more",
        10,
        |dice| crowd(dice, Role::Queen),
        |p| at_least(p, Role::Queen, 5),
    ),
    motif(
        "Crowds: over a hundred moves",
        6,
        |dice| crowd(dice, Role::Queen),
        |p| p.legal_moves().len() > 100,
    ),
    motif(
        "Crowds: six knights or more",
        10,
        |dice| crowd(dice, Role::Knight),
        |p| at_least(p, Role::Knight, 6),
    ),
    motif("Crowds: six rooks or more", 6, |dice| crowd(dice, Role::Rook), |p| at_least(p, Role::Rook, 6)),
    motif(
        "Crowds: six bishops or more",
        6,
        |dice| crowd(dice, Role::Bishop),
        |p| at_least(p, Role::Bishop, 6),
    ),
    motif("Walls: blocked pawns on most files", 10, wall, |p| blocked_files(p) >= 5),
    motif("Walls: blocked pawns and hardly a move", 8, wall, |p| {
        blocked_files(p) >= 4 && p.legal_moves().len() <= 5
    }),
];

const fn motif(
    title: &'static str,
    wanted: usize,
    sketch: fn(&mut Dice) -> Setup,
    shows: fn(&Chess) -> bool,
) -> Motif {
    Motif { title, wanted, sketch, shows, castling: Castling::Standard }
}

/// Kings and up to ten pieces of one kind each side, with some pawns.
fn crowd(dice: &mut Dice, role: Role) -> Setup {
    let mut sketch = Sketch::default();
    sketch.kings(dice);
    for color in Color::ALL {
        for _ in 0..dice.below(10) {
            sketch.drop(dice, role.of(color));
        }
        for _ in 0..dice.below(3) {
            sketch.drop(dice, color.pawn());
        }
    }
    sketch.finish(dice)
}

/// On most files a white pawn with a black one right in front of it, and a few pieces to get around them.
fn wall(dice: &mut Dice) -> Setup {
    let mut sketch = Sketch::default();
    for file in File::ALL {
        let low = dice.between(Rank::Second.to_usize(), Rank::Sixth.to_usize());
        if !dice.one_in(4) {
            sketch.put(Square::from_coords(file, Rank::ALL[low]), Color::White.pawn());
            sketch.put(Square::from_coords(file, Rank::ALL[low + 1]), Color::Black.pawn());
        }
    }
    let extra = dice.below(6);
    sketch.kings(dice).clutter(dice, extra).finish(dice)
}

/// Either side has this many pieces of a kind.
fn at_least(position: &Chess, role: Role, count: usize) -> bool {
    Color::ALL.into_iter().any(|color| look::pieces(position, color, role).count() >= count)
}

fn blocked_files(position: &Chess) -> usize {
    let white = look::pieces(position, Color::White, Role::Pawn);
    let black = look::pieces(position, Color::Black, Role::Pawn);
    (white.shift(8) & black).count()
}
