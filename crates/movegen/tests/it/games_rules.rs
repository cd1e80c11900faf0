//! The rules in random games of standard chess, Chess960 and double Chess960: moves against a second rules
//! library, and what a move changes against what is computed from scratch.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

use coppice_chess::generate::{Captures, GenerationType, Quiets};
use coppice_chess::position::BoardObserver;
use coppice_chess::position::setup::Setup;
use coppice_chess::{Masks, MoveList, Position, zobrist};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use shakmaty::Position as _;
use types::{Bitboard, BySquare, Color, Key, Move, MoveKind, Piece, Role, Square};

use crate::support::{
    Game, Variant, fen_by_shakmaty, for_cases, for_games, for_positions, move_by_shakmaty, moves,
    moves_by_shakmaty, to_shakmaty,
};

const GAMES: u32 = 300;

#[test]
fn legal_moves_are_those_of_a_second_library() {
    for_positions(GAMES, |position| {
        let legal = position.legal_moves();
        let chess = to_shakmaty(position);
        let found = moves(position);
        assert_eq!(found, moves_by_shakmaty(&chess), "{position:?}");
        assert_eq!(legal.len(), found.len(), "a move is generated twice in {position:?}");
        assert_eq!(legal.len(), position.count_legal_moves() as usize, "{position:?}");
        assert_eq!(position.in_check(), chess.is_check(), "{position:?}");
        assert_eq!(position.is_checkmate(), chess.is_checkmate(), "{position:?}");
        assert_eq!(position.is_stalemate(), chess.is_stalemate(), "{position:?}");
        assert_eq!(position.is_insufficient_material(), chess.is_insufficient_material(), "{position:?}");
    });
}

#[test]
fn games_go_the_same_way_in_a_second_library() {
    for variant in Variant::ALL {
        for_games(variant, GAMES, |game| {
            let mut chess = to_shakmaty(&game.start);
            for (before, mv) in game.plies() {
                assert_eq!(before.fen(), fen_by_shakmaty(&chess));
                chess.play_unchecked(move_by_shakmaty(&chess, mv));
            }
            assert_eq!(game.end().fen(), fen_by_shakmaty(&chess));
        });
    }
}

#[test]
fn captures_and_quiets_split_the_legal_moves() {
    fn list<G: GenerationType>(position: &Position) -> MoveList {
        let mut moves = MoveList::new();
        position.generate::<G, _>(&Masks::of(position), &mut moves);
        moves
    }
    for_positions(GAMES, |position| {
        let (captures, quiets) = (list::<Captures>(position), list::<Quiets>(position));
        let changes_material = |mv: &Move| position.is_capture(*mv) || mv.promoted_to().is_some();
        assert!(captures.iter().all(changes_material), "{position:?}");
        assert!(!quiets.iter().any(changes_material), "{position:?}");
        let bits = |moves: &mut dyn Iterator<Item = &Move>| {
            let mut bits: Vec<u16> = moves.map(|mv| mv.bits()).collect();
            bits.sort();
            bits
        };
        let legal = position.legal_moves();
        assert_eq!(bits(&mut captures.iter().chain(&quiets)), bits(&mut legal.iter()), "{position:?}");
    });
}

#[test]
fn children_are_the_positions_after_the_legal_moves() {
    for_positions(GAMES, |position| {
        let mut unvisited: HashSet<Move> = position.legal_moves().into_iter().collect();
        position.for_each_child(|mv, child| {
            assert!(unvisited.remove(&mv), "{mv:?} is not legal, or visited twice, in {position:?}");
            assert!(*child == position.after(mv), "{child:?} after {mv:?} in {position:?}");
        });
        assert!(unvisited.is_empty(), "{unvisited:?} in {position:?}");
    });
}

#[test]
fn positions_equal_themselves_rebuilt() {
    for_positions(GAMES, |position| {
        let rebuilt = position.rebuilt();
        assert!(*position == rebuilt, "{position:?}");
        assert_eq!(position.key(), rebuilt.key(), "{position:?}");
        for piece in Piece::ALL.into_iter().filter(|piece| piece.role() != Role::King) {
            let standing = Square::ALL.into_iter().filter(|&s| position.piece_at(s) == Some(piece)).count();
            assert_eq!(position.count(piece) as usize, standing, "{piece} in {position:?}");
        }
    });
}

