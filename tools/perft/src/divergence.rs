//! The smallest position in which two move generators differ.
//!
//! ```text
//!   depth 1, 2, 3, ...  until some count below some move of the root differs
//!   then follow a move with another count, one ply less each time,
//!   until the moves themselves differ: that position is the culprit
//! ```
//!
//! Taking the depths in turn finds a shortest path. The engine is always given the root and the moves from
//! there, so that faults in how it makes moves show as well as faults in how it generates them. At the end it
//! is given the position itself. That FEN names the square behind a pawn that has just advanced by two even if
//! no capture there is legal, since an engine may differ in just that: it captures although its king is pinned.

use std::collections::BTreeMap;
use std::fmt;

use movegen::text::CastlingNotation;
use movegen::{Position, perft};
use rayon::prelude::*;
use types::{Move, Square};

use crate::cli::RootPosition;
use crate::engine::{EngineError, MoveCounts, PeerEngine};
use crate::notation;

/// The result of a comparison.
pub(crate) enum Outcome {
    /// All counts are the same.
    Agree,
    /// They are not.
    Part(Divergence),
}

/// A position in which the counts differ.
pub(crate) struct Divergence {
    fen: String,
    path: Vec<String>,
    depth: u32,
    differences: Differences,
    /// True if the engine's answer differs as well when it gets the position without the path to it; nothing
    /// if it then gives none.
    from_fen_alone: Option<bool>,
}

/// The differences between the engine's list of moves and counts and ours.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Differences {
    /// Legal moves that the engine does not have.
    missing: Vec<String>,
    /// Moves of the engine that are not legal, or that it has twice.
    extra: Vec<String>,
    /// Moves of both with other counts: the move, our count, the engine's.
    counts: Vec<(String, u64, u64)>,
}

/// The leaves below each move, in alphabetical order of the moves.
pub(crate) fn our_counts(position: &Position, depth: u32, notation: CastlingNotation) -> MoveCounts {
    let below = |mv: &Move| perft::bulk(&position.after(*mv), depth - 1);
    let moves = position.legal_moves();
    let mut counts: MoveCounts =
        moves.par_iter().map(|mv| (position.uci(*mv, notation).to_string(), below(mv))).collect();
    counts.sort();
    counts
}

/// Looks for a difference up to `depth` plies from the root. `agreed` is called for each depth without one,
/// with the number of its leaves.
pub(crate) fn find(
    root: &RootPosition,
    depth: u32,
    notation: CastlingNotation,
    engine: &mut PeerEngine,
    mut agreed: impl FnMut(u32, u64),
) -> Result<Outcome, EngineError> {
    let root_fen = notation::fen(&root.position, root.passed_square, notation);
    let mut pair = Pair { root_fen, notation, engine };
    for depth in 1..=depth {
        let RootPosition { position, passed_square } = root.clone();
        let node = DivergenceNode { position, passed_square, path: Vec::new(), depth };
        let ours = our_counts(&node.position, depth, notation);
        let differences = Differences::between(&ours, &pair.their_counts(&node)?);
        if !differences.is_empty() {
            return pair.descend(node, differences).map(Outcome::Part);
        }
        agreed(depth, ours.iter().map(|(_, leaves)| leaves).sum());
    }
    Ok(Outcome::Agree)
}

/// A place in the tree where both count the leaves so many plies further down.
struct DivergenceNode {
    position: Position,
    /// The square that a pawn has just passed over, whether or not a capture there is legal.
    passed_square: Option<Square>,
    path: Vec<String>,
    depth: u32,
}

/// The two that are compared.
struct Pair<'a> {
    root_fen: String,
    notation: CastlingNotation,
    engine: &'a mut PeerEngine,
}

