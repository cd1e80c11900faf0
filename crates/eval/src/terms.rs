//! Every term of the evaluation: its name, its number of features, its weights.
//!
//! Weights are pairs of a middlegame and an endgame value, in hundredths of a pawn. They are reasoned by
//! hand, round numbers for what the textbooks say, nothing where they say nothing; the tuner is to replace
//! them.
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
    MATERIAL[5] = [(85, 110), (330, 310), (345, 320), (470, 540), (990, 980)];
    /// Every pair of own pieces, by the two roles, the lower one changing faster: pawn and pawn, knight and
    /// pawn, knight and knight, bishop and pawn, and so on to queen and queen.
    IMBALANCE_OWN[15] = [
        (0, 0),
        (2, 2), (-6, -6),
        (0, 0), (0, 0), (0, 0),
        (-2, -1), (0, 0), (0, 0), (-14, -10),
        (0, 0), (0, 0), (0, 0), (-6, -6), (0, 0),
    ];
    /// Every pair of an own piece and an enemy one of a lower role: knight and pawn, bishop and pawn, bishop
    /// and knight, rook and pawn, and so on to queen and rook.
    IMBALANCE_ENEMY[10] = [
        (0, 0),
        (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// Bishops on both colours, by the number of own pawns.
    BISHOP_PAIR[9] = [
        (30, 60), (30, 58), (30, 56), (29, 54), (28, 51), (26, 48), (24, 44), (22, 40), (20, 36),
    ];
    /// Bishops on both colours, while the enemy has no bishop to trade one for.
    BISHOP_PAIR_UNCONTESTED[1] = [(4, 4)];
}

Linear "Piece-square" {
    /// A pawn on a square: the centre wants pawns, the wings keep theirs at home.
    PAWN_SQUARES[64] = [
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (-10,   4), (  2,   4), ( -2,   4), (-12,   4), (-12,   4), ( -2,   4), (  2,   4), (-10,   4),
        (-10,   0), (  0,   0), (  2,   0), (  8,   0), (  8,   0), (  2,   0), (  0,   0), (-10,   0),
        (-12,   4), ( -2,   4), (  6,   0), ( 22,  -2), ( 22,  -2), (  6,   0), ( -2,   4), (-12,   4),
        ( -6,  14), (  4,  10), ( 10,   6), ( 26,   4), ( 26,   4), ( 10,   6), (  4,  10), ( -6,  14),
        ( 10,  40), ( 16,  38), ( 28,  32), ( 36,  30), ( 36,  30), ( 28,  32), ( 16,  38), ( 10,  40),
        ( 40,  70), ( 44,  70), ( 50,  64), ( 54,  60), ( 54,  60), ( 50,  64), ( 44,  70), ( 40,  70),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
    ];
    /// A knight on a square: the centre, and never the rim.
    KNIGHT_SQUARES[64] = [
        (-60, -45), (-26, -32), (-20, -22), (-14, -14), (-14, -14), (-20, -22), (-26, -32), (-60, -45),
        (-28, -30), (-20, -18), ( -4, -10), (  2,  -2), (  2,  -2), ( -4, -10), (-20, -18), (-28, -30),
        (-18, -22), ( -4,  -6), (  8,   2), ( 12,  12), ( 12,  12), (  8,   2), ( -4,  -6), (-18, -22),
        (-12, -14), (  6,   0), ( 16,  12), ( 20,  22), ( 20,  22), ( 16,  12), (  6,   0), (-12, -14),
        ( -6, -12), ( 10,   2), ( 22,  14), ( 28,  24), ( 28,  24), ( 22,  14), ( 10,   2), ( -6, -12),
        (-10, -18), ( 10,  -4), ( 26,   6), ( 28,  14), ( 28,  14), ( 26,   6), ( 10,  -4), (-10, -18),
        (-36, -28), (-18, -14), ( 12,  -6), ( 12,   0), ( 12,   0), ( 12,  -6), (-18, -14), (-36, -28),
        (-95, -50), (-45, -34), (-30, -22), (-20, -16), (-20, -16), (-30, -22), (-45, -34), (-95, -50),
    ];
    /// A bishop on a square: the centre and the long diagonals.
    BISHOP_SQUARES[64] = [
        (-18, -20), ( -8, -14), (-14, -12), (-14,  -8), (-14,  -8), (-14, -12), ( -8, -14), (-18, -20),
        ( -6, -14), ( 12, -10), (  6,  -4), (  2,   0), (  2,   0), (  6,  -4), ( 12, -10), ( -6, -14),
        (  0, -10), (  8,  -2), ( 10,   2), (  8,   6), (  8,   6), ( 10,   2), (  8,  -2), (  0, -10),
        ( -4,  -8), (  4,   0), (  8,   6), ( 18,  10), ( 18,  10), (  8,   6), (  4,   0), ( -4,  -8),
        ( -4,  -6), (  6,   2), ( 10,   6), ( 20,  10), ( 20,  10), ( 10,   6), (  6,   2), ( -4,  -6),
        ( -2,  -8), (  6,   0), ( 12,   2), ( 10,   4), ( 10,   4), ( 12,   2), (  6,   0), ( -2,  -8),
        (-18, -10), (-10,  -4), ( -6,   0), ( -6,   0), ( -6,   0), ( -6,   0), (-10,  -4), (-18, -10),
        (-30, -18), (-20, -12), (-24,  -8), (-24,  -6), (-24,  -6), (-24,  -8), (-20, -12), (-30, -18),
    ];
    /// A rook on a square: the middle files at home, the seventh rank.
    ROOK_SQUARES[64] = [
        (-14,  -6), ( -8,  -4), (  0,  -2), (  6,  -4), (  6,  -4), (  0,  -2), ( -8,  -4), (-14,  -6),
        (-22,  -6), (-10,  -6), ( -6,  -4), (  0,  -4), (  0,  -4), ( -6,  -4), (-10,  -6), (-22,  -6),
        (-18,  -2), ( -6,  -2), ( -6,  -2), ( -2,  -2), ( -2,  -2), ( -6,  -2), ( -6,  -2), (-18,  -2),
        (-14,   4), ( -6,   4), ( -4,   4), (  0,   2), (  0,   2), ( -4,   4), ( -6,   4), (-14,   4),
        ( -6,   8), (  0,   8), (  6,   6), ( 10,   4), ( 10,   4), (  6,   6), (  0,   8), ( -6,   8),
        (  0,  10), (  8,   8), ( 12,   6), ( 14,   4), ( 14,   4), ( 12,   6), (  8,   8), (  0,  10),
        ( 10,  14), ( 10,  14), ( 20,  12), ( 24,  10), ( 24,  10), ( 20,  12), ( 10,  14), ( 10,  14),
        (  8,  12), (  8,  12), ( 10,  12), ( 12,  10), ( 12,  10), ( 10,  12), (  8,  12), (  8,  12),
    ];
    /// A queen on a square: no early sorties, the centre later.
    QUEEN_SQUARES[64] = [
        ( -4, -34), ( -6, -30), ( -2, -26), (  6, -22), (  6, -22), ( -2, -26), ( -6, -30), ( -4, -34),
        ( -6, -28), (  0, -22), (  6, -18), (  6, -10), (  6, -10), (  6, -18), (  0, -22), ( -6, -28),
        ( -4, -18), (  2, -10), (  0,   2), ( -2,   6), ( -2,   6), (  0,   2), (  2, -10), ( -4, -18),
        ( -4,  -8), ( -2,   6), ( -4,  14), ( -6,  24), ( -6,  24), ( -4,  14), ( -2,   6), ( -4,  -8),
        ( -2,   0), ( -4,  14), ( -4,  20), ( -8,  30), ( -8,  30), ( -4,  20), ( -4,  14), ( -2,   0),
        (  2,  -4), (  2,   8), (  4,  18), (  4,  24), (  4,  24), (  4,  18), (  2,   8), (  2,  -4),
        ( -6,  -2), (-20,  12), (  0,  16), (  0,  22), (  0,  22), (  0,  16), (-20,  12), ( -6,  -2),
        (  6,  -6), (  8,   4), ( 10,  10), ( 12,  12), ( 12,  12), ( 10,  10), (  8,   4), (  6,  -6),
    ];
    /// The king on a square: castled while there are queens, in the centre when there are none.
    KING_SQUARES[32] = [
        ( -8, -20), (  8, -22), ( 34, -36), ( 22, -60),
        (-30,   2), (-14,  -4), ( 16, -14), ( 18, -30),
        (-46,  14), (-36,   8), (-16,  -4), (-14, -18),
        (-62,  24), (-52,  16), (-36,   4), (-34, -12),
        (-68,  28), (-58,  22), (-44,  12), (-44,  -4),
        (-66,  28), (-58,  24), (-44,  18), (-46,   0),
        (-64,  16), (-58,  14), (-48,   8), (-50, -12),
        (-64,  -4), (-60,  -8), (-54, -18), (-60, -40),
    ];
}

Linear "Piece-square, kings apart" {
    /// More for a pawn if the enemy king stands on the other wing, where it may storm without baring its own.
    PAWN_OPPOSITE[64] = [
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  3,   0), (  3,   0), (  3,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  6,   0), (  6,   0), (  6,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  8,   0), (  8,   0), (  8,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
    ];
    /// More for a knight if the enemy king stands on the other wing.
    KNIGHT_OPPOSITE[64] = [
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
    ];
    /// More for a bishop if the enemy king stands on the other wing.
    BISHOP_OPPOSITE[64] = [
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
    ];
    /// More for a rook if the enemy king stands on the other wing.
    ROOK_OPPOSITE[64] = [
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
    ];
    /// More for a queen if the enemy king stands on the other wing.
    QUEEN_OPPOSITE[64] = [
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0), (  0,   0),
    ];
    /// More for the king if the enemy king stands on the other wing.
    KING_OPPOSITE[32] = [
        (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0),
    ];
}

