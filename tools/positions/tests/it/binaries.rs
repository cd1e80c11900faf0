//! Binary formats, held against the crates of those who made them.

use std::fmt::Write as _;

use bulletformat::ChessBoard;
use positions::binary::{bulletformat as bullet, viriformat as viri};
use positions::{GameResult, Record};
use types::{Color, MoveKind, Role, Score};
use viriformat::chess::board::{Board, DrawType, GameOutcome, WinType};
use viriformat::chess::chessmove::{Move, MoveFlags};
use viriformat::chess::piece::PieceType;
use viriformat::chess::types::Square;
use viriformat::dataformat::Game;

use crate::games::random_game;

/// A game in which every position has a score and the move that was played.
fn game(seed: u64) -> Vec<Record> {
    let labelled = random_game(seed);
    let moves: Vec<_> = labelled
        .windows(2)
        .map(|pair| {
            let [before, after] = pair else { unreachable!() };
            let mv = before
                .position
                .legal_moves()
                .into_iter()
                .find(|&mv| before.position.after(mv) == after.position);
            (before, mv.unwrap())
        })
        .collect();
    let record = |(ply, (labelled, mv)): (usize, &(&crate::games::Labelled, types::Move))| {
        let score = Score(ply as i32 * 7 - 300);
        Record::pack(&labelled.position, Some(score), Some(*mv), labelled.result).unwrap()
    };
    moves.iter().enumerate().map(record).collect()
}

/// With the files of the castling rooks, which viriformat needs for Chess960.
fn shredder_fen(position: &movegen::Position) -> String {
    let letter = |square: types::Square| {
        let file = (b'a' + square.file() as u8) as char;
        if position.color(Color::White).contains(square) { file.to_ascii_uppercase() } else { file }
    };
    let rights: String = position.castling().into_iter().map(letter).collect();
    let fen = position.fen();
    let mut fields: Vec<&str> = fen.split(' ').collect();
    if !rights.is_empty() {
        fields[2] = &rights;
    }
    fields.join(" ")
}

/// The same game as their program would write it.
fn theirs(records: &[Record]) -> Game {
    let square = |square: types::Square| Square::new(square as u8).unwrap();
    let mut board = Board::new();
    board.set_from_fen(&shredder_fen(&records[0].position().unwrap()), true).unwrap();
    let mut game = Game::new(&board);
    game.set_outcome(match records[0].result().unwrap() {
        GameResult::WhiteWins => GameOutcome::WhiteWin(WinType::Mate),
        GameResult::Draw => GameOutcome::Draw(DrawType::Repetition),
        GameResult::BlackWins => GameOutcome::BlackWin(WinType::Mate),
    });
    for record in records {
        let mv = record.best_move().unwrap();
        let (from, to) = (square(mv.from()), square(mv.to()));
        let theirs = match mv.kind() {
            MoveKind::Normal => Move::new(from, to),
            MoveKind::EnPassant => Move::new_with_flags(from, to, MoveFlags::EnPassant),
            MoveKind::Castle => Move::new_with_flags(from, to, MoveFlags::Castle),
            MoveKind::Promotion(Role::Knight) => Move::new_with_promo(from, to, PieceType::Knight),
            MoveKind::Promotion(Role::Bishop) => Move::new_with_promo(from, to, PieceType::Bishop),
            MoveKind::Promotion(Role::Rook) => Move::new_with_promo(from, to, PieceType::Rook),
            MoveKind::Promotion(_) => Move::new_with_promo(from, to, PieceType::Queen),
        };
        game.add_move(theirs, record.white_score().unwrap().0 as i16);
    }
    game
}

fn read_all(mut bytes: &[u8]) -> Vec<Vec<Record>> {
    std::iter::from_fn(|| viri::read_game(&mut bytes).unwrap()).collect()
}

