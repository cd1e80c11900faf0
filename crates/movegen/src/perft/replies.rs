//! Counting the replies to all moves of a position, mostly without playing the moves.
//!
//! A move changes little for the opponent. Its knights reach the same squares, its sliders too unless they see
//! one of the two squares of the move, and its king loses a few squares or none. So the opponent's moves are
//! counted once, as if it had the move, and for each of our moves only the parts that differ are counted anew:
//!
//! ```text
//!   replies = knight moves      the same, but for captures
//!           + slider moves      anew for sliders that see the square left or the square reached
//!           + pawn moves        anew if either square is in front of a pawn or attacked by one
//!           + king moves        against our attacks, of which those of the moved piece are new
//!           + castling
//! ```
//!
//! This holds as long as checks and pins stay what they were. A move after which they may not, and any
//! promotion, castling or en passant, is played and its replies are generated. `tests` and the perft suites
//! hold the counts against those of generated moves.

use types::{Bitboard, Color, Move, Role, Side, Square};

use crate::generate::{
    All, Arrivals, CastlingPath, Masks, MoveCount, MoveSink, PawnMoves as _, generate_for, origin,
    pawn_arrivals,
};
use crate::{Position, attacks};

/// Leaves two plies below a position.
///
/// Perft with bulk counting is faster with this than with the moves of the last ply but one played (`docs/speed.md`).
#[inline(never)]
pub(super) fn count<S: Side>(position: &Position) -> u64 {
    let Some(mut counter) = ReplyCounter::<S>::new(position) else {
        return position.legal_moves().iter().map(|&mv| generated_replies::<S>(position, mv)).sum();
    };
    generate_for::<S, All, _>(position, Masks::for_side::<S>(position), &mut counter);
    counter.leaves
}

/// The number of replies to a move, which is played for that.
#[inline(never)]
fn generated_replies<S: Side>(position: &Position, mv: Move) -> u64 {
    let mut next = position.clone();
    next.play(mv);
    let masks = Masks::for_side::<S::Other>(&next);
    generate_for::<S::Other, All, _>(&next, masks, MoveCount::default()).0.into()
}

/// Receives our moves and adds up the replies to them. *We* are the side to move, *they* the opponent.
struct ReplyCounter<'a, S> {
    position: &'a Position,
    leaves: u64,
    occupied: Bitboard,
    ours: Bitboard,
    theirs: Bitboard,
    king: Square,
    /// Checks and pins against them. They are not in check.
    masks: Masks,
    /// Pieces of ours that may pin or uncover something by leaving, and sliders that pin.
    bound: Bitboard,
    /// Our sliders that may attack the zone, looking through their king.
    our_sliders: SliderAttacks,
    our_knight_attacks: Bitboard,
    their_sliders: SliderAttacks,
    /// The squares that each of their sliders may go to: not those of their own pieces, and none outside of a pin.
    slider_targets: [Bitboard; MAX_SLIDERS],
    /// The same with the squares of their own pieces.
    slider_lines: [Bitboard; MAX_SLIDERS],
    slider_moves: u32,
    /// Their knights that are not pinned.
    knights: Bitboard,
    knight_moves: u32,
    pawns: Bitboard,
    /// Squares that pawn moves depend on.
    pawn_zone: Bitboard,
    pawn_moves: u32,
    /// For the rights of the opponent to castle with rooks that are not pinned.
    castlings: [Option<CastlingPath>; 2],
    castling_paths: Bitboard,
    /// Squares that their king may go to or pass.
    zone: Bitboard,
    /// Replies if we pass.
    replies_to_pass: u32,
    side: core::marker::PhantomData<S>,
}

