//! A UCI engine: its options, and its searches.
//!
//! An engine under development may hang, end, or refuse an option. Each is an error that names the engine and the
//! request.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use crate::process::{PipedProcess, ProcessError};

/// The longest that an engine may take to answer `uci`, which every engine does at once.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// A running engine, past its handshake. It is killed when dropped.
pub struct UciEngine {
    process: PipedProcess,
    options: Options,
    timeout: Duration,
}

/// Failure of an engine.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum UciError {
    /// It does not start, ended before it answered, or did not answer in time.
    Process(ProcessError),
    /// It refuses an option.
    Refused { command: String, complaint: String },
    /// A search ended without a move.
    NoMove { command: String, lines: Vec<String> },
}

impl fmt::Display for UciError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Process(ProcessError::Interrupted) => f.write_str("interrupted"),
            Self::Process(error) => write!(f, "engine {error}"),
            Self::Refused { command, complaint } => {
                write!(f, "engine '{command}' refuses an option: {complaint}")
            }
            Self::NoMove { command, lines } => {
                write!(f, "engine '{command}' answers {lines:?}, expected a 'bestmove' with a move")
            }
        }
    }
}

impl UciError {
    /// Returns `true` if the engine did nothing wrong, but a signal asked this program to end.
    pub fn is_interruption(&self) -> bool {
        matches!(self, UciError::Process(ProcessError::Interrupted))
    }
}

impl std::error::Error for UciError {}

impl From<ProcessError> for UciError {
    fn from(error: ProcessError) -> UciError {
        UciError::Process(error)
    }
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
    pub fn start(command: &str, timeout: Duration) -> Result<UciEngine, UciError> {
        UciEngine::handshake(PipedProcess::start(command)?, timeout)
    }

    /// Starts a program without arguments.
    ///
    /// # Errors
    /// If it does not start, or does not speak UCI within ten seconds.
    pub fn start_program(program: &Path, timeout: Duration) -> Result<UciEngine, UciError> {
        UciEngine::handshake(PipedProcess::start_program(program)?, timeout)
    }

    fn handshake(mut process: PipedProcess, timeout: Duration) -> Result<UciEngine, UciError> {
        let lines = process.ask("uci", timeout.min(HANDSHAKE), |line| line == "uciok")?;
        Ok(UciEngine { process, options: Options::parse(&lines), timeout })
    }

    /// The command that started it.
    pub fn command(&self) -> &str {
        self.process.command()
    }

    /// The options that it offers.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Sends a request and collects the answer, up to and including the line that ends it.
    ///
    /// # Errors
    /// If the engine ends or is silent for too long before that line, or a signal asks this program to end.
    pub fn ask(&mut self, request: &str, ends: impl Fn(&str) -> bool) -> Result<Vec<String>, UciError> {
        Ok(self.process.ask(request, self.timeout, ends)?)
    }

    /// Sets options, and waits until the engine is ready.
    ///
    /// # Errors
    /// If the engine refuses one in an `info string error`, which is how Coppice does it, or does not answer.
    pub fn set_options<V: fmt::Display>(
        &mut self,
        options: impl IntoIterator<Item = (impl fmt::Display, V)>,
    ) -> Result<(), UciError> {
        let mut request = String::new();
        for (name, value) in options {
            request += &format!("setoption name {name} value {value}\n");
        }
        let answer = self.ask(&(request + "isready"), |line| line == "readyok")?;
        match answer.into_iter().find(|line| line.starts_with("info string error")) {
            Some(complaint) => Err(UciError::Refused { command: self.command().to_owned(), complaint }),
            None => Ok(()),
        }
    }

