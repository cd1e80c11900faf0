//! Every term of the evaluation: its name, its number of features, its weights.
//!
//! Weights are pairs of a middlegame and an endgame value, in hundredths of a pawn. They are the tuner's work
//! (`tools/tuner`), from positions of the engine's own games and of public TCEC games: `docs/elo.md` says how
//! many, and what it brought.
//!
//! Squares are seen from the side that owns the piece, its first rank in the first line, in a mirror if its
//! king stands on the files a to d. So its king is always on the right, and the tables of 64 squares go from
//! the other wing to the king's own; that of the king himself has the files e to h alone. What ranks and
//! distances index is counted from 0, so that the first entry of a table by rank is the first rank's.

use crate::term::terms;

#[rustfmt::skip]
terms! {
Linear "Material" {
    /// A pawn, knight, bishop, rook or queen.
    MATERIAL[5] = [(54, 100), (283, 279), (284, 285), (402, 543), (854, 876)];
    /// Every pair of own pieces, by the two roles, the lower one changing faster: pawn and pawn, knight and
    /// pawn, knight and knight, bishop and pawn, and so on to queen and queen.
    IMBALANCE_OWN[15] = [
        (3, 7),
        (5, 19), (2, 8),
        (0, 9), (8, 10), (4, 10),
        (-7, 22), (0, 25), (1, 11), (-10, 3),
        (-9, 28), (-19, 33), (-30, 29), (-11, -33), (-75, -31),
    ];
    /// Every pair of an own piece and an enemy one of a lower role: knight and pawn, bishop and pawn, bishop
    /// and knight, rook and pawn, and so on to queen and rook.
    IMBALANCE_ENEMY[10] = [
        (2, 9),
        (0, 21), (8, 1),
        (1, 13), (8, 19), (-9, -6),
        (-15, 62), (39, 71), (23, 45), (-47, 118),
    ];
    /// Bishops on both colours, by the number of own pawns.
    BISHOP_PAIR[9] = [
        (0, -15), (-6, 19), (34, 19), (27, 42), (18, 53), (17, 53), (21, 60), (27, 69), (35, 75),
    ];
    /// Bishops on both colours, while the enemy has no bishop to trade one for.
    BISHOP_PAIR_UNCONTESTED[1] = [(1, 19)];
}

Linear "Piece-square" {
    /// A pawn on a square: the centre wants pawns, the wings keep theirs at home.
    PAWN_SQUARES[64] = [
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (-14,  -3), ( -5,   3), (-10,  16), (-18,   7), ( -8,  24), ( 10,  19), ( 25,  -1), ( -9,  -6),
        (-22, -11), (-19,  -1), (-24,   3), (-15,   6), ( -9,   9), ( 11,   3), (  7,   0), (-17,  -8),
        ( -9,   0), ( -8,  -1), ( -3,   0), (  6,  -2), ( 10,  -5), ( 10,   5), (  2,   2), (-14,  -1),
        (  7,  19), ( 12,   5), (  4,   2), ( 22,  -4), ( 30,   0), ( 16,   4), ( 22,   8), ( 16,  15),
        (  3,  47), ( 26,  27), ( 18,  25), ( 30,  20), ( 36,  21), ( 48,  28), ( 13,  41), (  5,  44),
        ( 46,  50), ( 31,  70), ( 31,  57), ( 35,  52), ( 81,  55), ( 63,  64), ( 40,  68), ( 29,  74),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
    ];
    /// A knight on a square: the centre, and never the rim.
    KNIGHT_SQUARES[64] = [
        (-31, -22), (-13, -26), (-13, -28), ( -1, -23), (-10, -17), (-19, -21), (-28,  -5), (-40, -24),
        (-11, -24), (-12, -13), ( -5, -32), ( -9, -18), ( -5, -20), ( -2, -32), (  6, -29), ( -5,  -9),
        (-10, -14), (-13, -19), ( -4, -34), (  2, -13), (  2,  -9), ( -2, -29), ( -2, -13), ( -9,  -8),
        (  4,   7), (  6,   0), (  6,  -6), ( 13,   5), (  8,   6), ( 22,   1), ( 17,   4), ( 13,  -8),
        (-12,  19), (  3,   1), (  5,  10), ( 20,  22), ( 13,  18), ( 14,  27), ( 10,  17), ( 21,   5),
        (-10,   2), ( -4,   7), (  0,  18), (  7,  21), ( 17,  36), ( 11,  20), ( 20,  14), ( 10,   7),
        (-20,   8), (-10,  13), (  4,  12), ( 37,   9), ( 33,  22), (  2,   7), ( -6,  -1), (  8,   3),
        (-99, -41), (-25,  -6), (-31,   2), (-13,  15), (  9,  24), (-30,   6), (-22,  -6), (-90, -35),
    ];
    /// A bishop on a square: the centre and the long diagonals.
    BISHOP_SQUARES[64] = [
        (  4, -34), ( 16, -19), ( -7,  -2), ( -5,  -1), ( -3,  -4), (-20,  11), ( -5,  -7), (-25,  -8),
        ( -1,   2), (  2, -26), ( 16, -14), ( -2,  -4), ( -3,   4), (  4,  -7), (  6, -28), ( -4, -18),
        ( -3,  -2), ( 12,  -2), (  1,  -9), ( 14,  -2), ( 12,   3), (  6, -13), ( 11, -21), (  3,  -9),
        ( -7, -19), ( -9,  -9), ( 11,   3), (  7, -10), (  8,   0), ( 12,  -6), (  9,  -8), ( 19, -30),
        (-28,   5), ( -6,  -9), ( -8,   4), (  2,   0), ( -1,  -4), ( 24,  -3), (  3,   2), ( -5,  -8),
        (-19,  11), (-22,  14), (-28,   5), (  3,  -9), ( 13,  -3), ( -3,   7), (  5,   5), ( -1,   7),
        (-16,  31), (-30,  20), ( -3,  18), ( -8,  22), ( 16,  21), (  8,  13), (-10,  10), ( -5,   7),
        (-21,  25), (-18,  22), (  3,  25), (-24,  27), (-16,   4), (-21,  12), (-10,  26), (  2,  -7),
    ];
    /// A rook on a square: the middle files at home, the seventh rank.
    ROOK_SQUARES[64] = [
        (-26,  -5), (-17,  -7), (-12, -18), (-10, -21), ( -9, -24), (-16,  -6), ( -9, -13), (-20, -27),
        (-24,   1), (-17, -11), (-12,  -8), ( -7, -10), ( -7,  -8), ( -7,  -4), (  4, -12), (-23, -13),
        (-22,  10), (-16,   6), ( -1,  -2), ( -2,   0), (  2,   3), ( -3,  20), ( 18,  -1), ( -8, -13),
        (-15,  14), ( -3,  10), ( -5,  12), ( -4,  14), (  3,  15), ( -6,  21), ( 22,  16), (-12,  11),
        ( -9,  28), ( 12,  25), ( 10,  25), ( 19,  25), ( 18,  27), (  7,  39), ( 26,  16), (  0,  16),
        (  2,  31), ( 19,  24), (  5,  31), ( 38,  13), ( 25,  28), ( 33,  29), ( 38,  16), ( 21,  10),
        ( 15,  12), (  7,  23), ( 28,  12), ( 41,   4), ( 33,   8), ( 21,  14), ( 25,  25), ( 41,   3),
        (  6,  35), ( 20,  36), ( -7,  38), ( 22,  36), ( 26,  30), ( 34,  28), ( 41,  25), ( 39,  15),
    ];
    /// A queen on a square: no early sorties, the centre later.
    QUEEN_SQUARES[64] = [
        (  0, -22), ( -6, -24), ( -6, -10), ( -7, -15), ( -5, -18), (-15, -30), (-18, -44), ( -1, -47),
        ( -6, -34), ( -1, -16), (  0, -25), ( -1,  -4), ( -3,   6), ( -2, -23), ( -4, -44), ( -6, -44),
        (  1, -22), (  1,  -6), (  8,  -5), (  2,  12), (  0,  18), (  9,   2), (  9,  -2), ( 13, -24),
        (  3,  -7), (  7,   3), (  1,  20), (-11,  38), ( -1,  28), (  6,  25), ( 20,  -1), ( 15,   9),
        (  0,   3), ( -5,  26), ( -7,  29), ( -6,  30), (-13,  52), ( -3,  26), (  7,  20), (  9,   9),
        (  1,  -1), (  4,  -2), ( -7,  24), (  2,  27), ( -1,  28), ( 10,  25), ( -9,  25), (  8,  -1),
        (-17,  14), (-12,   7), ( -2,  10), ( 11,  17), ( -3,  21), (  9,  11), (  9,   7), ( 35,  -4),
        (-17,  -3), ( 14,   1), (  3,   0), (  3,   0), ( -6, -13), ( -5,   2), ( 13,   3), ( 21, -19),
    ];
    /// The king on a square: castled while there are queens, in the centre when there are none.
    KING_SQUARES[32] = [
        (-22, -29), ( -2, -32), ( 14, -37), ( 22, -54),
        (-23, -12), ( -8, -23), (  9, -26), ( 15, -30),
        (-44,   9), (-21,  -1), (-14, -11), ( -8, -14),
        (-47,  24), (-23,  13), (-16,  -4), (-30,  -5),
        (-57,  48), (-52,  37), (-14,  14), (-23,  -4),
        (-33,  46), (-35,  50), (-40,  27), ( -3,   9),
        (-35,  31), (-34,  30), (-38,  26), (-32, -14),
        (-25,   7), (-40,  16), (-34,   7), (-48, -38),
    ];
}

Linear "Piece-square, kings apart" {
    /// More for a pawn if the enemy king stands on the other wing, where it may storm without baring its own.
    PAWN_OPPOSITE[64] = [
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (-15,  15), (-15,  22), ( -6,  17), ( -9,   6), ( -4, -14), (  2,  -8), (  2,   8), ( 21,   9),
        (-15,  10), (-16,  14), ( -7,  19), ( -2,   3), (-16,   0), (  1,  -3), ( -6,   7), ( 16,   6),
        (-10,   3), (-10,  13), (-17,  20), (  5,  -5), (-14,   4), (  4,   0), ( 13,   4), ( 22,  10),
        (-10,   3), (-12,  18), (-10,   2), (-11,  19), ( -5,  -1), (  7,  13), (  0,  20), ( 13,  23),
        (-25,   8), ( -3,   5), (  3,  15), (  5,  14), ( 10,  10), (  5,  28), ( 22,  12), ( 12,  22),
        (  5,  15), ( -2, -17), (-16,   2), ( -6,  11), ( 24,   8), (-18,  39), ( 69,  15), (  9,  20),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
    ];
    /// More for a knight if the enemy king stands on the other wing.
    KNIGHT_OPPOSITE[64] = [
        ( -3,   4), (  1,  -2), ( 11,  11), (  1,   5), ( -2,   9), (  5,   3), (  1, -23), ( -8, -13),
        ( 47,  -4), ( 34,   9), ( 17,   1), (  2,   3), (  3,   1), (  1,   7), (-14, -20), (-14,  -2),
        ( 12, -12), ( 20,  -7), (  3,  12), (-12,  16), (  6, -12), (  0,   0), ( -8, -15), (  2, -18),
        ( 26, -19), (  2,   7), ( 14,   6), (  0,   1), (  9,   3), ( -2,  -8), ( -2,  -1), (-11,  13),
        ( 22, -12), ( -8,  23), ( 10,  10), (  3,   8), (  7,  -2), ( -3, -18), ( 10, -20), (-10,  -3),
        ( 10,  16), ( 10,  -2), (  0, -15), ( 10,  -2), (  7, -15), (  0,   2), ( 11, -18), ( -2,  12),
        (  5,  31), ( -4, -22), (  2,  -4), ( 12,  -5), ( 13, -13), (  9,   2), (  3,  12), (-10,  10),
        (-20, -44), (-10,  -6), (  7,   8), ( -3,   9), (  2,  21), (  3,  17), ( 13,  12), (  6,  20),
    ];
    /// More for a bishop if the enemy king stands on the other wing.
    BISHOP_OPPOSITE[64] = [
        (-27,  20), ( -7,  -4), (-12,   5), (-11,  24), ( -3,   9), ( 10,   3), ( 31,  15), (  6,  -4),
        ( -7, -11), (-14,  22), ( -8,  21), ( -7,  18), (  4,   7), (  6,  11), ( 11,  16), ( 26,  12),
        (  7,   9), ( -9,  10), ( -9,  12), ( -1,  15), (  6,  -5), (  7,   5), ( 20,   3), ( -3,   7),
        (  5,   4), ( 10,  11), ( -2,  12), (  7,  12), ( -9,  15), (  6,  10), ( -9,   6), (-29,   5),
        ( 18,   3), ( 12,  15), (  0,   9), ( 17,  -7), (  3,  16), (-13,  10), ( -4,   2), (-11,  19),
        ( 25,  -7), ( 16,  16), (  9,  31), ( 19,  -3), ( -4,  17), ( -5,  -2), (-22,  19), (  0,   7),
        ( 18,   7), (-10, -11), ( -3,  16), ( -3,   9), ( 10,   2), (  9,   9), (  8,   2), (  5,  20),
        (  2,  -7), (  1,   4), ( -9,  -5), (  0,  10), ( 16,  12), ( 16,   4), (-13,  15), ( -3,  17),
    ];
    /// More for a rook if the enemy king stands on the other wing.
    ROOK_OPPOSITE[64] = [
        (  0,  -8), (  6,  -6), ( -2,   6), ( -3,   5), (-15,  21), (-10,   1), (-19,  -1), (-18,  23),
        ( -1, -10), ( -5,  14), ( -6,   3), ( -9,   0), ( -9,   4), (-12,   1), (-35,  -3), (-11,  10),
        ( 13,  -6), (  8,   5), (-11,  16), ( -6,   5), (-14,   5), (-14,   8), (-13, -16), (-15,   5),
        ( -6,  13), ( -1,   7), (  4,  11), (-10,  11), ( -5,   4), (  4,  -4), (-21,  -4), ( -3,   2),
        (  1,  -6), ( 14, -14), ( -9,   9), ( -7,  -2), ( -2,   2), (-12,  -9), (  0,   6), ( 12,   7),
        (  9,  -5), ( 10,  -3), (-19,   8), ( 31,  -8), (  6,   4), (-11,   1), (  5,   7), (  8,   6),
        ( 14,  -5), ( -3,  -5), ( -4,   1), (  0,  10), (  5,  -1), ( 11,   1), ( 21, -12), (  2,  -7),
        (-11,  -1), (-13,  -3), (  4,   2), (  0, -10), ( 20,  -6), ( 10,   1), ( 46,  -5), ( 20, -17),
    ];
    /// More for a queen if the enemy king stands on the other wing.
    QUEEN_OPPOSITE[64] = [
        ( -5, -15), (  2,  -4), ( -9,  -3), ( -1, -13), ( -8,   1), ( -3, -11), (  0,  -1), (-10, -27),
        (  8,  -5), (  6, -15), ( 10, -10), ( -6,   1), (  1,   9), ( -1,   6), ( -8, -24), (-10,  -3),
        ( 34,  -9), (  7,  -8), ( -6,   3), (  9,  -9), ( -6,  13), ( -9,  17), (-13,  11), ( -8,  -4),
        (  9,  -2), ( -5,  -3), ( -1, -12), (  4,  -2), ( -7,   4), (-16,  17), (-12,   1), (-15,  14),
        (  3, -16), (  1,  -7), (-14,   3), ( 13, -17), ( -8,  -2), (  5,  17), ( -4,  11), (  6,   3),
        ( 15,   7), (  3,  13), ( -5,  15), (-18,   7), ( 19,   9), (  5,  14), (  8,   7), (  1,   4),
        ( 12,   9), (  5,  -9), (-12,  -2), ( -1,   4), (  1,  -4), (  4,   1), ( -3,  15), (-28,  -6),
        ( 12,  -1), (  6,   4), ( -3,   0), (  8,   3), (  7,  13), ( 17,  12), (  5,  -4), (-20, -16),
    ];
    /// More for the king if the enemy king stands on the other wing.
    KING_OPPOSITE[32] = [
        ( -2,   5), ( 16, -13), ( -6, -14), (-16,  -8),
        ( -2,  -4), ( -1,  -8), (-14,  -5), (-15,  -9),
        ( -5,  -1), (-13,   3), (-15,   1), ( -6,  -8),
        ( -2,  -2), ( -9,  -3), (  1,   6), ( 13,  -1),
        ( 18,  -6), (  3,   7), ( -9,  -1), (-11,  16),
        ( 12,  -4), (  4,  -3), (  1,   9), ( 11,  -4),
        (  5,  -1), (  9,   7), (  7,  16), ( 22,  14),
        ( 16,  15), (  3,   7), ( 12,  14), ( 17,  21),
    ];
}

Linear "Mobility" {
    /// The safe squares that a knight reaches.
    KNIGHT_MOBILITY[9] = [
        (-24, 13), (-24, -46), (-11, -6), (-4, 2), (3, 11), (8, 16), (13, 17), (18, 13), (22, 7),
    ];
    /// The safe squares that a bishop reaches.
    BISHOP_MOBILITY[14] = [
        (-33, 0), (-17, -23), (-6, -2), (-1, 9), (4, 15), (8, 20), (10, 22), (12, 20), (10, 25),
        (13, 22), (15, 18), (24, 12), (21, 13), (30, 1),
    ];
    /// The safe squares that a rook reaches.
    ROOK_MOBILITY[15] = [
        (-44, -67), (-37, -10), (-22, 10), (-14, 24), (-9, 28), (-5, 37), (0, 40), (5, 40), (12, 41),
        (19, 42), (25, 39), (32, 37), (38, 35), (42, 31), (42, 28),
    ];
    /// The safe squares that a queen reaches.
    QUEEN_MOBILITY[28] = [
        (-48, -35), (-28, -31), (-12, -44), (-4, -45), (-1, -30), (0, -12), (1, -7), (2, 4), (3, 11),
        (2, 24), (2, 34), (3, 40), (6, 43), (7, 48), (12, 43), (13, 42), (22, 30), (22, 31),
        (27, 33), (19, 37), (16, 35), (14, 37), (14, 27), (12, 30), (10, 35), (10, 28), (14, 35), (19, 41),
    ];
}

Linear "Safe mobility" {
    /// A square that counts for the mobility of a knight, bishop, rook, queen, and that no enemy attacks.
    SAFE_MOBILITY[4] = [(-1, 5), (-1, 3), (-3, 3), (0, -1)];
}

Linear "Distance to kings" {
    /// A knight, by its distance from its own king.
    KNIGHT_OWN_KING[8] = [(0, 0), (9, 18), (8, 17), (0, 14), (-4, 8), (-1, -4), (-3, -11), (-9, -18)];
    /// A knight, by its distance from the enemy king.
    KNIGHT_ENEMY_KING[8] = [(0, 0), (19, -5), (2, 7), (8, 14), (3, 16), (-1, 12), (-5, 2), (-7, -3)];
    /// A bishop, by its distance from its own king.
    BISHOP_OWN_KING[8] = [(0, 0), (2, 12), (-2, 8), (-2, 5), (0, 4), (-1, 1), (-6, 3), (-11, 11)];
    /// A bishop, by its distance from the enemy king.
    BISHOP_ENEMY_KING[8] = [(0, 0), (-8, -1), (7, 1), (-6, 11), (-7, 11), (-4, 8), (-1, 4), (-1, 3)];
    /// A rook, by its distance from its own king.
    ROOK_OWN_KING[8] = [(0, 0), (5, 23), (2, 27), (0, 29), (-2, 27), (-2, 25), (0, 23), (-1, 22)];
    /// A rook, by its distance from the enemy king.
    ROOK_ENEMY_KING[8] = [(0, 0), (-18, 19), (11, 10), (6, 18), (-1, 26), (-1, 29), (2, 31), (-1, 32)];
    /// A queen, by its distance from its own king.
    QUEEN_OWN_KING[8] = [(0, 0), (8, -6), (4, -5), (1, 6), (-1, 14), (1, 16), (-2, 24), (-6, 39)];
    /// A queen, by its distance from the enemy king.
    QUEEN_ENEMY_KING[8] = [(0, 0), (2, 8), (9, 9), (4, 23), (0, 17), (-1, 16), (2, 3), (-1, 6)];
}

Linear "Minor pieces" {
    /// For each bishop, its own pawns on its colour, by the number of own pawns on the files c to f that are
    /// blocked; three for more.
    BISHOP_PAWNS[4] = [(-4, -8), (-4, -11), (-5, -14), (-6, -16)];
    /// An enemy pawn on a bishop's diagonals, whatever is between.
    BISHOP_AIMS_AT_PAWN[1] = [(-5, -4)];
    /// A bishop that sees two squares of the centre.
    BISHOP_LONG_DIAGONAL[1] = [(7, 7)];
    /// A bishop in a corner of its back rank, shut in by an own pawn that cannot move.
    BISHOP_CORNERED[1] = [(-31, -35)];
    /// A bishop on the edge of the enemy's camp, shut in by a pawn.
    BISHOP_TRAPPED[1] = [(-104, -29)];
    /// A knight in the enemy's half that no pawn can chase away; without a pawn to defend it, with one.
    KNIGHT_OUTPOST[2] = [(9, -15), (15, 7)];
    /// A bishop on such a square.
    BISHOP_OUTPOST[2] = [(10, 9), (20, 5)];
    /// A free outpost with a pawn to defend it, one move away for a knight.
    KNIGHT_REACHES_OUTPOST[1] = [(14, 12)];
    /// The same for a bishop.
    BISHOP_REACHES_OUTPOST[1] = [(10, 5)];
    /// A knight, bishop right behind a pawn.
    MINOR_BEHIND_PAWN[2] = [(5, 17), (6, 11)];
}

Linear "Rooks and queens" {
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE[1] = [(18, 8)];
    /// A rook on a file with enemy pawns only; if no pawn defends any of them, if one does.
    ROOK_HALF_OPEN_FILE[2] = [(15, 1), (7, -13)];
    /// A rook behind an own pawn that something blocks.
    ROOK_CLOSED_FILE[1] = [(-5, -12)];
    /// A rook on the seventh rank, with pawns to take or a king to cut off.
    ROOK_ON_SEVENTH[1] = [(-16, 25)];
    /// A rook on the file of the enemy king or beside it.
    ROOK_ON_KING_FILE[1] = [(1, -8)];
    /// A rook on the file of a queen.
    ROOK_ON_QUEEN_FILE[1] = [(3, -7)];
    /// A rook that another defends.
    ROOKS_CONNECTED[1] = [(-2, -4)];
    /// A rook with few moves between its king and the corner; while he may castle, when he may not.
    ROOK_TRAPPED[2] = [(-2, -8), (-17, -16)];
    /// A queen in the enemy's half where no pawn can ever chase it away.
    QUEEN_INFILTRATION[1] = [(9, 11)];
    /// An enemy slider aims at a queen through one piece.
    QUEEN_EXPOSED[1] = [(-15, -5)];
}

Linear "Pawns" {
    /// A pawn without own pawns on the neighbouring files, by the distance of its file from the edge: a line
    /// for one that an enemy pawn hides from rooks, and one for the exposed.
    ISOLATED[8] = [
        ( 7,  -9), ( 7, -13), ( 1,  -8), ( 4,  -1),
        ( 2, -12), (-4, -17), (-1, -16), (-4, -14),
    ];
    /// A pawn that cannot advance safely and that no pawn can come to help; hidden, exposed.
    BACKWARD[2] = [(-3, -6), (-10, -7)];
    /// A pawn with another ahead of it.
    DOUBLED[1] = [(-7, -8)];
    /// A pawn with another right ahead of it.
    DOUBLED_CLOSE[1] = [(-1, -20)];
    /// A pawn that is both doubled and isolated.
    DOUBLED_ISOLATED[1] = [(-7, -6)];
    /// A pawn that a pawn defends, by its rank.
    SUPPORTED[8] = [(0, 0), (0, 0), (15, 10), (18, 10), (27, 30), (29, 39), (69, 28), (0, 0)];
    /// A pawn that two pawns defend.
    SUPPORTED_TWICE[1] = [(14, 1)];
    /// A pawn with another at its side, by its rank.
    PHALANX[8] = [(0, 0), (2, 0), (12, 6), (9, 12), (23, 38), (65, 50), (70, 82), (0, 0)];
    /// A supported pawn or one of a phalanx with an enemy pawn ahead on its file, by its rank.
    CONNECTED_OPPOSED[8] = [(0, 0), (3, 0), (0, -1), (-3, -5), (-15, -22), (-11, -9), (0, 0), (0, 0)];
    /// A pawn, no pawn ahead of it, with as many pawns to help it past as there are to stop it, by its rank.
    CANDIDATE[8] = [(0, 0), (3, 0), (-2, 2), (-4, 9), (-11, 9), (-15, 31), (0, 0), (0, 0)];
    /// A pawn that attacks a pawn, by its rank.
    LEVER[8] = [(0, 0), (-4, -2), (0, -7), (1, 12), (4, 16), (20, 10), (0, 0), (0, 0)];
    /// A pawn that two pawns attack and none defends.
    DOUBLY_ATTACKED[1] = [(-13, -8)];
    /// A pawn with an enemy pawn right ahead of it, by its rank.
    RAMMED[8] = [(0, 0), (0, 7), (3, 5), (0, 0), (-3, -5), (2, -5), (0, 0), (0, 0)];
    /// The number of groups that no free file splits.
    ISLANDS[5] = [(10, -39), (5, -9), (-2, -1), (-6, 4), (-10, 11)];
    /// The king's distance from the nearest pawn of either side, 0 for no pawns.
    KING_TO_PAWNS[8] = [(0, 0), (0, 1), (-3, 2), (0, -5), (-7, -19), (1, -39), (20, -26), (13, -21)];
    /// Which of the squares d3, e3, c4, d4, e4 and f4, in this order from the lowest bit, have own pawns. If
    /// the own king stands on the files a to d, the board is seen in a mirror.
    CENTRE_PATTERN[64] = [
        ( 18,   4), (  1,  -3), (  4,   6), (  4,   9), (  9,  -6), (-12,   0), (  5, -18), ( -9,   1),
        (  5,   0), (-14,  13), (-13,  -9), (  1,  18), (  1,   0), (-11,  -1), (-11,  -1), (  2,   3),
        (  4,  -3), ( -8, -12), ( -4,   0), ( -6,  10), (  3, -12), (-25,  -8), (-25,  15), ( -2,   9),
        ( -1,   1), (  1,  -8), (-16, -10), (  0,   0), ( 11,  10), (  0,   0), (-16,  -1), (  0,   0),
        (  4,   2), ( -7, -18), ( -4,   0), (-15,   8), (  5,   4), ( -3,  10), (  5,  15), ( -1, -11),
        ( -7,  -3), ( -5,   1), (-10, -14), ( 13,   1), ( -8,  -9), ( -1,   0), ( -2,  15), (  1,   0),
        (  7,   8), ( -4,   5), (  2, -10), (  1,   0), ( 17, -19), ( -7,   9), ( 17,  10), (  0,   0),
        ( 13,   2), (  4,   5), (  0,   1), (  0,   0), ( 25,  11), (  1,   0), (  0,   0), (  0,   0),
    ];
    /// No pawn of either side on the king's wing.
    PAWNLESS_FLANK[1] = [(28, -25)];
}

Linear "Passed pawns" {
    /// A passed pawn: a line for each distance of its file from the edge, in it the rank.
    PASSED[32] = [
        (  0,   0), (-16,   9), ( -8,   5), ( -4,  40), ( -4,  61), ( 38,  82), ( 73, 115), (  0,   0),
        (  0,   0), ( -9,  19), ( -8,   9), ( -9,  36), ( 15,  50), ( 11,  91), ( 65, 127), (  0,   0),
        (  0,   0), ( -6,  10), (-15,   6), (  1,  16), (  5,  44), ( 29,  77), ( 76, 120), (  0,   0),
        (  0,   0), (-11,  -3), (-19,  -4), (-10,  11), ( 12,  32), ( 45,  64), ( 91, 115), (  0,   0),
    ];
    /// An own piece stands in its way.
    PASSED_BLOCKED_BY_OWN[8] = [
        (0, 0), (-2, -5), (-10, 18), (0, 4), (-5, 15), (8, 14), (8, -55), (0, 0),
    ];
    /// An enemy piece does.
    PASSED_BLOCKED_BY_ENEMY[8] = [
        (0, 0), (-12, 19), (-4, -1), (8, 1), (3, -6), (9, -14), (-30, -23), (0, 0),
    ];
    /// It may step forward, and the enemy does not attack that square.
    PASSED_SAFE_STEP[8] = [(0, 0), (-1, 6), (0, 10), (1, 8), (5, 14), (18, 4), (-6, 38), (0, 0)];
    /// The enemy neither stands on its way nor attacks a square of it.
    PASSED_SAFE_PATH[8] = [(0, 0), (-29, 14), (-40, 14), (-29, 27), (-14, 29), (-2, 40), (7, 55), (0, 0)];
    /// Nothing stands on its way.
    PASSED_FREE_PATH[8] = [(0, 0), (11, 0), (-4, 6), (-3, 2), (-2, 7), (7, 19), (19, -5), (0, 0)];
    /// A piece or the king defends the square ahead.
    PASSED_DEFENDED_STEP[8] = [(0, 0), (8, -1), (4, 10), (15, 3), (15, 17), (30, 31), (33, 101), (0, 0)];
    /// A pawn defends it or the square ahead.
    PASSED_SUPPORTED[8] = [(0, 0), (-1, 2), (3, -1), (7, -2), (1, -3), (-1, 16), (22, 4), (0, 0)];
    /// There is another on a neighbouring file.
    PASSED_CONNECTED[8] = [(0, 0), (5, -6), (-5, 5), (-4, 12), (13, 6), (12, -2), (11, 13), (0, 0)];
    /// The enemy has only king and pawns.
    PASSED_NO_PIECES[8] = [(0, 0), (0, 55), (0, 45), (-2, 38), (-1, 41), (-1, 38), (0, 71), (0, 0)];
    /// The own king's distance to the square ahead: a line for each rank from the fourth to the seventh.
    PASSED_OWN_KING[32] = [
        (  8,  37), ( -1,  34), (  6,  17), ( -6,   4), ( -5, -10), (-13, -16), (  1, -21), (-12, -20),
        (  5,  44), (  5,  43), ( 14,  22), (  1,   0), (-15,  -8), (-18, -17), ( -4, -23), ( 13, -23),
        (  2,  42), ( 15,  43), ( 30,  27), ( 15,  -4), ( -7, -11), ( -3, -25), (-28, -16), (-34, -27),
        (  9,  55), (  4,  14), ( 18,  44), ( 12,   3), ( 22, -11), ( 17, -21), (  2, -25), (-34,  -3),
    ];
    /// The enemy king's distance to it.
    PASSED_ENEMY_KING[32] = [
        (-13, -17), (-10,   0), (  3, -10), ( -5,  -4), (-13,  13), (  6,  16), (  6,  19), (  0,  21),
        (-51, -28), (-15, -31), ( -7, -20), (  1,  -2), (  7,  23), (  0,  40), (  3,  44), ( 13,  31),
        (-84, -57), (-46, -71), ( 15, -42), (  0,   7), (  4,  47), ( 20,  62), ( 20,  63), ( 46,  56),
        (-65, -90), (  9, -58), (  6, -44), ( 10,  22), ( 11,  56), ( 28,  68), ( 20,  81), ( 24,  84),
    ];
    /// An own rook behind it.
    PASSED_OWN_ROOK_BEHIND[1] = [(9, 25)];
    /// An enemy rook behind it.
    PASSED_ENEMY_ROOK_BEHIND[1] = [(-28, -32)];
    /// It gets through by itself.
    PASSED_UNSTOPPABLE[1] = [(-2, 190)];
}

Linear "Threats" {
    /// A pawn attacks a pawn, knight, bishop, rook, queen.
    PAWN_THREAT[5] = [(-1, -29), (42, 44), (32, 40), (49, 28), (35, 0)];
    /// A pawn that is safe itself attacks a piece.
    SAFE_PAWN_THREAT[1] = [(16, 4)];
    /// A knight attacks a pawn, knight, bishop, rook, queen: a line for the well protected, one for the weak.
    KNIGHT_THREAT[10] = [
        (-3,  4), ( 7, 20), (27, 29), (54, 34), (44, 23),
        ( 2, 28), ( 2, 26), (31, 18), (59,  5), (40,  4),
    ];
    /// A bishop does.
    BISHOP_THREAT[10] = [
        ( 2,  0), (20, 39), ( 7, 31), (58, 64), (52, 45),
        ( 9, 23), (25, 34), (11, 31), (63, 21), (54, 37),
    ];
    /// A rook does.
    ROOK_THREAT[10] = [
        (-6,  8), ( 3, 13), ( 8,  0), ( 0,  6), (45, 49),
        (-4, 25), (18, 34), (22, 28), ( 3, 17), (51,  4),
    ];
    /// A queen does.
    QUEEN_THREAT[10] = [
        (1,   2), (1,   4), (2,  -9), (2, -16), (0,  -2),
        (5,   0), (6,  16), (5,   7), (7,   0), (3,   4),
    ];
    /// The king attacks a weak pawn, a weak piece.
    KING_THREAT[2] = [(25, 17), (24, 4)];
    /// A weak pawn, knight, bishop, rook, queen that nothing defends, or that two attack.
    HANGING[5] = [(2, 22), (11, 14), (8, 11), (5, 6), (-8, 10)];
    /// A weak piece or pawn that nothing but a queen defends.
    ONLY_QUEEN_DEFENDS[1] = [(4, 8)];
    /// An own pawn, knight, bishop, rook, queen that nothing defends.
    LOOSE[5] = [(-2, -1), (-5, 0), (-2, -2), (-2, -3), (3, -4)];
    /// An own knight, bishop, rook, queen that a pawn defends.
    PAWN_PROTECTS[4] = [(0, -4), (1, 21), (-3, 6), (-3, 22)];
    /// A safe pawn push would attack a pawn, knight, bishop, rook, queen.
    PUSH_THREAT[5] = [(0, 0), (9, 28), (10, 10), (14, 7), (12, 5)];
    /// A square that the enemy attacks, but not well, and so does this side.
    CONTESTED[1] = [(4, 3)];
    /// A safe square from which a knight would attack the only queen; without an own queen, with one.
    KNIGHT_ON_QUEEN[2] = [(7, -3), (8, -8)];
    /// A safe square, attacked twice, from which a slider would attack her; without an own queen, with one.
    SLIDER_ON_QUEEN[2] = [(20, -23), (8, 12)];
}

Linear "Space" {
    /// A safe square behind or among the own pawns in the centre, by the number of own pieces.
    SPACE[16] = [
        ( 10,  2), (-19,  6), (-14, 11), (-11, 14), ( -3, 10), (  1,  5), (  4, -2), (  4, 77),
        (  2, 13), ( 24,  2), ( 21,  1), ( 10,  0), (  3,  0), (  3,  0), (  3,  0), (  3,  0),
    ];
}

Linear "Shelter" {
    /// The own pawn nearest ahead on a file by the king: a line for each distance of the file from the edge,
    /// in it the rank of the pawn, 0 for none.
    SHELTER[32] = [
        (-22,  13), ( 11, -15), ( 18, -13), ( 12,  -7), (  3,   0), (  6,  22), ( 32,   3), (  0,   0),
        (-19,   4), ( 12,  -1), (  1,  -8), ( -1,  -1), (  0,   1), ( -1,   5), ( 13, -15), (  0,   0),
        (  5,   0), ( 10,   3), (-15,   8), ( -1,  -1), (  1,   1), ( 15, -22), (  6,  -4), (  0,   0),
        (-12,   7), (-11,   9), (  5,   1), (  0,   1), (  1,  -8), ( -4,  -1), ( -2,   7), (  0,   0),
    ];
    /// The enemy pawn nearest ahead on such a file, in the same way.
    STORM[32] = [
        (  4,  -2), ( 54, -11), ( -2,   8), (-20,   1), (-11,  -5), (  2,  -6), ( -1,  -5), (  0,   0),
        (  0,  11), ( 24,  22), (-30,  27), (-12,  19), (-21,  10), ( -6,   8), ( -4,   4), (  0,   0),
        ( 19,  -3), (-21,  -1), (-20,  19), (-19,   7), ( -4,   2), (  3,   0), (  3,  -2), (  0,   0),
        ( -3,   7), (-13,  12), (-23,  -1), ( -4,  -6), (-16,  -7), (-11,  -8), (-19,   4), (  0,   0),
    ];
    /// The same, if it has run into an own pawn, by its rank.
    STORM_RAMMED[8] = [(0, 0), (0, 0), (7, -71), (1, -18), (-5, -9), (-2, -5), (-3, -7), (0, 0)];
    /// The king's file: with pawns of both, none of his own, none of the enemy's, none at all.
    KING_FILE[4] = [(2, 12), (6, 4), (-9, 1), (-8, -19)];
    /// A file beside the king's, in the same way.
    KING_SIDE_FILE[4] = [(-5, 17), (5, 2), (-2, 3), (7, -22)];
    /// Which of the three squares before the king, in the three lowest bits, and of those behind them have own
    /// pawns. If he stands on the files a to d, the board is seen in a mirror.
    SHIELD_PATTERN[64] = [
        ( -4,  -5), (-10,  -4), ( 12,  -2), (  5,   1), ( -2,  -6), (  1,  -7), (  1,   1), (  4,   0),
        ( -5,  -1), (-26,  12), ( -5,   7), ( -8,  -7), ( -5,   0), (  2,  10), ( -2,  13), ( 10,   6),
        ( -6,  -1), (  5,   0), ( 24,  -1), ( 14,   9), ( -4,   0), ( 12,   0), (  0,  -2), (  0,   0),
        ( -9,   0), ( 14,  -3), (  2,  17), (  6,   4), ( -8,  -1), ( -3,   1), (  0,   0), (  0,   0),
        ( -2,   1), ( -1,   8), (  8,   2), (  5,  -6), (-22, -11), (-18,  -3), (-10,   8), (  5,   1),
        (  1,   0), ( -8,  -6), (  6,  -3), (-19,  -9), (-21,  -6), (  0,   0), (-32, -22), (  0,   0),
        ( -6,   5), (  4,   3), ( 10,  16), (  0,   0), ( -7,   8), ( 12,  11), (  0,   1), (  0,   0),
        (  7,   1), (  4,   1), (  3,   0), (  0,   0), (-12,  -2), (  0,   0), (  0,   0), (  0,   0),
    ];
    /// A rook with which the king may still castle.
    CASTLING_RIGHT[1] = [(19, 6)];
}

Danger "King attack" {
    /// A knight, bishop, rook, queen attacks the king's ring.
    KING_ATTACKER[4] = [(16, 8), (13, 5), (21, -14), (11, 5)];
    /// So many pieces do; five for more.
    KING_ATTACKERS[6] = [(15, 2), (8, 1), (1, -4), (-4, 0), (0, -2), (3, -3)];
    /// A square of the ring that a knight, bishop, rook, queen attacks.
    KING_RING_ATTACK[4] = [(13, -3), (7, 3), (-2, 8), (3, -1)];
    /// A square of the ring that a pawn attacks.
    KING_RING_PAWN_ATTACK[1] = [(11, -1)];
    /// A square of the ring that nothing but king and queen defend is attacked.
    KING_RING_WEAK[1] = [(6, -4)];
    /// A knight, bishop, rook, queen can give check without being taken: on one square, on several.
    KING_SAFE_CHECK[8] = [(56, 1), (57, -5), (31, 29), (52, 21), (51, 16), (77, 26), (35, 41), (63, 40)];
    /// A check of a knight, bishop, rook, queen that can be answered by taking the piece.
    KING_UNSAFE_CHECK[4] = [(3, 0), (10, 13), (17, 2), (-1, 7)];
    /// A defender is pinned to the king.
    KING_PINNED[1] = [(0, -8)];
    /// An attacker's piece stands alone before the king in the line of its own slider.
    KING_DISCOVERED[1] = [(88, 40)];
    /// A square that a queen on the king's would attack.
    KING_LINES[1] = [(2, 0)];
    /// So many squares next to the king are free for him.
    KING_ESCAPES[9] = [
        (12, 36), (6, 14), (0, 0), (-3, -4), (-3, -6), (2, -7), (8, -11), (12, -9), (4, -3),
    ];
    /// A square on the king's wing of his camp is attacked.
    KING_FLANK_ATTACK[1] = [(8, -3)];
    /// It is attacked twice.
    KING_FLANK_DOUBLE_ATTACK[1] = [(3, -1)];
    /// It is defended.
    KING_FLANK_DEFENCE[1] = [(-5, 0)];
    /// A knight, bishop of the defender's guards a square next to the king.
    KING_DEFENDER[2] = [(-7, 4), (-10, 5)];
    /// The own pawn nearest ahead on one of the three files by the king, by its rank, 0 for none.
    KING_SHIELD[8] = [(8, -10), (-13, 4), (-4, 5), (1, 4), (6, 3), (15, -2), (-16, 7), (0, 0)];
    /// The enemy pawn nearest ahead on one of them, by its rank, 0 for none.
    KING_STORM[8] = [(12, -10), (1, -20), (17, 20), (-2, 1), (-8, 4), (-11, 3), (-4, 2), (0, 0)];
    /// The attacker has no queen.
    KING_NO_ENEMY_QUEEN[1] = [(-71, -62)];
    /// There is a king.
    KING_EXPOSED[1] = [(32, 0)];
}

Linear "Lone king" {
    /// A single pawn against him, and it is known to win.
    PAWN_WINS[1] = [(400, 400)];
    /// The enemy has a bare king, and there is enough to mate him.
    LONE_KING[1] = [(300, 300)];
    /// The distance between the kings.
    LONE_KING_APART[8] = [(0, 0), (0, 0), (70, 70), (60, 60), (50, 50), (38, 38), (24, 24), (10, 10)];
    /// His steps to the nearest corner, unless bishop and knight are to mate him.
    LONE_KING_CORNER[7] = [(120, 120), (100, 100), (80, 80), (60, 60), (40, 40), (20, 20), (0, 0)];
    /// His steps to the corners of the bishop's colour, if they are.
    LONE_KING_BISHOP_CORNER[8] = [
        (210, 210), (180, 180), (150, 150), (120, 120), (90, 90), (60, 60), (30, 30), (0, 0),
    ];
}

Linear "Initiative" {
    /// To have the move.
    TEMPO[1] = [(29, 18)];
}
}
