//! Lessons: a few steps of text, each beside a moment of a small search.
//!
//! The text is HTML in `lessons/`, one `<section>` for each step. Its attributes say what to show:
//!
//! ```text
//!   data-tree="1"       which tree, counted from 0
//!   data-line="2 1"     a node, by the moves that lead to it; empty for the root
//!   data-at="left"      the moment: the node was just `entered`, or `left`, or the search is at its `end`
//! ```

use anyhow::Result;
use movegen::Position;
use search::{Control, Mebibytes};
use types::Depth;

use crate::algorithm::{Algorithm, Effort, Leaves, TextbookSearch, search_lists, search_textbook};
use crate::lists;
use crate::page;
use crate::tree::SearchTree;

/// The tree of two plies that most textbooks begin with.
pub const TWO_PLIES: &str = "[[3,12,8],[2,4,6],[14,5,2]]";
/// A tree of three plies, in which a whole branch is cut.
pub const THREE_PLIES: &str =
    "[[[3,12,8],[2,4,6],[14,5,2]],[[1,5,6],[7,7,7],[8,8,8]],[[6,2,1],[9,9,9],[4,4,4]]]";
/// White mates by Qg8+ Rxg8 Nf7, and would be mated by Rd1 otherwise.
pub const SMOTHERED_MATE: &str = "3r3k/6pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1";

/// A lesson.
#[derive(Clone, Copy, Debug)]
pub struct Lesson {
    /// The name on the command line and of the file.
    pub name: &'static str,
    /// The title of the page.
    pub title: &'static str,
    steps: &'static str,
    trees: fn() -> Result<Vec<SearchTree>>,
}

/// All lessons in reading order.
pub const LESSONS: [Lesson; 3] = [
    Lesson {
        name: "two-plies",
        title: "Alpha-beta in nine leaves",
        steps: include_str!("../lessons/two-plies.html"),
        trees: || of_lists(TWO_PLIES),
    },
    Lesson {
        name: "three-plies",
        title: "A branch falls: three plies",
        steps: include_str!("../lessons/three-plies.html"),
        trees: || of_lists(THREE_PLIES),
    },
    Lesson {
        name: "smothered-mate",
        title: "The smothered mate, move by move",
        steps: include_str!("../lessons/smothered-mate.html"),
        trees: of_smothered_mate,
    },
];

impl Lesson {
    /// The trees that the steps show.
    ///
    /// # Errors
    /// Never, unless the lesson itself is wrong.
    pub fn trees(&self) -> Result<Vec<SearchTree>> {
        (self.trees)()
    }

    /// The steps as HTML.
    pub fn steps(&self) -> &'static str {
        self.steps
    }

    /// The page.
    ///
    /// # Errors
    /// Never, unless the lesson itself is wrong.
    pub fn page(&self) -> Result<String> {
        page::of_lesson(self.title, &self.trees()?, self.steps)
    }
}

/// Minimax, alpha-beta and principal variation search.
fn of_lists(text: &str) -> Result<Vec<SearchTree>> {
    let tree = lists::parse(text)?;
    let algorithms = [Algorithm::Minimax, Algorithm::Alphabeta, Algorithm::Pvs];
    algorithms.into_iter().map(|algorithm| search_lists(algorithm, &tree)).collect()
}

/// Minimax and alpha-beta, with nothing but the evaluation at the leaves.
fn of_smothered_mate() -> Result<Vec<SearchTree>> {
    let root: Position = SMOTHERED_MATE.parse()?;
    let effort = Effort { depth: Depth(3), nodes: u64::MAX, hash: Mebibytes(1) };
    let control = Control::new();
    let search = |form| search_textbook(form, Leaves::Evaluated, &root, &effort, &control, &());
    Ok([TextbookSearch::Minimax, TextbookSearch::AlphaBeta].map(search).into())
}
