//! Pawn structure: weak pawns, supported pawns, levers, and the shape of the whole.
//!
//! Whole sets are shifted at once; only pawns whose rank or file matters are visited one by one.

use types::{Bitboard, File, Side};

use crate::geometry::{Files, distance_to_nearest, edge_distance, wing};
use crate::pawn_view::PawnView;
use crate::scorer::Scorer;
use crate::tapered::Tapered;
use crate::term::Term;
use crate::terms;
use crate::trace::Trace;

/// The pawn structure of a side.
pub(crate) fn pawn_structure<S: Side, T: Trace>(pawns: &PawnView<S>, trace: &mut T) -> Tapered {
    let mut scorer = Scorer::<S, T>::for_either_turn(trace);
    weak_pawns(pawns, &mut scorer)
        + supported_pawns(pawns, &mut scorer)
        + candidates(pawns, &mut scorer)
        + levers(pawns, &mut scorer)
        + shape(pawns, &mut scorer)
        + scorer.score(terms::CENTRE_PATTERN.at(pawns.centre_pattern()), 1)
}

/// Isolated, backward and doubled pawns. The first two are weaker if no enemy pawn on their file shields them from rooks.
fn weak_pawns<S: Side, T: Trace>(pawns: &PawnView<S>, scorer: &mut Scorer<'_, S, T>) -> Tapered {
    let (own, enemy) = (pawns.own, pawns.enemy);
    let beside = own.east() | own.west();
    let exposed = own - S::Other::ahead(enemy);
    let isolated = own - (S::ahead(beside) | S::Other::ahead(beside) | beside);
    let backward = backward(pawns) - isolated;
    let doubled = own & S::Other::ahead(own);
    let mut sum = scorer.score_each(backward - exposed, terms::BACKWARD.at(0), 1)
        + scorer.score_each(backward & exposed, terms::BACKWARD.at(1), 1)
        + scorer.score_each(doubled, terms::DOUBLED, 1)
        + scorer.score_each(own & S::Other::forward(own), terms::DOUBLED_CLOSE, 1)
        + scorer.score_each(doubled & isolated, terms::DOUBLED_ISOLATED, 1);
    for pawn in isolated {
        let line = if exposed.contains(pawn) { File::COUNT / 2 } else { 0 };
        sum += scorer.score_each(pawn, terms::ISOLATED.at(line + edge_distance(pawn.file())), 1);
    }
    sum
}

/// The pawns that a pawn would take on their next square, and that no own pawn can ever support there.
fn backward<S: Side>(pawns: &PawnView<S>) -> Bitboard {
    let supported = S::pawn_attacks(pawns.own);
    let supportable = supported | S::ahead(supported);
    let deadly = S::Other::pawn_attacks(pawns.enemy) - supportable;
    pawns.own & S::Other::forward(deadly)
}

/// Pawns that defend each other or stand side by side, by rank. An enemy pawn ahead of them makes them worth less,
/// because they get no further together.
fn supported_pawns<S: Side, T: Trace>(pawns: &PawnView<S>, scorer: &mut Scorer<'_, S, T>) -> Tapered {
    let own = pawns.own;
    let supported = own & S::pawn_attacks(own);
    let phalanx = own & (own.east() | own.west());
    let opposed = (supported | phalanx) & S::Other::ahead(pawns.enemy);
    let forward = S::forward(own);
    let twice = own & forward.east() & forward.west();
    by_rank(scorer, terms::SUPPORTED, supported)
        + by_rank(scorer, terms::PHALANX, phalanx)
        + by_rank(scorer, terms::CONNECTED_OPPOSED, opposed)
        + scorer.score_each(twice, terms::SUPPORTED_TWICE, 1)
}

/// The score of each pawn of a set by its rank.
fn by_rank<S: Side, T: Trace>(scorer: &mut Scorer<'_, S, T>, term: Term<8>, pawns: Bitboard) -> Tapered {
    let mut sum = Tapered::ZERO;
    for pawn in pawns {
        sum += scorer.score_each(pawn, term.at(S::rank(pawn).index()), 1);
    }
    sum
}

/// Pawns that are not passed yet, but only pawns of the neighbouring files stop them, and at least as many own pawns help.
fn candidates<S: Side, T: Trace>(pawns: &PawnView<S>, scorer: &mut Scorer<'_, S, T>) -> Tapered {
    let (own, enemy) = (pawns.own, pawns.enemy);
    let front = own - S::Other::ahead(enemy) - S::Other::ahead(own) - pawns.passed();
    let mut candidates = Bitboard::EMPTY;
    for pawn in front {
        let beside = pawn.bitboard().east() | pawn.bitboard().west();
        let guards = enemy & S::ahead(beside);
        let helpers = own & (S::Other::ahead(beside) | beside);
        if helpers.count() >= guards.count() {
            candidates |= pawn;
        }
    }
    by_rank(scorer, terms::CANDIDATE, candidates)
}

/// Pawns in contact with enemy pawns: those that attack one, are attacked, or are blocked by one.
fn levers<S: Side, T: Trace>(pawns: &PawnView<S>, scorer: &mut Scorer<'_, S, T>) -> Tapered {
    let (own, enemy) = (pawns.own, pawns.enemy);
    let levers = own & S::Other::pawn_attacks(enemy);
    let hits = S::Other::forward(enemy);
    let hit_twice = (own & hits.east() & hits.west()) - S::pawn_attacks(own);
    by_rank(scorer, terms::LEVER, levers)
        + by_rank(scorer, terms::BLOCKED_BY_PAWN, own & S::Other::forward(enemy))
        + scorer.score_each(hit_twice, terms::WEAK_LEVER, 1)
}

/// The number of pawn islands, and the distance of the pawns from the king.
fn shape<S: Side, T: Trace>(pawns: &PawnView<S>, scorer: &mut Scorer<'_, S, T>) -> Tapered {
    let (both, king) = (pawns.own | pawns.enemy, pawns.king);
    let islands = Files::of(pawns.own).groups() as usize;
    let mut sum = scorer.score(terms::PAWN_ISLANDS.at(islands), 1);
    sum += scorer.score_each(king, terms::KING_TO_PAWNS.at(distance_to_nearest(king, both)), 1);
    if !both.intersects(wing(king)) {
        sum += scorer.score_each(king, terms::PAWNLESS_FLANK, 1);
    }
    sum
}