impl<'a, S: Side> ReplyCounter<'a, S> {
    #[inline(always)]
    fn new(position: &'a Position) -> Option<Self> {
        let (us, them) = (S::COLOR, S::Other::COLOR);
        let (ours, theirs) = (position.color(us), position.color(them));
        let (occupied, king) = (position.occupied(), position.king(them));
        let masks = Masks::for_side::<S::Other>(position);
        let mut castlings = [None; 2];
        let rooks = (position.castling() & theirs) - masks.straight_pins;
        for (slot, rook) in castlings.iter_mut().zip(rooks) {
            *slot = Some(CastlingPath::new(them, king, rook));
        }
        let paths = |path: fn(CastlingPath) -> Bitboard| {
            castlings.into_iter().flatten().fold(Bitboard::EMPTY, |union, castling| union | path(castling))
        };
        let zone = attacks::king(king) | paths(|castling| castling.king);
        let (diagonal, straight) = (position.diagonal_sliders(us), position.straight_sliders(us));
        // The others cannot attack the zone, whatever moves.
        let diagonal = diagonal.into_iter().filter(|&square| attacks::bishop_rays(square).intersects(zone));
        let straight = straight.into_iter().filter(|&square| attacks::rook_rays(square).intersects(zone));
        let (diagonal, straight) = (diagonal.collect(), straight.collect());
        let our_sliders = SliderAttacks::new(diagonal, straight, occupied ^ king, zone)?;
        let (diagonal, straight) = (position.diagonal_sliders(them), position.straight_sliders(them));
        let their_sliders = SliderAttacks::new(diagonal, straight, occupied, zone)?;
        let pawns = position.pieces(them, Role::Pawn);
        let ahead = pawns.forward(them);
        let mut counter = ReplyCounter {
            position,
            leaves: 0,
            occupied,
            ours,
            theirs,
            king,
            masks,
            bound: (masks.pins() | uncovering(position, king, occupied, us)) & ours,
            our_sliders,
            our_knight_attacks: knight_attacks(position.pieces(us, Role::Knight)),
            their_sliders,
            slider_targets: [Bitboard::EMPTY; MAX_SLIDERS],
            slider_lines: [Bitboard::EMPTY; MAX_SLIDERS],
            slider_moves: 0,
            knights: position.pieces(them, Role::Knight) - masks.pins(),
            knight_moves: 0,
            pawns,
            pawn_zone: ahead | ahead.forward(them) | attacks::pawns(them, pawns),
            pawn_moves: 0,
            castlings,
            castling_paths: paths(|castling| castling.all),
            zone,
            replies_to_pass: 0,
            side: core::marker::PhantomData,
        };
        for index in counter.their_sliders.indices() {
            let square = counter.their_sliders.squares[index];
            let is_diagonal = index < counter.their_sliders.diagonal_count;
            let pins = if is_diagonal { masks.diagonal_pins } else { masks.straight_pins };
            let line = if pins.contains(square) {
                pins
            } else if masks.pins().contains(square) {
                Bitboard::EMPTY
            } else {
                Bitboard::ALL
            };
            counter.slider_lines[index] = line;
            counter.slider_targets[index] = line - theirs;
        }
        counter.slider_moves = counter.count_slider_moves(&counter.their_sliders);
        counter.knight_moves =
            counter.knights.into_iter().map(|square| (attacks::knight(square) - theirs).count()).sum();
        counter.pawn_moves = pawn_moves::<S::Other>(pawns, occupied, ours, &masks);
        let our_attacks = counter.our_sliders.union
            | counter.our_knight_attacks
            | attacks::pawns(us, position.pieces(us, Role::Pawn))
            | attacks::king(position.king(us));
        counter.replies_to_pass = counter.slider_moves
            + counter.knight_moves
            + counter.pawn_moves
            + (attacks::king(king) - theirs - our_attacks).count()
            + counter.castling_moves(occupied, our_attacks);
        Some(counter)
    }

    #[inline(always)]
    fn count_slider_moves(&self, sliders: &SliderAttacks) -> u32 {
        sliders.indices().map(|index| (sliders.attacks[index] & self.slider_targets[index]).count()).sum()
    }

    #[inline(always)]
    fn play(&mut self, mv: Move) {
        self.leaves += generated_replies::<S>(self.position, mv);
    }

