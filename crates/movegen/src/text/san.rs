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
//! (`+ # ! ?`) are not looked at, castling may have zeros for the letters, the `=` and the `x` may be
//! missing, and more of the origin may be given than needed. Whatever is there must be true, though, and
//! name one legal move only.

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
        match unmarked {
            "O-O" | "0-0" => return Ok(San::Castle(Wing::Kingside)),
            "O-O-O" | "0-0-0" => return Ok(San::Castle(Wing::Queenside)),
            _ => {}
        }
        let capital = unmarked.chars().next().filter(char::is_ascii_uppercase);
        let (role, rest) = match capital.and_then(Role::from_letter) {
            Some(role) => (role, &unmarked[1..]),
            None => (Role::Pawn, unmarked),
        };
        // The capital letter at the end, with or without `=`.
        let (rest, letter) = match rest.split_once('=') {
            Some((rest, letter)) => (rest, Some(letter)),
            None => {
                let (rest, letter) =
                    rest.split_at(rest.trim_end_matches(|c: char| c.is_ascii_uppercase()).len());
                (rest, Some(letter).filter(|letter| !letter.is_empty()))
            }
        };
        let promotion = match letter {
            None => None,
            Some("N") => Some(Role::Knight),
            Some("B") => Some(Role::Bishop),
            Some("R") => Some(Role::Rook),
            Some("Q") => Some(Role::Queen),
            Some(letter) => return unexpected(letter, "N, B, R or Q to promote to"),
        };
        let split = rest.len().checked_sub(2).and_then(|middle| rest.split_at_checked(middle));
        let Some((rest, to)) = split.and_then(|(rest, to)| Some((rest, to.parse().ok()?))) else {
            return unexpected(rest, "a destination square such as f3, or O-O or O-O-O");
        };
        let captures = rest.ends_with('x');
        let origin = rest.strip_suffix('x').unwrap_or(rest);
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
    use super::*;
    use alloc::vec;

    fn position(fen: &str) -> Position {
        fen.parse().unwrap()
    }

    /// All of these texts mean the move that is written as the first.
    #[track_caller]
    fn assert_same(fen: &str, texts: &[&str]) {
        let position = position(fen);
        let mv = position.parse_san(texts[0]).unwrap();
        assert_eq!(position.san(mv), texts[0]);
        for text in texts {
            assert_eq!(position.parse_san(text), Ok(mv), "{text}");
        }
    }

    #[track_caller]
    fn assert_illegal(fen: &str, text: &str, expected: &[&str]) {
        match position(fen).parse_san(text).unwrap_err() {
            SanError::Illegal { text: found, mut candidates, .. } => {
                candidates.sort();
                assert_eq!(
                    (found.as_str(), candidates.iter().map(String::as_str).collect()),
                    (text, expected.to_vec())
                );
            }
            error => panic!("{error:?}"),
        }
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    #[test]
    fn tolerant_of_marks_and_needless_origins() {
        assert_same(START, &["Nf3", "Ngf3", "N1f3", "Ng1f3", "Nf3+", "Nf3#", "Nf3!", "Nf3?!", "Nf3+!!"]);
        assert_same(START, &["e4", "ee4", "2e4", "e2e4", "Pe4", "e4??"]);
    }

    #[test]
    fn tolerant_of_missing_marks() {
        let fen = "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1";
        assert_same(fen, &["e8=Q+", "e8=Q", "e8Q", "e8Q+", "ee8Q", "e7e8=Q!"]);
        assert_same(fen, &["exd8=N", "exd8N", "ed8=N", "ed8N", "e7xd8=N+"]);
        assert_same("k7/8/8/8/8/8/r7/K7 w - - 0 1", &["Kxa2", "Ka2", "Ka1xa2"]);
        assert_same("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", &["Ra8#", "Ra8", "Ra8+", "Raa8"]);
    }

    #[test]
    fn castling_with_letters_or_zeros() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        assert_same(fen, &["O-O", "0-0", "O-O+", "0-0!"]);
        assert_same(fen, &["O-O-O", "0-0-0", "O-O-O?"]);
        assert_same("3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", &["O-O-O+", "O-O-O", "0-0-0+"]);
        assert_illegal(
            "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1",
            "O-O",
            &["Kd1", "Kd2", "Ke2", "Kf1", "Kf2", "O-O-O+"],
        );
    }

    #[test]
    fn castling_is_no_king_move() {
        // Written as a move, castling goes from e1 to h1; no text but O-O means it.
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        for text in ["Kg1", "Kh1", "Kxh1", "Ke1g1"] {
            assert_illegal(fen, text, &["Kd1", "Kd2", "Ke2", "Kf1", "Kf2", "O-O"]);
        }
        // Where the king may step to c1 or castle there, Kc1 is the step.
        let fen = "4k3/8/8/8/8/8/8/RK6 w Q - 0 1";
        assert_eq!(position(fen).parse_san("Kc1"), Ok(Move::normal(Square::B1, Square::C1)));
        assert_same(fen, &["Kc1", "Kbc1"]);
        assert_same(fen, &["O-O-O"]);
    }

    #[test]
    fn the_origin_is_as_short_as_can_be() {
        // Knights on b1, b3, f1 can all go to d2.
        let fen = "7k/8/8/8/8/1N6/7K/1N3N2 w - - 0 1";
        assert_same(fen, &["Nfd2", "Nf1d2"]);
        assert_same(fen, &["N3d2", "Nb3d2"]);
        assert_same(fen, &["Nb1d2"]);
        let ambiguous = |text: &str, mut expected: Vec<&str>| match position(fen).parse_san(text).unwrap_err()
        {
            SanError::Ambiguous { text: found, candidates, .. } => {
                expected.sort();
                let mut candidates = candidates;
                candidates.sort();
                assert_eq!(
                    (found.as_str(), candidates),
                    (text, expected.iter().map(|&t| t.to_owned()).collect())
                );
            }
            error => panic!("{error:?}"),
        };
        ambiguous("Nd2", vec!["Nb1d2", "N3d2", "Nfd2"]);
        ambiguous("Nbd2", vec!["Nb1d2", "N3d2"]);
        ambiguous("N1d2", vec!["Nb1d2", "Nfd2"]);
    }

    #[test]
    fn a_pinned_rival_needs_no_telling_apart() {
        assert_same("4r2k/8/8/8/8/8/4N3/N3K3 w - - 0 1", &["Nc2", "Nac2"]);
        assert_same("4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", &["Nc2", "Nac2", "Na1c2"]);
    }

    #[test]
    fn san_of_captures_must_capture() {
        let fen = "7k/8/8/3p4/4P3/8/8/3R3K w - - 0 1";
        assert_same(fen, &["exd5", "ed5", "xd5", "e4d5", "e4xd5"]);
        // No push to d5, and nothing to take on e5.
        assert_illegal(fen, "d5", &["e5", "exd5"]);
        assert_illegal(fen, "exe5", &["e5", "exd5"]);
        assert_illegal(
            "7k/8/8/8/8/8/8/3R3K w - - 0 1",
            "Rxd5",
            &["Ra1", "Rb1", "Rc1", "Rd2", "Rd3", "Rd4", "Rd5", "Rd6", "Rd7", "Rd8+", "Re1", "Rf1", "Rg1"],
        );
    }

    #[test]
    fn en_passant_is_a_capture_like_any_other() {
        assert_same("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", &["exd6", "ed6", "e5xd6"]);
        assert_illegal("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", &["e6", "exd6"]);
    }

    #[test]
    fn promotions_name_a_piece_and_only_promotions_do() {
        let fen = "8/4P2k/8/8/8/8/8/K7 w - - 0 1";
        assert_illegal(fen, "e8", &["e8=B", "e8=N", "e8=Q", "e8=R"]);
        assert_illegal(fen, "Kb2=Q", &["Ka2", "Kb1", "Kb2"]);
    }

    #[test]
    fn malformed_text_is_refused_by_its_part() {
        let start = Position::startpos();
        let cases = [
            ("", "", "destination"),
            ("+", "", "destination"),
            ("N", "", "destination"),
            ("é", "é", "destination"),
            ("Né", "é", "destination"),
            ("Nf9", "f9", "destination"),
            ("--", "--", "destination"),
            ("o-o", "o-o", "destination"),
            ("O-O-O-O", "", ""),
            ("e8=", "", "N, B, R or Q"),
            ("e8=K", "K", "N, B, R or Q"),
            ("e8=q", "q", "N, B, R or Q"),
            ("e8=QQ", "QQ", "N, B, R or Q"),
            ("e8=Q=Q", "Q=Q", "N, B, R or Q"),
            ("e8QQ", "QQ", "N, B, R or Q"),
            ("e8K", "K", "N, B, R or Q"),
            ("nf3", "n", "file or rank"),
            ("Nxxf3", "x", "file or rank"),
            ("N1gf3", "1g", "file or rank"),
            ("Ng1-f3", "g1-", "file or rank"),
            ("Ng1 f3", "g1 ", "file or rank"),
            ("Nggf3", "gg", "file or rank"),
            ("N9f3", "9", "file or rank"),
            ("éf3", "é", "file or rank"),
        ];
        for (text, part, expectation) in cases {
            match start.parse_san(text).unwrap_err() {
                SanError::Syntax { found, text: whole, expected } => {
                    assert_eq!(whole, text);
                    assert!(part.is_empty() || found == part, "{text}: {found}");
                    assert!(expected.contains(expectation), "{text}: {expected}");
                }
                error => panic!("{text}: {error:?}"),
            }
        }
    }

    #[test]
    fn errors_name_the_text_and_the_candidates() {
        let message = Position::startpos().parse_san("Nd2").unwrap_err().to_string();
        for part in ["'Nd2'", START, "Na3", "Nc3", "Nf3", "Nh3"] {
            assert!(message.contains(part), "{message}");
        }
        let message = Position::startpos().parse_san("Qd4").unwrap_err().to_string();
        assert!(message.contains("no legal move of that kind"), "{message}");
    }
}
