//! Playing moves.
//!
//! [`Position::play`] changes the position in place; [`Position::after`] leaves it and returns the next.
//! There is no unmake: a copy of 256 bytes costs less than undoing what a move did (`docs/speed.md`).

use types::{Bitboard, Color, Move, MoveKind, Piece, Role, Square};

use super::{Position, Wing};
use crate::attacks;

/// Receives the changes that a move makes to the board, for sums that follow the pieces (evaluation accumulators).
///
/// All methods do nothing unless implemented, and `()` is the observer that costs nothing.
pub trait BoardObserver {
    /// A piece appears on a square that was empty.
    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        let _ = (piece, square);
    }

    /// A piece leaves the board.
    #[inline]
    fn lift(&mut self, piece: Piece, square: Square) {
        let _ = (piece, square);
    }

    /// A piece goes to a square that was empty.
    #[inline]
    fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        self.lift(piece, from);
        self.put(piece, to);
    }
}

impl BoardObserver for () {}

impl Position {
    /// The position after a legal move.
    ///
    /// If speed matters, clone and [`play`](Self::play) instead: returning the position by
    /// value copies it once more, and reading what was just written in smaller pieces stalls.
    /// [`for_each_child`](Self::for_each_child) is the fastest way to all positions after a move.
    ///
    /// # Panics
    /// May panic if the move is not legal here.
    #[inline]
    #[must_use]
    pub fn after(&self, mv: Move) -> Position {
        let mut next = self.clone();
        next.play(mv);
        next
    }

    /// Plays a legal move.
    ///
    /// # Panics
    /// May panic if the move is not legal here.
    #[inline(always)]
    pub fn play(&mut self, mv: Move) {
        self.play_observed(mv, &mut ());
    }

    /// Plays a legal move and reports the changes of the board to an observer.
    ///
    /// # Panics
    /// May panic if the move is not legal here.
    #[inline(always)]
    pub fn play_observed<O: BoardObserver>(&mut self, mv: Move, observer: &mut O) {
        self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        self.state.en_passant = None;
        match mv.kind() {
            MoveKind::Normal => self.play_normal(mv, observer),
            kind => self.play_special(mv, kind, observer),
        }
        self.state.turn.pass();
    }

    #[inline(always)]
    fn play_normal<O: BoardObserver>(&mut self, mv: Move, observer: &mut O) {
        let us = self.side_to_move();
        let (from, to) = (mv.from(), mv.to());
        let piece = self.mover(mv);
        self.capture_on(to, observer);
        self.slide(piece, from, to, observer);
        self.state.castling -= from.bitboard() | to;
        match piece.role() {
            Role::Pawn => {
                self.state.halfmove_clock = 0;
                if from as u8 ^ to as u8 == 16 {
                    self.offer_en_passant(us, Square::wrapping((from as u8 + to as u8) / 2));
                }
            }
            Role::King => self.state.castling -= us.back_rank().bitboard(),
            _ => {}
        }
    }

    /// Plays the three rare kinds of moves, out of line so that normal moves stay fast.
    #[inline(never)]
    fn play_special<O: BoardObserver>(&mut self, mv: Move, kind: MoveKind, observer: &mut O) {
        match kind {
            MoveKind::Normal => self.play_normal(mv, observer),
            MoveKind::Promotion(role) => self.play_promotion(mv, role, observer),
            MoveKind::EnPassant => self.play_en_passant(mv, observer),
            MoveKind::Castle => self.play_castling(mv, observer),
        }
    }

    fn play_promotion<O: BoardObserver>(&mut self, mv: Move, role: Role, observer: &mut O) {
        let (from, to) = (mv.from(), mv.to());
        self.capture_on(to, observer);
        self.lift(self.mover(mv), from, observer);
        self.put(Piece::new(self.side_to_move(), role), to, observer);
        self.state.castling -= to.bitboard();
        self.state.halfmove_clock = 0;
    }

    fn play_en_passant<O: BoardObserver>(&mut self, mv: Move, observer: &mut O) {
        let (from, to) = (mv.from(), mv.to());
        self.capture_on(Square::new(to.file(), from.rank()), observer);
        self.slide(self.mover(mv), from, to, observer);
    }

