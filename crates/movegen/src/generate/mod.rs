//! Legal move generation.
//!
//! Only legal moves come out. [`Masks`] says once a node where a piece must go to end a check and along which lines it is
//! pinned; every set of targets is intersected with that, and the king avoids the squares that the enemy attacks. En
//! passant alone needs a test of its own.
//!
//! The generator is one function, compiled apart for each side to move, for each kind of moves wanted ([`Captures`],
//! [`Quiets`], [`All`]), for check and no check, and for each [`MoveSink`]. `children` plays moves as they are generated.

pub(crate) mod children;
mod sink;

use core::marker::PhantomData;

use types::{Bitboard, Black, Color, Move, Rank, Role, Side, Square, White};

use crate::position::Wing;
use crate::{Position, attacks};

pub(crate) use sink::origin;
pub use sink::{MAX_MOVES, MoveCount, MoveList, MoveSink};

/// Checks and pins against the side to move, computed once a node. With these, most moves need no test of their own:
///
/// ```text
///   . . . q . . . .      The check mask is d8 d7 d6 d5 d4: capturing the queen or stepping between
///   . . . * . . . .      ends the check. Without a check it is every square; with two checks nothing
///   . . . * . . b .      but a king move helps.
///   . . . * . x . .
///   . . . * N . . .      The knight on e4 stands alone on the line between its king and the bishop: it
///   . . . K . . . .      is pinned, and may only move along the pin line (e4 f5 g6), so a knight never.
/// ```
///
/// One walk over the enemy sliders that are aligned with the king finds both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Masks {
    /// The enemy pieces that give check.
    pub checkers: Bitboard,
    /// The squares to which a piece other than the king must go to end all checks; every square if there is none.
    /// With two checkers nothing but a king move helps, whatever this says.
    pub check_mask: Bitboard,
    /// The lines from the king along ranks and files up to an enemy rook or queen, that slider included,
    /// on which at most one piece stands in between. Our piece on such a line is pinned to it.
    pub straight_pins: Bitboard,
    /// The same along diagonals, with bishops and queens.
    pub diagonal_pins: Bitboard,
}

impl Masks {
    /// The checks and pins of a position.
    #[inline]
    pub fn of(position: &Position) -> Masks {
        match position.side_to_move() {
            Color::White => Self::for_side::<White>(position),
            Color::Black => Self::for_side::<Black>(position),
        }
    }

    /// The same, when the side to move is known at compile time.
    #[inline]
    pub(crate) fn for_side<S: Side>(position: &Position) -> Masks {
        let (us, them) = (S::COLOR, S::Other::COLOR);
        let king = position.king(us);
        let occupied = position.occupied();
        let mut checkers = attacks::knight(king) & position.pieces(them, Role::Knight)
            | attacks::pawn(us, king) & position.pieces(them, Role::Pawn);
        let mut check_mask = checkers;
        let mut pins = Bitboard::EMPTY;
        let (ranks_and_files, diagonals) = (attacks::rook_rays(king), attacks::bishop_rays(king));
        let aligned =
            ranks_and_files & position.straight_sliders(them) | diagonals & position.diagonal_sliders(them);
        for slider in aligned {
            let line = attacks::between(king, slider) | slider;
            let blockers = (line & occupied) - slider;
            if blockers.is_empty() {
                checkers |= slider;
                check_mask |= line;
            } else if !blockers.has_many() {
                pins |= line;
            }
        }
        let (straight_pins, diagonal_pins) = (pins & ranks_and_files, pins & diagonals);
        if checkers.is_empty() {
            check_mask = Bitboard::ALL;
        }
        Masks { checkers, check_mask, straight_pins, diagonal_pins }
    }

