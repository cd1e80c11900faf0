//! The scale of an advantage: each rule where it applies, and where it just does not.

use eval::Accumulator;
use eval::evaluator::Evaluation;
use eval::tapered::Scale;
use eval::term::EvalFeature;
use eval::trace::Trace;
use movegen::Position;
use types::{ByColor, Color};

use crate::positions;

/// The scales for each side if it stood better.
struct Scales(ByColor<Option<Scale>>);

impl Trace for Scales {
    fn count(&mut self, _: Color, _: EvalFeature, _: i32) {}

    fn scale(&mut self, better: Color, scale: Scale) {
        self.0[better] = Some(scale);
    }
}

fn scale(position: &Position, better: Color) -> Option<Scale> {
    let mut scales = Scales(ByColor::splat(None));
    let _ = Evaluation::of(position, &Accumulator::of(position), &mut scales);
    scales.0[better]
}

/// Each scale is that of White, and with the colours exchanged that of Black.
fn check_cases(cases: &[(&str, Scale)]) {
    for &(fen, wanted) in cases {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
        assert_eq!(scale(&position, Color::White), Some(wanted), "{fen}");
        assert_eq!(scale(&positions::flipped(&position), Color::Black), Some(wanted), "{fen} for Black");
    }
}

#[test]
fn fewer_pawns_and_one_wing_leave_less() {
    check_cases(&[
        // The better side's pawns are counted, not the other's.
        ("q3k3/p7/8/8/8/8/PP5P/Q3K3 w - - 0 1", Scale::endgame(56)),
        ("q3k3/pp5p/8/8/8/8/P7/Q3K3 w - - 0 1", Scale::endgame(48)),
        ("q3k3/p7/8/8/8/8/PP6/Q3K3 w - - 0 1", Scale::endgame(52 - 4)),
        // A rook each: one pawn more is little, two are not.
        ("4k1r1/5pp1/8/8/8/8/5PP1/4K1R1 w - - 0 1", Scale::endgame(40)),
        ("4k1r1/5pp1/8/8/8/8/4PPP1/4K1R1 w - - 0 1", Scale::endgame(40)),
        ("4k1r1/5pp1/8/8/8/8/4PPPP/4K1R1 w - - 0 1", Scale::endgame(58 - 4)),
        // A minor piece gives itself up for the last pawn, but not against two.
        ("4kb2/8/8/8/8/8/3P4/4KN2 w - - 0 1", Scale::endgame(34)),
        ("4kb2/8/8/8/8/8/3P4/2N1KN2 w - - 0 1", Scale::endgame(48 - 4)),
    ]);
}

#[test]
fn bishops_of_opposite_colours_leave_little_alone() {
    check_cases(&[
        // By the files between the outermost passed pawns.
        ("4kb2/ppp5/8/8/8/8/PPP5/4KB2 w - - 0 1", Scale::endgame(10)),
        ("4kb2/pp6/8/8/8/8/PP4P1/4KB2 w - - 0 1", Scale::endgame(10)),
        ("4kb2/pp6/8/8/8/8/PP3PP1/4KB2 w - - 0 1", Scale::endgame(15)),
        ("4kb2/8/8/8/8/8/PP3PP1/4KB2 w - - 0 1", Scale::endgame(40)),
        // With a knight each.
        ("4kbn1/pp6/8/8/8/8/PP4P1/4KBN1 w - - 0 1", Scale::endgame(30)),
        ("4kbn1/8/8/8/8/8/PP3PP1/4KBN1 w - - 0 1", Scale::endgame(58)),
        // Of the same colour, and among others.
        ("2b1k3/pp6/8/8/8/8/PP4P1/4KB2 w - - 0 1", Scale::endgame(56)),
        ("r3kb2/pp6/8/8/8/8/PP4P1/R3KB2 w - - 0 1", Scale::endgame(54)),
    ]);
}

