//! Trees made by hand: nested lists of leaf values, as tutorials have them.
//!
//! `[[3,12,8],[2,4,6],[14,5,2]]` has nine leaves. Max moves at the root, then Min, and so on; values are Max's.

use anyhow::{Context, Result, bail, ensure};
use search::Window;
use serde_json::Value;
use types::Score;

use crate::recorder::Recorder;
use crate::textbook::{GameTree, Stopped};

/// A node of a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// A value, seen by Max.
    Leaf(i32),
    /// Children, never none.
    Inner(Vec<Node>),
}

impl Node {
    /// Leaves are from minus this to this.
    pub const LIMIT: i32 = Score::MAX_EVAL.0;
    /// More plies would not be a tree made by hand.
    const MAX_PLIES: usize = 60;

    /// Reads nested lists of whole numbers.
    ///
    /// # Errors
    /// If the text is anything else, if a list is empty, or a number beyond [`Node::LIMIT`].
    pub fn parse(text: &str) -> Result<Node> {
        let value = serde_json::from_str(text).with_context(|| {
            format!("'{text}': expected nested lists of numbers, as in [[3,12,8],[2,4,6]]")
        })?;
        Node::of(&value, Node::MAX_PLIES)
    }

    fn of(value: &Value, plies: usize) -> Result<Node> {
        match value {
            Value::Array(children) => {
                ensure!(!children.is_empty(), "a list is empty: expected at least one number or list in it");
                ensure!(plies > 0, "the lists are nested more than {} deep", Node::MAX_PLIES);
                ensure!(
                    children.len() < usize::from(u16::MAX),
                    "a list has {} children, expected less than {}",
                    children.len(),
                    u16::MAX
                );
                Ok(Node::Inner(
                    children.iter().map(|child| Node::of(child, plies - 1)).collect::<Result<_>>()?,
                ))
            }
            Value::Number(number) => {
                let leaf = number.as_i64().and_then(|leaf| i32::try_from(leaf).ok());
                let leaf = leaf.filter(|leaf| (-Node::LIMIT..=Node::LIMIT).contains(leaf));
                let limit = Node::LIMIT;
                Ok(Node::Leaf(leaf.with_context(|| {
                    format!("{number}: expected a whole number between -{limit} and {limit}")
                })?))
            }
            other => bail!("{other}: expected a number or a list"),
        }
    }

    /// How many plies the longest line has.
    pub fn height(&self) -> i32 {
        match self {
            Node::Leaf(_) => 0,
            Node::Inner(children) => 1 + children.iter().map(Node::height).max().unwrap_or(0),
        }
    }
}

/// A tree that is being walked.
pub(crate) struct Lists<'a> {
    /// From the root to the node it stands on.
    line: Vec<&'a Node>,
}

impl<'a> Lists<'a> {
    pub(crate) fn new(root: &'a Node) -> Lists<'a> {
        Lists { line: vec![root] }
    }

    fn children(&self) -> &'a [Node] {
        match self.line.last() {
            Some(Node::Inner(children)) => children,
            _ => &[],
        }
    }

    /// A value of Max's as the side to move sees it.
    fn seen(&self, value: i32) -> Score {
        let is_max = self.line.len() % 2 == 1;
        Score(if is_max { value } else { -value })
    }
}

impl GameTree for Lists<'_> {
    fn outcome(&mut self) -> Option<Score> {
        match self.line.last() {
            Some(Node::Leaf(value)) => Some(self.seen(*value)),
            _ => None,
        }
    }

    /// Inner nodes have no value of their own: cut short, the tree is as good for one as for the other.
    fn horizon(&mut self, _: Window, recorder: &mut Recorder) -> Result<Score, Stopped> {
        recorder.is_valued();
        Ok(self.outcome().unwrap_or(Score::DRAW))
    }

    fn moves(&mut self) -> Vec<u16> {
        (1..).take(self.children().len()).collect()
    }

    fn play(&mut self, mv: u16) {
        // Moves are those of this node, so the child exists.
        self.line.extend(self.children().get(usize::from(mv) - 1));
    }

    fn take_back(&mut self) {
        self.line.pop();
    }

    fn is_stopped(&self, _: &Recorder) -> bool {
        false
    }
}
