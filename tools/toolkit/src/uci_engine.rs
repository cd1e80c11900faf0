//! A UCI engine: its options, and its searches.
//!
//! An engine under development may fail to start, hang, end, or refuse an option. Each is an error that names the engine and
//! the request. Its standard error is passed through.

use std::fmt;
use std::io::{self, Write as _};
use std::ops::RangeInclusive;
use std::path::Path;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail, ensure};

use crate::process::{ENDING, ProcessGroup, read_lines};
use crate::program::{Interrupted, is_stopping};

/// The longest that an engine may take to answer `uci`, which every engine does at once.
const HANDSHAKE: Duration = Duration::from_secs(10);
/// The time between two looks at the signals while waiting for an answer.
const POLL: Duration = Duration::from_millis(50);

/// A running engine, in a group of its own. When dropped, it and the processes that it started are killed.
pub struct UciEngine {
    command: String,
    program: ProcessGroup,
    stdin: ChildStdin,
    lines: Receiver<String>,
    options: Options,
    /// The longest that an answer may take.
    timeout: Duration,
}

/// The move and the score that a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BestMove {
    /// The move as the engine writes it.
    pub mv: String,
    /// The last score that it reported, if any.
    pub score: Option<EngineScore>,
}

/// A score for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EngineScore {
    /// Centipawns.
    Centipawns(i32),
    /// A forced mate in this number of moves; 0 or less for the side that is mated.
    Mate(i32),
}

impl UciEngine {
    /// Starts a command, its arguments separated by white space. `timeout` is the longest that an answer may take.
    ///
    /// # Errors
    /// If it does not start, or does not speak UCI within ten seconds.
    pub fn start(command: &str, timeout: Duration) -> Result<UciEngine> {
        let mut words = command.split_whitespace();
        let program = words.next().context("engine '' does not start: it is empty, expected a program")?;
        UciEngine::spawn(command, Command::new(program).args(words), timeout)?.handshake()
    }

    /// Starts a program without arguments. Its path may contain spaces.
    ///
    /// # Errors
    /// If it does not start, or does not speak UCI within ten seconds.
    pub fn start_program(program: &Path, timeout: Duration) -> Result<UciEngine> {
        UciEngine::spawn(&program.to_string_lossy(), &mut Command::new(program), timeout)?.handshake()
    }

    fn spawn(name: &str, program: &mut Command, timeout: Duration) -> Result<UciEngine> {
        let spawned = ProcessGroup::spawn(program.stdin(Stdio::piped()).stdout(Stdio::piped()));
        let piped = spawned.and_then(|mut program| match (program.take_stdin(), program.take_stdout()) {
            (Some(stdin), Some(stdout)) => Ok((program, stdin, read_lines(stdout)?)),
            _ => Err(io::ErrorKind::BrokenPipe.into()),
        });
        let (program, stdin, lines) = piped.with_context(|| format!("engine '{name}' does not start"))?;
        let (command, options) = (name.to_owned(), Options::default());
        Ok(UciEngine { command, program, stdin, lines, options, timeout })
    }

    fn handshake(mut self) -> Result<UciEngine> {
        let timeout = self.timeout;
        self.timeout = timeout.min(HANDSHAKE);
        let lines = self.ask("uci", |line| line == "uciok")?;
        Ok(UciEngine { options: Options::parse(&lines), timeout, ..self })
    }

