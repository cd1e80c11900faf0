//! With every bet off, the search must return what the textbook returns.
//!
//! The textbook is minimax without any cut-off, down to a depth; below it captures are played out, or all moves
//! in check. It shares the rules and the evaluation with the search, and nothing else.

use movegen::generate::{Captures, MoveList};
use movegen::{KeyHistory, Masks, Position};
use search::techniques::{Bare, Sound};
use types::{Ply, Score};

use crate::support::{POSITIONS, depth, engine, game, game_after, search_with};
use search::Game;

struct Textbook {
    earlier: KeyHistory,
    nodes: u64,
}

impl Textbook {
    /// The value of a game at a depth, and how many nodes it took.
    fn value(game: &Game, depth: i32) -> (Score, u64) {
        let mut textbook = Textbook { earlier: game.earlier().clone(), nodes: 0 };
        let moves = game.position().legal_moves();
        (textbook.best_of(game.position(), &moves, depth, 0), textbook.nodes)
    }

    fn best_of(&mut self, position: &Position, moves: &[types::Move], depth: i32, ply: u16) -> Score {
        let mut best = -Score::INFINITE;
        for &mv in moves {
            self.earlier.push(position.key());
            let score = -self.minimax(&position.after(mv), depth - 1, ply + 1);
            self.earlier.pop();
            best = best.max(score);
        }
        best
    }

    fn is_draw(&self, position: &Position, ply: u16) -> bool {
        self.earlier.is_repetition(position, Ply(ply))
            || position.is_insufficient_material()
            || position.is_fifty_move_draw(&Masks::of(position))
    }

    fn minimax(&mut self, position: &Position, depth: i32, ply: u16) -> Score {
        self.nodes += 1;
        if depth == 0 {
            return self.quiesce(position, -Score::INFINITE, Score::INFINITE, ply);
        }
        if self.is_draw(position, ply) {
            return Score::DRAW;
        }
        let moves = position.legal_moves();
        match (moves.is_empty(), position.in_check()) {
            (true, true) => Score::mated_in(Ply(ply)),
            (true, false) => Score::DRAW,
            _ => self.best_of(position, &moves, depth, ply),
        }
    }

    /// Fail-hard alpha-beta: trees of captures are too large for minimax.
    fn quiesce(&mut self, position: &Position, mut alpha: Score, beta: Score, ply: u16) -> Score {
        self.nodes += 1;
        if self.is_draw(position, ply) {
            return Score::DRAW.clamp(alpha, beta);
        }
        let mut moves = MoveList::new();
        if position.in_check() {
            moves = position.legal_moves();
            if moves.is_empty() {
                return Score::mated_in(Ply(ply)).clamp(alpha, beta);
            }
        } else {
            alpha = alpha.max(eval::evaluate(position));
            position.generate::<Captures, _>(&Masks::of(position), &mut moves);
        }
        // The order is for speed alone.
        moves.sort_by_key(|&mv| std::cmp::Reverse(position.captured(mv).map(|victim| victim.role())));
        for mv in moves {
            if alpha >= beta {
                return beta;
            }
            self.earlier.push(position.key());
            let score = -self.quiesce(&position.after(mv), -beta, -alpha, ply + 1);
            self.earlier.pop();
            alpha = alpha.max(score);
        }
        alpha.min(beta)
    }
}

/// Checks every depth that the textbook reaches in reasonable time. Returns how many those are.
fn check(game: &Game) -> i32 {
    const MAX_NODES: u64 = 1_000_000;
    let mut plies = 0;
    let mut nodes = 1;
    while nodes * u64::from(game.position().count_legal_moves()) < MAX_NODES && plies < 5 {
        plies += 1;
        let wanted;
        (wanted, nodes) = Textbook::value(game, plies);
        let bare = search_with::<Bare, _, _>(&mut engine(), game, &depth(plies), &mut ()).0.score;
        let sound = search_with::<Sound, _, _>(&mut engine(), game, &depth(plies), &mut ()).0.score;
        assert_eq!((bare, sound), (wanted, wanted), "depth {plies} of {:?}", game.position());
    }
    plies
}

#[test]
fn without_bets_the_search_returns_the_minimax_value() {
    let with_moves = POSITIONS.into_iter().map(game).filter(|game| !game.position().legal_moves().is_empty());
    let checked: i32 = with_moves.map(|game| check(&game)).sum();
    assert!(checked > 60, "{checked} depths");
}

#[test]
fn near_repetitions_and_fifty_moves_too() {
    check(&game_after("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 h8h7 a2a1 h7h8 a1b1 h8g8 b1a1 g8h8"));
    check(&game("8/8/8/5k2/8/5K2/5P2/8 w - - 97 80"));
    check(&game("7k/8/5KQ1/8/8/8/8/8 w - - 98 80"));
    check(&game("8/6pk/8/8/8/8/q5PP/7K w - - 96 80"));
}
