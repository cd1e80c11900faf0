//! Trees to try searches on, and what they are worth by definition.

use proptest::collection::vec;
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use textbook::handmade::HandMadeNode;
use types::Score;

/// The value of a node as Max sees it, by definition. `depth` plies are looked at.
pub(crate) fn value(node: &HandMadeNode, max_moves: bool, depth: u32) -> Score {
    if node.children.is_empty() || depth == 0 {
        return node.value;
    }
    let values = node.children.iter().map(|child| value(child, !max_moves, depth - 1));
    if max_moves { values.max() } else { values.min() }.unwrap_or(node.value)
}

/// The same with forcing moves played out where the depth ends.
pub(crate) fn quiet_value(node: &HandMadeNode, max_moves: bool, depth: u32) -> Score {
    if node.children.is_empty() {
        return node.value;
    }
    let is_seen = |child: &&HandMadeNode| depth > 0 || child.is_forcing;
    let seen = node.children.iter().filter(is_seen);
    let values = seen.map(|child| quiet_value(child, !max_moves, depth.saturating_sub(1)));
    let stand_pat = (depth == 0).then_some(node.value);
    let all = values.chain(stand_pat);
    if max_moves { all.max() } else { all.min() }.unwrap_or(node.value)
}

/// The same tree with the children of every node from the best to the worst for the side to move.
pub(crate) fn best_first(node: &HandMadeNode, max_moves: bool) -> HandMadeNode {
    let mut children: Vec<HandMadeNode> =
        node.children.iter().map(|child| best_first(child, !max_moves)).collect();
    children.sort_by_key(|child| {
        let value = value(child, !max_moves, u32::MAX);
        if max_moves { -value } else { value }
    });
    HandMadeNode { children, ..node.clone() }
}

/// A tree in which all nodes have `breadth` children and all leaves lie `depth` deep.
pub(crate) fn uniform(breadth: usize, depth: u32, leaves: &mut impl Iterator<Item = i32>) -> HandMadeNode {
    if depth == 0 {
        return HandMadeNode { value: Score(leaves.next().unwrap_or_default()), ..HandMadeNode::default() };
    }
    let children = (0..breadth).map(|_| uniform(breadth, depth - 1, leaves)).collect();
    HandMadeNode { children, ..HandMadeNode::default() }
}

/// The same with leaves that all differ, in an order that a seed decides.
pub(crate) fn shuffled(breadth: usize, depth: u32, seed: u64) -> HandMadeNode {
    let mut leaves: Vec<i32> = (0..breadth.pow(depth) as i32).collect();
    leaves.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    uniform(breadth, depth, &mut leaves.into_iter())
}

/// The same with leaves such that every move is better for its side than the move before it, whatever follows.
pub(crate) fn ever_better(breadth: usize, depth: u32) -> HandMadeNode {
    // The digits of a leaf are its moves; those of Min count downwards.
    let value = |leaf: usize| {
        (0..depth).fold(0, |value, ply| {
            let digit = leaf / breadth.pow(depth - 1 - ply) % breadth;
            value * breadth + if ply.is_multiple_of(2) { digit } else { breadth - 1 - digit }
        }) as i32
    };
    uniform(breadth, depth, &mut (0..breadth.pow(depth)).map(value))
}

/// The same with leaves from a small range, so that many are equal.
pub(crate) fn tied(breadth: usize, depth: u32, seed: u64) -> HandMadeNode {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    uniform(breadth, depth, &mut std::iter::repeat_with(|| random.random_range(-3..=3)))
}

/// Any value; half of them from so small a range that there are ties.
fn any_value() -> impl Strategy<Value = Score> {
    prop_oneof![-3..=3, -1000..=1000].prop_map(Score)
}

/// A ragged tree: leaves at every depth, any number of children, evaluations and forcing moves everywhere.
fn any_ragged() -> impl Strategy<Value = HandMadeNode> {
    let leaf = (any_value(), any::<bool>()).prop_map(|(value, is_forcing)| HandMadeNode {
        value,
        is_forcing,
        children: Vec::new(),
    });
    leaf.prop_recursive(6, 200, 5, |below| {
        let node = (any_value(), any::<bool>(), vec(below, 1..=5));
        node.prop_map(|(value, is_forcing, children)| HandMadeNode { value, is_forcing, children })
    })
}

/// A tree with the same number of moves everywhere.
fn any_uniform() -> impl Strategy<Value = HandMadeNode> {
    (1..=4usize, 0..=5u32).prop_flat_map(|(breadth, depth)| {
        vec(any_value(), breadth.pow(depth))
            .prop_map(move |leaves| uniform(breadth, depth, &mut leaves.iter().map(|score| score.0)))
    })
}

/// Any tree.
pub(crate) fn any_tree() -> impl Strategy<Value = HandMadeNode> {
    prop_oneof![any_ragged(), any_uniform()]
}

/// Any window with something in it, around the values that trees have.
pub(crate) fn any_window() -> impl Strategy<Value = types::Window> {
    let bound = || prop_oneof![-5..=5, -1100..=1100];
    (bound(), bound()).prop_filter_map("empty", |(one, other): (i32, i32)| {
        let (alpha, beta) = (Score(one.min(other)), Score(one.max(other)));
        (alpha < beta).then_some(types::Window { alpha, beta })
    })
}
