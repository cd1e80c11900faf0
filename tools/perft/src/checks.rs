//! Walks that compare every position of the tree with a slower and more obvious computation of the same.

use std::collections::HashSet;
use std::fmt;

use movegen::generate::{All, Captures, Quiets};
use movegen::{Masks, MoveList, Position};
use types::{Color, Key, Move, MoveKind};

/// A position in which two computations of the same do not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Defect {
    /// The position.
    pub(crate) fen: String,
    /// The disagreement.
    pub(crate) what: String,
}

impl fmt::Display for Defect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "in '{}' {}", self.fen, self.what)
    }
}

/// A property that is checked in the positions of a tree.
pub(crate) trait Check {
    /// Checks a position, leaves included.
    fn position(_: &Position) -> Result<(), String> {
        Ok(())
    }

    /// Checks a position that is no leaf, `ply` plies from the root, with its masks and all its moves.
    fn moves(_: &Position, _: &Masks, _: &[Move], _ply: u32) -> Result<(), String> {
        Ok(())
    }
}

/// The leaves at this depth, or the first position that does not pass.
pub(crate) fn walk<C: Check>(position: &Position, depth: u32) -> Result<u64, Defect> {
    descend::<C>(position, depth, 0)
}

fn descend<C: Check>(position: &Position, depth: u32, ply: u32) -> Result<u64, Defect> {
    let defect = |what| Defect { fen: position.fen(), what };
    C::position(position).map_err(defect)?;
    if depth == 0 {
        return Ok(1);
    }
    let (masks, mut moves) = (Masks::of(position), MoveList::new());
    position.generate::<All, _>(&masks, &mut moves);
    C::moves(position, &masks, &moves, ply).map_err(defect)?;
    moves.iter().map(|&mv| descend::<C>(&position.after(mv), depth - 1, ply + 1)).sum()
}

/// Compares everything that moves update incrementally with the same built from the pieces.
pub(crate) struct Keys;

impl Check for Keys {
    fn position(position: &Position) -> Result<(), String> {
        let rebuilt = position.rebuilt();
        if *position == rebuilt {
            return Ok(());
        }
        Err(format!("the kept keys are {:?}, from the pieces they are {:?}", keys(position), keys(&rebuilt)))
    }
}

/// The whole key, then those of parts.
fn keys(position: &Position) -> [Key; 7] {
    [
        position.key(),
        position.pawn_key(),
        position.non_pawn_key(Color::White),
        position.non_pawn_key(Color::Black),
        position.minor_key(),
        position.major_key(),
        position.material_key(),
    ]
}

/// Compares the legality test of single moves with the generator.
pub(crate) struct Legality;

/// Up to this many plies from the root every encoding is tested. Further down only what was generated is:
/// 65,536 tests take about half a millisecond.
const ALL_ENCODINGS_PLIES: u32 = 1;

impl Check for Legality {
    fn moves(position: &Position, masks: &Masks, moves: &[Move], ply: u32) -> Result<(), String> {
        let generated: HashSet<Move> = moves.iter().copied().collect();
        if let Some(refused) = moves.iter().find(|&&mv| !position.is_legal(masks, mv)) {
            return Err(format!("{refused:?} is generated, but is_legal says no"));
        }
        if generated.len() != moves.len() {
            return Err("a move is generated twice".to_owned());
        }
        if ply > ALL_ENCODINGS_PLIES {
            return Ok(());
        }
        let mut encodings = (0..=u16::MAX).filter_map(Move::from_bits);
        match encodings.find(|mv| position.is_legal(masks, *mv) && !generated.contains(mv)) {
            Some(accepted) => Err(format!("is_legal says yes to {accepted:?}, which is not generated")),
            None => Ok(()),
        }
    }
}

/// Compares captures and quiet moves, generated apart, with all moves.
pub(crate) struct Staged;

impl Check for Staged {
    fn moves(position: &Position, masks: &Masks, moves: &[Move], _: u32) -> Result<(), String> {
        let (mut captures, mut quiets) = (MoveList::new(), MoveList::new());
        position.generate::<Captures, _>(masks, &mut captures);
        position.generate::<Quiets, _>(masks, &mut quiets);
        let changes_material =
            |mv: Move| position.is_capture(mv) || matches!(mv.kind(), MoveKind::Promotion(_));
        if let Some(mv) = captures.iter().find(|&&mv| !changes_material(mv)) {
            return Err(format!("{mv:?} is generated as a capture"));
        }
        if let Some(mv) = quiets.iter().find(|&&mv| changes_material(mv)) {
            return Err(format!("{mv:?} is generated as a quiet move"));
        }
        let sorted = |moves: &mut dyn Iterator<Item = Move>| {
            let mut bits: Vec<u16> = moves.map(Move::bits).collect();
            bits.sort_unstable();
            bits
        };
        let staged = sorted(&mut captures.into_iter().chain(quiets));
        if staged == sorted(&mut moves.iter().copied()) {
            return Ok(());
        }
        Err(format!("the stages give {} moves, at once it is {}", staged.len(), moves.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds fault with positions without moves.
    struct Picky;

    impl Check for Picky {
        fn position(position: &Position) -> Result<(), String> {
            if position.legal_moves().is_empty() { Err("mate".to_owned()) } else { Ok(()) }
        }
    }

    #[test]
    fn a_defect_at_a_leaf_is_found_and_names_the_position() {
        let start = Position::startpos();
        assert_eq!(walk::<Picky>(&start, 3), Ok(8902));
        let defect = walk::<Picky>(&start, 4).unwrap_err();
        assert_eq!(defect.what, "mate");
        let position: Position = defect.fen.parse().unwrap();
        assert!(position.in_check() && position.legal_moves().is_empty());
    }

    #[test]
    fn a_wrong_move_list_fails_legality_and_staging() {
        let position = Position::startpos();
        let masks = Masks::of(&position);
        let right = position.legal_moves();
        let missing = &right[1..];
        let twice = [&right[..], &right[..1]].concat();
        let illegal = [&right[..], &[Move::normal(types::Square::E1, types::Square::E2)]].concat();
        for moves in [missing, &twice, &illegal] {
            assert!(Legality::moves(&position, &masks, moves, 0).is_err());
            assert!(Staged::moves(&position, &masks, moves, 0).is_err());
        }
        assert_eq!(Legality::moves(&position, &masks, &right, 0), Ok(()));
        assert_eq!(Staged::moves(&position, &masks, &right, 0), Ok(()));
    }
}
