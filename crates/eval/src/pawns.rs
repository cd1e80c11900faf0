//! The pawn skeleton: which pawns help each other, and which are a burden.
//!
//! Whole sets are shifted at once; only pawns whose rank or file matters are visited one by one.
//!
//! Few moves of a search change a pawn or a king, so what depends on nothing else ([`Skeleton`]) is the one
//! part of the evaluation that [`pawn_cache`](crate::pawn_cache) remembers.

use types::{Bitboard, ByColor, Color, File, Role, Square};

use crate::distance::distances;
use crate::facts::Facts;
use crate::files::Files;
use crate::king_safety::wing;
use crate::shelter::{shelter, shelter_danger};
use crate::side::{Black, Side, Weigher, White};
use crate::squares::is_on_queenside;
use crate::tapered::Tapered;
use crate::term::Term;
use crate::terms;
use crate::trace::Trace;

/// All that the pawns and kings alone decide.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Skeleton {
    /// Pawn structure and shelter, White's minus Black's.
    pub(crate) sum: Tapered,
    /// The danger of each side to the enemy king, as far as it lies in the pawns.
    pub(crate) danger: ByColor<Tapered>,
    /// The passed pawns of both sides.
    pub(crate) passed: Bitboard,
    /// The files with pawns of each side.
    pub(crate) files: ByColor<PawnFiles>,
}

/// On which files a side has pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PawnFiles {
    /// At least one.
    pub(crate) any: Files,
    /// At least one that another pawn defends.
    pub(crate) guarded: Files,
}

impl PawnFiles {
    fn of<S: Side>(facts: &Facts<'_>) -> PawnFiles {
        let army = facts.army::<S>();
        PawnFiles { any: Files::of(army.pawns), guarded: Files::of(army.pawns & army.attacks[Role::Pawn]) }
    }
}

impl Skeleton {
    /// The skeleton of a position, and what a trace wants to know of it.
    #[inline]
    pub(crate) fn of<T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Skeleton {
        let structure = structure::<White, T>(facts, trace) - structure::<Black, T>(facts, trace);
        let shelter = shelter::<White, T>(facts, trace) - shelter::<Black, T>(facts, trace);
        let mut danger = ByColor::splat(Tapered::ZERO);
        danger[Color::White] = shelter_danger::<White, T>(facts, trace);
        danger[Color::Black] = shelter_danger::<Black, T>(facts, trace);
        let passed = passed::<White>(facts) | passed::<Black>(facts);
        let files = ByColor([PawnFiles::of::<White>(facts), PawnFiles::of::<Black>(facts)]);
        Skeleton { sum: structure + shelter, danger, passed, files }
    }
}

/// The pawn structure of a side.
fn structure<S: Side, T: Trace>(facts: &Facts<'_>, trace: &mut T) -> Tapered {
    let mut side = Weigher::<S, T>::for_either_turn(trace);
    burdens(facts, &mut side)
        + connections(facts, &mut side)
        + candidates(facts, &mut side)
        + contacts(facts, &mut side)
        + spread(facts, &mut side)
        + side.weigh_one(terms::CENTRE_PATTERN.at(pattern::<S>(facts, &CENTRE)))
}

/// The squares whose pawns make a centre, White's with its king on the right.
const CENTRE: [Option<Square>; 6] = [
    Some(Square::D3),
    Some(Square::E3),
    Some(Square::C4),
    Some(Square::D4),
    Some(Square::E4),
    Some(Square::F4),
];

/// Which of some squares have own pawns, the first in the lowest bit. The squares are as the side sees them
/// with its king on the right; those beyond the edge have none.
pub(crate) fn pattern<S: Side>(facts: &Facts<'_>, squares: &[Option<Square>; 6]) -> usize {
    let army = facts.army::<S>();
    let is_mirrored = is_on_queenside(army.king);
    let has_pawn = |seen: Square| {
        let square = if is_mirrored { seen.mirror() } else { seen };
        army.pawns.contains(square.relative_to(S::COLOR))
    };
    let bits = squares.iter().rev().map(|seen| usize::from(seen.is_some_and(has_pawn)));
    bits.fold(0, |pattern, bit| pattern << 1 | bit)
}

/// The pawns with no enemy pawn ahead of them on their own or a neighbouring file. Of two on a file, only
/// the front one counts.
fn passed<S: Side>(facts: &Facts<'_>) -> Bitboard {
    let (own, enemy) = (facts.army::<S>().pawns, facts.army::<S::Other>().pawns);
    let guarded = S::Other::ahead(enemy | enemy.east() | enemy.west());
    own - guarded - S::Other::ahead(own)
}