    /// Counts the replies to the moves of one piece. `reach` are its attacks from a square, `checking` the
    /// squares from which it may give check or pin something.
    #[inline(always)]
    fn moves_of(
        &mut self,
        role: Role,
        from: Square,
        targets: Bitboard,
        checking: Bitboard,
        reach: impl Fn(Square, Bitboard) -> Bitboard,
    ) {
        let occupied = self.occupied ^ from;
        let is_slider = matches!(role, Role::Bishop | Role::Rook | Role::Queen);
        // A slider behind two pieces neither gives check nor pins.
        let is_far = |to| is_slider && (attacks::between(self.king, to) & occupied).has_many();
        let castling_rooks = self.position.castling() & self.theirs;
        let played = match self.bound.contains(from) {
            true => targets,
            false => {
                let checks: Bitboard = (targets & checking).into_iter().filter(|&to| !is_far(to)).collect();
                targets & (self.masks.pins() | castling_rooks | checks)
            }
        };
        for to in played {
            self.play(Move::normal(from, to));
        }
        let targets = targets - played;
        if targets.is_empty() {
            return;
        }

        let (our_after, their_after);
        let our_sliders = if is_slider || self.our_sliders.union.contains(from) {
            our_after = self.our_sliders.after_leaving(from, occupied ^ self.king, self.zone);
            &our_after
        } else {
            &self.our_sliders
        };
        let (their_sliders, slider_moves) = if self.their_sliders.union.contains(from) {
            their_after = self.their_sliders.after_leaving(from, occupied, Bitboard::EMPTY);
            (&their_after, self.count_slider_moves(&their_after))
        } else {
            (&self.their_sliders, self.slider_moves)
        };
        let our_leapers = self.leaper_attacks_without(role, from);
        let lifted = Lifted { occupied, our_sliders, our_leapers, their_sliders, slider_moves };

        let in_pawn_zone = if self.pawn_zone.contains(from) { Bitboard::ALL } else { self.pawn_zone };
        let special =
            self.theirs | their_sliders.union | our_sliders.near | in_pawn_zone | self.castling_paths;
        let moves = slider_moves + self.knight_moves + self.pawn_moves;
        let our_attacks = our_leapers | our_sliders.union;
        let king_targets = attacks::king(self.king) - self.theirs - our_attacks;
        for to in targets - special {
            let reach = reach(to, occupied ^ self.king);
            let replies = moves + (king_targets - reach).count();
            self.leaves += u64::from(replies + self.castling_moves(occupied, our_attacks | reach));
        }
        for to in targets & special {
            self.leaves += u64::from(lifted.replies(self, from, to, &reach));
        }
    }

    /// Attacks of our pawns, knights and king without the piece on `from`.
    #[inline(always)]
    fn leaper_attacks_without(&self, role: Role, from: Square) -> Bitboard {
        let pieces = |role| self.position.pieces(S::COLOR, role);
        let knights = match role {
            Role::Knight => knight_attacks(pieces(Role::Knight) ^ from),
            _ => self.our_knight_attacks,
        };
        let king = match role {
            Role::King => Bitboard::EMPTY,
            _ => attacks::king(self.position.king(S::COLOR)),
        };
        attacks::pawns(S::COLOR, pieces(Role::Pawn) - from.bitboard()) | knights | king
    }

    #[inline(always)]
    fn castling_moves(&self, occupied: Bitboard, our_attacks: Bitboard) -> u32 {
        let is_legal = |castling: &CastlingPath| {
            !castling.all.intersects(occupied) && !castling.king.intersects(our_attacks)
        };
        self.castlings.iter().flatten().filter(|castling| is_legal(castling)).count() as u32
    }
}