    /// The command that started it.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// The options that it offers.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sends a request and collects the answer, up to and including the line that ends it.
    ///
    /// # Errors
    /// If the engine ends or the answer takes too long; [`Interrupted`] if a signal asks this program to end.
    pub fn ask(&mut self, request: &str, ends: impl Fn(&str) -> bool) -> Result<Vec<String>> {
        // If the engine has ended, reading the answer reports it.
        let _ = writeln!(self.stdin, "{request}").and_then(|()| self.stdin.flush());
        let deadline = Instant::now() + self.timeout;
        let mut answer = Vec::new();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            // Also for an engine that never stops to print.
            if is_stopping() {
                return Err(Interrupted.into());
            }
            if left.is_zero() {
                let seconds = self.timeout.as_secs_f64();
                bail!("engine '{}' did not answer {request:?} within {seconds} s", self.command);
            }
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => {
                    let is_last = ends(&line);
                    answer.push(line);
                    if is_last {
                        return Ok(answer);
                    }
                }
                // It is given time to end by itself, so that its exit status is its own and not that of being killed.
                Err(RecvTimeoutError::Disconnected) => match self.program.wait_for(ENDING) {
                    Ok(Some(status)) => {
                        bail!("engine '{}' ended ({status}) before it answered {request:?}", self.command)
                    }
                    _ => bail!("engine '{}' closed its output before it answered {request:?}", self.command),
                },
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Sets options, and waits until the engine is ready.
    ///
    /// # Errors
    /// If the engine refuses one in an `info string error`, which is how Coppice does it, or does not answer.
    pub fn set_options<V: fmt::Display>(
        &mut self,
        options: impl IntoIterator<Item = (impl fmt::Display, V)>,
    ) -> Result<()> {
        let mut request = String::new();
        for (name, value) in options {
            request += &format!("setoption name {name} value {value}\n");
        }
        let answer = self.ask(&(request + "isready"), |line| line == "readyok")?;
        match answer.into_iter().find(|line| line.starts_with("info string error")) {
            Some(complaint) => bail!("engine '{}' refuses an option: {complaint}", self.command),
            None => Ok(()),
        }
    }

    /// Searches a position (arguments of `position`) within limits (arguments of `go`).
    ///
    /// # Errors
    /// If it does not answer, or with no move.
    pub fn search(&mut self, position: &str, limits: &str) -> Result<BestMove> {
        let request = format!("position {position}\ngo {limits}");
        let lines = self.ask(&request, |line| line.starts_with("bestmove"))?;
        let score = lines.iter().rev().find_map(|line| parse_score(line));
        match lines.last().and_then(|line| line.split_whitespace().nth(1)) {
            Some(mv) if !matches!(mv, "(none)" | "0000") => Ok(BestMove { mv: mv.to_owned(), score }),
            _ => bail!("engine '{}' answers {lines:?}, expected a 'bestmove' with a move", self.command),
        }
    }
}

/// The score of an `info` line.
fn parse_score(line: &str) -> Option<EngineScore> {
    let mut words =
        line.strip_prefix("info ")?.split_whitespace().skip_while(|&word| word != "score").skip(1);
    match (words.next()?, words.next()?.parse().ok()?) {
        ("cp", score) => Some(EngineScore::Centipawns(score)),
        ("mate", moves) => Some(EngineScore::Mate(moves)),
        _ => None,
    }
}

/// All options of an engine.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Options(Vec<(String, Values)>);

/// The values that an option can have.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Values {
    Range(RangeInclusive<i64>),
    OneOf(Vec<String>),
    Any,
    /// A button is pressed, and has no value.
    None,
}

impl Options {
    /// Reads `option name <name> type <type> default <value> min <value> max <value> var <value> ...`. Other lines
    /// and invalid options are ignored.
    fn parse(lines: &[impl AsRef<str>]) -> Options {
        Options(lines.iter().filter_map(|line| parse_option(line.as_ref())).collect())
    }

    fn find(&self, name: &str) -> Option<&(String, Values)> {
        // Option names are case-insensitive.
        self.0.iter().find(|option| option.0.eq_ignore_ascii_case(name))
    }

