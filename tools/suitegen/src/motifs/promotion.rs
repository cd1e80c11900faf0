//! Promotion: with check, out of check, by pinned pawns, and four moves where a novice counts one.

use shakmaty::{Chess, Color, Move, Position, Rank, Role, Setup};

use crate::dice::Dice;
use crate::look;
use crate::mine::Motif;
use crate::sketch::{Sketch, rank};
use crate::text::Castling;

/// In file order.
pub const MOTIFS: &[Motif] = &[
    motif("Promotion: gives check", 8, |p| look::can(p, Move::is_promotion, |next, _| next.is_check())),
    motif("Promotion: by capture, gives double check", 8, |p| {
        look::can(p, captures, |next, _| next.checkers().more_than_one())
    }),
    motif("Promotion: only a knight mates", 6, only_the_knight_mates),
    motif("Promotion: a queen stalemates", 6, |p| {
        look::can(p, |m| m.promotion() == Some(Role::Queen), |next, _| next.is_stalemate())
    }),
    motif("Promotion: comes between a check", 8, |p| {
        p.is_check() && has(p, |m| m.is_promotion() && !m.is_capture())
    }),
    motif("Promotion: takes the checker", 8, |p| p.is_check() && has(p, captures)),
    motif("Promotion: the only legal moves", 6, all_promote),
    motif("Promotion: a pinned pawn takes its pinner", 8, pinned_takes),
    motif("Promotion: a pinned pawn may not", 8, pinned_may_not),
    motif("Promotion: the new piece checks through where the pawn stood", 6, through_its_own_square),
    motif("Promotion: four pawns or more about to", 8, crowd),
];

const fn motif(title: &'static str, wanted: usize, shows: fn(&Chess) -> bool) -> Motif {
    Motif { title, wanted, sketch: seventh_rank, shows, castling: Castling::Standard }
}

/// White pawns on the seventh rank, sometimes black ones on the second, pieces on the back ranks and
/// elsewhere.
fn seventh_rank(dice: &mut Dice) -> Setup {
    let mut sketch = Sketch::default();
    sketch.kings(dice);
    for _ in 0..dice.between(1, 4) {
        sketch.drop_among(dice, Color::White.pawn(), rank(Rank::Seventh));
    }
    for _ in 0..dice.below(3) {
        sketch.drop_among(dice, Color::Black.pawn(), rank(Rank::Second));
    }
    for _ in 0..dice.below(4) {
        let role = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][dice.below(4)];
        sketch.drop_among(dice, role.of(Color::Black), rank(Rank::Eighth));
    }
    let extra = dice.below(9);
    sketch.clutter(dice, extra).finish(dice)
}

fn captures(m: Move) -> bool {
    m.is_promotion() && m.is_capture()
}

fn has(position: &Chess, which: impl Fn(Move) -> bool) -> bool {
    position.legal_moves().into_iter().any(which)
}

fn only_the_knight_mates(position: &Chess) -> bool {
    let mates = |role| look::can(position, |m| m.promotion() == Some(role), |next, _| next.is_checkmate());
    mates(Role::Knight) && !mates(Role::Queen)
}

fn all_promote(position: &Chess) -> bool {
    let moves = position.legal_moves();
    !moves.is_empty() && moves.iter().all(|m| m.is_promotion())
}

fn pinned_takes(position: &Chess) -> bool {
    let pinned = look::pinned(position);
    has(position, |m| captures(m) && m.from().is_some_and(|from| pinned.contains(from)))
}

/// A pinned pawn on the seventh, free to step if it were not pinned.
fn pinned_may_not(position: &Chess) -> bool {
    let turn = position.turn();
    let ready = look::pinned(position) & position.our(Role::Pawn) & rank(turn.relative_rank(Rank::Seventh));
    let stuck = |from| !has(position, |m| m.from() == Some(from));
    let free_ahead = |from: shakmaty::Square| {
        from.offset(turn.fold_wb(8, -8)).is_some_and(|to| position.board().role_at(to).is_none())
    };
    !position.is_check() && ready.into_iter().any(|from| stuck(from) && free_ahead(from))
}

/// Check along the file the pawn came from: whoever forgets to lift the pawn misses it.
fn through_its_own_square(position: &Chess) -> bool {
    look::can(
        position,
        |m| m.is_promotion() && !m.is_capture(),
        |next, m| {
            let king = look::king(next);
            next.checkers().contains(m.to()) && king.is_some_and(|king| king.file() == m.to().file())
        },
    )
}

fn crowd(position: &Chess) -> bool {
    let board = position.board();
    let ready =
        |color: Color| (board.by_piece(color.pawn()) & rank(color.relative_rank(Rank::Seventh))).count();
    ready(Color::White) + ready(Color::Black) >= 4 && has(position, Move::is_promotion)
}
