//! Refused positions with their errors, and accepted positions that no game reaches.

use std::collections::BTreeSet;

use coppice_chess::position::setup::{EnPassantProblem, PositionError, Setup};
use coppice_chess::text::FenError;
use coppice_chess::{Position, perft};
use types::{Color, Piece, Role, Square};

use crate::support::{moves, moves_by_shakmaty, to_shakmaty};

/// A FEN, the error it is refused with, and what the message must name.
struct Case {
    fen: &'static str,
    error: FenError,
    names: &'static [&'static str],
}

fn text(text: &str) -> String {
    text.to_owned()
}

fn syntax_cases() -> Vec<Case> {
    use FenError::*;
    let case = |fen, error, names| Case { fen, error, names };
    let unknown_piece = |found, rank| UnknownPiece { found, rank: text(rank) };
    let counter = |field, found| Counter { field, found: text(found) };
    vec![
        case("", MissingField { field: "board" }, &["board"]),
        case(" \t\n", MissingField { field: "board" }, &["board"]),
        case("4k3/8/8/8/8/8/8/4K3", MissingField { field: "side to move" }, &["side to move"]),
        case("4k3/8/8/8/8/8/8/4K3 w", MissingField { field: "castling rights" }, &["castling"]),
        case("4k3/8/8/8/8/8/8/4K3 w -", MissingField { field: "en-passant square" }, &["en-passant"]),
        case("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm", TrailingText { found: text("bm") }, &["'bm'"]),
        case("4k3/8/8 w - -", RankCount { found: 3, board: text("4k3/8/8") }, &["'4k3/8/8'", "3", "8"]),
        case(
            "4k3/8/8/8/8/8/8/4K3/ w - -",
            RankCount { found: 9, board: text("4k3/8/8/8/8/8/8/4K3/") },
            &["4K3/'", "9", "8"],
        ),
        case("4k3/8/8/7/8/8/8/4K3 w - -", RankLength { found: 7, rank: text("7") }, &["'7'", "8"]),
        case("4k3/8/8/8//8/8/4K3 w - -", RankLength { found: 0, rank: text("") }, &["''", "0", "8"]),
        case("4k3/8/8/8/8/8/8/4K4 w - -", RankLength { found: 9, rank: text("4K4") }, &["'4K4'", "9"]),
        case("4k3/8/8/8/8/8/8/88888K8888 w - -", RankLength { found: 73, rank: text("88888K8888") }, &["73"]),
        case("4k3/8/8/8/8/8/8/4K2x w - -", unknown_piece('x', "4K2x"), &["'x'", "'4K2x'", "PNBRQK"]),
        case("4k3/8/8/8/8/8/8/9 w - -", unknown_piece('9', "9"), &["'9'"]),
        case("4k3/8/8/8/8/8/8/0 w - -", unknown_piece('0', "0"), &["'0'"]),
        case("4k3/8/8/8/8/8/8/4♔3 w - -", unknown_piece('♔', "4♔3"), &["'♔'"]),
        case("4k3/8/8/8/8/8/8/4K3 W - -", SideToMove { found: text("W") }, &["'W'", "'w'", "'b'"]),
        case("4k3/8/8/8/8/8/8/4K3 white - -", SideToMove { found: text("white") }, &["'white'"]),
        case(
            "r3k2r/8/8/8/8/8/8/R3K2R w KX -",
            UnknownCastling { found: 'X', field: text("KX") },
            &["'X'", "'KX'", "KQkq"],
        ),
        case("r3k2r/8/8/8/8/8/8/R3K2R w K- -", UnknownCastling { found: '-', field: text("K-") }, &["'K-'"]),
        case(
            "4k2r/8/8/8/8/8/8/4K3 w K -",
            NoCastlingRook { found: 'K', field: text("K") },
            &["'K'", "rook that is not there"],
        ),
        case(
            "r3k3/8/8/8/8/8/8/4K2R w Kk -",
            NoCastlingRook { found: 'k', field: text("Kk") },
            &["'k'", "'Kk'"],
        ),
        case("r3k2r/8/8/8/8/8/8/R3K2R w HB -", NoCastlingRook { found: 'B', field: text("HB") }, &["'B'"]),
        case(
            "r3k2r/8/8/8/8/8/8/R3K2R w KK -",
            CastlingRepeated { found: 'K', field: text("KK") },
            &["'K'", "'KK'", "repeats"],
        ),
        case("r3k2r/8/8/8/8/8/8/R3K2R w qa -", CastlingRepeated { found: 'a', field: text("qa") }, &["'a'"]),
        case("4k3/8/8/8/8/8/8/4K3 w - e9", EnPassant { found: text("e9") }, &["'e9'", "e3"]),
        case("4k3/8/8/8/8/8/8/4K3 w - E6", EnPassant { found: text("E6") }, &["'E6'"]),
        case("4k3/8/8/8/8/8/8/4K3 w - - x 1", counter("halfmove clock", "x"), &["'x'", "halfmove clock"]),
        case("4k3/8/8/8/8/8/8/4K3 w - - -1 1", counter("halfmove clock", "-1"), &["'-1'", "65535"]),
        case("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", counter("halfmove clock", "65536"), &["'65536'"]),
        case("4k3/8/8/8/8/8/8/4K3 w - - 0 +1", counter("fullmove number", "+1"), &["'+1'", "fullmove"]),
        case("4k3/8/8/8/8/8/8/4K3 w - - 0 1.0", counter("fullmove number", "1.0"), &["'1.0'"]),
    ]
}