/// The keys of some pieces are those of the pieces that they are named for.
#[test]
fn keys_of_some_pieces_are_the_sums_of_theirs() {
    for_positions(GAMES / 4, |position| {
        let key_of = |is_named: &dyn Fn(Piece) -> bool| {
            let pieces = Square::ALL.into_iter().filter_map(|s| position.piece_at(s).map(|piece| (piece, s)));
            let keys =
                pieces.filter(|&(piece, _)| is_named(piece)).map(|(piece, s)| zobrist::piece(piece, s));
            keys.fold(Key(0), |sum, key| sum ^ key)
        };
        let key_of_roles = |roles: &[Role]| key_of(&|piece| roles.contains(&piece.role()));
        assert_eq!(position.pawn_key(), key_of_roles(&[Role::Pawn]), "{position:?}");
        assert_eq!(position.minor_key(), key_of_roles(&[Role::Knight, Role::Bishop]), "{position:?}");
        assert_eq!(
            position.major_key(),
            key_of_roles(&[Role::Rook, Role::Queen, Role::King]),
            "{position:?}"
        );
        for color in Color::ALL {
            let pieces = key_of(&|piece| piece.color() == color && piece.role() != Role::Pawn);
            assert_eq!(position.non_pawn_key(color), pieces, "{color} {position:?}");
        }
    });
}

#[test]
fn a_side_attacks_the_squares_that_it_attacks_one_by_one() {
    for_positions(GAMES / 4, |position| {
        for color in Color::ALL {
            let is_attacked = |&square: &Square| position.is_attacked(square, color, position.occupied());
            let attacked: Bitboard = Square::ALL.into_iter().filter(is_attacked).collect();
            assert_eq!(position.attacked_by(color), attacked, "{color} {position:?}");
        }
    });
}

#[test]
fn the_likely_change_of_the_key_is_exact_unless_a_move_is_special_or_changes_rights() {
    for_positions(GAMES / 4, |position| {
        for mv in position.legal_moves() {
            let next = position.after(mv);
            let is_plain = mv.kind() == MoveKind::Normal
                && next.castling() == position.castling()
                && next.en_passant().is_none();
            let likely = position.key() ^ position.likely_key_change(mv);
            assert_eq!(is_plain, likely == next.key(), "{mv} in {position:?}");
        }
    });
}

/// An observer that keeps a board of its own.
struct Mirror(BySquare<Option<Piece>>);

impl Mirror {
    fn of(position: &Position) -> Mirror {
        Mirror(BySquare::from_fn(|square| position.piece_at(square)))
    }
}

impl BoardObserver for Mirror {
    fn put(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square].replace(piece), None);
    }

    fn lift(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square].take(), Some(piece));
    }
}

#[test]
fn observers_see_every_event() {
    for_positions(GAMES / 4, |position| {
        for mv in position.legal_moves() {
            let (mut mirror, mut next) = (Mirror::of(position), position.clone());
            next.play_observed(mv, &mut mirror);
            assert_eq!(mirror.0, Mirror::of(&next).0, "{mv} in {position:?}");
        }
    });
}

#[test]
fn keys_are_equal_exactly_for_equal_positions() {
    // What a position is for the repetition rule, as text: all of the FEN but the counters.
    let identity = |position: &Position| {
        let fen = position.shredder_fen();
        fen.split(' ').take(4).collect::<Vec<_>>().join(" ")
    };
    let (keys, texts) = (RefCell::new(HashMap::new()), RefCell::new(HashMap::new()));
    for_positions(GAMES, |position| {
        let (key, text) = (position.key(), identity(position));
        assert_eq!(*texts.borrow_mut().entry(key).or_insert_with(|| text.clone()), text);
        assert_eq!(*keys.borrow_mut().entry(text).or_insert(key), key);
    });
}

#[test]
fn each_right_is_in_the_key() {
    for_positions(GAMES, |position| {
        let fields: Vec<String> = position.shredder_fen().split(' ').map(str::to_owned).collect();
        let with = |field: usize, text: &str| {
            let mut fields = fields.clone();
            fields[field] = text.to_owned();
            fields.join(" ").parse::<Position>().unwrap().key()
        };
        let mut keys = vec![position.key()];
        if position.en_passant().is_some() {
            keys.push(with(3, "-"));
        }
        let rights: Vec<char> = fields[2].chars().filter(|&right| right != '-').collect();
        for right in &rights {
            let rest: String = rights.iter().filter(|&other| other != right).collect();
            keys.push(with(2, if rest.is_empty() { "-" } else { &rest }));
        }
        let different: HashSet<_> = keys.iter().collect();
        assert_eq!(different.len(), keys.len(), "{position:?}");
    });
}

