//! What is packed or written comes out again, also after the end was torn off, and damage does not go unseen.

use std::fs;
use std::path::{Path, PathBuf};

use movegen::Position;
use pgn::GameResult;
use proptest::prelude::*;
use tempfile::TempDir;
use tune::source::Refusal;
use tune::text::{self, GameSplitter, parse};
use tune::{Filter, Record, RecordFile, RecordWriter};
use types::{Color, Ply, Score};

use crate::samples::random_game;

const NOTE: &str = "made by a test";

fn game(seed: u64) -> Vec<Record> {
    random_game(seed).iter().map(|labelled| labelled.pack()).collect()
}

/// A file of a folder that goes away with the test.
fn scratch() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.bin");
    (folder, path)
}

fn write(path: &Path, games: &[Vec<Record>]) {
    let mut writer = RecordWriter::resume(path, NOTE, |_| ()).unwrap();
    games.iter().for_each(|game| writer.write_game(game).unwrap());
}

/// The games of some bytes, and the offset where each of them ends.
fn read(bytes: &[u8]) -> Result<(Vec<Vec<Record>>, Vec<usize>), String> {
    let mut file = RecordFile::new(bytes).map_err(|error| format!("{error:#}"))?;
    assert_eq!(file.note, NOTE);
    let (mut games, mut ends) = (Vec::new(), vec![file.offset as usize]);
    while let Some(game) = file.next_game().map_err(|error| format!("{error:#}"))? {
        games.push(game.iter().map(|record| record.with_game_end(false)).collect());
        ends.push(file.offset as usize);
    }
    assert_eq!(file.offset + file.torn, bytes.len() as u64);
    Ok((games, ends))
}

