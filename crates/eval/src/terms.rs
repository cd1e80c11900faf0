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

Linear "Pieces" {
    /// Bishops on both colours.
    BISHOP_PAIR[1] = [(26, 48)];
    /// For each bishop, its own pawns on its colour.
    BISHOP_PAWNS[1] = [(-3, -6)];
    /// A knight in the enemy's half that a pawn defends and no pawn can chase away.
    KNIGHT_OUTPOST[1] = [(26, 18)];
    /// A bishop on such a square.
    BISHOP_OUTPOST[1] = [(20, 10)];
    /// A rook on a file without pawns.
    ROOK_OPEN_FILE[1] = [(32, 10)];
    /// A rook on a file with enemy pawns only.
    ROOK_HALF_OPEN_FILE[1] = [(14, 8)];
    /// A rook on the seventh rank, with pawns to take or a king to cut off.
    ROOK_ON_SEVENTH[1] = [(4, 20)];
}

Linear "Pawns" {
    /// A pawn without own pawns on the neighbouring files; exposed if no enemy pawn is ahead on its file.
    ISOLATED[2] = [(-6, -10), (-14, -18)];
    /// A pawn that cannot advance safely and that no pawn can come to help; hidden, exposed.
    BACKWARD[2] = [(-4, -8), (-14, -14)];
    /// A pawn with another ahead of it.
    DOUBLED[1] = [(-6, -16)];
    /// A pawn that is both doubled and isolated.
    DOUBLED_ISOLATED[1] = [(-6, -12)];
    /// A pawn that a pawn defends, by its rank.
    SUPPORTED[8] = [(0, 0), (0, 0), (14, 8), (10, 8), (14, 14), (34, 34), (80, 60), (0, 0)];
    /// A pawn with another at its side, by its rank.
    PHALANX[8] = [(0, 0), (4, 0), (10, 6), (14, 12), (28, 30), (60, 60), (90, 100), (0, 0)];
}

Linear "Passed pawns" {
    /// A passed pawn, by its rank.
    PASSED[8] = [(0, 0), (-4, 8), (-6, 10), (-2, 26), (16, 50), (44, 90), (80, 130), (0, 0)];
    /// Something stands in its way.
    PASSED_BLOCKED[8] = [(0, 0), (0, -4), (0, -6), (-2, -14), (-6, -24), (-16, -46), (-30, -70), (0, 0)];
    /// It may step forward, and the enemy does not attack that square.
    PASSED_SAFE_STEP[8] = [(0, 0), (0, 4), (0, 6), (2, 10), (4, 16), (8, 28), (14, 40), (0, 0)];
    /// The enemy neither stands on its way nor attacks a square of it.
    PASSED_SAFE_PATH[8] = [(0, 0), (0, 4), (0, 6), (2, 12), (6, 24), (20, 50), (30, 60), (0, 0)];
    /// A pawn defends it or the square ahead.
    PASSED_SUPPORTED[8] = [(0, 0), (0, 0), (0, 2), (4, 8), (10, 14), (20, 26), (30, 34), (0, 0)];
    /// The own king's distance to the square ahead, once a rank from the fourth on.
    PASSED_OWN_KING[8] = [(0, 6), (2, 16), (0, 8), (0, 2), (0, -2), (0, -6), (-2, -8), (-2, -10)];
    /// The enemy king's distance to it.
    PASSED_ENEMY_KING[8] = [(-4, -26), (-4, -20), (-2, -8), (0, 4), (0, 12), (2, 18), (4, 20), (4, 22)];
    /// An own rook behind it.
    PASSED_OWN_ROOK_BEHIND[1] = [(6, 18)];
    /// An enemy rook behind it.
    PASSED_ENEMY_ROOK_BEHIND[1] = [(-6, -18)];
    /// It gets through by itself.
    PASSED_UNSTOPPABLE[1] = [(0, 300)];
}

Linear "Threats" {
    /// A pawn attacks a pawn, knight, bishop, rook, queen.
    PAWN_THREAT[5] = [(8, -6), (60, 40), (60, 50), (84, 40), (76, 30)];
    /// A knight or bishop attacks a weak pawn, knight, bishop or any rook, queen.
    MINOR_THREAT[5] = [(6, 16), (24, 26), (30, 30), (56, 36), (50, 40)];
    /// A rook attacks a weak pawn, knight, bishop, rook or any queen.
    ROOK_THREAT[5] = [(2, 18), (24, 30), (24, 32), (10, 20), (60, 30)];
    /// The king attacks a weak piece or pawn.
    KING_THREAT[1] = [(10, 34)];
    /// A weak piece or pawn that nothing defends, or that two attack.
    HANGING[1] = [(16, 10)];
    /// A safe pawn push would attack a piece.
    PUSH_THREAT[1] = [(16, 14)];
    /// A square that the enemy attacks, but not well, and so does this side.
    CONTESTED[1] = [(3, 3)];
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
    /// The enemy pawn nearest ahead on a file by the king, by its rank, 0 for none.
    STORM[8] = [(0, 0), (0, 0), (-40, 0), (-24, 0), (-8, 0), (0, 0), (0, 0), (0, 0)];
    /// The same, if it has run into an own pawn.
    STORM_RAMMED[8] = [(0, 0), (0, 0), (-10, -10), (2, -4), (4, 0), (4, 0), (0, 0), (0, 0)];
}

Danger "King attack" {
    /// A knight, bishop, rook, queen attacks the king's ring.
    KING_ATTACKER[4] = [(34, 10), (24, 10), (26, 10), (20, 30)];
    /// A piece attacks a square of the ring.
    KING_RING_ATTACK[1] = [(8, 2)];
    /// A square of the ring that nothing but king and queen defend is attacked.
    KING_RING_WEAK[1] = [(22, 4)];
    /// A knight, bishop, rook, queen can give check without being taken.
    KING_SAFE_CHECK[4] = [(76, 20), (48, 20), (84, 20), (64, 40)];
    /// A check that can be answered by taking the piece.
    KING_UNSAFE_CHECK[1] = [(8, 0)];
    /// A piece is pinned to the king.
    KING_PINNED[1] = [(12, 4)];
    /// A square on the king's wing of his camp is attacked.
    KING_FLANK_ATTACK[1] = [(4, 0)];
    /// It is attacked twice.
    KING_FLANK_DOUBLE_ATTACK[1] = [(6, 0)];
    /// It is defended.
    KING_FLANK_DEFENCE[1] = [(-4, 0)];
    /// The attacker has no queen.
    KING_NO_ENEMY_QUEEN[1] = [(-110, -40)];
    /// There is a king.
    KING_EXPOSED[1] = [(10, 0)];
}

Linear "Lone king" {
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