/// Castling of Chess960, en passant and promotions included.
#[test]
fn games_that_viridithas_writes_are_read_and_it_reads_ours() {
    let mut kinds = [0; 3];
    // Random games hardly ever take en passant.
    let position: movegen::Position = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 30".parse().unwrap();
    let mv = position.parse_san("exd6").unwrap();
    let en_passant = vec![Record::pack(&position, Some(Score(7)), Some(mv), GameResult::Draw).unwrap()];
    for (seed, records) in (0..12).map(game).chain([en_passant]).enumerate() {
        let mut bytes = Vec::new();
        theirs(&records).serialise_into(&mut bytes).unwrap();
        assert_eq!(read_all(&bytes), std::slice::from_ref(&records), "seed {seed}");
        let mut ours = Vec::new();
        assert_eq!(viri::write_games(&records, &mut ours).unwrap(), 0);
        assert_eq!(
            Game::deserialise_from(&mut &ours[..], Vec::new()).unwrap(),
            theirs(&records),
            "seed {seed}"
        );
        for record in &records {
            match record.best_move().unwrap().kind() {
                MoveKind::EnPassant => kinds[0] += 1,
                MoveKind::Castle => kinds[1] += 1,
                MoveKind::Promotion(_) => kinds[2] += 1,
                MoveKind::Normal => {}
            }
        }
    }
    assert!(kinds.iter().all(|&count| count > 0), "{kinds:?}");
}

/// As where a duplicate was not written.
#[test]
fn a_gap_begins_a_new_game_and_unplaced_positions_are_left_out() {
    let mut records = game(1);
    let gap = records.remove(10);
    let leaf = Record::pack(&gap.position().unwrap(), gap.score(), gap.best_move(), None).unwrap();
    let moveless = Record::pack(&gap.position().unwrap(), gap.score(), None, GameResult::Draw).unwrap();
    records.splice(20..20, [leaf, moveless]);
    let mut bytes = Vec::new();
    assert_eq!(viri::write_games(&records, &mut bytes).unwrap(), 2);
    let games = read_all(&bytes);
    assert_eq!(games.iter().map(Vec::len).collect::<Vec<_>>(), [10, records.len() - 12]);
}

#[test]
fn bytes_that_are_no_game_are_errors() {
    let mut bytes = Vec::new();
    viri::write_games(&game(2), &mut bytes).unwrap();
    for length in 1..bytes.len() {
        assert!(viri::read_game(&mut &bytes[..length]).is_err(), "{length}");
    }
    // The result, a piece and a move.
    for (place, value) in [(30, 4), (8, 0x77), (32, 0xff)] {
        let mut damaged = bytes.clone();
        damaged[place] ^= value;
        assert!(viri::read_game(&mut &damaged[..]).is_err(), "byte {place}");
    }
    assert!(bullet::read(&mut &[7; 31][..]).is_err() && bullet::read(&mut &[0; 32][..]).is_err());
    assert!(bullet::read(&mut &[][..]).unwrap().is_none());
}

#[test]
fn positions_are_those_of_bullet() {
    for record in (0..20).flat_map(game).step_by(7) {
        let position = record.position().unwrap();
        let mut line = position.fen();
        let (score, result) = (record.white_score().unwrap(), record.result().unwrap().points_text());
        write!(line, " | {score} | {result}").unwrap();
        let theirs: ChessBoard = line.parse().unwrap();
        let mut bytes = Vec::new();
        assert!(bullet::write(&record, &mut bytes).unwrap());
        let occupied = u64::from_le_bytes(bytes[..8].try_into().unwrap());
        assert_eq!((occupied, &bytes[8..24]), (theirs.occ, &theirs.pcs[..]), "{line}");
        let score = i16::from_le_bytes([bytes[24], bytes[25]]);
        assert_eq!(
            (score, bytes[26], bytes[27], bytes[28]),
            (theirs.score, theirs.result, theirs.ksq, theirs.opp_ksq)
        );
        let read = bullet::read(&mut &bytes[..]).unwrap().unwrap();
        assert_eq!(
            (read.side_to_move(), read.score(), read.pieces()),
            (Color::White, record.score(), record.pieces())
        );
        let mut again = Vec::new();
        bullet::write(&read, &mut again).unwrap();
        assert_eq!(again, bytes, "{line}");
    }
    let unscored = Record::pack(&movegen::Position::startpos(), None, None, GameResult::Draw).unwrap();
    assert!(!bullet::write(&unscored, &mut Vec::new()).unwrap());
}
