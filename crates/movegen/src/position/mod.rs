//! A position: everything that the rules need, and nothing that only a search needs.
//!
//! - [`placement`]: the pieces, changed only by methods that keep all their representations consistent
//! - [`setup`]: positions from the outside, checked
//! - [`play`]: playing moves
//!
//! Positions are copied and moves never unmade: a search keeps one position a ply. Earlier positions, for
//! repetitions, are kept in [`KeyHistory`](crate::KeyHistory).
//!
//! A castling right belongs to a rook, wherever on the back rank it started, which covers standard chess, Chess960
//! and double Chess960 alike. It is lost when its rook leaves or is taken, and both when the king leaves: so each move
//! removes the rights of the squares it touches.

mod placement;
mod play;
pub mod setup;

use core::fmt;

use types::{Bitboard, Color, File, Key, Move, Piece, Rank, Role, Square};

pub(crate) use placement::Placement;
pub use play::BoardObserver;

use crate::{attacks, zobrist};

/// A position of standard chess, Chess960 or double Chess960.
///
/// Invariants, established by [`setup`] and kept by every legal move: one king a side; at most 16 pieces a
/// side, at most 8 of them pawns, none of those on ranks 1 and 8; the side that is not to move is not in
/// check; castling rights belong to rooks on the back rank of a king on the same rank, at most one on
/// each side of it; an en-passant square is kept only if some capture there is legal.
#[derive(Clone, PartialEq, Eq)]
#[repr(align(64))]
pub struct Position {
    placement: Placement,
    state: State,
}

/// The facts of a position that are not pieces: 16 bytes, copied at once.
#[derive(Clone, Copy, PartialEq, Eq)]
struct State {
    /// The rooks that may still castle, of both colours.
    castling: Bitboard,
    turn: Turn,
    halfmove_clock: u16,
    en_passant: Option<Square>,
}

/// Four cache lines, aligned: what a copy costs. Not aligned, wide loads and stores straddle two lines, and
/// making moves takes half as long again (`docs/speed.md`).
const _: () = assert!(size_of::<Position>() == 256);

/// The side to move and the number of the move, as one count of plies: even when White is to move.
#[derive(Clone, Copy)]
struct Turn(u32);

/// Compares the visible values: the count goes on beyond the greatest number that can be written.
impl PartialEq for Turn {
    fn eq(&self, other: &Turn) -> bool {
        (self.side_to_move(), self.fullmove_number()) == (other.side_to_move(), other.fullmove_number())
    }
}

impl Eq for Turn {}

impl Turn {
    fn new(side_to_move: Color, fullmove_number: u16) -> Turn {
        Turn(2 * u32::from(fullmove_number) + side_to_move as u32)
    }

    #[inline]
    fn side_to_move(self) -> Color {
        if self.0 & 1 == 0 { Color::White } else { Color::Black }
    }

    /// Stays at the greatest number that can be written.
    #[inline]
    fn fullmove_number(self) -> u16 {
        u16::try_from(self.0 / 2).unwrap_or(u16::MAX)
    }

    #[inline]
    fn pass(&mut self) {
        self.0 += 1;
    }
}

/// The side of the board to which a king castles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Wing {
    /// Towards the a-file: king to c, rook to d.
    Queenside,
    /// Towards the h-file: king to g, rook to f.
    Kingside,
}

impl Wing {
    /// Kingside first, as FEN writes it.
    pub const ALL: [Wing; 2] = [Wing::Kingside, Wing::Queenside];

    /// The wing on which a rook stands, seen from its king on the same rank.
    #[inline]
    pub fn of(king: Square, rook: Square) -> Wing {
        if rook > king { Wing::Kingside } else { Wing::Queenside }
    }

    /// The square of the king of `color` after castling.
    #[inline]
    pub fn king_target(self, color: Color) -> Square {
        let file = if self == Wing::Kingside { File::G } else { File::C };
        Square::new(file, color.back_rank())
    }

    /// The square of the rook of `color` after castling.
    #[inline]
    pub fn rook_target(self, color: Color) -> Square {
        let file = if self == Wing::Kingside { File::F } else { File::D };
        Square::new(file, color.back_rank())
    }
}

impl Position {
    /// The side to move.
    #[inline]
    pub fn side_to_move(&self) -> Color {
        self.state.turn.side_to_move()
    }