#[test]
fn a_corner_is_held_against_edge_pawns_and_the_wrong_bishop() {
    check_cases(&[
        ("k7/8/8/8/P7/8/8/B3K3 w - - 0 1", Scale::whole(2)),
        ("k7/8/8/8/P7/8/8/1B2K3 w - - 0 1", Scale::endgame(48 - 4)),
        // A second bishop of that colour commands no more, one of the other does.
        ("k7/8/8/P7/5B2/2K5/1B6/8 w - - 0 1", Scale::whole(2)),
        ("k7/8/8/P7/5B2/2K5/2B5/8 w - - 0 1", Scale::NORMAL),
        // A knight drives it out.
        ("k7/8/8/8/P7/8/8/N3K3 w - - 0 1", Scale::endgame(48 - 4)),
        // A king next to the corner holds it, however near the others are.
        ("1k6/8/PK6/8/8/8/8/B7 w - - 0 1", Scale::whole(2)),
        // The king is in time, or the other king keeps it out.
        ("3k4/8/8/8/P2K4/P7/8/8 b - - 0 1", Scale::whole(2)),
        ("3k4/8/1K6/8/P7/P7/8/8 b - - 0 1", Scale::endgame(52 - 4)),
        // A pawn on the sixth rank and the bishop would shut it out; a move earlier it is in.
        ("K4k2/8/8/7P/8/1B6/8/8 w - - 0 1", Scale::endgame(48 - 4)),
        ("3B4/8/8/P2k4/8/8/8/K7 b - - 0 1", Scale::endgame(48 - 4)),
        ("K4k2/8/8/8/7P/1B6/8/8 w - - 0 1", Scale::whole(2)),
        ("8/8/8/3k4/P7/5K2/3B4/8 b - - 0 1", Scale::whole(2)),
        // The pawn is there first.
        ("8/8/8/P3k3/P7/8/8/6K1 b - - 0 1", Scale::endgame(52 - 4)),
    ]);
}

#[test]
fn little_is_left_without_pawns() {
    check_cases(&[
        // A small surplus.
        ("3r4/8/3k4/8/8/3B4/3RK3/8 w - - 0 1", Scale::whole(10)),
        ("3q4/8/3k4/8/8/3N4/3QK3/8 w - - 0 1", Scale::whole(10)),
        ("8/8/3knn2/8/8/2K5/8/2Q5 w - - 0 1", Scale::whole(10)),
        // A queen wins against other minor pieces.
        ("8/8/3k4/2bn4/8/2K5/8/3Q4 w - - 0 1", Scale::whole(48)),
        ("8/8/3kbb2/8/8/2K5/8/2Q5 w - - 0 1", Scale::whole(48)),
        // A rook against a minor piece: a knight beside its king, and far away from it.
        ("8/8/3k4/3b4/8/8/3RK3/8 w - - 0 1", Scale::whole(5)),
        ("8/8/8/8/8/4nk2/8/R3K3 w - - 0 1", Scale::whole(4)),
        ("8/8/n7/8/8/5k2/8/R3K3 w - - 0 1", Scale::whole(7)),
        // More than a minor piece more, against one piece or none.
        ("8/8/2k5/8/8/8/3RK3/8 w - - 0 1", Scale::NORMAL),
        ("8/8/3k4/3b4/8/8/3QK3/8 w - - 0 1", Scale::NORMAL),
        // A lone minor piece never wins.
        ("8/8/4k3/7p/8/3BK3/8/8 w - - 0 1", Scale::DRAW),
        ("8/8/4k3/8/8/2NNK3/6p1/8 w - - 0 1", Scale::DRAW),
    ]);
}

#[test]
fn a_pawn_alone() {
    check_cases(&[
        // Against a bare king, as the table of all wins says, and against a king with a pawn.
        ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", Scale::DRAW),
        ("8/8/4k3/8/4K3/4P3/8/8 b - - 0 1", Scale::endgame(48 - 4)),
        ("2k5/8/P7/8/5p2/8/8/5K2 w - - 0 1", Scale::whole(8)),
        ("7k/8/P7/8/5p2/8/8/5K2 w - - 0 1", Scale::endgame(48)),
        // With a knight that is tied to it: the king in the corner or next to it, or too late, or the pawn a rank behind.
        ("8/Pk6/8/1N6/4K3/8/8/8 w - - 0 1", Scale::whole(4)),
        ("k7/P7/8/1N6/4K3/8/8/8 b - - 0 1", Scale::whole(4)),
        ("8/P2k4/8/1N6/4K3/8/8/8 w - - 0 1", Scale::endgame(48 - 4)),
        ("k7/8/P7/8/1N2K3/8/8/8 b - - 0 1", Scale::endgame(48 - 4)),
    ]);
}