#[test]
fn two_null_moves_change_nothing_but_the_counters() {
    for_positions(GAMES, |position| {
        if position.in_check() {
            return;
        }
        let mut passed = position.clone();
        passed.play_null();
        assert_eq!(passed.side_to_move(), !position.side_to_move());
        assert_ne!(passed.key(), position.key());
        assert_eq!(passed.en_passant(), None);
        // The other side is never in check when it has just moved, so it may pass as well.
        passed.play_null();
        assert_eq!(passed.key() == position.key(), position.en_passant().is_none(), "{position:?}");
        assert_eq!(passed.halfmove_clock(), position.halfmove_clock() + 2);
        assert_eq!(passed.fullmove_number(), position.fullmove_number() + 1);
        assert!(Color::ALL.into_iter().all(|color| passed.color(color) == position.color(color)));
    });
}

#[test]
fn move_numbers_rise_after_black_and_stay_at_the_greatest() {
    for (number, next) in [(0, 1), (1, 2), (65_534, 65_535), (65_535, 65_535)] {
        let mut position: Position = format!("4k3/8/8/8/8/8/8/4K3 w - - 0 {number}").parse().unwrap();
        for expected in [number, number, next] {
            assert_eq!(position.fullmove_number(), expected);
            assert_eq!(position.fen().parse().as_ref(), Ok(&position));
            position.play_null();
        }
    }
}

/// Kings and up to four other pieces, mostly minor ones, anywhere; `None` if that is no position.
fn little_material() -> impl Strategy<Value = Option<Position>> {
    let roles = vec![Role::Pawn, Role::Knight, Role::Bishop, Role::Bishop, Role::Rook, Role::Queen];
    let piece =
        (select(Color::ALL.to_vec()), select(roles)).prop_map(|(color, role)| Piece::new(color, role));
    let squares = select(Square::ALL.to_vec());
    (vec((piece, squares.clone()), 0..5), squares.clone(), squares).prop_map(|(pieces, white, black)| {
        let mut setup = Setup::empty();
        let kings = [(Piece::WhiteKing, white), (Piece::BlackKing, black)];
        for (piece, square) in pieces.into_iter().chain(kings) {
            setup.board[square] = Some(piece);
        }
        setup.into_position().ok()
    })
}

#[test]
fn insufficient_material_is_what_a_second_library_says() {
    let seen = RefCell::new(HashMap::from([(false, 0), (true, 0)]));
    for_cases(20_000, little_material(), |position| {
        let Some(position) = position else { return };
        let is_insufficient = position.is_insufficient_material();
        assert_eq!(is_insufficient, to_shakmaty(&position).is_insufficient_material(), "{position:?}");
        assert_eq!(moves(&position), moves_by_shakmaty(&to_shakmaty(&position)), "{position:?}");
        *seen.borrow_mut().entry(is_insufficient).or_default() += 1;
    });
    assert!(seen.into_inner().into_values().all(|count| count > 1_000));
}

/// Events that must have happened often in the games, or they test too little.
#[derive(Default, Debug)]
struct Seen {
    castles: u32,
    en_passants: u32,
    promotions: u32,
    checks: u32,
    double_checks: u32,
    ends: u32,
}

impl Seen {
    fn count(&mut self, game: &Game) {
        for (position, mv) in game.plies() {
            self.castles += u32::from(mv.is_castle());
            self.en_passants += u32::from(mv.is_en_passant());
            self.promotions += u32::from(mv.promoted_to().is_some());
            self.checks += u32::from(position.in_check());
            self.double_checks += u32::from(position.checkers().count() > 1);
        }
        self.ends += u32::from(game.end().legal_moves().is_empty());
    }
}

#[test]
fn the_games_visit_all_kinds_of_moves() {
    for variant in Variant::ALL {
        let seen = RefCell::new(Seen::default());
        for_games(variant, GAMES, |game| seen.borrow_mut().count(game));
        let Seen { castles, en_passants, promotions, checks, double_checks, ends } = seen.into_inner();
        println!("{variant:?}: {castles} {en_passants} {promotions} {checks} {double_checks} {ends}");
        assert!(castles.min(en_passants).min(promotions) >= 10, "{variant:?}");
        assert!(checks >= 100 && double_checks >= 1 && ends >= 1, "{variant:?}");
    }
}
