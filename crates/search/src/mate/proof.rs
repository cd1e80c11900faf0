//! Proof-number search: it proves or disproves that the attacker can force mate within a number of moves.
//!
//! The tree has two kinds of nodes. Where the attacker moves, one mating move is enough; where the defender moves,
//! all replies must lose. Two numbers say how much is missing for a proof and for a disproof:
//!
//! ```text
//!                      proof number               disproof number
//!   attacker moves     least of the children      greatest of the children, and their number
//!   defender moves     sum of the children        least of the children
//!   mated              0                          infinite
//!   too late, or draw  infinite                   0
//! ```
//!
//! The search always goes to the leaf that contributes most to a proof or a disproof, so checks and moves that leave
//! few replies come first without a special rule. It is depth-first: a child is searched until its numbers pass
//! limits beyond which another child is better. The table keeps the numbers of the nodes that are left.
//!
//! The key of a node includes the number of moves left, so the tree is finite and without cycles.
//!
//! Sources: L. V. Allis, M. van der Meulen and H. J. van den Herik, *Proof-number search*, 1994; A. Nagai, *Df-pn
//! algorithm for searching AND/OR trees and its applications*, 2002; J. Pawlewicz and Ł. Lew, *Improving depth-first
//! PN-search: 1 + ε trick*, 2006.

use std::collections::HashMap;

use movegen::{Checks, KeyHistory, Position};
use types::{Color, Key, Move, Ply};

use super::table::{INFINITE, ProofNumbers, ProofTable};
use crate::position;
use crate::time::{POLL_INTERVAL, TimeManager};

/// The reason for ending a proof early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ProofInterrupted {
    /// The node budget of this attempt is used up.
    Paused,
    /// A limit or a signal ended the whole search.
    Stopped,
}

/// A move and the numbers of the node after it.
#[derive(Clone, Copy, Debug)]
struct Child {
    mv: Move,
    numbers: ProofNumbers,
}

/// A node: a position and the number of moves that the attacker has left, the current one included.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProofNode<'a> {
    pub(super) position: &'a Position,
    pub(super) moves: u16,
}

pub(super) struct Prover<'a> {
    attacker: Color,
    table: ProofTable,
    /// The positions before the current one, in the game and in the searched line.
    pub(super) keys: KeyHistory,
    /// A stack of the children of all nodes of the current line.
    children: Vec<Child>,
    pub(super) nodes: u64,
    /// The node count at which the current attempt pauses.
    pause_at: u64,
    /// The node count at which limits and signals are tested again.
    poll_at: u64,
    pub(super) time: TimeManager<'a>,
    /// The nodes of the short search before it.
    nodes_before: u64,
}

