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

use movegen::{Checks, KeyHistory, Position};
use types::{Color, Key, Move, Ply};

use super::limits::MateLimits;
use super::numbers::{INFINITE, ProofNumbers};
use super::table::ProofTable;
use crate::search_position;

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

/// The proof-number search.
pub(super) struct Prover<'a> {
    attacker: Color,
    table: ProofTable,
    /// The positions before the current one, in the game and in the searched line.
    pub(super) keys: KeyHistory,
    /// A stack of the children of all nodes of the current line.
    children: Vec<Child>,
    /// The number of positions visited.
    pub(super) nodes: u64,
    /// The node count at which the current attempt pauses.
    pause_at: u64,
    /// The node count at which limits and signals are tested again.
    poll_at: u64,
    pub(super) mate_limits: MateLimits<'a>,
}

impl<'a> Prover<'a> {
    pub(super) fn new(
        attacker: Color,
        earlier: &KeyHistory,
        table: ProofTable,
        mate_limits: MateLimits<'a>,
    ) -> Prover<'a> {
        let (keys, children) = (earlier.clone(), Vec::new());
        Prover { attacker, table, keys, children, nodes: 0, pause_at: u64::MAX, poll_at: 0, mate_limits }
    }

    /// Continues the proof that one of these moves mates, or that all of them lose if the defender moves, for at most
    /// `nodes` nodes. Returns the mating move, or a losing one; `None` if that is disproven.
    pub(super) fn attempt(
        &mut self,
        root: ProofNode<'_>,
        allowed: &[Move],
        nodes: u64,
    ) -> Result<Option<Move>, ProofInterrupted> {
        let earlier = self.keys.len();
        self.pause_at = self.nodes.saturating_add(nodes);
        let result = self.search(root, ProofNumbers::UNLIMITED, Some(allowed));
        self.pause_at = u64::MAX;
        // An interruption leaves keys of the searched line.
        while self.keys.len() > earlier {
            self.keys.pop();
        }
        self.children.clear();
        let (numbers, mv) = result?;
        Ok(mv.filter(|_| numbers.is_proven()))
    }

    /// Searches a node until it is solved.
    pub(super) fn prove(&mut self, node: ProofNode<'_>) -> Result<(), ProofInterrupted> {
        self.search(node, ProofNumbers::UNLIMITED, None).map(|_| ())
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
        self.keys.push(node.position.key());
        self.expand(node, allowed)?;
        let numbers = loop {
            let numbers = self.combined(node, first);
            if numbers.passes(limits) {
                break numbers;
            }
            let (index, limits) = self.selected(node, first, numbers, limits);
            let mv = self.children[index].mv;
            let next = self.play(node.position, mv)?;
            let child = self.child(node, &next);
            (self.children[index].numbers, _) = self.search(child, limits, None)?;
        };
        let is_decisive = |child: &&Child| child.numbers.is_solved_like(numbers);
        let mv = self.children[first..].iter().find(is_decisive).map(|child| child.mv);
        if allowed.is_none() {
            self.table.store(self.key(node), numbers, mv, self.nodes - nodes_before);
        }
        self.children.truncate(first);
        self.keys.pop();
        Ok((numbers, mv))
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
        search_position::table_key(node.position.key(), node.position)
            ^ Key(HASH_MULTIPLIER.wrapping_mul(u64::from(node.moves)))
    }

    /// Plays a legal move, counts it, and tests if the search has to end.
    pub(super) fn play(&mut self, position: &Position, mv: Move) -> Result<Position, ProofInterrupted> {
        if self.nodes >= self.poll_at {
            self.poll_at = self.mate_limits.next_poll(self.nodes).ok_or(ProofInterrupted::Stopped)?;
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
        } else {
            let known = self.table.probe(self.key(node)).map(|entry| entry.numbers);
            Ok(known.unwrap_or_else(|| unsearched_estimate(node.position)))
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
                    let greatest = children.iter().map(|child| child.numbers.disproof).max().unwrap_or(0);
                    let disproof = greatest.saturating_add(self.others_open(first));
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

/// The numbers of an attacker node that is not searched yet. Without a check it is harder to prove, and for a
/// disproof each check has to be refuted.
fn unsearched_estimate(position: &Position) -> ProofNumbers {
    let checks = Checks::of(position);
    let gives_check = |mv: &Move| position.gives_check(&checks, *mv);
    let count = position.legal_moves().iter().filter(|mv| gives_check(mv)).count() as u32;
    ProofNumbers { proof: if count == 0 { 4 } else { 1 }, disproof: 1 + 2 * count }
}
