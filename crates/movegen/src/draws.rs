//! Draws that a position alone decides: too little material, and fifty moves without progress.

use types::{Bitboard, Role};

use crate::{Masks, Position};

/// Half-moves without a capture or a pawn move after which the game is drawn.
pub const FIFTY_MOVES: u16 = 100;

impl Position {
    /// Whether no sequence of legal moves, however helpful, can end in mate because of the material: bare
    /// kings, a single knight or bishop, or nothing but bishops that all stand on one colour.
    pub fn is_insufficient_material(&self) -> bool {
        let mating = self.role(Role::Pawn) | self.role(Role::Rook) | self.role(Role::Queen);
        if mating.any() {
            return false;
        }
        let (knights, bishops) = (self.role(Role::Knight), self.role(Role::Bishop));
        let one_colour =
            bishops.is_subset(Bitboard::LIGHT_SQUARES) || bishops.is_subset(Bitboard::DARK_SQUARES);
        !(knights | bishops).has_many() || knights.is_empty() && one_colour
    }

    /// Whether the fifty-move rule ends the game here. Mate on the hundredth half-move comes first: it
    /// counts as mate. `masks` are this position's.
    #[inline]
    pub fn is_fifty_move_draw(&self, masks: &Masks) -> bool {
        self.halfmove_clock() >= FIFTY_MOVES && (!masks.in_check() || self.count_legal_moves() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn material_that_cannot_mate() {
        for fen in [
            "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
            "8/8/4k3/8/5n2/3K4/8/8 w - - 0 1",
            "8/8/4k3/8/5B2/3K4/8/8 b - - 0 1",
            "8/2b5/4k3/8/5B2/3K4/8/8 w - - 0 1",
            "8/2b5/4k3/8/1B3B2/3K4/7B/8 w - - 0 1",
        ] {
            assert!(position(fen).is_insufficient_material(), "{fen}");
        }
    }

    #[test]
    fn material_that_can_mate_if_only_with_help() {
        for fen in [
            "8/8/4k3/8/8/3K4/3P4/8 w - - 0 1",
            "8/8/4k3/8/5nn1/3K4/8/8 w - - 0 1",
            "8/8/4k3/6n1/8/3K4/5N2/8 w - - 0 1",
            "8/3b4/4k3/8/5B2/3K4/8/8 w - - 0 1",
            "8/8/4k3/6n1/5B2/3K4/8/8 w - - 0 1",
            "8/8/4k3/8/5R2/3K4/8/8 b - - 0 1",
        ] {
            assert!(!position(fen).is_insufficient_material(), "{fen}");
        }
    }

    #[test]
    fn mate_on_the_hundredth_ply_beats_the_draw() {
        let is_draw = |fen: &str| {
            let position = position(fen);
            position.is_fifty_move_draw(&Masks::of(&position))
        };
        assert!(is_draw("8/8/4k3/8/5R2/3K4/8/8 b - - 100 80"));
        assert!(!is_draw("8/8/4k3/8/5R2/3K4/8/8 b - - 99 80"));
        // Check, but not mate; stalemate is a draw either way; mate is not.
        assert!(is_draw("R3k3/8/4K3/8/8/8/8/1r6 b - - 100 80"));
        assert!(is_draw("k7/2Q5/2K5/8/8/8/8/8 b - - 100 80"));
        assert!(!is_draw("R3k3/8/4K3/8/8/8/8/8 b - - 100 80"));
    }
}
