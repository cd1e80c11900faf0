//! Knights, bishops, rooks and queens: first one by one (mobility, distance from the kings, attacks on the enemy king ring),
//! then as sets (good and bad squares).
//!
//! A square counts for the mobility of a piece if neither the own king nor an own pawn that is blocked or hardly moved
//! stands on it, and if no enemy piece of a lower value attacks it.

use movegen::attacks;
use types::{Bitboard, File, Rank, Role, Side, Square};

use crate::context::EvalContext;
use crate::geometry::{CENTRAL_FILES, distances, files_beyond};
use crate::tapered::Tapered;
use crate::term::Term;
use crate::terms;
use crate::trace::{Scorer, Trace};

/// The squares d4, e4, d5 and e5.
const CENTRE: Bitboard = Bitboard(0x0000_0018_1800_0000);
/// A rook with more mobility than this is not trapped.
const TRAPPED_MOBILITY: u32 = 3;

/// The score of a side's pieces, and their part of the danger to the enemy king.
pub(crate) struct PieceScore {
    pub(crate) sum: Tapered,
    pub(crate) danger: Tapered,
}

/// Scores all pieces of a side but pawns and king.
pub(crate) fn pieces<S: Side, T: Trace>(context: &EvalContext<'_>, trace: &mut T) -> PieceScore {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Other>());
    let minor_area = own.mobility_area;
    let rook_area = minor_area - enemy.attacks[Role::Knight] - enemy.attacks[Role::Bishop];
    let queen_area = rook_area - enemy.attacks[Role::Rook];
    let (sum, danger) = (Tapered::ZERO, Tapered::ZERO);
    let mut walk = PieceWalk { context, trace, attackers: 0, sum, danger };
    walk.role::<S, _>(Role::Knight, &KNIGHT, minor_area);
    walk.role::<S, _>(Role::Bishop, &BISHOP, minor_area);
    walk.role::<S, _>(Role::Rook, &ROOK, rook_area);
    walk.role::<S, _>(Role::Queen, &QUEEN, queen_area);
    let PieceWalk { trace, attackers, mut sum, mut danger, .. } = walk;
    let attackers = terms::KING_ATTACKERS.at(attackers.min(5));
    danger += Scorer::<S, T>::new(context.position, trace).score(attackers, 1);

    let mut scorer = Scorer::<S, T>::for_either_turn(trace);
    let (knights, bishops) = (context.pieces::<S>(Role::Knight), context.pieces::<S>(Role::Bishop));
    sum += outposts(context, &mut scorer, knights, bishops);
    if bishops.any() {
        sum += bishop_squares(context, &mut scorer, bishops);
    }
    let rooks = context.pieces::<S>(Role::Rook);
    if rooks.any() {
        sum += rook_files(context, &mut scorer, rooks, rook_area);
    }
    let queens = context.pieces::<S>(Role::Queen);
    if queens.any() {
        sum += queen_squares(context, &mut scorer, queens);
    }
    PieceScore { sum, danger }
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

/// A walk over the pieces of a side.
struct PieceWalk<'a, 'c, 't, T> {
    context: &'a EvalContext<'c>,
    trace: &'t mut T,
    /// The number of pieces that attack the enemy king ring.
    attackers: usize,
    sum: Tapered,
    danger: Tapered,
}

impl<T: Trace> PieceWalk<'_, '_, '_, T> {
    /// Scores the terms that all roles have for the pieces of one.
    fn role<S: Side, const N: usize>(&mut self, role: Role, terms: &RoleTerms<N>, area: Bitboard) {
        let (own, enemy) = (self.context.side::<S>(), self.context.side::<S::Other>());
        let (from_own_king, from_enemy_king) = (distances(own.king), distances(enemy.king));
        let number = role.index() - Role::Knight.index();
        for square in self.context.pieces::<S>(role) {
            let attacks = self.context.piece_attacks[square];
            let mobility = (attacks & area).count() as usize;
            let mut scorer = Scorer::<S, T>::for_either_turn(self.trace);
            self.sum += scorer.score_each(square, terms.mobility.at(mobility), 1)
                + scorer.score_each(square, terms.own_king.at(from_own_king[square].into()), 1)
                + scorer.score_each(square, terms.enemy_king.at(from_enemy_king[square].into()), 1);
            if let Some(safe_mobility) = terms.safe_mobility {
                let safe = (attacks & (area - enemy.attacked)).count() as usize;
                self.sum += scorer.score_each(square, safe_mobility.at(safe), 1);
            }
            let in_ring = attacks & enemy.king_ring();
            if in_ring.any() {
                let mut scorer = Scorer::<S, T>::new(self.context.position, self.trace);
                self.attackers += 1;
                self.danger += scorer.score(terms::KING_ATTACKER.at(number), 1)
                    + scorer.score(terms::KING_RING_ATTACK.at(number), in_ring.count());
            }
        }
    }
}