    /// True if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// All pin lines. Our pieces on them are pinned.
    #[inline]
    pub fn pins(&self) -> Bitboard {
        self.straight_pins | self.diagonal_pins
    }
}

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
            Color::White => generate_for::<White, G, _>(self, *masks, sink),
            Color::Black => generate_for::<Black, G, _>(self, *masks, sink),
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
    types: PhantomData<(S, G)>,
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
            types: PhantomData,
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

    // The king: steps to squares that the enemy does not attack, and castling.
    //
    // The squares that the enemy attacks are computed together, with the king taken off the board,
    // since it gives no cover to the squares behind it, and only if it has a square to go to.

    #[inline(always)]
    fn king(&mut self) {
        let king = self.position.king(S::COLOR);
        let targets = attacks::king(king) & self.wanted();
        if targets.any() {
            let danger = attacked_by::<S::Other>(self.position, self.occupied ^ king);
            self.sink.piece(king, targets - danger);
            self.castling(king, || danger);
        } else {
            // No room to step, but in Chess960 king and rook may still change places.
            let (position, occupied) = (self.position, self.occupied);
            self.castling(king, || attacked_by::<S::Other>(position, occupied ^ king));
        }
    }

    #[inline(always)]
    fn castling(&mut self, king: Square, danger: impl Fn() -> Bitboard) {
        if IN_CHECK || !G::QUIETS {
            return;
        }
        let rooks = self.position.castling() & self.position.color(S::COLOR);
        if rooks.is_empty() {
            return;
        }
        // King and rook pass each other, so nothing may stand between them: most fall out here.
        for rook in rooks & attacks::rook(king, self.occupied) {
            let path = CastlingPath::new(S::COLOR, king, rook);
            let is_free = !path.all.intersects(self.occupied) && !self.masks.straight_pins.contains(rook);
            if is_free && !path.king.intersects(danger()) {
                self.sink.single(Move::castle(king, rook));
            }
        }
    }

    // Knights, bishops, rooks and queens.
    //
    // A queen is generated as a bishop and again as a rook. A pinned piece moves along its pin line only: a
    // pinned knight never can, a bishop's move on a diagonal pin stays on the line if it ends on any diagonal
    // pin line (the lines meet only in the king), and likewise for rooks.

    #[inline(always)]
    fn pieces(&mut self) {
        let pins = self.masks.pins();
        for from in self.position.pieces(S::COLOR, Role::Knight) - pins {
            self.sink.piece(from, attacks::knight(from) & self.targets);
        }
        let diagonal = self.position.diagonal_sliders(S::COLOR);
        let straight = self.position.straight_sliders(S::COLOR);
        self.sliders(diagonal - pins, self.targets, attacks::bishop);
        self.sliders(straight - pins, self.targets, attacks::rook);
        // A pinned piece cannot end a check: its line leads to another enemy than the one that checks.
        if !IN_CHECK {
            let (diagonal_pins, straight_pins) = (self.masks.diagonal_pins, self.masks.straight_pins);
            self.sliders(diagonal & diagonal_pins, self.targets & diagonal_pins, attacks::bishop);
            self.sliders(straight & straight_pins, self.targets & straight_pins, attacks::rook);
        }
    }

    #[inline(always)]
    fn sliders(
        &mut self,
        sliders: Bitboard,
        targets: Bitboard,
        attacks: impl Fn(Square, Bitboard) -> Bitboard,
    ) {
        for from in sliders {
            self.sink.piece(from, attacks(from, self.occupied) & targets);
        }
    }

    // Pawns, moved as sets: all captures to one side are one shift, all pushes another.
    //
    // Most pawns are not pinned, and in most positions none is about to promote: pins and promotions cost
    // nothing if there are none. A pawn pinned on a diagonal may capture along it and never push; one
    // pinned on a file may push and never capture; one pinned on a rank may do nothing. As with other pieces,
    // a pinned pawn that arrives on any pin line of its kind has stayed on its own.

    #[inline(always)]
    fn pawns(&mut self) {
        let pawns = self.position.pieces(S::COLOR, Role::Pawn);
        if pawns.intersects(S::SEVENTH) {
            self.pawn_moves::<true>(pawns);
        } else {
            self.pawn_moves::<false>(pawns);
        }
    }

    /// `PROMOTES` if some pawn stands where it may. Such pushes count as captures: they change the material.
    #[inline(always)]
    fn pawn_moves<const PROMOTES: bool>(&mut self, pawns: Bitboard) {
        let enemies = self.position.color(S::Other::COLOR);
        let Arrivals { east, west, push } =
            pawn_arrivals::<S, IN_CHECK>(pawns, self.occupied, enemies, &self.masks);
        let (area, last_rank) = (self.check_mask(), S::SEVENTH.forward(S::COLOR));
        if G::CAPTURES {
            for (targets, step) in [(east & area, S::PUSH + 1), (west & area, S::PUSH - 1)] {
                self.sink.pawns(if PROMOTES { targets - last_rank } else { targets }, step);
                if PROMOTES {
                    self.sink.promotions(targets & last_rank, step);
                }
            }
            self.en_passant();
            if PROMOTES {
                self.sink.promotions(push & area & last_rank, S::PUSH);
            }
        }
        if G::QUIETS {
            let double = (push & S::THIRD).forward(S::COLOR) - self.occupied;
            let quiet = if PROMOTES { push - last_rank } else { push };
            self.sink.pawns(quiet & area, S::PUSH);
            self.sink.pawns(double & area, 2 * S::PUSH);
        }
    }

    #[inline(always)]
    fn en_passant(&mut self) {
        if let Some(to) = self.position.en_passant() {
            for from in self.position.en_passant_capturers(S::COLOR, to) {
                self.sink.single(Move::en_passant(from, to));
            }
        }
    }
}

