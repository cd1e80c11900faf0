//! Passed pawns: how far they have come, what blocks or supports them, and which king is nearer.
//!
//! Most questions are answered for all passed pawns at once: the pawns with a free path, for example, are those not
//! behind any occupied square.

use movegen::attacks;
use types::{Bitboard, Rank, Role, Side, Square};

use crate::context::EvalContext;
use crate::geometry::{Files, distances, edge_distance};
use crate::scorer::Scorer;
use crate::tapered::Tapered;
use crate::term::Term;
use crate::terms;
use crate::trace::Trace;

/// The passed pawns of a side, as found by the pawn entry.
#[inline]
pub(crate) fn passed_pawns<S: Side, T: Trace>(context: &EvalContext<'_>, trace: &mut T) -> Tapered {
    let pawns = context.passed::<S>();
    if pawns.is_empty() {
        return Tapered::ZERO;
    }
    let mut scorer = Scorer::<S, T>::new(context.position, trace);
    let facts = PassedPawns::of::<S>(context, pawns);
    let mut sum = Tapered::ZERO;
    for pawn in pawns {
        sum += advance(&facts, pawn, &mut scorer)
            + support(&facts, pawn, &mut scorer)
            + king_distances(context, pawn, &mut scorer);
        if facts.before_rooks.contains(pawn) {
            sum += rooks_behind(context, pawn, &mut scorer);
        }
        if facts.enemy_has_no_pieces && is_unstoppable::<S>(context, pawn) {
            sum += scorer.score_each(pawn, terms::PASSED_UNSTOPPABLE, 1);
        }
    }
    sum
}

/// The passed pawns of a side, in sets by the pieces ahead of, behind and beside them.
struct PassedPawns {
    /// An enemy piece stands right in front of them.
    blocked_by_enemy: Bitboard,
    /// An own piece does.
    blocked_by_own: Bitboard,
    /// The square in front of them is empty and not attacked.
    safe_step: Bitboard,
    /// And the enemy neither occupies nor attacks any square further ahead.
    safe_path: Bitboard,
    /// All squares ahead are empty.
    free_path: Bitboard,
    /// An own piece or pawn defends the square in front of them.
    defended_step: Bitboard,
    /// A pawn defends them or the square in front of them.
    supported: Bitboard,
    /// Another passed pawn is on a neighbouring file.
    connected: Bitboard,
    /// A rook of either side is on their file behind them.
    before_rooks: Bitboard,
    enemy_has_no_pieces: bool,
}

impl PassedPawns {
    #[inline]
    fn of<S: Side>(context: &EvalContext<'_>, pawns: Bitboard) -> PassedPawns {
        let (own, enemy) = (context.side::<S>(), context.side::<S::Other>());
        let enemies = context.position.color(S::Other::COLOR);
        let blocked_by_enemy = pawns & S::Other::forward(enemies);
        let blocked = pawns & S::Other::forward(context.occupied);
        let safe_step = pawns - blocked - S::Other::forward(enemy.attacked);
        let by_pawns = own.attacks[Role::Pawn];
        let files = Files::of(pawns).bitboard();
        PassedPawns {
            blocked_by_enemy,
            blocked_by_own: blocked - blocked_by_enemy,
            safe_step,
            safe_path: safe_step - S::Other::ahead(enemy.attacked | enemies),
            free_path: pawns - S::Other::ahead(context.occupied),
            defended_step: pawns & S::Other::forward(own.attacked),
            supported: pawns & (by_pawns | S::Other::forward(by_pawns)),
            connected: pawns & (files.east() | files.west()),
            before_rooks: pawns & S::ahead(context.position.role(Role::Rook)),
            enemy_has_no_pieces: context.has_no_pieces::<S::Other>(),
        }
    }
}

/// The score of a term by rank if the pawn belongs to a set.
#[inline]
fn if_in<S: Side, T: Trace>(
    set: Bitboard,
    pawn: Square,
    term: Term<8>,
    scorer: &mut Scorer<'_, S, T>,
) -> Tapered {
    if !set.contains(pawn) {
        return Tapered::ZERO;
    }
    scorer.score_each(pawn, term.at(S::rank(pawn).index()), 1)
}

