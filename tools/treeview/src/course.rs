//! Records the searches of the course ([`textbook::course`]) on positions and on trees made by hand.

use anyhow::{Result, ensure};
use movegen::Position;
use search::Control;
use serde::Deserialize;
use textbook::chess_order::{KillersAndHistory, VictimsFirst};
use textbook::course::{self, Form, Step};
use textbook::evaluation::material;
use textbook::handmade::HandMadeNode;
use textbook::order::{Order, Random, Reversed};
use textbook::quiescence::ForcingTree;
use textbook::transposition::KeyedTree;
use textbook::{Chess, GameTree, HandMade, Ordered, negamax};
use types::{Move, Score};

use crate::lists::height;
use crate::textbook_recorder::record;
use crate::tree::{About, SearchTree, TreeRoot, Watcher};

/// An order of moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveOrder {
    /// As generated; from left to right in trees made by hand.
    #[default]
    Generated,
    /// The reverse of that.
    Backwards,
    /// Shuffled.
    Random,
    /// The most valuable victim first, then the other moves as generated. For chess.
    Captures,
    /// The reverse of that.
    CapturesLast,
    /// Captures, killers, and then the others by history. For chess.
    Killers,
    /// By the true values, the best first. For trees made by hand.
    BestFirst,
    /// The reverse of that.
    WorstFirst,
}

impl MoveOrder {
    /// The same order the wrong way round, which is the typical bug of move ordering.
    fn reversed(self) -> MoveOrder {
        match self {
            MoveOrder::Generated | MoveOrder::Random => MoveOrder::Backwards,
            MoveOrder::Backwards => MoveOrder::Generated,
            MoveOrder::Captures | MoveOrder::Killers => MoveOrder::CapturesLast,
            MoveOrder::CapturesLast => MoveOrder::Captures,
            MoveOrder::BestFirst => MoveOrder::WorstFirst,
            MoveOrder::WorstFirst => MoveOrder::BestFirst,
        }
    }
}

/// Puts moves in one of the orders.
pub struct Orderer {
    order: MoveOrder,
    random: Random,
    killers: KillersAndHistory,
}

impl Orderer {
    /// The order of a new search. The random one is always the same, because any seed will do.
    pub fn new(order: MoveOrder) -> Orderer {
        Orderer { order, random: Random::new(1), killers: KillersAndHistory::default() }
    }
}

impl<E: FnMut(&Position) -> Score> Order<Chess<E>> for Orderer {
    fn arrange(&mut self, tree: &mut Chess<E>, moves: &mut [Move]) {
        match self.order {
            MoveOrder::Generated | MoveOrder::BestFirst | MoveOrder::WorstFirst => {}
            MoveOrder::Backwards => moves.reverse(),
            MoveOrder::Random => Order::<Chess<E>>::arrange(&mut self.random, tree, moves),
            MoveOrder::Captures => VictimsFirst.arrange(tree, moves),
            MoveOrder::CapturesLast => Reversed(VictimsFirst).arrange(tree, moves),
            MoveOrder::Killers => self.killers.arrange(tree, moves),
        }
    }

    fn note_cut(&mut self, tree: &mut Chess<E>, mv: Move, depth: u32) {
        if self.order == MoveOrder::Killers {
            self.killers.note_cut(tree, mv, depth);
        }
    }
}

impl Order<HandMade> for Orderer {
    fn arrange(&mut self, tree: &mut HandMade, moves: &mut [usize]) {
        match self.order {
            MoveOrder::Backwards => moves.reverse(),
            MoveOrder::Random => Order::<HandMade>::arrange(&mut self.random, tree, moves),
            MoveOrder::BestFirst | MoveOrder::WorstFirst => moves.sort_by_cached_key(|&mv| {
                tree.play(mv);
                let value = negamax::negamax(tree, u32::MAX).score;
                tree.take_back();
                // The value of a child is its mover's: the least is the best.
                if self.order == MoveOrder::BestFirst { value } else { -value }
            }),
            _ => {}
        }
    }
}

/// Gives each node above the leaves an evaluation, for searches that stop there: the mean of its children.
fn estimate(node: &mut HandMadeNode) {
    node.children.iter_mut().for_each(estimate);
    if !node.children.is_empty() {
        let sum: i32 = node.children.iter().map(|child| child.value.0).sum();
        node.value = Score(sum / node.children.len() as i32);
    }
}

/// A chess position as a tree.
pub type Positions = Chess<fn(&Position) -> Score>;

/// Refuses a position in which the game is over.
pub(crate) fn expect_moves(root: &Position) -> Result<()> {
    let end = if root.in_check() { "checkmate" } else { "stalemate" };
    let fen = root.fen();
    ensure!(root.count_legal_moves() > 0, "the game is over in '{fen}' by {end}: there is nothing to search");
    Ok(())
}

