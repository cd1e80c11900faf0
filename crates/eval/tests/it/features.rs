//! Terms count what they say: pawns against a slow oracle, the others on positions made for them. (Attacks and what
//! follows from them have an oracle of their own, [`oracle`](crate::oracle).)

use eval::term::{EvalFeature, Term};
use eval::terms;
use movegen::Position;
use types::{Color, File, Piece, Rank, Role, Square};

use crate::counts::{check_cases, counted, counts, total};
use crate::positions;

/// Pawns as a list, ranks counted from their own side.
fn pawns(position: &Position, color: Color) -> Vec<Square> {
    position.pieces(color, Role::Pawn).into_iter().map(|pawn| pawn.relative_to(color)).collect()
}

/// Both sides' pawns from the view of one, square by square.
struct PawnList {
    own: Vec<Square>,
    /// The enemy's, as `own` sees them.
    enemy: Vec<Square>,
}

impl PawnList {
    fn of(position: &Position, color: Color) -> PawnList {
        let enemy = pawns(position, !color).into_iter().map(Square::flip).collect();
        PawnList { own: pawns(position, color), enemy }
    }

    fn is_isolated(&self, pawn: Square) -> bool {
        !self.own.iter().any(|other| files_apart(*other, pawn) == 1)
    }

    fn is_passed(&self, pawn: Square) -> bool {
        let stops = |enemy: &&Square| enemy.rank() > pawn.rank() && files_apart(**enemy, pawn) <= 1;
        !self.enemy.iter().any(|enemy| stops(&enemy)) && !self.is_doubled(pawn)
    }

    fn is_doubled(&self, pawn: Square) -> bool {
        self.own.iter().any(|other| other.file() == pawn.file() && other.rank() > pawn.rank())
    }

    fn is_supported(&self, pawn: Square) -> bool {
        [-1, 1].into_iter().any(|files| pawn.offset(files, -1).is_some_and(|s| self.own.contains(&s)))
    }

    fn is_in_phalanx(&self, pawn: Square) -> bool {
        [-1, 1].into_iter().any(|files| pawn.offset(files, 0).is_some_and(|s| self.own.contains(&s)))
    }

    /// An enemy pawn hits the square ahead, and no neighbour is far enough back to ever defend that square.
    fn is_backward(&self, pawn: Square) -> bool {
        let is_hit = [-1, 1].into_iter().any(|f| pawn.offset(f, 2).is_some_and(|s| self.enemy.contains(&s)));
        let may_help = |other: &Square| files_apart(*other, pawn) == 1 && other.rank() <= pawn.rank();
        is_hit && !self.own.iter().any(may_help) && !self.is_isolated(pawn)
    }

    fn count(&self, is_counted: impl Fn(Square) -> bool) -> i16 {
        self.own.iter().filter(|&&pawn| is_counted(pawn)).count() as i16
    }
}

fn files_apart(one: Square, other: Square) -> usize {
    one.file().index().abs_diff(other.file().index())
}

#[test]
fn pawns_are_what_a_square_by_square_search_finds() {
    let mut found = [0; 7];
    let mut starts = positions::starts(150, 50);
    starts.extend(positions::few_pieces(2000));
    positions::random_games(&starts, 250, |position, _| {
        let counts = counts(position);
        for color in Color::ALL {
            let pawns = PawnList::of(position, color);
            let of = |is: fn(&PawnList, Square) -> bool| pawns.count(|pawn| is(&pawns, pawn));
            let wanted = [
                of(PawnList::is_isolated),
                of(PawnList::is_passed),
                of(PawnList::is_doubled),
                pawns.count(|pawn| pawns.is_doubled(pawn) && pawns.is_isolated(pawn)),
                of(PawnList::is_supported),
                of(PawnList::is_in_phalanx),
                of(PawnList::is_backward),
            ];
            let counted = [
                total(&counts, color, terms::ISOLATED),
                total(&counts, color, terms::PASSED),
                total(&counts, color, terms::DOUBLED),
                total(&counts, color, terms::DOUBLED_ISOLATED),
                total(&counts, color, terms::SUPPORTED),
                total(&counts, color, terms::PHALANX),
                total(&counts, color, terms::BACKWARD),
            ];
            assert_eq!(counted, wanted, "{color} in {position:?}");
            for (found, wanted) in found.iter_mut().zip(wanted) {
                *found += i32::from(wanted);
            }
        }
    });
    assert!(found.iter().all(|&found| found > 500), "{found:?}");
}