fn rules_cases() -> Vec<Case> {
    use Color::*;
    use PositionError::*;
    let case = |fen, error, names| Case { fen, error: FenError::Position(error), names };
    let unexplained = |square, why| EnPassantUnexplained { square, why };
    vec![
        case("8/8/8/8/8/8/8/4K3 w - -", Kings { color: Black, count: 0 }, &["Black", "0 kings"]),
        case("4k3/8/8/8/8/8/8/3KK3 w - -", Kings { color: White, count: 2 }, &["White", "2 kings"]),
        case("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - -", Pawns { color: White, count: 9 }, &["White", "9 pawns"]),
        case(
            "rnbqkbnr/nnnnnnnn/n7/8/8/8/8/4K3 w - -",
            Pieces { color: Black, count: 17 },
            &["Black", "17 pieces"],
        ),
        case("4k2P/8/8/8/8/8/8/4K3 w - -", PawnOnBackRank { square: Square::H8 }, &["h8", "pawn"]),
        case("4k3/8/8/8/8/8/8/p3K3 w - -", PawnOnBackRank { square: Square::A1 }, &["a1", "pawn"]),
        case(
            "4k3/8/8/8/8/8/8/4RK2 w - -",
            OpponentInCheck { color: Black, king: Square::E8 },
            &["Black", "e8", "in check"],
        ),
        case("8/8/8/8/8/8/3k4/4K3 b - -", OpponentInCheck { color: White, king: Square::E1 }, &["e1"]),
        case(
            "4k3/8/8/8/8/8/4K3/7R w K -",
            CastlingKingAstray { color: White, king: Square::E2 },
            &["White", "e2", "rank 1"],
        ),
        case(
            "4k3/8/8/8/8/8/4K3/7R w KQ -",
            CastlingKingAstray { color: White, king: Square::E2 },
            &["White", "e2", "rank 1"],
        ),
        case(
            "r7/4k3/8/8/8/8/8/4K3 w a -",
            CastlingKingAstray { color: Black, king: Square::E7 },
            &["Black", "e7", "rank 8"],
        ),
        case(
            "4k3/8/8/8/8/8/8/4K1RR w GH -",
            CastlingAmbiguous { color: White, rooks: [Square::G1, Square::H1] },
            &["White", "g1", "h1"],
        ),
        case(
            "rr2k3/8/8/8/8/8/8/4K3 w qb -",
            CastlingAmbiguous { color: Black, rooks: [Square::A8, Square::B8] },
            &["Black", "a8", "b8"],
        ),
        case(
            "4k3/8/8/8/4P3/8/8/4K3 w - e3",
            unexplained(Square::E3, EnPassantProblem::WrongRank),
            &["e3", "rank 6", "rank 3"],
        ),
        case("4k3/8/8/4p3/8/8/8/4K3 b - e6", unexplained(Square::E6, EnPassantProblem::WrongRank), &["e6"]),
        case(
            "4k3/8/4n3/4p3/8/8/8/4K3 w - e6",
            unexplained(Square::E6, EnPassantProblem::PathOccupied),
            &["e6", "empty"],
        ),
        case(
            "4k3/4n3/8/4p3/8/8/8/4K3 w - e6",
            unexplained(Square::E6, EnPassantProblem::PathOccupied),
            &["e6", "empty"],
        ),
        case(
            "4k3/8/8/3Pn3/8/8/8/4K3 w - e6",
            unexplained(Square::E6, EnPassantProblem::NoPawn),
            &["e6", "pawn in front"],
        ),
        case(
            "4k3/8/8/3PP3/8/8/8/4K3 w - e6",
            unexplained(Square::E6, EnPassantProblem::NoPawn),
            &["e6", "pawn in front"],
        ),
    ]
}

