//! Trees written by hand: `[[3,12,8],[2,4,6],[14,5,2]]`.
//!
//! A number is a leaf, brackets are a node with children from left to right. Max moves at the root, and all numbers are
//! from Max's view, as in every book. Two signs more, for searches that stop before the leaves:
//!
//! ```text
//!   5[3,12,8]     the evaluation of this node is 5 if a search stops there (0 without a number)
//!   [3,!12,8]     the second move is forcing: quiescence search plays it
//! ```
//!
//! White space is ignored.

use std::fmt;
use std::iter::{Enumerate, Peekable};
use std::str::{Chars, FromStr};

use types::{Ply, Score};

use super::quiescence::{Forcing, ForcingTree};
use super::transposition::KeyedTree;
use super::tree::{GameTree, Player, seen_by_max};

/// A node with the subtree below it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct HandMadeNode {
    /// The value of a leaf, or the evaluation of a node with children, from Max's view.
    pub value: Score,
    /// True if the move to this node is forcing.
    pub is_forcing: bool,
    /// The children; a leaf has none.
    pub children: Vec<HandMadeNode>,
}

/// A tree written by hand, and the current node. A move is the index of a child.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandMade {
    root: HandMadeNode,
    line: Vec<usize>,
}

impl HandMade {
    /// The tree below a node, with Max to move.
    pub fn new(root: HandMadeNode) -> HandMade {
        HandMade { root, line: Vec::new() }
    }

    /// The root with all nodes below it.
    pub fn root(&self) -> &HandMadeNode {
        &self.root
    }

    fn node(&self) -> &HandMadeNode {
        self.line.iter().fold(&self.root, |node, &index| &node.children[index])
    }
}

impl GameTree for HandMade {
    type Move = usize;

    fn player(&self) -> Player {
        if self.line.len().is_multiple_of(2) { Player::Max } else { Player::Min }
    }

    fn outcome(&mut self) -> Option<Score> {
        self.node().children.is_empty().then(|| self.evaluate())
    }

    fn evaluate(&mut self) -> Score {
        seen_by_max(self.player(), self.node().value)
    }

    fn moves(&mut self) -> Vec<usize> {
        (0..self.node().children.len()).collect()
    }

    fn play(&mut self, index: usize) {
        self.line.push(index);
    }

    fn take_back(&mut self) {
        self.line.pop();
    }
}

/// No two lines of a tree written by hand meet, so the moves of the line are the key, as digits of a number. Lines are so
/// short and trees so narrow that no two numbers are equal.
impl KeyedTree for HandMade {
    type Key = u128;

    fn key(&self) -> u128 {
        self.line.iter().fold(1, |key: u128, &index| key.wrapping_mul(1021).wrapping_add(index as u128))
    }
}

impl ForcingTree for HandMade {
    fn forcing(&mut self) -> Result<Forcing<usize>, Score> {
        if let Some(score) = self.outcome() {
            return Err(score);
        }
        let children = self.node().children.iter().enumerate();
        let moves = children.filter(|(_, child)| child.is_forcing).map(|(index, _)| index).collect();
        Ok(Forcing { stand_pat: Some(self.evaluate()), moves })
    }
}

/// The error of a text that is not a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TreeError {
    /// The position of the offending character, counted from 0.
    pub at: usize,
    /// The offending character; `None` at the end of the text.
    pub found: Option<char>,
    /// A description of what was expected.
    pub expected: &'static str,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.found {
            Some(found) => write!(f, "'{found}' at character {}, expected {}", self.at, self.expected),
            None => write!(f, "the tree ends at character {}, expected {}", self.at, self.expected),
        }
    }
}

impl std::error::Error for TreeError {}

impl FromStr for HandMade {
    type Err = TreeError;

    fn from_str(text: &str) -> Result<HandMade, TreeError> {
        let mut reader =
            Reader { rest: text.chars().enumerate().peekable(), end: text.chars().count(), nesting: 0 };
        let root = reader.node()?;
        match reader.peek() {
            None => Ok(HandMade::new(root)),
            Some(_) => Err(reader.error("nothing after the tree")),
        }
    }
}

struct Reader<'a> {
    rest: Peekable<Enumerate<Chars<'a>>>,
    end: usize,
    nesting: u16,
}

