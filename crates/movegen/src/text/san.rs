//! Standard algebraic notation: `Nf3`, `exd5`, `R1a3`, `e8=Q+`, `O-O-O`, `Qh7#`.
//!
//! ```text
//!   N  b  1  x  d2  =Q  +
//!   |  |  |  |  |   |   check, or # for mate
//!   |  |  |  |  |   what a pawn becomes
//!   |  |  |  |  where the piece goes
//!   |  |  |  it takes something
//!   |  origin, as far as needed: file, else rank, else both
//!   which piece, none for a pawn
//! ```
//!
//! [`Position::san`] writes exactly this, with as little of the origin as distinguishes the move from every other
//! legal move of such a piece to that square; a capturing pawn always names its file, and en passant looks
//! like any other capture.
//!
//! [`Position::parse_san`] reads what people and older programs write: check marks and annotations
//! (`+ # ! ?`) are not looked at, castling may have zeros or small letters, the `=` and the `x` may be
//! missing, the promotion may be a small letter, and more of the origin may be given than needed, also with a hyphen
//! (`Ng1-f3`, `e2-e4`). Whatever is there must be true, though, and name one legal move only.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::string::ToString;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use types::{Bitboard, File, Move, Rank, Role, Square};

use crate::Position;
use crate::position::Wing;

/// Reason why a text is not exactly one legal move in SAN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum SanError {
    /// The text has not the form of SAN.
    Syntax { found: String, text: String, expected: &'static str },
    /// No legal move is meant. `candidates` are those that the same kind of piece has, in SAN.
    Illegal { text: String, fen: String, candidates: Vec<String> },
    /// Several legal moves may be meant: `candidates`, in SAN.
    Ambiguous { text: String, fen: String, candidates: Vec<String> },
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Syntax { found, text, expected } => {
                write!(f, "'{found}' in the move '{text}', expected {expected}")
            }
            Self::Illegal { text, fen, candidates } if candidates.is_empty() => {
                write!(f, "'{text}' is not legal in '{fen}': there is no legal move of that kind")
            }
            Self::Illegal { text, fen, candidates } => {
                write!(f, "'{text}' is not legal in '{fen}': expected one of {}", candidates.join(", "))
            }
            Self::Ambiguous { text, fen, candidates } => {
                write!(f, "'{text}' is ambiguous in '{fen}': expected one of {}", candidates.join(", "))
            }
        }
    }
}

impl core::error::Error for SanError {}

/// The parts of a SAN text, before it is looked up in a position. `None` and `false` are what the text does not say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum San {
    Castle(Wing),
    Piece {
        role: Role,
        file: Option<File>,
        rank: Option<Rank>,
        captures: bool,
        to: Square,
        promotion: Option<Role>,
    },
}

impl FromStr for San {
    type Err = SanError;

    /// Reads from both ends, since only the destination is always there.
    fn from_str(text: &str) -> Result<San, SanError> {
        let unexpected = |found: &str, expected| {
            Err(SanError::Syntax { found: found.to_owned(), text: text.to_owned(), expected })
        };
        let unmarked = text.trim_end_matches(['+', '#', '!', '?']);
        match &*unmarked.replace(['0', 'o'], "O") {
            "O-O" => return Ok(San::Castle(Wing::Kingside)),
            "O-O-O" => return Ok(San::Castle(Wing::Queenside)),
            _ => {}
        }
        let capital = unmarked.chars().next().filter(char::is_ascii_uppercase);
        let (role, rest) = match capital.and_then(Role::from_letter) {
            Some(role) => (role, &unmarked[1..]),
            None => (Role::Pawn, unmarked),
        };
        // The letter behind the destination, with or without `=`.
        let (rest, letter) = match rest.split_once('=') {
            Some((rest, letter)) => (rest, Some(letter)),
            None => match rest.trim_end_matches(|c: char| c.is_ascii_alphabetic()) {
                square if square.len() < rest.len() && square.ends_with(|c: char| c.is_ascii_digit()) => {
                    (square, Some(&rest[square.len()..]))
                }
                _ => (rest, None),
            },
        };
        let promotion = match letter {
            None => None,
            Some("N" | "n") => Some(Role::Knight),
            Some("B" | "b") => Some(Role::Bishop),
            Some("R" | "r") => Some(Role::Rook),
            Some("Q" | "q") => Some(Role::Queen),
            Some(letter) => return unexpected(letter, "N, B, R or Q to promote to"),
        };
        let split = rest.len().checked_sub(2).and_then(|middle| rest.split_at_checked(middle));
        let Some((rest, to)) = split.and_then(|(rest, to)| Some((rest, to.parse().ok()?))) else {
            return unexpected(rest, "a destination square such as f3, or O-O or O-O-O");
        };
        let captures = rest.ends_with('x');
        let origin = rest.strip_suffix(['x', '-']).unwrap_or(rest);
        let mut letters = origin.chars().peekable();
        let file = letters.next_if(char::is_ascii_lowercase).and_then(File::from_letter);
        let rank = letters.next_if(char::is_ascii_digit).and_then(Rank::from_digit);
        if origin.len() != usize::from(file.is_some()) + usize::from(rank.is_some()) {
            return unexpected(origin, "the file or rank of the piece, or both, before its destination");
        }
        Ok(San::Piece { role, file, rank, captures, to, promotion })
    }
}

