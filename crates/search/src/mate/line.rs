//! The mating line of a proof.
//!
//! A proof consists of one move for each position of the attacker and all replies of the defender. The length of its
//! longest line is the length of the mate, and that line is reported. Every branch is played out to the mate, so the
//! length is right even if the table has lost entries.

use std::collections::HashMap;

use types::{Key, Move, Ply};

use super::proof::{ProofInterrupted, ProofNode, Prover};

/// For each node of a proof, the number of plies to the mate and the move to play.
#[derive(Default)]
pub(super) struct Distances(HashMap<Key, (u16, Move)>);

impl Prover<'_> {
    /// The longest line of a proof that begins with one of these moves. `None` if the proof is incomplete.
    pub(super) fn mating_line(
        &mut self,
        root: ProofNode<'_>,
        moves: &[Move],
    ) -> Result<Option<Vec<Move>>, ProofInterrupted> {
        let mut distances = Distances::default();
        let earlier = self.keys.len();
        let longest = self.longest(root, moves, &mut distances);
        // An interruption leaves keys of the searched line.
        while self.keys.len() > earlier {
            self.keys.pop();
        }
        let Some((plies, first)) = longest? else { return Ok(None) };
        let mut line = vec![first];
        let mut position = root.position.after(first);
        let mut moves = self.child(root, &position).moves;
        while line.len() < usize::from(plies) {
            let node = ProofNode { position: &position, moves };
            let Some(&(_, mv)) = distances.0.get(&self.key(node)) else { return Ok(None) };
            line.push(mv);
            let next = position.after(mv);
            moves = self.child(node, &next).moves;
            position = next;
        }
        Ok(Some(line))
    }

    /// The length in plies of the longest line that begins with one of these moves, and its first move.
    fn longest(
        &mut self,
        node: ProofNode<'_>,
        moves: &[Move],
        distances: &mut Distances,
    ) -> Result<Option<(u16, Move)>, ProofInterrupted> {
        let mut longest: Option<(u16, Move)> = None;
        self.keys.push(node.position.key());
        for &mv in moves {
            let next = self.play(node.position, mv)?;
            let Some(plies) = self.distance(self.child(node, &next), distances)? else { return Ok(None) };
            if longest.is_none_or(|(most, _)| plies + 1 > most) {
                longest = Some((plies + 1, mv));
            }
        }
        self.keys.pop();
        Ok(longest)
    }

    /// The number of plies to the mate from a proven node.
    fn distance(
        &mut self,
        node: ProofNode<'_>,
        distances: &mut Distances,
    ) -> Result<Option<u16>, ProofInterrupted> {
        let replies = node.position.legal_moves();
        if replies.is_empty() {
            return Ok((node.position.in_check() && !self.is_attacker_node(node)).then_some(0));
        }
        if node.position.is_drawn(&self.keys, Ply::ROOT) {
            return Ok(None);
        }
        let key = self.key(node);
        if let Some(&(plies, _)) = distances.0.get(&key) {
            return Ok(Some(plies));
        }
        let longest = if self.is_attacker_node(node) {
            let Some(mv) = self.proof_move(node)? else { return Ok(None) };
            self.longest(node, &[mv], distances)?
        } else {
            self.longest(node, &replies, distances)?
        };
        let Some(longest) = longest else { return Ok(None) };
        distances.0.insert(key, longest);
        Ok(Some(longest.0))
    }

    /// The move of a proof in an attacker node. It is searched again if the table has lost it.
    fn proof_move(&mut self, node: ProofNode<'_>) -> Result<Option<Move>, ProofInterrupted> {
        if node.moves <= 1 {
            return self.mating_move(node.position);
        }
        let known = self.known_proof_move(node);
        if known.is_some() {
            return Ok(known);
        }
        self.prove(node)?;
        Ok(self.known_proof_move(node))
    }
}
