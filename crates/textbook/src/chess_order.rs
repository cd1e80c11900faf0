//! Move ordering for chess as tutorials have it: captures by victim and attacker (MVV-LVA), killers, history.
//!
//! Source: J. Schaeffer, *The history heuristic and alpha-beta search enhancements in practice*, 1989.

use std::cmp::Reverse;

use movegen::Position;
use types::{ByColor, BySquare, Move, Role, Score};

use super::chess::Chess;
use super::order::Order;

/// The most valuable victim first, taken by the least valuable attacker (MVV-LVA); then the other moves as generated.
#[derive(Clone, Copy, Debug)]
pub struct VictimsFirst;

impl<E: FnMut(&Position) -> Score> Order<Chess<E>> for VictimsFirst {
    fn arrange(&mut self, tree: &mut Chess<E>, moves: &mut [Move]) {
        let position = tree.position();
        moves.sort_by_key(|&mv| Reverse(mvv_lva(position, mv)));
    }
}

/// Captures first, then the two quiet moves that last reached beta at this ply, then the others by how often they did.
#[derive(Clone, Debug, Default)]
pub struct KillersAndHistory {
    killers: Vec<[Option<Move>; 2]>,
    history: ByColor<BySquare<BySquare<u64>>>,
}

impl<E: FnMut(&Position) -> Score> Order<Chess<E>> for KillersAndHistory {
    fn arrange(&mut self, tree: &mut Chess<E>, moves: &mut [Move]) {
        let position = tree.position();
        let killers = self.killers.get(tree.ply().index()).copied().unwrap_or_default();
        let history = &self.history[position.side_to_move()];
        moves.sort_by_key(|&mv| {
            let is_killer = killers.contains(&Some(mv));
            Reverse((mvv_lva(position, mv), is_killer, history[mv.from()][mv.to()]))
        });
    }

    fn note_cut(&mut self, tree: &mut Chess<E>, mv: Move, depth: u32) {
        let (position, ply) = (tree.position(), tree.ply().index());
        if mvv_lva(position, mv).is_some() {
            return;
        }
        if self.killers.len() <= ply {
            self.killers.resize(ply + 1, [None; 2]);
        }
        let killers = &mut self.killers[ply];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.history[position.side_to_move()][mv.from()][mv.to()] += u64::from(depth * depth);
    }
}

/// The sort key of a capture or promotion, best greatest; `None` for other moves.
fn mvv_lva(position: &Position, mv: Move) -> Option<(u8, Reverse<u8>)> {
    let victim = position.captured(mv).map(|victim| victim.role());
    if victim.is_none() && mv.promoted_to().is_none() {
        return None;
    }
    let gain = victim.map_or(0, piece_value) + mv.promoted_to().map_or(0, piece_value);
    let attacker = position.piece_at(mv.from()).map_or(0, |piece| piece_value(piece.role()));
    Some((gain, Reverse(attacker)))
}

/// Rough values in pawns. A king is never captured, and captures last.
fn piece_value(role: Role) -> u8 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 10,
    }
}
