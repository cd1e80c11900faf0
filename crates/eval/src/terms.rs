//! The list of all terms of the evaluation: name, number of features, weights.
//!
//! Weights are pairs of a middlegame and an endgame value. 84 units are shown as one pawn; danger is counted in quarters
//! of a unit (`king_safety`). `tools/tune` fits them to positions of the engine's own games and searches;
//! `docs/notes/evaluation-terms.md` lists their number and their gain.
//!
//! A table after `moving` is for the side to move, and the one before it then for the other side.
//!
//! Squares are seen from the side that owns the piece, its first rank in the first line, mirrored if its king stands on
//! the files a to d. So the own king is always on the right, and the tables of 64 squares go from the other wing to the
//! king's own; that of the king has the files e to h alone. Ranks and distances count from 0, so the first entry of a table
//! by rank is the first rank's.

use crate::term::terms;

#[rustfmt::skip]
terms! {
Linear "Material" {
    /// A pawn, knight, bishop, rook or queen.
    MATERIAL[5] = [(48, 112), (269, 265), (269, 273), (377, 528), (811, 838)];
    /// Every pair of own pieces, by the two roles, the lower one changing faster: pawn and pawn, knight and
    /// pawn, knight and knight, bishop and pawn, and so on to queen and queen.
    IMBALANCE_OWN[15] = [
        (3, 4),
        (7, 17), (2, 8),
        (2, 11), (1, 9), (1, 13),
        (-1, 20), (2, 19), (3, 15), (-12, -8),
        (-6, 36), (-20, 25), (-28, 17), (-13, -52), (-80, -34),
    ];
    /// Every pair of an own piece and an enemy one of a lower role: knight and pawn, bishop and pawn, bishop
    /// and knight, rook and pawn, and so on to queen and rook.
    IMBALANCE_ENEMY[10] = [
        (3, 15),
        (3, 17), (6, -3),
        (0, 19), (2, 8), (-11, -7),
        (-10, 63), (43, 80), (26, 57), (-42, 125),
    ];
    /// Bishops on both colours, by the number of own pawns.
    BISHOP_PAIR[9] = [
        (-2, -32), (0, 28), (25, 32), (26, 42), (19, 44), (18, 56), (20, 62), (24, 61), (27, 78),
    ];
}

Linear "Piece-square" {
    /// A pawn on a square: better in the centre, and at home on the wings.
    PAWN_SQUARES[64] = [
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (-15,   1), ( -2,   3), (-12,  11), (-19,  17), (-10,  24), ( 10,  16), ( 25,  -3), (-10,  -4),
        (-19, -11), (-16,   2), (-18,   0), (-12,  10), ( -5,  10), (  8,   5), ( 12,  -1), (-15, -11),
        (-12,   5), (-10,   4), ( -2,  -4), (  8,  -4), ( 13,  -7), (  9,   1), ( -3,   6), (-14,   0),
        (  4,  28), ( 11,   6), (  6,  -3), ( 20, -10), ( 23,  -5), ( 13,   9), ( 15,  13), (  9,  14),
        ( 14,  56), ( 24,  31), ( 14,  12), ( 36,  13), ( 29,  37), ( 31,  38), ( 11,  46), (  5,  49),
        ( 54,  58), ( 26,  74), ( 39,  58), ( 55,  44), ( 70,  64), ( 63,  59), ( 26,  79), ( 22,  72),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
    ];
    /// A knight on a square: better in the centre than on the rim.
    KNIGHT_SQUARES[64] = [
        (-24, -30), (-16, -26), (-15, -16), ( -5, -11), (-13, -12), (-17, -10), (-23, -10), (-31, -10),
        (-13, -39), ( -8, -20), ( -8, -22), ( -7, -16), ( -1, -19), (  2, -25), (  5, -13), ( -8, -19),
        ( -8, -12), ( -7, -18), ( -2, -28), (  1, -10), (  1,  -4), (  4, -23), (  3, -20), ( -8, -10),
        (  7,  19), (  3,   5), ( 11,  -1), ( 10,   5), (  7,  11), ( 19,   4), ( 11,   8), ( 13,  -5),
        (  2,  22), ( 11,  -1), ( 10,   8), ( 18,  18), ( 16,  18), ( 19,  18), (  9,  15), ( 22,  17),
        ( -8,   4), ( -5,   6), ( -9,  19), ( -2,  20), ( 15,  20), (  0,  12), (  0,   9), (  0,   6),
        (-27,   3), ( -3,   9), (  0,  -3), ( 19,   8), ( 22,   1), ( 11,   2), ( -6,  -1), (-11,  -4),
        (-91, -27), (-21,   4), (-38,  -1), (-12,   9), (  3,  13), (-44,   4), (-29, -11), (-85, -31),
    ];
    /// A bishop on a square: better in the centre and on long diagonals.
    BISHOP_SQUARES[64] = [
        (  6, -22), ( 14, -11), ( -5,  -3), ( -4,  -4), ( -7,   1), (-28,   5), (-12,  -6), (-17, -14),
        ( 13, -14), ( 11, -24), ( 14, -12), ( -2,  -4), ( -3,   3), (  7, -15), ( 11, -28), (  1, -16),
        (  2,  -9), ( 18,  -7), (  8,  -6), ( 10,   3), ( 10,   1), (  7,  -4), ( 10, -15), (  0,  -6),
        (  1, -11), (-10,   2), ( 10,   0), (  2, -12), ( 10, -10), (  9,   6), (  4,   1), (  7, -27),
        (-14,  13), ( -2,  -1), ( -6,   4), (  0,  -3), (  0,  -2), ( 18,  -1), (  8,  -1), ( -6,   0),
        (-12,   6), (-18,   9), (-31,   7), ( -2,   0), ( 14,   5), ( -3,   0), (  0,  -8), ( 13,   2),
        (-25,  29), (-30,  19), ( -4,  16), ( -7,  17), (-11,  11), ( -3,  11), (-22,   4), ( -6,   7),
        (-23,  25), (-20,  26), ( -8,  22), (-37,  20), (-14,  11), (-32,  10), ( -7,  18), (  0, -12),
    ];
    /// A rook on a square: better on the middle files at home and on the seventh rank.
    ROOK_SQUARES[64] = [
        (-12,  -4), (-10,  -4), ( -7, -10), ( -8,  -4), ( -5,  -7), ( -8,  -5), ( -8, -12), (-17, -24),
        (-16,  -3), (-11,  -2), (-11,  -2), ( -5,   0), ( -6,   0), ( -3,  -2), (  4, -17), (-25, -11),
        (-15,  13), (-14,  11), (-10,   5), ( -8,   8), ( -6,   7), ( -2,   6), (  9,   1), (-10, -13),
        (-11,  23), ( -6,  21), ( -6,  20), ( -9,  20), (  0,  21), ( -5,  26), ( 13,  12), (-14,  13),
        ( -4,  31), ( 10,  20), ( 11,  21), ( 14,  19), ( 12,  26), (  8,  27), ( 16,  13), ( -2,  10),
        ( -1,  31), ( 11,  27), ( 11,  24), ( 26,  15), ( 19,  19), ( 31,  14), ( 32,   8), (  7,  12),
        (  7,  16), ( 17,  12), ( 25,   7), ( 30,   6), ( 29,   4), ( 31,   6), ( 21,  11), ( 32,  -7),
        (  0,  31), (  4,  29), (-11,  27), ( 16,  28), ( 16,  25), ( 11,  23), ( 26,  26), ( 28,  18),
    ];
    /// A queen on a square: at home early, in the centre later.
    QUEEN_SQUARES[64] = [
        (  1, -22), ( -1, -28), ( -6, -15), ( -2, -20), (-10, -23), ( -5, -19), (-22, -39), (  2, -39),
        ( -3, -25), ( -5, -15), (  5, -21), ( -1,   2), ( -2,   7), (  2, -15), (  4, -31), ( -1, -41),
        ( -2, -21), (  6,  -7), (  1,   4), (  2,   8), ( -2,  12), (  7,  10), (  8,   1), ( 13, -29),
        (  5,  -3), (  3,   7), ( -1,  16), (-11,  36), ( -5,  33), ( -5,  23), ( 10,  10), (  8,   5),
        ( -1,   5), ( -3,  16), (  0,  21), ( -9,  35), (-15,  47), (  7,  17), (  3,  21), (  7,  13),
        ( -1, -12), (  8,   0), (  4,  21), (  9,  27), (  4,  21), (  7,  20), (  4,  27), ( 10,   5),
        (-17,  12), ( -6,  12), (  4,   7), (  7,  11), ( -7,  26), ( 10,  10), ( 10,   6), ( 24, -15),
        (-11,   4), (  0,  -6), ( -1, -10), ( -3,  -4), ( -9,  -5), ( -7,  -9), (  0,  -2), (  9, -11),
    ];
    /// The king on a square: castled while there are queens, in the centre when there are none.
    KING_SQUARES[32] = [
        (-18, -34), ( -3, -35), ( 16, -37), ( 25, -51),
        (-30,  -8), (-12, -19), ( 11, -25), ( 18, -30),
        (-48,  15), (-31,   5), (-14,  -8), ( -1, -15),
        (-51,  24), (-28,  13), (-28,   4), (-23,  -3),
        (-61,  39), (-51,  30), (-23,  22), (-17,   6),
        (-36,  42), (-30,  44), (-22,  30), ( -4,   7),
        (-31,  42), (-20,  26), (-40,  14), (-24,  -7),
        (-25,   2), (-31,  19), (-33,  -1), (-59, -62),
    ];
}

Linear "Kings on opposite wings" {
    /// Added for a pawn if the enemy king stands on the other wing: such pawns can storm without exposing their own king.
    PAWN_OPPOSITE[64] = [
        (  0,  0), (  0,  0), (  0,  0), (  0,  0), (  0,  0), (  0,  0), (  0,  0), (  0,  0),
        (-19, 11), (-17, 16), ( -5, 16), ( -6,  3), ( -3, -9), (  2, -8), (  7,  5), ( 18, 12),
        (-20, 14), (-16, 10), ( -5, 10), (  0,  2), (-10, -2), (  3, -7), (  0, 10), ( 13, 11),
        (-15,  3), (-11,  4), (-15,  7), (  2, -1), (-10,  8), (  9,  8), ( 11, 11), ( 13, 19),
        (-10, -2), (-18, 15), ( -3,  3), ( -7, 18), (  0,  0), ( 11, 11), (  7, 24), ( 12, 29),
        (-19, 21), ( -8, 12), (  6, 22), ( 11, 20), (  9, 13), (  7, 32), ( 21, 23), (  3, 44),
        (  4, 24), (  6, -8), (-10, 19), (  3, 10), ( 17, 11), (  3, 54), ( 55, 23), ( 20, 46),
        (  0,  0), (  0,  0), (  0,  0), (  0,  0), (  0,  0), (  0,  0), (  0,  0), (  0,  0),
    ];
    /// Added for a knight if the enemy king stands on the other wing.
    KNIGHT_OPPOSITE[64] = [
        ( -3,   4), (  2,   0), ( -3,  10), ( -1,  16), (  3,  10), (  4, -12), ( -4,  -7), (-12, -16),
        ( 32, -19), ( 28,   7), ( 10,   2), (  4,   2), (  4,   0), ( -5,  -1), (-12, -16), ( -6,  -4),
        (  7, -11), ( 13,  -6), (  4,  13), ( -1,  14), (  3,   2), (  1,  -1), ( -5,  -6), (  2, -15),
        (  9, -24), ( -7,  11), (  5,   5), ( -2,   5), (  7,   0), ( -2,   3), ( -3,  -5), (-12,   8),
        ( 26, -12), (-13,  16), ( 23,   0), (  8,  16), ( 18,  -7), (  0,  -4), ( 16, -19), (-10,  -3),
        (  5,   0), (  4,   6), (  1,  -9), ( 11,   7), ( -2,  -7), (  8,   2), ( 21, -14), (  1,  14),
        ( -1,  10), (  4, -19), ( -5,  -8), ( 15,  -9), ( 15, -13), ( 14,   0), ( 16,  10), ( -4,  13),
        (-15, -37), ( -3,  -4), (  6,  -2), (  1,   6), ( -2,   4), ( -1,  10), (  2,   2), ( 12,  21),
    ];
    /// Added for a bishop if the enemy king stands on the other wing.
    BISHOP_OPPOSITE[64] = [
        (-26,  13), (-10,   6), (-13,   9), ( -3,  18), ( -4,   9), ( 11,   1), ( 22,  12), ( -1,  -6),
        ( -6,  -1), (-15,  16), ( -2,  15), ( -5,   8), (  5,   2), (  9,  12), ( 10,  13), ( 23,   7),
        ( -1,   5), ( -9,  10), (-13,   5), ( -4,  12), (  3,  -2), (  7,   9), ( 19,   7), (  4,   8),
        (  4,   3), (  7,  10), ( -3,  21), ( 10,  15), ( -3,  15), (  3,   2), (  2,  20), (-16,  11),
        ( 12,  -4), (  8,   6), (  2,  14), ( 12,  -2), (  1,  11), (-15,  15), (  5,   0), ( -6,  15),
        ( 29,   0), ( 11,   5), (  7,  22), ( 25,   7), (-13,  13), ( -8,  -1), (  3,  20), ( -9,   3),
        (  1,  -5), ( -7, -10), ( -6,   4), ( -3,   4), (  6,  12), (  5,  14), (  6,  11), (  6,  21),
        ( -1, -11), ( -1,   4), ( -9,  -9), ( -5,  11), ( 23,  16), (  6,   9), ( -6,  12), ( -7,  12),
    ];
    /// Added for a rook if the enemy king stands on the other wing.
    ROOK_OPPOSITE[64] = [
        ( -2,  -8), (  9, -10), ( -1,   2), (  0,  -1), ( -8,  12), ( -7,   8), (-20,   3), (-20,  21),
        (-13,   0), (-10,   6), (-10,   3), ( -5,  -3), ( -2,   4), (-13,   0), (-20,   4), (-10,  17),
        (  5, -20), (  1,  -6), (-14,  15), ( -4,   6), (-12,  -1), ( -7,   8), ( -8,   2), (-18,  16),
        (-10,  -2), ( -4,  -8), ( -7,   5), (-15,   7), ( -8,   1), ( -2,  -6), (-15,  -3), (-11,   4),
        ( -6,  -1), ( 13, -10), ( -3,   0), (  1,   3), (-17,  -6), ( -7,  -7), (  3,  -1), ( 15,  -4),
        ( -4, -10), ( 10,  -9), (-15,   6), ( 20, -15), (  0,  -5), ( -3,  -7), (  7,   7), (  9,   6),
        ( 10,  -3), ( -1,  -1), (  2,  -2), ( -4,   3), ( -1,  -7), (  8, -14), ( 29, -17), ( -1,  -7),
        ( -5,   5), ( -7,  15), (  6,   3), (  5,  -1), ( 15,  -4), (  3,  -2), ( 29, -12), ( 17,  -7),
    ];
    /// Added for a queen if the enemy king stands on the other wing.
    QUEEN_OPPOSITE[64] = [
        (  8,  -5), (-10,  -3), ( -5,  -4), (  0, -11), ( -6,   4), (  4,  -3), (  8,   4), (-14, -21),
        ( 14,  -4), ( 10, -12), (  2, -11), ( -3,   2), (  2,  10), (  0,  10), ( -3, -16), (-27,  -7),
        ( 21, -14), (  8,  -3), (  5,  10), (  4, -11), ( -4,  11), ( -4,  18), (-10,  16), (-15,  -7),
        (  3,   4), ( -2,   3), (  3,  -9), (  7,  -4), (  7,  14), ( -6,  24), ( -7,   5), (-16,  13),
        (  3, -13), (-14,  -7), ( -6,   4), ( 11, -11), (  1,  13), (  0,   5), ( -8,  10), ( -7,   7),
        ( 16,   3), ( -3,  12), (  0,  16), (-15,   5), ( 24,   8), ( -5,   7), (  3,  -2), ( -1,   8),
        ( 15,   6), (  9, -11), ( -4,   3), (  0,   1), (  9,   6), (  3,  -1), ( -4,  20), (-22,  -9),
        ( 13,  -2), (  7,   3), (-12, -11), (  1,  -3), (  3,  12), ( 16,   5), ( -3, -10), (-20,  -9),
    ];
    /// Added for the king if the enemy king stands on the other wing.
    KING_OPPOSITE[32] = [
        ( -3,   4), ( 12, -12), ( -4, -13), (-12,  -9),
        ( -3,  -1), ( -7,   3), (-18,   2), ( -6,  -8),
        ( -5,   2), ( -2,   2), (-16,   1), (  2,  -5),
        (  3,   3), (-13,   0), ( -3,  -2), ( 14,  -4),
        (  9,  -1), (  7,   0), (-16,   5), ( -6,  13),
        (  6, -10), (  7,  -7), (  7,   3), ( 12,   4),
        (  4,  -2), ( 17,   3), (  1,   8), ( 21,  12),
        ( 13,   5), (  9,   8), ( 10,   7), ( 11,  13),
    ];
}

Linear "Mobility" {
    /// The safe squares that a knight reaches.
    KNIGHT_MOBILITY[9] = [
        (-18, 14), (-16, -31), (-10, -1), (-4, 4), (2, 8), (6, 15), (10, 13), (13, 10), (16, 7),
    ];
    /// The safe squares that a bishop reaches.
    BISHOP_MOBILITY[14] = [
        (-23, -2), (-14, -15), (-5, 5), (0, 14), (4, 18), (7, 21), (7, 23), (8, 20), (6, 22),
        (10, 15), (12, 14), (17, 8), (14, 1), (27, -1),
    ];
    /// The safe squares that a rook reaches.
    ROOK_MOBILITY[15] = [
        (-46, -50), (-33, -2), (-21, 19), (-12, 22), (-8, 27), (-4, 33), (1, 36), (6, 36), (12, 39),
        (16, 39), (21, 38), (25, 38), (33, 38), (33, 37), (33, 37),
    ];
    /// The safe squares that a queen reaches.
    QUEEN_MOBILITY[28] = [
        (-37, -29), (-18, -35), (-13, -30), (-7, -32), (-3, -25), (-1, -8), (2, -5), (3, 4), (4, 13),
        (5, 24), (4, 32), (6, 35), (5, 37), (4, 46), (6, 42), (11, 34), (16, 33), (15, 30),
        (19, 25), (11, 31), (11, 27), (9, 29), (10, 22), (11, 29), (10, 35), (14, 33), (17, 38), (19, 42),
    ];
}

Linear "Safe mobility" {
    /// The squares of a knight's mobility that no enemy attacks.
    KNIGHT_SAFE_MOBILITY[9] = [
        (-2, -12), (1, 5), (-1, 12), (-1, 18), (0, 22), (0, 27), (0, 28), (2, 31), (2, 40),
    ];
    /// The squares of a bishop's mobility that no enemy attacks.
    BISHOP_SAFE_MOBILITY[14] = [
        (1, 0), (0, 5), (-3, 9), (-3, 13), (-5, 17), (-6, 21), (-6, 22), (-5, 27), (-4, 28), (-6, 37),
        (-9, 38), (-11, 44), (-12, 46), (-13, 49),
    ];
    /// The squares of a rook's mobility that no enemy attacks.
    ROOK_SAFE_MOBILITY[15] = [
        (1, 4), (-3, 1), (-5, 7), (-9, 12), (-11, 13), (-17, 15), (-19, 18), (-23, 21), (-26, 23), (-27, 27),
        (-28, 30), (-27, 33), (-28, 36), (-35, 44), (-42, 39),
    ];
}

Linear "Distance to kings" {
    /// A knight, by its distance from its own king.
    KNIGHT_OWN_KING[8] = [(0, 0), (9, 20), (7, 15), (1, 12), (-3, 6), (-4, -1), (-6, -12), (-13, -13)];
    /// A knight, by its distance from the enemy king.
    KNIGHT_ENEMY_KING[8] = [(0, 0), (11, -1), (4, 9), (3, 24), (1, 16), (-1, 7), (-4, -3), (-2, -16)];
    /// A bishop, by its distance from its own king.
    BISHOP_OWN_KING[8] = [(0, 0), (6, 13), (-1, 9), (-2, 8), (-3, 5), (-7, 4), (-11, 1), (-10, 3)];
    /// A bishop, by its distance from the enemy king.
    BISHOP_ENEMY_KING[8] = [(0, 0), (-11, 3), (-1, 4), (-2, 8), (-1, 11), (-3, 10), (-3, 6), (-2, 0)];
    /// A rook, by its distance from its own king.
    ROOK_OWN_KING[8] = [(0, 0), (5, 22), (4, 27), (3, 26), (-3, 29), (-3, 30), (-6, 30), (-8, 31)];
    /// A rook, by its distance from the enemy king.
    ROOK_ENEMY_KING[8] = [(0, 0), (-6, 12), (0, 17), (3, 25), (0, 30), (-1, 31), (1, 30), (-1, 32)];
    /// A queen, by its distance from its own king.
    QUEEN_OWN_KING[8] = [(0, 0), (9, -11), (5, 0), (2, 8), (1, 12), (-1, 17), (-5, 28), (-14, 39)];
    /// A queen, by its distance from the enemy king.
    QUEEN_ENEMY_KING[8] = [(0, 0), (2, 8), (7, 13), (4, 27), (4, 21), (1, 15), (0, 6), (-4, -2)];
}

Linear "Minor pieces" {
    /// For each bishop, its own pawns on its colour, by the number of own pawns on the files c to f that are
    /// blocked; three for more.
    BISHOP_PAWNS[4] = [(-3, -6), (-3, -8), (-3, -10), (-5, -11)];
    /// An enemy pawn on a bishop's diagonals, with or without pieces between.
    BISHOP_XRAY_PAWN[1] = [(-4, -1)];
    /// A bishop that attacks or occupies two squares of the centre.
    BISHOP_LONG_DIAGONAL[1] = [(7, 11)];
    /// A bishop in a corner of its back rank, shut in by an own pawn that cannot move.
    BISHOP_CORNERED[1] = [(-25, -36)];
    /// A bishop on the edge of the enemy's camp, shut in by a pawn.
    BISHOP_TRAPPED[1] = [(-85, -17)];
    /// A knight on the ranks 4 to 6 that no pawn can chase away; without a pawn to defend it, with one.
    KNIGHT_OUTPOST[2] = [(6, -16), (20, -6)];
    /// A bishop on such a square.
    BISHOP_OUTPOST[2] = [(2, 3), (28, 6)];
    /// A free outpost with a pawn to defend it, one move away for a knight.
    KNIGHT_REACHES_OUTPOST[1] = [(15, 7)];
    /// The same for a bishop.
    BISHOP_REACHES_OUTPOST[1] = [(10, 4)];
    /// A knight, bishop right behind a pawn.
    MINOR_BEHIND_PAWN[2] = [(3, 9), (4, 11)];
}

Linear "Rooks and queens" {
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE[1] = [(24, -4)];
    /// A rook on a file with enemy pawns only: none of them defended by a pawn, one of them defended.
    ROOK_HALF_OPEN_FILE[2] = [(16, -1), (6, -17)];
    /// A rook behind an own blocked pawn.
    ROOK_CLOSED_FILE[1] = [(-3, -19)];
    /// A rook on the seventh rank, with pawns to take or a king to cut off.
    ROOK_ON_SEVENTH[1] = [(-13, 26)];
    /// A rook on one of its first two ranks, with few moves, on a file between its king's and the nearer edge; while the
    /// king may castle, when it may not.
    ROOK_TRAPPED[2] = [(-1, -8), (-14, -16)];
    /// A queen in the enemy's half where no pawn can ever chase it away.
    QUEEN_INFILTRATION[1] = [(14, -4)];
    /// An enemy slider aims at a queen through one piece.
    QUEEN_EXPOSED[1] = [(-16, -5)];
}

Linear "Pawns" {
    /// A pawn without own pawns on the neighbouring files, by the distance of its file from the edge: a line
    /// with an enemy pawn ahead on its file, which shields it from rooks, and a line without.
    ISOLATED[8] = [
        ( 8,  -7), ( 6, -18), ( 0, -10), ( 2,  -3),
        ( 1, -13), (-5, -20), (-2, -13), (-7, -16),
    ];
    /// A backward pawn: it cannot advance safely, and no pawn can come to support it; shielded, exposed.
    BACKWARD[2] = [(-1, -11), (-9, -8)];
    /// A pawn with another ahead of it.
    DOUBLED[1] = [(-9, -2)];
    /// A pawn with another right ahead of it.
    DOUBLED_CLOSE[1] = [(1, -17)];
    /// A pawn that is both doubled and isolated.
    DOUBLED_ISOLATED[1] = [(-8, 3)];
    /// A pawn that a pawn defends, by its rank.
    SUPPORTED[8] = [(0, 0), (0, 0), (15, 16), (16, 10), (25, 25), (34, 32), (77, 49), (0, 0)];
    /// A pawn that two pawns defend.
    SUPPORTED_TWICE[1] = [(11, 4)];
    /// A pawn with another at its side, by its rank.
    PHALANX[8] = [(0, 0), (7, 2), (11, 6), (8, 13), (20, 33), (70, 54), (67, 80), (0, 0)];
    /// A supported pawn or one of a phalanx with an enemy pawn ahead on its file, by its rank.
    CONNECTED_OPPOSED[8] = [(0, 0), (-2, 1), (-2, -1), (-2, -4), (-10, -14), (-18, -8), (0, 0), (0, 0)];
    /// A candidate, by its rank: no pawn is ahead of it, and at least as many own pawns help it as enemy pawns stop it.
    CANDIDATE[8] = [(0, 0), (0, -8), (1, -2), (-1, 12), (-7, 12), (-24, 50), (0, 0), (0, 0)];
    /// A lever, a pawn that attacks a pawn, by its rank.
    LEVER[8] = [(0, 0), (0, -38), (3, -18), (-3, 10), (2, 24), (24, 48), (0, 0), (0, 0)];
    /// A pawn that two pawns attack and none defends.
    WEAK_LEVER[1] = [(-13, -2)];
    /// A pawn with an enemy pawn right ahead of it, by its rank.
    BLOCKED_BY_PAWN[8] = [(0, 0), (5, 17), (4, 4), (0, 0), (-4, -4), (-3, -16), (0, 0), (0, 0)];
    /// The number of pawn islands.
    PAWN_ISLANDS[5] = [(39, -30), (4, -15), (-2, 0), (-8, 5), (-13, 13)];
    /// The king's distance from the nearest pawn of either side, 0 for no pawns.
    KING_TO_PAWNS[8] = [(0, 0), (1, 9), (-3, 11), (-3, 0), (6, -27), (7, -56), (8, -74), (5, -42)];
    /// The own pawns on d3, e3, c4, d4, e4 and f4 as bits, the first square lowest. The board is mirrored if the own king
    /// stands on the files a to d.
    CENTRE_PATTERN[64] = [
        ( 12,   5), (  1,  -3), (  3,   1), ( -5,   1), ( 10,  -6), ( -9,   5), (  5,  -8), ( -9,   5),
        (  5,  -2), (-10,   4), (-10,  -2), (  2,  19), (  1,  -2), (-13,   0), (-12,   0), (  2,   3),
        (  7,  -2), ( -6,  -6), ( -3,   4), ( -9,  11), (  5, -13), (-17, -10), (-27,  13), ( -2,   9),
        (  0,  10), ( -2, -13), ( -3,  -4), (  0,   0), (  2,  -1), (  0,   0), (-14,  -1), (  0,   0),
        (  3,   1), ( -5,  -3), ( -1,   5), (-10,   3), (  2,   4), ( -5,   7), (  9,   2), (  0, -13),
        ( -6,  -8), ( -3,  -1), ( -6,  -9), ( 16,   1), ( -5,  -6), (  1,   0), ( -5,  11), (  1,   0),
        (  3,   0), ( -6,   5), (  2, -12), (  1,   0), ( 15, -18), ( -5,   7), ( 14,   8), (  0,   0),
        (  2,  -5), (  6,   5), (  0,   1), (  0,   0), ( 21,   9), (  1,   0), (  0,   0), (  0,   0),
    ];
    /// No pawn of either side on the king's wing.
    PAWNLESS_FLANK[1] = [(29, -35)];
}

Linear "Passed pawns" {
    /// A passed pawn: a line for each distance of its file from the edge, in it the rank.
    PASSED[32] = [
        (  0,   0), (-12,   7), (-12,  14), ( -2,  38), ( -3,  64), ( 27,  79), ( 71, 118), (  0,   0),
        (  0,   0), ( -7,  11), ( -5,   6), ( -8,  34), ( 19,  46), ( 26,  86), ( 51, 127), (  0,   0),
        (  0,   0), ( -6,   4), (-17,   4), ( -1,  24), ( 10,  44), ( 29,  86), ( 72, 112), (  0,   0),
        (  0,   0), (-14,   2), (-15,  -5), ( -1,   7), ( 15,  32), ( 38,  60), ( 95, 114), (  0,   0),
    ], moving [
        (  0,   0), (-11,  14), ( -8,  18), ( -2,  36), ( -1,  63), ( 24,  71), ( 72, 111), (  0,   0),
        (  0,   0), ( -5,  14), (  6,  10), ( -5,  35), ( 19,  53), ( 22,  89), ( 58, 138), (  0,   0),
        (  0,   0), ( -1,   3), (-13,   6), (  0,  27), ( 12,  50), ( 34,  95), ( 86, 117), (  0,   0),
        (  0,   0), ( -9,   4), ( -9,  -3), (  0,  14), ( 18,  36), ( 42,  65), ( 94, 112), (  0,   0),
    ];
    /// An own piece stands right in front of it.
    PASSED_BLOCKED_BY_OWN[8] = [
        (0, 0), (5, -4), (-4, 16), (-1, 4), (-9, 21), (13, 32), (17, -38), (0, 0),
    ], moving [
        (0, 0), (6, -4), (5, 13), (0, 16), (-7, 34), (27, 53), (26, -2), (0, 0),
    ];
    /// An enemy piece stands right in front of it.
    PASSED_BLOCKED_BY_ENEMY[8] = [
        (0, 0), (-6, 16), (2, 1), (6, -2), (10, -3), (10, -15), (-35, -30), (0, 0),
    ], moving [
        (0, 0), (2, 9), (-3, 4), (-3, -5), (1, -16), (3, -23), (-43, -42), (0, 0),
    ];
    /// The square in front of it is empty, and the enemy does not attack it.
    PASSED_SAFE_STEP[8] = [(0, 0), (-5, 0), (3, 1), (1, 5), (-6, 21), (12, 17), (-4, 79), (0, 0)],
        moving [(0, 0), (2, 2), (2, -1), (-1, 10), (-3, 26), (9, 44), (9, 42), (0, 0)];
    /// And the enemy neither occupies nor attacks any square further ahead.
    PASSED_SAFE_PATH[8] = [(0, 0), (-23, 16), (-34, 13), (-38, 26), (-13, 25), (-10, 56), (9, 96), (0, 0)],
        moving [(0, 0), (-29, 18), (-36, 20), (-44, 32), (-28, 46), (4, 106), (20, 59), (0, 0)];
    /// All squares ahead are empty.
    PASSED_FREE_PATH[8] = [(0, 0), (6, -2), (-2, 1), (-4, 4), (4, 13), (9, 27), (17, 9), (0, 0)],
        moving [(0, 0), (-3, 1), (-5, 5), (-3, 8), (5, 16), (17, 35), (38, 1), (0, 0)];
    /// An own piece or pawn defends the square in front of it.
    PASSED_DEFENDED_STEP[8] = [(0, 0), (7, 0), (8, 13), (13, 2), (11, 16), (20, 27), (24, 106), (0, 0)],
        moving [(0, 0), (10, -2), (5, 10), (11, -2), (10, 13), (23, 20), (44, 116), (0, 0)];
    /// A pawn defends it or the square in front of it.
    PASSED_SUPPORTED[8] = [(0, 0), (-5, -5), (-1, -8), (7, -1), (4, -12), (11, 7), (31, 27), (0, 0)];
    /// There is another passed pawn on a neighbouring file.
    PASSED_CONNECTED[8] = [(0, 0), (0, 3), (-3, 1), (2, 5), (12, 9), (18, 6), (19, 28), (0, 0)];
    /// The enemy has only king and pawns.
    PASSED_NO_PIECES[8] = [(0, 0), (0, 53), (0, 32), (-2, 40), (-3, 43), (-1, 36), (0, 89), (0, 0)],
        moving [(0, 0), (0, 53), (0, 49), (-3, 40), (-3, 35), (-1, 52), (0, 70), (0, 0)];
    /// The own king's distance from the square in front of it: a line for each rank from the fourth to the seventh.
    PASSED_OWN_KING[32] = [
        ( 17,  36), (  9,  36), ( -1,  18), (-10,   7), (-10,  -7), ( -7, -15), ( 10, -27), ( -6, -18),
        ( 12,  57), ( 19,  52), ( 20,  19), ( -3,   3), (-15,  -9), (-17, -14), (  6, -24), (  7, -33),
        (  9,  64), ( 19,  60), ( 25,  30), ( 22,  -8), (-16, -25), (-13, -27), (-23, -21), (-28, -12),
        ( 11,  54), ( -8,  10), ( 11,  33), ( 14,  13), ( 17, -15), ( 12, -12), (  8, -13), (-27,   2),
    ], moving [
        (  1,  36), ( -7,  50), (  6,  20), ( -5,   5), ( -5,  -9), ( -3, -16), (  7, -20), ( -3, -24),
        (  6,  59), ( 12,  62), ( 19,  25), (  0,   3), (-11,  -7), (-12, -15), (  5, -23), ( 12, -32),
        (  7,  66), ( 10,  50), ( 24,  32), ( 18,  -7), ( -7, -18), ( -9, -22), (-23, -18), (-30, -13),
        ( 10,  63), (  2,   1), ( 22,  50), ( 15,   0), ( 26,  -9), ( 19, -17), (  2, -16), (-28,   7),
    ];
    /// The enemy king's distance from that square.
    PASSED_ENEMY_KING[32] = [
        (-17, -28), (-10,  -3), (  4, -10), ( -5,  -2), ( -7,  13), (  3,  20), (  6,  24), ( 11,  30),
        (-43, -27), ( -4, -29), ( -2, -29), ( -3,   1), (  4,  27), (  4,  43), ( -2,  51), ( 19,  36),
        (-76, -63), (-43, -68), ( 15, -55), (  5,  17), (  5,  60), ( 14,  65), ( 22,  61), ( 34,  56),
        (-62, -84), ( -2, -61), (  6, -54), ( 21,  34), ( 18,  66), ( 17,  70), ( 17,  82), ( 20,  77),
    ], moving [
        (-18, -23), ( -2,  -5), (  5, -14), ( -1,  -5), ( -9,  19), (  0,  26), (  7,  31), (  6,  32),
        (-36, -20), (  3, -26), (  1, -30), ( -7,  11), (  2,  33), (  5,  41), (  1,  51), ( 18,  35),
        (-73, -55), (-40, -66), ( 25, -51), ( -4,  30), (  3,  55), ( 15,  63), ( 25,  64), ( 29,  44),
        (-62, -86), (  4, -59), (  7, -53), ( 23,  34), ( 17,  66), ( 26,  70), ( 20,  87), ( 26,  85),
    ];
    /// An own rook behind it.
    PASSED_OWN_ROOK_BEHIND[1] = [(6, 39)];
    /// An enemy rook behind it.
    PASSED_ENEMY_ROOK_BEHIND[1] = [(-20, -57)];
    /// It promotes without help.
    PASSED_UNSTOPPABLE[1] = [(-4, 186)], moving [(-4, 200)];
}

Linear "Threats" {
    /// A pawn attacks a pawn, knight, bishop, rook, queen.
    PAWN_THREAT[5] = [(-2, -37), (30, 36), (24, 38), (41, 17), (35, 1)],
        moving [(-3, -17), (55, 73), (52, 64), (67, 61), (41, 7)];
    /// A pawn that is not lost itself attacks a piece.
    SAFE_PAWN_THREAT[1] = [(24, 1)], moving [(35, 61)];
    /// A knight attacks a pawn, knight, bishop, rook, queen: a line for well defended ones, one for weak ones.
    KNIGHT_THREAT[10] = [
        ( 0,  2), (10, 18), (33, 31), (53, 31), (51, 21),
        ( 1, 23), (-7, 17), (29, 17), (56, 13), (44, -4),
    ], moving [
        (-5, -2), ( 7, 23), (34, 35), (73, 47), (64, 28),
        (-2, 20), ( 8, 38), (46, 49), (98, 58), (72, 22),
    ];
    /// A bishop attacks them.
    BISHOP_THREAT[10] = [
        ( 3,  1), (18, 35), ( 1, 31), (41, 51), (70, 51),
        ( 8, 21), (22, 31), ( 7, 27), (41, 20), (59, 40),
    ], moving [
        ( 0, -3), (16, 35), ( 0, 28), (63, 74), (63, 48),
        ( 7, 18), (23, 45), ( 8, 41), (92, 96), (84, 47),
    ];
    /// A rook attacks them.
    ROOK_THREAT[10] = [
        (  0,  5), (  3, 11), ( 10,  3), ( -5,  3), ( 61, 50),
        ( -1, 27), ( 13, 33), ( 22, 29), (-10,  6), ( 65,  9),
    ], moving [
        ( -4,  3), ( -1, 12), (  7,  2), (-10, -2), ( 68, 54),
        ( -4, 16), ( 14, 36), ( 26, 34), (-11, 25), (111, 41),
    ];
    /// The king attacks a weak pawn, a weak piece.
    KING_THREAT[2] = [(13, 26), (29, 5)], moving [(20, 24), (53, 41)];
    /// A weak enemy pawn, knight, bishop, rook, queen that nothing defends, or that is attacked twice.
    HANGING[5] = [(7, 24), (19, 17), (12, 24), (22, 3), (5, 14)],
        moving [(10, 34), (23, 86), (34, 75), (38, 139), (52, 44)];
    /// A weak enemy piece or pawn that only a queen defends.
    ONLY_QUEEN_DEFENDS[1] = [(5, 12)], moving [(8, 9)];
    /// A safe pawn push would attack a pawn, knight, bishop, rook, queen.
    PUSH_THREAT[5] = [(0, 0), (7, 16), (11, 7), (15, 2), (10, 3)],
        moving [(0, 0), (15, 31), (17, 14), (23, 10), (15, 0)];
    /// A square that both sides attack and the enemy does not defend well, which restricts the enemy's moves.
    RESTRICTED[1] = [(3, 3)], moving [(3, 3)];
    /// A safe square from which a knight would attack the only queen; without an own queen, with one.
    KNIGHT_ON_QUEEN[2] = [(2, -10), (6, -2)], moving [(32, 19), (12, 6)];
    /// A safe square, attacked twice, from which a slider would attack it; without an own queen, with one.
    SLIDER_ON_QUEEN[2] = [(21, -16), (7, -4)], moving [(40, -10), (10, 12)];
}

Linear "Space" {
    /// A square of the second to fourth rank on the files c to f without an own pawn and not attacked by an
    /// enemy pawn, by the number of own pieces. It counts twice if it is behind an own pawn and not attacked at all.
    SPACE[16] = [
        (-13,  0), (-13,  5), (-14, 10), (-10, 12), ( -5, 10), ( -1,  5), (  1,  2), (  2, 71),
        (  2, 13), ( 23,  2), ( 20,  1), ( 10,  0), (  3,  0), (  3,  0), (  3,  0), (  3,  0),
    ];
}

Linear "Shelter" {
    /// The own pawn nearest ahead on a file by the king: a line for each distance of the file from the edge,
    /// in it the rank of the pawn, 0 for none.
    SHELTER[32] = [
        (-12,   9), ( 14, -16), ( 16,  -7), ( 12,  -3), (  4,   4), (  9,  13), ( 19,   3), (  0,   0),
        (-15,   3), ( 13,  -3), (  4, -11), (  4,  -1), ( -6,   7), ( -3,   5), ( 14,  -9), (  0,   0),
        ( -1,   2), ( 12,   8), (-11,   6), ( -3,  -5), (  7,  -6), (  7, -20), ( 16,   0), (  0,   0),
        (-17,   5), ( -9,   6), ( -2,   2), ( -3,   1), (  2,  -5), ( -9,   3), ( -6,   4), (  0,   0),
    ];
    /// The enemy pawn nearest ahead on such a file, in the same way.
    STORM[32] = [
        (  0, -5), ( 66, -7), (  3,  8), (-15, 12), ( -9, -2), ( -2, -2), ( -5, -2), (  0,  0),
        ( -1,  9), ( 16, 17), (-28, 39), (-12, 21), (-21, 15), ( -7,  7), ( -6,  3), (  0,  0),
        ( 12, -6), (-12,  8), (-13, 18), (-13,  5), (-11, -1), (  3,  1), (  1, -4), (  0,  0),
        ( -4,  4), (-16,  5), (  0,  0), ( -3, -6), (-13, -1), ( -5, -5), (-12,  2), (  0,  0),
    ];
    /// Instead, if that pawn stands right in front of the own pawn nearest ahead on the file, by its rank.
    STORM_BLOCKED[8] = [(0, 0), (0, 0), (19, -61), (1, -15), (-4, -15), (-1, -12), (1, -4), (0, 0)];
    /// The king's file: with pawns of both sides, without own ones, without enemy ones, without any.
    KING_FILE[4] = [(5, 3), (8, 0), (-9, 8), (-12, -13)];
    /// A file beside the king's, in the same way.
    KING_ADJACENT_FILE[4] = [(-2, 10), (7, -6), (-4, 9), (5, -17)];
    /// The own pawns on the three squares in front of the king as the three lowest bits, and on the three squares beyond.
    /// The board is mirrored if the king stands on the files a to d.
    SHIELD_PATTERN[64] = [
        ( -6,   1), ( -7,  -3), (  7,   0), (  9,  -2), ( -5,  -4), (  0, -18), (  3,   2), ( 14,   0),
        ( -6,  -2), (-24,   2), ( -2,   3), (-13,  -7), ( -6,  -1), ( -2,  17), ( -2,   4), (  9,   6),
        ( -6,   0), (  7,  -4), ( 18,  -2), (  9,   0), ( -3,   0), (  7,   6), ( -1,   2), (  0,   0),
        ( -4,   4), ( 18,  -1), (  0,  18), (  6,   4), ( -4,  -5), ( -9,  -1), (  0,   0), (  0,   0),
        ( -4,  -3), ( -1,   1), (  8,   2), ( 10,  -3), (-17, -10), (-14,  -2), (  4,   8), (  5,   1),
        ( -6,   0), ( -6,   1), (  2,  -3), (-17,  -3), (-18,  -1), ( -2,  -2), (-27, -17), (  0,   0),
        ( -6,   3), ( -2,  -2), ( 14,  12), (  0,   0), (-14,   6), ( 10,  10), (  0,   1), (  0,   0),
        (  1,   5), (  4,   1), (  3,   0), (  0,   0), (-12,  -2), (  0,   0), (  0,   0), (  0,   0),
    ];
    /// A rook with which the king may still castle.
    CASTLING_RIGHT[1] = [(19, -5)];
}

Danger "King attack" {
    /// A knight, bishop, rook, queen attacks the king's ring.
    KING_ATTACKER[4] = [(65, 10), (37, 4), (95, -61), (32, 24)];
    /// The number of pieces that attack the king's ring; five for more.
    KING_ATTACKERS[6] = [(69, 7), (21, -1), (0, -21), (-18, -9), (-8, -8), (12, -8)],
        moving [(82, 22), (49, 9), (16, -16), (-11, -17), (-33, -17), (8, -12)];
    /// A square of the ring that a knight, bishop, rook, queen attacks.
    KING_RING_ATTACK[4] = [(41, -14), (28, 15), (-15, 27), (11, -4)], moving [
        (43, -17), (27, 19), (-10, 22), (34, -34),
    ];
    /// A square of the ring that a pawn attacks.
    KING_RING_PAWN_ATTACK[1] = [(48, -18)], moving [(34, -20)];
    /// An attacked square of the ring that only the king or a queen defends.
    KING_RING_WEAK[1] = [(34, -15)], moving [(60, -22)];
    /// A knight, bishop, rook, queen can give check without being taken: on one square, on several.
    KING_SAFE_CHECK[8] = [
        (210, 24), (244, 14), (106, 98), (198, 78), (197, 74), (262, 125), (134, 171), (211, 225),
    ],
        moving [(406, 45), (381, 100), (170, 161), (236, 131), (326, 93), (372, 190), (223, 255), (347, 293)];
    /// A check of a knight, bishop, rook, queen that loses the piece.
    KING_UNSAFE_CHECK[4] = [(19, 7), (24, 39), (38, 3), (-7, 20)], moving [
        (13, 11), (31, 47), (56, 24), (-12, 24),
    ];
    /// A defender is pinned to the king.
    KING_PINNED[1] = [(20, -13)], moving [(-29, -16)];
    /// An attacker's piece that would discover a check from its own slider.
    KING_DISCOVERED[1] = [(368, 151)], moving [(606, 301)];
    /// The mobility that a queen would have in the king's place.
    KING_VIRTUAL_MOBILITY[28] = [
        (-3, -2), (3, -6), (3, -9), (10, -1), (21, 5), (21, -1), (29, 1), (28, 6), (39, 10), (36, 3), (40, 4),
        (40, 5), (56, 5), (52, -1), (57, 6), (57, -1), (60, -4), (64, 2), (68, -3), (75, -6), (76, -2),
        (78, -6), (86, -2), (88, -7), (94, -5), (100, -2), (102, -4), (108, 1),
    ], moving [
        (-1, -1), (1, -10), (0, -17), (1, -20), (16, -19), (17, -23), (23, -24), (28, -26), (32, -30),
        (42, -31), (50, -36), (53, -37), (61, -46), (64, -47), (55, -58), (59, -64), (64, -65), (64, -66),
        (63, -77), (71, -75), (75, -79), (79, -79), (88, -84), (89, -88), (97, -90), (100, -98),
        (105, -100), (108, -106),
    ];
    /// The number of squares next to the king that it can go to.
    KING_ESCAPES[9] = [
        (21, 124), (-3, 54), (-12, 9), (-11, -5), (0, -20), (29, -26), (30, -59), (69, -75), (24, -35),
    ], moving [
        (16, 138), (6, 63), (4, 17), (17, -7), (19, -20), (50, -32), (63, -59), (37, -62), (8, -3),
    ];
    /// An attacked square of the king flank: the five nearest ranks of the defender on its king's wing.
    KING_FLANK_ATTACK[1] = [(23, -12)], moving [(24, -12)];
    /// A square of it that is attacked twice.
    KING_FLANK_DOUBLE_ATTACK[1] = [(19, 0)], moving [(5, -2)];
    /// A square of it that is defended.
    KING_FLANK_DEFENCE[1] = [(-16, -1)], moving [(-16, 0)];
    /// A knight, bishop of the defender that guards a square next to the king.
    KING_DEFENDER[2] = [(-40, 16), (-35, 4)];
    /// The own pawn nearest ahead on one of the three files by the king, by its rank, 0 for none.
    KING_SHIELD[8] = [(22, -32), (-23, 15), (-18, 20), (31, 20), (74, 0), (68, -10), (-33, 8), (0, 0)];
    /// The enemy pawn nearest ahead on one of them, by its rank, 0 for none.
    KING_STORM[8] = [(49, -21), (13, -92), (127, 37), (9, -17), (-23, 8), (-21, 23), (-11, 11), (0, 0)];
    /// The attacker has no queen.
    KING_NO_ENEMY_QUEEN[1] = [(-178, -253)], moving [(-245, -236)];
    /// A constant: the danger without any of the above.
    KING_DANGER_BASE[1] = [(117, -5)], moving [(141, 5)];
}

Linear "Mop-up" {
    /// A pawn that wins by itself against a bare king.
    WINNING_PAWN[1] = [(399, 399)];
    /// The enemy has a bare king, and there is enough material to mate. Bishop and knight have their slope instead.
    BARE_KING[1] = [(300, 300)];
    /// The distance between the kings, also if the enemy has one piece left.
    MOP_UP_KINGS[8] = [(0, 0), (0, 0), (70, 70), (60, 60), (50, 50), (38, 38), (24, 24), (10, 10)];
    /// The steps of that king to the nearest corner, where any corner will do.
    MOP_UP_CORNER[7] = [(120, 120), (100, 100), (80, 80), (60, 60), (40, 40), (20, 20), (0, 0)];
    /// Its steps to the corners of a bishop's colour, where bishop and knight mate, and where a rook wins the bishop.
    MOP_UP_BISHOP_CORNER[8] = [
        (210, 210), (180, 180), (150, 150), (120, 120), (90, 90), (60, 60), (30, 30), (0, 0),
    ];
}

Linear "Initiative" {
    /// The right to move.
    TEMPO[1] = [(19, 19)];
}
}
