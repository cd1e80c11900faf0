//! Filters, held against positions that people can judge.

use movegen::Position;
use positions::{Entry, Filter, GameResult, Record};
use types::Score;

fn record(fen: &str, score: Option<i32>, best: &str) -> Record {
    let position: Position = fen.parse().unwrap();
    let best = position.parse_san(best).unwrap();
    Record::pack(&position, score.map(Score), Some(best), GameResult::Draw).unwrap()
}

const MIDDLE: &str = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 20";

#[test]
fn quiet_is_without_checks_captures_and_promotions() {
    let quiet = Filter { quiet: true, ..Filter::default() };
    let cases = [
        (record(MIDDLE, Some(0), "Bb5"), true),
        (record(MIDDLE, Some(0), "Nxe5"), false),
        (record("4k3/P7/8/8/8/8/8/4K3 w - - 0 50", Some(900), "a8=Q"), false),
        (record("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 50", Some(50), "exd6"), false),
        (record("4k3/4R3/8/8/8/8/8/4K3 b - - 0 50", Some(-500), "Kd8"), false),
        (record("r3k3/8/8/8/8/8/8/4K2R w Kq - 0 50", Some(0), "O-O"), true),
    ];
    for (record, expected) in cases {
        assert_eq!(quiet.accepts(&record), expected, "{record:?}");
        assert!(Filter::default().accepts(&record));
    }
}

#[test]
fn what_does_not_pass_is_left_out_but_errors_are_not() {
    let [quiet, loud] = ["Bb5", "Nxe5"].map(|best| record(MIDDLE, Some(0), best));
    let entries = [Ok(quiet), Ok(loud), Err("damaged"), Ok(quiet)]
        .into_iter()
        .zip(0..)
        .map(|(record, game)| record.map(|record| Entry { game, record }));
    let games: Vec<_> = Filter::TUNING.apply(entries).map(|entry| entry.map(|entry| entry.game)).collect();
    assert_eq!(games, [Ok(0), Err("damaged"), Ok(3)]);
}

#[test]
fn plies_scores_and_men_have_limits() {
    let accepts = |filter: Filter, score| filter.accepts(&record(MIDDLE, score, "Bb5"));
    for (min_ply, expected) in [(38, true), (39, false)] {
        assert_eq!(accepts(Filter { min_ply, ..Filter::default() }, Some(0)), expected);
    }
    for (score, expected) in
        [(Some(300), true), (Some(301), false), (Some(-300), true), (Some(-301), false), (None, true)]
    {
        assert_eq!(accepts(Filter { max_score: Some(Score(300)), ..Filter::default() }, score), expected);
    }
    for (min_men, expected) in [(32, true), (33, false)] {
        assert_eq!(accepts(Filter { min_men, ..Filter::default() }, None), expected);
    }
}