impl<S: Side> MoveSink for ReplyCounter<'_, S> {
    #[inline(never)]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        if targets.is_empty() {
            return;
        }
        let king = self.king;
        let role = self.position.piece_at(from).map_or(Role::King, |piece| piece.role());
        match role {
            Role::Knight => {
                self.moves_of(role, from, targets, attacks::knight(king), |to, _| attacks::knight(to));
            }
            Role::King | Role::Pawn => {
                self.moves_of(role, from, targets, Bitboard::EMPTY, |to, _| attacks::king(to));
            }
            Role::Bishop => self.moves_of(role, from, targets, attacks::bishop_rays(king), attacks::bishop),
            Role::Rook => self.moves_of(role, from, targets, attacks::rook_rays(king), attacks::rook),
            Role::Queen => {
                let checking = attacks::bishop_rays(king) | attacks::rook_rays(king);
                self.moves_of(role, from, targets, checking, |to, occupied| {
                    attacks::bishop(to, occupied) | attacks::rook(to, occupied)
                });
            }
        }
    }

    #[inline(never)]
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        let them = S::Other::COLOR;
        let checking = attacks::pawn(them, self.king);
        // Pawns on these squares attack the zone.
        let attacking = attacks::pawns(them, self.zone);
        let (our_sliders, their_sliders) = (&self.our_sliders, &self.their_sliders);
        let either = their_sliders.union | self.pawn_zone | attacking;
        let left = either | our_sliders.union | self.bound;
        let reached =
            either | our_sliders.near | self.theirs | self.masks.pins() | checking | self.castling_paths;
        let is_double = step == 2 * S::PUSH;
        // After these they may capture en passant.
        let passing =
            if is_double { shifted(attacks::pawns(them, self.pawns), S::PUSH) } else { Bitboard::EMPTY };
        let special = targets & (reached | shifted(left, step) | passing);
        self.leaves += u64::from((targets - special).count() * self.replies_to_pass);
        for to in special {
            let from = origin(to, step);
            if passing.contains(to) {
                self.play(Move::normal(from, to));
                continue;
            }
            let reach = |to, _| attacks::pawn(S::COLOR, to);
            self.moves_of(Role::Pawn, from, to.bitboard(), checking, reach);
        }
    }

    #[inline(always)]
    fn promotions(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            let from = origin(to, step);
            for role in Role::PROMOTIONS {
                self.play(Move::promotion(from, to, role));
            }
        }
    }

    #[inline(always)]
    fn single(&mut self, mv: Move) {
        self.play(mv);
    }
}

/// The squares that are reached from a set by a step.
#[inline(always)]
fn shifted(set: Bitboard, step: i8) -> Bitboard {
    Bitboard(if step > 0 { set.0 << step } else { set.0 >> -step })
}

#[inline(always)]
fn knight_attacks(knights: Bitboard) -> Bitboard {
    knights.into_iter().fold(Bitboard::EMPTY, |union, square| union | attacks::knight(square))
}

/// Blockers of lines from `us` to `king` with two blockers: if one leaves, the other may be pinned.
#[inline(always)]
fn uncovering(position: &Position, king: Square, occupied: Bitboard, us: Color) -> Bitboard {
    let straight = attacks::rook_rays(king) & position.straight_sliders(us);
    let diagonal = attacks::bishop_rays(king) & position.diagonal_sliders(us);
    (straight | diagonal).into_iter().fold(Bitboard::EMPTY, |set, slider| {
        let blockers = attacks::between(king, slider) & occupied;
        if blockers.count() == 2 { set | blockers } else { set }
    })
}

/// The board without the piece that is about to move.
struct Lifted<'a> {
    occupied: Bitboard,
    /// Our sliders without that piece, looking through their king.
    our_sliders: &'a SliderAttacks,
    /// Attacks of our other pieces.
    our_leapers: Bitboard,
    their_sliders: &'a SliderAttacks,
    slider_moves: u32,
}

/// The number of pawn moves of a side that is not in check, en passant apart.
#[inline(always)]
fn pawn_moves<S: Side>(pawns: Bitboard, occupied: Bitboard, victims: Bitboard, masks: &Masks) -> u32 {
    let Arrivals { east, west, push } = pawn_arrivals::<S, false>(pawns, occupied, victims, masks);
    let double = (push & S::THIRD).forward(S::COLOR) - occupied;
    let mut count = east.count() + west.count() + push.count() + double.count();
    if pawns.intersects(S::SEVENTH) {
        let last_rank = S::SEVENTH.forward(S::COLOR);
        count += 3 * ((east & last_rank).count() + (west & last_rank).count() + (push & last_rank).count());
    }
    count
}

