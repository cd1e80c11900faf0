//! The searches that can be drawn.

use std::fmt;

use anyhow::{Context, Result, bail, ensure};
use movegen::Position;
use search::techniques::Techniques;
use search::{Control, Engine, Game, Limits, Mebibytes, PvLine};
use serde::Deserialize;
use textbook::chess_order::VictimsFirst;
use textbook::{Chess, GameTree, HandMade, Ordered, WithQuiescence, alphabeta, negamax, pvs};
use types::{Depth, Move, Score, Window};

use crate::engine_recorder::EngineRecorder;
use crate::lists::height;
use crate::textbook_recorder::TextbookRecorder;
use crate::tree::{About, SearchTree, TreeRoot};
use crate::tree_recorder::TreeRecorder;
use crate::watcher::Watcher;

/// A search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[cfg_attr(feature = "program", derive(clap::ValueEnum))]
#[serde(rename_all = "lowercase")]
pub enum Algorithm {
    /// Every move of every node to the depth, then captures
    Minimax,
    /// The engine's search with alpha-beta alone
    Alphabeta,
    /// The engine's search with all techniques that cannot change the value, such as table and zero windows
    Pvs,
    /// The engine's search with every technique
    Engine,
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Algorithm::Minimax => "minimax",
            Algorithm::Alphabeta => "alpha-beta",
            Algorithm::Pvs => "principal variation search",
            Algorithm::Engine => "full engine",
        })
    }
}

/// A textbook search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TextbookSearch {
    Minimax,
    AlphaBeta,
    PrincipalVariation,
}

impl TextbookSearch {
    /// The score of the root from the view of the side to move.
    fn search<G: GameTree>(self, tree: &mut G, depth: u32) -> Score {
        match self {
            TextbookSearch::Minimax => negamax::negamax(tree, depth).score,
            TextbookSearch::AlphaBeta => alphabeta::fail_soft(tree, depth, Window::FULL).score,
            TextbookSearch::PrincipalVariation => pvs::search(tree, depth, Window::FULL).score,
        }
    }

    fn name(self) -> &'static str {
        match self {
            TextbookSearch::Minimax => "minimax",
            TextbookSearch::AlphaBeta => "alpha-beta",
            TextbookSearch::PrincipalVariation => "principal variation search",
        }
    }
}

/// The search at depth 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leaves {
    /// The evaluation, or the end of the game.
    Evaluated,
    /// Quiescence search.
    Quiet,
}

/// The limits of a search.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The last iteration, or the depth of minimax.
    pub depth: Depth,
    /// Moves made at most.
    pub nodes: u64,
    /// The size of the transposition table.
    pub hash: Mebibytes,
}

/// Searches a position.
///
/// # Errors
/// If the game is over at the root, or there is not enough memory for the table.
pub fn search(
    algorithm: Algorithm,
    root: &Position,
    effort: &Effort,
    control: &Control,
    watcher: &dyn Watcher,
) -> Result<SearchTree> {
    ensure!(root.count_legal_moves() > 0, "the game is over in '{}': there is nothing to search", root.fen());
    match algorithm {
        Algorithm::Minimax => {
            Ok(search_textbook(TextbookSearch::Minimax, Leaves::Quiet, root, effort, control, watcher))
        }
        Algorithm::Alphabeta => {
            search_engine(&algorithm.to_string(), Techniques::NONE, root, effort, control, watcher)
        }
        Algorithm::Pvs => {
            search_engine(&algorithm.to_string(), Techniques::SOUND, root, effort, control, watcher)
        }
        Algorithm::Engine => {
            search_engine(&algorithm.to_string(), Techniques::ALL, root, effort, control, watcher)
        }
    }
}

