//! The game on the board, as changed by `position`, `moves`, `undo` and `flip`.

use crate::command::{InitialPosition, PositionCommand};
use movegen::position::setup::{PositionError, Setup};
use movegen::text::{CastlingNotation, Epd, EpdError, SanError, UciMoveError};
use movegen::{Masks, Position};
use search::Game;
use std::fmt;
use types::Ply;
use types::{Bitboard, BySquare, Move, Piece};

/// The reason why a command leaves the game as it was.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum GameError {
    /// The FEN or EPD is invalid.
    Position(EpdError),
    Move {
        /// Counted from 1.
        number: usize,
        error: MoveError,
    },
    /// More moves are to be taken back than were played.
    Undo {
        /// The number to take back.
        count: usize,
        /// The number that were played.
        played: usize,
    },
}

impl fmt::Display for GameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Position(error) => error.fmt(f),
            Self::Move { number, error } => write!(f, "move {number}: {error}"),
            Self::Undo { played: 0, .. } => f.write_str("there is no move to take back"),
            Self::Undo { count, played } => {
                write!(f, "{count} moves to take back, expected no more than the {played} that were played")
            }
        }
    }
}

/// Without a source, because the message contains that of the inner error.
impl std::error::Error for GameError {}

/// The reason why a text is not a legal move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// It begins like a UCI move.
    Uci(UciMoveError),
    /// It has the form of SAN.
    San(SanError),
    /// It has neither form.
    Syntax { found: String },
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

/// A game with the moves that led to its position.
#[derive(Clone, Debug)]
pub(crate) struct GameRecord {
    root: Position,
    moves: Vec<Move>,
    game: Game,
}

impl GameRecord {
    /// A game that begins with this position.
    pub(crate) fn new(root: Position) -> GameRecord {
        GameRecord { game: Game::new(root.clone()), root, moves: Vec::new() }
    }

    /// Sets the board up and plays the moves.
    pub(crate) fn of(command: &PositionCommand) -> Result<GameRecord, GameError> {
        let root = match &command.root {
            InitialPosition::Startpos => Position::startpos(),
            InitialPosition::Fen(text) => parse_position(text).map_err(GameError::Position)?,
        };
        let mut record = GameRecord::new(root);
        record.play_all(&command.moves)?;
        Ok(record)
    }

    /// The game for a search.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    /// Plays moves, all or none of them.
    pub(crate) fn play_all(&mut self, texts: &[String]) -> Result<(), GameError> {
        let mut game = self.game.clone();
        let mut moves = Vec::with_capacity(texts.len());
        for (index, text) in texts.iter().enumerate() {
            let mv = parse_move(game.position(), text);
            let mv = mv.map_err(|error| GameError::Move { number: index + 1, error })?;
            game.play(mv);
            moves.push(mv);
        }
        self.game = game;
        self.moves.extend(moves);
        Ok(())
    }

    pub(crate) fn undo(&mut self, count: usize) -> Result<(), GameError> {
        let played = self.moves.len();
        let left = played.checked_sub(count).ok_or(GameError::Undo { count, played })?;
        self.moves.truncate(left);
        self.game = Game::new(self.root.clone());
        self.moves.iter().for_each(|&mv| self.game.play(mv));
        Ok(())
    }

    /// The line `position` that sets this game up.
    pub(crate) fn line(&self, notation: CastlingNotation) -> String {
        let mut line = format!("position fen {}", self.root.fen());
        let mut position = self.root.clone();
        for (index, &mv) in self.moves.iter().enumerate() {
            line += if index == 0 { " moves " } else { " " };
            line += &position.uci(mv, notation).to_string();
            position.play(mv);
        }
        line
    }

    pub(crate) fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// The moves of the game in SAN, on lines of at most 80 columns.
    pub(crate) fn moves_text(&self) -> String {
        if self.moves.is_empty() {
            return "no moves were played yet".to_owned();
        }
        pgn::movetext(&self.root, &self.moves)
    }
}

/// Reads a FEN, or an EPD with its operations.
///
/// # Errors
/// If the text is no position.
pub fn parse_position(text: &str) -> Result<Position, EpdError> {
    // All opcodes of the standard have two characters or more.
    let is_opcode = |word: &str| word.len() > 1 && word.starts_with(|c: char| c.is_ascii_alphabetic());
    if text.contains(';') || text.split(' ').nth(4).is_some_and(is_opcode) {
        text.parse().map(|epd: Epd| epd.position)
    } else {
        text.parse().map_err(EpdError::Fen)
    }
}

/// The legal move that a text denotes, in UCI notation or SAN. UCI notation takes precedence.
///
/// # Errors
/// If the text denotes no legal move.
pub fn parse_move(position: &Position, text: &str) -> Result<Move, MoveError> {
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

/// The rule by which a game is over in this position; `None` if it goes on. Repetitions do not count.
pub(crate) fn ending(position: &Position) -> Option<&'static str> {
    let masks = Masks::of(position);
    if position.count_legal_moves() == 0 {
        Some(if masks.in_check() { "checkmate" } else { "stalemate" })
    } else if position.is_insufficient_material() {
        Some("insufficient material")
    } else if position.is_fifty_move_draw(&masks) {
        Some("the fifty-move rule")
    } else {
        None
    }
}

