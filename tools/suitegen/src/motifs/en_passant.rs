//! En passant: the only capture that empties two squares of a line, and the only one whose victim is not
//! where the capturer lands.
//!
//! The sketch puts a black pawn on the fifth rank that has just made its double step, one or two white pawns
//! beside it, and everything else anywhere. Motifs about the rank draw king and slider on that rank.

use shakmaty::{Bitboard, Chess, Color, File, Move, Position, Rank, Role, Setup, Square};

use crate::dice::Dice;
use crate::look;
use crate::mine::Motif;
use crate::sketch::{Sketch, rank};
use crate::text::Castling;

/// In file order.
pub const MOTIFS: &[Motif] = &[
    motif(
        "En passant: capturing bares the king along the rank, both pawns gone",
        14,
        on_the_rank,
        bares_the_rank,
    ),
    motif(
        "En passant: capturing bares the king along a diagonal, the victim was the shield",
        10,
        two_pawns,
        bares_a_diagonal,
    ),
    motif("En passant: the capturer is pinned and must stay", 10, two_pawns, pinned_and_stuck),
    motif("En passant: the capturer is pinned but captures along the pin", 10, two_pawns, pinned_but_free),
    motif("En passant: of two capturers one is pinned", 10, three_pawns, one_of_two),
    motif(
        "En passant: two pawns beside the victim on the king's rank, so neither opens it",
        8,
        crowded_rank,
        harmless_rank,
    ),
    motif("En passant: the only legal move, out of check", 10, two_pawns, only_way_out),
    motif("En passant: takes the checking pawn, among other moves", 8, two_pawns, takes_the_checker),
    motif("En passant: does not help against a check that the double step uncovered", 8, two_pawns, no_help),
    motif("En passant: uncovers check on the enemy king", 10, two_pawns, uncovers_check),
    motif("En passant: gives double check", 10, two_pawns, doubles),
    motif("En passant: mates", 8, two_pawns, mates),
    motif("En passant: the square is set, but no pawn stands beside", 8, lone_pawn, nobody_there),
];

const fn motif(
    title: &'static str,
    wanted: usize,
    sketch: fn(&mut Dice) -> Setup,
    shows: fn(&Chess) -> bool,
) -> Motif {
    Motif { title, wanted, sketch, shows, castling: Castling::Standard }
}

/// The victim with `beside` white pawns next to it.
fn pushed(dice: &mut Dice, beside: usize) -> Sketch {
    let mut sketch = Sketch::default();
    let file = File::ALL[dice.below(8)];
    let at = |rank| Square::from_coords(file, rank);
    sketch.put(at(Rank::Fifth), Color::Black.pawn()).en_passant(at(Rank::Sixth));
    sketch.reserve(Bitboard::from(at(Rank::Sixth)).with(at(Rank::Seventh)));
    for _ in 0..beside {
        sketch.drop_among(dice, Color::White.pawn(), neighbours(at(Rank::Fifth)));
    }
    sketch
}

fn neighbours(square: Square) -> Bitboard {
    shakmaty::attacks::king_attacks(square) & rank(square.rank())
}

fn filled(mut sketch: Sketch, dice: &mut Dice) -> Setup {
    let extra = dice.between(2, 9);
    sketch.kings(dice).clutter(dice, extra).finish(dice)
}

fn lone_pawn(dice: &mut Dice) -> Setup {
    filled(pushed(dice, 0), dice)
}

fn two_pawns(dice: &mut Dice) -> Setup {
    filled(pushed(dice, 1), dice)
}

fn three_pawns(dice: &mut Dice) -> Setup {
    filled(pushed(dice, 2), dice)
}

fn on_the_rank(dice: &mut Dice) -> Setup {
    let sketch = pushed(dice, 1);
    filled(with_king_and_slider(sketch, dice), dice)
}

fn crowded_rank(dice: &mut Dice) -> Setup {
    let sketch = pushed(dice, 2);
    filled(with_king_and_slider(sketch, dice), dice)
}

fn with_king_and_slider(mut sketch: Sketch, dice: &mut Dice) -> Sketch {
    let slider = if dice.one_in(2) { Role::Rook } else { Role::Queen };
    sketch.drop_among(dice, Color::White.king(), rank(Rank::Fifth));
    sketch.drop_among(dice, slider.of(Color::Black), rank(Rank::Fifth));
    sketch
}

/// The one pawn that could capture, and its victim.
fn couple(position: &Chess) -> Option<(Square, Square)> {
    Some((look::capturers(position).single_square()?, look::pushed_pawn(position)?))
}

fn forbidden(position: &Chess) -> bool {
    !position.is_check() && look::en_passants(position).is_empty()
}

fn bares_the_rank(position: &Chess) -> bool {
    let both = |(capturer, victim)| Bitboard::from(capturer).with(victim);
    forbidden(position) && couple(position).is_some_and(|pair| look::shielded_by(position, both(pair)))
}

fn bares_a_diagonal(position: &Chess) -> bool {
    let on_diagonal = |victim: Square| {
        look::king(position).is_some_and(|k| k.file() != victim.file() && k.rank() != victim.rank())
    };
    forbidden(position)
        && couple(position).is_some_and(|(capturer, victim)| {
            on_diagonal(victim)
                && look::shielded_by(position, Bitboard::from(victim))
                && !look::pinned(position).contains(capturer)
        })
}

fn pinned_and_stuck(position: &Chess) -> bool {
    forbidden(position)
        && couple(position).is_some_and(|(capturer, _)| look::pinned(position).contains(capturer))
}

fn pinned_but_free(position: &Chess) -> bool {
    let legal = !look::en_passants(position).is_empty();
    legal && couple(position).is_some_and(|(capturer, _)| look::pinned(position).contains(capturer))
}

fn one_of_two(position: &Chess) -> bool {
    look::capturers(position).count() == 2 && look::en_passants(position).len() == 1
}

fn harmless_rank(position: &Chess) -> bool {
    let all = look::pushed_pawn(position).map(|victim| look::capturers(position).with(victim));
    look::en_passants(position).len() == 2 && all.is_some_and(|all| look::shielded_by(position, all))
}

fn only_way_out(position: &Chess) -> bool {
    let moves = position.legal_moves();
    position.is_check() && !moves.is_empty() && moves.iter().all(|m| m.is_en_passant())
}

fn takes_the_checker(position: &Chess) -> bool {
    position.checkers().single_square() == look::pushed_pawn(position)
        && !look::en_passants(position).is_empty()
        && position.legal_moves().len() > 1
}

/// Check by something else than the pawn: the double step uncovered it.
fn uncovered(position: &Chess) -> bool {
    position.is_check() && position.checkers().single_square() != look::pushed_pawn(position)
}

fn no_help(position: &Chess) -> bool {
    uncovered(position) && look::capturers(position).any() && look::en_passants(position).is_empty()
}

fn uncovers_check(position: &Chess) -> bool {
    look::can(position, Move::is_en_passant, |next, m| next.is_check() && !next.checkers().contains(m.to()))
}

fn doubles(position: &Chess) -> bool {
    look::can(position, Move::is_en_passant, |next, _| next.checkers().more_than_one())
}

fn mates(position: &Chess) -> bool {
    look::can(position, Move::is_en_passant, |next, _| next.is_checkmate())
}

fn nobody_there(position: &Chess) -> bool {
    look::capturers(position).is_empty()
}
