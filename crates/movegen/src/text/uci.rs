//! Moves as UCI writes them: `e2e4`, `e7e8q`, and castling in either of two notations.
//!
//! ```text
//!             standard    Chess960 (king takes rook)
//!   O-O       e1g1        e1h1
//!   O-O-O     e1c1        e1a1
//! ```
//!
//! The standard notation cannot serve every Chess960 position: a king on b1 that castles to c1 goes where
//! it might also just step. So it is written only for a king on the e-file, where castling always spans
//! two files and no other king move does; other kings are written as taking their rook in both notations.
//! Hence [`Position::uci`] never writes the same text for two moves, and [`Position::parse_uci`] reads both
//! notations everywhere.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

use types::{File, Move, Role, Square};

use crate::Position;
use crate::position::Wing;

/// The two ways of writing castling.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum CastlingNotation {
    /// From the king's square to the square it arrives on: `e1g1`.
    Standard,
    /// From the king's square to the rook's: `e1h1`.
    Chess960,
}

/// The text of a UCI move, well-formed, but not yet a move of any position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct UciMove {
    /// The square that the piece leaves.
    pub from: Square,
    /// The square it goes to; for castling, the square that the notation names.
    pub to: Square,
    /// The role that a pawn becomes.
    pub promotion: Option<Role>,
}

/// Reason why a text is no UCI move, or no legal one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum UciMoveError {
    /// The text is `0000`, the null move, which no game contains.
    NullMove,
    /// The text does not start with two squares.
    Squares { found: String },
    /// Something other than a promotion letter follows the squares.
    Promotion { found: String, text: String },
    /// The move promotes, but the text does not say to what.
    PromotionMissing { mv: UciMove, fen: String },
    /// The text is well-formed, but no legal move of the position.
    Illegal { mv: UciMove, fen: String },
}

impl fmt::Display for UciMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NullMove => write!(f, "'0000' is the null move, expected a legal move"),
            Self::Squares { found } => {
                write!(
                    f,
                    "'{found}' is no move: expected two squares, as in e2e4, and n, b, r or q to promote"
                )
            }
            Self::Promotion { found, text } => {
                write!(f, "'{found}' follows the squares in '{text}', expected nothing or one of n, b, r, q")
            }
            Self::PromotionMissing { mv, fen } => {
                write!(f, "'{mv}' promotes in '{fen}', expected one of n, b, r, q after the squares")
            }
            Self::Illegal { mv, fen } => write!(f, "'{mv}' is not legal in '{fen}'"),
        }
    }
}

impl core::error::Error for UciMoveError {}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        match self.promotion {
            Some(role) => write!(f, "{}", role.letter()),
            None => Ok(()),
        }
    }
}

impl FromStr for UciMove {
    type Err = UciMoveError;

    fn from_str(text: &str) -> Result<UciMove, UciMoveError> {
        if text == "0000" {
            return Err(UciMoveError::NullMove);
        }
        let (Some(from), Some(to)) = (square(text.get(..2)), square(text.get(2..4))) else {
            return Err(UciMoveError::Squares { found: text.to_owned() });
        };
        let promotion = match text.get(4..).unwrap_or_default() {
            "" => None,
            "n" => Some(Role::Knight),
            "b" => Some(Role::Bishop),
            "r" => Some(Role::Rook),
            "q" => Some(Role::Queen),
            rest => return Err(UciMoveError::Promotion { found: rest.to_owned(), text: text.to_owned() }),
        };
        Ok(UciMove { from, to, promotion })
    }
}

fn square(text: Option<&str>) -> Option<Square> {
    text?.parse().ok()
}

impl Position {
    /// The text of a legal move of this position.
    pub fn uci(&self, mv: Move, notation: CastlingNotation) -> UciMove {
        let (king, rook) = (mv.from(), mv.to());
        let to = if mv.is_castle() && notation == CastlingNotation::Standard && king.file() == File::E {
            Wing::of(king, rook).king_target(self.side_to_move())
        } else {
            mv.to()
        };
        UciMove { from: mv.from(), to, promotion: mv.promoted_to() }
    }

