//! Positions as six-field FEN text.
//!
//! Written here rather than by a library because the suites need castling rights in a fixed notation: `KQkq`
//! in the files of standard chess, file letters (Shredder-FEN, `HAha`) in those of Chess960, never a mixture
//! of both.

use std::fmt::Write as _;

use shakmaty::{Chess, Color, EnPassantMode, File, Position, Setup, Square};

/// How castling rights are spelt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castling {
    /// `KQkq`: rooks on the a- and h-files.
    Standard,
    /// The rook's file as a letter, king side first.
    Shredder,
}

/// The six-field FEN of a position.
pub fn fen(pos: &Chess, castling: Castling, ep: EnPassantMode) -> String {
    setup_fen(&pos.to_setup(ep), castling)
}

/// The six-field FEN of a setup, legal or not.
pub fn setup_fen(setup: &Setup, castling: Castling) -> String {
    let ep = setup.ep_square.map_or_else(|| "-".to_owned(), |square| square.to_string());
    format!(
        "{} {} {} {ep} {} {}",
        setup.board.board_fen(),
        setup.turn.char(),
        rights(setup, castling),
        setup.halfmoves,
        setup.fullmoves
    )
}

/// What makes two lines the same position: all fields but the two move counters.
pub fn identity(fen: &str) -> String {
    fen.split_whitespace().take(4).collect::<Vec<_>>().join(" ")
}

fn rights(setup: &Setup, castling: Castling) -> String {
    let mut text = String::new();
    for color in [Color::White, Color::Black] {
        let rooks = setup.castling_rights & setup.board.by_color(color);
        for rook in rooks.into_iter().rev() {
            let _ = write!(text, "{}", letter(rook, color, castling));
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

fn letter(rook: Square, color: Color, castling: Castling) -> char {
    let letter = match castling {
        Castling::Shredder => rook.file().char(),
        Castling::Standard if rook.file() == File::A => 'q',
        Castling::Standard => 'k',
    };
    if color.is_white() { letter.to_ascii_uppercase() } else { letter }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::{CastlingMode, fen::Fen};

    fn respell(text: &str, castling: Castling) -> String {
        let pos: Chess = text.parse::<Fen>().unwrap().into_position(CastlingMode::Chess960).unwrap();
        fen(&pos, castling, EnPassantMode::Always)
    }

    #[test]
    fn standard_rights() {
        let text = "r3k2r/8/8/8/4P3/8/8/R3K2R b KQkq e3 0 7";
        assert_eq!(respell(text, Castling::Standard), text);
        assert_eq!(respell(text, Castling::Shredder), text.replace("KQkq", "HAha"));
    }

    #[test]
    fn partial_and_inner_rights() {
        for text in [
            "1rr1k3/8/8/8/8/8/8/RR2K3 w Bc - 3 9",
            "1rr1k3/8/8/8/8/8/8/RR2K3 w - - 3 9",
            "2rkr3/8/8/8/8/8/8/5RKR w HFec - 3 9",
        ] {
            assert_eq!(respell(text, Castling::Shredder), text);
        }
    }
}
