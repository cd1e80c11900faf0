//! Sums over the pieces that a move changes only a little: material, piece-square values and the phase.
//!
//! An [`Accumulator`] watches a position being played ([`BoardObserver`]) and adds or takes away what each
//! piece is worth where it stands, so that the evaluation does not visit every piece for it.

use movegen::Position;
use movegen::position::BoardObserver;
use types::{ByPiece, ByRole, BySquare, Color, Piece, Role, Square};

use crate::tapered::Tapered;
use crate::term::{Feature, Term};
use crate::terms::{self, WEIGHTS};

/// How far the game is from its endgame: [`Phase::MIDDLEGAME`] with all pieces on the board, 0 with none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase(pub i32);

impl Phase {
    /// All pieces are on the board.
    pub const MIDDLEGAME: Phase = Phase(24);

    /// What each piece adds: pawns and kings nothing.
    const WEIGHT: ByRole<i32> = ByRole([0, 1, 1, 2, 4, 0]);

    /// The score between the halves of a tapered one.
    ///
    /// Division drops the fraction towards zero, so that both sides are treated alike.
    #[inline]
    pub fn taper(self, middlegame: i32, endgame: i32) -> i32 {
        (middlegame * self.0 + endgame * (Self::MIDDLEGAME.0 - self.0)) / Self::MIDDLEGAME.0
    }
}

/// Material, piece-square values and phase of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accumulator {
    /// White's minus Black's.
    score: Tapered,
    /// The sum of the phase weights, which promotions may carry beyond the middlegame's.
    phase: i32,
}

/// What each piece is worth on each square, negative for Black.
static PIECE_SQUARE: ByPiece<BySquare<Tapered>> = piece_square_table();

const fn piece_square_table() -> ByPiece<BySquare<Tapered>> {
    let mut table = ByPiece([BySquare([Tapered::ZERO; Square::COUNT]); Piece::COUNT]);
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            table.0[piece].0[square] = worth(Piece::ALL[piece], Square::ALL[square]);
            square += 1;
        }
        piece += 1;
    }
    table
}

const fn worth(piece: Piece, square: Square) -> Tapered {
    let mut worth = WEIGHTS[square_feature(piece, square).index()];
    if let Some(feature) = material_feature(piece.role()) {
        worth = worth.plus(WEIGHTS[feature.index()]);
    }
    match piece.color() {
        Color::White => worth,
        Color::Black => worth.negated(),
    }
}

/// The feature of having such a piece. Everybody has a king.
pub(crate) const fn material_feature(role: Role) -> Option<Feature> {
    match role {
        Role::King => None,
        _ => Some(terms::MATERIAL.at(role.index())),
    }
}

/// The feature of a piece standing on a square. Both wings are alike, so half a board is enough.
pub(crate) const fn square_feature(piece: Piece, square: Square) -> Feature {
    let table: Term<32> = match piece.role() {
        Role::Pawn => terms::PAWN_SQUARES,
        Role::Knight => terms::KNIGHT_SQUARES,
        Role::Bishop => terms::BISHOP_SQUARES,
        Role::Rook => terms::ROOK_SQUARES,
        Role::Queen => terms::QUEEN_SQUARES,
        Role::King => terms::KING_SQUARES,
    };
    table.at(half_board_index(square.relative_to(piece.color())))
}

/// A square's place among the 32 of files a to d, after the files e to h are folded onto them.
const fn half_board_index(square: Square) -> usize {
    let folded = if square.file().index() < 4 { square } else { square.mirror() };
    folded.rank().index() * 4 + folded.file().index()
}

impl Accumulator {
    /// Nothing is on the board.
    const EMPTY: Accumulator = Accumulator { score: Tapered::ZERO, phase: 0 };

    /// The sums of a position, from scratch.
    pub fn of(position: &Position) -> Accumulator {
        let mut sums = Accumulator::EMPTY;
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                sums.put(piece, square);
            }
        }
        sums
    }

    /// Material and piece-square values, White's minus Black's.
    #[inline]
    pub fn score(&self) -> Tapered {
        self.score
    }

    /// How far the game is from its endgame.
    #[inline]
    pub fn phase(&self) -> Phase {
        Phase(self.phase.min(Phase::MIDDLEGAME.0))
    }
}

impl BoardObserver for Accumulator {
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.score += PIECE_SQUARE[piece][square];
        self.phase += Phase::WEIGHT[piece.role()];
    }

    #[inline]
    fn lift(&mut self, piece: Piece, square: Square) {
        self.score -= PIECE_SQUARE[piece][square];
        self.phase -= Phase::WEIGHT[piece.role()];
    }

    #[inline]
    fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        self.score += PIECE_SQUARE[piece][to] - PIECE_SQUARE[piece][from];
    }
}
