//! The game on the board, as changed by `position`, `moves`, `undo` and `flip`.

use crate::words::{CommandError, Tokens};
use movegen::position::setup::{PositionError, Setup};
use movegen::text::{Epd, EpdError, SanError, UciMoveError};
use movegen::{KeyHistory, Outcome, Position};
use search::Game;
use types::{Bitboard, BySquare, Move, Piece};

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

    /// Reads what follows `position`: sets the board up and plays the moves.
    pub(crate) fn parse(text: &str) -> Result<GameRecord, CommandError> {
        const EXPECTED: &str = "'startpos' or 'fen'";
        let tokens = &mut Tokens::new(text);
        // A board is a FEN also without the word, as people paste it.
        let is_board = tokens.peek().is_some_and(|word| word.contains('/'));
        let root = match if is_board { "fen" } else { tokens.required("position", EXPECTED)? } {
            "startpos" => Position::startpos(),
            "fen" => {
                // A quoted text of an EPD operation may hold the word `moves` too.
                let mut quotes = 0;
                let words = tokens.take_while(|word| {
                    let is_quoted = quotes % 2 == 1;
                    quotes += word.matches('"').count();
                    is_quoted || word != "moves"
                });
                if words.is_empty() {
                    return Err(CommandError::after("fen", None, "a position in FEN"));
                }
                parse_position(&words.join(" ")).map_err(CommandError::other)?
            }
            found => return Err(CommandError::after("position", Some(found), EXPECTED)),
        };
        let mut record = GameRecord::new(root);
        match tokens.next() {
            None => {}
            Some("moves") => record.play_all(&tokens.text_until_end())?,
            Some(found) => return Err(CommandError::unexpected(found, "'moves' or the end of the line")),
        }
        Ok(record)
    }

    /// The game for a search.
    pub(crate) fn game(&self) -> &Game {
        &self.game
    }

    pub(crate) fn position(&self) -> &Position {
        self.game.position()
    }

    /// Plays moves, all or none of them. Move numbers are left out, which may be attached to a move as in `1.e4`.
    pub(crate) fn play_all(&mut self, text: &str) -> Result<(), CommandError> {
        let without_numbers = text.split_ascii_whitespace().map(|word| {
            let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let mv = rest.trim_start_matches('.');
            if rest.len() < word.len() && mv.len() < rest.len() { mv } else { word }
        });
        let mut game = self.game.clone();
        let mut moves = Vec::new();
        for (number, text) in (1..).zip(without_numbers.filter(|text| !text.is_empty())) {
            let mv = parse_move(game.position(), text)
                .map_err(|error| CommandError::other(format_args!("move {number}: {error}")))?;
            game.play(mv);
            moves.push(mv);
        }
        self.game = game;
        self.moves.extend(moves);
        Ok(())
    }

    pub(crate) fn undo(&mut self, count: u32) -> Result<(), CommandError> {
        let played = self.moves.len();
        let left = played.checked_sub(count as usize).ok_or_else(|| match played {
            0 => CommandError::new("no move to take back", "one that was played"),
            _ => CommandError::new(
                format_args!("{count} moves to take back"),
                format_args!("no more than the {played} that were played"),
            ),
        })?;
        self.moves.truncate(left);
        self.game = Game::new(self.root.clone());
        self.moves.iter().for_each(|&mv| self.game.play(mv));
        Ok(())
    }

    /// The position at the start, and the moves that were played.
    pub(crate) fn start_and_moves(&self) -> (&Position, &[Move]) {
        (&self.root, &self.moves)
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
pub fn parse_move(position: &Position, text: &str) -> Result<Move, CommandError> {
    let uci = match position.parse_uci(text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    position.parse_san(text).map_err(|san| match (uci, san) {
        (UciMoveError::Squares { found }, SanError::Syntax { .. }) => {
            CommandError::new(format_args!("'{found}' is no move"), "one such as e2e4, e7e8q, Nf3 or O-O")
        }
        (UciMoveError::Squares { .. }, san) => CommandError::other(san),
        (uci, _) => CommandError::other(uci),
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
    position.outcome_with_claims(&KeyHistory::new()).map(Outcome::name)
}

/// The rule by which a game is over; `None` if it goes on.
pub(crate) fn ending_of_game(game: &Game) -> Option<&'static str> {
    game.position().outcome_with_claims(game.earlier()).map(Outcome::name)
}
