//! Asks for the reasons of the moves in `reasons.txt`, and reads the answers.

use std::thread;

use explain::{NODES, Question, STACK_SIZE, words};
use movegen::Position;
use search::Control;
use types::Move;

/// A question with what the answer must and must not say.
struct Case<'a> {
    heading: &'a str,
    position: &'a str,
    mv: &'a str,
    expectations: Vec<(&'a str, &'a str)>,
}

fn cases() -> Vec<Case<'static>> {
    let mut cases: Vec<Case<'static>> = Vec::new();
    let lines = include_str!("reasons.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    for line in lines {
        let (word, rest) = line.split_once(' ').expect("a word and its text");
        if word == "==" {
            cases.push(Case { heading: rest, position: "", mv: "", expectations: Vec::new() });
        }
        let case = cases.last_mut().expect("a heading comes first");
        match word {
            "==" => {}
            "position" => case.position = rest,
            "why" => case.mv = rest,
            "says" | "line" | "never" => case.expectations.push((word, rest)),
            _ => panic!("'{word}' is no word of a case"),
        }
    }
    cases
}

fn parse_move(position: &Position, text: &str) -> Move {
    position.parse_san(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn explained(case: &Case<'_>) -> String {
    let (start, moves) = case.position.split_once(" moves ").unwrap_or((case.position, ""));
    let start: Position =
        if start == "startpos" { Position::startpos() } else { start.parse().expect("a position") };
    let mut position = start.clone();
    let mut played = Vec::new();
    for text in moves.split_whitespace() {
        let mv = parse_move(&position, text);
        position.play(mv);
        played.push(mv);
    }
    let question = Question {
        start: &start,
        played: &played,
        mv: parse_move(&position, case.mv),
        other: None,
        nodes: NODES,
    };
    let explanation = question.answer(&Control::new()).expect("there is memory").expect("nothing stops it");
    words::text(&explanation)
}

/// The moves of a line without their numbers.
fn without_numbers(line: &str) -> String {
    let moves = line.split_whitespace().filter(|word| !word.ends_with('.'));
    format!(" {} ", moves.collect::<Vec<_>>().join(" "))
}

/// The expectations that an answer does not meet.
fn faults(case: &Case<'_>, text: &str) -> Vec<String> {
    let holds = |&(word, expected): &(&str, &str)| match word {
        "says" => text.contains(expected),
        "never" => !text.contains(expected),
        _ => text.lines().any(|line| without_numbers(line).contains(&format!(" {expected} "))),
    };
    let wrong = case.expectations.iter().filter(|expectation| !holds(expectation));
    wrong.map(|(word, expected)| format!("{word} {expected}")).collect()
}

/// Asks every `of`-th question from number `first` on.
fn ask(first: usize, of: usize) {
    let run = move || {
        let mut wrong = String::new();
        for case in cases().iter().skip(first).step_by(of) {
            let text = explained(case);
            let faults = faults(case, &text);
            if std::env::var_os("COPPICE_SHOW_REASONS").is_some() || !faults.is_empty() {
                let faults = faults.join("\n  not as expected: ");
                eprintln!("== {}\n{text}\n  not as expected: {faults}\n", case.heading);
            }
            if !faults.is_empty() {
                wrong += &format!("\n{}", case.heading);
            }
        }
        assert!(wrong.is_empty(), "wrong reasons:{wrong}");
    };
    let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn(run).expect("a thread");
    thread.join().expect("the reasons are right");
}

#[test]
fn reasons_are_those_of_a_strong_player() {
    ask(0, 2);
}

#[test]
fn reasons_are_those_of_a_strong_player_in_the_other_half() {
    ask(1, 2);
}

#[test]
fn the_same_question_has_the_same_answer() {
    let run = || {
        let case = &cases()[0];
        assert_eq!(explained(case), explained(case));
    };
    let thread = thread::Builder::new().stack_size(STACK_SIZE).spawn(run).expect("a thread");
    thread.join().expect("the answers are the same");
}