Linear "Mobility" {
    /// The safe squares that a knight reaches.
    KNIGHT_MOBILITY[9] = [
        (-48, -60), (-30, -36), (-14, -18), (-4, -4), (4, 4), (10, 12), (16, 16), (20, 18), (24, 18),
    ];
    /// The safe squares that a bishop reaches.
    BISHOP_MOBILITY[14] = [
        (-40, -50), (-24, -34), (-10, -16), (-2, -6), (6, 4), (12, 12), (16, 18), (20, 24), (22, 28),
        (24, 30), (26, 32), (30, 32), (34, 34), (38, 34),
    ];
    /// The safe squares that a rook reaches.
    ROOK_MOBILITY[15] = [
        (-44, -60), (-30, -36), (-16, -20), (-10, -8), (-6, 0), (-2, 8), (2, 14), (6, 20), (10, 26),
        (14, 30), (16, 34), (18, 38), (20, 40), (22, 42), (24, 42),
    ];
    /// The safe squares that a queen reaches.
    QUEEN_MOBILITY[28] = [
        (-40, -70), (-30, -56), (-20, -44), (-12, -32), (-8, -22), (-4, -14), (-2, -6), (0, 0), (2, 6),
        (4, 12), (6, 16), (8, 20), (9, 24), (10, 28), (11, 31), (12, 34), (13, 36), (14, 38),
        (15, 40), (16, 42), (17, 44), (18, 46), (19, 47), (20, 48), (21, 49), (22, 50), (23, 51), (24, 52),
    ];
}