/// A search of the course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CourseSearch {
    /// The step whose search it is.
    pub step: Step,
    /// With its idea, without it, or with a bug.
    pub form: Form,
    /// The order of moves.
    pub order: MoveOrder,
    /// Positions are worth their material alone, in whole pawns.
    pub counts_material: bool,
}

impl CourseSearch {
    /// The tree below a position for this search.
    pub fn chess(&self, root: &Position) -> Ordered<Positions, Orderer> {
        let evaluate = if self.counts_material { material } else { eval::evaluate };
        let chess: Positions = Chess::new(root.clone(), evaluate);
        Ordered::new(chess, Orderer::new(self.tree_order()))
    }

    /// A tree made by hand for this search.
    pub fn lists(&self, root: &HandMade) -> Ordered<HandMade, Orderer> {
        let mut root = root.root().clone();
        estimate(&mut root);
        Ordered::new(HandMade::new(root), Orderer::new(self.tree_order()))
    }

    fn tree_order(&self) -> MoveOrder {
        match (self.step, self.form) {
            (Step::Ordering, Form::Without) => MoveOrder::Generated,
            (Step::Ordering, Form::Bug | Form::SecondBug) => self.order.reversed(),
            _ => self.order,
        }
    }

    /// Runs the search without recording it.
    pub fn search<G: ForcingTree + KeyedTree>(
        &self,
        tree: &mut G,
        depth: u32,
    ) -> textbook::SearchResult<G::Move> {
        course::search(self.step, self.form, tree, depth)
    }

    /// Records the search of a position. It ends after `nodes` visits, without a score.
    ///
    /// # Errors
    /// If the game is over at the root, or the order is one of trees made by hand.
    pub fn record_chess(
        &self,
        root: &Position,
        depth: u32,
        nodes: u64,
        control: &Control,
        watcher: Watcher<'_>,
    ) -> Result<SearchTree> {
        expect_moves(root)?;
        let is_by_value = matches!(self.order, MoveOrder::BestFirst | MoveOrder::WorstFirst);
        ensure!(
            !is_by_value,
            "the true values of moves are known only in trees made by hand, expected another order"
        );
        let mut about = self.about(TreeRoot::Chess(root.fen()), depth);
        if self.counts_material {
            about.pawn = 1.0;
        }
        Ok(record(self.chess(root), about, Move::bits, nodes, control, watcher, |tree| {
            self.search(tree, depth)
        }))
    }

    /// Records the search of a tree made by hand, to its leaves.
    ///
    /// # Errors
    /// If the order is one of chess.
    pub fn record_lists(&self, root: &HandMade) -> Result<SearchTree> {
        let is_of_chess =
            matches!(self.order, MoveOrder::Captures | MoveOrder::CapturesLast | MoveOrder::Killers);
        ensure!(!is_of_chess, "a tree made by hand has no captures, expected another order of moves");
        let depth = height(root.root());
        let about = self.about(TreeRoot::Lists(root.root().to_string()), depth);
        // Children are numbered from 1 on: 0 is no move.
        let code = |index| index as u16 + 1;
        Ok(record(self.lists(root), about, code, u64::MAX, &Control::new(), &|_, _| (), |tree| {
            self.search(tree, depth)
        }))
    }

    fn about(&self, root: TreeRoot, depth: u32) -> About {
        let (without, with) = match self.step {
            Step::Minimax => ("minimax", "minimax"),
            Step::Negamax => ("minimax", "negamax"),
            Step::AlphaBeta => ("negamax", "alpha-beta"),
            Step::Ordering => ("moves as they come", "moves in order"),
            Step::Pvs => ("alpha-beta", "principal variation search"),
            Step::Deepening => ("alpha-beta at once", "iterative deepening"),
            Step::Table => ("without a table", "with a table"),
            Step::Quiescence => ("without quiescence", "with quiescence"),
            Step::Aspiration => ("full window", "aspiration windows"),
            Step::NullMove => ("without null moves", "with null moves"),
            Step::Reductions => ("without reductions", "with reductions"),
            Step::Extensions => ("without extensions", "with check extensions"),
        };
        let name = match self.form {
            Form::Without => without.to_owned(),
            Form::With => with.to_owned(),
            Form::Bug | Form::SecondBug => format!("{with}, with the bug"),
        };
        // Minimax and negamax have no windows.
        let has_windows = !matches!(
            (self.step, self.form),
            (Step::Minimax | Step::Negamax, _) | (Step::AlphaBeta, Form::Without)
        );
        About { windows: has_windows, ..About::new(root, &name, depth as i32) }
    }
}
