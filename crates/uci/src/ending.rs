//! The end of a game.

use movegen::{Masks, Position};
use search::Game;
use types::Ply;

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

/// The rule by which a game is over; `None` if it goes on.
pub fn ending_of_game(game: &Game) -> Option<&'static str> {
    let is_repetition = || game.earlier().is_repetition(game.position(), Ply::ROOT);
    ending(game.position()).or_else(|| is_repetition().then_some("threefold repetition"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_third_time_a_position_comes_the_game_is_over() {
        let mut game = Game::default();
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for (index, text) in shuffle.iter().cycle().take(8).enumerate() {
            assert_eq!(ending_of_game(&game), None, "{index}");
            game.play(game.position().parse_uci(text).unwrap());
        }
        assert_eq!(ending_of_game(&game), Some("threefold repetition"));
    }

    #[test]
    fn the_first_rule_that_ends_a_game_counts() {
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