/// Replies to one move: the counts of the position before it, corrected for what the move changes.
impl Lifted<'_> {
    /// The number of replies once the piece stands on `to`.
    #[inline(always)]
    fn replies<S: Side>(
        &self,
        counter: &ReplyCounter<'_, S>,
        from: Square,
        to: Square,
        reach: impl Fn(Square, Bitboard) -> Bitboard,
    ) -> u32 {
        let is_capture = counter.theirs.contains(to);
        let occupied = self.occupied | to;
        let through_king = occupied ^ counter.king;
        let mut replies = self.slider_moves + counter.knight_moves;
        let mut our_attacks = self.our_leapers | reach(to, through_king);
        if is_capture {
            our_attacks |= self.our_sliders.union;
            replies = self.after_capture(counter, to, replies);
        } else {
            our_attacks |= self.our_sliders.union_after_block(to, through_king);
            if self.their_sliders.union.contains(to) {
                replies = self.after_block(counter, to, occupied, replies);
            }
        }
        replies += if (counter.pawn_zone | counter.pawns).intersects(from.bitboard() | to) {
            let victims = counter.ours ^ from | to;
            pawn_moves::<S::Other>(counter.pawns - to.bitboard(), occupied, victims, &counter.masks)
        } else {
            counter.pawn_moves
        };
        let king_targets = attacks::king(counter.king) - (counter.theirs - to.bitboard()) - our_attacks;
        replies += king_targets.count();
        replies + counter.castling_moves(occupied, our_attacks)
    }

    /// Corrects the number of slider and knight moves after a capture on `to`: the captured piece moves no
    /// more, and those that protected it may take back.
    #[inline(always)]
    fn after_capture<S: Side>(&self, counter: &ReplyCounter<'_, S>, to: Square, mut moves: u32) -> u32 {
        for index in self.their_sliders.indices() {
            let attacks = self.their_sliders.attacks[index];
            if self.their_sliders.squares[index] == to {
                moves -= (attacks & counter.slider_targets[index]).count();
            } else {
                moves += u32::from((attacks & counter.slider_lines[index]).contains(to));
            }
        }
        if counter.knights.contains(to) {
            moves -= (attacks::knight(to) - counter.theirs).count();
        }
        moves + (attacks::knight(to) & counter.knights).count()
    }

    /// Corrects the number of slider moves after `to` has become occupied.
    #[inline(always)]
    fn after_block<S: Side>(
        &self,
        counter: &ReplyCounter<'_, S>,
        to: Square,
        occupied: Bitboard,
        mut moves: u32,
    ) -> u32 {
        for index in self.their_sliders.indices() {
            let before = self.their_sliders.attacks[index];
            if before.contains(to) {
                let after = self.their_sliders.look_up(index, occupied);
                moves -= ((before - after) & counter.slider_targets[index]).count();
            }
        }
        moves
    }
}

/// The most bishops, rooks and queens of a side, queens twice. Positions with more are left to the generator.
const MAX_SLIDERS: usize = 12;

/// Attack sets of the sliders of one side. A queen is two of them.
#[derive(Clone, Copy)]
struct SliderAttacks {
    count: usize,
    /// The first ones move diagonally, the others straight.
    diagonal_count: usize,
    squares: [Square; MAX_SLIDERS],
    attacks: [Bitboard; MAX_SLIDERS],
    /// All attacks.
    union: Bitboard,
    /// Attacks of those sliders that attack a square of the zone.
    near: Bitboard,
}

impl SliderAttacks {
    #[inline(always)]
    fn new(
        diagonal: Bitboard,
        straight: Bitboard,
        occupied: Bitboard,
        zone: Bitboard,
    ) -> Option<SliderAttacks> {
        let (squares, attacks) = ([Square::A1; MAX_SLIDERS], [Bitboard::EMPTY; MAX_SLIDERS]);
        let diagonal_count = diagonal.count() as usize;
        let count = diagonal_count + straight.count() as usize;
        if count > MAX_SLIDERS {
            return None;
        }
        let (union, near) = (Bitboard::EMPTY, Bitboard::EMPTY);
        let mut sliders = SliderAttacks { count, diagonal_count, squares, attacks, union, near };
        for (index, square) in diagonal.into_iter().chain(straight).enumerate().take(MAX_SLIDERS) {
            sliders.squares[index] = square;
            sliders.attacks[index] = sliders.look_up(index, occupied);
            sliders.add_to_unions(index, zone);
        }
        Some(sliders)
    }

    #[inline(always)]
    fn look_up(&self, index: usize, occupied: Bitboard) -> Bitboard {
        let square = self.squares[index];
        if index < self.diagonal_count {
            attacks::bishop(square, occupied)
        } else {
            attacks::rook(square, occupied)
        }
    }

    #[inline(always)]
    fn indices(&self) -> core::ops::Range<usize> {
        0..self.count.min(MAX_SLIDERS)
    }

