//! Piece-square values, which depend on the wings of the two kings.
//!
//! Each table sees the board with the own king on its right: mirrored if the king is on the files a to d. So three pawns
//! in front of a king on g1 and three in front of one on b1 are the same three squares of the table, and three pawns
//! on the other wing are different ones. A second table is added while the enemy king stands on the other wing.
//!
//! Two kings can stand on two wings in four ways ([`KingWings`]), so a piece on a square has four values ([`worth`]).

use movegen::Position;
use types::{ByPiece, BySquare, Color, Piece, Role, Square};

use crate::geometry::is_on_queenside;
use crate::tapered::Tapered;
use crate::term::{EvalFeature, Term};
use crate::terms::{self, WEIGHTS};

/// The wings of the kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct KingWings {
    /// The kings that are on the files a to d: bit 0 for White's, bit 1 for Black's.
    on_queenside: u8,
}

impl KingWings {
    pub(crate) const COUNT: usize = 4;

    #[inline]
    pub(crate) fn of(position: &Position) -> KingWings {
        let bit = |color| u8::from(is_on_queenside(position.king(color)));
        KingWings { on_queenside: bit(Color::White) | bit(Color::Black) << 1 }
    }

    /// The index of these wings among the four.
    #[inline]
    pub(crate) const fn index(self) -> usize {
        self.on_queenside as usize & (Self::COUNT - 1)
    }

    const fn is_queenside(self, color: Color) -> bool {
        self.on_queenside >> color as u8 & 1 != 0
    }

    const fn are_opposite(self) -> bool {
        self.is_queenside(Color::White) != self.is_queenside(Color::Black)
    }
}

/// The values of a piece on a square, negative for Black, one for each [`KingWings`].
pub(crate) type Worth = [Tapered; KingWings::COUNT];

/// The values of a piece on a square, its material included.
#[inline]
pub(crate) fn worth(piece: Piece, square: Square) -> Worth {
    WORTH[piece][square]
}

static WORTH: ByPiece<BySquare<Worth>> = worth_table();

const fn worth_table() -> ByPiece<BySquare<Worth>> {
    let mut table = ByPiece([BySquare([[Tapered::ZERO; KingWings::COUNT]; Square::COUNT]); Piece::COUNT]);
    let mut piece = 0;
    while piece < Piece::COUNT {
        let mut square = 0;
        while square < Square::COUNT {
            let mut wings = 0;
            while wings < KingWings::COUNT {
                table.0[piece].0[square][wings] = worth_with_kings(
                    Piece::ALL[piece],
                    Square::ALL[square],
                    KingWings { on_queenside: wings as u8 },
                );
                wings += 1;
            }
            square += 1;
        }
        piece += 1;
    }
    table
}

const fn worth_with_kings(piece: Piece, square: Square, wings: KingWings) -> Tapered {
    let mut worth = WEIGHTS[square_feature(piece, square, wings).index()];
    if let Some(feature) = opposite_feature(piece, square, wings) {
        worth = worth.plus(WEIGHTS[feature.index()]);
    }
    if let Some(feature) = material_feature(piece.role()) {
        worth = worth.plus(WEIGHTS[feature.index()]);
    }
    match piece.color() {
        Color::White => worth,
        Color::Black => worth.negated(),
    }
}

/// The feature of having such a piece. Kings have none, because each side always has one.
pub(crate) const fn material_feature(role: Role) -> Option<EvalFeature> {
    match role {
        Role::King => None,
        _ => Some(terms::MATERIAL.at(role.index())),
    }
}

/// The feature of a piece on a square.
pub(crate) const fn square_feature(piece: Piece, square: Square, wings: KingWings) -> EvalFeature {
    let seen = seen_from(piece.color(), square, wings);
    match piece.role() {
        Role::King => king_feature(terms::KING_SQUARES, seen),
        Role::Pawn => terms::PAWN_SQUARES.at(seen.index()),
        Role::Knight => terms::KNIGHT_SQUARES.at(seen.index()),
        Role::Bishop => terms::BISHOP_SQUARES.at(seen.index()),
        Role::Rook => terms::ROOK_SQUARES.at(seen.index()),
        Role::Queen => terms::QUEEN_SQUARES.at(seen.index()),
    }
}

/// The feature of a piece on a square while the kings are on opposite wings.
pub(crate) const fn opposite_feature(piece: Piece, square: Square, wings: KingWings) -> Option<EvalFeature> {
    if !wings.are_opposite() {
        return None;
    }
    let seen = seen_from(piece.color(), square, wings);
    Some(match piece.role() {
        Role::King => king_feature(terms::KING_OPPOSITE, seen),
        Role::Pawn => terms::PAWN_OPPOSITE.at(seen.index()),
        Role::Knight => terms::KNIGHT_OPPOSITE.at(seen.index()),
        Role::Bishop => terms::BISHOP_OPPOSITE.at(seen.index()),
        Role::Rook => terms::ROOK_OPPOSITE.at(seen.index()),
        Role::Queen => terms::QUEEN_OPPOSITE.at(seen.index()),
    })
}

/// A square as a side sees it with its king on the right.
const fn seen_from(color: Color, square: Square, wings: KingWings) -> Square {
    let seen = square.relative_to(color);
    if wings.is_queenside(color) { seen.mirror() } else { seen }
}

/// The feature of a king, which always sees itself on the right. The table of values also has entries for a king on the
/// left, which no position uses; they are folded over.
const fn king_feature(table: Term<32>, seen: Square) -> EvalFeature {
    let folded = if is_on_queenside(seen) { seen.mirror() } else { seen };
    table.at(folded.rank().index() * 4 + folded.file().index() - 4)
}
