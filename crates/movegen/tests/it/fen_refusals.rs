//! Refused positions with their errors, and accepted positions that no game reaches.

use coppice_chess::position::setup::{PositionError, Setup};
use coppice_chess::{Position, perft};
use types::{Color, Piece, Role, Square};

use crate::support::{moves, moves_by_shakmaty, to_shakmaty};

#[test]
fn each_fault_has_its_own_error_that_names_it() {
    const PIECES: &str = "expected pieces PNBRQKpnbrqk and digits 1-8";
    const CASTLING: &str = "expected '-', KQkq or files A-H, a-h";
    const NO_ROOK: &str = "expected letters of rooks on their side's back rank";
    const COUNTER: &str = "expected a number from 0 to 65535";
    let cases = [
        ("", "FEN ends before its board"),
        (" \t\n", "FEN ends before its board"),
        ("4k3/8/8/8/8/8/8/4K3", "FEN ends before its side to move"),
        ("4k3/8/8/8/8/8/8/4K3 w", "FEN ends before its castling rights"),
        ("4k3/8/8/8/8/8/8/4K3 w -", "FEN ends before its en-passant square"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm", "end 'bm', expected nothing after the fullmove number"),
        ("4k3/8/8 w - -", "board '4k3/8/8', expected 8 ranks separated by '/'"),
        ("4k3/8/8/8/8/8/8/4K3/ w - -", "board '4k3/8/8/8/8/8/8/4K3/', expected 8 ranks separated by '/'"),
        ("4k3/8/8/7/8/8/8/4K3 w - -", "row 5, '7', has 7 squares, expected 8"),
        ("4k3/8/8/8//8/8/4K3 w - -", "row 4, '', has 0 squares, expected 8"),
        ("4k3/8/8/8/8/8/8/4K4 w - -", "row 1, '4K4', has 9 squares, expected 8"),
        ("4k3/8/8/8/8/8/8/88888K8888 w - -", "row 1, '88888K8888', has 73 squares, expected 8"),
        ("4k3/8/8/8/8/8/8/4K2x w - -", &format!("row '4K2x', {PIECES}")),
        ("4k3/8/8/8/8/8/8/9 w - -", &format!("row '9', {PIECES}")),
        ("4k3/8/8/8/8/8/8/0 w - -", &format!("row '0', {PIECES}")),
        ("4k3/8/8/8/8/8/8/4♔3 w - -", &format!("row '4♔3', {PIECES}")),
        ("4k3/8/8/8/8/8/8/4K3 W - -", "side to move 'W', expected 'w' or 'b'"),
        ("4k3/8/8/8/8/8/8/4K3 white - -", "side to move 'white', expected 'w' or 'b'"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KX -", &format!("castling rights 'KX', {CASTLING}")),
        ("r3k2r/8/8/8/8/8/8/R3K2R w K- -", &format!("castling rights 'K-', {CASTLING}")),
        ("4k2r/8/8/8/8/8/8/4K3 w K -", &format!("castling rights 'K', {NO_ROOK}")),
        ("r3k3/8/8/8/8/8/8/4K2R w Kk -", &format!("castling rights 'Kk', {NO_ROOK}")),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HB -", &format!("castling rights 'HB', {NO_ROOK}")),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KK -", "castling rights 'KK', expected each right once"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w qa -", "castling rights 'qa', expected each right once"),
        ("4k3/8/8/8/8/8/8/4K3 w - e9", "en-passant square 'e9', expected '-' or a square such as e3"),
        ("4k3/8/8/8/8/8/8/4K3 w - E6", "en-passant square 'E6', expected '-' or a square such as e3"),
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", &format!("halfmove clock 'x', {COUNTER}")),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", &format!("halfmove clock '-1', {COUNTER}")),
        ("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", &format!("halfmove clock '65536', {COUNTER}")),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 +1", &format!("fullmove number '+1', {COUNTER}")),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1.0", &format!("fullmove number '1.0', {COUNTER}")),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1;;", &format!("fullmove number '1;', {COUNTER}")),
        ("8/8/8/8/8/8/8/4K3 w - -", "Black has 0 kings, expected exactly 1"),
        ("4k3/8/8/8/8/8/8/3KK3 w - -", "White has 2 kings, expected exactly 1"),
        ("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -", "White has 9 pawns, expected at most 8"),
        ("rnbqkbnr/nnnnnnnn/n7/8/8/8/8/4K3 w - -", "Black has 17 pieces, expected at most 16"),
        ("4k2P/8/8/8/8/8/8/4K3 w - -", "a pawn stands on h8, expected pawns on ranks 2 to 7 only"),
        ("4k3/8/8/8/8/8/8/p3K3 w - -", "a pawn stands on a1, expected pawns on ranks 2 to 7 only"),
        (
            "4k3/8/8/8/8/8/8/4RK2 w - -",
            "Black has just moved, but its king on e8 is in check, expected it safe",
        ),
        (
            "8/8/8/8/8/8/3k4/4K3 b - -",
            "White has just moved, but its king on e1 is in check, expected it safe",
        ),
        ("4k3/8/8/8/8/8/4K3/7R w K -", "White may castle, but its king is on e2, expected on rank 1"),
        ("4k3/8/8/8/8/8/4K3/7R w KQ -", "White may castle, but its king is on e2, expected on rank 1"),
        ("r7/4k3/8/8/8/8/8/4K3 w a -", "Black may castle, but its king is on e7, expected on rank 8"),
        (
            "4k3/8/8/8/8/8/8/4K1RR w GH -",
            "White may castle with g1 and with h1 on the same side of its king, expected one rook a side",
        ),
        (
            "rr2k3/8/8/8/8/8/8/4K3 w qb -",
            "Black may castle with a8 and with b8 on the same side of its king, expected one rook a side",
        ),
        (
            "4k3/8/8/8/4P3/8/8/4K3 w - e3",
            "square e3: expected rank 6 if White is to move, rank 3 if Black is",
        ),
        (
            "4k3/8/8/4p3/8/8/8/4K3 b - e6",
            "square e6: expected rank 6 if White is to move, rank 3 if Black is",
        ),
        ("4k3/8/4n3/4p3/8/8/8/4K3 w - e6", "square e6: expected it and the square behind it to be empty"),
        ("4k3/4n3/8/4p3/8/8/8/4K3 w - e6", "square e6: expected it and the square behind it to be empty"),
        ("4k3/8/8/3Pn3/8/8/8/4K3 w - e6", "square e6: expected a pawn in front of it"),
        ("4k3/8/8/3PP3/8/8/8/4K3 w - e6", "square e6: expected a pawn in front of it"),
    ];
    for (fen, expected) in cases {
        let message = fen.parse::<Position>().expect_err(fen).to_string();
        assert!(message.ends_with(expected), "'{fen}': {message}");
    }
    assert_eq!(
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1; ".parse(),
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse::<Position>()
    );
}

