//! What `position` and `flip` make of their words.

use std::fmt;

use movegen::Position;
use movegen::position::setup::{PositionError, Setup};
use movegen::text::{Epd, EpdError, SanError, UciMoveError};
use search::Game;
use types::{Bitboard, BySquare, Move, Piece};

use crate::command::{PositionCommand, Root};

/// Why a `position` command leaves the board as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum GameError {
    /// The FEN or EPD is at fault.
    Position(EpdError),
    /// A move is at fault.
    Move {
        /// Counted from 1.
        number: usize,
        /// Its fault.
        error: MoveError,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Move { number, error } => write!(f, "move {number}: {error}"),
        }
    }
}

/// Without a source: the message holds all that the errors within say.
impl std::error::Error for GameError {}

/// Why a text is no legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum MoveError {
    /// It begins as a UCI move does.
    Uci(UciMoveError),
    /// It is built as SAN is.
    San(SanError),
    /// It is built as neither.
    Syntax {
        /// The text.
        found: String,
    },
}

impl fmt::Display for MoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci(error) => error.fmt(f),
            Self::San(error) => error.fmt(f),
            Self::Syntax { found } => {
                write!(f, "'{found}' is no move, expected one such as e2e4, e7e8q, Nf3 or O-O")
            }
        }
    }
}

impl std::error::Error for MoveError {}

/// Sets the board up and plays the moves.
pub(crate) fn game_of(command: &PositionCommand) -> Result<Game, GameError> {
    let mut game = match &command.root {
        Root::Startpos => Game::default(),
        Root::Fen(text) => Game::new(parse_position(text).map_err(GameError::Position)?),
    };
    for (index, text) in command.moves.iter().enumerate() {
        let mv = parse_move(game.position(), text);
        game.play(mv.map_err(|error| GameError::Move { number: index + 1, error })?);
    }
    Ok(game)
}

/// Reads a FEN, or an EPD with its operations.
fn parse_position(text: &str) -> Result<Position, EpdError> {
    // All opcodes of the standard have two characters or more.
    let is_opcode = |word: &str| word.len() > 1 && word.starts_with(|c: char| c.is_ascii_alphabetic());
    if text.contains(';') || text.split(' ').nth(4).is_some_and(is_opcode) {
        text.parse().map(|epd: Epd| epd.position)
    } else {
        text.parse().map_err(EpdError::Fen)
    }
}

/// The legal move that a text stands for, in UCI notation or SAN. If UCI notation names one, that is meant.
pub(crate) fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    let uci = match position.parse_uci(text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    position.parse_san(text).map_err(|san| match (uci, san) {
        (UciMoveError::Squares { found }, SanError::Syntax { .. }) => MoveError::Syntax { found },
        (UciMoveError::Squares { .. }, san) => MoveError::San(san),
        (uci, _) => MoveError::Uci(uci),
    })
}

/// The legal moves of a `searchmoves` list, and what is wrong with the others.
pub(crate) fn moves_of(position: &Position, texts: &[String]) -> (Vec<Move>, Vec<GameError>) {
    let (mut moves, mut faults) = (Vec::new(), Vec::new());
    for (index, text) in texts.iter().enumerate() {
        match parse_move(position, text) {
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

    fn fen_of(root: Root, moves: &[&str]) -> String {
        game_of(&command(root, moves)).unwrap().position().fen()
    }

    #[test]
    fn moves_are_read_in_uci_notation_and_in_san() {
        let uci = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1"];
        let san = ["e4", "e5", "Nf3", "Nc6", "Bc4!", "Ng8f6", "O-O"];
        assert_eq!(fen_of(Root::Startpos, &san), fen_of(Root::Startpos, &uci));
        let promoting = || Root::Fen("k7/P6P/8/8/8/8/8/7K w - - 0 1".to_owned());
        for text in ["h7h8Q", "h8Q", "h8=Q", "h7h8q"] {
            assert_eq!(fen_of(promoting(), &[text]), fen_of(promoting(), &["h7h8q"]), "{text}");
        }
    }

    #[test]
    fn a_text_that_is_no_legal_move_is_named() {
        let error = |text: &str| parse_move(&Position::startpos(), text).unwrap_err().to_string();
        assert_eq!(error("hello"), "'hello' is no move, expected one such as e2e4, e7e8q, Nf3 or O-O");
        assert!(error("0000").starts_with("'0000' is the null move"));
        assert!(error("e2e5").starts_with("'e2e5' is not legal in 'rnbqkbnr"));
        assert!(error("Nf6").ends_with("expected one of Na3, Nc3, Nf3, Nh3"), "{}", error("Nf6"));
        assert!(error("e2e4x").starts_with("'x' follows the squares"));
    }

    #[test]
    fn epd_operations_may_follow_a_position() {
        let board = "6k1/5ppp/8/8/8/8/8/K3R3 w - -";
        for operations in
            ["bm Re8#; id \"mate in one\";", "bm Re8", ";D1 18 ;D2 34", "am Ka2; dm 1;", "0 1 ;D1 18", ""]
        {
            assert_eq!(
                fen_of(Root::Fen(format!("{board} {operations}").trim().to_owned()), &[]),
                format!("{board} 0 1")
            );
        }
        let hmvc = Root::Fen(format!("{board} hmvc 7; fmvn 30;"));
        assert_eq!(fen_of(hmvc, &[]), format!("{board} 7 30"));
        for bad in ["x 1", "0 x", "0 1 1", "-1 1", "bm \"Re8;"] {
            assert!(game_of(&command(Root::Fen(format!("{board} {bad}")), &[])).is_err(), "{bad}");
        }
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