/// The rank of the pawn, and whether it can advance.
#[inline]
fn advance<S: Side, T: Trace>(facts: &PassedPawns, pawn: Square, scorer: &mut Scorer<'_, S, T>) -> Tapered {
    let place = edge_distance(pawn.file()) * Rank::COUNT + S::rank(pawn).index();
    scorer.score_each(pawn, terms::PASSED.at(place), 1)
        + if_in(facts.blocked_by_enemy, pawn, terms::PASSED_BLOCKED_BY_ENEMY, scorer)
        + if_in(facts.blocked_by_own, pawn, terms::PASSED_BLOCKED_BY_OWN, scorer)
        + if_in(facts.safe_step, pawn, terms::PASSED_SAFE_STEP, scorer)
        + if_in(facts.safe_path, pawn, terms::PASSED_SAFE_PATH, scorer)
        + if_in(facts.free_path, pawn, terms::PASSED_FREE_PATH, scorer)
        + if_in(facts.defended_step, pawn, terms::PASSED_DEFENDED_STEP, scorer)
}

/// Pawns that support the pawn, passed pawns beside it, and an enemy without pieces.
#[inline]
fn support<S: Side, T: Trace>(facts: &PassedPawns, pawn: Square, scorer: &mut Scorer<'_, S, T>) -> Tapered {
    let mut sum = if_in(facts.supported, pawn, terms::PASSED_SUPPORTED, scorer)
        + if_in(facts.connected, pawn, terms::PASSED_CONNECTED, scorer);
    if facts.enemy_has_no_pieces {
        sum += scorer.score_each(pawn, terms::PASSED_NO_PIECES.at(S::rank(pawn).index()), 1);
    }
    sum
}

/// Rooks of both sides behind the pawn, with nothing between.
#[inline]
fn rooks_behind<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    pawn: Square,
    scorer: &mut Scorer<'_, S, T>,
) -> Tapered {
    let rooks = context.position.role(Role::Rook) & S::Other::ahead(pawn.bitboard());
    let rooks = rooks & attacks::rook(pawn, context.occupied);
    let own = rooks & context.position.color(S::COLOR);
    let enemy = rooks & context.position.color(S::Other::COLOR);
    scorer.score_each(pawn, terms::PASSED_OWN_ROOK_BEHIND, own.count())
        + scorer.score_each(pawn, terms::PASSED_ENEMY_ROOK_BEHIND, enemy.count())
}

/// The distances of the kings from the square ahead of the pawn, from the fourth rank on.
#[inline]
fn king_distances<S: Side, T: Trace>(
    context: &EvalContext<'_>,
    pawn: Square,
    scorer: &mut Scorer<'_, S, T>,
) -> Tapered {
    let rank = S::rank(pawn);
    let Some(stop) = S::forward(pawn.bitboard()).first().filter(|_| rank > Rank::Third) else {
        return Tapered::ZERO;
    };
    // A pawn stands on the seventh rank at most, so there are four lines.
    let line = (rank.index() - Rank::Fourth.index()) % 4 * LINE;
    let place = |king: Square| line + usize::from(distances(king)[stop]) % LINE;
    scorer.score_each(pawn, terms::PASSED_OWN_KING.at(place(context.side::<S>().king)), 1)
        + scorer.score_each(pawn, terms::PASSED_ENEMY_KING.at(place(context.side::<S::Other>().king)), 1)
}

/// The entries of a table of king distances for one rank.
const LINE: usize = 8;

/// Returns whether the pawn promotes without help, if the enemy has no piece but its king: the path is empty, and the king is
/// outside the square of the pawn.
fn is_unstoppable<S: Side>(context: &EvalContext<'_>, pawn: Square) -> bool {
    if S::ahead(pawn.bitboard()).intersects(context.occupied) {
        return false;
    }
    let promotion = S::promotion_square(pawn);
    // The first step may be a double one.
    let steps = promotion.distance(pawn) - u8::from(S::rank(pawn) == Rank::Second);
    let king_is_to_move = u8::from(context.position.side_to_move() == S::Other::COLOR);
    context.side::<S::Other>().king.distance(promotion) > steps + king_is_to_move
}