impl San {
    /// True if a legal move fits the text.
    fn means(&self, mv: Move, position: &Position) -> bool {
        match *self {
            San::Castle(wing) => mv.is_castle() && Wing::of(mv.from(), mv.to()) == wing,
            San::Piece { role, file, rank, captures, to, promotion } => {
                let is_capture = position.is_capture(mv);
                // `d5` is a push; `ed5`, `xd5` and `exd5` are captures.
                let may_capture = role != Role::Pawn || captures || file.is_some();
                !mv.is_castle()
                    && role_of(mv, position) == Some(role)
                    && (mv.to(), mv.promoted_to()) == (to, promotion)
                    && file.is_none_or(|file| mv.from().file() == file)
                    && rank.is_none_or(|rank| mv.from().rank() == rank)
                    && if is_capture { may_capture } else { !captures }
            }
        }
    }
}

fn role_of(mv: Move, position: &Position) -> Option<Role> {
    position.piece_at(mv.from()).map(|piece| piece.role())
}

impl Position {
    /// The legal move that a SAN text stands for.
    ///
    /// # Errors
    /// If the text is not built as SAN is, or stands for no legal move here, or for several.
    pub fn parse_san(&self, text: &str) -> Result<Move, SanError> {
        let san: San = text.parse()?;
        let legal = self.legal_moves();
        let meant: Vec<Move> = legal.iter().copied().filter(|&mv| san.means(mv, self)).collect();
        let names = |moves: &[Move]| moves.iter().map(|&mv| self.san(mv)).collect();
        match meant[..] {
            [mv] => Ok(mv),
            [] => {
                let role = if let San::Piece { role, .. } = san { role } else { Role::King };
                let similar: Vec<Move> =
                    legal.into_iter().filter(|&mv| role_of(mv, self) == Some(role)).collect();
                Err(SanError::Illegal { text: text.to_owned(), fen: self.fen(), candidates: names(&similar) })
            }
            _ => {
                Err(SanError::Ambiguous { text: text.to_owned(), fen: self.fen(), candidates: names(&meant) })
            }
        }
    }