impl<'a> Prover<'a> {
    pub(super) fn new(
        attacker: Color,
        earlier: &KeyHistory,
        table: ProofTable,
        time: TimeManager<'a>,
        nodes_before: u64,
    ) -> Prover<'a> {
        Prover {
            attacker,
            table,
            keys: earlier.clone(),
            children: Vec::new(),
            nodes: 0,
            pause_at: u64::MAX,
            poll_at: 0,
            time,
            nodes_before,
        }
    }

    /// Continues the proof that one of these moves mates, or that all of them lose if the defender moves, for at most
    /// `nodes` nodes. Returns the mating move, or a losing one; `None` if that is disproven.
    pub(super) fn attempt(
        &mut self,
        root: ProofNode<'_>,
        allowed: &[Move],
        nodes: u64,
    ) -> Result<Option<Move>, ProofInterrupted> {
        self.pause_at = self.nodes.saturating_add(nodes);
        let result = self.search(root, ProofNumbers::UNLIMITED, Some(allowed));
        self.pause_at = u64::MAX;
        // An interruption leaves children of the searched line.
        self.children.clear();
        let (numbers, mv) = result?;
        Ok(mv.filter(|_| numbers.is_proven()))
    }

    /// Searches a node until it is solved or its numbers pass the limits. Returns its numbers and the move that
    /// decides it.
    fn search(
        &mut self,
        node: ProofNode<'_>,
        limits: ProofNumbers,
        allowed: Option<&[Move]>,
    ) -> Result<(ProofNumbers, Option<Move>), ProofInterrupted> {
        let (nodes_before, first) = (self.nodes, self.children.len());
        let numbers = self.below(node.position, |prover| {
            prover.expand(node, allowed)?;
            loop {
                let numbers = prover.combined(node, first);
                if numbers.passes(limits) {
                    return Ok(numbers);
                }
                let (index, limits) = prover.selected(node, first, numbers, limits);
                let next = prover.play(node.position, prover.children[index].mv)?;
                let child = prover.child(node, &next);
                (prover.children[index].numbers, _) = prover.search(child, limits, None)?;
            }
        })?;
        let is_decisive = |child: &&Child| {
            numbers.is_proven() && child.numbers.is_proven()
                || numbers.is_disproven() && child.numbers.is_disproven()
        };
        let mv = self.children[first..].iter().find(is_decisive).map(|child| child.mv);
        if allowed.is_none() {
            self.table.store(self.key(node), numbers, mv, self.nodes - nodes_before);
        }
        self.children.truncate(first);
        Ok((numbers, mv))
    }

    /// Searches below a position, which may be repeated there.
    fn below<T>(&mut self, position: &Position, search: impl FnOnce(&mut Self) -> T) -> T {
        self.keys.push(position.key());
        let result = search(self);
        self.keys.pop();
        result
    }

    /// The mating move of an attacker node, from the table.
    pub(super) fn known_proof_move(&self, node: ProofNode<'_>) -> Option<Move> {
        let entry = self.table.probe(self.key(node)).filter(|entry| entry.numbers.is_proven())?;
        entry.mv.filter(|mv| node.position.legal_moves().contains(mv))
    }

    pub(super) fn is_attacker_node(&self, node: ProofNode<'_>) -> bool {
        node.position.side_to_move() == self.attacker
    }

    /// The node of the position after a move.
    pub(super) fn child<'p>(&self, node: ProofNode<'_>, next: &'p Position) -> ProofNode<'p> {
        ProofNode { position: next, moves: node.moves - u16::from(self.is_attacker_node(node)) }
    }

    /// The table key of a node.
    pub(super) fn key(&self, node: ProofNode<'_>) -> Key {
        /// An odd random number.
        const HASH_MULTIPLIER: u64 = 0xd6e8_feb8_6659_fd93;
        position::table_key(node.position.key(), node.position)
            ^ Key(HASH_MULTIPLIER.wrapping_mul(u64::from(node.moves)))
    }

    /// Plays a legal move, counts it, and tests if the search has to end.
    pub(super) fn play(&mut self, position: &Position, mv: Move) -> Result<Position, ProofInterrupted> {
        if self.nodes >= self.poll_at {
            let (limits, all) = (self.time.limits, self.nodes_before + self.nodes);
            let left = limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(all));
            let is_over = left == 0
                || limits.soft_nodes.is_some_and(|limit| all >= limit)
                || self.time.control.is_stopped()
                || self.time.is_out_of_time()
                || self.time.is_soft_limit_reached();
            if is_over {
                return Err(ProofInterrupted::Stopped);
            }
            self.poll_at = self.nodes + left.min(POLL_INTERVAL);
        }
        if self.nodes >= self.pause_at {
            return Err(ProofInterrupted::Paused);
        }
        self.nodes += 1;
        Ok(position.after(mv))
    }

    /// Pushes the children of a node onto the stack, or only the one that decides it.
    fn expand(&mut self, node: ProofNode<'_>, allowed: Option<&[Move]>) -> Result<(), ProofInterrupted> {
        let first = self.children.len();
        let is_attacker_node = self.is_attacker_node(node);
        let mut moves = node.position.legal_moves();
        if let Some(allowed) = allowed {
            moves.retain(|mv| allowed.contains(mv));
        }
        if is_attacker_node && node.moves <= 1 {
            let checks = Checks::of(node.position);
            moves.retain(|mv| node.position.gives_check(&checks, *mv));
        }
        let known = self.table.probe(self.key(node)).and_then(|entry| entry.mv);
        if let Some(index) = moves.iter().position(|&mv| Some(mv) == known) {
            moves[..=index].rotate_right(1);
        }
        for mv in moves {
            let next = self.play(node.position, mv)?;
            let child = self.child(node, &next);
            let numbers =
                if is_attacker_node { self.defender_estimate(child) } else { self.attacker_estimate(child)? };
            let decides = if is_attacker_node { numbers.is_proven() } else { numbers.is_disproven() };
            if decides {
                self.children.truncate(first);
            }
            self.children.push(Child { mv, numbers });
            if decides {
                break;
            }
        }
        Ok(())
    }

    /// The numbers of a defender node without a search.
    fn defender_estimate(&self, node: ProofNode<'_>) -> ProofNumbers {
        let replies = node.position.count_legal_moves();
        let in_check = node.position.in_check();
        if replies == 0 && in_check {
            ProofNumbers::PROVEN
        } else if replies == 0 || node.moves == 0 || node.position.is_drawn(&self.keys, Ply::ROOT) {
            ProofNumbers::DISPROVEN
        } else if let Some(entry) = self.table.probe(self.key(node)) {
            entry.numbers
        } else {
            let proof = if in_check { replies } else { replies + 1 };
            ProofNumbers { proof, disproof: 1 }
        }
    }

    /// The numbers of an attacker node without a search. With one move left, all moves are tried.
    fn attacker_estimate(&mut self, node: ProofNode<'_>) -> Result<ProofNumbers, ProofInterrupted> {
        if node.position.is_drawn(&self.keys, Ply::ROOT) {
            Ok(ProofNumbers::DISPROVEN)
        } else if node.moves <= 1 {
            let mates = self.mating_move(node.position)?.is_some();
            Ok(if mates { ProofNumbers::PROVEN } else { ProofNumbers::DISPROVEN })
        } else if let Some(entry) = self.table.probe(self.key(node)) {
            Ok(entry.numbers)
        } else {
            // Without a check it is harder to prove, and for a disproof each check has to be refuted.
            let checks = Checks::of(node.position);
            let gives_check = |mv: &&Move| node.position.gives_check(&checks, **mv);
            let count = node.position.legal_moves().iter().filter(gives_check).count() as u32;
            Ok(ProofNumbers { proof: if count == 0 { 4 } else { 1 }, disproof: 1 + 2 * count })
        }
    }

    /// A move that gives mate.
    pub(super) fn mating_move(&mut self, position: &Position) -> Result<Option<Move>, ProofInterrupted> {
        let checks = Checks::of(position);
        for mv in position.legal_moves() {
            if position.gives_check(&checks, mv) && self.play(position, mv)?.count_legal_moves() == 0 {
                return Ok(Some(mv));
            }
        }
        Ok(None)
    }

    /// The numbers of a node, computed from its children: those on the stack from `first` on.
    ///
    /// Lines of the attacker often transpose, and a sum would count the same refutation many times. So the disproof
    /// number of an attacker node is the greatest of its children, plus one for each other open child. (On mates in 4
    /// and 5 this takes four fifths of the nodes that a sum takes.)
    fn combined(&self, node: ProofNode<'_>, first: usize) -> ProofNumbers {
        let children = &self.children[first..];
        if self.is_attacker_node(node) {
            match children.iter().map(|child| child.numbers.proof).min().unwrap_or(INFINITE) {
                0 => ProofNumbers::PROVEN,
                INFINITE => ProofNumbers::DISPROVEN,
                proof => {
                    let max = children.iter().map(|child| child.numbers.disproof).max().unwrap_or(0);
                    let disproof = max.saturating_add(self.others_open(first));
                    ProofNumbers { proof, disproof: disproof.min(INFINITE - 1) }
                }
            }
        } else {
            match children.iter().map(|child| child.numbers.disproof).min().unwrap_or(INFINITE) {
                0 => ProofNumbers::DISPROVEN,
                INFINITE => ProofNumbers::PROVEN,
                disproof => {
                    let sum =
                        children.iter().fold(0, |sum: u32, child| sum.saturating_add(child.numbers.proof));
                    ProofNumbers { proof: sum.min(INFINITE - 1), disproof }
                }
            }
        }
    }

    /// The number of children that are not disproven, less one.
    fn others_open(&self, first: usize) -> u32 {
        let open = self.children[first..].iter().filter(|child| !child.numbers.is_disproven()).count();
        (open as u32).saturating_sub(1)
    }

    /// Selects the child to search, and its limits: beyond them another child is better, or the node passes its own
    /// limits.
    fn selected(
        &self,
        node: ProofNode<'_>,
        first: usize,
        numbers: ProofNumbers,
        limits: ProofNumbers,
    ) -> (usize, ProofNumbers) {
        let is_attacker_node = self.is_attacker_node(node);
        let order = |index: &usize| {
            let ProofNumbers { proof, disproof } = self.children[*index].numbers;
            if is_attacker_node { (proof, disproof) } else { (disproof, proof) }
        };
        let indices = first..self.children.len();
        let best = indices.clone().min_by_key(order).unwrap_or(first);
        let others = indices.filter(|&index| index != best);
        let second = others.map(|index| order(&index).0).min().unwrap_or(INFINITE);
        // A little more than the second best, to avoid switching between them all the time.
        let patience = second.saturating_add(second / 8 + 1).min(INFINITE);
        let own = self.children[best].numbers;
        let limits = if is_attacker_node {
            let disproof = limits.disproof.saturating_sub(self.others_open(first)).max(own.disproof + 1);
            ProofNumbers { proof: limits.proof.min(patience), disproof }
        } else {
            let proof =
                limits.proof.saturating_sub(numbers.proof.saturating_sub(own.proof)).max(own.proof + 1);
            ProofNumbers { proof, disproof: limits.disproof.min(patience) }
        };
        (best, limits)
    }
}

