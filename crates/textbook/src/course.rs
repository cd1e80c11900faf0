//! The course: its steps in order, as the head of the crate lists them, and one function that runs the search of a step,
//! with or without its idea, or with a typical bug. The thirteenth step is the engine's search, `crates/search`.
//!
//! Steps 1 to 7 and 9 return the value of minimax. Steps 8 and 12 evaluate other positions; steps 10 and 11 can err.

use serde::Deserialize;
use types::{Bound, Score, Window};

use super::bugs::{self, NoStandPat};
use super::deepening::BestAtRoot;
use super::order::Ordered;
use super::quiescence::{ForcingTree, WithQuiescence};
use super::transposition::{self, KeyedTree, Table};
use super::tree::{GameTree, SearchResult, seen_by_max};
use super::{alphabeta, aspiration, extensions, minimax, negamax, null_move, pvs, reductions};

/// The half width of the first aspiration window: a third of a pawn, as chess evaluations count here.
pub const ASPIRATION_MARGIN: Score = Score(30);

/// A step of the course that has a search of this crate; the thirteenth is the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Step {
    Minimax,
    Negamax,
    #[serde(rename = "alphabeta")]
    AlphaBeta,
    /// Alpha-beta, for which the order of the tree matters.
    Ordering,
    Pvs,
    Deepening,
    /// Alpha-beta with a transposition table, deepened.
    Table,
    Quiescence,
    /// Alpha-beta with an aspiration window around the value of the depth before, which is searched without it as well.
    Aspiration,
    NullMove,
    Reductions,
    Extensions,
}

impl Step {
    /// All steps, in order.
    pub const ALL: [Step; 12] = [
        Step::Minimax,
        Step::Negamax,
        Step::AlphaBeta,
        Step::Ordering,
        Step::Pvs,
        Step::Deepening,
        Step::Table,
        Step::Quiescence,
        Step::Aspiration,
        Step::NullMove,
        Step::Reductions,
        Step::Extensions,
    ];
}

/// The form of a step's search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Without the idea of the step: the search that it improves on.
    Without,
    #[default]
    With,
    /// With the idea and its typical bug.
    Bug,
    /// With its second typical bug, which alpha-beta alone has.
    SecondBug,
}

/// Runs the search of a step from the current node to a depth of at least 1 and returns the score from the view of the
/// side to move. Where deepening belongs to the step, all depths are searched.
///
/// The order of moves is the tree's, and so is the bug of [`Step::Ordering`]: the order reversed.
pub fn search<G>(step: Step, form: Form, tree: &mut G, depth: u32) -> SearchResult<G::Move>
where
    G: ForcingTree + KeyedTree,
{
    let full = Window::FULL;
    let has_bug = matches!(form, Form::Bug | Form::SecondBug);
    match (step, form) {
        (Step::Minimax, _) | (Step::Negamax, Form::Without) => {
            let player = tree.player();
            let search = if has_bug { bugs::min_starts_at_zero } else { minimax::minimax };
            let result = search(tree, depth);
            SearchResult { score: seen_by_max(player, result.score), ..result }
        }
        (Step::Negamax, Form::With) | (Step::AlphaBeta, Form::Without) => negamax::negamax(tree, depth),
        (Step::Negamax, _) => bugs::leaves_seen_by_max(tree, depth),
        (Step::AlphaBeta, Form::Bug) => bugs::window_not_swapped(tree, depth, full),
        (Step::AlphaBeta, Form::SecondBug) => bugs::alpha_lowered(tree, depth, full),
        (Step::Table, Form::Without) => deepen(depth, |depth, _| alphabeta::fail_soft(tree, depth, full)),
        (Step::Pvs, Form::With) | (Step::Reductions, Form::Without) => pvs::search(tree, depth, full),
        (Step::Aspiration, _) if depth > 1 => {
            let expected = alphabeta::fail_soft(tree, depth - 1, full).score;
            match form {
                Form::Without => alphabeta::fail_soft(tree, depth, full),
                Form::With => aspiration::search(tree, depth, expected, ASPIRATION_MARGIN),
                // The bounds are believed: no second search if the score falls outside.
                _ => alphabeta::fail_soft(tree, depth, aspiration::window(expected, ASPIRATION_MARGIN)),
            }
        }
        (Step::AlphaBeta | Step::Ordering | Step::Aspiration, _) | (_, Form::Without) => {
            alphabeta::fail_soft(tree, depth, full)
        }
        (Step::Pvs, _) => bugs::no_re_search(tree, depth, full),
        // With the bug the best move comes last: the value stays right, and deepening costs more than it saves.
        (Step::Deepening, _) => deepen(depth, |depth, best| {
            let order = BestAtRoot { best, comes_first: !has_bug };
            alphabeta::fail_soft(&mut Ordered::new(&mut *tree, order), depth, full)
        }),
        (Step::Table, _) => {
            // With the bug entries are all taken for values, whatever their bound says.
            let answers = if has_bug { |_, _, _| true } else { Bound::answers };
            let mut table = Table::default();
            deepen(depth, |depth, _| transposition::search_trusting(answers, tree, &mut table, depth, full))
        }
        (Step::Quiescence, Form::With) => alphabeta::fail_soft(&mut WithQuiescence(&mut *tree), depth, full),
        (Step::Quiescence, _) => {
            alphabeta::fail_soft(&mut WithQuiescence(NoStandPat(&mut *tree)), depth, full)
        }
        // With the bug it passes in zugzwang as well.
        (Step::NullMove, _) => null_move::search(tree, depth, full, false, has_bug),
        // With the bug reduced scores are believed, also if they call the move better.
        (Step::Reductions, _) => reductions::search(tree, depth, full, !has_bug),
        // With the bug every line is extended: the depth is only called another, at the price of a deeper one.
        (Step::Extensions, _) => extensions::search(tree, depth, full, extensions::MOST, has_bug),
    }
}

/// Searches to depth 1, 2, … `last`, each with the best move of the one before.
fn deepen<M: Copy>(last: u32, mut search: impl FnMut(u32, Option<M>) -> SearchResult<M>) -> SearchResult<M> {
    let mut result = search(1, None);
    for depth in 2..=last {
        result = search(depth, result.best);
    }
    result
}
