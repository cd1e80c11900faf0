//! Both kinds of files.

use bytemuck::Zeroable as _;
use movegen::Position;
use positions::{GameResult, Record, RecordWriter};
use types::Score;
use wdl::tally::{Cell, ResultCounts, ResultTable, TallyBounds};
use wdl::{pgn, records};

const BOUNDS: TallyBounds = TallyBounds { least_material: 12, max_score: 1000 };

const GAMES: &str = r#"
[White "a"]
[Black "b"]
[Result "1-0"]

1. e4 {+0.50/14 0.068s} e5 {-0.25/13 0.029s} 2. Nf3 {book} Nc6 {-M3/9 0.1s}
3. Bb5 {+9.00/9 0.1s, White wins by adjudication} 1-0

[SetUp "1"]
[FEN "4k3/8/8/8/8/8/4q3/7K b - - 0 1"]
[Result "0-1"]

1... Kd7 {+4.00/3 0s} 0-1

[Result "1-0"]
[Termination "time forfeit"]

1. d4 {+0.30/9 0s} 1-0

[Result "*"]

1. d4 {+0.30/9 0s} *
"#;

fn cells(tally: &ResultTable) -> Vec<(u32, i32, ResultCounts)> {
    tally.cells().map(|(Cell { material, score }, outcomes)| (material, score, outcomes)).collect()
}

const WON: ResultCounts = ResultCounts { wins: 1, draws: 0, losses: 0 };
const LOST: ResultCounts = ResultCounts { wins: 0, draws: 0, losses: 1 };

#[test]
fn games_are_read_from_pgn() {
    let mut tally = ResultTable::new(BOUNDS);
    pgn::read_from(GAMES.as_bytes(), 200.0, &mut tally).unwrap();
    assert_eq!(cells(&tally), [(12, 800, WON), (78, -50, LOST), (78, 100, WON)]);
    assert_eq!((tally.games, tally.void_games, tally.left_out), (2, 2, 3));
}

#[test]
fn a_game_that_cannot_be_read_is_left_out_and_counted() {
    for (bad, why) in [
        ("[Result \"1-0\"]\n\n1. e4 {+0.1/1 0s} Ke4 1-0\n", "'Ke4' is not legal in 'rnbqkbnr/"),
        ("[Result \"1-0\"]\n\n1. e4 {+0.1/1 0s} e5 {0.1/1} 2. Nxx3 {+5.0/1} Nc6 {0.2/1} 1-0\n", "Nxx3"),
        ("[FEN \"4k3/8/8/8 w\"]\n\n1. e4 {+0.1/1 0s} 1-0\n", "the tag FEN \"4k3/8/8/8 w\": "),
        // Like a match that is still being played.
        ("[Result \"1-0\"]\n\n1. e4 {+0.1/1 0", "the file ends within it"),
    ] {
        let (mut whole, mut tally) = (ResultTable::new(BOUNDS), ResultTable::new(BOUNDS));
        assert_eq!(pgn::read_from(GAMES.as_bytes(), 200.0, &mut whole).unwrap(), Vec::<String>::new());
        let warnings = pgn::read_from(format!("{GAMES}\n{bad}").as_bytes(), 200.0, &mut tally).unwrap();
        let [warning] = &warnings[..] else { panic!("{warnings:?}") };
        assert!(warning.starts_with("game 5 of the file: ") && warning.contains(why), "{warning}");
        assert_eq!((cells(&tally), tally.games, tally.bad_games), (cells(&whole), whole.games, 1), "{bad}");
    }
    let silent =
        pgn::read_from(&b"[Result \"1-0\"]\n\n1. e4 {good} 1-0\n"[..], 160.0, &mut ResultTable::new(BOUNDS));
    let silent = silent.unwrap_err().to_string();
    assert!(silent.starts_with("none of its 1 games has a score behind a move"), "{silent}");
}

/// The score belongs to the move before it, in whichever notation that is.
#[test]
fn en_passant_in_the_old_notation_costs_no_move() {
    let game = "[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n1. exd6e.p. {+1.00/5} Kd7 {-3.00/5} 1-0\n";
    let mut tally = ResultTable::new(BOUNDS);
    pgn::read_from(game.as_bytes(), 200.0, &mut tally).unwrap();
    assert_eq!(cells(&tally), [(12, -600, LOST), (12, 200, WON)]);
}

#[test]
fn positions_are_read_from_datagen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.bin");
    let start = Position::startpos();
    let second = start.after(start.parse_uci("e2e4").unwrap());
    let pack = |position: &Position, score: i32| {
        Record::pack(position, Some(Score(score)), None, GameResult::WhiteWins).unwrap()
    };
    // A position from inside a search has no result.
    let leaf = Record::pack(&second, Some(Score(500)), None, None).unwrap();
    let game = [pack(&start, 30), pack(&second, -40), leaf];
    let mut writer = RecordWriter::create(&path, "a test").unwrap();
    writer.write_game(&game).unwrap();
    // A game of which only such positions are left does not count either.
    writer.write_game(&[leaf]).unwrap();
    writer.flush().unwrap();
    let mut tally = ResultTable::new(BOUNDS);
    records::read(&path, &mut tally, |_| {}).unwrap();
    assert_eq!(cells(&tally), [(78, -40, LOST), (78, 30, WON)]);
    assert_eq!(tally.games, 1);

    writer.write_game(&[Record::zeroed()]).unwrap();
    writer.flush().unwrap();
    let error = records::read(&path, &mut tally, |_| {}).unwrap_err();
    assert!(
        format!("{error:#}").starts_with("game 3 of the file: a record with an illegal position: "),
        "{error:#}"
    );

    std::fs::write(&path, "no positions").unwrap();
    assert!(records::read(&path, &mut tally, |_| {}).is_err());
}