/// For each node of a proof, the number of plies to the mate and the move to play.
type Distances = HashMap<Key, (u16, Move)>;

/// The mating line of a proof. A proof consists of one move for each position of the attacker and all replies of the
/// defender. The length of its longest line is the length of the mate, and that line is reported. Every branch is played
/// out to the mate, so the length is right even if the table has lost entries.
impl Prover<'_> {
    /// The longest line of a proof that begins with one of these moves. `None` if the proof is incomplete.
    pub(super) fn mating_line(
        &mut self,
        root: ProofNode<'_>,
        moves: &[Move],
    ) -> Result<Option<Vec<Move>>, ProofInterrupted> {
        let mut distances = Distances::default();
        let Some((plies, first)) = self.longest(root, moves, &mut distances)? else { return Ok(None) };
        let mut line = vec![first];
        let mut position = root.position.after(first);
        let mut moves = self.child(root, &position).moves;
        while line.len() < usize::from(plies) {
            let node = ProofNode { position: &position, moves };
            let Some(&(_, mv)) = distances.get(&self.key(node)) else { return Ok(None) };
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
        self.below(node.position, |prover| {
            let mut longest: Option<(u16, Move)> = None;
            for &mv in moves {
                let next = prover.play(node.position, mv)?;
                let child = prover.child(node, &next);
                let Some(plies) = prover.distance(child, distances)? else { return Ok(None) };
                if longest.is_none_or(|(most, _)| plies + 1 > most) {
                    longest = Some((plies + 1, mv));
                }
            }
            Ok(longest)
        })
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
        if let Some(&(plies, _)) = distances.get(&key) {
            return Ok(Some(plies));
        }
        let longest = if self.is_attacker_node(node) {
            let Some(mv) = self.proof_move(node)? else { return Ok(None) };
            self.longest(node, &[mv], distances)?
        } else {
            self.longest(node, &replies, distances)?
        };
        let Some(longest) = longest else { return Ok(None) };
        distances.insert(key, longest);
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
        self.search(node, ProofNumbers::UNLIMITED, None)?;
        Ok(self.known_proof_move(node))
    }
}
