//! Lines of text: written and read back, and refused if they are none.

use positions::text::{GameSplitter, LineError, LineFormat};
use positions::{GameResult, Record};
use proptest::prelude::*;
use types::Score;

use crate::games::random_game;

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn written_text_is_read_back(seed: u64) {
        for labelled in random_game(seed) {
            let record = labelled.pack();
            let line = LineFormat::Epd.write(&record).unwrap();
            prop_assert_eq!(LineFormat::Epd.parse(&line), Ok(record), "{}", line);
            // Columns have no room for the move.
            let plain = Record::pack(&labelled.position, labelled.score, None, labelled.result).unwrap();
            for format in [LineFormat::Bars, LineFormat::Brackets] {
                let line = format.write(&record);
                match labelled.score {
                    Some(_) => prop_assert_eq!(format.parse(&line.unwrap()), Ok(plain)),
                    None if format == LineFormat::Brackets => prop_assert_eq!(format.parse(&line.unwrap()), Ok(plain)),
                    None => prop_assert_eq!(line, Err(LineError::NoScore)),
                }
            }
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
}

const BLACK: &str = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 40";

#[test]
fn scores_and_results_are_those_of_white() {
    for (format, rest) in [(LineFormat::Bars, " | -35 | 1.0"), (LineFormat::Brackets, " [1.0] -35")] {
        let line = format!("{BLACK}{rest}");
        let record = format.parse(&line).unwrap();
        assert_eq!((record.white_score(), record.score()), (Some(Score(-35)), Some(Score(35))));
        assert_eq!(record.result(), Some(GameResult::WhiteWins));
        assert_eq!(format.write(&record).unwrap(), line);
    }
    let unscored = format!("{BLACK} [0.5]");
    let record = LineFormat::Brackets.parse(&unscored).unwrap();
    assert_eq!((record.white_score(), record.result()), (None, Some(GameResult::Draw)));
    assert_eq!(LineFormat::Brackets.write(&record).unwrap(), unscored);
    let with_depth = format!("{BLACK} [0.5] 12 29");
    assert_eq!(LineFormat::Brackets.parse(&with_depth).unwrap().white_score(), Some(Score(12)));
}

#[test]
fn epd_has_scores_of_the_side_to_move() {
    let line = r#"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - bm O-O; c9 "0-1"; ce 35; hmvc 3; fmvn 40;"#;
    let record = LineFormat::Epd.parse(line).unwrap();
    assert_eq!(record.white_score(), Some(Score(-35)));
    assert_eq!(record.result(), Some(GameResult::BlackWins));
    assert_eq!(record.best_move().unwrap().to_string(), "e8h8");
    // As a public set has it: no score, no move.
    let record = LineFormat::Epd.parse(r#"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - c9 "1/2-1/2";"#).unwrap();
    assert_eq!((record.score(), record.best_move()), (None, None));
    assert_eq!(record.result(), Some(GameResult::Draw));
}

#[test]
fn a_position_of_no_game_has_a_star_for_its_result_and_begins_no_game() {
    let epd = r#"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - hmvc 3; fmvn 40; c9 "*"; ce 35;"#;
    let lines = [
        (LineFormat::Bars, format!("{BLACK} | -35 | *")),
        (LineFormat::Brackets, format!("{BLACK} [*] -35")),
        (LineFormat::Epd, epd.to_owned()),
    ];
    for (format, line) in lines {
        let leaf = format.parse(&line).unwrap();
        assert_eq!((leaf.result(), leaf.white_score()), (None, Some(Score(-35))), "{line}");
        assert_eq!(format.write(&leaf).unwrap(), line);
        let mut games = GameSplitter::default();
        // A leaf lies deeper in the game than the moves after it.
        let played = [0, 1].map(|index| random_game(1)[index].pack());
        assert_eq!(
            [played[0], leaf, played[1], leaf].map(|record| games.is_new(&record)),
            [true, false, false, false]
        );
    }
}

#[test]
fn positions_of_no_game_are_games_of_their_own() {
    let leaf = LineFormat::Bars.parse(&format!("{BLACK} | -35 | *")).unwrap();
    let played = [0, 1].map(|index| random_game(1)[index].pack());
    let mut games = GameSplitter::default();
    let records = [leaf, leaf, leaf, played[0], leaf, played[1], leaf];
    assert_eq!(records.map(|record| games.is_new(&record)), [true, true, true, true, false, false, false]);
    // No game has a million of them, nor would they fit a block of a file.
    let begun = (0..1 << 20).filter(|_| games.is_new(&leaf)).count();
    assert!(begun > 1 << 19, "{begun}");
    assert!(games.is_new(&played[1]));
}

#[test]
fn other_lines_are_refused_with_what_was_expected() {
    let bars = [
        " | 3 | 1.0 | 4",
        " | 3",
        "",
        " | 3.5 | 1.0",
        " | 32001 | 0.5",
        " | -2147483648 | 0.5",
        " | 3 | 2",
        " x | 3 | 0.5",
    ];
    let brackets = ["", " [0.5 3", " [?] 3", " [0.5] +-3"];
    let epd =
        ["", " ce 3;", " c9 \"?\";", " c9 \"1-0\"; ce x;", " c9 \"1-0\" \"0-1\";", " c9 \"1-0\"; bm Kxh8;"];
    let fen = [(LineFormat::Bars, &bars[..]), (LineFormat::Brackets, &brackets)];
    for (format, line) in fen.into_iter().flat_map(|(format, ends)| ends.iter().map(move |end| (format, end)))
    {
        let error = format.parse(&format!("{BLACK}{line}")).expect_err(line);
        assert!(!error.to_string().is_empty());
    }
    for end in epd {
        LineFormat::Epd.parse(&format!("r3k2r/8/8/8/8/8/8/R3K2R b KQkq -{end}")).expect_err(end);
    }
}
