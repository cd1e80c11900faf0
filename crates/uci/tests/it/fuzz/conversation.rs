//! One conversation: the lines that are sent, the answers that are due, and their check.

use std::thread;
use std::time::Duration;

use fastrand::Rng;
use movegen::Position;

use super::{lines, pick};
use crate::common::Engine;
use crate::report::Report;

/// A conversation under way.
pub(super) struct Conversation {
    engine: Engine,
    script: Script,
    rng: Rng,
    /// The position on the board of the engine.
    position: Position,
    /// The positions of the searches that were asked for and not yet checked.
    searches: Vec<Position>,
    /// Number of lines that need an error, since the last check.
    errors: usize,
    /// Number of `isready` since the last check.
    questions: usize,
    /// Number of checks so far.
    looks: usize,
    /// The time between two lines: none, or so much that most searches have begun when the next line comes.
    pause: Duration,
}

impl Conversation {
    /// Runs the conversation of this seed from the handshake to the end of the process.
    pub(super) fn hold(seed: u64) {
        let mut conversation = Conversation {
            engine: Engine::start_uci(),
            script: Script { seed, lines: Vec::new() },
            rng: Rng::with_seed(seed),
            position: Position::startpos(),
            searches: Vec::new(),
            errors: 0,
            questions: 0,
            looks: 0,
            pause: Duration::from_millis(seed % 2),
        };
        for _ in 0..1 + conversation.rng.usize(..4) {
            if conversation.rng.usize(..4) == 0 {
                conversation.talk_nonsense();
            } else {
                conversation.talk_sense();
            }
        }
        conversation.end();
    }

    fn say(&mut self, line: &[u8]) {
        self.script.lines.push(line.to_vec());
        self.engine.send_bytes(&[line, b"\n"].concat());
        thread::sleep(self.pause);
    }

    /// Good and bad lines, each of which has a known meaning.
    fn talk_sense(&mut self) {
        for _ in 0..self.rng.usize(..40) {
            self.say_something();
        }
        self.look(Self::check);
    }

    fn say_something(&mut self) {
        match self.rng.usize(..20) {
            0..=3 => {
                let (line, position) = lines::position(&mut self.rng);
                self.position = position;
                self.say(line.as_bytes());
            }
            4 if self.rng.usize(..3) == 0 => {
                let line = lines::faulty_go(&mut self.rng);
                self.errors += 1;
                self.searches.push(self.position.clone());
                self.say(line.as_bytes());
            }
            4..=7 => {
                let line = lines::go(&mut self.rng, &self.position);
                self.searches.push(self.position.clone());
                self.say(line.as_bytes());
            }
            8 | 9 => {
                let line = lines::option(&mut self.rng);
                self.say(line.as_bytes());
            }
            10..=12 => {
                let line = lines::bad_line(&mut self.rng);
                self.errors += 1;
                self.say(&line);
            }
            13 | 14 => {
                self.questions += 1;
                self.say(b"isready");
            }
            15 | 16 => self.say(b"stop"),
            _ => {
                let line = *pick(
                    &mut self.rng,
                    &[
                        "ponderhit",
                        "ucinewgame",
                        "d",
                        "eval",
                        "uci",
                        "version",
                        "",
                        " \t",
                        "debug on",
                        "debug off",
                        "go perft 2",
                        "bench 1",
                        "genfens 1 seed 3 book None",
                        "register later",
                        "help",
                        "stop",
                    ],
                );
                self.say(line.as_bytes());
            }
        }
    }

    /// Sends lines whose meaning is not defined.
    fn talk_nonsense(&mut self) {
        for _ in 0..self.rng.usize(..30) {
            let line = lines::mangled(&mut self.rng, &self.position);
            self.say(&line);
            if self.rng.usize(..2) == 0 {
                self.say(b"stop");
            }
        }
        self.look(|_, _| {});
        // From here on the state is known again.
        for line in [
            "debug off",
            "setoption name Hash value 1",
            "setoption name Threads value 1",
            "position startpos",
        ] {
            self.say(line.as_bytes());
        }
        self.position = Position::startpos();
    }

    /// Waits until all commands are done, and checks the output.
    fn look(&mut self, judge: impl Fn(&mut Self, &[String])) {
        self.looks += 1;
        // It is queued, so its error comes when everything before it is done.
        let mark = format!("Mark{}", self.looks);
        self.say(b"stop");
        self.say(format!("setoption name {mark}").as_bytes());
        let end = format!("info string error: no option '{mark}'");
        let mut lines = self.engine.lines_until(&end);
        lines.pop();
        self.engine.log.clear();
        judge(self, &lines);
        (self.errors, self.questions) = (0, 0);
        self.searches.clear();
        self.script.lines.push(b"-- all is well up to here".to_vec());
    }

    fn check(&mut self, lines: &[String]) {
        let count = |beginning: &str| lines.iter().filter(|line| line.starts_with(beginning)).count();
        assert_eq!(count("info string error: "), self.errors, "errors in {lines:#?}");
        assert_eq!(count("readyok"), self.questions, "answers to isready in {lines:#?}");
        let of_searches = |line: &&String| {
            line.starts_with("bestmove") || line.starts_with("info ") && !line.starts_with("info string")
        };
        let lines: Vec<String> = lines.iter().filter(of_searches).cloned().collect();
        let reports: Vec<_> = lines.split_inclusive(|line| line.starts_with("bestmove")).collect();
        assert_eq!(reports.len(), self.searches.len(), "searches in {lines:#?}");
        for (report, position) in reports.into_iter().zip(&self.searches) {
            Report::new(report.to_vec()).check(position);
        }
    }

    /// Ends the engine in any state.
    fn end(mut self) {
        for _ in 0..self.rng.usize(..3) {
            self.say_something();
        }
        if self.rng.usize(..2) == 0 {
            self.say(b"quit");
        } else {
            self.engine.close_input();
        }
        self.engine.exits_well();
    }
}

/// The lines that were sent. If the conversation fails, they are shown.
struct Script {
    seed: u64,
    lines: Vec<Vec<u8>>,
}

impl Drop for Script {
    fn drop(&mut self) {
        /// Long games and lines are cut.
        const SHOWN: usize = 300;
        if std::thread::panicking() {
            eprintln!("conversation of COPPICE_FUZZ_SEED={}:", self.seed);
            for line in &self.lines {
                eprintln!("  {}", line[..line.len().min(SHOWN)].escape_ascii());
            }
        }
    }
}
