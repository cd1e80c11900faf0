//! Legal move generation.
//!
//! Only legal moves come out. [`Masks`] says once a node where a piece must go to end a check and along
//! which lines it is pinned; every set of targets is intersected with that ([`pieces`], [`pawns`]), and the
//! king avoids the squares that the enemy attacks ([`king`]). En passant alone needs a test of its own.
//!
//! The generator is one function, compiled apart for each side to move ([`side`]), for each kind of moves
//! wanted ([`Captures`], [`Quiets`], [`All`]), for check and no check, and for each [`MoveSink`]. [`children`]
//! plays moves as they are generated.

pub(crate) mod children;
pub(crate) mod king;
mod masks;
mod pawns;
mod pieces;
pub(crate) mod side;
mod sink;

pub use masks::Masks;
pub use sink::{MAX_MOVES, MoveCount, MoveList, MoveSink};

use side::Side;
use types::{Bitboard, Color};

use crate::Position;

/// The moves to generate. Every legal move is either a capture or a quiet move in this sense.
pub trait GenerationType {
    /// Captures, en passant and promotions: what changes the material.
    const CAPTURES: bool;
    /// All other moves.
    const QUIETS: bool;
}

/// Moves that change the material: captures, en passant and all promotions.
pub struct Captures;
/// Moves that do not.
pub struct Quiets;
/// All legal moves. In check these are the evasions.
pub struct All;

impl GenerationType for Captures {
    const CAPTURES: bool = true;
    const QUIETS: bool = false;
}

impl GenerationType for Quiets {
    const CAPTURES: bool = false;
    const QUIETS: bool = true;
}

impl GenerationType for All {
    const CAPTURES: bool = true;
    const QUIETS: bool = true;
}

impl Position {
    /// All legal moves.
    pub fn legal_moves(&self) -> MoveList {
        let mut moves = MoveList::new();
        self.generate::<All, _>(&Masks::of(self), &mut moves);
        moves
    }

    /// The number of legal moves.
    pub fn count_legal_moves(&self) -> u32 {
        let mut count = MoveCount::default();
        self.generate::<All, _>(&Masks::of(self), &mut count);
        count.0
    }

    /// Passes all legal moves of a generation type to a sink. `masks` are this position's.
    #[inline]
    pub fn generate<G: GenerationType, M: MoveSink>(&self, masks: &Masks, sink: &mut M) {
        match self.side_to_move() {
            Color::White => generate_for::<side::White, G, _>(self, *masks, sink),
            Color::Black => generate_for::<side::Black, G, _>(self, *masks, sink),
        };
    }
}

/// Generates the moves of a side, in check or not, and returns the sink.
///
/// Sink and masks go by value and everything is inlined, so that a count and the masks stay in registers.
#[inline(always)] // Perft with bulk counting: 7 % fewer instructions.
pub(crate) fn generate_for<S: Side, G: GenerationType, M: MoveSink>(
    position: &Position,
    masks: Masks,
    sink: M,
) -> M {
    if masks.checkers.is_empty() {
        Generator::<S, G, M, false>::new(position, masks, sink).run()
    } else {
        Generator::<S, G, M, true>::new(position, masks, sink).run()
    }
}

/// The state that the parts of the generator share.
struct Generator<'a, S, G, M, const IN_CHECK: bool> {
    position: &'a Position,
    masks: Masks,
    sink: M,
    /// The squares to which pieces may go, pins apart.
    targets: Bitboard,
    occupied: Bitboard,
    types: core::marker::PhantomData<(S, G)>,
}

impl<'a, S: Side, G: GenerationType, M: MoveSink, const IN_CHECK: bool> Generator<'a, S, G, M, IN_CHECK> {
    #[inline]
    fn new(position: &'a Position, masks: Masks, sink: M) -> Self {
        let mut generator = Generator {
            position,
            masks,
            sink,
            targets: Bitboard::EMPTY,
            occupied: position.occupied(),
            types: core::marker::PhantomData,
        };
        generator.targets = generator.wanted() & generator.check_mask();
        generator
    }

    #[inline(always)]
    fn run(mut self) -> M {
        self.king();
        // Two checks cannot be ended by one piece.
        if !IN_CHECK || !self.masks.checkers.has_many() {
            self.pieces();
            self.pawns();
        }
        self.sink
    }

    /// The target squares of the generation type: enemy pieces, empty squares, or both.
    #[inline]
    fn wanted(&self) -> Bitboard {
        match (G::CAPTURES, G::QUIETS) {
            (true, true) => !self.position.color(S::COLOR),
            (true, false) => self.position.color(S::Other::COLOR),
            (false, _) => !self.occupied,
        }
    }

    /// The check mask, known to be every square where there is no check.
    #[inline]
    fn check_mask(&self) -> Bitboard {
        if IN_CHECK { self.masks.check_mask } else { Bitboard::ALL }
    }
}