#[test]
fn each_fault_has_its_own_error_that_names_it() {
    for Case { fen, error, names } in syntax_cases().into_iter().chain(rules_cases()) {
        let found = fen.parse::<Position>().expect_err(fen);
        assert_eq!(found, error, "{fen}");
        for name in names {
            assert!(found.to_string().contains(name), "'{found}' does not name {name}");
        }
    }
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

/// The variant of an error. A new variant does not compile without a line here, and then needs a case in the test.
fn variant(error: &FenError) -> &'static str {
    match error {
        FenError::MissingField { .. } => "MissingField",
        FenError::TrailingText { .. } => "TrailingText",
        FenError::RankCount { .. } => "RankCount",
        FenError::RankLength { .. } => "RankLength",
        FenError::UnknownPiece { .. } => "UnknownPiece",
        FenError::SideToMove { .. } => "SideToMove",
        FenError::UnknownCastling { .. } => "UnknownCastling",
        FenError::NoCastlingRook { .. } => "NoCastlingRook",
        FenError::CastlingRepeated { .. } => "CastlingRepeated",
        FenError::EnPassant { .. } => "EnPassant",
        FenError::Counter { .. } => "Counter",
        FenError::Position(error) => match error {
            PositionError::Kings { .. } => "Kings",
            PositionError::Pawns { .. } => "Pawns",
            PositionError::Pieces { .. } => "Pieces",
            PositionError::PawnOnBackRank { .. } => "PawnOnBackRank",
            PositionError::OpponentInCheck { .. } => "OpponentInCheck",
            PositionError::CastlingWithoutRook { .. } => "CastlingWithoutRook",
            PositionError::CastlingKingAstray { .. } => "CastlingKingAstray",
            PositionError::CastlingAmbiguous { .. } => "CastlingAmbiguous",
            PositionError::EnPassantUnexplained { why, .. } => match why {
                EnPassantProblem::WrongRank => "WrongRank",
                EnPassantProblem::PathOccupied => "PathOccupied",
                EnPassantProblem::NoPawn => "NoPawn",
            },
        },
    }
}

#[test]
fn there_is_a_case_for_every_error() {
    const VARIANTS: usize = 11 + 8 + 3;
    let cases = syntax_cases().into_iter().chain(rules_cases());
    let mut seen: BTreeSet<&str> = cases.map(|case| variant(&case.error)).collect();
    // This one has a test of its own, as no FEN leads to it.
    seen.insert("CastlingWithoutRook");
    assert_eq!(seen.len(), VARIANTS, "{seen:?}");
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
