// Positions that more than one part of the course shows.

export const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
export const MIDDLE = 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3';
export const KIWIPETE = 'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1';
export const SMOTHERED = '3r3k/6pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1';
export const GUARDED_PAWN = '4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1';
export const ROOK_ENDING = '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1';
export const ZUGZWANG = '8/8/8/3k4/3p4/3K4/3P4/8 w - - 0 1';
