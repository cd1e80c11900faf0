//! Every term of the evaluation: its name, its number of features, its weights.
//!
//! Weights are pairs of a middlegame and an endgame value, in hundredths of a pawn. They are reasoned by
//! hand, round numbers for what the textbooks say; the tuner is to replace them.
//!
//! Squares are seen from the side that owns the piece, its first rank in the first line; since both wings
//! are worth the same, each line holds the files a to d, and e to h are their mirror.

use crate::term::terms;

#[rustfmt::skip]
terms! {
Linear "Material" {
    /// A pawn, knight, bishop, rook or queen.
    MATERIAL[5] = [(85, 110), (330, 310), (345, 320), (470, 540), (990, 980)];
}

Linear "Piece-square" {
    /// A pawn on a square: the centre wants pawns, the wings keep theirs at home.
    PAWN_SQUARES[32] = [
        (  0,   0), (  0,   0), (  0,   0), (  0,   0),
        (-10,   4), (  2,   4), ( -2,   4), (-12,   4),
        (-10,   0), (  0,   0), (  2,   0), (  8,   0),
        (-12,   4), ( -2,   4), (  6,   0), ( 22,  -2),
        ( -6,  14), (  4,  10), ( 10,   6), ( 26,   4),
        ( 10,  40), ( 16,  38), ( 28,  32), ( 36,  30),
        ( 40,  70), ( 44,  70), ( 50,  64), ( 54,  60),
        (  0,   0), (  0,   0), (  0,   0), (  0,   0),
    ];
    /// A knight on a square: the centre, and never the rim.
    KNIGHT_SQUARES[32] = [
        (-60, -45), (-26, -32), (-20, -22), (-14, -14),
        (-28, -30), (-20, -18), ( -4, -10), (  2,  -2),
        (-18, -22), ( -4,  -6), (  8,   2), ( 12,  12),
        (-12, -14), (  6,   0), ( 16,  12), ( 20,  22),
        ( -6, -12), ( 10,   2), ( 22,  14), ( 28,  24),
        (-10, -18), ( 10,  -4), ( 26,   6), ( 28,  14),
        (-36, -28), (-18, -14), ( 12,  -6), ( 12,   0),
        (-95, -50), (-45, -34), (-30, -22), (-20, -16),
    ];
    /// A bishop on a square: the centre and the long diagonals.
    BISHOP_SQUARES[32] = [
        (-18, -20), ( -8, -14), (-14, -12), (-14,  -8),
        ( -6, -14), ( 12, -10), (  6,  -4), (  2,   0),
        (  0, -10), (  8,  -2), ( 10,   2), (  8,   6),
        ( -4,  -8), (  4,   0), (  8,   6), ( 18,  10),
        ( -4,  -6), (  6,   2), ( 10,   6), ( 20,  10),
        ( -2,  -8), (  6,   0), ( 12,   2), ( 10,   4),
        (-18, -10), (-10,  -4), ( -6,   0), ( -6,   0),
        (-30, -18), (-20, -12), (-24,  -8), (-24,  -6),
    ];
    /// A rook on a square: the middle files at home, the seventh rank.
    ROOK_SQUARES[32] = [
        (-14,  -6), ( -8,  -4), (  0,  -2), (  6,  -4),
        (-22,  -6), (-10,  -6), ( -6,  -4), (  0,  -4),
        (-18,  -2), ( -6,  -2), ( -6,  -2), ( -2,  -2),
        (-14,   4), ( -6,   4), ( -4,   4), (  0,   2),
        ( -6,   8), (  0,   8), (  6,   6), ( 10,   4),
        (  0,  10), (  8,   8), ( 12,   6), ( 14,   4),
        ( 10,  14), ( 10,  14), ( 20,  12), ( 24,  10),
        (  8,  12), (  8,  12), ( 10,  12), ( 12,  10),
    ];
    /// A queen on a square: no early sorties, the centre later.
    QUEEN_SQUARES[32] = [
        ( -4, -34), ( -6, -30), ( -2, -26), (  6, -22),
        ( -6, -28), (  0, -22), (  6, -18), (  6, -10),
        ( -4, -18), (  2, -10), (  0,   2), ( -2,   6),
        ( -4,  -8), ( -2,   6), ( -4,  14), ( -6,  24),
        ( -2,   0), ( -4,  14), ( -4,  20), ( -8,  30),
        (  2,  -4), (  2,   8), (  4,  18), (  4,  24),
        ( -6,  -2), (-20,  12), (  0,  16), (  0,  22),
        (  6,  -6), (  8,   4), ( 10,  10), ( 12,  12),
    ];
    /// The king on a square: castled while there are queens, in the centre when there are none.
    KING_SQUARES[32] = [
        ( 22, -60), ( 34, -36), (  8, -22), ( -8, -20),
        ( 18, -30), ( 16, -14), (-14,  -4), (-30,   2),
        (-14, -18), (-16,  -4), (-36,   8), (-46,  14),
        (-34, -12), (-36,   4), (-52,  16), (-62,  24),
        (-44,  -4), (-44,  12), (-58,  22), (-68,  28),
        (-46,   0), (-44,  18), (-58,  24), (-66,  28),
        (-50, -12), (-48,   8), (-58,  14), (-64,  16),
        (-60, -40), (-54, -18), (-60,  -8), (-64,  -4),
    ];
}

Linear "Initiative" {
    /// To have the move.
    TEMPO[1] = [(20, 14)];
}
}
