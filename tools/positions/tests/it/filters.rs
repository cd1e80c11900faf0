//! Filters, held against positions that people can judge.

use movegen::Position;
use positions::filter::Refusal;
use positions::{Filter, GameResult, Record};
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
fn plies_scores_and_piece_counts_have_limits() {
    let accepts = |filter: Filter, score| filter.accepts(&record(MIDDLE, score, "Bb5"));
    for (min_ply, expected) in [(38, true), (39, false)] {
        assert_eq!(accepts(Filter { min_ply, ..Filter::default() }, Some(0)), expected);
    }
    for (score, expected) in
        [(Some(300), true), (Some(301), false), (Some(-300), true), (Some(-301), false), (None, true)]
    {
        assert_eq!(accepts(Filter { max_score: Some(Score(300)), ..Filter::default() }, score), expected);
    }
    for (min_pieces, expected) in [(32, true), (33, false)] {
        assert_eq!(accepts(Filter { min_pieces, ..Filter::default() }, None), expected);
    }
    let strict = Filter { quiet: true, min_ply: 39, max_score: Some(Score(300)), min_pieces: 33 };
    let refusal = |filter: Filter, score| filter.refusal(&record(MIDDLE, score, "Nxe5"));
    assert_eq!(refusal(strict, Some(301)), Some(Refusal::Early));
    assert_eq!(refusal(Filter { min_ply: 38, ..strict }, Some(301)), Some(Refusal::Noisy));
    let calm = Filter { min_ply: 38, quiet: false, ..strict };
    assert_eq!(
        [Some(301), Some(0)].map(|score| refusal(calm, score)),
        [Some(Refusal::Decided), Some(Refusal::FewPieces)]
    );
}
