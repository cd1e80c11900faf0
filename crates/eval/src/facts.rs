//! What many terms ask about a position, found out once: attacks, pins, and where the kings are.
//!
//! Pawns and kings come first, then the pieces ([`reach`](crate::reach)), so that every term may ask what
//! either side attacks. The passed pawns follow from the pawn skeleton, which may be a remembered one.

use movegen::{Position, attacks};
use types::{Bitboard, ByColor, ByRole, BySquare, Color, Rank, Role, Square};

use crate::pawns::PawnFiles;
use crate::side::{Black, Side, White};
use crate::tapered::Tapered;

/// A position and what is known about it.
pub(crate) struct Facts<'a> {
    pub(crate) position: &'a Position,
    pub(crate) occupied: Bitboard,
    /// The passed pawns of both sides, known once the pawn skeleton is.
    pub(crate) passed: Bitboard,
    /// The files with pawns, known with them.
    pub(crate) pawn_files: ByColor<PawnFiles>,
    /// What each knight, bishop, rook and queen of a side attacks, in this order of roles and within a role
    /// from a1 to h8.
    pub(crate) reach: ByColor<[Bitboard; MOST_PIECES]>,
    pub(crate) armies: ByColor<Army>,
}

/// What is known about one side.
#[derive(Clone, Copy)]
pub(crate) struct Army {
    pub(crate) pawns: Bitboard,
    pub(crate) king: Square,
    /// Its own pieces that may not leave the line to its king.
    pub(crate) pinned: Bitboard,
    /// Enemy pieces that discover a check if they leave the line to its king.
    pub(crate) discoverers: Bitboard,
    /// The squares that count for the mobility of its pieces.
    pub(crate) mobility_area: Bitboard,
    /// The nine squares around its king, for a king on the edge those around the next square inwards.
    pub(crate) king_ring: Bitboard,
    /// What its pieces of each role attack. Sliders look through their own kind, see [`reach`](crate::reach).
    pub(crate) attacks: ByRole<Bitboard>,
    /// What any of its pieces attacks.
    pub(crate) attacked: Bitboard,
    /// What at least two of its pieces attack.
    pub(crate) attacked_twice: Bitboard,
    /// The danger it is to the enemy king, as far as it is summed.
    pub(crate) danger: Tapered,
}

/// The pieces besides king and pawns that a side can have are fifteen. A power of two makes a cheaper index.
pub(crate) const MOST_PIECES: usize = 16;

static KING_RING: BySquare<Bitboard> = king_rings();

const fn king_rings() -> BySquare<Bitboard> {
    let mut rings = BySquare([Bitboard::EMPTY; Square::COUNT]);
    let mut index = 0;
    while index < Square::COUNT {
        let king = Square::ALL[index];
        let centre = (inwards(king.rank().index()) * 8 + inwards(king.file().index())) as u8;
        // Three squares in each of three ranks.
        rings.0[index] = Bitboard(0x0007_0707 << (centre - 9));
        index += 1;
    }
    rings
}

/// The nearest file or rank that is not at the edge.
const fn inwards(line: usize) -> usize {
    match line {
        0 => 1,
        7 => 6,
        _ => line,
    }
}

