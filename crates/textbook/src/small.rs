//! A small engine: the ideas of the course as rules with numbers, each of which can be changed and tried in games.
//!
//! It searches deeper and deeper until its nodes are spent, as slowly and obviously as the rest of this crate. Equal nodes
//! make games fair and repeatable: a rule wins if it spends them better.

use movegen::{KeyHistory, Position};
use serde::Deserialize;
use types::{Move, Role, Score, Window};

use super::chess::Chess;
use super::chess_order::{KillersAndHistory, VictimsFirst};
use super::evaluation::{TERMS, weighted};
use super::order::Order;
use super::quiescence::ForcingTree;
use super::tree::GameTree;

/// The rules of the engine. Each can be switched off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Rules {
    /// Captures first, then killers and history; otherwise captures alone.
    pub learns_order: bool,
    /// Captures are played out where the depth ends.
    pub quiescence: bool,
    /// Plies by which the search after a pass is less deep; 0 for no passing.
    pub null_move: u32,
    /// The number of moves of a node before moves are reduced by a ply; 0 for no reductions.
    pub full_moves: usize,
    /// A quiet move is skipped at depth 1 if the evaluation is this far below alpha, in centipawns; 0 for never.
    pub futility: i32,
    /// Weights of the evaluation's terms in percent.
    pub weights: [i32; TERMS.len()],
}

/// Searches a position of a game until `nodes` are spent, and returns the move to play; `None` if the game is over. `earlier`
/// are the positions before.
pub fn best_move(rules: &Rules, position: &Position, earlier: &KeyHistory, nodes: u32) -> Option<Move> {
    let weights = rules.weights;
    let tree = Chess::after(position.clone(), earlier.clone(), move |position: &Position| {
        weighted(position, &weights)
    });
    let mut engine = Engine { rules, tree, order: KillersAndHistory::default(), left: nodes };
    let mut best = position.legal_moves().first().copied();
    for depth in 1..=64 {
        match engine.best_of(depth, best) {
            Some(found) => best = Some(found),
            None => break,
        }
    }
    best
}

struct Engine<'a, E> {
    rules: &'a Rules,
    tree: Chess<E>,
    order: KillersAndHistory,
    /// The nodes that are left.
    left: u32,
}

impl<E: FnMut(&Position) -> Score> Engine<'_, E> {
    /// The best move at the root; `None` if the nodes were spent before it was known.
    fn best_of(&mut self, depth: u32, first: Option<Move>) -> Option<Move> {
        let mut window = Window::FULL;
        let mut best = None;
        let mut moves = self.moves();
        moves.sort_by_key(|&mv| Some(mv) != first);
        for mv in moves {
            self.tree.play(mv);
            let score = self.search(depth - 1, window.flipped(), true);
            self.tree.take_back();
            let score = -score?;
            if score > window.alpha {
                (window.alpha, best) = (score, Some(mv));
            }
        }
        best
    }

    fn moves(&mut self) -> Vec<Move> {
        let mut moves = self.tree.moves();
        if self.rules.learns_order {
            self.order.arrange(&mut self.tree, &mut moves);
        } else {
            VictimsFirst.arrange(&mut self.tree, &mut moves);
        }
        moves
    }

    /// The score of the node that the tree stands on; `None` once the nodes are spent.
    fn search(&mut self, depth: u32, window: Window, may_pass: bool) -> Option<Score> {
        self.left = self.left.checked_sub(1)?;
        if let Some(score) = self.tree.outcome() {
            return Some(score);
        }
        if depth == 0 {
            return if self.rules.quiescence { self.quiesce(window) } else { Some(self.tree.evaluate()) };
        }
        let Window { mut alpha, beta } = window;
        let reduction = self.rules.null_move;
        if may_pass && reduction > 0 && depth > reduction && beta < Window::FULL.beta && self.tree.pass(false)
        {
            let zero = Window::zero(beta - Score(1));
            let score = self.search(depth - 1 - reduction, zero.flipped(), false);
            self.tree.take_back_pass();
            if -score? >= beta {
                return Some(beta);
            }
        }
        let in_check = self.tree.position().in_check();
        let is_hopeless = self.rules.futility > 0
            && depth == 1
            && !in_check
            && self.tree.evaluate() + Score(self.rules.futility) <= alpha;
        let mut best = -Score::INFINITE;
        for (index, mv) in self.moves().into_iter().enumerate() {
            let position = self.tree.position();
            let is_quiet = !position.is_capture(mv) && mv.promoted_to() != Some(Role::Queen);
            if is_hopeless && is_quiet && index > 0 {
                continue;
            }
            let is_late = self.rules.full_moves > 0
                && index >= self.rules.full_moves
                && depth >= 3
                && is_quiet
                && !in_check;
            self.tree.play(mv);
            let score = self.search_move(depth - 1, Window { alpha, beta }, index == 0, is_late);
            self.tree.take_back();
            let score = score?;
            best = best.max(score);
            alpha = alpha.max(score);
            if alpha >= beta {
                self.order.note_cut(&mut self.tree, mv, depth);
                break;
            }
        }
        // Skipped moves are guessed to bring no more than alpha.
        Some(if is_hopeless { best.max(window.alpha) } else { best })
    }

    /// The score of a move that was played, for its mover: less deep and by a zero window at first, as step 11 has it.
    fn search_move(&mut self, depth: u32, window: Window, is_first: bool, is_late: bool) -> Option<Score> {
        let zero = Window::zero(window.alpha).flipped();
        if !is_first {
            if is_late && -self.search(depth - 1, zero, true)? <= window.alpha {
                return Some(window.alpha);
            }
            let score = -self.search(depth, zero, true)?;
            if score <= window.alpha || score >= window.beta {
                return Some(score);
            }
        }
        Some(-self.search(depth, window.flipped(), true)?)
    }

    fn quiesce(&mut self, mut window: Window) -> Option<Score> {
        let forcing = match self.tree.forcing() {
            Ok(forcing) => forcing,
            Err(score) => return Some(score),
        };
        let mut best = forcing.stand_pat.unwrap_or(-Score::INFINITE);
        let mut moves = forcing.moves;
        VictimsFirst.arrange(&mut self.tree, &mut moves);
        for mv in moves {
            window.alpha = window.alpha.max(best);
            if window.is_empty() {
                break;
            }
            self.left = self.left.checked_sub(1)?;
            self.tree.play(mv);
            let score = self.quiesce(window.flipped());
            self.tree.take_back();
            best = best.max(-score?);
        }
        Some(best)
    }
}