#[test]
fn a_setup_may_claim_castling_where_no_rook_is() {
    // No FEN can: its letters are looked up on the board first.
    let kings = [(Color::White, Square::E1), (Color::Black, Square::A6)];
    let with_rook = |rook: Piece, on: Square, right: Square| {
        let mut setup = Setup::empty();
        for (color, square) in kings {
            setup.board[square] = Some(Piece::new(color, Role::King));
        }
        setup.board[on] = Some(rook);
        setup.castling = right.bitboard();
        setup.into_position()
    };
    assert!(with_rook(Piece::WhiteRook, Square::H1, Square::H1).is_ok());
    for (rook, on, right) in [
        (Piece::WhiteRook, Square::H1, Square::A1),
        (Piece::WhiteRook, Square::H1, Square::E1),
        (Piece::WhiteBishop, Square::H1, Square::H1),
        (Piece::BlackRook, Square::A1, Square::A1),
        (Piece::WhiteRook, Square::H4, Square::H4),
        (Piece::WhiteRook, Square::H8, Square::H8),
    ] {
        let error = with_rook(rook, on, right).unwrap_err();
        assert_eq!(error, PositionError::CastlingWithoutRook { square: right });
        assert!(error.to_string().contains(&right.to_string()));
    }
}

#[test]
fn positions_load_although_no_game_reaches_them() {
    for (fen, why) in [
        ("B6b/8/8/8/2K5/5k2/8/b6B b - - 0 1", "no move gives these two checks"),
        ("4kb2/8/8/3pP3/8/K7/8/8 w - d6 0 1", "the check was there before the pawn moved"),
        ("7k/8/3K4/3Pp3/8/8/8/8 w - e6 0 1", "the pawn gave check before it moved"),
        ("4r2k/8/8/8/1b5b/8/8/r3K3 w - - 0 1", "four checks"),
        ("QQQQQQQ1/QQQQQQQQ/8/8/8/8/pp6/kn5K w - - 0 1", "fifteen queens"),
        ("4k3/8/PPPPPPPP/8/8/8/8/QQQQKQQQ w - - 0 1", "promoted pieces with all pawns left"),
        ("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K2B w - - 0 1", "a bishop that its pawns never let out"),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 65535 65535", "counters at their ends"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", "a move number before the first"),
    ] {
        let position: Position = fen.parse().unwrap_or_else(|error| panic!("{why}: {error}"));
        assert_eq!(position.fen(), fen, "{why}");
        let chess = to_shakmaty(&position);
        assert_eq!(moves(&position), moves_by_shakmaty(&chess), "{why}");
        assert_eq!(perft::make(&position, 3), shakmaty::perft(&chess, 3), "{why}");
    }
}

#[test]
fn an_en_passant_square_without_a_legal_capture_is_dropped() {
    for fen in [
        // No pawn next to it; a pawn that is pinned on its file; a capture that opens the rank.
        "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1",
        "4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "7k/8/8/r2pP2K/8/8/8/8 w - d6 0 1",
        // A published one: the pawn blocks a bishop, and would let it through again.
        "8/8/1k6/8/2pP4/8/5BK1/8 b - d3 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        assert_eq!(position.en_passant(), None, "{fen}");
        let without: Vec<&str> =
            fen.split(' ').map(|field| if field.len() == 2 { "-" } else { field }).collect();
        assert_eq!(Ok(position), without.join(" ").parse(), "{fen}");
    }
}

#[test]
fn a_push_that_gave_check_is_explained() {
    for fen in [
        // The pawn itself checks, and may be taken in passing.
        "7k/8/8/3Pp3/3K4/8/8/8 w - e6 0 1",
        // It uncovered the bishop.
        "2b4k/8/8/3pP3/8/7K/8/8 w - d6 0 1",
    ] {
        let position: Position = fen.parse().unwrap();
        assert!(position.in_check(), "{fen}");
        assert_eq!(moves(&position), moves_by_shakmaty(&to_shakmaty(&position)), "{fen}");
    }
}
