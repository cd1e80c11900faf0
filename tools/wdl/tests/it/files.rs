//! Both kinds of files.

use bytemuck::Zeroable as _;
use movegen::Position;
use positions::{GameResult, Record, Writer};
use types::Score;
use wdl::tally::{Bounds, Cell, Outcomes, Tally};
use wdl::{pgn, records};

const BOUNDS: Bounds = Bounds { least_material: 12, max_score: 1000 };

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

fn cells(tally: &Tally) -> Vec<(u32, i32, Outcomes)> {
    tally.cells().map(|(Cell { material, score }, outcomes)| (material, score, outcomes)).collect()
}

const WON: Outcomes = Outcomes { wins: 1, draws: 0, losses: 0 };
const LOST: Outcomes = Outcomes { wins: 0, draws: 0, losses: 1 };

#[test]
fn games_are_read_from_pgn() {
    let mut tally = Tally::new(BOUNDS);
    pgn::read_from(GAMES.as_bytes(), 200.0, &mut tally).unwrap();
    assert_eq!(cells(&tally), [(12, 800, WON), (78, -50, LOST), (78, 100, WON)]);
    assert_eq!((tally.games, tally.void_games, tally.left_out), (2, 2, 3));
}

#[test]
fn bad_games_are_errors_that_name_the_game_and_what_is_wrong() {
    let error = |text: &str| {
        let error = pgn::read_from(text.as_bytes(), 160.0, &mut Tally::new(BOUNDS)).unwrap_err();
        format!("{error:#}")
    };
    let illegal = error(&format!("{GAMES}\n[Result \"1-0\"]\n\n1. e4 {{+0.1/1 0s}} Ke4 1-0\n"));
    assert!(illegal.starts_with("game 5 of the file: 'Ke4' is no move in rnbqkbnr/"), "{illegal}");
    let fen = error("[FEN \"4k3/8/8/8 w\"]\n\n1. e4 {+0.1/1 0s} 1-0\n");
    assert!(fen.starts_with("game 1 of the file: the tag FEN \"4k3/8/8/8 w\": "), "{fen}");
    let silent = error("[Result \"1-0\"]\n\n1. e4 {good} 1-0\n");
    assert!(silent.starts_with("none of its 1 games has a score behind a move"), "{silent}");
    let endless = "x".repeat(100_000);
    let tag = error(&format!("{GAMES}\n[{endless}\n\n1. e4 {{+0.1/1 0s}} 1-0\n{GAMES}"));
    assert_eq!(tag, "game 5 of the file: unterminated tag");
}

/// As while the match is being played.
#[test]
fn a_torn_last_game_costs_none_of_the_others() {
    let mut whole = Tally::new(BOUNDS);
    assert_eq!(pgn::read_from(GAMES.as_bytes(), 200.0, &mut whole).unwrap(), None);
    for (torn, why) in [
        ("[Result \"1-0\"]\n\n1. e4 {+0.1/1 0", "unterminated comment"),
        ("[Result \"1-0\"]\n\n1. e4 {", "unterminated comment"),
        ("[Result \"1-", "unterminated tag"),
        ("[Resu", "unterminated tag"),
    ] {
        let mut tally = Tally::new(BOUNDS);
        let warning = pgn::read_from(format!("{GAMES}\n{torn}").as_bytes(), 200.0, &mut tally).unwrap();
        assert_eq!(warning, Some(format!("game 5 of the file ends before its end ({why}) and is not read")));
        assert_eq!((cells(&tally), tally.games), (cells(&whole), whole.games), "{torn}");
    }
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
    // A leaf of a search says nothing about chances.
    let leaf = Record::pack(&second, Some(Score(500)), None, None).unwrap();
    let game = [pack(&start, 30), pack(&second, -40), leaf];
    let mut writer = Writer::create(&path, "a test").unwrap();
    writer.write_game(&game).unwrap();
    // Nor is a game one of which nothing but leaves is left.
    writer.write_game(&[leaf]).unwrap();
    writer.flush().unwrap();
    let mut tally = Tally::new(BOUNDS);
    records::read(&path, &mut tally, |_| {}).unwrap();
    assert_eq!(cells(&tally), [(78, -40, LOST), (78, 30, WON)]);
    assert_eq!(tally.games, 1);

    writer.write_game(&[Record::zeroed()]).unwrap();
    writer.flush().unwrap();
    let error = records::read(&path, &mut tally, |_| {}).unwrap_err();
    assert!(format!("{error:#}").starts_with("game 3 of the file: a record of no position: "), "{error:#}");

    std::fs::write(&path, "no positions").unwrap();
    assert!(records::read(&path, &mut tally, |_| {}).is_err());
}
