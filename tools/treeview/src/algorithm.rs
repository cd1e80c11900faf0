//! The searches that can be drawn.

use std::fmt;

use anyhow::{Context, Result, bail};
use movegen::Position;
use search::techniques::Techniques;
use search::{Control, Engine, Game, Limits, Mebibytes, PvLine};
use serde::Deserialize;
use textbook::chess_order::VictimsFirst;
use textbook::course::{Form, Step};
use textbook::{Chess, HandMade, Ordered, WithQuiescence, negamax};
use types::{Depth, Move};

use crate::course::{CourseSearch, MoveOrder, Positions, expect_moves};
use crate::engine_recorder::EngineRecorder;
use crate::textbook_recorder::record;
use crate::tree::{About, SearchTree, TreeRoot, Watcher};
use crate::tree_recorder::TreeRecorder;

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
    watcher: Watcher<'_>,
) -> Result<SearchTree> {
    expect_moves(root)?;
    let techniques = match algorithm {
        Algorithm::Minimax => return Ok(search_minimax(root, effort, control, watcher)),
        Algorithm::Alphabeta => Techniques::NONE,
        Algorithm::Pvs => Techniques::SOUND,
        Algorithm::Engine => Techniques::ALL,
    };
    search_engine(&algorithm.to_string(), techniques, root, effort, control, watcher)
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
    watcher: Watcher<'_>,
) -> Result<SearchTree> {
    let mut engine = Engine::new(effort.hash).context("no transposition table")?;
    engine.set_techniques(techniques);
    let limits = Limits { depth: Some(effort.depth), nodes: Some(effort.nodes), ..Limits::default() };
    let about = About::new(TreeRoot::Chess(root.fen()), name, effort.depth.plies());
    let mut observer = EngineRecorder::new(root, TreeRecorder::new(about, watcher));
    let game = Game::new(root.clone());
    let outcome = engine.search_with(&game, &limits, control, &mut (), &mut observer);
    let PvLine { score, depth, nodes, pv, .. } = outcome;
    let mut tree = observer.recorder.finish();
    let stopped = depth < effort.depth && nodes > 0;
    // The score so far may come from the unfinished iteration, of which some moves were not searched.
    let finished = tree.last_finished().map(|root| root.score.into());
    let score = if stopped { finished } else { Some(score.0) };
    let best = pv.first().map_or(0, |mv| mv.bits());
    tree.about = About { score, nodes, stopped, best, ..tree.about };
    Ok(tree)
}

/// Searches a position by minimax, with quiescence search at its leaves.
fn search_minimax(root: &Position, effort: &Effort, control: &Control, watcher: Watcher<'_>) -> SearchTree {
    let depth = effort.depth.plies();
    let about = About::new(TreeRoot::Chess(root.fen()), &Algorithm::Minimax.to_string(), depth);
    let about = About { windows: false, ..about };
    let chess: Positions = Chess::new(root.clone(), eval::evaluate);
    let tree = Ordered::new(chess, VictimsFirst);
    record(tree, about, Move::bits, effort.nodes, control, watcher, |tree| {
        negamax::negamax(&mut WithQuiescence(tree), depth.unsigned_abs())
    })
}

/// Searches a tree made by hand, to its leaves.
///
/// # Errors
/// For the engine, which searches positions only.
pub fn search_lists(algorithm: Algorithm, tree: &HandMade) -> Result<SearchTree> {
    let step = match algorithm {
        Algorithm::Minimax => Step::Minimax,
        Algorithm::Alphabeta => Step::AlphaBeta,
        Algorithm::Pvs => Step::Pvs,
        Algorithm::Engine => bail!("the engine searches positions only: expected minimax, alphabeta or pvs"),
    };
    CourseSearch { step, form: Form::With, order: MoveOrder::Generated, counts_material: false }
        .record_lists(tree)
}
