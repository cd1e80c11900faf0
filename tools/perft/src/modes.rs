//! The ways of walking the tree of a position.
//!
//! All give the same counts. Three differ in what they do at the last ply, as in [`movegen::perft`]. Three compare every
//! position on the way with a slower and more obvious computation of the same, and cost accordingly, so their default cap
//! on leaves is lower.

use std::collections::HashSet;

use clap::ValueEnum;
use movegen::generate::{Captures, Quiets};
use movegen::{Masks, MoveList, Position, perft};
use types::{Color, Key, Move, MoveKind};

/// A way to walk the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Mode {
    /// The last ply is counted, not listed.
    Bulk,
    /// The last ply is written to a list.
    List,
    /// Every leaf is made.
    Make,
    /// Every position, keys and all, is compared with itself rebuilt from its pieces.
    Keys,
    /// Every generated move is put to `is_legal`, and near the root all 65,536 encodings.
    Legality,
    /// Captures and quiet moves, generated apart, are compared with all moves.
    Staged,
}

impl Mode {
    /// Depths with more leaves than this are skipped unless the command line says otherwise.
    pub(crate) fn default_max_leaves(self) -> u64 {
        match self {
            Mode::Bulk => 200_000_000,
            Mode::List => 10_000_000,
            Mode::Make => 1_000_000,
            Mode::Keys | Mode::Legality | Mode::Staged => 100_000,
        }
    }

    /// The leaves at a depth of at least 1, or what was wrong on the way there.
    pub(crate) fn leaves(self, position: &Position, depth: u32) -> Result<u64, String> {
        match self {
            Mode::Bulk => Ok(perft::bulk(position, depth)),
            Mode::List => Ok(perft::list(position, depth)),
            Mode::Make => Ok(perft::make(position, depth)),
            Mode::Keys => walk(position, depth, 0, check_keys),
            Mode::Legality => walk(position, depth, 0, check_legality),
            Mode::Staged => walk(position, depth, 0, check_stages),
        }
    }
}

/// Checks a position, `ply` plies from the root, with all its moves. Those of a leaf are not generated.
type Check = fn(&Position, moves: Option<&[Move]>, ply: u32) -> Result<(), String>;

/// The leaves at this depth, or the first position that does not pass and why.
fn walk(position: &Position, depth: u32, ply: u32, check: Check) -> Result<u64, String> {
    let moves = (depth > 0).then(|| position.legal_moves());
    check(position, moves.as_deref(), ply).map_err(|what| format!("in '{}' {what}", position.fen()))?;
    let Some(moves) = moves else { return Ok(1) };
    moves.iter().map(|&mv| walk(&position.after(mv), depth - 1, ply + 1, check)).sum()
}

/// Compares everything that moves update incrementally with the same built from the pieces.
fn check_keys(position: &Position, _: Option<&[Move]>, _: u32) -> Result<(), String> {
    let rebuilt = position.rebuilt();
    if *position == rebuilt {
        return Ok(());
    }
    Err(format!("the kept keys are {:?}, from the pieces they are {:?}", keys(position), keys(&rebuilt)))
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

/// Up to this many plies from the root every encoding is tested. Further down only what was generated is:
/// 65,536 tests take about half a millisecond.
const ALL_ENCODINGS_PLIES: u32 = 1;

/// Compares the legality test of single moves with the generator.
fn check_legality(position: &Position, moves: Option<&[Move]>, ply: u32) -> Result<(), String> {
    let Some(moves) = moves else { return Ok(()) };
    let masks = Masks::of(position);
    let generated: HashSet<Move> = moves.iter().copied().collect();
    if let Some(refused) = moves.iter().find(|&&mv| !position.is_legal(&masks, mv)) {
        return Err(format!("{refused:?} is generated, but is_legal says no"));
    }
    if generated.len() != moves.len() {
        return Err("a move is generated twice".to_owned());
    }
    if ply > ALL_ENCODINGS_PLIES {
        return Ok(());
    }
    let mut encodings = (0..=u16::MAX).filter_map(Move::from_bits);
    match encodings.find(|mv| position.is_legal(&masks, *mv) && !generated.contains(mv)) {
        Some(accepted) => Err(format!("is_legal says yes to {accepted:?}, which is not generated")),
        None => Ok(()),
    }
}

/// Compares captures and quiet moves, generated apart, with all moves.
fn check_stages(position: &Position, moves: Option<&[Move]>, _: u32) -> Result<(), String> {
    let Some(moves) = moves else { return Ok(()) };
    let (masks, mut captures, mut quiets) = (Masks::of(position), MoveList::new(), MoveList::new());
    position.generate::<Captures, _>(&masks, &mut captures);
    position.generate::<Quiets, _>(&masks, &mut quiets);
    let changes_material = |mv: Move| position.is_capture(mv) || matches!(mv.kind(), MoveKind::Promotion(_));
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_defect_at_a_leaf_is_found_and_names_the_position() {
        let picky: Check = |position, _, _| match position.legal_moves().is_empty() {
            true => Err("is mate".to_owned()),
            false => Ok(()),
        };
        let start = Position::startpos();
        assert_eq!(walk(&start, 3, 0, picky), Ok(8902));
        let defect = walk(&start, 4, 0, picky).unwrap_err();
        let fen = defect.strip_prefix("in '").and_then(|rest| rest.strip_suffix("' is mate"));
        assert!(fen.expect(&defect).parse::<Position>().unwrap().legal_moves().is_empty());
    }

    #[test]
    fn a_wrong_move_list_fails_legality_and_staging() {
        let position = Position::startpos();
        let right = position.legal_moves();
        let missing = &right[1..];
        let twice = [&right[..], &right[..1]].concat();
        let illegal = [&right[..], &[Move::normal(types::Square::E1, types::Square::E2)]].concat();
        for moves in [missing, &twice, &illegal] {
            assert!(check_legality(&position, Some(moves), 0).is_err());
            assert!(check_stages(&position, Some(moves), 0).is_err());
        }
        assert_eq!(check_legality(&position, Some(&right[..]), 0), Ok(()));
        assert_eq!(check_stages(&position, Some(&right[..]), 0), Ok(()));
    }
}
