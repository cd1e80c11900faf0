//! The placement of the pieces, with everything that is a sum over them.
//!
//! The same facts are kept three ways, because each answers a different question at once: sets by role and
//! by colour ("where are the knights?"), a mailbox ("what stands on e4?") and keys. They can only change
//! through [`put`](Placement::put), [`lift`](Placement::lift) and [`slide`](Placement::slide), so they
//! cannot drift apart.
//!
//! # Keys by group
//! Search and evaluation want keys of the pawns, of each side's pieces, of the minor pieces, and of it all.
//! Keeping five keys would cost five updates a piece. Instead the pieces fall into six disjoint groups and
//! each has its key, so that a piece touches exactly one; any wanted key is the exclusive or of a few.
//!
//! ```text
//!              pawns   minors (N B)   majors (R Q K)
//!      White     0          2               4            pawn key      = 0 ^ 1
//!      Black     1          3               5            minor key     = 2 ^ 3
//!                                                        White's non-pawns = 2 ^ 4, Black's = 3 ^ 5
//! ```

use types::{Bitboard, ByColor, ByPiece, ByRole, BySquare, Key, Piece, Role, Square};

use crate::zobrist;

/// The group of each piece, numbered as in the picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Group {
    WhitePawns,
    BlackPawns,
    WhiteMinors,
    BlackMinors,
    WhiteMajors,
    BlackMajors,
}

impl Group {
    const COUNT: usize = 6;

    /// A table, because every move looks it up.
    const OF: ByPiece<Group> = ByPiece([
        Group::WhitePawns,
        Group::BlackPawns,
        Group::WhiteMinors,
        Group::BlackMinors,
        Group::WhiteMinors,
        Group::BlackMinors,
        Group::WhiteMajors,
        Group::BlackMajors,
        Group::WhiteMajors,
        Group::BlackMajors,
        Group::WhiteMajors,
        Group::BlackMajors,
    ]);
}

/// The pieces on the board.
///
/// `Copy` and aligned, so that a position is copied in whole cache lines. Field by field, a wide load or store may
/// cross from one line to the next.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(64))]
pub(crate) struct Placement {
    pub(super) by_role: ByRole<Bitboard>,
    pub(super) by_color: ByColor<Bitboard>,
    pub(super) mailbox: BySquare<Option<Piece>>,
    /// By group, see the picture.
    pub(super) group_keys: [Key; Group::COUNT],
    /// Four bits a piece, counting it; kings are left out. Sixteen pieces a side are the most a position
    /// may have, one of them a king, so no count overflows.
    pub(super) material: u64,
}

/// One piece in the units of [`Placement::material`].
const fn material_unit(piece: Piece) -> u64 {
    match piece.role() {
        Role::King => 0,
        _ => 1 << (4 * piece.index()),
    }
}

impl Placement {
    /// No piece at all.
    pub(crate) const EMPTY: Placement = Placement {
        by_role: ByRole::splat(Bitboard::EMPTY),
        by_color: ByColor::splat(Bitboard::EMPTY),
        mailbox: BySquare::splat(None),
        group_keys: [Key(0); Group::COUNT],
        material: 0,
    };

    #[inline]
    fn group_key(&mut self, piece: Piece) -> &mut Key {
        &mut self.group_keys[Group::OF[piece] as usize]
    }

    #[inline]
    fn toggle(&mut self, piece: Piece, squares: Bitboard) {
        self.by_role[piece.role()] ^= squares;
        self.by_color[piece.color()] ^= squares;
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.mailbox[square], None, "{square} is taken");
        self.toggle(piece, square.bitboard());
        self.mailbox[square] = Some(piece);
        *self.group_key(piece) ^= zobrist::piece(piece, square);
        self.material = self.material.wrapping_add(material_unit(piece));
    }

    /// Takes the piece that stands on a square off the board.
    #[inline]
    pub(crate) fn lift(&mut self, piece: Piece, square: Square) {
        debug_assert_eq!(self.mailbox[square], Some(piece), "on {square}");
        self.toggle(piece, square.bitboard());
        self.mailbox[square] = None;
        *self.group_key(piece) ^= zobrist::piece(piece, square);
        self.material = self.material.wrapping_sub(material_unit(piece));
    }

    /// Carries a piece to an empty square.
    #[inline]
    pub(crate) fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        debug_assert_eq!((self.mailbox[from], self.mailbox[to]), (Some(piece), None), "{from} to {to}");
        self.toggle(piece, from.bitboard() | to);
        self.mailbox[from] = None;
        self.mailbox[to] = Some(piece);
        *self.group_key(piece) ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
    }
}
