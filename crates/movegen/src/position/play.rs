//! What a move changes.
//!
//! [`Position::play`] changes the position in place; [`Position::after`] leaves it and returns the next.
//! There is no unmake: a copy of 192 bytes costs less than undoing what a move did (`docs/speed.md`).

use types::{Bitboard, Color, Move, MoveKind, Piece, Role, Square};

use super::{Position, Wing};
use crate::attacks;

/// Is told what a move does to the board, for sums that follow the pieces (evaluation accumulators).
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
    #[inline]
    pub fn play(&mut self, mv: Move) {
        self.play_observed(mv, &mut ());
    }

    /// Plays a legal move and tells an observer what happens on the board.
    ///
    /// # Panics
    /// May panic if the move is not legal here.
    #[inline]
    pub fn play_observed<O: BoardObserver>(&mut self, mv: Move, observer: &mut O) {
        let us = self.side_to_move;
        let (from, to) = (mv.from(), mv.to());
        let piece = self.piece_at(from).expect("a legal move starts on a piece");
        debug_assert_eq!(piece.color(), us, "{mv} moves a piece of the wrong side");
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.en_passant = None;
        let mut castling_lost = from.bitboard() | to;
        match mv.kind() {
            MoveKind::Normal => {
                self.capture_on(to, observer);
                self.slide(piece, from, to, observer);
                if piece.role() == Role::Pawn {
                    self.halfmove_clock = 0;
                    if from as u8 ^ to as u8 == 16 {
                        self.offer_en_passant(us, Square::wrapping((from as u8 + to as u8) / 2));
                    }
                } else if piece.role() == Role::King {
                    castling_lost |= us.back_rank().bitboard();
                }
            }
            MoveKind::Promotion(role) => {
                self.capture_on(to, observer);
                self.lift(piece, from, observer);
                self.put(Piece::new(us, role), to, observer);
                self.halfmove_clock = 0;
            }
            MoveKind::EnPassant => {
                self.capture_on(Square::new(to.file(), from.rank()), observer);
                self.slide(piece, from, to, observer);
            }
            MoveKind::Castle => {
                let wing = Wing::of(from, to);
                let rook = Piece::new(us, Role::Rook);
                // The rook leaves first and returns last: in Chess960 the two may swap squares.
                self.lift(rook, to, observer);
                if from != wing.king_target(us) {
                    self.slide(piece, from, wing.king_target(us), observer);
                }
                self.put(rook, wing.rook_target(us), observer);
                castling_lost |= us.back_rank().bitboard();
            }
        }
        self.castling -= castling_lost;
        self.pass_turn();
    }

    /// Passes: the other side is to move on the same board. Only while not in check.
    ///
    /// No capture or pawn move happens, so the halfmove clock goes on; an en-passant right is lost.
    #[inline]
    pub fn play_null(&mut self) {
        debug_assert!(!self.in_check(), "a side in check cannot pass");
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        self.en_passant = None;
        self.pass_turn();
    }

    #[inline]
    fn pass_turn(&mut self) {
        self.fullmove_number = self.fullmove_number.saturating_add(self.side_to_move as u16);
        self.side_to_move = !self.side_to_move;
    }

    #[inline]
    fn capture_on<O: BoardObserver>(&mut self, square: Square, observer: &mut O) {
        if let Some(captured) = self.piece_at(square) {
            self.lift(captured, square, observer);
            self.halfmove_clock = 0;
        }
    }

    /// Remembers the square that a pawn of `us` has just passed over, if it can legally be taken there.
    #[inline]
    fn offer_en_passant(&mut self, us: Color, passed: Square) {
        let candidates: Bitboard = attacks::pawn(us, passed) & self.pieces(!us, Role::Pawn);
        if candidates.any() && self.en_passant_capturers(!us, passed).next().is_some() {
            self.en_passant = Some(passed);
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
