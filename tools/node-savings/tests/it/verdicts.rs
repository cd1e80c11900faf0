//! A method whose value differs from its family is reported, and one that was capped is not.

use std::time::Duration;

use node_savings::meter::Measurement;
use node_savings::methods::Family;
use node_savings::results::{MethodResult, Run};
use node_savings::verdict::compare;
use textbook::VisitCounts;
use types::Score;

/// Values by position, all to the same depth.
fn row(name: &str, family: Family, values: &[Option<i32>]) -> MethodResult {
    let run = |(position, value): (usize, &Option<i32>)| Run {
        position,
        depth: 3,
        measured: Measurement {
            counts: VisitCounts { nodes: 100, leaves: 50 },
            cpu_time: Duration::from_millis(5),
            score: value.map(Score),
        },
    };
    let runs = values.iter().enumerate().map(run).collect();
    MethodResult { name: name.to_owned(), family, line: None, runs }
}

#[test]
fn values_are_compared_within_a_family() {
    let mut rows = vec![
        row("minimax", Family::Evaluation, &[Some(10), Some(20)]),
        row("alpha-beta", Family::Evaluation, &[Some(10), None]),
        row("quiescence", Family::Quiescence, &[Some(5), Some(6)]),
        row(". . + table", Family::Quiescence, &[Some(5), Some(6)]),
        row(". . + null move", Family::Betting, &[Some(4), Some(7)]),
    ];
    let right = compare(&rows);
    assert_eq!((right.compared, right.disagreements.len()), (3, 0));
    rows[3] = row(". . + table", Family::Quiescence, &[Some(5), Some(7)]);
    let wrong: Vec<String> = compare(&rows).disagreements.iter().map(ToString::to_string).collect();
    assert_eq!(wrong, ["position 2 to depth 3: 7 by + table, but 6 by quiescence"]);
}

/// If minimax was capped, the others are compared with the first that was not.
#[test]
fn capped_searches_are_no_reference() {
    let rows = [
        row("minimax", Family::Evaluation, &[None]),
        row("worst", Family::Evaluation, &[Some(1)]),
        row("best", Family::Evaluation, &[Some(2)]),
    ];
    let verdict = compare(&rows);
    assert_eq!(verdict.compared, 1);
    assert_eq!(verdict.disagreements[0].to_string(), "position 1 to depth 3: 2 by best, but 1 by worst");
}
