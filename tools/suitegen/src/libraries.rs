//! The two witnesses: `shakmaty` and `cozy-chess`, each asked to load a FEN and to count.
//!
//! They are independent works that share no code. Both refuse some positions that cannot arise in play.
//! `shakmaty` can be told to count part of those all the same ([`Standing::Overruled`]); otherwise a refusal
//! stands, and the suite says so on the position's own comment line.

use cozy_chess::Board;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _, PositionError, fen::Fen};

use crate::play::after;
use crate::suite::{Depth, Nodes};
use crate::text::{self, Castling};

/// What a library says to a FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing<P> {
    /// Takes it.
    Loads(P),
    /// Objects for the reason given, but counts it when told to.
    Overruled(P, String),
    /// Will not have it, for the reason given.
    Refuses(String),
}

impl<P> Standing<P> {
    /// The position, if the library can count it.
    pub fn position(&self) -> Option<&P> {
        match self {
            Self::Loads(position) | Self::Overruled(position, _) => Some(position),
            Self::Refuses(_) => None,
        }
    }
}

/// Loads a FEN with `shakmaty`. Chess960 rules contain those of standard chess, so all suites load alike.
pub fn shakmaty(fen: &str) -> Standing<Chess> {
    let parsed = match fen.parse::<Fen>() {
        Ok(parsed) => parsed,
        Err(error) => return Standing::Refuses(error.to_string()),
    };
    match parsed.into_position::<Chess>(CastlingMode::Chess960) {
        Ok(position) => Standing::Loads(position),
        Err(error) => overrule(error),
    }
}

fn overrule(error: PositionError<Chess>) -> Standing<Chess> {
    let reason = error.to_string();
    let overruled = error.ignore_impossible_check().or_else(PositionError::ignore_too_much_material);
    match overruled {
        Ok(position) => Standing::Overruled(position, reason),
        Err(_) => Standing::Refuses(reason),
    }
}

/// Loads a FEN with `cozy-chess`.
pub fn cozy(fen: &str) -> Standing<Board> {
    match fen.parse::<Board>() {
        Ok(board) => Standing::Loads(board),
        Err(error) => Standing::Refuses(error.to_string()),
    }
}

/// Leaves at a depth, by `shakmaty`.
pub fn count_shakmaty(position: &Chess, depth: Depth) -> Nodes {
    Nodes(shakmaty::perft(position, u32::from(depth.0)))
}

/// Leaves at a depth of 2 or more, by `cozy-chess` for all but the first move: for positions that it refuses,
/// while those that follow are ordinary. `None` at depth 1, or if it refuses one of those too.
pub fn count_cozy_after_each_move(position: &Chess, depth: Depth) -> Option<Nodes> {
    let rest = depth.0.checked_sub(1).filter(|&rest| rest > 0)?;
    let counts = position.legal_moves().into_iter().map(|m| {
        let child = text::fen(&after(position, m), Castling::Shredder, EnPassantMode::Always);
        cozy(&child).position().map(|board| cozy_leaves(board, rest))
    });
    counts.sum::<Option<u64>>().map(Nodes)
}

/// Leaves at a depth, by `cozy-chess`.
pub fn count_cozy(board: &Board, depth: Depth) -> Nodes {
    Nodes(cozy_leaves(board, depth.0))
}

fn cozy_leaves(board: &Board, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        leaves += match depth {
            1 => moves.len() as u64,
            _ => moves.into_iter().map(|mv| cozy_leaves_after(board, mv, depth)).sum(),
        };
        false
    });
    leaves
}

fn cozy_leaves_after(board: &Board, mv: cozy_chess::Move, depth: u8) -> u64 {
    let mut child = board.clone();
    child.play_unchecked(mv);
    cozy_leaves(&child, depth - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_count_the_start_position() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let (a, b) = (shakmaty(fen), cozy(fen));
        for (depth, nodes) in [(0, 1), (1, 20), (2, 400), (3, 8902), (4, 197_281)] {
            assert_eq!(count_shakmaty(a.position().unwrap(), Depth(depth)), Nodes(nodes));
            assert_eq!(count_cozy(b.position().unwrap(), Depth(depth)), Nodes(nodes));
        }
    }

    #[test]
    fn the_moves_of_a_refused_position_can_be_counted_one_by_one() {
        let position = Chess::default();
        let expected = [None, Some(Nodes(400)), Some(Nodes(8902)), Some(Nodes(197_281))];
        for (depth, nodes) in (1..).zip(expected) {
            assert_eq!(count_cozy_after_each_move(&position, Depth(depth)), nodes);
        }
    }

    #[test]
    fn impossible_positions_are_overruled_or_refused() {
        let aligned_checkers = "B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1";
        assert!(
            matches!(shakmaty(aligned_checkers), Standing::Overruled(_, reason) if reason.contains("check"))
        );
        assert!(matches!(cozy(aligned_checkers), Standing::Loads(_)));
        assert!(matches!(cozy("8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1"), Standing::Refuses(_)));
        assert!(matches!(shakmaty("8/8/8/8/8/8/8/8 w - - 0 1"), Standing::Refuses(_)));
    }
}
