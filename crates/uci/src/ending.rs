//! The end of a game, as far as the position alone shows it.

use movegen::{Masks, Position};

/// The rule by which a game is over in this position; `None` if it goes on. Repetitions do not count.
pub(crate) fn ending(position: &Position) -> Option<&'static str> {
    let masks = Masks::of(position);
    if position.count_legal_moves() == 0 {
        Some(if masks.in_check() { "checkmate" } else { "stalemate" })
    } else if position.is_insufficient_material() {
        Some("insufficient material")
    } else if position.is_fifty_move_draw(&masks) {
        Some("the fifty-move rule")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_over_by_what_ends_it_first() {
        for (fen, by) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Some("checkmate")),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", Some("checkmate")),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some("stalemate")),
            ("7k/8/6K1/8/8/8/8/6B1 b - - 0 1", Some("insufficient material")),
            ("7k/8/6K1/8/8/8/8/6Q1 b - - 99 90", None),
            ("7k/8/6K1/8/8/8/8/6Q1 b - - 100 90", Some("the fifty-move rule")),
        ] {
            assert_eq!(ending(&fen.parse().unwrap()), by, "{fen}");
        }
    }
}
