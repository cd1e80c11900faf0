//! One game, by the rules of the move generator.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result};
use movegen::{KeyHistory, Position};
use types::{Color, Ply};

use crate::adjudicate::{Adjudicator, Outcome};
use crate::engine::Engine;

/// Plays a game to its end. `None` if it was interrupted.
///
/// # Errors
/// If an engine fails, or plays a move that is not legal.
pub(crate) fn play(
    opening: &Position,
    white: &mut Engine,
    black: &mut Engine,
    nodes: u64,
    interrupted: &AtomicBool,
) -> Result<Option<Outcome>> {
    let mut position = opening.clone();
    let mut history = KeyHistory::new();
    let mut command = format!("fen {} moves", opening.fen());
    let mut adjudicator = Adjudicator::default();
    white.new_game()?;
    black.new_game()?;
    while !interrupted.load(Ordering::Relaxed) {
        if let Some(outcome) = by_rule(&position, &history) {
            return Ok(Some(outcome));
        }
        let side = position.side_to_move();
        let engine = if side == Color::White { &mut *white } else { &mut *black };
        // Without moves the word `moves` goes as well.
        let answer = engine.search(command.trim_end_matches(" moves"), nodes)?;
        let mv = position.parse_uci(&answer.mv).with_context(|| format!("after 'position {command}'"))?;
        history.push(position.key());
        position.play(mv);
        command += &format!(" {}", answer.mv);
        if let Some(outcome) = adjudicator.hear(side, answer.score) {
            // A mate on the board is no matter of opinion.
            return Ok(Some(by_rule(&position, &history).unwrap_or(outcome)));
        }
    }
    Ok(None)
}

/// The end of a game by the laws of chess.
fn by_rule(position: &Position, history: &KeyHistory) -> Option<Outcome> {
    if position.legal_moves().is_empty() {
        let winner = Outcome::Won(!position.side_to_move());
        return Some(if position.in_check() { winner } else { Outcome::Drawn });
    }
    // At the root only a third occurrence counts.
    position.is_drawn(history, Ply::ROOT).then_some(Outcome::Drawn)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(fen: &str) -> Option<Outcome> {
        by_rule(&fen.parse().unwrap(), &KeyHistory::new())
    }

    #[test]
    fn mate_stalemate_material_and_fifty_moves_end_a_game() {
        assert_eq!(ends("R3k3/8/4K3/8/8/8/8/8 b - - 0 1"), Some(Outcome::Won(Color::White)));
        assert_eq!(ends("4k3/8/8/8/8/3p4/4q3/4K3 w - - 0 1"), Some(Outcome::Won(Color::Black)));
        assert_eq!(ends("k7/2Q5/2K5/8/8/8/8/8 b - - 0 1"), Some(Outcome::Drawn));
        assert_eq!(ends("8/8/4k3/8/5n2/3K4/8/8 w - - 0 1"), Some(Outcome::Drawn));
        assert_eq!(ends("4k3/8/8/8/8/8/8/R3K3 w - - 100 90"), Some(Outcome::Drawn));
        assert_eq!(ends("4k3/8/8/8/8/8/8/R3K3 w - - 99 90"), None);
    }

    #[test]
    fn the_third_occurrence_ends_a_game() {
        let mut position: Position = "4k2r/8/8/8/8/8/8/R3K3 w - - 0 1".parse().unwrap();
        let mut history = KeyHistory::new();
        let moves = ["a1a2", "h8h7", "a2a1", "h7h8"];
        for text in moves.iter().chain(&moves) {
            assert_eq!(by_rule(&position, &history), None);
            history.push(position.key());
            position.play(position.parse_uci(text).unwrap());
        }
        assert_eq!(by_rule(&position, &history), Some(Outcome::Drawn));
    }
}