    fn play_castling<O: BoardObserver>(&mut self, mv: Move, observer: &mut O) {
        let us = self.side_to_move();
        let (king, rook) = (Piece::new(us, Role::King), Piece::new(us, Role::Rook));
        let wing = Wing::of(mv.from(), mv.to());
        // The rook leaves first and returns last: in Chess960 the two may swap squares, or one may stay.
        self.lift(rook, mv.to(), observer);
        if mv.from() != wing.king_target(us) {
            self.slide(king, mv.from(), wing.king_target(us), observer);
        }
        self.put(rook, wing.rook_target(us), observer);
        self.state.castling -= us.back_rank().bitboard();
    }

    /// The piece that a legal move carries.
    #[inline]
    fn mover(&self, mv: Move) -> Piece {
        let piece = self.piece_at(mv.from()).expect("a legal move starts on a piece");
        debug_assert_eq!(piece.color(), self.side_to_move(), "{mv} moves a piece of the wrong side");
        piece
    }

    /// Passes: the other side is to move on the same board. Only while not in check.
    ///
    /// No capture or pawn move happens, so the halfmove clock goes on; an en-passant right is lost.
    #[inline]
    pub fn play_null(&mut self) {
        debug_assert!(!self.in_check(), "a side in check cannot pass");
        self.pass();
    }

    /// Does what all moves have in common: raises the halfmove clock, ends rights to take en passant, passes the turn.
    #[inline]
    pub(crate) fn pass(&mut self) {
        self.state.halfmove_clock = self.state.halfmove_clock.saturating_add(1);
        self.state.en_passant = None;
        self.state.turn.pass();
    }

    /// Completes a normal move other than a pawn push after [`pass`](Self::pass). `lost` are squares whose castling
    /// rights end because the piece leaves.
    #[inline(always)]
    pub(crate) fn move_after_pass<const CAPTURE: bool>(
        &mut self,
        piece: Piece,
        from: Square,
        to: Square,
        lost: Bitboard,
    ) {
        if CAPTURE {
            let captured = self.piece_at(to).expect("a capture takes a piece");
            self.placement.lift(captured, to);
            self.state.halfmove_clock = 0;
        }
        self.placement.slide(piece, from, to);
        self.state.castling -= if CAPTURE { lost | to } else { lost };
    }

    /// Completes a pawn push of `us`, no promotion, after [`pass`](Self::pass).
    #[inline(always)]
    pub(crate) fn push_after_pass(&mut self, us: Color, from: Square, to: Square) {
        self.placement.slide(Piece::new(us, Role::Pawn), from, to);
        self.state.halfmove_clock = 0;
        if from as u8 ^ to as u8 == 16 {
            self.offer_en_passant(us, Square::wrapping((from as u8 + to as u8) / 2));
        }
    }

    #[inline]
    fn capture_on<O: BoardObserver>(&mut self, square: Square, observer: &mut O) {
        if let Some(captured) = self.piece_at(square) {
            self.lift(captured, square, observer);
            self.state.halfmove_clock = 0;
        }
    }

    /// Remembers the square that a pawn of `us` has just passed over, if it can legally be taken there.
    #[inline]
    fn offer_en_passant(&mut self, us: Color, passed: Square) {
        let candidates: Bitboard = attacks::pawn(us, passed) & self.pieces(!us, Role::Pawn);
        if candidates.any() && self.en_passant_capturers(!us, passed).next().is_some() {
            self.state.en_passant = Some(passed);
        }
    }

    #[inline]
    fn put<O: BoardObserver>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.placement.put(piece, square);
        observer.put(piece, square);
    }

    #[inline]
    fn lift<O: BoardObserver>(&mut self, piece: Piece, square: Square, observer: &mut O) {
        self.placement.lift(piece, square);
        observer.lift(piece, square);
    }

    #[inline]
    fn slide<O: BoardObserver>(&mut self, piece: Piece, from: Square, to: Square, observer: &mut O) {
        self.placement.slide(piece, from, to);
        observer.slide(piece, from, to);
    }
}
