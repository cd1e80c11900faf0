//! Tests whether moves give check, without playing them.
//!
//! A piece checks if it arrives on a square from which its kind attacks the enemy king, or if it leaves the
//! line of a slider of its own side that attacks the king through it. Both are looked up in sets that are made
//! once a node. What does both at once or clears two squares (castling, promotion, en passant) is rare enough
//! to be played out.

use types::{Bitboard, ByRole, Move, MoveKind, Piece, Role, Square};

use crate::{Position, attacks};

/// From where, and by leaving where, the side to move gives check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Checks {
    /// The squares from which a piece of each role attacks the enemy king.
    pub from: ByRole<Bitboard>,
    /// Our pieces that alone stand between a slider of ours and the enemy king.
    pub discoverers: Bitboard,
    king: Square,
}

impl Checks {
    /// The checks that the side to move can give.
    #[inline]
    pub fn of(position: &Position) -> Checks {
        let us = position.side_to_move();
        let king = position.king(!us);
        let occupied = position.occupied();
        let (bishop, rook) = (attacks::bishop(king, occupied), attacks::rook(king, occupied));
        let from = ByRole([
            attacks::pawn(!us, king),
            attacks::knight(king),
            bishop,
            rook,
            bishop | rook,
            Bitboard::EMPTY,
        ]);
        let snipers = attacks::bishop_rays(king) & position.diagonal_sliders(us)
            | attacks::rook_rays(king) & position.straight_sliders(us);
        let mut discoverers = Bitboard::EMPTY;
        for sniper in snipers {
            let between = attacks::between(king, sniper) & occupied;
            if !between.has_many() {
                discoverers |= between & position.color(us);
            }
        }
        Checks { from, discoverers, king }
    }

    /// All squares on which a piece gives check if it goes there by a normal move.
    #[inline]
    pub fn targets(&self, role: Role, from: Square) -> Bitboard {
        let direct = self.from[role];
        if self.discoverers.contains(from) { direct | !attacks::line(from, self.king) } else { direct }
    }
}

impl Position {
    /// Tests whether a legal move gives check. `checks` are this position's.
    #[inline]
    pub fn gives_check(&self, checks: &Checks, mv: Move) -> bool {
        if mv.kind() != MoveKind::Normal {
            return self.checks_when_played(mv);
        }
        let role = self.piece_at(mv.from()).map(Piece::role);
        role.is_some_and(|role| checks.targets(role, mv.from()).contains(mv.to()))
    }

    /// Tests whether a legal move gives check, by playing it.
    #[cold] // And so not inlined: the position after the move needs room on the stack.
    fn checks_when_played(&self, mv: Move) -> bool {
        self.after(mv).in_check()
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;

    use super::*;

    #[test]
    fn checks_are_those_that_playing_the_move_shows() {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let (mut checks_given, mut moves_tried) = (0, 0);
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "5k2/8/8/8/8/8/8/4K2R w K - 0 1",
            "8/8/8/1k1pP2R/8/8/8/4K3 w - d6 0 1",
        ] {
            for _ in 0..40 {
                let mut position: Position = fen.parse().unwrap();
                for _ in 0..60 {
                    let moves = position.legal_moves();
                    let checks = Checks::of(&position);
                    for &mv in &moves {
                        let is_check = position.after(mv).in_check();
                        assert_eq!(position.gives_check(&checks, mv), is_check, "{mv} in {position:?}");
                        checks_given += u32::from(is_check);
                        moves_tried += 1;
                    }
                    let Some(&mv) = moves.choose(&mut rng) else { break };
                    position.play(mv);
                }
            }
        }
        assert!(checks_given > 5_000 && moves_tried > 100_000, "{checks_given} of {moves_tried}");
    }
}
