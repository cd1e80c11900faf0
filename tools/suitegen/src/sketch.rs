//! Drawing positions at random around an idea.
//!
//! A motif fixes the few pieces that make it and lets the rest fall where it may: [`Sketch`] keeps track of
//! the board, of squares that must stay empty, and of rights. White is to move; [`Sketch::finish`] turns half
//! of the drawings upside down so that Black gets its share. Whether the drawing is a position at all is for
//! the libraries to say.

use shakmaty::{Bitboard, Board, Color, Piece, Rank, Role, Setup, Square};

use crate::dice::Dice;

/// A position in the making, White to move.
#[derive(Clone, Debug)]
pub struct Sketch {
    board: Board,
    reserved: Bitboard,
    rights: Bitboard,
    ep: Option<Square>,
}

impl Default for Sketch {
    fn default() -> Self {
        Self { board: Board::empty(), reserved: Bitboard::EMPTY, rights: Bitboard::EMPTY, ep: None }
    }
}

impl Sketch {
    /// Puts a piece on a square, whatever was there.
    pub fn put(&mut self, square: Square, piece: Piece) -> &mut Self {
        self.board.set_piece_at(square, piece);
        self
    }

    /// Keeps squares empty from here on.
    pub fn reserve(&mut self, squares: Bitboard) -> &mut Self {
        self.reserved.add(squares);
        self
    }

    /// The rook on this square may castle.
    pub fn allow_castling(&mut self, rook: Square) -> &mut Self {
        self.rights.add(rook);
        self
    }

    /// Black's last move was a double step over this square.
    pub fn en_passant(&mut self, ep: Square) -> &mut Self {
        self.ep = Some(ep);
        self
    }

    /// Drops a piece on a random free square of `among`; pawns keep off the back ranks. No square, no piece.
    pub fn drop_among(&mut self, dice: &mut Dice, piece: Piece, among: Bitboard) -> Option<Square> {
        let square = dice.square_of(among & self.free_for(piece.role))?;
        self.put(square, piece);
        Some(square)
    }

    /// Drops a piece anywhere.
    pub fn drop(&mut self, dice: &mut Dice, piece: Piece) -> Option<Square> {
        self.drop_among(dice, piece, Bitboard::FULL)
    }

    /// Drops the kings that are still missing.
    pub fn kings(&mut self, dice: &mut Dice) -> &mut Self {
        for color in Color::ALL {
            if self.board.king_of(color).is_none() {
                self.drop(dice, color.king());
            }
        }
        self
    }

    /// Drops `count` random pieces of random colours, no kings.
    pub fn clutter(&mut self, dice: &mut Dice, count: usize) -> &mut Self {
        for _ in 0..count {
            let color = if dice.one_in(2) { Color::White } else { Color::Black };
            if let Some(&role) = dice.pick(&CLUTTER) {
                self.drop(dice, role.of(color));
            }
        }
        self
    }

    /// The setup; its colours swapped half of the time.
    pub fn finish(&self, dice: &mut Dice) -> Setup {
        let mut setup = Setup::empty();
        setup.board = self.board.clone();
        setup.castling_rights = self.rights & self.board.rooks();
        setup.ep_square = self.ep;
        if dice.one_in(2) { setup.into_mirrored() } else { setup }
    }

    fn free_for(&self, role: Role) -> Bitboard {
        let free = !(self.board.occupied() | self.reserved);
        if role == Role::Pawn { free & !Bitboard::BACKRANKS } else { free }
    }
}

/// Pawns come twice: they are what most positions are full of.
const CLUTTER: [Role; 6] = [Role::Pawn, Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];

/// A rank as a set.
pub fn rank(rank: Rank) -> Bitboard {
    Bitboard::from_rank(rank)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dice::Seed;

    #[test]
    fn reserved_squares_and_back_ranks_stay_free() {
        let mut dice = Dice::new(Seed(3), "sketch");
        for _ in 0..200 {
            let mut sketch = Sketch::default();
            sketch.reserve(rank(Rank::Fourth)).kings(&mut dice).clutter(&mut dice, 30);
            let board = sketch.finish(&mut dice).board;
            assert!((board.pawns() & Bitboard::BACKRANKS).is_empty());
            assert_eq!(board.kings().count(), 2);
            assert_eq!(board.occupied().count(), 32);
            let untouched = [Rank::Fourth, Rank::Fifth].map(|r| (board.occupied() & rank(r)).is_empty());
            assert!(untouched.contains(&true));
        }
    }
}
