//! Castling in Chess960 and double Chess960: king and rook start anywhere and end where they always do.
//!
//! The sketch gives each side its own king file and its own rooks, now and then two of them on the same wing.

use shakmaty::{Bitboard, Chess, Color, File, Move, Position, Rank, Setup, Square};

use crate::dice::Dice;
use crate::look::{self, Right};
use crate::mine::Motif;
use crate::sketch::{Sketch, rank};
use crate::text::Castling;

/// In file order.
pub const MOTIFS: &[Motif] = &[
    motif("Chess960 castling: the rook itself shields the king, so it may not leave", 14, |p| {
        some(p, |r| shielding(p, r))
    }),
    motif("Chess960 castling: king and rook change places", 10, |p| {
        some(p, |r| r.legal && r.king.1 == r.rook.0 && r.rook.1 == r.king.0)
    }),
    motif("Chess960 castling: the king stays where it is", 10, |p| {
        some(p, |r| r.legal && r.king.0 == r.king.1)
    }),
    motif("Chess960 castling: the rook stays where it is", 10, |p| {
        some(p, |r| r.legal && r.rook.0 == r.rook.1)
    }),
    motif("Chess960 castling: king and rook move the same way", 8, |p| some(p, |r| r.legal && same_way(r))),
    motif("Chess960 castling: the king goes four files or more", 8, |p| {
        some(p, |r| r.legal && r.king.0.distance(r.king.1) >= 4)
    }),
    motif("Chess960 castling: the king crosses an attacked square", 10, |p| some(p, |r| through_fire(p, r))),
    motif("Chess960 castling: attacked squares only behind the king or on the rook's way", 8, |p| {
        some(p, |r| rook_under_fire(p, r))
    }),
    motif("Chess960 castling: a piece stands only in the rook's way", 8, |p| some(p, |r| rook_blocked(p, r))),
    motif("Chess960 castling: in check on the castling squares", 6, |p| {
        p.is_check() && some(p, |r| r.open && r.king.0 == r.king.1)
    }),
    motif("Chess960 castling: the right belongs to the inner of two rooks", 10, |p| {
        some(p, |r| r.legal && inner_rook(p, r))
    }),
    motif("Chess960 castling: gives check", 8, |p| look::can(p, Move::is_castle, |next, _| next.is_check())),
    motif("Double Chess960: kings on different files, both wings of both sides", 8, all_rights),
];

const fn motif(title: &'static str, wanted: usize, shows: fn(&Chess) -> bool) -> Motif {
    Motif { title, wanted, sketch: shuffled_homes, shows, castling: Castling::Shredder }
}

fn shuffled_homes(dice: &mut Dice) -> Setup {
    let mut sketch = Sketch::default();
    home(&mut sketch, dice, Color::White, Rank::First);
    home(&mut sketch, dice, Color::Black, Rank::Eighth);
    let extra = dice.between(2, 12);
    sketch.clutter(dice, extra).finish(dice)
}

/// A king not in the corner, and rooks with rights on one or both of its sides.
fn home(sketch: &mut Sketch, dice: &mut Dice, color: Color, back: Rank) {
    let king = Square::from_coords(File::ALL[dice.between(1, 6)], back);
    sketch.put(king, color.king());
    for wing in [west_of(king), east_of(king)] {
        if dice.one_in(4) {
            continue;
        }
        if let Some(rook) = sketch.drop_among(dice, color.rook(), wing) {
            sketch.allow_castling(rook);
        }
        if dice.one_in(8) {
            sketch.drop_among(dice, color.rook(), wing);
        }
    }
}

fn west_of(square: Square) -> Bitboard {
    rank(square.rank())
        .into_iter()
        .filter(|other| other.file() < square.file())
        .fold(Bitboard::EMPTY, Bitboard::with)
}

fn east_of(square: Square) -> Bitboard {
    rank(square.rank()) & !west_of(square).with(square)
}

fn some(position: &Chess, test: impl Fn(&Right) -> bool) -> bool {
    look::rights(position).iter().any(test)
}

/// Any attacked square between the king's start and end, both included.
fn king_under_fire(position: &Chess, right: &Right) -> bool {
    let way = right.crossed().with(right.king.0).with(right.king.1);
    way.into_iter().any(|square| look::attacked(position, square))
}

/// Open, no attack anywhere on the king's way as the board stands, and still not legal.
fn shielding(position: &Chess, right: &Right) -> bool {
    right.open && !right.legal && !king_under_fire(position, right)
}

fn same_way(right: &Right) -> bool {
    let step = |(from, to): (Square, Square)| (to.file() as i32 - from.file() as i32).signum();
    step(right.king) == step(right.rook) && step(right.king) != 0
}

fn through_fire(position: &Chess, right: &Right) -> bool {
    let ends = [right.king.0, right.king.1].into_iter().any(|square| look::attacked(position, square));
    right.open && !ends && king_under_fire(position, right)
}

fn rook_under_fire(position: &Chess, right: &Right) -> bool {
    let way = shakmaty::attacks::between(right.rook.0, right.rook.1).with(right.rook.0).with(right.rook.1);
    right.legal && way.into_iter().any(|square| look::attacked(position, square))
}

fn rook_blocked(position: &Chess, right: &Right) -> bool {
    let blockers = position.castles().path(position.turn(), right.side) & position.board().occupied();
    let king_way = right.crossed().with(right.king.1);
    blockers.any() && (blockers & king_way).is_empty() && !king_under_fire(position, right)
}

fn inner_rook(position: &Chess, right: &Right) -> bool {
    let wing = if right.rook.0 < right.king.0 { west_of(right.rook.0) } else { east_of(right.rook.0) };
    let rooks = position.our(shakmaty::Role::Rook);
    (wing & rooks).any()
}

fn all_rights(position: &Chess) -> bool {
    let file = |color| position.board().king_of(color).map(Square::file);
    file(Color::White) != file(Color::Black)
        && position.castles().castling_rights().count() == 4
        && some(position, |right| right.legal)
}