Linear "Safe mobility" {
    /// A square that counts for the mobility of a knight, bishop, rook, queen, and that no enemy attacks.
    SAFE_MOBILITY[4] = [(1, 1), (1, 1), (1, 1), (0, 1)];
}

Linear "Distance to kings" {
    /// A knight, by its distance from its own king.
    KNIGHT_OWN_KING[8] = [(0, 0), (4, 0), (4, 0), (2, 0), (0, 0), (-2, 0), (-4, 0), (-6, 0)];
    /// A knight, by its distance from the enemy king.
    KNIGHT_ENEMY_KING[8] = [(0, 0), (0, 0), (4, 2), (4, 2), (2, 0), (-2, 0), (-4, -2), (-6, -4)];
    /// A bishop, by its distance from its own king.
    BISHOP_OWN_KING[8] = [(0, 0), (4, 0), (2, 0), (2, 0), (0, 0), (-2, 0), (-2, 0), (-4, 0)];
    /// A bishop, by its distance from the enemy king.
    BISHOP_ENEMY_KING[8] = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)];
    /// A rook, by its distance from its own king.
    ROOK_OWN_KING[8] = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)];
    /// A rook, by its distance from the enemy king.
    ROOK_ENEMY_KING[8] = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)];
    /// A queen, by its distance from its own king.
    QUEEN_OWN_KING[8] = [(0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0)];
    /// A queen, by its distance from the enemy king.
    QUEEN_ENEMY_KING[8] = [(0, 0), (2, 10), (4, 10), (4, 6), (2, 2), (0, -2), (-2, -6), (-4, -10)];
}