/// Isolated, backward and doubled pawns. The first two suffer more if no enemy pawn hides them from rooks.
fn burdens<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let (own, enemy) = (facts.army::<S>().pawns, facts.army::<S::Other>().pawns);
    let beside = own.east() | own.west();
    let exposed = own - S::Other::ahead(enemy);
    let isolated = own - (S::ahead(beside) | S::Other::ahead(beside) | beside);
    let backward = backward::<S>(facts) - isolated;
    let doubled = own & S::Other::ahead(own);
    let mut sum = side.weigh_men(backward - exposed, terms::BACKWARD.at(0))
        + side.weigh_men(backward & exposed, terms::BACKWARD.at(1))
        + side.weigh_men(doubled, terms::DOUBLED)
        + side.weigh_men(own & S::Other::forward(own), terms::DOUBLED_CLOSE)
        + side.weigh_men(doubled & isolated, terms::DOUBLED_ISOLATED);
    for pawn in isolated {
        let line = if exposed.contains(pawn) { File::COUNT / 2 } else { 0 };
        sum += side.weigh_one_at(pawn, terms::ISOLATED.at(line + from_edge(pawn.file())));
    }
    sum
}

/// The distance of a file from the nearer edge, 0 to 3.
#[inline]
pub(crate) fn from_edge(file: File) -> usize {
    file.index().min(file.mirror().index())
}

/// The pawns that would be taken by a pawn on the next square, where no pawn of their own can ever help.
fn backward<S: Side>(facts: &Facts<'_>) -> Bitboard {
    let own = facts.army::<S>();
    let supported = own.attacks[Role::Pawn];
    let supportable = supported | S::ahead(supported);
    let deadly = facts.army::<S::Other>().attacks[Role::Pawn] - supportable;
    own.pawns & S::Other::forward(deadly)
}

/// Pawns that defend each other or stand side by side, by rank. With an enemy pawn on their file they are
/// worth less, since they will get no further together.
fn connections<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let own = facts.army::<S>().pawns;
    let supported = own & S::pawn_attacks(own);
    let phalanx = own & (own.east() | own.west());
    let opposed = (supported | phalanx) & S::Other::ahead(facts.army::<S::Other>().pawns);
    let forward = S::forward(own);
    let twice = own & forward.east() & forward.west();
    by_rank(side, terms::SUPPORTED, supported)
        + by_rank(side, terms::PHALANX, phalanx)
        + by_rank(side, terms::CONNECTED_OPPOSED, opposed)
        + side.weigh_men(twice, terms::SUPPORTED_TWICE)
}

/// Weighs each pawn of a set by its rank.
fn by_rank<S: Side, T: Trace>(side: &mut Weigher<'_, S, T>, term: Term<8>, pawns: Bitboard) -> Tapered {
    let mut sum = Tapered::ZERO;
    for pawn in pawns {
        sum += side.weigh_one_at(pawn, term.at(S::rank(pawn).index()));
    }
    sum
}

/// Pawns that are not passed yet, but only neighbours stop them, and as many own neighbours help.
fn candidates<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let (own, enemy) = (facts.army::<S>().pawns, facts.army::<S::Other>().pawns);
    let front = own - S::Other::ahead(enemy) - S::Other::ahead(own) - passed::<S>(facts);
    let mut candidates = Bitboard::EMPTY;
    for pawn in front {
        let beside = pawn.bitboard().east() | pawn.bitboard().west();
        let guards = enemy & S::ahead(beside);
        let helpers = own & (S::Other::ahead(beside) | beside);
        if helpers.count() >= guards.count() {
            candidates |= pawn;
        }
    }
    by_rank(side, terms::CANDIDATE, candidates)
}

/// Pawns that have met enemy pawns: that take them, are taken, or stand head to head.
fn contacts<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let (own, enemy) = (facts.army::<S>().pawns, facts.army::<S::Other>().pawns);
    let levers = own & S::Other::pawn_attacks(enemy);
    let hits = S::Other::forward(enemy);
    let hit_twice = (own & hits.east() & hits.west()) - S::pawn_attacks(own);
    by_rank(side, terms::LEVER, levers)
        + by_rank(side, terms::RAMMED, own & S::Other::forward(enemy))
        + side.weigh_men(hit_twice, terms::DOUBLY_ATTACKED)
}

/// Into how many groups the pawns fall, and how far they are from the king.
fn spread<S: Side, T: Trace>(facts: &Facts<'_>, side: &mut Weigher<'_, S, T>) -> Tapered {
    let army = facts.army::<S>();
    let both = army.pawns | facts.army::<S::Other>().pawns;
    let islands = Files::of(army.pawns).groups() as usize;
    let mut sum = side.weigh_one(terms::ISLANDS.at(islands));
    let from_king = distances(army.king);
    let nearest = both.into_iter().map(|pawn| from_king[pawn]).min();
    sum += side.weigh_one_at(army.king, terms::KING_TO_PAWNS.at(usize::from(nearest.unwrap_or(0))));
    if !both.intersects(wing(army.king)) {
        sum += side.weigh_one_at(army.king, terms::PAWNLESS_FLANK);
    }
    sum
}