    /// The piece on a square, if any.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        self.placement.mailbox[square]
    }

    /// All pieces of a role, of both colours.
    #[inline]
    pub fn role(&self, role: Role) -> Bitboard {
        self.placement.by_role[role]
    }

    /// All pieces of a colour.
    #[inline]
    pub fn color(&self, color: Color) -> Bitboard {
        self.placement.by_color[color]
    }

    /// The pieces of a role and a colour.
    #[inline]
    pub fn pieces(&self, color: Color, role: Role) -> Bitboard {
        self.role(role) & self.color(color)
    }

    /// The pieces of a colour that move diagonally: bishops and queens.
    #[inline]
    pub fn diagonal_sliders(&self, color: Color) -> Bitboard {
        (self.role(Role::Bishop) | self.role(Role::Queen)) & self.color(color)
    }

    /// The pieces of a colour that move along ranks and files: rooks and queens.
    #[inline]
    pub fn straight_sliders(&self, color: Color) -> Bitboard {
        (self.role(Role::Rook) | self.role(Role::Queen)) & self.color(color)
    }

    /// All squares on which something stands.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.color(Color::White) | self.color(Color::Black)
    }

    /// The square of the king of `color`.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        // There is exactly one, so no bit is lost; an empty set would read as a1.
        Square::wrapping(self.pieces(color, Role::King).0.trailing_zeros() as u8)
    }

    /// The number of pieces of this kind. Kings are not counted: 0 for them.
    #[inline]
    pub fn count(&self, piece: Piece) -> u32 {
        (self.placement.material >> (4 * piece.index())) as u32 & 15
    }

    /// The rooks that may still castle, of both colours.
    #[inline]
    pub fn castling(&self) -> Bitboard {
        self.state.castling
    }

    /// The rook with which `color` may still castle to that wing.
    pub fn castling_rook(&self, color: Color, wing: Wing) -> Option<Square> {
        let king = self.king(color);
        (self.castling() & self.color(color)).into_iter().find(|&rook| Wing::of(king, rook) == wing)
    }

    /// The square behind a pawn that has just advanced by two, if some pawn can legally take it there.
    #[inline]
    pub fn en_passant(&self) -> Option<Square> {
        self.state.en_passant
    }

    /// Plies since the last capture or pawn move.
    #[inline]
    pub fn halfmove_clock(&self) -> u16 {
        self.state.halfmove_clock
    }

    /// The number of the move, counted from 1 and raised after Black's.
    #[inline]
    pub fn fullmove_number(&self) -> u16 {
        self.state.turn.fullmove_number()
    }

    /// The key of the whole position: pieces, castling rights, en passant and side to move. Positions are
    /// the same for the repetition rule exactly if all of these are, so the move counters are left out.
    #[inline]
    pub fn key(&self) -> Key {
        self.placement.group_keys.iter().fold(self.state_key(), |key, &group| key ^ group)
    }

    /// The part of the key that is not pieces. It is summed when asked for, since most of its terms are usually absent.
    #[inline]
    fn state_key(&self) -> Key {
        let mut key = zobrist::side_to_move(self.side_to_move());
        if let Some(square) = self.state.en_passant {
            key ^= zobrist::en_passant(square.file());
        }
        for rook in self.castling() {
            key ^= zobrist::castling(rook);
        }
        key
    }

    /// The change that a legal move most often makes to the key: a piece moves, may capture, and the turn passes.
    ///
    /// Castling, promotions, en passant, lost castling rights and new rights to take en passant change it further.
    /// It is known before the move is made, so that the table's memory can be prefetched.
    #[inline]
    pub fn likely_key_change(&self, mv: Move) -> Key {
        let (from, to) = (mv.from(), mv.to());
        let mut change = zobrist::side_to_move(Color::White) ^ zobrist::side_to_move(Color::Black);
        if let Some(piece) = self.piece_at(from) {
            change ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
        }
        if let Some(taken) = self.piece_at(to) {
            change ^= zobrist::piece(taken, to);
        }
        if let Some(square) = self.state.en_passant {
            change ^= zobrist::en_passant(square.file());
        }
        change
    }

    /// The key of the pawns of both sides: equal keys, equal pawn structure.
    #[inline]
    pub fn pawn_key(&self) -> Key {
        self.placement.group_keys[0] ^ self.placement.group_keys[1]
    }

    /// The key of one side's king and pieces without its pawns.
    #[inline]
    pub fn non_pawn_key(&self, color: Color) -> Key {
        self.placement.group_keys[2 + color.index()] ^ self.placement.group_keys[4 + color.index()]
    }

    /// The key of the knights and bishops of both sides.
    #[inline]
    pub fn minor_key(&self) -> Key {
        self.placement.group_keys[2] ^ self.placement.group_keys[3]
    }

    /// The key of the rooks, queens and kings of both sides.
    #[inline]
    pub fn major_key(&self) -> Key {
        self.placement.group_keys[4] ^ self.placement.group_keys[5]
    }

    /// The key of the material: how many pieces of each kind, wherever they stand.
    #[inline]
    pub fn material_key(&self) -> Key {
        zobrist::mix(self.placement.material)
    }

    /// True if a move captures.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        self.captured(mv).is_some()
    }

    /// The piece that a legal move captures, the pawn of an en-passant capture included.
    #[inline]
    pub fn captured(&self, mv: Move) -> Option<Piece> {
        if mv.is_castle() {
            None
        } else if mv.is_en_passant() {
            Some(Piece::new(!self.side_to_move(), Role::Pawn))
        } else {
            self.piece_at(mv.to())
        }
    }

    /// The same position rebuilt piece by piece, so that nothing in it was updated incrementally.
    ///
    /// Tests hold it against the position itself: they are equal, keys and all.
    pub fn rebuilt(&self) -> Position {
        let mut placement = Placement::EMPTY;
        for square in self.occupied() {
            if let Some(piece) = self.piece_at(square) {
                placement.put(piece, square);
            }
        }
        Position { placement, ..self.clone() }
    }
}

