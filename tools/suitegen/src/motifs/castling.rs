//! Castling in standard chess: what may be attacked, what may not, and how rights are lost.
//!
//! The sketch has kings and rooks at home with some of the rights, and a dozen pieces anywhere.

use shakmaty::{CastlingSide, Chess, Color, File, Move, Position, Rank, Setup, Square};

use crate::dice::Dice;
use crate::look::{self, Right};
use crate::mine::Motif;
use crate::sketch::Sketch;
use crate::text::Castling;

/// In file order.
pub const MOTIFS: &[Motif] = &[
    motif("Castling: through an attacked square", 10, |p| {
        some(p, |r| barred(p, r) && crosses_fire(p, r) && !aimed_at(p, r))
    }),
    motif("Castling: into an attacked square", 10, |p| {
        some(p, |r| barred(p, r) && aimed_at(p, r) && !crosses_fire(p, r))
    }),
    motif("Castling: out of check", 10, |p| {
        p.is_check() && some(p, |r| r.open && !crosses_fire(p, r) && !aimed_at(p, r))
    }),
    motif("Castling: legal although the b-file square is attacked", 10, b_square_attacked),
    motif("Castling: legal although the rook is attacked", 8, |p| {
        some(p, |r| r.legal && look::attacked(p, r.rook.0))
    }),
    motif("Castling: blocked only by the rook's neighbour", 6, blocked_beside_the_rook),
    motif("Castling: gives check", 8, |p| look::can(p, Move::is_castle, |next, _| next.is_check())),
    motif("Castling: mates", 4, |p| look::can(p, Move::is_castle, |next, _| next.is_checkmate())),
    motif("Castling: both sides of both players legal or soon so", 6, everything_open),
    motif("Castling: a capture takes a castling rook", 8, |p| takes_right(p, |m| !m.is_promotion())),
    motif("Castling: a castling rook takes a castling rook, two rights gone", 6, rook_takes_rook),
    motif("Castling: a promotion takes a castling rook", 12, |p| takes_right(p, Move::is_promotion)),
];

const fn motif(title: &'static str, wanted: usize, shows: fn(&Chess) -> bool) -> Motif {
    Motif { title, wanted, sketch: at_home, shows, castling: Castling::Standard }
}

/// The white king at home, the black one mostly; most rooks too, most of them with their right.
fn at_home(dice: &mut Dice) -> Setup {
    let mut sketch = Sketch::default();
    home(&mut sketch, dice, Color::White, Rank::First);
    if !dice.one_in(3) {
        home(&mut sketch, dice, Color::Black, Rank::Eighth);
    }
    let extra = dice.between(3, 14);
    sketch.kings(dice).clutter(dice, extra).finish(dice)
}

fn home(sketch: &mut Sketch, dice: &mut Dice, color: Color, back: Rank) {
    sketch.put(Square::from_coords(File::E, back), color.king());
    for file in [File::A, File::H] {
        let square = Square::from_coords(file, back);
        if !dice.one_in(5) {
            sketch.put(square, color.rook());
        }
        if !dice.one_in(5) {
            sketch.allow_castling(square);
        }
    }
}

fn some(position: &Chess, test: impl Fn(&Right) -> bool) -> bool {
    look::rights(position).iter().any(test)
}

/// Nothing in the way and no check, yet not legal.
fn barred(position: &Chess, right: &Right) -> bool {
    right.open && !right.legal && !position.is_check()
}

fn crosses_fire(position: &Chess, right: &Right) -> bool {
    right.crossed().into_iter().any(|square| look::attacked(position, square))
}

fn aimed_at(position: &Chess, right: &Right) -> bool {
    look::attacked(position, right.king.1)
}

fn b_square_attacked(position: &Chess) -> bool {
    some(position, |right| {
        let b = Square::from_coords(File::B, right.rook.0.rank());
        right.side == CastlingSide::QueenSide && right.legal && look::attacked(position, b)
    })
}

/// On the queen side the rook's neighbour stands on a square the king never crosses.
fn blocked_beside_the_rook(position: &Chess) -> bool {
    some(position, |right| {
        let (turn, board) = (position.turn(), position.board());
        let b = Square::from_coords(File::B, right.rook.0.rank());
        let blockers = position.castles().path(turn, right.side) & board.occupied();
        right.side == CastlingSide::QueenSide
            && blockers.single_square() == Some(b)
            && !position.is_check()
            && !crosses_fire(position, right)
            && !aimed_at(position, right)
    })
}

fn everything_open(position: &Chess) -> bool {
    let now = look::rights(position).iter().filter(|right| right.legal).count();
    now == 2 && position.castles().castling_rights().count() == 4
}

fn takes_right(position: &Chess, which: impl Fn(Move) -> bool) -> bool {
    let rights = position.castles().castling_rights();
    position.legal_moves().into_iter().any(|m| which(m) && m.is_capture() && rights.contains(m.to()))
}

fn rook_takes_rook(position: &Chess) -> bool {
    let rights = position.castles().castling_rights();
    takes_right(position, |m| m.from().is_some_and(|from| rights.contains(from)))
}