Linear "Minor pieces" {
    /// For each bishop, its own pawns on its colour, by the number of own pawns on the files c to f that are
    /// blocked; three for more.
    BISHOP_PAWNS[4] = [(-2, -4), (-3, -6), (-4, -7), (-5, -8)];
    /// An enemy pawn on a bishop's diagonals, whatever is between.
    BISHOP_AIMS_AT_PAWN[1] = [(-2, -2)];
    /// A bishop that sees two squares of the centre.
    BISHOP_LONG_DIAGONAL[1] = [(14, 4)];
    /// A bishop in a corner of its back rank, shut in by an own pawn that cannot move.
    BISHOP_CORNERED[1] = [(-40, -40)];
    /// A bishop on the edge of the enemy's camp, shut in by a pawn.
    BISHOP_TRAPPED[1] = [(-50, -50)];
    /// A knight in the enemy's half that no pawn can chase away; without a pawn to defend it, with one.
    KNIGHT_OUTPOST[2] = [(8, 4), (26, 18)];
    /// A bishop on such a square.
    BISHOP_OUTPOST[2] = [(4, 2), (20, 10)];
    /// A free outpost with a pawn to defend it, one move away for a knight.
    KNIGHT_REACHES_OUTPOST[1] = [(8, 4)];
    /// The same for a bishop.
    BISHOP_REACHES_OUTPOST[1] = [(4, 2)];
    /// A knight, bishop right behind a pawn.
    MINOR_BEHIND_PAWN[2] = [(6, 2), (6, 2)];
}

Linear "Rooks and queens" {
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE[1] = [(32, 10)];
    /// A rook on a file with enemy pawns only; if no pawn defends any of them, if one does.
    ROOK_HALF_OPEN_FILE[2] = [(16, 10), (12, 6)];
    /// A rook behind an own pawn that something blocks.
    ROOK_CLOSED_FILE[1] = [(-6, -2)];
    /// A rook on the seventh rank, with pawns to take or a king to cut off.
    ROOK_ON_SEVENTH[1] = [(4, 20)];
    /// A rook on the file of the enemy king or beside it.
    ROOK_ON_KING_FILE[1] = [(4, 0)];
    /// A rook on the file of a queen.
    ROOK_ON_QUEEN_FILE[1] = [(4, 4)];
    /// A rook that another defends.
    ROOKS_CONNECTED[1] = [(4, 2)];
    /// A rook with few moves between its king and the corner; while he may castle, when he may not.
    ROOK_TRAPPED[2] = [(-20, -6), (-40, -10)];
    /// A queen in the enemy's half where no pawn can ever chase it away.
    QUEEN_INFILTRATION[1] = [(0, 10)];
    /// An enemy slider aims at a queen through one piece.
    QUEEN_EXPOSED[1] = [(-24, -8)];
}

