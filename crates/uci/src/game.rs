//! What `position` and `flip` make of their words.

use std::fmt;

use movegen::Position;
use movegen::position::setup::{PositionError, Setup};
use movegen::text::{FenError, UciMoveError};
use search::Game;
use types::{Bitboard, BySquare, Move, Piece};

use crate::command::{PositionCommand, Root};

/// Why a `position` command leaves the board as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum GameError {
    /// The FEN is at fault.
    Fen(FenError),
    /// A move is at fault, the first, second or so on.
    Move { number: usize, error: UciMoveError },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fen(error) => error.fmt(f),
            Self::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

impl std::error::Error for GameError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(match self {
            Self::Fen(error) => error,
            Self::Move { error, .. } => error,
        })
    }
}

/// Sets the board up and plays the moves.
pub(crate) fn game_of(command: &PositionCommand) -> Result<Game, GameError> {
    let mut game = match &command.root {
        Root::Startpos => Game::default(),
        Root::Fen(fen) => Game::new(fen.parse().map_err(GameError::Fen)?),
    };
    for (index, text) in command.moves.iter().enumerate() {
        let mv = game.position().parse_uci(text);
        game.play(mv.map_err(|error| GameError::Move { number: index + 1, error })?);
    }
    Ok(game)
}

/// The legal moves of a `searchmoves` list, and what is wrong with the others.
pub(crate) fn moves_of(position: &Position, texts: &[String]) -> (Vec<Move>, Vec<GameError>) {
    let (mut moves, mut faults) = (Vec::new(), Vec::new());
    for (index, text) in texts.iter().enumerate() {
        match position.parse_uci(text) {
            Ok(mv) => moves.push(mv),
            Err(error) => faults.push(GameError::Move { number: index + 1, error }),
        }
    }
    (moves, faults)
}

/// The same position with the colours swapped and the board turned around.
pub(crate) fn flipped(position: &Position) -> Result<Position, PositionError> {
    let recoloured = |piece: Piece| Piece::new(!piece.color(), piece.role());
    let setup = Setup {
        board: BySquare::from_fn(|square| position.piece_at(square.flip()).map(recoloured)),
        side_to_move: !position.side_to_move(),
        castling: Bitboard::flip(position.castling()),
        en_passant: position.en_passant().map(|square| square.flip()),
        halfmove_clock: position.halfmove_clock(),
        fullmove_number: position.fullmove_number(),
    };
    setup.into_position()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(root: Root, moves: &[&str]) -> PositionCommand {
        PositionCommand { root, moves: moves.iter().map(|&text| text.to_owned()).collect() }
    }

    #[test]
    fn moves_are_played_in_order() {
        let game = game_of(&command(Root::Startpos, &["e2e4", "c7c5", "g1f3"])).unwrap();
        assert_eq!(game.position().fen(), "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    }

    #[test]
    fn the_bad_move_is_named() {
        let error = game_of(&command(Root::Startpos, &["e2e4", "e2e4"])).unwrap_err().to_string();
        assert!(error.starts_with("move 2: 'e2e4' is not legal in 'rnbqkbnr"), "{error}");
    }

    #[test]
    fn flipping_swaps_everything_and_twice_is_nothing() {
        for (fen, flipped_fen) in [
            ("r3k2r/8/8/8/8/8/7p/R3K3 b Qk - 3 9", "r3k3/7P/8/8/8/8/8/R3K2R w Kq - 3 9"),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 5", "4k3/8/8/8/3Pp3/8/8/4K3 b - d3 0 5"),
        ] {
            let position: Position = fen.parse().unwrap();
            let once = flipped(&position).unwrap();
            assert_eq!(once.fen(), flipped_fen);
            assert_eq!(flipped(&once).unwrap(), position);
        }
    }
}
