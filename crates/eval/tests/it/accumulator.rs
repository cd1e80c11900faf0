//! The incremental sums are those of the position, whatever was played to reach it, and have the features of its pieces.

use eval::term::Term;
use eval::{Accumulator, Evaluator, terms};
use movegen::position::BoardObserver;
use types::{Color, File, Piece, Role, Square};

use crate::counts::{counted, counts};
use crate::positions;

/// Counts the castlings, to check that there were some.
struct Watched {
    sums: Accumulator,
    lifted: u32,
}

impl BoardObserver for Watched {
    fn put(&mut self, piece: Piece, square: Square) {
        self.sums.put(piece, square);
    }

    fn lift(&mut self, piece: Piece, square: Square) {
        self.sums.lift(piece, square);
        self.lifted += 1;
    }

    fn slide(&mut self, piece: Piece, from: Square, to: Square) {
        self.sums.slide(piece, from, to);
    }
}

#[test]
fn every_move_of_random_games_keeps_the_sums() {
    let (mut castlings, mut captures, mut promotions) = (0, 0, 0);
    let mut evaluator = Evaluator::new();
    positions::random_games(&positions::starts(60, 240), 300, |before, mv| {
        let mut after = before.clone();
        let mut watched = Watched { sums: Accumulator::of(before), lifted: 0 };
        after.play_observed(mv, &mut watched);
        assert_eq!(watched.sums, Accumulator::of(&after), "{before:?} {mv}");
        assert_eq!(evaluator.evaluate(&after, &watched.sums), eval::evaluate(&after), "{after:?}");
        castlings += u32::from(mv.is_castle());
        captures += u32::from(before.is_capture(mv) && watched.lifted > 0);
        promotions += u32::from(mv.promoted_to().is_some());
    });
    assert!(castlings > 20 && captures > 1000 && promotions > 20, "{castlings} {captures} {promotions}");
}

/// Each piece counts once for its material and once for its square. The tables of squares see the board with the own king on
/// the right, and those for kings on opposite wings count on top while the enemy king is on the left.
#[test]
fn pieces_count_for_material_and_for_their_squares_seen_from_the_kings_wing() {
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
            let material = counts.0[color][terms::MATERIAL.at(role.index()).index()];
            assert_eq!(
                material as u32,
                position.count(Piece::new(color, role)),
                "{color} {role:?} {position:?}"
            );
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