/// The target squares of pawns whose moves leave their king safe.
pub(crate) struct Arrivals {
    /// By a capture towards the h-file.
    pub(crate) east: Bitboard,
    /// By a capture towards the a-file.
    pub(crate) west: Bitboard,
    /// By a single push.
    pub(crate) push: Bitboard,
}

/// Pins are minded here, checks are not: a double push may end one that the single push does not.
#[inline(always)]
pub(crate) fn pawn_arrivals<S: Side, const IN_CHECK: bool>(
    pawns: Bitboard,
    occupied: Bitboard,
    victims: Bitboard,
    masks: &Masks,
) -> Arrivals {
    let unpinned = |pawns: Bitboard| {
        let ahead = pawns.forward(S::COLOR);
        Arrivals { east: ahead.east() & victims, west: ahead.west() & victims, push: ahead - occupied }
    };
    let mut arrivals = unpinned(pawns - masks.pins());
    // A pinned piece cannot end a check.
    if !IN_CHECK && pawns.intersects(masks.pins()) {
        let pinned = unpinned(pawns & masks.diagonal_pins);
        arrivals.east |= pinned.east & masks.diagonal_pins;
        arrivals.west |= pinned.west & masks.diagonal_pins;
        arrivals.push |= unpinned(pawns & masks.straight_pins).push & masks.straight_pins;
    }
    arrivals
}

/// The pawn moves of a side.
pub(crate) trait PawnMoves: Side {
    /// The difference in square numbers of a pawn's single push.
    const PUSH: i8 = match Self::COLOR {
        Color::White => 8,
        Color::Black => -8,
    };
    /// The rank before promotion.
    const SEVENTH: Bitboard = Rank::Seventh.relative_to(Self::COLOR).bitboard();
    /// The rank that a single push from the start leads to.
    const THIRD: Bitboard = Rank::Third.relative_to(Self::COLOR).bitboard();
}

impl<S: Side> PawnMoves for S {}

impl Position {
    /// Every square that `color` attacks, own pieces' squares among them.
    #[inline]
    pub fn attacked_by(&self, color: Color) -> Bitboard {
        match color {
            Color::White => attacked_by::<White>(self, self.occupied()),
            Color::Black => attacked_by::<Black>(self, self.occupied()),
        }
    }
}

/// All squares that a side attacks, its own pieces' squares included, when these squares are occupied.
#[inline(always)] // Perft with bulk counting: 2 % more instructions with the colour as a value.
pub(crate) fn attacked_by<S: Side>(position: &Position, occupied: Bitboard) -> Bitboard {
    let mut attacked = attacks::pawns(S::COLOR, position.pieces(S::COLOR, Role::Pawn))
        | attacks::king(position.king(S::COLOR));
    for square in position.pieces(S::COLOR, Role::Knight) {
        attacked |= attacks::knight(square);
    }
    for square in position.diagonal_sliders(S::COLOR) {
        attacked |= attacks::bishop(square, occupied);
    }
    for square in position.straight_sliders(S::COLOR) {
        attacked |= attacks::rook(square, occupied);
    }
    attacked
}

/// The squares that matter to castling. It is legal if all of them are empty, the rook is not pinned, and those of the
/// king are not attacked once the king has left.
///
/// In Chess960 king and rook may start anywhere on the back rank and always end on the squares of standard
/// chess, so the squares that either passes must be empty but for the two themselves. If the rook is
/// pinned, the king would end in the attack that it screened.
#[derive(Clone, Copy)]
pub(crate) struct CastlingPath {
    /// The squares that the king passes and reaches.
    pub(crate) king: Bitboard,
    /// All squares that king and rook pass and reach, without those that they stand on.
    pub(crate) all: Bitboard,
}

impl CastlingPath {
    #[inline]
    pub(crate) fn new(us: Color, king: Square, rook: Square) -> CastlingPath {
        let wing = Wing::of(king, rook);
        let (king_target, rook_target) = (wing.king_target(us), wing.rook_target(us));
        let king_path = (attacks::between(king, king_target) | king_target) - king;
        let rook_path = attacks::between(rook, rook_target) | rook_target;
        CastlingPath { king: king_path, all: (king_path | rook_path) - king - rook }
    }
}
