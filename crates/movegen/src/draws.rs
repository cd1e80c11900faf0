//! Draws by rule: too little material and fifty moves without progress, which a position alone decides, and repetition,
//! for which it takes those before it.

use types::{Bitboard, Ply, Role};

use crate::{KeyHistory, Masks, Position};

/// Half-moves without a capture or a pawn move after which the game is drawn.
pub const FIFTY_MOVES: u16 = 100;

impl Position {
    /// True if no sequence of legal moves, however helpful, can end in mate because of the material: bare
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

    /// True if the fifty-move rule ends the game here. Mate on the hundredth half-move comes first: it
    /// counts as mate. `masks` are this position's.
    #[inline]
    pub fn is_fifty_move_draw(&self, masks: &Masks) -> bool {
        self.halfmove_clock() >= FIFTY_MOVES && (!masks.in_check() || self.count_legal_moves() > 0)
    }

    /// True if the rules end the game here in a draw other than by stalemate: by repetition, for want of material, or
    /// after fifty moves without progress.
    ///
    /// `earlier` are the positions before this one, which lies `ply` half-moves after the root of a search: there the
    /// second occurrence of a position counts, see [`KeyHistory::is_repetition`]. In a game, which is at
    /// [`Ply::ROOT`] all the time, it is the third.
    #[inline]
    pub fn is_drawn(&self, earlier: &KeyHistory, ply: Ply) -> bool {
        earlier.is_repetition(self, ply)
            || self.is_insufficient_material()
            // Checks are tested only when the rule may apply.
            || self.halfmove_clock() >= FIFTY_MOVES && self.is_fifty_move_draw(&Masks::of(self))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

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

    #[test]
    fn a_draw_is_any_of_the_three() {
        let is_drawn = |fen: &str| position(fen).is_drawn(&KeyHistory::new(), Ply::ROOT);
        assert!(!is_drawn("4k3/8/8/8/8/8/8/R3K3 w - - 99 90"));
        assert!(is_drawn("4k3/8/8/8/8/8/8/R3K3 w - - 100 90"));
        assert!(is_drawn("4k3/8/8/8/8/8/8/B3K3 w - - 0 90"));
        assert!(!is_drawn("R3k3/8/4K3/8/8/8/8/8 b - - 100 80"), "mate");
        assert!(!is_drawn("k7/2Q5/2K5/8/8/8/8/8 b - - 0 80"), "stalemate is another matter");
    }

    #[test]
    fn a_position_is_drawn_at_its_third_occurrence_and_after_the_root_at_its_second() {
        let mut position = position("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1");
        let (mut earlier, mut drawn) = (KeyHistory::new(), Vec::new());
        let moves = ["a1a2", "h8h7", "a2a1", "h7h8"];
        for text in moves.iter().chain(&moves) {
            earlier.push(position.key());
            position.play(position.parse_uci(text).unwrap());
            drawn.push((position.is_drawn(&earlier, Ply::ROOT), position.is_drawn(&earlier, Ply(5))));
        }
        let expected = [[(false, false); 3].as_slice(), &[(false, true); 4], &[(true, true)]].concat();
        assert_eq!(drawn, expected);
    }
}