#[test]
fn rooks_and_a_pawn() {
    let wins = Scale::endgame(40);
    check_cases(&[
        // With the king before the pawn, unless that has come to the seventh rank, and with the king cut off.
        ("4k3/r7/4P3/8/3K4/8/8/7R w - - 0 1", Scale::whole(20)),
        ("4k3/8/r7/4P3/3K4/8/8/7R w - - 0 1", Scale::whole(20)),
        ("4k3/r3P3/8/8/3K4/8/8/7R w - - 0 1", wins),
        ("k7/8/r7/4P3/3K4/8/8/7R w - - 0 1", wins),
        // The pawn's king is with it, comes late, comes too late, is far away.
        ("R7/7K/8/8/8/2kp4/8/8 b - - 0 1", Scale::whole(6)),
        ("R7/7K/8/8/8/3p2k1/8/8 b - - 0 1", Scale::whole(12)),
        ("R7/7K/8/8/8/3p3k/8/8 b - - 0 1", wins),
        ("k7/8/8/7K/8/3p4/8/R7 b - - 0 1", wins),
        // The rook's king is in time, and the pawn has hardly begun.
        ("8/8/8/8/4K3/2kp4/8/R7 b - - 0 1", wins),
        ("7K/4k3/4p3/8/R7/8/8/8 b - - 0 1", wins),
    ]);
}

#[test]
fn queens_against_pawns() {
    let wins = Scale::endgame(40);
    check_cases(&[
        // Pawns on the files of rooks and bishops.
        ("4Q3/8/7K/8/8/8/pk6/8 w - - 0 1", Scale::whole(8)),
        ("4Q3/8/7K/8/8/8/kp6/8 w - - 0 1", wins),
        ("4Q3/8/7K/8/8/8/1kp5/8 w - - 0 1", Scale::whole(8)),
        ("1Q6/8/8/K7/8/8/6kp/8 w - - 0 1", Scale::whole(8)),
        // The king is near, the pawn's is not, the pawn is a rank behind.
        ("4Q3/8/8/8/8/4K3/1kp5/8 w - - 0 1", wins),
        ("4Q3/8/7K/8/8/k7/2p5/8 w - - 0 1", wins),
        ("4Q3/8/7K/8/8/1kp5/8/8 w - - 0 1", wins),
        // A centre pawn, a rook's pawn whose king is away from the corner, and a queen in front of the pawn.
        ("4Q3/8/7K/8/8/8/2kp4/8 w - - 0 1", wins),
        ("7Q/8/8/7K/8/1k6/p7/8 w - - 0 1", wins),
        ("8/8/8/8/8/3k4/2p5/2Q4K w - - 0 1", wins),
    ]);
}

#[test]
fn queens_against_fortresses() {
    let wins = Scale::endgame(40);
    check_cases(&[
        ("8/1kp5/3r4/8/4K3/8/8/6Q1 w - - 0 1", Scale::whole(8)),
        // The pawn has moved, does not guard the rook, or is at the edge.
        ("8/1k6/2p5/3r4/5K2/8/8/6Q1 w - - 0 1", wins),
        ("8/1kp5/4r3/8/3K4/8/8/6Q1 w - - 0 1", wins),
        ("8/pk6/1r6/8/4K3/8/8/6Q1 w - - 0 1", wins),
        // The king is away from it, or the other king has come across.
        ("1k6/4p3/3r4/8/4K3/8/8/6Q1 w - - 0 1", wins),
        ("8/1kp3K1/3r4/8/8/8/8/6Q1 w - - 0 1", wins),
    ]);
}
