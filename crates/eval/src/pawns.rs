//! Pawn structure and the shelter of the kings: all that pawns and kings alone decide.
//!
//! An entry is computed once for each arrangement of pawns and kings and then cached by the [`Evaluator`](crate::Evaluator).
//! Whole sets of pawns are shifted at once; only pawns whose rank or file matters are visited one by one.
//!
//! The pawns in front of a king count twice, the own ones as its shelter and the enemy's as a storm: as a plain score, and as
//! part of the danger from the enemy's pieces ([`king_safety`](crate::king_safety)), because an open king suffers more when
//! it is attacked.

use std::marker::PhantomData;

use movegen::Position;
use types::{Bitboard, Black, ByColor, File, Rank, Role, Side, Square, White};

use crate::geometry::{Files, distance_to_nearest, edge_distance, is_on_queenside, wing};
use crate::tapered::Tapered;
use crate::term::Term;
use crate::terms;
use crate::trace::{Scorer, Trace};

/// Scores and facts of one arrangement of pawns and kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PawnEntry {
    /// Pawn structure and shelter, White's minus Black's.
    pub(crate) sum: Tapered,
    /// The part of each side's danger to the enemy king that lies in the pawns.
    pub(crate) danger: ByColor<Tapered>,
    /// The passed pawns of both sides.
    pub(crate) passed: Bitboard,
    /// The files with pawns of each side.
    pub(crate) files: ByColor<PawnFiles>,
}

/// The files on which a side has pawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PawnFiles {
    /// At least one.
    pub(crate) any: Files,
    /// At least one that another pawn defends.
    pub(crate) defended: Files,
}

impl PawnEntry {
    /// The entry of a position; its features are reported to a trace.
    pub(crate) fn of<T: Trace>(position: &Position, trace: &mut T) -> PawnEntry {
        let white = PawnView::<White>::of(position);
        let black = PawnView::<Black>::of(position);
        let structure = pawn_structure(&white, trace) - pawn_structure(&black, trace);
        let (white_king, black_king) = (Shelter::of(&white, trace), Shelter::of(&black, trace));
        PawnEntry {
            sum: structure + white_king.score - black_king.score,
            danger: ByColor([black_king.danger, white_king.danger]),
            passed: white.passed() | black.passed(),
            files: ByColor([white.files(), black.files()]),
        }
    }
}

/// The pawns of both sides and the own king, as side `S` sees them.
struct PawnView<S> {
    own: Bitboard,
    enemy: Bitboard,
    king: Square,
    side: PhantomData<S>,
}

impl<S: Side> PawnView<S> {
    fn of(position: &Position) -> PawnView<S> {
        PawnView {
            own: position.pieces(S::COLOR, Role::Pawn),
            enemy: position.pieces(S::Other::COLOR, Role::Pawn),
            king: position.king(S::COLOR),
            side: PhantomData,
        }
    }

    /// The passed pawns: no enemy pawn is ahead of them on their own or a neighbouring file. Of two on a file, only
    /// the front one counts.
    fn passed(&self) -> Bitboard {
        let guarded = S::Other::ahead(self.enemy | self.enemy.east() | self.enemy.west());
        self.own - guarded - S::Other::ahead(self.own)
    }

    fn files(&self) -> PawnFiles {
        PawnFiles { any: Files::of(self.own), defended: Files::of(self.own & S::pawn_attacks(self.own)) }
    }

    /// The own pawns on d3, e3, c4, d4, e4 and f4 as bits, the first square lowest, as White with its king on the right
    /// sees them.
    fn centre_pattern(&self) -> usize {
        let pawns = self.seen_from_right();
        ((pawns >> Square::D3 as u32 & 0b11) | (pawns >> Square::C4 as u32 & 0b1111) << 2) as usize
    }

    /// The own pawns on the three squares ahead of the king as bits, the leftmost lowest, then those on the three squares
    /// beyond, seen in the same way. Squares beyond the edge have no pawn.
    fn shield_pattern(&self) -> usize {
        let king = self.king.relative_to(S::COLOR);
        let king = if is_on_queenside(king) { king.mirror() } else { king };
        // The king is on the files e to h, so only the file on its right can be missing.
        let on_board = if king.file() == File::H { 0b011 } else { 0b111 };
        let left = Rank::COUNT as u32 - 1;
        // Shifted in two steps, because a king on the eighth rank would need more bits than there are.
        let ahead = self.seen_from_right() >> king as u32 >> left;
        ((ahead & on_board) | (ahead >> Rank::COUNT & on_board) << 3) as usize
    }

    /// The bits of the own pawns as White with its king on the right sees them.
    fn seen_from_right(&self) -> u64 {
        let seen = self.own.relative_to(S::COLOR);
        if is_on_queenside(self.king) { seen.mirror().0 } else { seen.0 }
    }
}

