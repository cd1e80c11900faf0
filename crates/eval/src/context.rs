//! The facts about a position that many terms use, computed once: attacks, pins, and the cached facts about pawns.
//!
//! A bishop attacks through its own queen, and a rook through its own queen and rooks, because they press on
//! the same point together. A pinned piece attacks only along the pin.

use movegen::{Position, attacks};
use types::{Bitboard, Black, ByColor, ByRole, BySquare, Color, Rank, Role, Side, Square, White};

use crate::geometry::king_ring;
use crate::pawns::PawnEntry;

/// A position and the facts about it. Nothing in it changes once it is made.
pub(crate) struct EvalContext<'a> {
    pub(crate) position: &'a Position,
    pub(crate) occupied: Bitboard,
    /// The scores and facts of pawns and kings.
    pub(crate) pawns: &'a PawnEntry,
    sides: ByColor<SideInfo>,
    /// The attacks from each square with a knight, bishop, rook or queen.
    pub(crate) piece_attacks: &'a BySquare<Bitboard>,
}

/// The facts about one side.
pub(crate) struct SideInfo {
    pub(crate) pawns: Bitboard,
    pub(crate) king: Square,
    /// Own pieces that may not leave the line to the own king.
    pub(crate) pinned: Bitboard,
    /// Enemy pieces that discover a check to this king if they leave the line to it.
    pub(crate) discoverers: Bitboard,
    /// The squares that count for the mobility of the pieces.
    pub(crate) mobility_area: Bitboard,
    /// The attacks of the pieces of each role.
    pub(crate) attacks: ByRole<Bitboard>,
    /// The squares that any piece or pawn attacks.
    pub(crate) attacked: Bitboard,
    /// The squares that at least two pieces or pawns attack.
    pub(crate) attacked_twice: Bitboard,
}

impl<'a> EvalContext<'a> {
    /// The context of a position with its pawn entry.
    ///
    /// The caller owns the room for `piece_attacks`, which this fills, because moving them into the context would copy
    /// them. Inlined, because the facts about the sides then need not be written to memory and read again.
    #[inline(always)]
    pub(crate) fn new(
        position: &'a Position,
        pawns: &'a PawnEntry,
        piece_attacks: &'a mut BySquare<Bitboard>,
    ) -> EvalContext<'a> {
        let white = SideInfo::of::<White>(position, piece_attacks);
        let black = SideInfo::of::<Black>(position, piece_attacks);
        let sides = ByColor([white, black]);
        EvalContext { position, occupied: position.occupied(), pawns, sides, piece_attacks }
    }

    pub(crate) fn side<S: Side>(&self) -> &SideInfo {
        &self.sides[S::COLOR]
    }

    pub(crate) fn passed<S: Side>(&self) -> Bitboard {
        self.pawns.passed & self.side::<S>().pawns
    }

    pub(crate) fn pieces<S: Side>(&self, role: Role) -> Bitboard {
        self.position.pieces(S::COLOR, role)
    }
}

impl SideInfo {
    #[inline(always)]
    fn of<S: Side>(position: &Position, piece_attacks: &mut BySquare<Bitboard>) -> SideInfo {
        let pawns = position.pieces(S::COLOR, Role::Pawn);
        let king = position.king(S::COLOR);
        let blockers = lone_blockers(position, S::COLOR, king);
        let forward = S::forward(pawns);
        let by_pawns = forward.east() | forward.west();
        let by_king = attacks::king(king);
        let mut side = SideInfo {
            pawns,
            king,
            pinned: blockers & position.color(S::COLOR),
            discoverers: blockers & position.color(S::Other::COLOR),
            mobility_area: mobility_area::<S>(position),
            attacks: ByRole([
                by_pawns,
                Bitboard::EMPTY,
                Bitboard::EMPTY,
                Bitboard::EMPTY,
                Bitboard::EMPTY,
                by_king,
            ]),
            attacked: by_pawns | by_king,
            attacked_twice: forward.east() & forward.west() | by_pawns & by_king,
        };
        let occupied = position.occupied();
        let without_queens = occupied - position.pieces(S::COLOR, Role::Queen);
        let without_majors = without_queens - position.pieces(S::COLOR, Role::Rook);
        side.add_attacks::<S>(position, Role::Knight, piece_attacks, attacks::knight);
        side.add_attacks::<S>(position, Role::Bishop, piece_attacks, |square| {
            attacks::bishop(square, without_queens)
        });
        side.add_attacks::<S>(position, Role::Rook, piece_attacks, |square| {
            attacks::rook(square, without_majors)
        });
        side.add_attacks::<S>(position, Role::Queen, piece_attacks, |square| {
            attacks::queen(square, occupied)
        });
        side
    }

    /// Adds the attacks of the pieces of a role: piece by piece, by role, and of all.
    fn add_attacks<S: Side>(
        &mut self,
        position: &Position,
        role: Role,
        piece_attacks: &mut BySquare<Bitboard>,
        attacks_from: impl Fn(Square) -> Bitboard,
    ) {
        // Local variables stay in registers; fields would be written back after each piece.
        let (mut attacked, mut attacked_twice) = (self.attacked, self.attacked_twice);
        let mut by_role = Bitboard::EMPTY;
        for square in position.pieces(S::COLOR, role) {
            let mut attacks = attacks_from(square);
            if self.pinned.contains(square) {
                attacks &= attacks::line(self.king, square);
            }
            attacked_twice |= attacked & attacks;
            attacked |= attacks;
            by_role |= attacks;
            piece_attacks[square] = attacks;
        }
        (self.attacked, self.attacked_twice) = (attacked, attacked_twice);
        self.attacks[role] = by_role;
    }

    /// The ring around the king.
    pub(crate) fn king_ring(&self) -> Bitboard {
        king_ring(self.king)
    }
}

/// All squares but those that an enemy pawn attacks, and those of the own king and of own pawns that are blocked or on
/// the second or third rank.
fn mobility_area<S: Side>(position: &Position) -> Bitboard {
    let pawns = position.pieces(S::COLOR, Role::Pawn);
    let low = S::rank_set(Rank::Second) | S::rank_set(Rank::Third);
    let blocked = S::Other::forward(position.occupied());
    let enemy_pawns = position.pieces(S::Other::COLOR, Role::Pawn);
    !(pawns & (low | blocked) | position.king(S::COLOR) | S::Other::pawn_attacks(enemy_pawns))
}

/// The pieces of both sides that stand alone between a king and an enemy slider aimed at it.
fn lone_blockers(position: &Position, color: Color, king: Square) -> Bitboard {
    let snipers = attacks::rook_rays(king) & position.straight_sliders(!color)
        | attacks::bishop_rays(king) & position.diagonal_sliders(!color);
    let mut lone = Bitboard::EMPTY;
    for sniper in snipers {
        let blockers = attacks::between(king, sniper) & position.occupied();
        if !blockers.has_many() {
            lone |= blockers;
        }
    }
    lone
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_lone_piece_between_king_and_slider_is_pinned() {
        let position: Position = "4r1k1/8/8/b7/1N2P3/2P5/3PN3/r1B1K3 w - - 0 1".parse().expect("legal");
        // a5-b4 has c3 behind it, e8-e4 has e2 behind it; a1-c1 is alone.
        let (pawns, mut piece_attacks) = (PawnEntry::default(), BySquare::default());
        let context = EvalContext::new(&position, &pawns, &mut piece_attacks);
        assert_eq!(context.side::<White>().pinned, Square::C1.bitboard());
    }
}
