//! Sides and pieces: a [`Color`], also as a type ([`Side`]), a [`Role`], and a [`Piece`], which is a role of a colour; and
//! arrays with one element for each of them.

use core::fmt;
use core::ops::{Index, IndexMut, Not};

use crate::{Bitboard, Rank, Square};

enumeration! {
    /// White moves first and up the board; Black answers and moves down.
    Color: White Black
}

impl Color {
    /// `'w'` or `'b'`, as FEN writes it.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Black => 'b',
        }
    }

    /// The rank on which this side's king and pieces start.
    #[inline]
    pub const fn back_rank(self) -> Rank {
        match self {
            Color::White => Rank::First,
            Color::Black => Rank::Eighth,
        }
    }
}

impl Not for Color {
    type Output = Color;

    #[inline]
    fn not(self) -> Color {
        match self {
            Color::White => Color::Black,
            Color::Black => Color::White,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Color::White => "White",
            Color::Black => "Black",
        })
    }
}

/// A colour known at compile time: code for one side is compiled for each colour, without a test of colour in it.
///
/// ```
/// use coppice_types::{Bitboard, Black, Side, Square, White};
///
/// /// The squares that the pawns of a side attack.
/// fn attacks<S: Side>(pawns: Bitboard) -> Bitboard {
///     S::pawn_attacks(pawns)
/// }
///
/// assert_eq!(attacks::<White>(Square::A2.bitboard()), Square::B3.bitboard());
/// assert_eq!(attacks::<Black>(Square::A7.bitboard()), Square::B6.bitboard());
/// ```
pub trait Side {
    /// The opponent.
    type Other: Side;
    /// The colour.
    const COLOR: Color;

    /// The set one rank ahead.
    #[inline]
    fn forward(set: Bitboard) -> Bitboard {
        set.forward(Self::COLOR)
    }

    /// All squares ahead of the set on its files, without the set itself.
    #[inline]
    fn ahead(set: Bitboard) -> Bitboard {
        let mut fill = Self::forward(set);
        fill |= Self::forward(fill);
        fill |= Self::forward(Self::forward(fill));
        fill | Self::forward(Self::forward(Self::forward(Self::forward(fill))))
    }

    /// The squares that a set of pawns attacks.
    #[inline]
    fn pawn_attacks(pawns: Bitboard) -> Bitboard {
        let forward = Self::forward(pawns);
        forward.east() | forward.west()
    }

    /// The rank of a square, counted from this side.
    #[inline]
    fn rank(square: Square) -> Rank {
        square.rank().relative_to(Self::COLOR)
    }

    /// The squares of a rank that is counted from this side.
    #[inline]
    fn rank_set(rank: Rank) -> Bitboard {
        rank.relative_to(Self::COLOR).bitboard()
    }

    /// The square where a pawn of this side promotes if it captures nothing.
    #[inline]
    fn promotion_square(pawn: Square) -> Square {
        Square::new(pawn.file(), Self::Other::COLOR.back_rank())
    }

    /// The square of a set that is nearest to this side.
    #[inline]
    fn nearest(set: Bitboard) -> Option<Square> {
        match Self::COLOR {
            Color::White => set.first(),
            Color::Black => set.last(),
        }
    }
}

/// White as a type.
#[derive(Clone, Copy, Debug)]
pub struct White;

/// Black as a type.
#[derive(Clone, Copy, Debug)]
pub struct Black;

impl Side for White {
    type Other = Black;
    const COLOR: Color = Color::White;
}

impl Side for Black {
    type Other = White;
    const COLOR: Color = Color::Black;
}

enumeration! {
    /// The six kinds of piece, from the pawn to the king.
    Role: Pawn Knight Bishop Rook Queen King
}

impl Role {
    /// The roles that a pawn may become, the most valuable first.
    pub const PROMOTIONS: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

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

enumeration! {
    /// A role of a colour; its index is twice that of the role, plus one for Black.
    Piece: WhitePawn BlackPawn WhiteKnight BlackKnight WhiteBishop BlackBishop
        WhiteRook BlackRook WhiteQueen BlackQueen WhiteKing BlackKing
}

const _: () = assert!(size_of::<Option<Piece>>() == 1);

impl Piece {
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

/// Arrays that can only be indexed by the right thing: `ByColor<T>` is `[T; 2]`, but its index is a [`Color`], never a bare
/// integer. The index is always in range, so the compiler drops the check.
macro_rules! indexed_array {
    ($(#[$meta:meta])* $name:ident[$key:ident]) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(transparent)]
        pub struct $name<T>(pub [T; $key::COUNT]);

        impl<T> $name<T> {
            /// One element a key, each made by `f`.
            pub fn from_fn(mut f: impl FnMut($key) -> T) -> Self {
                $name(core::array::from_fn(|index| f($key::ALL[index])))
            }

            /// The elements with their keys, in index order.
            pub fn iter(&self) -> impl Iterator<Item = ($key, &T)> {
                $key::ALL.into_iter().zip(&self.0)
            }
        }

        impl<T: Copy> $name<T> {
            /// The same element everywhere.
            pub const fn splat(value: T) -> Self {
                $name([value; $key::COUNT])
            }
        }

        impl<T: Copy + Default> Default for $name<T> {
            fn default() -> Self {
                Self::splat(T::default())
            }
        }

        impl<T> Index<$key> for $name<T> {
            type Output = T;

            #[inline]
            fn index(&self, key: $key) -> &T {
                &self.0[key.index()]
            }
        }

        impl<T> IndexMut<$key> for $name<T> {
            #[inline]
            fn index_mut(&mut self, key: $key) -> &mut T {
                &mut self.0[key.index()]
            }
        }
    };
}

indexed_array! {
    /// Two elements, one for each side.
    ByColor[Color]
}
indexed_array! {
    /// Six elements, one for each kind of piece.
    ByRole[Role]
}
indexed_array! {
    /// Twelve elements, one for each kind of piece of each side.
    ByPiece[Piece]
}
indexed_array! {
    /// 64 elements, one for each square.
    BySquare[Square]
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::string::String;

    #[test]
    fn ahead_is_every_square_further_up_the_file() {
        for square in Square::ALL {
            let on_file = |is_ahead: fn(Square, Square) -> bool| {
                let file = square.file().bitboard().into_iter();
                file.filter(|&other| is_ahead(other, square)).collect::<Bitboard>()
            };
            assert_eq!(White::ahead(square.bitboard()), on_file(|other, square| other > square));
            assert_eq!(Black::ahead(square.bitboard()), on_file(|other, square| other < square));
        }
    }

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