Linear "Pawns" {
    /// A pawn without own pawns on the neighbouring files, by the distance of its file from the edge: a line
    /// for one that an enemy pawn hides from rooks, and one for the exposed.
    ISOLATED[8] = [
        (-2, -8), (-6, -10), (-8, -10), (-8, -12),
        (-8, -16), (-14, -18), (-16, -18), (-18, -20),
    ];
    /// A pawn that cannot advance safely and that no pawn can come to help; hidden, exposed.
    BACKWARD[2] = [(-4, -8), (-14, -14)];
    /// A pawn with another ahead of it.
    DOUBLED[1] = [(-6, -16)];
    /// A pawn with another right ahead of it.
    DOUBLED_CLOSE[1] = [(-2, -4)];
    /// A pawn that is both doubled and isolated.
    DOUBLED_ISOLATED[1] = [(-6, -12)];
    /// A pawn that a pawn defends, by its rank.
    SUPPORTED[8] = [(0, 0), (0, 0), (14, 8), (10, 8), (14, 14), (34, 34), (80, 60), (0, 0)];
    /// A pawn that two pawns defend.
    SUPPORTED_TWICE[1] = [(4, 4)];
    /// A pawn with another at its side, by its rank.
    PHALANX[8] = [(0, 0), (4, 0), (10, 6), (14, 12), (28, 30), (60, 60), (90, 100), (0, 0)];
    /// A supported pawn or one of a phalanx with an enemy pawn ahead on its file, by its rank.
    CONNECTED_OPPOSED[8] = [(0, 0), (0, 0), (-4, -2), (-4, -4), (-8, -8), (-14, -14), (0, 0), (0, 0)];
    /// A pawn, no pawn ahead of it, with as many pawns to help it past as there are to stop it, by its rank.
    CANDIDATE[8] = [(0, 0), (-2, 4), (0, 6), (4, 12), (12, 24), (24, 40), (0, 0), (0, 0)];
    /// A pawn that attacks a pawn, by its rank.
    LEVER[8] = [(0, 0), (0, 0), (0, 0), (0, 0), (6, 4), (12, 8), (0, 0), (0, 0)];
    /// A pawn that two pawns attack and none defends.
    DOUBLY_ATTACKED[1] = [(-4, -20)];
    /// A pawn with an enemy pawn right ahead of it, by its rank.
    RAMMED[8] = [(0, 0), (-4, -6), (-4, -4), (0, 0), (4, 4), (6, 8), (0, 0), (0, 0)];
    /// The number of groups that no free file splits.
    ISLANDS[5] = [(0, 0), (0, 0), (-2, -4), (-5, -10), (-8, -16)];
    /// The king's distance from the nearest pawn of either side, 0 for no pawns.
    KING_TO_PAWNS[8] = [(0, 0), (0, 0), (0, -4), (0, -10), (0, -16), (0, -20), (0, -24), (0, -28)];
    /// Which of the squares d3, e3, c4, d4, e4 and f4, in this order from the lowest bit, have own pawns. If
    /// the own king stands on the files a to d, the board is seen in a mirror.
    CENTRE_PATTERN[64] = [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// No pawn of either side on the king's wing.
    PAWNLESS_FLANK[1] = [(-10, -30)];
}

Linear "Passed pawns" {
    /// A passed pawn: a line for each distance of its file from the edge, in it the rank.
    PASSED[32] = [
        (0, 0), (-4, 12), (-6, 14), (-2, 30), (18, 54), (46, 94), (80, 130), (0, 0),
        (0, 0), (-4, 10), (-6, 12), (-2, 28), (16, 52), (44, 92), (80, 130), (0, 0),
        (0, 0), (-4, 8), (-6, 10), (-2, 26), (16, 50), (44, 90), (80, 130), (0, 0),
        (0, 0), (-4, 6), (-6, 8), (-2, 24), (16, 48), (44, 88), (80, 130), (0, 0),
    ];
    /// An own piece stands in its way.
    PASSED_BLOCKED_BY_OWN[8] = [
        (0, 0), (0, -4), (0, -6), (-2, -12), (-6, -20), (-10, -30), (-16, -40), (0, 0),
    ];
    /// An enemy piece does.
    PASSED_BLOCKED_BY_ENEMY[8] = [
        (0, 0), (0, -4), (0, -6), (-2, -14), (-6, -26), (-18, -50), (-34, -80), (0, 0),
    ];
    /// It may step forward, and the enemy does not attack that square.
    PASSED_SAFE_STEP[8] = [(0, 0), (0, 4), (0, 6), (2, 10), (4, 16), (8, 28), (14, 40), (0, 0)];
    /// The enemy neither stands on its way nor attacks a square of it.
    PASSED_SAFE_PATH[8] = [(0, 0), (0, 4), (0, 6), (2, 12), (6, 24), (20, 50), (30, 60), (0, 0)];
    /// Nothing stands on its way.
    PASSED_FREE_PATH[8] = [(0, 0), (0, 0), (0, 0), (0, 2), (0, 4), (2, 8), (0, 0), (0, 0)];
    /// A piece or the king defends the square ahead.
    PASSED_DEFENDED_STEP[8] = [(0, 0), (0, 0), (0, 0), (0, 2), (2, 6), (6, 14), (10, 20), (0, 0)];
    /// A pawn defends it or the square ahead.
    PASSED_SUPPORTED[8] = [(0, 0), (0, 0), (0, 2), (4, 8), (10, 14), (20, 26), (30, 34), (0, 0)];
    /// There is another on a neighbouring file.
    PASSED_CONNECTED[8] = [(0, 0), (0, 0), (0, 0), (2, 4), (4, 8), (8, 16), (10, 20), (0, 0)];
    /// The enemy has only king and pawns.
    PASSED_NO_PIECES[8] = [(0, 0), (0, 4), (0, 6), (0, 10), (0, 20), (0, 34), (0, 50), (0, 0)];
    /// The own king's distance to the square ahead: a line for each rank from the fourth to the seventh.
    PASSED_OWN_KING[32] = [
        (0, 6), (2, 16), (0, 8), (0, 2), (0, -2), (0, -6), (-2, -8), (-2, -10),
        (0, 12), (4, 32), (0, 16), (0, 4), (0, -4), (0, -12), (-4, -16), (-4, -20),
        (0, 18), (6, 48), (0, 24), (0, 6), (0, -6), (0, -18), (-6, -24), (-6, -30),
        (0, 24), (8, 64), (0, 32), (0, 8), (0, -8), (0, -24), (-8, -32), (-8, -40),
    ];
    /// The enemy king's distance to it.
    PASSED_ENEMY_KING[32] = [
        (-4, -26), (-4, -20), (-2, -8), (0, 4), (0, 12), (2, 18), (4, 20), (4, 22),
        (-8, -52), (-8, -40), (-4, -16), (0, 8), (0, 24), (4, 36), (8, 40), (8, 44),
        (-12, -78), (-12, -60), (-6, -24), (0, 12), (0, 36), (6, 54), (12, 60), (12, 66),
        (-16, -104), (-16, -80), (-8, -32), (0, 16), (0, 48), (8, 72), (16, 80), (16, 88),
    ];
    /// An own rook behind it.
    PASSED_OWN_ROOK_BEHIND[1] = [(6, 18)];
    /// An enemy rook behind it.
    PASSED_ENEMY_ROOK_BEHIND[1] = [(-6, -18)];
    /// It gets through by itself.
    PASSED_UNSTOPPABLE[1] = [(0, 300)];
}

Linear "Threats" {
    /// A pawn attacks a pawn, knight, bishop, rook, queen.
    PAWN_THREAT[5] = [(8, -6), (50, 34), (50, 44), (74, 34), (66, 26)];
    /// A pawn that is safe itself attacks a piece.
    SAFE_PAWN_THREAT[1] = [(14, 8)];
    /// A knight attacks a pawn, knight, bishop, rook, queen: a line for the well protected, one for the weak.
    KNIGHT_THREAT[10] = [
        (0, 0), (0, 0), (10, 10), (54, 32), (48, 36),
        (6, 16), (24, 26), (30, 30), (56, 36), (50, 40),
    ];
    /// A bishop does.
    BISHOP_THREAT[10] = [
        (0, 0), (8, 8), (0, 0), (52, 34), (48, 40),
        (6, 16), (24, 26), (30, 30), (56, 36), (50, 40),
    ];
    /// A rook does.
    ROOK_THREAT[10] = [
        (0, 0), (2, 4), (2, 4), (0, 0), (58, 28),
        (2, 18), (24, 30), (24, 32), (10, 20), (60, 30),
    ];
    /// A queen does.
    QUEEN_THREAT[10] = [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (2, 6), (4, 8), (4, 8), (4, 8), (0, 0),
    ];
    /// The king attacks a weak pawn, a weak piece.
    KING_THREAT[2] = [(6, 30), (14, 38)];
    /// A weak pawn, knight, bishop, rook, queen that nothing defends, or that two attack.
    HANGING[5] = [(12, 10), (18, 12), (18, 12), (18, 12), (18, 12)];
    /// A weak piece or pawn that nothing but a queen defends.
    ONLY_QUEEN_DEFENDS[1] = [(6, 0)];
    /// An own pawn, knight, bishop, rook, queen that nothing defends.
    LOOSE[5] = [(-2, -4), (-4, -4), (-4, -4), (0, 0), (0, 0)];
    /// An own knight, bishop, rook, queen that a pawn defends.
    PAWN_PROTECTS[4] = [(2, 2), (2, 2), (0, 0), (0, 0)];
    /// A safe pawn push would attack a pawn, knight, bishop, rook, queen.
    PUSH_THREAT[5] = [(0, 0), (16, 14), (16, 14), (16, 14), (16, 14)];
    /// A square that the enemy attacks, but not well, and so does this side.
    CONTESTED[1] = [(3, 3)];
    /// A safe square from which a knight would attack the only queen; without an own queen, with one.
    KNIGHT_ON_QUEEN[2] = [(12, 10), (8, 6)];
    /// A safe square, attacked twice, from which a slider would attack her; without an own queen, with one.
    SLIDER_ON_QUEEN[2] = [(24, 12), (12, 6)];
}

Linear "Space" {
    /// A safe square behind or among the own pawns in the centre, by the number of own pieces.
    SPACE[16] = [
        (0, 0), (0, 0), (0, 0), (0, 0), (1, 0), (1, 0), (2, 0), (3, 0),
        (4, 0), (4, 0), (4, 0), (4, 0), (4, 0), (4, 0), (4, 0), (4, 0),
    ];
}

Linear "Shelter" {
    /// The own pawn nearest ahead on a file by the king: a line for each distance of the file from the edge,
    /// in it the rank of the pawn, 0 for none.
    SHELTER[32] = [
        (-12, 0), (24, 0), (22, 0), (4, 0), (-2, 0), (-6, 0), (-8, 0), (0, 0),
        (-30, 0), (26, 0), (12, 0), (-14, 0), (-16, 0), (-18, 0), (-20, 0), (0, 0),
        (-14, 0), (24, 0), (4, 0), (-4, 0), (-8, 0), (-10, 0), (-12, 0), (0, 0),
        (-20, 0), (12, 0), (4, 0), (-6, 0), (-10, 0), (-12, 0), (-14, 0), (0, 0),
    ];
    /// The enemy pawn nearest ahead on such a file, in the same way.
    STORM[32] = [
        (0, 0), (0, 0), (-40, 0), (-24, 0), (-8, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (-40, 0), (-24, 0), (-8, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (-40, 0), (-24, 0), (-8, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (-40, 0), (-24, 0), (-8, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// The same, if it has run into an own pawn, by its rank.
    STORM_RAMMED[8] = [(0, 0), (0, 0), (-10, -10), (2, -4), (4, 0), (4, 0), (0, 0), (0, 0)];
    /// The king's file: with pawns of both, none of his own, none of the enemy's, none at all.
    KING_FILE[4] = [(4, -4), (-2, 4), (-2, 0), (-12, 0)];
    /// A file beside the king's, in the same way.
    KING_SIDE_FILE[4] = [(2, 0), (0, 0), (0, 0), (-6, 0)];
    /// Which of the three squares before the king, in the three lowest bits, and of those behind them have own
    /// pawns. If he stands on the files a to d, the board is seen in a mirror.
    SHIELD_PATTERN[64] = [
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
        (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0), (0, 0),
    ];
    /// A rook with which the king may still castle.
    CASTLING_RIGHT[1] = [(8, 0)];
}

Danger "King attack" {
    /// A knight, bishop, rook, queen attacks the king's ring.
    KING_ATTACKER[4] = [(34, 2), (24, 2), (26, 2), (20, 4)];
    /// So many pieces do; five for more.
    KING_ATTACKERS[6] = [(-10, 0), (0, 0), (0, 0), (6, 0), (12, 0), (18, 0)];
    /// A square of the ring that a knight, bishop, rook, queen attacks.
    KING_RING_ATTACK[4] = [(8, 0), (8, 0), (8, 0), (8, 0)];
    /// A square of the ring that a pawn attacks.
    KING_RING_PAWN_ATTACK[1] = [(8, 0)];
    /// A square of the ring that nothing but king and queen defend is attacked.
    KING_RING_WEAK[1] = [(22, 1)];
    /// A knight, bishop, rook, queen can give check without being taken: on one square, on several.
    KING_SAFE_CHECK[8] = [(70, 6), (90, 8), (44, 6), (60, 8), (78, 6), (100, 8), (60, 10), (76, 14)];
    /// A check of a knight, bishop, rook, queen that can be answered by taking the piece.
    KING_UNSAFE_CHECK[4] = [(8, 0), (8, 0), (8, 0), (4, 0)];
    /// A defender is pinned to the king.
    KING_PINNED[1] = [(12, 1)];
    /// An attacker's piece stands alone before the king in the line of its own slider.
    KING_DISCOVERED[1] = [(12, 1)];
    /// A square that a queen on the king's would attack.
    KING_LINES[1] = [(1, 0)];
    /// So many squares next to the king are free for him.
    KING_ESCAPES[9] = [
        (20, 2), (12, 0), (4, 0), (0, 0), (-4, 0), (-6, 0), (-8, 0), (-8, 0), (-8, 0),
    ];
    /// A square on the king's wing of his camp is attacked.
    KING_FLANK_ATTACK[1] = [(4, 0)];
    /// It is attacked twice.
    KING_FLANK_DOUBLE_ATTACK[1] = [(6, 0)];
    /// It is defended.
    KING_FLANK_DEFENCE[1] = [(-4, 0)];
    /// A knight, bishop of the defender's guards a square next to the king.
    KING_DEFENDER[2] = [(-14, 0), (-6, 0)];
    /// The own pawn nearest ahead on one of the three files by the king, by its rank, 0 for none.
    KING_SHIELD[8] = [(8, 0), (-6, 0), (-4, 0), (0, 0), (2, 0), (2, 0), (2, 0), (0, 0)];
    /// The enemy pawn nearest ahead on one of them, by its rank, 0 for none.
    KING_STORM[8] = [(0, 0), (4, 0), (6, 0), (4, 0), (0, 0), (0, 0), (0, 0), (0, 0)];
    /// The attacker has no queen.
    KING_NO_ENEMY_QUEEN[1] = [(-110, -4)];
    /// There is a king.
    KING_EXPOSED[1] = [(36, 0)];
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
    TEMPO[1] = [(20, 14)];
}
}