/// Minor pieces where no enemy pawn can ever attack them, or one move away from such a square, and those behind pawns.
fn outposts<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    scorer: &mut Scorer<'_, S, T>,
    knights: Bitboard,
    bishops: Bitboard,
) -> Tapered {
    let own = context.side::<S>();
    let ranks = S::rank_set(Rank::Fourth) | S::rank_set(Rank::Fifth) | S::rank_set(Rank::Sixth);
    let by_enemy_pawns = context.side::<S::Other>().attacks[Role::Pawn];
    let outposts = ranks - (by_enemy_pawns | S::Other::ahead(by_enemy_pawns));
    let defended = outposts & own.attacks[Role::Pawn];
    let free = defended - context.position.color(S::COLOR);
    let behind_pawns = S::Other::forward(context.position.role(Role::Pawn));
    let mut sum = scorer.score_each(knights & behind_pawns, terms::MINOR_BEHIND_PAWN.at(0), 1)
        + scorer.score_each(bishops & behind_pawns, terms::MINOR_BEHIND_PAWN.at(1), 1)
        + scorer.score(terms::KNIGHT_REACHES_OUTPOST, (own.attacks[Role::Knight] & free).count())
        + scorer.score(terms::BISHOP_REACHES_OUTPOST, (own.attacks[Role::Bishop] & free).count());
    if outposts.intersects(knights | bishops) {
        sum += scorer.score_each((knights & outposts) - defended, terms::KNIGHT_OUTPOST.at(0), 1)
            + scorer.score_each(knights & defended, terms::KNIGHT_OUTPOST.at(1), 1)
            + scorer.score_each((bishops & outposts) - defended, terms::BISHOP_OUTPOST.at(0), 1)
            + scorer.score_each(bishops & defended, terms::BISHOP_OUTPOST.at(1), 1);
    }
    sum
}

/// Bishops by their diagonals and the colours of their squares, and those that pawns have shut in.
fn bishop_squares<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    scorer: &mut Scorer<'_, S, T>,
    bishops: Bitboard,
) -> Tapered {
    let pawns = context.side::<S>().pawns;
    let enemy_pawns = context.side::<S::Other>().pawns;
    let blocked = pawns & S::Other::forward(context.occupied);
    let mut sum = Tapered::ZERO;
    for square in bishops {
        let targets = enemy_pawns & attacks::bishop_rays(square);
        sum += scorer.score_each(square, terms::BISHOP_XRAY_PAWN, targets.count());
        if ((context.piece_attacks[square] | square) & CENTRE).has_many() {
            sum += scorer.score_each(square, terms::BISHOP_LONG_DIAGONAL, 1);
        }
    }

    // Own pawns on the colour of a bishop, which are worse the more the centre is blocked.
    let term = terms::BISHOP_PAWNS.at((blocked & CENTRAL_FILES).count().min(3) as usize);
    let (light, dark) = (bishops & Bitboard::LIGHT_SQUARES, bishops & Bitboard::DARK_SQUARES);
    sum += scorer.score_each(light, term, (pawns & Bitboard::LIGHT_SQUARES).count())
        + scorer.score_each(dark, term, (pawns & Bitboard::DARK_SQUARES).count());
    // The bishop pair. (The material key does not contain the colours of their squares, so it is not part of the imbalance.)
    if light.any() && dark.any() {
        sum += scorer.score(terms::BISHOP_PAIR.at(pawns.count() as usize), 1);
    }

    let on_edge = bishops & (File::A.bitboard() | File::H.bitboard());
    if on_edge.any() {
        let next_to_edge = File::B.bitboard() | File::G.bitboard();
        // In a corner, which happens in Chess960, behind the own pawn on b2 or g2.
        let corners = S::Other::pawn_attacks(blocked & S::rank_set(Rank::Second) & next_to_edge);
        // On the edge of the sixth or seventh rank, with an enemy pawn beside it one rank nearer home.
        let camp = S::rank_set(Rank::Fifth) | S::rank_set(Rank::Sixth);
        let traps = S::pawn_attacks(enemy_pawns & camp & next_to_edge);
        sum += scorer.score_each(on_edge & corners, terms::BISHOP_CORNERED, 1)
            + scorer.score_each(on_edge & traps, terms::BISHOP_TRAPPED, 1);
    }
    sum
}