    /// Searches a position (arguments of `position`) within limits (arguments of `go`).
    ///
    /// # Errors
    /// If it does not answer, or with no move.
    pub fn search(&mut self, position: &str, limits: &str) -> Result<BestMove, UciError> {
        let request = format!("position {position}\ngo {limits}");
        let lines = self.ask(&request, |line| line.starts_with("bestmove"))?;
        let score = lines.iter().rev().find_map(|line| parse_score(line));
        match lines.last().and_then(|line| line.split_whitespace().nth(1)) {
            Some(mv) if !matches!(mv, "(none)" | "0000") => Ok(BestMove { mv: mv.to_owned(), score }),
            _ => Err(UciError::NoMove { command: self.command().to_owned(), lines }),
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
pub struct Options(Vec<UciOption>);

/// An option.
#[derive(Clone, PartialEq, Eq, Debug)]
struct UciOption {
    name: String,
    values: Values,
}

/// The values that an option can have.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Values {
    Range {
        min: i64,
        max: i64,
    },
    OneOf(Vec<String>),
    Any,
    /// A button is pressed, and has no value.
    None,
}

/// Reason why an option cannot be set.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum UciOptionError {
    /// There is no such option.
    Unknown { name: String },
    /// It cannot have this value.
    Value { name: String, value: String, expected: String },
}

impl fmt::Display for UciOptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name } => {
                write!(f, "the engine has no option '{name}', expected one of a build that offers it")
            }
            Self::Value { name, value, expected } => {
                write!(f, "'{name}' cannot be '{value}', expected {expected}")
            }
        }
    }
}

impl std::error::Error for UciOptionError {}

impl Options {
    /// Reads `option name <name> type <type> default <value> min <value> max <value> var <value> ...`. Other lines
    /// and invalid options are ignored.
    pub fn parse<S: AsRef<str>>(lines: &[S]) -> Options {
        Options(lines.iter().filter_map(|line| UciOption::parse(line.as_ref())).collect())
    }

    fn find(&self, name: &str) -> Option<&UciOption> {
        // Option names are case-insensitive.
        self.0.iter().find(|option| option.name.eq_ignore_ascii_case(name))
    }

    /// Returns `true` if there is an option of this name.
    pub fn offers(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Checks that an option can have this value, and returns its name as the engine writes it.
    ///
    /// # Errors
    /// If there is no such option, or the value is not allowed.
    pub fn check(&self, name: &str, value: &str) -> Result<&str, UciOptionError> {
        let option = self.find(name).ok_or_else(|| UciOptionError::Unknown { name: name.to_owned() })?;
        if option.values.accept(value) {
            return Ok(&option.name);
        }
        let (name, value) = (option.name.clone(), value.to_owned());
        Err(UciOptionError::Value { name, value, expected: option.values.describe() })
    }
}

impl UciOption {
    fn parse(line: &str) -> Option<UciOption> {
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let number = |key| fields(&words, key).first()?.parse().ok();
        let values = match *words.first()? {
            "spin" => Values::Range { min: number("min")?, max: number("max")? },
            "check" => Values::OneOf(vec!["true".to_owned(), "false".to_owned()]),
            "combo" => Values::OneOf(fields(&words, "var")),
            "string" => Values::Any,
            _ => Values::None,
        };
        Some(UciOption { name: name.trim().to_owned(), values })
    }
}

/// The values of a key: the words after each occurrence, up to the next key.
fn fields(words: &[&str], key: &str) -> Vec<String> {
    let is_key = |word: &&str| ["default", "min", "max", "var"].contains(word);
    let places = words.iter().enumerate().filter(|&(_, word)| *word == key).map(|(place, _)| place);
    let value = |place: usize| words[place + 1..].iter().take_while(|word| !is_key(word));
    places.map(|place| value(place).copied().collect::<Vec<_>>().join(" ")).collect()
}

impl Values {
    fn accept(&self, value: &str) -> bool {
        match self {
            Values::Range { min, max } => value.parse().is_ok_and(|value| (*min..=*max).contains(&value)),
            Values::OneOf(values) => values.iter().any(|one| one == value),
            Values::Any => true,
            Values::None => false,
        }
    }

    fn describe(&self) -> String {
        match self {
            Values::Range { min, max } => format!("a whole number from {min} to {max}"),
            Values::OneOf(values) => format!("one of: {}", values.join(", ")),
            Values::Any => "anything".to_owned(),
            Values::None => "an option with a value".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