/// The pawn structure of a side.
fn pawn_structure<S: Side, T: Trace>(pawns: &PawnView<S>, trace: &mut T) -> Tapered {
    let mut scorer = Scorer::<S, T>::for_either_turn(trace);
    let (own, enemy, king) = (pawns.own, pawns.enemy, pawns.king);
    let beside = own.east() | own.west();

    // Isolated, backward and doubled pawns. The first two are weaker if no enemy pawn on their file shields them from
    // rooks. A backward pawn would be taken on its next square by a pawn, and no own pawn can ever support it there.
    let exposed = own - S::Other::ahead(enemy);
    let isolated = own - (S::ahead(beside) | S::Other::ahead(beside) | beside);
    let by_own = S::pawn_attacks(own);
    let deadly = S::Other::pawn_attacks(enemy) - (by_own | S::ahead(by_own));
    let backward = (own & S::Other::forward(deadly)) - isolated;
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

    // Pawns that defend each other or stand side by side, by rank. An enemy pawn ahead of them makes them worth less,
    // because they get no further together.
    let supported = own & by_own;
    let phalanx = own & beside;
    let opposed = (supported | phalanx) & S::Other::ahead(enemy);
    let forward = S::forward(own);
    let supported_twice = own & forward.east() & forward.west();
    sum += by_rank(&mut scorer, terms::SUPPORTED, supported)
        + by_rank(&mut scorer, terms::PHALANX, phalanx)
        + by_rank(&mut scorer, terms::CONNECTED_OPPOSED, opposed)
        + scorer.score_each(supported_twice, terms::SUPPORTED_TWICE, 1);

    // Candidates are not passed yet, but only pawns of the neighbouring files stop them, and at least as many own pawns help.
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
    sum += by_rank(&mut scorer, terms::CANDIDATE, candidates);

    // Pawns in contact with enemy pawns: those that attack one, are attacked, or are blocked by one.
    let enemy_steps = S::Other::forward(enemy);
    let hit_twice = (own & enemy_steps.east() & enemy_steps.west()) - by_own;
    sum += by_rank(&mut scorer, terms::LEVER, own & S::Other::pawn_attacks(enemy))
        + by_rank(&mut scorer, terms::BLOCKED_BY_PAWN, own & enemy_steps)
        + scorer.score_each(hit_twice, terms::WEAK_LEVER, 1);

    // The shape of the whole, and its distance from the king.
    let islands = Files::of(own).groups() as usize;
    sum += scorer.score(terms::PAWN_ISLANDS.at(islands), 1)
        + scorer.score(terms::CENTRE_PATTERN.at(pawns.centre_pattern()), 1)
        + scorer.score_each(king, terms::KING_TO_PAWNS.at(distance_to_nearest(king, own | enemy)), 1);
    if !(own | enemy).intersects(wing(king)) {
        sum += scorer.score_each(king, terms::PAWNLESS_FLANK, 1);
    }
    sum
}

/// The score of each pawn of a set by its rank.
fn by_rank<S: Side, T: Trace>(scorer: &mut Scorer<'_, S, T>, term: Term<8>, pawns: Bitboard) -> Tapered {
    let mut sum = Tapered::ZERO;
    for pawn in pawns {
        sum += scorer.score_each(pawn, term.at(S::rank(pawn).index()), 1);
    }
    sum
}

/// The shelter of a king.
struct Shelter {
    /// The score of the king's side.
    score: Tapered,
    /// The part of the enemy's danger to the king that lies in the pawns.
    danger: Tapered,
}

impl Shelter {
    /// The shelter of the king of `S`.
    fn of<S: Side, T: Trace>(pawns: &PawnView<S>, trace: &mut T) -> Shelter {
        let king = pawns.king;
        let not_behind = S::ahead(king.rank().bitboard()) | king.rank().bitboard();
        let (mut score, mut danger) = (Tapered::ZERO, Tapered::ZERO);
        // The king's file and those beside it; at the edge the three nearest.
        let middle = king.file().index().clamp(1, 6);
        for file in &File::ALL[middle - 1..=middle + 1] {
            let on_file = file.bitboard();
            // The rank of the pawn nearest ahead of the king or beside it: the own one that shields it, the enemy's that
            // has come furthest. No pawn is 0, the index of the first rank, where no pawn can stand.
            let nearest = |pawns: Bitboard| {
                S::nearest(pawns & not_behind & on_file).map_or(0, |pawn| S::rank(pawn).index())
            };
            let (shield, storm) = (nearest(pawns.own), nearest(pawns.enemy));
            let line = edge_distance(*file) * Rank::COUNT;
            // A pawn that stands right in front of the shield is harmless.
            let is_blocked = shield != 0 && storm == shield + 1;
            let storm_feature =
                if is_blocked { terms::STORM_BLOCKED.at(storm) } else { terms::STORM.at(line + storm) };
            // The pawns that the whole file lacks: 1 for own ones, 2 for the enemy's, together 3.
            let lacks = |pawns: Bitboard| usize::from(!pawns.intersects(on_file));
            let lack = lacks(pawns.own) + 2 * lacks(pawns.enemy);
            let openness = if *file == king.file() { terms::KING_FILE } else { terms::KING_ADJACENT_FILE };
            let mut scorer = Scorer::<S, T>::for_either_turn(trace);
            score += scorer.score_each(king, terms::SHELTER.at(line + shield), 1)
                + scorer.score_each(king, storm_feature, 1)
                + scorer.score_each(king, openness.at(lack), 1);
            let mut attacker = Scorer::<S::Other, T>::for_either_turn(trace);
            danger += attacker.score(terms::KING_SHIELD.at(shield), 1)
                + attacker.score(terms::KING_STORM.at(storm), 1);
        }
        let pattern = terms::SHIELD_PATTERN.at(pawns.shield_pattern());
        score += Scorer::<S, T>::for_either_turn(trace).score_each(king, pattern, 1);
        Shelter { score, danger }
    }
}