/// Searches a position with some of the engine's techniques.
///
/// # Errors
/// If there is not enough memory for the table.
pub fn search_engine(
    name: &str,
    techniques: Techniques,
    root: &Position,
    effort: &Effort,
    control: &Control,
    watcher: &dyn Watcher,
) -> Result<SearchTree> {
    let mut engine = Engine::new(effort.hash).context("no transposition table")?;
    engine.set_techniques(techniques);
    let limits = Limits { depth: Some(effort.depth), nodes: Some(effort.nodes), ..Limits::default() };
    let about = About::new(TreeRoot::Chess(root.fen()), name, effort.depth.plies());
    let mut observer = EngineRecorder::new(root, TreeRecorder::new(about, watcher));
    let game = Game::new(root.clone());
    let outcome = engine.search_with(&game, &limits, control, &mut (), &mut observer);
    let PvLine { score, depth, nodes, pv, .. } = outcome;
    let mut tree = observer.into_recorder().finish();
    tree.about.found(Some(score), nodes, depth < effort.depth && nodes > 0);
    tree.about.best = pv.first().map_or(0, |mv| mv.bits());
    if tree.about.stopped {
        // The score so far may come from the unfinished iteration, of which some moves were not searched.
        tree.about.score = tree.last_finished().map(|root| root.score.into());
    }
    Ok(tree)
}

/// Searches a position with a textbook search.
pub(crate) fn search_textbook(
    form: TextbookSearch,
    leaves: Leaves,
    root: &Position,
    effort: &Effort,
    control: &Control,
    watcher: &dyn Watcher,
) -> SearchTree {
    let limit = usize::try_from(effort.nodes).unwrap_or(usize::MAX);
    let should_stop = |records: usize| control.is_stopped() || records >= limit;
    let about = textbook_about(form, TreeRoot::Chess(root.fen()), effort.depth.plies());
    let mut recorder = TreeRecorder::new(about, watcher);
    let depth = effort.depth.plies().unsigned_abs();
    let chess = Chess::new(root.clone(), eval::evaluate as fn(&Position) -> Score);
    let score = match leaves {
        Leaves::Evaluated => {
            let mut tree = TextbookRecorder::new(chess, &mut recorder, Move::bits, &should_stop);
            let score = form.search(&mut tree, depth);
            (!tree.is_stopped()).then_some(score)
        }
        Leaves::Quiet => {
            let ordered = Ordered::new(chess, VictimsFirst);
            let mut tree =
                WithQuiescence(TextbookRecorder::new(ordered, &mut recorder, Move::bits, &should_stop));
            let score = form.search(&mut tree, depth);
            (!tree.0.is_stopped()).then_some(score)
        }
    };
    finish(recorder, score)
}

/// Searches a tree made by hand, to its leaves.
///
/// # Errors
/// For the engine, which searches positions only.
pub fn search_lists(algorithm: Algorithm, tree: &HandMade) -> Result<SearchTree> {
    let form = match algorithm {
        Algorithm::Minimax => TextbookSearch::Minimax,
        Algorithm::Alphabeta => TextbookSearch::AlphaBeta,
        Algorithm::Pvs => TextbookSearch::PrincipalVariation,
        Algorithm::Engine => bail!("the engine searches positions only: expected minimax, alphabeta or pvs"),
    };
    let depth = height(tree.root());
    let about = textbook_about(form, TreeRoot::Lists(tree.root().to_string()), depth as i32);
    let mut recorder = TreeRecorder::new(about, &());
    // Children are numbered from 1 on: 0 is no move.
    let code = |index| index as u16 + 1;
    let score = form.search(&mut TextbookRecorder::new(tree.clone(), &mut recorder, code, &|_| false), depth);
    Ok(finish(recorder, Some(score)))
}

fn textbook_about(form: TextbookSearch, root: TreeRoot, depth: i32) -> About {
    About { windows: form != TextbookSearch::Minimax, ..About::new(root, form.name(), depth) }
}

fn finish(recorder: TreeRecorder<'_>, score: Option<Score>) -> SearchTree {
    let mut tree = recorder.finish();
    let nodes = tree.counted_nodes();
    tree.about.found(score, nodes, score.is_none());
    tree
}