/// Rooks by the pawns on their files, rooks on the seventh rank, and those that the own king has shut in.
fn rook_files<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    scorer: &mut Scorer<'_, S, T>,
    rooks: Bitboard,
    area: Bitboard,
) -> Tapered {
    let (own, enemy) = (context.side::<S>(), context.side::<S::Other>());
    let (own_files, enemy_files) = (context.pawns.files[S::COLOR], context.pawns.files[S::Other::COLOR]);
    let without_own = rooks - own_files.any.bitboard();
    let half_open = without_own & enemy_files.any.bitboard();
    let defended = half_open & enemy_files.defended.bitboard();
    let blocked = own.pawns & S::Other::forward(context.occupied);
    let seventh = S::rank_set(Rank::Seventh);
    let mut sum = scorer.score_each(rooks & S::Other::ahead(blocked), terms::ROOK_CLOSED_FILE, 1);
    if without_own.any() {
        sum += scorer.score_each(without_own - half_open, terms::ROOK_OPEN_FILE, 1)
            + scorer.score_each(half_open - defended, terms::ROOK_HALF_OPEN_FILE.at(0), 1)
            + scorer.score_each(defended, terms::ROOK_HALF_OPEN_FILE.at(1), 1);
    }
    if enemy.pawns.intersects(seventh) || S::rank(enemy.king) == Rank::Eighth {
        sum += scorer.score_each(rooks & seventh, terms::ROOK_ON_SEVENTH, 1);
    }
    // Rooks on the first two ranks between the file of the king and the edge. The king may stand on any rank.
    let corner = files_beyond(own.king) & (S::rank_set(Rank::First) | S::rank_set(Rank::Second));
    for square in rooks & corner {
        if (context.piece_attacks[square] & area).count() <= TRAPPED_MOBILITY {
            let may_castle = context.position.castling().intersects(context.position.color(S::COLOR));
            sum += scorer.score_each(square, terms::ROOK_TRAPPED.at(usize::from(!may_castle)), 1);
        }
    }
    sum
}

/// Queens in the enemy's half, and queens in the line of an enemy rook or bishop with exactly one piece between.
fn queen_squares<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    scorer: &mut Scorer<'_, S, T>,
    queens: Bitboard,
) -> Tapered {
    let half = S::ahead(S::rank_set(Rank::Fourth));
    let by_pawns = context.side::<S::Other>().attacks[Role::Pawn];
    let settled = (queens & half) - (by_pawns | S::Other::ahead(by_pawns));
    let is_exposed = |queen: &Square| {
        let snipers = attacks::rook_rays(*queen) & context.pieces::<S::Other>(Role::Rook)
            | attacks::bishop_rays(*queen) & context.pieces::<S::Other>(Role::Bishop);
        snipers.into_iter().any(|sniper| {
            let between = attacks::between(*queen, sniper) & context.occupied;
            between.any() && !between.has_many()
        })
    };
    let exposed: Bitboard = queens.into_iter().filter(is_exposed).collect();
    scorer.score_each(settled, terms::QUEEN_INFILTRATION, 1)
        + scorer.score_each(exposed, terms::QUEEN_EXPOSED, 1)
}

/// Space: the squares of the own half of the centre where a side can put pieces behind its pawns.
///
/// Space is worth more the more pieces need it, so there is a weight for each number of pieces.
pub(crate) fn space<S: Side, T: Trace>(context: &EvalContext<'_>, trace: &mut T) -> Tapered {
    let mut scorer = Scorer::<S, T>::for_either_turn(trace);
    let (own, enemy) = (context.side::<S>(), context.side::<S::Other>());
    let camp = S::rank_set(Rank::Second) | S::rank_set(Rank::Third) | S::rank_set(Rank::Fourth);
    let safe = (camp & CENTRAL_FILES) - own.pawns - enemy.attacks[Role::Pawn];
    // Squares behind a pawn count twice, unless the enemy attacks them.
    let behind = (safe & S::Other::ahead(own.pawns)) - enemy.attacked;
    // At most fifteen, which the compiler does not know.
    let pieces = context.position.color(S::COLOR) - own.pawns - own.king;
    scorer.score(terms::SPACE.at(pieces.count() as usize % 16), safe.count() + behind.count())
}
