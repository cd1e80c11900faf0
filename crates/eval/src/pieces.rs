//! Knights, bishops, rooks and queens, one by one: mobility, distance from the kings, attacks on the enemy king ring.
//!
//! A square counts for the mobility of a piece if neither the own king nor an own pawn that is blocked or hardly moved
//! stands on it, and if no enemy piece of a lower value attacks it.

use types::{Bitboard, BySquare, Rank, Role, Side, Square};

use crate::context::{EvalContext, MOST_PIECES};
use crate::geometry::{CENTRAL_FILES, distances};
use crate::majors::{is_trapped_rook, majors};
use crate::minors::{bishop, minors};
use crate::scorer::Scorer;
use crate::tapered::Tapered;
use crate::term::Term;
use crate::terms;
use crate::trace::Trace;

/// The score of a side's pieces, and their part of the danger to the enemy king.
pub(crate) struct PieceScore {
    pub(crate) sum: Tapered,
    pub(crate) danger: Tapered,
}

/// Scores all pieces of a side but pawns and king.
#[inline]
pub(crate) fn pieces<S: Side, T: Trace>(context: &EvalContext<'_>, trace: &mut T) -> PieceScore {
    let enemy = &context.side::<S::Other>().attacks;
    let area = context.side::<S>().mobility_area;
    let rook_area = area - enemy[Role::Knight] - enemy[Role::Bishop];
    let queen_area = rook_area - enemy[Role::Rook];
    let mut walk = PieceWalk::<S, T>::new(context, trace);
    walk.knights(area);
    walk.bishops(area);
    walk.rooks(rook_area);
    walk.queens(queen_area);
    walk.finish()
}

/// The terms that every piece of a role has.
struct RoleTerms<const N: usize> {
    mobility: Term<N>,
    /// A queen has none: her weights came out as zero.
    safe_mobility: Option<Term<N>>,
    own_king: Term<8>,
    enemy_king: Term<8>,
}

const KNIGHT: RoleTerms<9> = RoleTerms {
    mobility: terms::KNIGHT_MOBILITY,
    safe_mobility: Some(terms::KNIGHT_SAFE_MOBILITY),
    own_king: terms::KNIGHT_OWN_KING,
    enemy_king: terms::KNIGHT_ENEMY_KING,
};
const BISHOP: RoleTerms<14> = RoleTerms {
    mobility: terms::BISHOP_MOBILITY,
    safe_mobility: Some(terms::BISHOP_SAFE_MOBILITY),
    own_king: terms::BISHOP_OWN_KING,
    enemy_king: terms::BISHOP_ENEMY_KING,
};
const ROOK: RoleTerms<15> = RoleTerms {
    mobility: terms::ROOK_MOBILITY,
    safe_mobility: Some(terms::ROOK_SAFE_MOBILITY),
    own_king: terms::ROOK_OWN_KING,
    enemy_king: terms::ROOK_ENEMY_KING,
};
const QUEEN: RoleTerms<28> = RoleTerms {
    mobility: terms::QUEEN_MOBILITY,
    safe_mobility: None,
    own_king: terms::QUEEN_OWN_KING,
    enemy_king: terms::QUEEN_ENEMY_KING,
};

/// A walk over the pieces of a side, in the order of [`piece_attacks`](crate::context::EvalContext::piece_attacks).
struct PieceWalk<'a, 'c, 't, S, T> {
    context: &'a EvalContext<'c>,
    scorer: Scorer<'t, S, T>,
    /// The index of the next piece in the list of attacks.
    next: usize,
    /// The number of pieces that attack the enemy king ring.
    attackers: usize,
    sum: Tapered,
    danger: Tapered,
}

impl<'a, 'c, 't, S: Side, T: Trace> PieceWalk<'a, 'c, 't, S, T> {
    #[inline]
    fn new(context: &'a EvalContext<'c>, trace: &'t mut T) -> Self {
        let scorer = Scorer::new(context.position, trace);
        PieceWalk { context, scorer, next: 0, attackers: 0, sum: Tapered::ZERO, danger: Tapered::ZERO }
    }

    #[inline]
    fn knights(&mut self, area: Bitboard) {
        for square in self.context.pieces::<S>(Role::Knight) {
            self.piece(Role::Knight, &KNIGHT, square, area);
        }
    }

