//! Random games.
//!
//! Uniformly random play visits positions that no sensible player would, which is what a perft suite wants.
//! Two tempers steer it a little: kings and rooks wander off at once in random play, so [`Temper::Homely`]
//! makes moves that give up castling rare; and random games stay crowded for hundreds of plies, so
//! [`Temper::Greedy`] prefers captures and pawn moves and so reaches endgames.

use shakmaty::{Chess, Move, Position, Role};

use crate::dice::Dice;

/// How the random player chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Temper {
    /// Every legal move alike.
    Even,
    /// Seldom gives up castling rights.
    Homely,
    /// Likes captures and pawn moves.
    Greedy,
}

/// The positions of one random game from `start` on (which is the first of them), at most `plies` moves long.
pub fn game(dice: &mut Dice, start: Chess, plies: usize, temper: Temper) -> Vec<Chess> {
    let mut game = vec![start];
    for _ in 0..plies {
        let Some(next) = game.last().and_then(|position| step(dice, position, temper)) else { break };
        game.push(next);
    }
    game
}

/// The position after a random move; `None` when the game is over.
fn step(dice: &mut Dice, position: &Chess, temper: Temper) -> Option<Chess> {
    let moves = sorted_moves(position);
    let weights: Vec<usize> = moves.iter().map(|&m| weight(position, m, temper)).collect();
    let chosen = dice.weighted(&weights)?;
    Some(after(position, moves[chosen]))
}

/// The legal moves in an order of our own, so that games do not depend on the library's.
fn sorted_moves(position: &Chess) -> Vec<Move> {
    let mut moves: Vec<Move> = position.legal_moves().into_iter().collect();
    moves.sort_by_key(|m| (m.from(), m.to(), m.promotion()));
    moves
}

fn weight(position: &Chess, m: Move, temper: Temper) -> usize {
    match temper {
        Temper::Even => 1,
        Temper::Homely if gives_up_castling(position, m) => 1,
        Temper::Homely => 20,
        Temper::Greedy if m.is_capture() || m.role() == Role::Pawn => 6,
        Temper::Greedy => 1,
    }
}

fn gives_up_castling(position: &Chess, m: Move) -> bool {
    let castles = position.castles();
    match m.role() {
        Role::King => castles.has_color(position.turn()) && !m.is_castle(),
        Role::Rook => m.from().is_some_and(|from| castles.castling_rights().contains(from)),
        _ => false,
    }
}

/// The position after a legal move.
pub fn after(position: &Chess, m: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Seed;

    fn play(temper: Temper, plies: usize) -> Vec<Chess> {
        game(&mut Dice::new(Seed(7), "play"), Chess::default(), plies, temper)
    }

    #[test]
    fn games_repeat_from_the_same_dice() {
        assert_eq!(play(Temper::Even, 80), play(Temper::Even, 80));
    }

    #[test]
    fn each_position_follows_from_the_last() {
        let game = play(Temper::Greedy, 60);
        assert_eq!(game[0], Chess::default());
        for pair in game.windows(2) {
            assert!(pair[0].legal_moves().into_iter().any(|m| after(&pair[0], m) == pair[1]));
        }
    }

    #[test]
    fn the_homely_keep_their_rights_longer() {
        let kept = |temper| {
            (0..20)
                .flat_map(|i| game(&mut Dice::new(Seed(i), "homely"), Chess::default(), 60, temper))
                .filter(|position| position.castles().any())
                .count()
        };
        assert!(kept(Temper::Homely) > kept(Temper::Even));
    }
}
