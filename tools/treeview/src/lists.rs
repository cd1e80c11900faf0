//! Trees made by hand: nested lists of leaf values, as tutorials have them.
//!
//! `[[3,12,8],[2,4,6],[14,5,2]]` has nine leaves. Max moves at the root, then Min, and so on; values are from Max's view.

use anyhow::{Context, Result, ensure};
use textbook::HandMade;
use textbook::handmade::HandMadeNode;

/// The greatest height of a tree, in plies.
const MAX_PLIES: u32 = 60;
/// The greatest number of children of a node: they are numbered in 16 bits, from 1 on.
const MAX_CHILDREN: usize = u16::MAX as usize - 1;

/// Reads nested lists of whole numbers.
///
/// # Errors
/// If the text is anything else, or the tree is too large to be drawn.
pub fn parse(text: &str) -> Result<HandMade> {
    let tree: HandMade = text
        .parse()
        .with_context(|| format!("'{text}': expected nested lists of numbers, as in [[3,12,8],[2,4,6]]"))?;
    check(tree.root())?;
    let plies = height(tree.root());
    ensure!(plies <= MAX_PLIES, "the lists are nested {plies} deep, expected at most {MAX_PLIES}");
    Ok(tree)
}

/// The number of plies of the longest line.
pub(crate) fn height(node: &HandMadeNode) -> u32 {
    node.children.iter().map(|child| 1 + height(child)).max().unwrap_or(0)
}

fn check(node: &HandMadeNode) -> Result<()> {
    let children = node.children.len();
    ensure!(
        !node.is_forcing,
        "'!' marks forcing moves, which are not drawn: expected lists of numbers alone"
    );
    ensure!(
        children == 0 || node.value.0 == 0,
        "a list has the value {}, expected values of leaves alone",
        node.value
    );
    ensure!(children <= MAX_CHILDREN, "a list has {children} children, expected at most {MAX_CHILDREN}");
    node.children.iter().try_for_each(check)
}