/// Attacks on squares.
impl Position {
    /// The pieces of both colours that attack `square` when these squares are occupied.
    ///
    /// A piece outside `occupied` still attacks (mask the result if that matters): only the lines are
    /// cut by it.
    #[inline]
    pub fn attackers_to(&self, square: Square, occupied: Bitboard) -> Bitboard {
        let [white, black] = Color::ALL.map(|color| self.color(color));
        let diagonal = self.role(Role::Bishop) | self.role(Role::Queen);
        let straight = self.role(Role::Rook) | self.role(Role::Queen);
        attacks::pawn(Color::White, square) & self.role(Role::Pawn) & black
            | attacks::pawn(Color::Black, square) & self.role(Role::Pawn) & white
            | attacks::knight(square) & self.role(Role::Knight)
            | attacks::king(square) & self.role(Role::King)
            | attacks::bishop(square, occupied) & diagonal
            | attacks::rook(square, occupied) & straight
    }

    /// True if `color` attacks `square` when these squares are occupied.
    #[inline]
    pub fn is_attacked(&self, square: Square, color: Color, occupied: Bitboard) -> bool {
        (self.attackers_to(square, occupied) & self.color(color)).any()
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        let us = self.side_to_move();
        self.attackers_to(self.king(us), self.occupied()) & self.color(!us)
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// True if an en-passant capture from `from` to `to` leaves the mover's king safe.
    ///
    /// Two pawns leave a rank at once, which no pin line describes, so the king's attackers are looked up
    /// on the board as it would be.
    #[inline]
    pub(crate) fn en_passant_is_safe(&self, from: Square, to: Square) -> bool {
        let us = match to.rank() {
            Rank::Sixth => Color::White,
            _ => Color::Black,
        };
        let captured = Square::new(to.file(), from.rank());
        let occupied = (self.occupied() ^ from ^ captured) | to;
        let attackers = self.attackers_to(self.king(us), occupied) & self.color(!us);
        (attackers & occupied).is_empty()
    }

    /// The pawns of `us` that may legally take en passant on `to`.
    #[inline]
    pub(crate) fn en_passant_capturers(&self, us: Color, to: Square) -> impl Iterator<Item = Square> {
        let candidates = attacks::pawn(!us, to) & self.pieces(us, Role::Pawn);
        candidates.into_iter().filter(move |&from| self.en_passant_is_safe(from, to))
    }
}

/// A diagram, the eighth rank first, White's pieces in upper case.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in Rank::ALL.into_iter().rev() {
            write!(f, "{} ", rank.digit())?;
            for file in File::ALL {
                let letter = self.piece_at(Square::new(file, rank)).map_or('.', Piece::letter);
                write!(f, " {letter}")?;
            }
            writeln!(f)?;
        }
        writeln!(f, "\n   a b c d e f g h")
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({})", self.fen())
    }
}
