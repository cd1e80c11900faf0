//! Running the searches as they are taught. Each searches its depth at once, without shallower ones before.

use movegen::Position;
use textbook::chess_order::{KillersAndHistory, VictimsFirst};
use textbook::order::{Generated, Order, Random, Reversed};
use textbook::transposition::{self, Table};
use textbook::tree::seen_by_max;
use textbook::{Chess, GameTree, Ordered, Visited, WithQuiescence, alphabeta, minimax as taught, pvs};
use types::{Score, Window};

use crate::meter::{Measurement, Meter, Task};

/// Any seed will do, if it is always the same.
const SEED: u64 = 1;

type Positions = Chess<fn(&Position) -> Score>;
type Tree<'a, O> = Visited<Ordered<Positions, O>, Meter<'a>>;

fn tree<'a, O: Order<Positions>>(task: &'a Task<'a>, order: O) -> Tree<'a, O> {
    Visited::new(
        Ordered::new(Chess::new(task.game.position().clone(), eval::evaluate), order),
        Meter::new(task),
    )
}

/// Minimax, which knows no order.
pub fn minimax(task: &Task<'_>) -> Measurement {
    let mut tree = tree(task, Generated);
    let score = taught::minimax(&mut tree, task.depth).score;
    let player = tree.player();
    tree.visitor.finish(seen_by_max(player, score))
}

fn alpha_beta<O: Order<Positions>>(task: &Task<'_>, order: O) -> Measurement {
    let mut tree = tree(task, order);
    let score = alphabeta::fail_soft(&mut tree, task.depth, Window::FULL).score;
    tree.visitor.finish(score)
}

/// What comes first by [`captures_first`] comes last.
pub fn captures_last(task: &Task<'_>) -> Measurement {
    alpha_beta(task, Reversed(VictimsFirst))
}

/// In any order.
pub fn random_order(task: &Task<'_>) -> Measurement {
    alpha_beta(task, Random::new(SEED))
}

/// In the order of the move generator.
pub fn generated_order(task: &Task<'_>) -> Measurement {
    alpha_beta(task, Generated)
}

/// The most valuable victims first.
pub fn captures_first(task: &Task<'_>) -> Measurement {
    alpha_beta(task, VictimsFirst)
}

/// Captures, killers, then by history.
pub fn killers_and_history(task: &Task<'_>) -> Measurement {
    alpha_beta(task, KillersAndHistory::default())
}

/// With a transposition table as well.
pub fn table(task: &Task<'_>) -> Measurement {
    let mut tree = tree(task, KillersAndHistory::default());
    let score = transposition::search(&mut tree, &mut Table::default(), task.depth, Window::FULL).score;
    tree.visitor.finish(score)
}

/// Principal variation search with killers and history.
pub fn principal_variation(task: &Task<'_>) -> Measurement {
    let mut tree = tree(task, KillersAndHistory::default());
    let score = pvs::search(&mut tree, task.depth, Window::FULL).score;
    tree.visitor.finish(score)
}

/// Alpha-beta with killers and history, and quiescence on top.
pub fn quiescence(task: &Task<'_>) -> Measurement {
    let mut tree = WithQuiescence(tree(task, KillersAndHistory::default()));
    let score = alphabeta::fail_soft(&mut tree, task.depth, Window::FULL).score;
    tree.0.visitor.finish(score)
}

/// Principal variation search with killers and history, and quiescence on top.
pub fn quiescent_principal_variation(task: &Task<'_>) -> Measurement {
    let mut tree = WithQuiescence(tree(task, KillersAndHistory::default()));
    let score = pvs::search(&mut tree, task.depth, Window::FULL).score;
    tree.0.visitor.finish(score)
}