    #[inline]
    fn bishops(&mut self, area: Bitboard) {
        for square in self.context.pieces::<S>(Role::Bishop) {
            let (attacks, _) = self.piece(Role::Bishop, &BISHOP, square, area);
            self.sum += bishop(self.context, &mut self.scorer, square, attacks);
        }
    }

    #[inline]
    fn rooks(&mut self, area: Bitboard) {
        for square in self.context.pieces::<S>(Role::Rook) {
            let (_, mobility) = self.piece(Role::Rook, &ROOK, square, area);
            if is_trapped_rook::<S>(self.context, square, mobility) {
                let may_castle =
                    self.context.position.castling().intersects(self.context.position.color(S::COLOR));
                self.sum +=
                    self.scorer.score_each(square, terms::ROOK_TRAPPED.at(usize::from(!may_castle)), 1);
            }
        }
    }

    #[inline]
    fn queens(&mut self, area: Bitboard) {
        for square in self.context.pieces::<S>(Role::Queen) {
            self.piece(Role::Queen, &QUEEN, square, area);
        }
    }

    /// Scores the terms that all roles have. Returns the attacks of the piece and its mobility.
    #[inline]
    fn piece<const N: usize>(
        &mut self,
        role: Role,
        terms: &RoleTerms<N>,
        square: Square,
        area: Bitboard,
    ) -> (Bitboard, usize) {
        let (own, enemy) = (self.context.side::<S>(), self.context.side::<S::Other>());
        let attacks = self.context.piece_attacks[S::COLOR][self.next % MOST_PIECES];
        self.next += 1;
        let mobility = (attacks & area).count() as usize;
        self.sum += self.scorer.score_each(square, terms.mobility.at(mobility), 1)
            + self.scorer.score_each(square, terms.own_king.at(steps(distances(own.king), square)), 1)
            + self.scorer.score_each(square, terms.enemy_king.at(steps(distances(enemy.king), square)), 1);
        if let Some(safe_mobility) = terms.safe_mobility {
            let safe = (attacks & (area - enemy.attacked)).count() as usize;
            self.sum += self.scorer.score_each(square, safe_mobility.at(safe), 1);
        }
        let in_ring = attacks & enemy.king_ring();
        if in_ring.any() {
            let number = role.index() - Role::Knight.index();
            self.attackers += 1;
            self.danger += self.scorer.score(terms::KING_ATTACKER.at(number), 1)
                + self.scorer.score(terms::KING_RING_ATTACK.at(number), in_ring.count());
        }
        (attacks, mobility)
    }

    /// Adds the terms of several pieces together.
    #[inline]
    fn finish(mut self) -> PieceScore {
        let danger = self.danger + self.scorer.score(terms::KING_ATTACKERS.at(self.attackers.min(5)), 1);
        let sum = self.sum + minors(self.context, &mut self.scorer) + majors(self.context, &mut self.scorer);
        PieceScore { sum, danger }
    }
}

/// The distance of a piece from a king, 0 to 7.
#[inline]
fn steps(from_king: &BySquare<u8>, piece: Square) -> usize {
    usize::from(from_king[piece] & 7)
}

/// Space: the squares of the own half of the centre where a side can put pieces behind its pawns.
///
/// Space is worth more the more pieces need it, so there is a weight for each number of pieces.
#[inline]
pub(crate) fn space<S: Side, T: Trace>(context: &EvalContext<'_>, trace: &mut T) -> Tapered {
    let mut scorer = Scorer::<S, T>::new(context.position, trace);
    let (own, enemy) = (context.side::<S>(), context.side::<S::Other>());
    let camp = S::rank_set(Rank::Second) | S::rank_set(Rank::Third) | S::rank_set(Rank::Fourth);
    let safe = (camp & CENTRAL_FILES) - own.pawns - enemy.attacks[Role::Pawn];
    // Squares behind a pawn count twice, unless the enemy attacks them.
    let behind = (safe & S::Other::ahead(own.pawns)) - enemy.attacked;
    let pieces = context.position.color(S::COLOR) - own.pawns - own.king;
    scorer.score(terms::SPACE.at(pieces.count() as usize % MOST_PIECES), safe.count() + behind.count())
}