impl Reader<'_> {
    fn node(&mut self) -> Result<HandMadeNode, TreeError> {
        let is_forcing = self.take('!');
        let value = self.number()?;
        let children = if self.peek() == Some('[') { self.children()? } else { Vec::new() };
        if value.is_none() && children.is_empty() {
            return Err(self.error("a number or '['"));
        }
        Ok(HandMadeNode { value: value.unwrap_or_default(), is_forcing, children })
    }

    fn children(&mut self) -> Result<Vec<HandMadeNode>, TreeError> {
        // No search goes deeper; it bounds the recursion as well.
        if self.nesting >= Ply::MAX.0 {
            return Err(self.error("no deeper nesting"));
        }
        self.take('[');
        self.nesting += 1;
        let mut children = vec![self.node()?];
        while self.take(',') {
            children.push(self.node()?);
        }
        self.nesting -= 1;
        if self.take(']') { Ok(children) } else { Err(self.error("',' or ']'")) }
    }

    /// Reads a number, if there is one.
    fn number(&mut self) -> Result<Option<Score>, TreeError> {
        let is_negative = self.take('-');
        let mut number = None;
        // No white space is skipped between digits.
        while let Some(digit) = self.rest.peek().and_then(|(_, sign)| sign.to_digit(10)) {
            let next = number.unwrap_or(0) * 10 + digit as i32;
            if next > Score::MAX_EVAL.0 {
                return Err(self.error("no number beyond 31499"));
            }
            number = Some(next);
            self.rest.next();
        }
        match number {
            None if is_negative => Err(self.error("a digit right after '-'")),
            _ => Ok(number.map(|number| Score(if is_negative { -number } else { number }))),
        }
    }

    fn take(&mut self, wanted: char) -> bool {
        let is_there = self.peek() == Some(wanted);
        if is_there {
            self.rest.next();
        }
        is_there
    }

    fn peek(&mut self) -> Option<char> {
        while self.rest.next_if(|(_, sign)| sign.is_whitespace()).is_some() {}
        self.rest.peek().map(|&(_, sign)| sign)
    }

    fn error(&mut self, expected: &'static str) -> TreeError {
        let found = self.peek();
        let at = self.rest.peek().map_or(self.end, |&(at, _)| at);
        TreeError { at, found, expected }
    }
}

/// The notation that parses to this node.
impl fmt::Display for HandMadeNode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_forcing {
            write!(f, "!")?;
        }
        if self.children.is_empty() || self.value != Score::DRAW {
            write!(f, "{}", self.value)?;
        }
        for (index, child) in self.children.iter().enumerate() {
            write!(f, "{}{child}", if index == 0 { '[' } else { ',' })?;
        }
        if self.children.is_empty() { Ok(()) } else { write!(f, "]") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trees_are_read_and_written() {
        for text in ["7", "-3", "[[3,12,8],[2,4,6],[14,5,2]]", "5[!3[1,2],-4[!-5,6]]", "[0,[0,[0]]]"] {
            let tree: HandMade = text.parse().unwrap();
            assert_eq!(tree.root.to_string(), text);
        }
        let spaced: HandMade = " [ 1 , ! 2 [ 3 ] ] ".parse().unwrap();
        assert_eq!(spaced.root.to_string(), "[1,!2[3]]");
    }

    #[test]
    fn errors_name_the_place() {
        let deep = "[".repeat(300);
        let cases = [
            ("", 0, None, "a number or '['"),
            ("[]", 1, Some(']'), "a number or '['"),
            ("[1,]", 3, Some(']'), "a number or '['"),
            ("[1,2", 4, None, "',' or ']'"),
            ("[1 2]", 3, Some('2'), "',' or ']'"),
            ("[1]]", 3, Some(']'), "nothing after the tree"),
            ("[1,x]", 3, Some('x'), "a number or '['"),
            ("[-]", 2, Some(']'), "a digit right after '-'"),
            ("[- 1]", 3, Some('1'), "a digit right after '-'"),
            ("[31500]", 5, Some('0'), "no number beyond 31499"),
            (&deep, 246, Some('['), "no deeper nesting"),
        ];
        for (text, at, found, expected) in cases {
            assert_eq!(text.parse::<HandMade>(), Err(TreeError { at, found, expected }), "{text}");
        }
    }
}
