//! Visits the children of a position: each legal move with the position after it.
//!
//! Moves are played as they are generated, one piece with all its targets at a time, so what they share is done once:
//!
//! - the turn passes on a copy of the position, from which all children are copied;
//! - the piece and the castling rights that it loses by leaving are looked up once a piece;
//! - captures are played apart from quiet moves, so neither kind is tested for a capture.

use core::marker::PhantomData;

use types::{Bitboard, Black, Color, Move, Piece, Role, Side, Square, White};

use super::sink::origin;
use super::{All, Masks, MoveSink, generate_for};
use crate::Position;

impl Position {
    /// Calls `visit` with each legal move and the position after it, in no particular order.
    ///
    /// Faster than a list whose moves are played on clones (`docs/speed.md`).
    ///
    /// ```
    /// use coppice_chess::Position;
    ///
    /// let mut checks = 0;
    /// let position: Position = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1".parse()?;
    /// position.for_each_child(|_, child| checks += usize::from(child.in_check()));
    /// assert_eq!(checks, 2);
    /// # Ok::<(), coppice_chess::text::FenError>(())
    /// ```
    pub fn for_each_child(&self, visit: impl FnMut(Move, &Position)) {
        match self.side_to_move() {
            Color::White => for_each_child::<White, _>(self, visit),
            Color::Black => for_each_child::<Black, _>(self, visit),
        }
    }
}

/// [`Position::for_each_child`] for a side to move that is known at compile time.
#[inline]
pub(crate) fn for_each_child<S: Side, F: FnMut(Move, &Position)>(position: &Position, visit: F) {
    let masks = Masks::for_side::<S>(position);
    let mut passed = position.clone();
    passed.pass();
    let mut children = Children { position, passed: &passed, visit, side: PhantomData::<S> };
    generate_for::<S, All, _>(position, masks, &mut children);
}

/// Receives moves, plays them and visits the positions after them.
struct Children<'a, S, F> {
    position: &'a Position,
    /// The position as if the side to move had passed.
    passed: &'a Position,
    visit: F,
    side: PhantomData<S>,
}

impl<S: Side, F: FnMut(Move, &Position)> Children<'_, S, F> {
    /// Plays moves of one piece to squares that all hold enemies, or else are all empty.
    #[inline(always)]
    fn piece_moves<const CAPTURES: bool>(&mut self, from: Square, targets: Bitboard) {
        let piece = self.passed.piece_at(from).expect("a legal move starts on a piece");
        let lost = if piece.role() == Role::King { S::COLOR.back_rank().bitboard() } else { from.bitboard() };
        for to in targets {
            let mut child = self.passed.clone();
            child.move_after_pass::<CAPTURES>(piece, from, to, lost);
            (self.visit)(Move::normal(from, to), &child);
        }
    }

    /// Plays captures of one piece. As for the functions below, a call a piece costs less than code at each place
    /// where pieces are generated.
    #[inline(never)]
    fn captures(&mut self, from: Square, targets: Bitboard) {
        self.piece_moves::<true>(from, targets);
    }

    #[inline(never)]
    fn quiets(&mut self, from: Square, targets: Bitboard) {
        self.piece_moves::<false>(from, targets);
    }

    #[inline(never)]
    fn pawn_captures(&mut self, targets: Bitboard, step: i8) {
        let pawn = Piece::new(S::COLOR, Role::Pawn);
        for to in targets {
            let mut child = self.passed.clone();
            child.move_after_pass::<true>(pawn, origin(to, step), to, Bitboard::EMPTY);
            (self.visit)(Move::normal_by_step(to, step), &child);
        }
    }

    #[inline(never)]
    fn pushes(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            let mut child = self.passed.clone();
            child.push_after_pass(S::COLOR, origin(to, step), to);
            (self.visit)(Move::normal_by_step(to, step), &child);
        }
    }

    /// Promotions, castling and en passant.
    #[inline(never)]
    fn special(&mut self, mv: Move) {
        let mut child = self.position.clone();
        child.play(mv);
        (self.visit)(mv, &child);
    }
}

impl<S: Side, F: FnMut(Move, &Position)> MoveSink for Children<'_, S, F> {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        let enemies = self.passed.color(S::Other::COLOR);
        let (captures, quiets) = (targets & enemies, targets - enemies);
        if captures.any() {
            self.captures(from, captures);
        }
        if quiets.any() {
            self.quiets(from, quiets);
        }
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        if targets.is_empty() {
            return;
        }
        if step % 8 == 0 {
            self.pushes(targets, step);
        } else {
            self.pawn_captures(targets, step);
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            for role in Role::PROMOTIONS {
                self.special(Move::promotion(origin(to, step), to, role));
            }
        }
    }

    #[inline]
    fn single(&mut self, mv: Move) {
        self.special(mv);
    }
}