/// Material and squares are counted piece by piece, wherever they are summed.
#[test]
fn material_is_counted() {
    positions::random_games(&positions::starts(20, 20), 250, |position, _| {
        let counts = counts(position);
        for (color, role) in Color::ALL.into_iter().flat_map(|c| Role::ALL[..5].iter().map(move |&r| (c, r)))
        {
            let counted = counts.0[color][terms::MATERIAL.at(role.index()).index()];
            assert_eq!(
                counted as u32,
                position.count(Piece::new(color, role)),
                "{color} {role:?} {position:?}"
            );
        }
    });
}

#[test]
fn terms_of_pieces_and_threats_count_their_features() {
    let one = |feature: Term<1>| feature.at(0);
    let cases: &[(&str, EvalFeature, i16)] = &[
        // A knight on a defended square; not if a pawn may still chase it away.
        ("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 1),
        ("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 0),
        ("4k3/8/8/2pN4/4P3/8/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 1),
        ("4k3/8/8/3N4/8/4P3/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(1), 0),
        ("4k3/8/8/3B4/4P3/8/8/4K3 w - - 0 1", terms::BISHOP_OUTPOST.at(1), 1),
        ("4k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", terms::BISHOP_PAIR.at(0), 1),
        ("4k3/8/8/8/8/8/8/2B1K1B1 w - - 0 1", terms::BISHOP_PAIR.at(0), 0),
        ("4k3/8/8/8/8/4P3/3P1P2/2B1K3 w - - 0 1", terms::BISHOP_PAWNS.at(0), 3),
        ("4k3/8/8/8/8/3P1P2/4P3/2B1K3 w - - 0 1", terms::BISHOP_PAWNS.at(0), 0),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", one(terms::ROOK_OPEN_FILE), 1),
        ("4k3/p7/8/8/8/8/8/R3K3 w - - 0 1", terms::ROOK_HALF_OPEN_FILE.at(0), 1),
        ("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 1", terms::ROOK_HALF_OPEN_FILE.at(0), 0),
        ("4k3/R7/8/8/8/8/8/4K3 w - - 0 1", one(terms::ROOK_ON_SEVENTH), 1),
        ("8/R7/4k3/8/8/8/8/4K3 w - - 0 1", one(terms::ROOK_ON_SEVENTH), 0),
        ("8/R3p3/4k3/8/8/8/8/4K3 w - - 0 1", one(terms::ROOK_ON_SEVENTH), 1),
        // Mobility: not where pawns attack, not onto the own king.
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", terms::KNIGHT_MOBILITY.at(2), 1),
        ("4k3/8/8/8/p7/8/8/N3K3 w - - 0 1", terms::KNIGHT_MOBILITY.at(1), 1),
        ("4k3/8/8/8/8/8/2K5/N7 w - - 0 1", terms::KNIGHT_MOBILITY.at(1), 1),
        // A pinned knight goes nowhere, a pinned rook along its pin.
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", terms::KNIGHT_MOBILITY.at(0), 1),
        ("4r1k1/8/8/8/8/8/4R3/4K3 w - - 0 1", terms::ROOK_MOBILITY.at(6), 1),
        ("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", terms::PAWN_THREAT.at(Role::Knight.index()), 1),
        ("4k3/8/8/3n4/8/4P3/8/4K3 w - - 0 1", terms::PUSH_THREAT.at(Role::Knight.index()), 1),
        ("4k3/8/8/3n1p2/8/4P3/8/4K3 w - - 0 1", terms::PUSH_THREAT.at(Role::Knight.index()), 0),
        ("4k3/8/3r4/8/4N3/8/8/4K3 w - - 0 1", terms::KNIGHT_THREAT.at(5 + Role::Rook.index()), 1),
        ("3qk3/8/8/8/8/8/8/3RK3 w - - 0 1", terms::ROOK_THREAT.at(5 + Role::Queen.index()), 1),
        ("4k3/8/8/8/8/5p2/4K3/8 w - - 0 1", terms::KING_THREAT.at(0), 1),
        ("4k3/3b4/8/8/8/8/8/3RK3 w - - 0 1", terms::HANGING.at(Role::Bishop.index()), 0),
        ("6k1/3b4/8/8/8/8/8/3RK3 w - - 0 1", terms::HANGING.at(Role::Bishop.index()), 1),
        // The king is outside the square, or just inside it.
        ("8/8/8/P6k/8/8/8/K7 w - - 0 1", one(terms::PASSED_UNSTOPPABLE), 1),
        ("8/8/8/P6k/8/8/8/K7 b - - 0 1", one(terms::PASSED_UNSTOPPABLE), 1),
        ("8/8/8/P4k2/8/8/8/K7 w - - 0 1", one(terms::PASSED_UNSTOPPABLE), 1),
        ("8/8/8/P3k3/8/8/8/K7 w - - 0 1", one(terms::PASSED_UNSTOPPABLE), 1),
        ("8/8/8/P3k3/8/8/8/K7 b - - 0 1", one(terms::PASSED_UNSTOPPABLE), 0),
        ("8/8/8/P2k4/8/8/8/K7 w - - 0 1", one(terms::PASSED_UNSTOPPABLE), 0),
        ("8/8/8/8/8/6k1/P7/K7 w - - 0 1", one(terms::PASSED_UNSTOPPABLE), 1),
        ("7n/8/8/P6k/8/8/8/K7 w - - 0 1", one(terms::PASSED_UNSTOPPABLE), 0),
    ];
    check_cases(cases);
}

/// A threat that can be carried out, and one that can be parried.
#[test]
fn terms_by_turn_have_a_table_for_the_side_to_move() {
    let [waiting, moving] = ["b", "w"].map(|turn| {
        let position: Position = format!("4k3/8/8/3n4/4P3/8/8/4K3 {turn} - - 0 1").parse().unwrap();
        counts(&position).0[Color::White]
    });
    let threat = terms::PAWN_THREAT.at(Role::Knight.index()).index();
    let term = terms::TERMS.iter().find(|term| term.range().contains(&threat)).unwrap();
    assert!(term.is_by_turn && term.len == 2 * Role::COUNT - 2);
    let other = threat + term.len / 2;
    assert_eq!([waiting[threat], waiting[other]], [1, 0]);
    assert_eq!([moving[threat], moving[other]], [0, 1]);
}

#[test]
fn terms_of_minor_pieces_and_rooks_count_their_features() {
    let one = |feature: Term<1>| feature.at(0);
    check_cases(&[
        ("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1", terms::KNIGHT_OUTPOST.at(0), 1),
        ("4k3/8/8/8/4P3/2N5/8/4K3 w - - 0 1", one(terms::KNIGHT_REACHES_OUTPOST), 1),
        ("4k3/8/8/3P4/4P3/2N5/8/4K3 w - - 0 1", one(terms::KNIGHT_REACHES_OUTPOST), 0),
        ("4k3/8/8/8/4P3/8/8/1B2K3 w - - 0 1", one(terms::BISHOP_REACHES_OUTPOST), 0),
        ("4k3/8/8/8/8/3p4/3N4/4K3 w - - 0 1", terms::MINOR_BEHIND_PAWN.at(0), 1),
        ("4k3/8/8/8/8/3P4/3B4/4K3 w - - 0 1", terms::MINOR_BEHIND_PAWN.at(1), 1),
        ("4k3/8/8/8/8/8/1B6/4K3 w - - 0 1", one(terms::BISHOP_LONG_DIAGONAL), 1),
        ("4k3/8/8/8/3P4/8/1B6/4K3 w - - 0 1", one(terms::BISHOP_LONG_DIAGONAL), 0),
        ("4k3/6p1/8/4P3/8/8/1B6/4K3 w - - 0 1", one(terms::BISHOP_XRAY_PAWN), 1),
        ("4k3/8/8/8/8/1p6/1P6/B3K3 w - - 0 1", one(terms::BISHOP_CORNERED), 1),
        ("4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1", one(terms::BISHOP_CORNERED), 0),
        ("4k3/B7/1p6/8/8/8/8/4K3 w - - 0 1", one(terms::BISHOP_TRAPPED), 1),
        ("4k3/8/B7/1p6/8/8/8/4K3 w - - 0 1", one(terms::BISHOP_TRAPPED), 1),
        ("4k3/8/1p6/B7/8/8/8/4K3 w - - 0 1", one(terms::BISHOP_TRAPPED), 0),
        ("4k3/8/8/2p1p3/2P1P3/8/8/2B1K3 w - - 0 1", terms::BISHOP_PAWNS.at(2), 0),
        ("4k3/8/8/2p1p3/2P1P3/8/8/3BK3 w - - 0 1", terms::BISHOP_PAWNS.at(2), 2),
        ("4k3/1p6/p7/8/8/8/8/R3K3 w - - 0 1", terms::ROOK_HALF_OPEN_FILE.at(1), 1),
        ("4k3/8/8/p7/P7/8/8/R3K3 w - - 0 1", one(terms::ROOK_CLOSED_FILE), 1),
        ("4k3/8/p7/8/P7/8/8/R3K3 w - - 0 1", one(terms::ROOK_CLOSED_FILE), 0),
        ("4k3/8/8/8/8/8/5PPP/5NKR w - - 0 1", terms::ROOK_TRAPPED.at(1), 1),
        ("4k3/8/8/8/8/8/5PPP/R4NK1 w - - 0 1", terms::ROOK_TRAPPED.at(1), 0),
        ("4k3/8/3Q4/8/8/8/8/4K3 w - - 0 1", one(terms::QUEEN_INFILTRATION), 1),
        ("4k3/4p3/8/3Q4/8/8/8/4K3 w - - 0 1", one(terms::QUEEN_INFILTRATION), 0),
        ("3rk3/3p4/8/3Q4/8/8/8/4K3 w - - 0 1", one(terms::QUEEN_EXPOSED), 1),
        ("3rk3/8/8/3Q4/8/8/8/4K3 w - - 0 1", one(terms::QUEEN_EXPOSED), 0),
    ]);
}

#[test]
fn terms_of_pawns_count_their_features() {
    let one = |feature: Term<1>| feature.at(0);
    check_cases(&[
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", terms::LEVER.at(3), 1),
        ("4k3/8/8/4p3/4P3/8/8/4K3 w - - 0 1", terms::BLOCKED_BY_PAWN.at(3), 1),
        ("4k3/8/8/3p1p2/4P3/8/8/4K3 w - - 0 1", one(terms::WEAK_LEVER), 1),
        ("4k3/8/8/3p1p2/4P3/3P4/8/4K3 w - - 0 1", one(terms::WEAK_LEVER), 0),
        ("4k3/8/8/8/8/8/PP1P1P1P/4K3 w - - 0 1", terms::PAWN_ISLANDS.at(4), 1),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", terms::PAWN_ISLANDS.at(0), 1),
        ("4k3/8/8/8/8/4P3/3P1P2/4K3 w - - 0 1", one(terms::SUPPORTED_TWICE), 1),
        ("4k3/8/8/8/4P3/4P3/8/4K3 w - - 0 1", one(terms::DOUBLED_CLOSE), 1),
        ("4k3/8/8/4P3/8/4P3/8/4K3 w - - 0 1", one(terms::DOUBLED_CLOSE), 0),
        // A neighbour behind helps against the one guard; a neighbour ahead does not.
        ("4k3/3p4/8/8/4P3/5P2/8/4K3 w - - 0 1", terms::CANDIDATE.at(3), 1),
        ("4k3/3p1p2/8/8/4P3/5P2/8/4K3 w - - 0 1", terms::CANDIDATE.at(3), 0),
        ("4k3/3p4/8/5P2/4P3/8/8/4K3 w - - 0 1", terms::CANDIDATE.at(3), 0),
        ("4k3/3pp3/8/8/4PP2/8/8/4K3 w - - 0 1", terms::CONNECTED_OPPOSED.at(3), 1),
        ("4k3/8/8/8/8/8/P7/6K1 w - - 0 1", one(terms::PAWNLESS_FLANK), 1),
        ("4k3/8/8/8/8/8/P7/3K4 w - - 0 1", terms::KING_TO_PAWNS.at(3), 1),
        ("4k3/8/4n3/4P3/8/8/8/4K3 w - - 0 1", terms::PASSED_BLOCKED_BY_ENEMY.at(4), 1),
        ("4k3/8/4N3/4P3/8/8/8/4K3 w - - 0 1", terms::PASSED_BLOCKED_BY_OWN.at(4), 1),
        ("8/8/8/4P3/8/8/8/4K2k w - - 0 1", terms::PASSED_FREE_PATH.at(4), 1),
        ("8/8/8/P2P4/8/8/8/4K2k w - - 0 1", terms::PASSED_CONNECTED.at(4), 0),
        ("8/8/8/2PP4/8/8/8/4K2k w - - 0 1", terms::PASSED_CONNECTED.at(4), 2),
        ("8/8/8/4P3/8/8/8/4K2k w - - 0 1", terms::PASSED_NO_PIECES.at(4), 1),
        ("8/8/8/4P2n/8/8/8/4K2k w - - 0 1", terms::PASSED_NO_PIECES.at(4), 0),
        ("8/8/4K3/4P3/8/8/8/7k w - - 0 1", terms::PASSED_OWN_KING.at(8), 1),
        ("8/8/3K4/4P3/8/8/8/7k w - - 0 1", terms::PASSED_OWN_KING.at(8 + 1), 1),
        // The square to the king's left first, the near rank before the far one, and in a mirror on the left.
        ("4k3/8/8/8/8/7P/5PP1/6K1 w - - 0 1", terms::SHIELD_PATTERN.at(0b100_011), 1),
        ("4k3/8/8/8/8/P7/1PP5/1K6 w - - 0 1", terms::SHIELD_PATTERN.at(0b100_011), 1),
        ("4k3/8/8/8/8/8/6PP/7K w - - 0 1", terms::SHIELD_PATTERN.at(0b000_011), 1),
        ("4k3/8/8/8/3PP3/8/8/6K1 w - - 0 1", terms::CENTRE_PATTERN.at(0b011_000), 1),
        ("4k3/8/8/8/3PP3/8/8/1K6 w - - 0 1", terms::CENTRE_PATTERN.at(0b011_000), 1),
        ("4k3/8/8/8/2PP4/4P3/8/6K1 w - - 0 1", terms::CENTRE_PATTERN.at(0b001_110), 1),
        ("4k3/8/8/8/4PP2/3P4/8/2K5 w - - 0 1", terms::CENTRE_PATTERN.at(0b001_110), 1),
    ]);
}

#[test]
fn terms_of_threats_and_danger_count_their_features() {
    let one = |feature: Term<1>| feature.at(0);
    check_cases(&[
        ("4k3/8/2p5/3n4/8/8/8/3RK3 w - - 0 1", terms::ROOK_THREAT.at(Role::Knight.index()), 1),
        ("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", terms::ROOK_THREAT.at(5 + Role::Knight.index()), 1),
        ("4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1", one(terms::SAFE_PAWN_THREAT), 1),
        ("4k3/8/8/3n1p2/4P3/8/8/4K3 w - - 0 1", one(terms::SAFE_PAWN_THREAT), 0),
        ("3qk3/3n4/8/8/8/8/8/3RK3 w - - 0 1", one(terms::ONLY_QUEEN_DEFENDS), 0),
        ("3q3k/3n4/8/8/8/8/8/3RK3 w - - 0 1", one(terms::ONLY_QUEEN_DEFENDS), 1),
        // From c3 to b5 or d5, where c7 would be attacked; the queen guards neither on a file of its own.
        ("4k3/2q5/8/8/8/2N5/8/4K3 w - - 0 1", terms::KNIGHT_ON_QUEEN.at(0), 2),
        ("4k3/2q5/8/8/8/2N5/8/3QK3 w - - 0 1", terms::KNIGHT_ON_QUEEN.at(1), 2),
        ("4k3/2q5/3p4/8/8/8/8/RR2K3 w - - 0 1", terms::SLIDER_ON_QUEEN.at(0), 1),
        ("6k1/6p1/7p/8/8/8/8/KQ6 w - - 0 1", terms::KING_ESCAPES.at(3), 1),
        ("6k1/8/8/5n2/8/8/8/K4R2 w - - 0 1", terms::KING_DEFENDER.at(0), 1),
        ("6k1/4n3/8/8/8/8/8/K4R2 w - - 0 1", terms::KING_DEFENDER.at(0), 0),
        ("6k1/6n1/8/8/8/8/8/K5R1 w - - 0 1", one(terms::KING_PINNED), 1),
        ("6k1/6N1/8/8/8/8/8/K5R1 w - - 0 1", one(terms::KING_DISCOVERED), 1),
        ("6k1/8/8/8/8/8/8/KR6 w - - 0 1", terms::KING_SAFE_CHECK.at(5), 1),
        ("6k1/8/8/8/8/8/8/KQ6 w - - 0 1", terms::KING_SAFE_CHECK.at(7), 1),
        ("6k1/8/3b4/8/8/8/6r1/KR6 w - - 0 1", terms::KING_UNSAFE_CHECK.at(2), 1),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", one(terms::CASTLING_RIGHT), 2),
        ("4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", one(terms::CASTLING_RIGHT), 1),
    ]);
}

/// The tables of squares see the board with the own king on the right, and those for kings on opposite wings count on
/// top while the enemy king is on the left.
#[test]
fn squares_are_seen_from_the_kings_wing() {
    let tables = [
        (terms::PAWN_SQUARES, terms::PAWN_OPPOSITE),
        (terms::KNIGHT_SQUARES, terms::KNIGHT_OPPOSITE),
        (terms::BISHOP_SQUARES, terms::BISHOP_OPPOSITE),
        (terms::ROOK_SQUARES, terms::ROOK_OPPOSITE),
        (terms::QUEEN_SQUARES, terms::QUEEN_OPPOSITE),
    ];
    positions::random_games(&positions::starts(20, 60), 250, |position, _| {
        let counts = counts(position);
        let is_left = |color| position.king(color).file() < File::E;
        let apart = is_left(Color::White) != is_left(Color::Black);
        let seen = |square: Square, color| {
            let seen = square.relative_to(color);
            if is_left(color) { seen.mirror() } else { seen }
        };
        for (color, role) in Color::ALL.into_iter().flat_map(|c| Role::ALL[..5].iter().map(move |&r| (c, r)))
        {
            let (squares, opposite) = tables[role.index()];
            for square in position.pieces(color, role) {
                let seen = seen(square, color).index();
                let count = |term: Term<64>| counts.0[color][term.at(seen).index()];
                assert_eq!((count(squares), count(opposite)), (1, i16::from(apart)), "{square} {position:?}");
            }
        }
        for color in Color::ALL {
            let king = seen(position.king(color), color);
            let place = king.rank().index() * 4 + king.file().index() - 4;
            let wanted = |times| (0..32).map(move |index| if index == place { times } else { 0 });
            let [squares, opposite] =
                [terms::KING_SQUARES, terms::KING_OPPOSITE].map(|table| counted(&counts, color, table));
            assert!(squares.into_iter().eq(wanted(1)), "{color} {squares:?} in {position:?}");
            assert!(
                opposite.into_iter().eq(wanted(i16::from(apart))),
                "{color} {opposite:?} in {position:?}"
            );
        }
    });
}

#[test]
fn shelter_and_storm_look_at_the_files_around_the_king() {
    let position: Position = "4k3/8/6p1/8/8/5P1p/5PP1/6K1 w - - 0 1".parse().expect("legal");
    let counts = counts(&position);
    let white = |feature: EvalFeature| counts.0[Color::White][feature.index()];
    let by_file = |term: Term<32>, file: File, rank: usize| {
        let from_edge = file.index().min(7 - file.index());
        white(term.at(from_edge * Rank::COUNT + rank))
    };
    let shelter = |file, rank| by_file(terms::SHELTER, file, rank);
    let storm = |file, rank| by_file(terms::STORM, file, rank);
    // f2 and g2 at home, no pawn on the h-file.
    assert_eq!((shelter(File::F, 1), shelter(File::G, 1), shelter(File::H, 0)), (1, 1, 1));
    assert_eq!(total(&counts, Color::White, terms::SHELTER), 3);
    // h3 has come far, g6 has not moved far, nothing on the f-file; none has run into a pawn.
    assert_eq!((storm(File::H, 2), storm(File::G, 5), storm(File::F, 0)), (1, 1, 1));
    let rammed: Position = "4k3/8/8/8/6p1/6P1/5P1P/6K1 w - - 0 1".parse().expect("legal");
    let counts = self::counts(&rammed);
    assert_eq!(counts.0[Color::White][terms::STORM_BLOCKED.at(3).index()], 1);
}

/// A queen and a rook at the king's door are dangerous; the same far away are not.
#[test]
fn danger_grows_with_the_attack() {
    let worth = |fen: &str| {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        let explanation = eval::explain(&position);
        let group = explanation.groups.iter().find(|group| group.name == "King attack").expect("a group");
        group.worth[Color::White].middlegame()
    };
    let far = worth("6k1/5ppp/8/8/8/8/5PPP/QR4K1 b - - 0 1");
    let queen = worth("6k1/5ppp/7Q/8/8/8/5PPP/1R4K1 b - - 0 1");
    let both = worth("6k1/5ppp/6RQ/8/8/8/5PPP/6K1 b - - 0 1");
    assert!(far < queen && queen < both && both - queen > queen - far, "{far} {queen} {both}");
}