impl<'a> Facts<'a> {
    /// What is known, the passed pawns apart.
    #[inline]
    pub(crate) fn of(position: &'a Position) -> Facts<'a> {
        let mut facts = Facts {
            position,
            occupied: position.occupied(),
            passed: Bitboard::EMPTY,
            pawn_files: ByColor::default(),
            reach: ByColor::splat([Bitboard::EMPTY; MOST_PIECES]),
            armies: ByColor([Army::of::<White>(position), Army::of::<Black>(position)]),
        };
        facts.mark_mobility_area::<White>();
        facts.mark_mobility_area::<Black>();
        facts.find_reach::<White>();
        facts.find_reach::<Black>();
        facts
    }

    /// What is known about a side.
    #[inline]
    pub(crate) fn army<S: Side>(&self) -> &Army {
        &self.armies[S::COLOR]
    }

    #[inline]
    pub(crate) fn army_mut<S: Side>(&mut self) -> &mut Army {
        &mut self.armies[S::COLOR]
    }

    /// The passed pawns of a side.
    #[inline]
    pub(crate) fn passed<S: Side>(&self) -> Bitboard {
        self.passed & self.army::<S>().pawns
    }

    /// The pieces of a role of a side.
    #[inline]
    pub(crate) fn pieces<S: Side>(&self, role: Role) -> Bitboard {
        self.position.pieces(S::COLOR, role)
    }

    /// Where what a side attacks is guarded well: by a pawn, or twice and attacked once.
    #[inline]
    pub(crate) fn well_guarded_from<S: Side>(&self) -> Bitboard {
        let (own, enemy) = (self.army::<S>(), self.army::<S::Other>());
        enemy.attacks[Role::Pawn] | (enemy.attacked_twice - own.attacked_twice)
    }

    /// Whether a side has nothing but its king and pawns.
    #[inline]
    pub(crate) fn has_no_pieces<S: Side>(&self) -> bool {
        let army = self.army::<S>();
        self.position.color(S::COLOR) == army.pawns | army.king
    }

    /// Not counted are squares where a pawn would take the piece, and those that its own king and its own
    /// undeveloped or blocked pawns keep.
    #[inline]
    fn mark_mobility_area<S: Side>(&mut self) {
        let army = self.army::<S>();
        let at_home = S::rank_set(Rank::Second) | S::rank_set(Rank::Third);
        let blocked = S::Other::forward(self.occupied);
        let kept = army.pawns & (at_home | blocked) | army.king;
        self.army_mut::<S>().mobility_area = !(kept | self.army::<S::Other>().attacks[Role::Pawn]);
    }
}

impl Army {
    #[inline]
    fn of<S: Side>(position: &Position) -> Army {
        let pawns = position.pieces(S::COLOR, Role::Pawn);
        let king = position.king(S::COLOR);
        let blockers = lone_blockers(position, S::COLOR, king);
        let mut army = Army {
            pawns,
            king,
            pinned: blockers & position.color(S::COLOR),
            discoverers: blockers & position.color(S::Other::COLOR),
            mobility_area: Bitboard::EMPTY,
            king_ring: KING_RING[king],
            attacks: ByRole::splat(Bitboard::EMPTY),
            attacked: Bitboard::EMPTY,
            attacked_twice: Bitboard::EMPTY,
            danger: Tapered::ZERO,
        };
        let forward = S::forward(pawns);
        army.attacked_twice = forward.east() & forward.west();
        army.attacks[Role::Pawn] = forward.east() | forward.west();
        army.attacked = army.attacks[Role::Pawn];
        army.attacks[Role::King] = attacks::king(king);
        army.attacked_twice |= army.attacked & army.attacks[Role::King];
        army.attacked |= army.attacks[Role::King];
        army
    }
}

/// What stands alone between the king of a side and an enemy slider that aims at him.
#[inline]
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
    fn a_ring_is_nine_squares_with_the_king_among_them() {
        for square in Square::ALL {
            let ring = KING_RING[square];
            assert_eq!(ring.count(), 9);
            let centre = ring.into_iter().find(|&s| ring - s == attacks::king(s)).expect("a centre");
            assert!(centre.distance(square) <= 1 && ring.contains(square));
            assert!(attacks::king(centre).count() == 8 && (centre == square || square.distance(centre) == 1));
        }
    }

    #[test]
    fn only_the_lone_piece_between_king_and_slider_is_pinned() {
        let position: Position = "4r1k1/8/8/b7/1N2P3/2P5/3PN3/r1B1K3 w - - 0 1".parse().expect("legal");
        // a5-b4 has c3 behind it, e8-e4 has e2 behind it; a1-c1 is alone.
        let facts = Facts::of(&position);
        assert_eq!(facts.army::<White>().pinned, Square::C1.bitboard());
    }
}