    /// The legal move that a text stands for, in either castling notation.
    ///
    /// # Errors
    /// If the text is not well-formed (promotion letters are lower case), or no such move is legal here.
    pub fn parse_uci(&self, text: &str) -> Result<Move, UciMoveError> {
        let uci: UciMove = text.parse()?;
        let legal = self.legal_moves();
        let is_meant = |&mv: &Move| {
            [CastlingNotation::Chess960, CastlingNotation::Standard].map(|n| self.uci(mv, n)).contains(&uci)
        };
        if let Some(mv) = legal.iter().copied().find(is_meant) {
            return Ok(mv);
        }
        let is_unfinished =
            |mv: &Move| UciMove { promotion: None, ..self.uci(*mv, CastlingNotation::Chess960) } == uci;
        let fen = self.fen();
        Err(match legal.iter().any(is_unfinished) {
            true => UciMoveError::PromotionMissing { mv: uci, fen },
            false => UciMoveError::Illegal { mv: uci, fen },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::ToString;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    #[test]
    fn a_king_step_is_not_mistaken_for_castling() {
        // The king on b1 may step to c1 or castle there, with the rook on a1.
        let position = position("4k3/8/8/8/8/8/8/RK6 w Q - 0 1");
        let castle = Move::castle(Square::B1, Square::A1);
        assert_eq!(position.parse_uci("b1c1"), Ok(Move::normal(Square::B1, Square::C1)));
        assert_eq!(position.parse_uci("b1a1"), Ok(castle));
        assert_eq!(position.uci(castle, CastlingNotation::Standard).to_string(), "b1a1");
    }

    #[test]
    fn a_rook_on_the_kings_target_is_no_obstacle() {
        let position = position("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1");
        let castle = Move::castle(Square::E1, Square::G1);
        assert_eq!(position.parse_uci("e1g1"), Ok(castle));
        assert!(position.parse_uci("e1h1").is_err());
    }

    #[test]
    fn malformed_text_is_refused_by_what_is_wrong_with_it() {
        let squares = |found: &str| UciMoveError::Squares { found: found.to_owned() };
        for text in [
            "", "e2", "e2e", "e2e9", "E2E4", "i2i4", " e2e4", "e2 e4", "(none)", "éé", "e2é4", "aé1", "♔e1g1",
        ] {
            assert_eq!(text.parse::<UciMove>(), Err(squares(text)), "{text}");
        }
        for (text, found) in [
            ("e7e8Q", "Q"),
            ("e7e8k", "k"),
            ("e7e8p", "p"),
            ("e7e8qq", "qq"),
            ("e2e4 ", " "),
            ("e7e8=q", "=q"),
            ("e2e4é", "é"),
        ] {
            let error = UciMoveError::Promotion { found: found.to_owned(), text: text.to_owned() };
            assert_eq!(text.parse::<UciMove>(), Err(error), "{text}");
        }
        assert_eq!("0000".parse::<UciMove>(), Err(UciMoveError::NullMove));
    }

    #[test]
    fn a_promotion_names_its_piece() {
        let position = position("1r5k/P7/8/8/8/8/8/K7 w - - 0 1");
        let promotion = Move::promotion(Square::A7, Square::B8, Role::Knight);
        assert_eq!(position.parse_uci("a7b8n"), Ok(promotion));
        let mv = "a7a8".parse().unwrap();
        assert_eq!(
            position.parse_uci("a7a8"),
            Err(UciMoveError::PromotionMissing { mv, fen: position.fen() })
        );
        let mv = "a1b1q".parse().unwrap();
        assert_eq!(position.parse_uci("a1b1q"), Err(UciMoveError::Illegal { mv, fen: position.fen() }));
    }
}
