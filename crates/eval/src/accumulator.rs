//! Material, piece-square values and the phase: sums over the pieces that a move changes only a little.
//!
//! An [`Accumulator`] observes the moves of a position ([`BoardObserver`]) and adds or subtracts the value of each piece
//! that moves, so that the evaluation need not visit every piece for it.
//!
//! The value of a piece depends on the wings of the two kings. Each table sees the board with the own king on its right:
//! mirrored if the king is on the files a to d. So three pawns in front of a king on g1 and three in front of one on b1 are
//! the same three squares of the table, and three pawns on the other wing are different ones. A second table is added
//! while the enemy king stands on the other wing.
//!
//! Two kings can stand on two wings in four ways ([`KingWings`]), so a piece on a square has four values. The sums for all
//! four are kept at once, in one vector register, and the evaluation picks the one that applies: so a king that
//! changes wings costs no more than any other move.

use movegen::Position;
use movegen::position::BoardObserver;
use types::{ByPiece, BySquare, Color, Piece, Role, Square};

use crate::geometry::is_on_queenside;
use crate::tapered::{Phase, Tapered};
use crate::term::{EvalFeature, Term};
use crate::terms::{self, WEIGHTS};
use crate::trace::Trace;

/// Material, piece-square values and phase of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accumulator {
    /// White's minus Black's, for each of the four cases of the kings' wings.
    scores: Worth,
    /// The sum of the phase weights, which promotions may carry beyond the middlegame's.
    phase: i32,
}

impl Accumulator {
    /// The sums of a position, from scratch.
    pub fn of(position: &Position) -> Accumulator {
        let mut sums = Accumulator { scores: [Tapered::ZERO; KingWings::COUNT], phase: 0 };
        for square in position.occupied() {
            if let Some(piece) = position.piece_at(square) {
                sums.put(piece, square);
            }
        }
        sums
    }

    /// Material and piece-square values of the position that these are the sums of, White's minus Black's.
    pub fn score(&self, position: &Position) -> Tapered {
        self.scores[KingWings::of(position).index()]
    }

    /// The distance of the game from its endgame.
    pub fn phase(&self) -> Phase {
        Phase(self.phase.min(Phase::MIDDLEGAME.0))
    }

    fn add(&mut self, piece: Piece, square: Square) {
        for (score, worth) in self.scores.iter_mut().zip(WORTH[piece][square]) {
            *score += worth;
        }
    }

    fn subtract(&mut self, piece: Piece, square: Square) {
        for (score, worth) in self.scores.iter_mut().zip(WORTH[piece][square]) {
            *score -= worth;
        }
    }
}

impl BoardObserver for Accumulator {
    fn put(&mut self, piece: Piece, square: Square) {
        self.add(piece, square);
        self.phase += Phase::weight(piece.role());
    }
    fn lift(&mut self, piece: Piece, square: Square) {
        self.subtract(piece, square);
        self.phase -= Phase::weight(piece.role());
    }
    fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        self.subtract(piece, from);
        self.add(piece, to);
    }
}

/// Reports the features whose sums an accumulator holds.
pub(crate) fn trace_features<T: Trace>(position: &Position, trace: &mut T) {
    let wings = KingWings::of(position);
    for square in position.occupied() {
        if let Some(piece) = position.piece_at(square) {
            let features = [material_feature(piece.role()), opposite_feature(piece, square, wings)];
            for feature in features.into_iter().flatten().chain([square_feature(piece, square, wings)]) {
                trace.count_each(piece.color(), feature, 1, square.bitboard());
            }
        }
    }
}

/// The wings of the kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct KingWings {
    /// The kings that are on the files a to d: bit 0 for White's, bit 1 for Black's.
    on_queenside: u8,
}

impl KingWings {
    const COUNT: usize = 4;
    fn of(position: &Position) -> KingWings {
        let bit = |color| u8::from(is_on_queenside(position.king(color)));
        KingWings { on_queenside: bit(Color::White) | bit(Color::Black) << 1 }
    }

    /// The index of these wings among the four.
    const fn index(self) -> usize {
        self.on_queenside as usize & (Self::COUNT - 1)
    }

    const fn is_queenside(self, color: Color) -> bool {
        self.on_queenside >> color as u8 & 1 != 0
    }
}

/// The values of a piece on a square, negative for Black, one for each [`KingWings`].
type Worth = [Tapered; KingWings::COUNT];

/// The values of each piece on each square, its material included.
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
const fn material_feature(role: Role) -> Option<EvalFeature> {
    match role {
        Role::King => None,
        _ => Some(terms::MATERIAL.at(role.index())),
    }
}

/// The feature of a piece on a square.
const fn square_feature(piece: Piece, square: Square, wings: KingWings) -> EvalFeature {
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
const fn opposite_feature(piece: Piece, square: Square, wings: KingWings) -> Option<EvalFeature> {
    if wings.is_queenside(Color::White) == wings.is_queenside(Color::Black) {
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
