//! Knights, bishops, rooks and queens, one by one: how many squares they reach, how far they are from the
//! kings, and whether they aim at the enemy's.
//!
//! A square counts for the mobility of a piece if it is not its own king's or a stuck pawn's, and if no enemy
//! piece of a lower value attacks it.

use types::{Bitboard, BySquare, Role, Square};

use crate::distance::distances;
use crate::facts::{Facts, MOST_PIECES};
use crate::majors;
use crate::minors;
use crate::side::{Side, Weigher};
use crate::tapered::Tapered;
use crate::term::Term;
use crate::terms;
use crate::trace::Trace;

/// All pieces of a side but pawns and king.
#[inline]
pub(crate) fn pieces<S: Side, T: Trace>(facts: &mut Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::new(facts.position, trace);
    let area = facts.army::<S>().mobility_area;
    let enemy = &facts.army::<S::Other>().attacks;
    let minors_attack = enemy[Role::Knight] | enemy[Role::Bishop];
    let rook_area = area - minors_attack;
    let queen_area = rook_area - enemy[Role::Rook];
    let mut visit = Visit { facts, side: &mut side, next: 0, attackers: 0, sum: Tapered::ZERO };
    visit.all(&KNIGHT, area, |_, _, _, _| Tapered::ZERO);
    visit.all(&BISHOP, area, minors::bishop);
    visit.all(&ROOK, rook_area, majors::rook);
    visit.all(&QUEEN, queen_area, |_, _, _, _| Tapered::ZERO);
    let Visit { attackers, sum, .. } = visit;
    facts.army_mut::<S>().danger += side.weigh_one(terms::KING_ATTACKERS.at(attackers.min(5)));
    sum + minors::minors(facts, &mut side) + majors::majors(facts, &mut side)
}

/// The terms that every piece of a role has.
struct Kind<const N: usize> {
    role: Role,
    mobility: Term<N>,
    safe_mobility: Term<N>,
    own_king: Term<8>,
    enemy_king: Term<8>,
}

const KNIGHT: Kind<9> = Kind {
    role: Role::Knight,
    mobility: terms::KNIGHT_MOBILITY,
    safe_mobility: terms::KNIGHT_SAFE_MOBILITY,
    own_king: terms::KNIGHT_OWN_KING,
    enemy_king: terms::KNIGHT_ENEMY_KING,
};
const BISHOP: Kind<14> = Kind {
    role: Role::Bishop,
    mobility: terms::BISHOP_MOBILITY,
    safe_mobility: terms::BISHOP_SAFE_MOBILITY,
    own_king: terms::BISHOP_OWN_KING,
    enemy_king: terms::BISHOP_ENEMY_KING,
};
const ROOK: Kind<15> = Kind {
    role: Role::Rook,
    mobility: terms::ROOK_MOBILITY,
    safe_mobility: terms::ROOK_SAFE_MOBILITY,
    own_king: terms::ROOK_OWN_KING,
    enemy_king: terms::ROOK_ENEMY_KING,
};
const QUEEN: Kind<28> = Kind {
    role: Role::Queen,
    mobility: terms::QUEEN_MOBILITY,
    safe_mobility: terms::QUEEN_SAFE_MOBILITY,
    own_king: terms::QUEEN_OWN_KING,
    enemy_king: terms::QUEEN_ENEMY_KING,
};

/// A visit to all pieces of a side, role by role.
struct Visit<'a, 'f, 't, S, T> {
    facts: &'a mut Facts<'f>,
    side: &'a mut Weigher<'t, S, T>,
    /// The place of the next piece in the list of reaches.
    next: usize,
    /// How many pieces aim at the enemy king.
    attackers: usize,
    sum: Tapered,
}

impl<S: Side, T: Trace> Visit<'_, '_, '_, S, T> {
    /// Visits the pieces of a role. `special` is told where each stands, what it attacks and how mobile it is,
    /// and says what that role alone has.
    #[inline]
    fn all<const N: usize>(
        &mut self,
        kind: &Kind<N>,
        area: Bitboard,
        special: impl Fn(&Facts<'_>, &mut Weigher<'_, S, T>, Square, Reach) -> Tapered,
    ) {
        let ring = self.facts.army::<S::Other>().king_ring;
        let safe = area - self.facts.army::<S::Other>().attacked;
        let number = kind.role.index() - Role::Knight.index();
        let from_own_king = distances(self.facts.army::<S>().king);
        let from_enemy_king = distances(self.facts.army::<S::Other>().king);
        let mut danger = Tapered::ZERO;
        for square in self.facts.pieces::<S>(kind.role) {
            let attacks = self.facts.reach[S::COLOR][self.next % MOST_PIECES];
            self.next += 1;
            let mobility = (attacks & area).count() as usize;
            self.sum += self.side.weigh_one_at(square, kind.mobility.at(mobility));
            let safe_mobility = (attacks & safe).count() as usize;
            self.sum += self.side.weigh_one_at(square, kind.safe_mobility.at(safe_mobility));
            self.sum += self.side.weigh_one_at(square, kind.own_king.at(steps(from_own_king, square)));
            self.sum += self.side.weigh_one_at(square, kind.enemy_king.at(steps(from_enemy_king, square)));
            self.sum += special(self.facts, self.side, square, Reach { attacks, mobility });
            if attacks.intersects(ring) {
                self.attackers += 1;
                danger += self.side.weigh_one(terms::KING_ATTACKER.at(number));
                danger += self.side.weigh(terms::KING_RING_ATTACK.at(number), (attacks & ring).count());
            }
        }
        self.facts.army_mut::<S>().danger += danger;
    }
}

/// What a piece attacks, and how many of these squares count for its mobility.
#[derive(Clone, Copy)]
pub(crate) struct Reach {
    pub(crate) attacks: Bitboard,
    pub(crate) mobility: usize,
}

/// The distance of a piece from a king, 0 to 7.
#[inline]
fn steps(from_king: &BySquare<u8>, piece: Square) -> usize {
    usize::from(from_king[piece] & 7)
}