/// The rule by which a game is over; `None` if it goes on.
pub fn ending_of_game(game: &Game) -> Option<&'static str> {
    let is_repetition = || game.earlier().is_repetition(game.position(), Ply::ROOT);
    ending(game.position()).or_else(|| is_repetition().then_some("threefold repetition"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(root: InitialPosition, moves: &[&str]) -> PositionCommand {
        PositionCommand { root, moves: moves.iter().map(|&text| text.to_owned()).collect() }
    }

    #[test]
    fn moves_are_played_in_order() {
        let game = GameRecord::of(&command(InitialPosition::Startpos, &["e2e4", "c7c5", "g1f3"])).unwrap();
        assert_eq!(game.position().fen(), "rnbqkbnr/pp1ppppp/8/2p5/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    }

    fn fen_of(root: InitialPosition, moves: &[&str]) -> String {
        GameRecord::of(&command(root, moves)).unwrap().position().fen()
    }

    #[test]
    fn moves_are_read_in_uci_notation_and_in_san() {
        let uci = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "g8f6", "e1g1"];
        let san = ["e4", "e5", "Nf3", "Nc6", "Bc4!", "Ng8f6", "O-O"];
        assert_eq!(fen_of(InitialPosition::Startpos, &san), fen_of(InitialPosition::Startpos, &uci));
        let promoting = || InitialPosition::Fen("k7/P6P/8/8/8/8/8/7K w - - 0 1".to_owned());
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
                fen_of(InitialPosition::Fen(format!("{board} {operations}").trim().to_owned()), &[]),
                format!("{board} 0 1")
            );
        }
        let hmvc = InitialPosition::Fen(format!("{board} hmvc 7; fmvn 30;"));
        assert_eq!(fen_of(hmvc, &[]), format!("{board} 7 30"));
        for bad in ["x 1", "0 x", "0 1 1", "-1 1", "bm \"Re8;"] {
            assert!(
                GameRecord::of(&command(InitialPosition::Fen(format!("{board} {bad}")), &[])).is_err(),
                "{bad}"
            );
        }
    }

    #[test]
    fn the_bad_move_is_named() {
        let error =
            GameRecord::of(&command(InitialPosition::Startpos, &["e2e4", "e2e4"])).unwrap_err().to_string();
        assert!(error.starts_with("move 2: 'e2e4' is not legal in 'rnbqkbnr"), "{error}");
    }

    #[test]
    fn moves_are_played_all_or_none_and_taken_back() {
        let texts = |line: &str| line.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut record = GameRecord::new(Position::startpos());
        assert_eq!(record.moves_text(), "no moves were played yet");
        record.play_all(&texts("e4 e5 Nf3")).unwrap();
        assert_eq!(record.moves_text(), "1. e4 e5 2. Nf3");
        let before = record.position().clone();
        assert!(record.play_all(&texts("Nc6 Nf3")).unwrap_err().to_string().starts_with("move 2: 'Nf3'"));
        assert_eq!((record.position(), record.moves.len()), (&before, 3));
        record.undo(2).unwrap();
        assert_eq!(record.moves_text(), "1. e4");
        let error = record.undo(2).unwrap_err().to_string();
        assert_eq!(error, "2 moves to take back, expected no more than the 1 that were played");
        record.undo(1).unwrap();
        assert_eq!(record.position(), &Position::startpos());
        assert_eq!(record.undo(1).unwrap_err().to_string(), "there is no move to take back");
    }

    #[test]
    fn taken_back_moves_are_no_repetition() {
        let shuffle = "Nf3 Nf6 Ng1 Ng8".split(' ').map(str::to_owned).collect::<Vec<_>>();
        let mut record = GameRecord::new(Position::startpos());
        record.play_all(&shuffle).unwrap();
        record.undo(4).unwrap();
        record.play_all(&shuffle[..1]).unwrap();
        let fresh = Game::new(Position::startpos());
        assert_eq!(record.game().earlier().len(), fresh.earlier().len() + 1);
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

    #[test]
    fn the_third_time_a_position_comes_the_game_is_over() {
        let mut game = Game::default();
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for (index, text) in shuffle.iter().cycle().take(8).enumerate() {
            assert_eq!(ending_of_game(&game), None, "{index}");
            game.play(game.position().parse_uci(text).unwrap());
        }
        assert_eq!(ending_of_game(&game), Some("threefold repetition"));
    }

    #[test]
    fn the_first_rule_that_ends_a_game_counts() {
        for (fen, by) in [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", Some("checkmate")),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 100 90", Some("checkmate")),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some("stalemate")),
            ("7k/8/6K1/8/8/8/8/6B1 b - - 0 1", Some("insufficient material")),
            ("7k/8/6K1/8/8/8/8/6Q1 b - - 99 90", None),
            ("7k/8/6K1/8/8/8/8/6Q1 b - - 100 90", Some("the fifty-move rule")),
        ] {
            assert_eq!(ending(&fen.parse().unwrap()), by, "{fen}");
        }
    }
}
