//! Runs the sessions in `tests/sessions/*.txt`: what is sent to an engine, and what it answers.
//!
//! ```text
//! == heading [tag] ...   a session with a new engine, after `uci` and `uciok`. Tags: `console` (nothing was sent yet),
//!                        and what the engine needs: `process` (an end and an exit code), `threads`, `files`
//!                        `{tables}` stands for the directory that `COPPICE_SYZYGY` names
//! $ go depth 3 d         instead, an engine with these arguments; quotes hold an argument with spaces together
//! > text                 sends a line; `> <end>` closes the input
//! < text                 the next line of the output; `*` stands for any text; `< <exit 0>` is the end of the program
//! < ...                  lines that are skipped, up to the one that the next `<` describes; `< ... but text` is the
//!                        same, but none of them contains the text
//! ? nodes <= 5000        a number in the last scored `info` line of the last search, or its `cp` or `mate`
//! ```
//!
//! Lines that begin with `#` are comments. After `uci` every search is also checked against the rules: its moves are legal,
//! its mates are mates, and its last line is exact and begins with the move that is played.

use std::collections::VecDeque;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::{fs, thread};

use movegen::Position;

use crate::common::Engine;
use crate::report::Report;

macro_rules! files {
    ($($(#[$attribute:meta])* $name:ident)*) => {
        $(#[test]
        $(#[$attribute])*
        fn $name() {
            run_file(stringify!($name));
        })*

        #[test]
        fn every_file_of_sessions_is_run() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/sessions");
            for entry in fs::read_dir(folder).expect("the folder is there") {
                let path = entry.expect("it can be read").path();
                let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
                assert!([$(stringify!($name)),*].contains(&name.as_str()), "{name}.txt has no test");
            }
        }
    };
}

files! {
    counts go handshake options people positions process signals
    #[ignore = "needs Syzygy tables in COPPICE_SYZYGY"] syzygy
}

/// Runs the sessions of a file, several at a time. A failure names the line of the file.
fn run_file(name: &str) {
    let path = format!("{}/tests/sessions/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let mut text = fs::read_to_string(path).expect("the file is there").replace('\r', "");
    if text.contains("{tables}") {
        text = text.replace("{tables}", &crate::syzygy::directory());
    }
    let lines: Vec<(usize, &str)> =
        (1..).zip(text.lines()).filter(|(_, line)| !line.is_empty() && !line.starts_with('#')).collect();
    let sessions: Vec<_> = lines.chunk_by(|_, (_, next)| !next.starts_with("== ")).collect();
    assert!(
        sessions.iter().all(|session| session[0].1.starts_with("== ")),
        "{name}.txt begins without heading"
    );
    for some in sessions.chunks(4) {
        thread::scope(|scope| {
            some.iter().for_each(|session| drop(scope.spawn(|| run_session(name, session))));
        });
    }
}

fn run_session(file: &str, lines: &[(usize, &str)]) {
    let (heading, steps) = (lines[0].1, &lines[1..]);
    let mut session = match steps.first() {
        Some((_, first)) if first.starts_with('$') => {
            Session::new(Engine::with_arguments(&split(&first[1..])), false)
        }
        _ if heading.contains("[console]") => Session::new(Engine::start(), false),
        _ => Session::new(Engine::start_uci(), true),
    };
    for (number, step) in steps {
        if let Err(error) = panic::catch_unwind(AssertUnwindSafe(|| session.step(step))) {
            let log = &session.engine.log;
            let log = log[log.len().saturating_sub(20)..].join("\n");
            eprintln!("{file}.txt, line {number}: {step}\nin the session {heading}\noutput so far:\n{log}");
            panic::resume_unwind(error);
        }
    }
}

/// The words of a line. Quotes hold words together.
fn split(line: &str) -> Vec<String> {
    let parts = line.trim().split('"').enumerate();
    let words = parts.flat_map(|(index, part)| match index % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect(),
        _ => vec![part.to_owned()],
    });
    words.collect()
}

struct Session {
    engine: Engine,
    /// True after `uci`: the output can be checked.
    is_uci: bool,
    /// The position on the engine's board; `None` if commands for people have changed it.
    position: Option<Position>,
    /// The positions of searches whose move is still due.
    due: VecDeque<Option<Position>>,
    /// The output of the search that runs.
    lines: Vec<String>,
    report: Option<Report>,
    /// The lines that were skipped are to be free of this text, if there is one.
    skips: Option<Option<String>>,
}

impl Session {
    fn new(engine: Engine, is_uci: bool) -> Session {
        let (position, due) = (Some(Position::startpos()), VecDeque::new());
        Session { engine, is_uci, position, due, lines: Vec::new(), report: None, skips: None }
    }

    fn step(&mut self, step: &str) {
        let (kind, text) = step.split_at(1);
        let text = text.strip_prefix(' ').unwrap_or(text);
        match (kind, text) {
            ("$", _) => {}
            (">", "<end>") => self.engine.close_input(),
            (">", line) => self.send(line),
            ("<", "...") => self.skips = Some(None),
            ("<", text) if text.starts_with("... but ") => self.skips = Some(Some(text[8..].to_owned())),
            ("<", text) if text.starts_with("<exit ") => self.expect_exit(text),
            ("<", pattern) => self.expect(pattern),
            ("?", condition) => self.check(condition),
            _ => panic!("a step begins with >, <, ? or $"),
        }
    }

    fn send(&mut self, line: &str) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first() {
            Some(&"uci") => self.is_uci = true,
            Some(&"position") => {
                if let Some(position) = position_of(line) {
                    self.position = Some(position);
                }
            }
            Some(&"moves" | &"undo" | &"flip") => self.position = None,
            Some(&"go") if words.get(1) != Some(&"perft") => self.due.push_back(self.position.clone()),
            _ => {}
        }
        self.engine.send(line);
    }

    fn expect(&mut self, pattern: &str) {
        loop {
            let line = self.engine.line();
            self.observe(&line);
            if matches(pattern, &line) {
                self.skips = None;
                return;
            }
            match &self.skips {
                None => panic!("the output is '{line}', expected '{pattern}'"),
                Some(Some(text)) => assert!(!line.contains(text), "'{line}' came before '{pattern}'"),
                Some(None) => {}
            }
        }
    }

    fn observe(&mut self, line: &str) {
        if !self.is_uci || !(line.starts_with("bestmove") || line.starts_with("info depth")) {
            return;
        }
        self.lines.push(line.to_owned());
        if line.starts_with("bestmove") {
            let report = Report::new(std::mem::take(&mut self.lines));
            if let Some(position) = self.due.pop_front().expect("no search is due") {
                report.check(&position);
            }
            self.report = Some(report);
        }
    }

    fn expect_exit(&mut self, text: &str) {
        let (status, rest) = self.engine.wait_for_exit();
        assert_eq!(status.code().map(|code| format!("<exit {code}>")).as_deref(), Some(text), "{rest:#?}");
        assert!(self.skips.take().is_some() || rest.is_empty(), "{rest:#?}");
    }

    fn check(&self, condition: &str) {
        let [name, relation, value] = split(condition).try_into().expect("a name, a relation and a number");
        let value: i64 = value.parse().expect("it is a number");
        let last = self.report.as_ref().expect("a search has ended").last();
        let number = match name.as_str() {
            "cp" | "mate" => {
                assert_eq!(last.score.0, name, "{last:?}");
                last.score.1
            }
            _ => last.number(&name),
        };
        let holds = match relation.as_str() {
            "=" => number == value,
            "<" => number < value,
            ">" => number > value,
            "<=" => number <= value,
            ">=" => number >= value,
            _ => panic!("the relation is '{relation}', expected one of = < > <= >="),
        };
        assert!(holds, "{name} is {number}, expected {relation} {value}");
    }
}

/// Returns true if a line is this pattern, in which `*` stands for any text.
fn matches(pattern: &str, line: &str) -> bool {
    let Some((head, tail)) = pattern.split_once('*') else { return pattern == line };
    let Some(rest) = line.strip_prefix(head) else { return false };
    (0..=rest.len()).any(|start| rest.is_char_boundary(start) && matches(tail, &rest[start..]))
}

/// The position that a line sets up; `None` if it is a bad one.
fn position_of(line: &str) -> Option<Position> {
    let line = line.trim().strip_prefix("position")?.trim();
    let (root, moves) = line.rsplit_once(" moves ").unwrap_or((line, ""));
    let mut position = match root.split_whitespace().next()? {
        "startpos" if root == "startpos" => Position::startpos(),
        "startpos" => return None,
        _ => uci::parse_position(root.strip_prefix("fen").unwrap_or(root).trim()).ok()?,
    };
    for text in moves.split_whitespace().filter(|text| !text.ends_with('.')) {
        let mv = uci::parse_move(&position, text).ok()?;
        position.play(mv);
    }
    Some(position)
}

#[test]
fn patterns_match_whole_lines() {
    for (pattern, line, expected) in [
        ("a", "a", true),
        ("a", "ab", false),
        ("a*", "ab", true),
        ("*b", "ab", true),
        ("*a", "ab", false),
        ("a*c*e", "abcde", true),
        ("a*c*d", "abcde", false),
        ("*", "", true),
        ("é*", "éa", true),
    ] {
        assert_eq!(matches(pattern, line), expected, "{pattern} {line}");
    }
}