fn resume_error(path: &Path, note: &str) -> String {
    format!("{:#}", RecordWriter::resume(path, note, |_| ()).err().expect("it is refused"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn everything_comes_out_as_it_went_in(seed: u64, end: bool, chess960: bool) {
        for labelled in random_game(seed) {
            let position = &labelled.position;
            let plain = labelled.pack();
            let record = plain.with_game_end(end).with_chess960(chess960);
            prop_assert_eq!((record.ends_game(), record.is_chess960()), (end, chess960));
            prop_assert_eq!(record.with_game_end(false).with_chess960(false), plain);
            prop_assert_eq!(&record.position().unwrap(), position);
            prop_assert_eq!(record.score(), labelled.score);
            prop_assert_eq!(record.best_move(), labelled.best);
            prop_assert_eq!(record.result(), Some(labelled.result));
            prop_assert_eq!(record.side_to_move(), position.side_to_move());
            prop_assert_eq!(record.halfmove_clock(), position.halfmove_clock());
            prop_assert_eq!(record.pieces(), position.occupied().count());
            prop_assert_eq!(record.is_in_check(), position.in_check());
            let is_noisy = labelled.best.is_some_and(|mv| position.is_capture(mv) || mv.promoted_to().is_some());
            prop_assert_eq!(record.has_noisy_move(), is_noisy);
            let flipped = if position.side_to_move() == Color::White { 1 } else { -1 };
            prop_assert_eq!(record.white_score().map(|score| flipped * score.0), labelled.score.map(|s| s.0));
            for result in GameResult::ALL {
                prop_assert_eq!(record.with_result(result).result(), Some(result));
                prop_assert_eq!(record.with_result(result).with_result(labelled.result), record);
            }
        }
    }

    /// Arbitrary bytes, and damage to a few bits of a good record, which is far likelier to be nearly a position.
    #[test]
    fn damaged_records_never_panic(
        seed: u64, noise: [u8; Record::SIZE], bits in prop::collection::vec(0..256_usize, 1..4)
    ) {
        let damaged = random_game(seed).into_iter().step_by(10).map(|labelled| {
            let mut bytes: [u8; Record::SIZE] = bytemuck::cast(labelled.pack());
            bits.iter().for_each(|bit| bytes[bit / 8] ^= 1 << (bit % 8));
            bytes
        });
        for bytes in damaged.chain([noise]) {
            let record: Record = bytemuck::cast(bytes);
            if let Ok(position) = record.position() {
                prop_assert!(position.rebuilt() == position);
            }
            let _ = (record.result(), record.best_move());
        }
    }

    #[test]
    fn written_lines_are_read_back(seed: u64) {
        for labelled in random_game(seed) {
            // Text has no room for the move.
            let plain = Record::pack(&labelled.position, labelled.score, None, labelled.result).unwrap();
            prop_assert_eq!(parse(&text::write(&plain, None).unwrap(), None).unwrap(), plain);
        }
    }

    #[test]
    fn games_are_found_again_by_their_plies(seeds in prop::collection::vec(0_u64..1000, 1..6)) {
        let mut games = GameSplitter::default();
        for seed in seeds {
            for (index, labelled) in random_game(seed).iter().enumerate() {
                prop_assert_eq!(games.is_new(&labelled.pack()), index == 0);
            }
        }
    }

    /// Wherever a writer dies, the games that it had finished are there, and it can go on.
    #[test]
    fn an_incomplete_file_keeps_its_games(seed in 0_u64..1000, cut: prop::sample::Index) {
        let (_folder, path) = scratch();
        let games: Vec<Vec<Record>> = (seed..seed + 4).map(game).collect();
        write(&path, &games);
        let bytes = fs::read(&path).unwrap();
        let (found, ends) = read(&bytes).unwrap();
        prop_assert_eq!(&found, &games);
        let cut = ends[0] + cut.index(bytes.len() - ends[0] + 1);
        let whole = ends.iter().filter(|&&end| end <= cut).count() - 1;
        prop_assert_eq!(&read(&bytes[..cut]).unwrap().0, &games[..whole]);
        // Or its system dies, which may give a file its length before its bytes.
        let zeros = [&bytes[..ends[whole]], &vec![0; cut - ends[whole]]].concat();
        prop_assert_eq!(&read(&zeros).unwrap().0, &games[..whole]);

        fs::write(&path, &bytes[..cut]).unwrap();
        let mut seen = 0;
        let mut writer = RecordWriter::resume(&path, NOTE, |_| seen += 1).unwrap();
        prop_assert_eq!(seen, whole);
        prop_assert_eq!(fs::metadata(&path).unwrap().len(), ends[whole] as u64, "the unfinished game is cut off");
        games[whole..].iter().for_each(|game| writer.write_game(game).unwrap());
        prop_assert!(fs::read(&path).unwrap() == bytes);
    }
}

#[test]
fn values_that_do_not_fit_are_refused() {
    let pack = |halfmoves, score| {
        let position: Position = format!("4k3/8/8/8/8/8/8/R3K3 w Q - {halfmoves} 200").parse().unwrap();
        Record::pack(&position, Some(Score(score)), None, GameResult::Draw)
    };
    assert!(pack(127, 0).is_ok() && pack(0, -32_000).is_ok());
    for (halfmoves, score) in [(128, 0), (0, -32_001), (0, 32_001), (0, i32::MIN), (0, i32::MAX)] {
        assert!(pack(halfmoves, score).is_err());
    }
    for bytes in [[0_u8; Record::SIZE], [0xff; Record::SIZE]] {
        assert!(bytemuck::cast::<_, Record>(bytes).position().is_err());
    }
}

#[test]
fn a_file_has_one_writer_and_is_continued_as_it_was_begun() {
    let (_folder, path) = scratch();
    // As a full disk leaves it.
    fs::write(&path, "").unwrap();
    let writer = RecordWriter::resume(&path, NOTE, |_| ()).unwrap();
    assert!(resume_error(&path, NOTE).contains("is being written by another program"));
    drop(writer);
    write(&path, &[game(1)]);
    let bytes = fs::read(&path).unwrap();
    let other = resume_error(&path, "another way");
    assert!(other.contains(NOTE) && other.contains("another way"), "{other}");
    for (bytes, expected) in [
        (&b"8/8/8/8/8/8/8/8 w - - 0 1 | 0 | 0.5\n"[..], "no file of positions"),
        (b"copp", "no file of positions"),
        (b"coppice\0\x09\0\0\0\0\0\0\0", "version 9 of the format, expected 2"),
    ] {
        fs::write(&path, bytes).unwrap();
        let error = resume_error(&path, NOTE);
        assert!(error.starts_with(expected), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }
    // Bytes that were lost or added in the middle shift all records behind them.
    let (_, ends) = read(&bytes).unwrap();
    let middle = ends[0] + 7 * Record::SIZE;
    for damaged in [
        [&bytes[..middle], &bytes[middle + 5..]].concat(),
        [&bytes[..middle], b"damage", &bytes[middle..]].concat(),
    ] {
        fs::write(&path, &damaged).unwrap();
        let error = resume_error(&path, NOTE);
        assert!(error.starts_with(&format!("damaged at byte {middle}: ")), "{error}");
        assert!(error.ends_with(&format!("(the {} bytes before are good)", ends[0])), "{error}");
        assert!(fs::read(&path).unwrap() == damaged, "a damaged file was written to");
    }
}

#[test]
fn plies_scores_quietness_and_pieces_choose_positions() {
    const MIDDLE: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 20";
    let record = |fen: &str, score: Option<i32>, best: &str| {
        let position: Position = fen.parse().unwrap();
        let best = position.parse_san(best).unwrap();
        Record::pack(&position, score.map(Score), Some(best), GameResult::Draw).unwrap()
    };
    let quiet = Filter { quiet: true, ..Filter::default() };
    for (fen, best, expected) in [
        (MIDDLE, "Bb5", true),
        (MIDDLE, "Nxe5", false),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 50", "a8=Q", false),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 50", "exd6", false),
        ("4k3/4R3/8/8/8/8/8/4K3 b - - 0 50", "Kd8", false),
        ("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 50", "O-O", true),
    ] {
        let record = record(fen, Some(0), best);
        assert_eq!(quiet.accepts(&record), expected, "{record:?}");
        assert!(Filter::default().accepts(&record));
    }
    let strict = Filter { quiet: true, min_ply: Some(39), max_score: Some(300), min_pieces: Some(33) };
    let calm = Filter { min_ply: Some(38), quiet: false, ..strict };
    assert_eq!(Filter::default().or(Filter::TUNING), Filter::TUNING);
    assert_eq!(calm.or(Filter::TUNING), Filter { quiet: true, ..calm });
    let middle = |score| record(MIDDLE, score, "Nxe5");
    for (filter, score, expected) in [
        (strict, Some(301), Some(Refusal::Early)),
        (Filter { min_ply: Some(38), ..strict }, Some(301), Some(Refusal::Noisy)),
        (calm, Some(301), Some(Refusal::Decided)),
        (calm, Some(-301), Some(Refusal::Decided)),
        (calm, Some(300), Some(Refusal::FewPieces)),
        (Filter { min_pieces: Some(32), ..calm }, Some(-300), None),
        (Filter { min_pieces: Some(32), ..calm }, None, None),
    ] {
        assert_eq!(filter.refusal(&middle(score)), expected);
    }
}

const BLACK: &str = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 40";

#[test]
fn scores_and_results_of_text_are_for_white() {
    for rest in [" | -35 | 1.0", " [1.0] -35", " [1.0] -35 29"] {
        let record = parse(&format!("{BLACK}{rest}"), None).unwrap();
        assert_eq!((record.white_score(), record.score()), (Some(Score(-35)), Some(Score(35))));
        assert_eq!(record.result(), Some(GameResult::WhiteWins));
        assert_eq!(text::write(&record, None).unwrap(), format!("{BLACK} | -35 | 1.0"));
    }
    let record = parse(&format!("{BLACK} [0.5]"), None).unwrap();
    assert_eq!((record.white_score(), record.result()), (None, Some(GameResult::Draw)));
    let record = parse(&format!("{BLACK} | 600 | 1.0"), Some(84.0)).unwrap();
    assert_eq!(record.white_score(), Some(Score(504)));
    assert_eq!(text::write(&record, Some(84.0)).unwrap(), format!("{BLACK} | 600 | 1.0"));
}

#[test]
fn scores_of_epd_are_centipawns_of_the_side_to_move() {
    let line = r#"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - hmvc 3; fmvn 40; bm O-O; c9 "0-1"; ce 100;"#;
    let record = parse(line, None).unwrap();
    let pawn = eval::wdl::PAWN_UNITS.round() as i32;
    assert_eq!((record.score(), record.white_score()), (Some(Score(pawn)), Some(Score(-pawn))));
    assert_eq!(record.result(), Some(GameResult::BlackWins));
    assert_eq!(record.best_move().unwrap().to_string(), "e8h8");
    assert_eq!(parse(line, Some(250.0)).unwrap().score(), Some(Score(250)));
    // A mate in n plies is 32767 less n.
    let mate = Score::mate_in(Ply::ROOT.next().next().next());
    for (score, written) in [(mate, "ce 32764;"), (-mate, "ce -32764;")] {
        assert_eq!(parse(&line.replace("ce 100;", written), None).unwrap().score(), Some(score), "{written}");
    }
    // As suites and public sets have it: no score, no move, no result.
    let record = parse(r#"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - id "a";"#, None).unwrap();
    assert_eq!((record.score(), record.best_move(), record.result()), (None, None, None));
}

#[test]
fn a_position_of_no_game_has_a_star_for_its_result_and_begins_no_game() {
    let text = format!("{BLACK} | -35 | *");
    let leaf = parse(&text, None).unwrap();
    assert_eq!((leaf.result(), leaf.white_score()), (None, Some(Score(-35))));
    assert_eq!(text::write(&leaf, None).unwrap(), text);
    let mut games = GameSplitter::default();
    // A leaf lies deeper in the game than the moves after it.
    let played = [0, 1].map(|index| random_game(1)[index].pack());
    let records = [leaf, leaf, played[0], leaf, played[1], leaf];
    assert_eq!(records.map(|record| games.is_new(&record)), [true, true, true, false, false, false]);
    // No game has a million of them, nor would they fit one of a file.
    let begun = (0..1 << 20).filter(|_| games.is_new(&leaf)).count();
    assert!(begun > 1 << 19, "{begun}");
    assert!(games.is_new(&played[1]));
}

#[test]
fn other_lines_are_refused() {
    for rest in [
        " | 3 | 1.0 | 4",
        " | 3",
        "",
        " | 3.5 | 1.0",
        " | 32001 | 0.5",
        " | -2147483648 | 0.5",
        " | 3 | 2",
        " x | 3 | 0.5",
        " [0.5 3",
        " [?] 3",
        " [0.5] +-3",
    ] {
        assert!(parse(&format!("{BLACK}{rest}"), None).is_err(), "{rest}");
    }
    for rest in
        [" c9 \"?\";", " c9 \"1-0\"; ce x;", " c9 \"1-0\" \"0-1\";", " c9 \"1-0\"; bm Kxh8;", " ce 40000;"]
    {
        assert!(parse(&format!("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -{rest}"), None).is_err(), "{rest}");
    }
}