impl Pair<'_> {
    fn fen(&self, node: &DivergenceNode) -> String {
        notation::fen(&node.position, node.passed_square, self.notation)
    }

    fn their_counts(&mut self, node: &DivergenceNode) -> Result<MoveCounts, EngineError> {
        self.engine.counts(&self.root_fen, &node.path, node.depth)
    }

    /// Follows moves whose counts differ until there is none to follow.
    fn descend(
        &mut self,
        mut node: DivergenceNode,
        mut differences: Differences,
    ) -> Result<Divergence, EngineError> {
        while let Some((child, further)) = self.differing_child(&node, &differences)? {
            (node, differences) = (child, further);
        }
        let from_fen_alone = self.differs_from_fen_alone(&node).ok();
        let fen = self.fen(&node);
        Ok(Divergence { fen, path: node.path, depth: node.depth, differences, from_fen_alone })
    }

    /// The node one move further in which the two differ, unless this one is the culprit: its very moves
    /// differ, or asked about its children one by one the engine agrees with us.
    fn differing_child(
        &mut self,
        node: &DivergenceNode,
        differences: &Differences,
    ) -> Result<Option<(DivergenceNode, Differences)>, EngineError> {
        if node.depth == 1 || !differences.missing.is_empty() || !differences.extra.is_empty() {
            return Ok(None);
        }
        for (text, ..) in &differences.counts {
            let moves = node.position.legal_moves();
            let Some(&mv) =
                moves.iter().find(|&&mv| node.position.uci(mv, self.notation).to_string() == *text)
            else {
                continue;
            };
            let mut path = node.path.clone();
            path.push(text.clone());
            let passed_square = notation::passed_square(&node.position, mv);
            let child = DivergenceNode {
                position: node.position.after(mv),
                passed_square,
                path,
                depth: node.depth - 1,
            };
            let further = self.differences(&child)?;
            if !further.is_empty() {
                return Ok(Some((child, further)));
            }
        }
        Ok(None)
    }

    fn differences(&mut self, node: &DivergenceNode) -> Result<Differences, EngineError> {
        let ours = our_counts(&node.position, node.depth, self.notation);
        Ok(Differences::between(&ours, &self.their_counts(node)?))
    }

    fn differs_from_fen_alone(&mut self, node: &DivergenceNode) -> Result<bool, EngineError> {
        let ours = our_counts(&node.position, node.depth, self.notation);
        let theirs = self.engine.counts(&self.fen(node), &[], node.depth)?;
        Ok(!Differences::between(&ours, &theirs).is_empty())
    }
}

impl Differences {
    fn between(ours: &MoveCounts, theirs: &MoveCounts) -> Differences {
        let mut differences = Differences::default();
        let mut unmatched: BTreeMap<&str, u64> =
            ours.iter().map(|(mv, leaves)| (mv.as_str(), *leaves)).collect();
        for (mv, their_leaves) in theirs {
            match unmatched.remove(mv.as_str()) {
                None => differences.extra.push(mv.clone()),
                Some(leaves) if leaves == *their_leaves => {}
                Some(leaves) => differences.counts.push((mv.clone(), leaves, *their_leaves)),
            }
        }
        differences.missing = unmatched.into_keys().map(str::to_owned).collect();
        // The smallest tree first: it is the one to follow.
        differences.counts.sort_by(|(a, a_leaves, _), (b, b_leaves, _)| (a_leaves, a).cmp(&(b_leaves, b)));
        differences
    }

    fn is_empty(&self) -> bool {
        *self == Differences::default()
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Differences { missing, extra, counts } = &self.differences;
        writeln!(f, "the counts part {} plies from the root, at depth {}", self.path.len(), self.depth)?;
        writeln!(f, "position: {}", self.fen)?;
        if !self.path.is_empty() {
            writeln!(f, "path:     {}", self.path.join(" "))?;
        }
        if !missing.is_empty() {
            writeln!(f, "missing:  {} (legal, but the engine does not have it)", missing.join(" "))?;
        }
        if !extra.is_empty() {
            writeln!(
                f,
                "extra:    {} (the engine has it, but it is not legal or a repeat)",
                extra.join(" ")
            )?;
        }
        for (mv, ours, theirs) in counts {
            writeln!(f, "differs:  {mv}: {ours} leaves, the engine says {theirs}")?;
        }
        if missing.is_empty() && extra.is_empty() && self.depth > 1 {
            writeln!(
                f,
                "Asked about the positions after these moves, the engine agrees: it contradicts itself."
            )?;
        }
        if self.from_fen_alone == Some(false) {
            writeln!(
                f,
                "Given this position without the path, the engine agrees: look at how it makes moves."
            )?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(texts: &[(&str, u64)]) -> MoveCounts {
        texts.iter().map(|&(mv, leaves)| (mv.to_owned(), leaves)).collect()
    }

    #[test]
    fn differences_are_sorted_by_kind_and_the_smallest_tree_comes_first() {
        let ours = counts(&[("a2a3", 8), ("b2b3", 5), ("c2c3", 3), ("d2d3", 1)]);
        let theirs = counts(&[("c2c3", 4), ("a2a3", 9), ("b2b3", 5), ("b2b3", 5), ("e1e9", 1)]);
        let wanted = Differences {
            missing: vec!["d2d3".to_owned()],
            extra: vec!["b2b3".to_owned(), "e1e9".to_owned()],
            counts: vec![("c2c3".to_owned(), 3, 4), ("a2a3".to_owned(), 8, 9)],
        };
        assert_eq!(Differences::between(&ours, &theirs), wanted);
        assert!(Differences::between(&ours, &ours).is_empty());
    }

    #[test]
    fn our_counts_add_up_to_perft() {
        let position: Position =
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().unwrap();
        let counts = our_counts(&position, 3, CastlingNotation::Standard);
        assert_eq!(counts.iter().map(|(_, leaves)| leaves).sum::<u64>(), 97_862);
        assert_eq!(counts.len(), 48);
        assert!(counts.is_sorted());
    }
}