    /// Returns `true` if there is an option of this name.
    pub fn offers(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Checks that an option can have this value, and returns its name as the engine writes it.
    ///
    /// # Errors
    /// If there is no such option, or the value is not allowed.
    pub fn check(&self, name: &str, value: &str) -> Result<&str> {
        let (name, values) = self.find(name).with_context(|| {
            format!("the engine has no option '{name}', expected one of a build that offers it")
        })?;
        let (is_good, expected) = match values {
            Values::Range(range) => (
                value.parse().is_ok_and(|value| range.contains(&value)),
                format!("a whole number from {} to {}", range.start(), range.end()),
            ),
            Values::OneOf(values) => {
                (values.iter().any(|one| one == value), format!("one of: {}", values.join(", ")))
            }
            Values::Any => (true, String::new()),
            Values::None => (false, "an option with a value".to_owned()),
        };
        ensure!(is_good, "'{name}' cannot be '{value}', expected {expected}");
        Ok(name)
    }
}

fn parse_option(line: &str) -> Option<(String, Values)> {
    let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    let number = |key| fields(&words, key).first()?.parse().ok();
    let values = match *words.first()? {
        "spin" => Values::Range(number("min")?..=number("max")?),
        "check" => Values::OneOf(vec!["true".to_owned(), "false".to_owned()]),
        "combo" => Values::OneOf(fields(&words, "var")),
        "string" => Values::Any,
        _ => Values::None,
    };
    Some((name.trim().to_owned(), values))
}

/// The values of a key: the words after each occurrence, up to the next key.
fn fields(words: &[&str], key: &str) -> Vec<String> {
    let is_key = |word: &&str| ["default", "min", "max", "var"].contains(word);
    let places = words.iter().enumerate().filter(|&(_, word)| *word == key).map(|(place, _)| place);
    let value = |place: usize| words[place + 1..].iter().take_while(|word| !is_key(word));
    places.map(|place| value(place).copied().collect::<Vec<_>>().join(" ")).collect()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    const TIMEOUT: Duration = Duration::from_secs(60);

    #[test]
    fn an_answer_is_all_lines_up_to_the_last() {
        let mut echo = UciEngine::spawn("cat", &mut Command::new("cat"), TIMEOUT).unwrap();
        assert_eq!(echo.ask("one\ntwo\nthree", |line| line == "two").unwrap(), ["one", "two"]);
        assert_eq!(echo.ask("four", |line| line == "four").unwrap(), ["three", "four"]);
    }

    #[test]
    fn errors_name_the_program_and_the_request() {
        let folder = tempfile::tempdir().unwrap();
        let closes = folder.path().join("closes");
        std::fs::write(&closes, "exec >&-; sleep 600").unwrap();
        let closes = format!("sh {}", closes.display());
        let brief = Duration::from_millis(10);
        for (command, timeout, complaint) in [
            ("false", TIMEOUT, "engine 'false' ended (exit status: 1) before it answered"),
            // It ends by itself; its status is not that of a kill.
            ("ls /", TIMEOUT, "engine 'ls /' ended (exit status: 0) before it answered"),
            (&closes, TIMEOUT, "closed its output before it answered"),
            ("sleep 600", brief, "engine 'sleep 600' did not answer"),
            // It never stops to print.
            ("yes", brief, "engine 'yes' did not answer"),
            ("no-such-program -x", TIMEOUT, "engine 'no-such-program -x' does not start: "),
            ("", TIMEOUT, "engine '' does not start: it is empty, expected a program"),
        ] {
            let error = format!("{:#}", UciEngine::start(command, timeout).err().unwrap());
            assert!(error.contains(complaint), "{error}");
            assert!(error.contains("not start") || error.contains("\"uci\""), "{error}");
        }
        std::os::unix::fs::symlink("/bin/cat", folder.path().join("my engine")).unwrap();
        for (name, complaint) in [("my engine", "did not answer \"uci\""), ("no engine", "does not start: ")]
        {
            let started = UciEngine::start_program(&folder.path().join(name), brief);
            let error = format!("{:#}", started.err().unwrap());
            assert!(error.contains(&format!("{name}' {complaint}")), "{error}");
        }
    }

    const LINES: [&str; 8] = [
        "id name Engine",
        "option name Hash type spin default 16 min 1 max 1024",
        "option name late_base type spin default -4 min -9 max 12",
        "option name Style type combo default Very Solid var Very Solid var Risky",
        "option name Ponder type check default false",
        "option name Book type string default <empty>",
        "option name Clear type button",
        "uciok",
    ];

    #[test]
    fn declared_options_can_be_set() {
        let options = Options::parse(&LINES);
        for (name, value, expected) in [
            ("late_base", "-9", "late_base"),
            ("LATE_BASE", "12", "late_base"),
            ("Style", "Very Solid", "Style"),
            ("ponder", "true", "Ponder"),
            ("Book", "any.bin", "Book"),
        ] {
            assert_eq!(options.check(name, value).unwrap(), expected);
        }
        assert!(options.offers("hash") && !options.offers("Threads"));
    }

    #[test]
    fn invalid_options_and_values_are_errors() {
        let options = Options::parse(&LINES);
        for (name, value, complaint) in [
            (
                "early_base",
                "3",
                "the engine has no option 'early_base', expected one of a build that offers it",
            ),
            ("late_base", "13", "'late_base' cannot be '13', expected a whole number from -9 to 12"),
            ("late_base", "1.5", "'late_base' cannot be '1.5', expected a whole number from -9 to 12"),
            ("Ponder", "on", "'Ponder' cannot be 'on', expected one of: true, false"),
            ("Style", "Wild", "'Style' cannot be 'Wild', expected one of: Very Solid, Risky"),
            ("Clear", "1", "'Clear' cannot be '1', expected an option with a value"),
        ] {
            assert_eq!(options.check(name, value).unwrap_err().to_string(), complaint);
        }
    }

    #[test]
    fn scores_are_read_from_info_lines() {
        for (line, score) in [
            ("info depth 3 score cp -27 nodes 5 pv e2e4", Some(EngineScore::Centipawns(-27))),
            ("info depth 3 score cp 99999 lowerbound", Some(EngineScore::Centipawns(99_999))),
            ("info score mate 3 pv a1a8", Some(EngineScore::Mate(3))),
            ("info score mate -2", Some(EngineScore::Mate(-2))),
            ("info depth 3 currmove e2e4", None),
            ("info string score cp", None),
            ("bestmove e2e4", None),
        ] {
            assert_eq!(parse_score(line), score, "{line}");
        }
    }
}