    /// The same sliders after the piece on `square`, which may be one of them, has left the board.
    #[inline(always)]
    fn after_leaving(&self, square: Square, occupied: Bitboard, zone: Bitboard) -> SliderAttacks {
        let mut after = *self;
        (after.union, after.near) = (Bitboard::EMPTY, Bitboard::EMPTY);
        for index in self.indices() {
            if self.squares[index] == square {
                after.attacks[index] = Bitboard::EMPTY;
            } else if self.attacks[index].contains(square) {
                after.attacks[index] = self.look_up(index, occupied);
            }
            after.add_to_unions(index, zone);
        }
        after
    }

    #[inline(always)]
    fn add_to_unions(&mut self, index: usize, zone: Bitboard) {
        let attacks = self.attacks[index];
        self.union |= attacks;
        if attacks.intersects(zone) {
            self.near |= attacks;
        }
    }

    /// All attacks after `changed` became occupied.
    #[inline(always)]
    fn union_after_block(&self, changed: Square, occupied: Bitboard) -> Bitboard {
        if !self.near.contains(changed) {
            return self.union;
        }
        self.indices().fold(Bitboard::EMPTY, |union, index| {
            let attacks = self.attacks[index];
            union | if attacks.contains(changed) { self.look_up(index, occupied) } else { attacks }
        })
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use rand::SeedableRng;
    use rand::rngs::ChaCha8Rng;
    use rand::seq::IndexedRandom;
    use types::{Black, White};

    use super::*;
    use crate::chess960;

    fn assert_counts(position: &Position) {
        let counted = match position.side_to_move() {
            Color::White => count::<White>(position),
            Color::Black => count::<Black>(position),
        };
        let children = position.legal_moves().into_iter().map(|mv| position.after(mv));
        let generated: u64 = children.map(|child| u64::from(child.count_legal_moves())).sum();
        assert_eq!(counted, generated, "{}", position.shredder_fen());
    }

    #[test]
    fn replies_are_counted_as_they_are_generated_in_random_games() {
        let mut rng = ChaCha8Rng::seed_from_u64(47);
        for game in 0..300 {
            let number = |step: u32| if game % 2 == 0 { 518 } else { game * step % chess960::COUNT };
            let mut position = chess960::start(number(7), number(13));
            for _ in 0..200 {
                assert_counts(&position);
                let moves = position.legal_moves();
                // Captures are taken half of the time, so that games come to endings.
                let captures: Vec<Move> =
                    moves.iter().copied().filter(|&mv| position.is_capture(mv)).collect();
                let quiet = moves.choose(&mut rng);
                let capture = captures.choose(&mut rng).filter(|mv| mv.bits().count_ones() % 2 == 0);
                let Some(&mv) = capture.or(quiet) else { break };
                position.play(mv);
            }
        }
    }

    /// Each is about a rule of its own: castling, pins, discovered checks, en passant, promotions, many queens.
    #[test]
    fn replies_are_counted_as_they_are_generated_in_chosen_positions() {
        for fen in [
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "r3k2r/8/8/3B4/8/2Q5/8/R3K2R w KQkq - 0 1",
            "1r2k1r1/8/8/8/8/8/1N6/1R2K1R1 w GBgb - 0 1",
            "rk5r/8/8/8/8/5B2/8/K7 w ha - 0 1",
            "4k3/3p4/8/8/8/3R4/3N4/3K4 w - - 0 1",
            "4k3/4n3/8/8/4N3/8/8/4RK2 w - - 0 1",
            "4k3/8/4n3/4b3/4N3/8/8/4RK2 w - - 0 1",
            "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
            "4k3/3r4/8/1B6/8/8/8/R3K3 w Q - 0 1",
            "4k3/8/8/8/2p1p3/8/3P4/4K3 w - - 0 1",
            "r2nk3/2P1P3/8/8/8/8/2p1p3/3NK2R w K - 0 1",
            "2k5/8/1Q6/8/3b4/8/8/K6R w - - 0 1",
            "7k/8/8/QQQQQQQ1/QQQQQQQ1/8/8/K7 b - - 0 1",
            "kn6/pp6/8/2QQQQQQ/2QQQQ2/8/8/6K1 w - - 0 1",
            "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        ] {
            let position: Position = fen.parse().expect("a legal position");
            assert_counts(&position);
        }
    }
}
