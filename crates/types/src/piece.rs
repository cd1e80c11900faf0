//! Pieces: a [`Role`] is the kind of a piece, a [`Piece`] is a role of a colour.

use core::fmt;

use crate::Color;

/// The six kinds of piece, from the pawn to the king.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Role {
    Pawn,
    Knight,
    Bishop,
    Rook,
    Queen,
    King,
}

impl Role {
    /// The number of roles.
    pub const COUNT: usize = 6;
    /// All roles, from the pawn to the king.
    pub const ALL: [Role; Self::COUNT] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    /// The roles that a pawn may become, the most valuable first.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

    /// 0 for the pawn to 5 for the king.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The lower-case English letter: `p n b r q k`.
    pub const fn letter(self) -> char {
        match self {
            Role::Pawn => 'p',
            Role::Knight => 'n',
            Role::Bishop => 'b',
            Role::Rook => 'r',
            Role::Queen => 'q',
            Role::King => 'k',
        }
    }

    /// The role of an English letter of either case.
    pub const fn from_letter(letter: char) -> Option<Role> {
        Some(match letter.to_ascii_lowercase() {
            'p' => Role::Pawn,
            'n' => Role::Knight,
            'b' => Role::Bishop,
            'r' => Role::Rook,
            'q' => Role::Queen,
            'k' => Role::King,
            _ => return None,
        })
    }
}

/// A role of a colour. Twelve values in one byte, so `Option<Piece>` is one byte as well.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs)]
pub enum Piece {
    WhitePawn,
    BlackPawn,
    WhiteKnight,
    BlackKnight,
    WhiteBishop,
    BlackBishop,
    WhiteRook,
    BlackRook,
    WhiteQueen,
    BlackQueen,
    WhiteKing,
    BlackKing,
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
    /// The number of pieces.
    pub const COUNT: usize = Color::COUNT * Role::COUNT;

    /// All pieces, by role, White before Black.
    pub const ALL: [Piece; Self::COUNT] = [
        Piece::WhitePawn,
        Piece::BlackPawn,
        Piece::WhiteKnight,
        Piece::BlackKnight,
        Piece::WhiteBishop,
        Piece::BlackBishop,
        Piece::WhiteRook,
        Piece::BlackRook,
        Piece::WhiteQueen,
        Piece::BlackQueen,
        Piece::WhiteKing,
        Piece::BlackKing,
    ];

    /// The piece of that colour and role.
    #[inline]
    pub const fn new(color: Color, role: Role) -> Piece {
        // An exhaustive match: it compiles to the arithmetic, and needs no conversion that could fail.
        match (role as u8) << 1 | color as u8 {
            0 => Piece::WhitePawn,
            1 => Piece::BlackPawn,
            2 => Piece::WhiteKnight,
            3 => Piece::BlackKnight,
            4 => Piece::WhiteBishop,
            5 => Piece::BlackBishop,
            6 => Piece::WhiteRook,
            7 => Piece::BlackRook,
            8 => Piece::WhiteQueen,
            9 => Piece::BlackQueen,
            10 => Piece::WhiteKing,
            _ => Piece::BlackKing,
        }
    }

    /// 0 to 11: twice the role, plus one for Black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The colour of the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if self as u8 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// The kind of the piece.
    #[inline]
    pub const fn role(self) -> Role {
        match self as u8 >> 1 {
            0 => Role::Pawn,
            1 => Role::Knight,
            2 => Role::Bishop,
            3 => Role::Rook,
            4 => Role::Queen,
            5 => Role::King,
            // The compiler knows that a piece is below 12, and drops this.
            _ => unreachable!(),
        }
    }

    /// The FEN letter: upper case for White, lower case for Black.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::White => self.role().letter().to_ascii_uppercase(),
            Color::Black => self.role().letter(),
        }
    }

    /// The piece of a FEN letter.
    pub const fn from_letter(letter: char) -> Option<Piece> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter) {
            Some(role) => Some(Piece::new(color, role)),
            None => None,
        }
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn a_piece_is_its_colour_and_its_role() {
        for (index, piece) in Piece::ALL.into_iter().enumerate() {
            assert_eq!(piece.index(), index);
            assert_eq!(Piece::new(piece.color(), piece.role()), piece);
            assert_eq!(Piece::from_letter(piece.letter()), Some(piece));
        }
    }

    #[test]
    fn other_letters_are_no_pieces() {
        let letters = (0..=255u8).map(char::from).filter(|&c| Piece::from_letter(c).is_some());
        assert_eq!(letters.collect::<String>(), "BKNPQRbknpqr");
    }
}