    /// The SAN text of a legal move of this position.
    ///
    /// # Panics
    /// May panic if the move is not legal here.
    pub fn san(&self, mv: Move) -> String {
        let (from, is_capture) = (mv.from(), self.is_capture(mv));
        let (file, rank) = (from.file(), from.rank());
        let mut text = String::new();
        if mv.is_castle() {
            text += if Wing::of(from, mv.to()) == Wing::Kingside { "O-O" } else { "O-O-O" };
        } else {
            match role_of(mv, self) {
                Some(Role::Pawn) | None if is_capture => text.push(file.letter()),
                Some(Role::Pawn) | None => {}
                Some(role) => {
                    text.push(role.letter().to_ascii_uppercase());
                    // As much of the origin as distinguishes the piece from others of its role that may go there.
                    let is_rival = |other: &Move| {
                        other.to() == mv.to()
                            && other.from() != from
                            && !other.is_castle()
                            && role_of(*other, self) == Some(role)
                    };
                    let moves = self.legal_moves();
                    let rivals: Bitboard = moves.into_iter().filter(is_rival).map(Move::from).collect();
                    if rivals.any() && !rivals.intersects(file.bitboard()) {
                        text.push(file.letter());
                    } else if rivals.any() && !rivals.intersects(rank.bitboard()) {
                        text.push(rank.digit());
                    } else if rivals.any() {
                        text += &from.to_string();
                    }
                }
            }
            if is_capture {
                text.push('x');
            }
            text += &mv.to().to_string();
            if let Some(role) = mv.promoted_to() {
                text.push('=');
                text.push(role.letter().to_ascii_uppercase());
            }
        }
        let next = self.after(mv);
        if next.in_check() {
            text.push(if next.count_legal_moves() == 0 { '#' } else { '+' });
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use alloc::format;

    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTES: &str = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";
    /// Knights on b1, b3 and f1 can all go to d2.
    const KNIGHTS: &str = "7k/8/8/8/8/1N6/7K/1N3N2 w - - 0 1";
    const CAPTURES: &str = "7k/8/8/3p4/4P3/8/8/3R3K w - - 0 1";
    const PASSANT: &str = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";

    /// All texts of a line mean the move that is written as the first.
    #[test]
    fn texts_of_people_and_other_programs_are_read() {
        for (fen, texts) in [
            (START, "Nf3 Ngf3 N1f3 Ng1f3 Ng1-f3 Nf3+ Nf3# Nf3! Nf3?! Nf3+!!"),
            (START, "e4 ee4 2e4 e2e4 e2-e4 Pe4 e4??"),
            (PROMOTES, "e8=Q+ e8=Q e8Q e8=q e8q+ e7-e8q ee8Q e7e8=Q!"),
            (PROMOTES, "exd8=N exd8N ed8=N ed8N e7xd8=N+"),
            ("k7/8/8/8/8/8/r7/K7 w - - 0 1", "Kxa2 Ka2 Ka1xa2"),
            ("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8# Ra8 Ra8+ Raa8"),
            (CASTLES, "O-O 0-0 o-o O-O+ 0-0!"),
            (CASTLES, "O-O-O 0-0-0 o-o-o O-O-O?"),
            ("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O+ O-O-O 0-0-0+"),
            // The king may step to c1 or castle there.
            ("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "Kc1 Kbc1"),
            ("4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "O-O-O"),
            (KNIGHTS, "Nfd2 Nf1d2"),
            (KNIGHTS, "N3d2 Nb3d2"),
            (KNIGHTS, "Nb1d2"),
            // A rival that is pinned needs no telling apart.
            ("4r2k/8/8/8/8/8/4N3/N3K3 w - - 0 1", "Nc2 Nac2"),
            (CAPTURES, "exd5 ed5 xd5 e4d5 e4xd5"),
            (PASSANT, "exd6 ed6 e5xd6"),
        ] {
            let position: Position = fen.parse().unwrap();
            let mut texts = texts.split(' ');
            let own = texts.next().unwrap();
            let mv = position.parse_san(own).unwrap();
            assert_eq!(position.san(mv), own);
            for text in texts {
                assert_eq!(position.parse_san(text), Ok(mv), "{text}");
            }
        }
    }

    #[test]
    fn texts_that_mean_no_move_or_several_are_refused_with_the_candidates() {
        let king = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        for (fen, text, expected) in [
            (START, "Nd2", "is not legal in 'START': expected one of Na3, Nc3, Nf3, Nh3"),
            (START, "Qd4", "is not legal in 'START': there is no legal move of that kind"),
            // Castling goes from e1 to h1 inside, but no text except O-O means it.
            (king, "Kg1", "expected one of Kd1, Kd2, Ke2, Kf1, Kf2, O-O"),
            (king, "Kxh1", "expected one of Kd1, Kd2, Ke2, Kf1, Kf2, O-O"),
            (king, "O-O-O", "expected one of Kd1, Kd2, Ke2, Kf1, Kf2, O-O"),
            (KNIGHTS, "Nd2", "is ambiguous in 'START': expected one of N3d2, Nb1d2, Nfd2"),
            (KNIGHTS, "Nbd2", "is ambiguous in 'START': expected one of N3d2, Nb1d2"),
            (KNIGHTS, "N1d2", "is ambiguous in 'START': expected one of Nb1d2, Nfd2"),
            // No push to d5, and nothing to take on e5 and d6.
            (CAPTURES, "d5", "expected one of e5, exd5"),
            (CAPTURES, "exe5", "expected one of e5, exd5"),
            (PASSANT, "d6", "expected one of e6, exd6"),
            ("4k3/8/8/8/8/8/8/K2R4 w - - 0 1", "Kxa2", "expected one of Ka2, Kb1, Kb2"),
            ("8/4P2k/8/8/8/8/8/K7 w - - 0 1", "e8", "expected one of e8=B, e8=N, e8=Q, e8=R"),
            ("8/4P2k/8/8/8/8/8/K7 w - - 0 1", "Kb2=Q", "expected one of Ka2, Kb1, Kb2"),
        ] {
            let mut error = fen.parse::<Position>().unwrap().parse_san(text).unwrap_err();
            if let SanError::Illegal { candidates, .. } | SanError::Ambiguous { candidates, .. } = &mut error
            {
                candidates.sort();
            }
            let expected = expected.replace("START", fen);
            let message = error.to_string();
            assert!(message.starts_with(&format!("'{text}' ")) && message.ends_with(&expected), "{message}");
        }
    }

    #[test]
    fn malformed_text_is_refused_by_its_part() {
        let destination = "a destination square such as f3, or O-O or O-O-O";
        let promotion = "N, B, R or Q to promote to";
        let origin = "the file or rank of the piece, or both, before its destination";
        for (texts, expected) in [
            (["", "+", "N", "é", "Né", "Nf9", "--", "o-", "O-O-O-"].as_slice(), destination),
            (&["e8=", "e8=K", "e8=k", "e8=QQ", "e8=Q=Q", "e8QQ", "e8K"], promotion),
            (&["nf3", "Nxxf3", "N1gf3", "Ng1--f3", "Ng1 f3", "Nggf3", "N9f3", "éf3"], origin),
        ] {
            for &text in texts {
                match Position::startpos().parse_san(text).unwrap_err() {
                    SanError::Syntax { found, text: whole, expected: named } => {
                        assert!(
                            whole == text && text.contains(&found) && named == expected,
                            "{text}: {named}"
                        );
                    }
                    error => panic!("{text}: {error:?}"),
                }
            }
        }
    }
}
