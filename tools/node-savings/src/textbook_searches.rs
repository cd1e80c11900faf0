//! Running the textbook searches. Each searches its depth directly, without shallower depths before it.

use movegen::Position;
use textbook::chess_order::{KillersAndHistory, VictimsFirst};
use textbook::order::{Generated, Order, Random, Reversed};
use textbook::transposition::{self, Table};
use textbook::tree::seen_by_max;
use textbook::{
    Chess, GameTree, Ordered, Visited, WithQuiescence, alphabeta, minimax as textbook_minimax, pvs,
};
use types::{Score, Window};

use crate::meter::{Measurement, Meter, SearchTask};

/// Any fixed seed will do.
const SEED: u64 = 1;

type Positions = Chess<fn(&Position) -> Score>;
type MeasuredTree<'a, O> = Visited<Ordered<Positions, O>, Meter<'a>>;

fn tree<'a, O: Order<Positions>>(task: &'a SearchTask<'a>, order: O) -> MeasuredTree<'a, O> {
    Visited::new(
        Ordered::new(Chess::new(task.game.position().clone(), eval::evaluate), order),
        Meter::new(task),
    )
}

/// Minimax. The order of moves does not matter to it.
pub fn minimax(task: &SearchTask<'_>) -> Measurement {
    let mut tree = tree(task, Generated);
    let score = textbook_minimax::minimax(&mut tree, task.depth).score;
    let player = tree.player();
    tree.visitor.finish(seen_by_max(player, score))
}

fn alpha_beta<O: Order<Positions>>(task: &SearchTask<'_>, order: O) -> Measurement {
    let mut tree = tree(task, order);
    let score = alphabeta::fail_soft(&mut tree, task.depth, Window::FULL).score;
    tree.visitor.finish(score)
}

/// Alpha-beta with the order of [`captures_first`] reversed.
pub fn captures_last(task: &SearchTask<'_>) -> Measurement {
    alpha_beta(task, Reversed(VictimsFirst))
}

/// Alpha-beta in random order.
pub fn random_order(task: &SearchTask<'_>) -> Measurement {
    alpha_beta(task, Random::new(SEED))
}

/// Alpha-beta in the order of the move generator.
pub fn generated_order(task: &SearchTask<'_>) -> Measurement {
    alpha_beta(task, Generated)
}

/// Alpha-beta with the most valuable victims first.
pub fn captures_first(task: &SearchTask<'_>) -> Measurement {
    alpha_beta(task, VictimsFirst)
}

/// Alpha-beta with captures, killers, and then the others by history.
pub fn killers_and_history(task: &SearchTask<'_>) -> Measurement {
    alpha_beta(task, KillersAndHistory::default())
}

/// The same with a transposition table.
pub fn table(task: &SearchTask<'_>) -> Measurement {
    let mut tree = tree(task, KillersAndHistory::default());
    let score = transposition::search(&mut tree, &mut Table::default(), task.depth, Window::FULL).score;
    tree.visitor.finish(score)
}

/// Principal variation search with killers and history.
pub fn principal_variation(task: &SearchTask<'_>) -> Measurement {
    let mut tree = tree(task, KillersAndHistory::default());
    let score = pvs::search(&mut tree, task.depth, Window::FULL).score;
    tree.visitor.finish(score)
}

/// Alpha-beta with killers and history, and quiescence search at depth 0.
pub fn quiescence(task: &SearchTask<'_>) -> Measurement {
    let mut tree = WithQuiescence(tree(task, KillersAndHistory::default()));
    let score = alphabeta::fail_soft(&mut tree, task.depth, Window::FULL).score;
    tree.0.visitor.finish(score)
}

/// Principal variation search with killers and history, and quiescence search at depth 0.
pub fn quiescent_principal_variation(task: &SearchTask<'_>) -> Measurement {
    let mut tree = WithQuiescence(tree(task, KillersAndHistory::default()));
    let score = pvs::search(&mut tree, task.depth, Window::FULL).score;
    tree.0.visitor.finish(score)
}
