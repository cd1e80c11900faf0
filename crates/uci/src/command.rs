//! Commands: a line of text becomes a typed [`Request`] or an error in words.
//!
//! ```text
//!   "go depth 5 wtime 100"  ──▶  Command::Go(..), when the engine is free
//!   "isready now"           ──▶  CommandError: found 'now', expected the end of the line
//! ```
//!
//! All commands are in one table, [`COMMANDS`]: name, arguments, timing, parser, and the text of `help` and of `docs/uci.md`.
//!
//! This is syntax only. The session checks moves, names and values, because it holds the position and the options.
//!
//! # Searches
//!
//! A GUI waits for a `bestmove` after every `go`, so a `go` that is not `go perft` is always a search. Limits may come in any
//! order and combination. Each fault in them is kept with its consequence, and the search runs with the rest. A number out of
//! range is replaced by the nearest one in range.

use std::num::{NonZeroU16, NonZeroU32};
use std::sync::Arc;
use std::time::Duration;

use movegen::text::UciMove;
use search::{Control, Limits};
use types::{Color, Depth, Square};

use crate::options;
use crate::testers::GenFens;
use crate::words::{CommandError, Integer, Tokens, depth_of, similar};

/// A command as the session carries it out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// Does nothing: a command that has no use here.
    Nothing,
    /// Prints name and options, and switches to protocol output.
    Uci,
    /// Answers `readyok` as soon as all changes of the engine are made.
    IsReady,
    Stop,
    /// The expected move was played.
    PonderHit,
    Quit,
    NewGame,
    /// Switches comments on how commands were understood on or off.
    Debug(bool),
    SetOption {
        /// Its name, words separated by single spaces.
        name: String,
        /// Its new value as it was typed, if one is given.
        value: Option<String>,
    },
    /// Sets up the position of these words.
    Position(String),
    /// Plays moves on the board, or lists those that were played if there are none.
    Moves(String),
    /// Takes back so many moves.
    Undo(u32),
    Go(Box<Go>),
    /// Counts the leaves of the tree of legal moves, so many plies deep.
    Perft(u8),
    /// Explains the command or option of this name, or lists all if there is none.
    Help(String),
    Version,
    Display,
    Eval(EvalFormat),
    /// Explains a move, as text or as JSON.
    Why(String),
    Flip,
    /// Searches the bench positions, to this depth if one is given.
    Bench(Option<Depth>),
    /// Lists the parameters of the search as OpenBench reads them.
    Spsa,
    GenFens(GenFens),
}

/// A search as it was asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Go {
    /// The limits, without moves and what the options add.
    pub(crate) limits: Limits,
    /// The moves to search, which are read when the position is known.
    pub(crate) moves: Vec<String>,
    /// The parts that were not understood, each with its consequence in words, such as "it is ignored".
    pub(crate) faults: Vec<(CommandError, String)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EvalFormat {
    /// The total and one line for each theme that matters.
    Summary,
    /// A table of all terms.
    Full,
    /// JSON, on one line.
    Json,
    Svg,
}

/// The time at which a command is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Timing {
    /// At once, also while the engine works.
    Now,
    /// At once, unless an earlier command still waits.
    InOrder,
    /// When the engine is free, as it changes the engine.
    Setup,
    /// When the engine is free: a search, a count, a bench.
    Work,
}

/// A command with its place in the table.
pub(crate) struct Request {
    pub(crate) info: &'static CommandInfo,
    pub(crate) command: Command,
    /// The signals of its work. They are there before it begins, so that `stop` ends all work that was asked for before.
    pub(crate) control: Arc<Control>,
    /// The time at which the line was read, by the [`SystemClock`](search::SystemClock).
    pub(crate) read_at: Duration,
}

impl Request {
    /// Reads a line; `None` if it is empty.
    ///
    /// # Errors
    /// If the first word is no command, or the other words are not what it takes.
    pub(crate) fn parse(line: &str, read_at: Duration) -> Result<Option<Request>, CommandError> {
        let mut tokens = Tokens::new(line);
        let Some(first) = tokens.next() else { return Ok(None) };
        let info = find(first).ok_or_else(|| unknown(first))?;
        let command = (info.parse)(&mut tokens)?;
        tokens.expect_end()?;
        Ok(Some(Request { info, command, control: Arc::default(), read_at }))
    }

    /// Returns true if the command waits until the engine is free.
    pub(crate) fn needs_engine(&self) -> bool {
        matches!(self.info.timing, Timing::Setup | Timing::Work)
    }
}

/// Returns true if a line begins with the name of a command.
pub fn begins_command(line: &str) -> bool {
    Tokens::new(line).next().is_some_and(|first| find(first).is_some())
}

/// A word that may follow a command.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    /// Its argument, as people write it.
    pub(crate) argument: &'static str,
    /// The explanation, for `help`.
    pub(crate) about: &'static str,
}

impl Parameter {
    const fn new(name: &'static str, argument: &'static str, about: &'static str) -> Parameter {
        Parameter { name, argument, about }
    }

    /// The word and what follows it.
    pub(crate) fn usage(&self) -> String {
        format!("{} {}", self.name, self.argument).trim_end().to_owned()
    }
}

pub(crate) struct CommandInfo {
    pub(crate) name: &'static str,
    /// The arguments, as people write them.
    pub(crate) arguments: &'static str,
    /// The explanation, for `help`.
    pub(crate) about: &'static str,
    pub(crate) group: CommandGroup,
    pub(crate) timing: Timing,
    /// Words that may follow, if they are many.
    pub(crate) parameters: &'static [Parameter],
    /// Reads what follows the name, after which the line must end.
    parse: fn(&mut Tokens<'_>) -> Result<Command, CommandError>,
}

/// A group of commands, by their users.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CommandGroup {
    Protocol,
    /// People at a keyboard.
    People,
    /// Programs that test engines.
    Testers,
}

impl CommandGroup {
    /// All groups with their headings.
    pub(crate) const ALL: [(CommandGroup, &'static str); 3] =
        [(Protocol, "The protocol"), (People, "For people"), (Testers, "For testers")];
}

use CommandGroup::{People, Protocol, Testers};
use Timing::{InOrder, Now, Setup, Work};

pub(crate) const COMMANDS: [CommandInfo; 22] = [
    entry(Protocol, Now, "uci", "", |_| Ok(Command::Uci))
        .about("prints name and options; all later output follows the protocol"),
    entry(Protocol, Now, "isready", "", |_| Ok(Command::IsReady))
        .about("answers `readyok`, also while the engine thinks"),
    entry(Protocol, Setup, "setoption", "name <name> [value <value>]", parse_set_option)
        .about("changes an option; during a search it takes effect when the search has ended"),
    entry(Protocol, Setup, "ucinewgame", "", |_| Ok(Command::NewGame)).about("another game follows: clears the transposition table and the histories, and leaves the board as it is"),
    entry(Protocol, InOrder, "position", "startpos | fen <FEN> [moves <move> ...]", |tokens| Ok(Command::Position(tokens.text_until_end())))
        .about("sets the board up"),
    entry(Protocol, Work, "go", "[<limit> ...]", parse_go)
        .about("searches; limits combine, and the first one reached ends the search")
        .with(&LIMITS),
    entry(Protocol, Now, "stop", "", |_| Ok(Command::Stop))
        .about("ends the search, which prints its best move so far"),
    entry(Protocol, Now, "ponderhit", "", |_| Ok(Command::PonderHit))
        .about("the expected move was played, and the clock now runs"),
    entry(Protocol, Now, "debug", "on | off", |tokens| match tokens.required("debug", ON_OR_OFF)? {
        "on" => Ok(Command::Debug(true)),
        "off" => Ok(Command::Debug(false)),
        found => Err(CommandError::unexpected(found, ON_OR_OFF)),
    })
    .about("prints how each command was understood"),
    entry(Protocol, Now, "register", "", |tokens| {
        tokens.text_until_end();
        Ok(Command::Nothing)
    })
        .about("accepted and ignored: nothing needs registering"),
    entry(Protocol, Now, "quit", "", |_| Ok(Command::Quit)).about("ends the program"),
    entry(People, InOrder, "d", "", |_| Ok(Command::Display)).about("shows the board, FEN, key and checkers"),
    entry(People, InOrder, "moves", "[<move> ...]", |tokens| Ok(Command::Moves(tokens.text_until_end())))
        .about("plays moves, as in `moves e4 e5 Nf3`, and shows the board; without moves, lists those played so far"),
    entry(People, InOrder, "undo", "[<n>]", |tokens| {
        let count = tokens.peek().map_or(Ok(1), |_| tokens.number("undo", 1))?;
        Ok(Command::Undo(count))
    })
    .about("takes back the last move, or the last n of both sides, and shows the board"),
    entry(People, InOrder, "eval", "[full | json | svg]", parse_eval)
        .about("shows the static evaluation in pawns: the total, and what it consists of")
        .with(&EVALUATION_FORMS),
    entry(People, Work, "why", "<move> [<move>] [json]", |tokens| Ok(Command::Why(tokens.text_until_end())))
        .about("explains a move, or compares it with another one: what it wins, threatens and prevents, with the lines that prove it; as text, or as JSON on one line"),
    entry(People, InOrder, "flip", "", |_| Ok(Command::Flip)).about("swaps the colours, and shows the board"),
    entry(People, Now, "help", "[<word>]", |tokens| Ok(Command::Help(tokens.text_until_end())))
        .about("lists all commands and options, or explains one of them"),
    entry(People, Now, "version", "", |_| Ok(Command::Version)).about("prints version, commit and build"),
    entry(Testers, Work, "bench", "[<depth>]", |tokens| {
        let depth = tokens.peek().map(|_| tokens.number("bench", 1)).transpose()?;
        Ok(Command::Bench(depth.map(depth_of)))
    })
    .about("searches the bench positions and prints the node count, which identifies a version"),
    entry(Testers, Work, "genfens", "<n> seed <s> book <None | path> [frc | dfrc] [plies <n>]", |tokens| {
        GenFens::parse(tokens).map(Command::GenFens)
    })
    .about("prints openings for self-play: random moves from the start position or a line of a book; frc and dfrc need a book with FRC, 960 or FISCHER in its name"),
    entry(Testers, InOrder, "spsa", "", |_| Ok(Command::Spsa))
        .about("lists the parameters of a tuning build, as OpenBench reads them"),
];

const ON_OR_OFF: &str = "'on' or 'off'";

const fn entry(
    group: CommandGroup,
    timing: Timing,
    name: &'static str,
    arguments: &'static str,
    parse: fn(&mut Tokens<'_>) -> Result<Command, CommandError>,
) -> CommandInfo {
    CommandInfo { name, arguments, about: "", group, timing, parameters: &[], parse }
}

fn parse_set_option(tokens: &mut Tokens<'_>) -> Result<Command, CommandError> {
    tokens.expect("setoption", "name", "'name' and the name of an option")?;
    let name = tokens.take_while(|word| word != "value").join(" ");
    if name.is_empty() {
        return Err(CommandError::after("name", None, "the name of an option"));
    }
    let value = tokens.next().map(|_| tokens.text_until_end());
    Ok(Command::SetOption { name, value })
}

const LIMITS: [Parameter; 13] = [
    Parameter::new("searchmoves", "<move> ...", "searches only these moves, or all if none of them is legal"),
    Parameter::new("ponder", "", "searches on the opponent's time, until `ponderhit` or `stop`"),
    Parameter::new("wtime", "<ms>", "time left on White's clock"),
    Parameter::new(
        "btime",
        "<ms>",
        "time left on Black's clock; if only one clock is given, it is that of the side to move",
    ),
    Parameter::new("winc", "<ms>", "time that White gets for each move"),
    Parameter::new("binc", "<ms>", "time that Black gets for each move"),
    Parameter::new("movestogo", "<n>", "moves until the clock is refilled"),
    Parameter::new("depth", "<n>", "plies of iterative deepening"),
    Parameter::new("nodes", "<n>", "positions searched at most, by all threads together"),
    Parameter::new(
        "mate",
        "<n>",
        "searches until a mate in n moves or fewer is proven, or proven not to exist",
    ),
    Parameter::new("movetime", "<ms>", "time for this move"),
    Parameter::new("infinite", "", "searches until `stop`, as does a `go` without any limit"),
    Parameter::new(
        PERFT,
        "<n>",
        "instead of a search, counts the leaves of the tree of legal moves below each move",
    ),
];

const PERFT: &str = "perft";

/// The names of the limits of a search.
fn limit_names() -> impl Iterator<Item = &'static str> + Clone {
    LIMITS.iter().map(|limit| limit.name).filter(|&name| name != PERFT)
}

/// The longest time of a clock. It is far from any overflow, and longer ones would not change the search.
const MAX_TIME_MS: u64 = 1_000_000_000_000;

/// The time of a search whose limits were not understood: short, but long enough for a line or two.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

const IGNORED: &str = "it is ignored";

/// Reads what follows `go`. Only a faulty `perft` is an error.
fn parse_go(tokens: &mut Tokens<'_>) -> Result<Command, CommandError> {
    if tokens.peek() == Some(PERFT) {
        tokens.next();
        return Ok(Command::Perft(tokens.number(PERFT, 0)?));
    }
    let mut go = Go::default();
    let (mut seen, mut unknown) = (Vec::new(), Vec::new());
    let limit_named = |word: &str| limit_names().find(|&name| name == word);
    while let Some(word) = tokens.next() {
        let Some(name) = limit_named(word) else {
            unknown.push(word);
            continue;
        };
        let before = *tokens;
        let understood = if seen.contains(&name) {
            // The first one counts. This one is read and ignored.
            let twice = CommandError::new(format_args!("'{name}' is given twice"), "once");
            Go::default().read(name, tokens).and(Err(twice))
        } else {
            go.read(name, tokens)
        };
        match understood {
            Ok(()) => seen.push(name),
            Err(error) => {
                go.faults.push((error, IGNORED.to_owned()));
                // The word in place of a number may be the next limit.
                if before.peek().and_then(limit_named).is_some() {
                    *tokens = before;
                }
            }
        }
    }
    if !unknown.is_empty() {
        let mut expected = format!("one of {}", limit_names().collect::<Vec<_>>().join(", "));
        if let Some(meant) = unknown.iter().find_map(|word| similar(word, limit_names())) {
            expected += &format!(" (did you mean '{meant}'?)");
        }
        go.faults.push((CommandError::unexpected(&unknown.join(" "), expected), IGNORED.to_owned()));
    }
    let limits = &mut go.limits;
    for side in Color::ALL {
        // If a GUI sends only one clock, it is that of the side to move.
        if limits.clock[side].is_none() && limits.clock[!side].is_some() {
            limits.clock[side] = limits.clock[!side];
            if limits.increment[side].is_zero() {
                limits.increment[side] = limits.increment[!side];
            }
        }
    }
    // Every search ends: by its limits, or without limits by `stop` alone.
    if limits.depth.is_none() && limits.nodes.is_none() && limits.mate.is_none() && !go.has_time_limit() {
        if go.faults.is_empty() || go.limits.infinite {
            go.limits.infinite = true;
        } else {
            go.limits.movetime = Some(DEFAULT_TIME);
        }
    }
    Ok(Command::Go(Box::new(go)))
}

impl Go {
    /// Returns true if the time of the search is limited, for either side.
    pub(crate) fn has_time_limit(&self) -> bool {
        self.limits.has_time_limit(Color::White)
    }

    /// Reads what follows the name of a limit.
    fn read(&mut self, name: &'static str, tokens: &mut Tokens<'_>) -> Result<(), CommandError> {
        let limits = &mut self.limits;
        match name {
            "searchmoves" => {
                let moves = tokens.take_while(|word| limit_names().all(|name| name != word));
                if moves.is_empty() {
                    return Err(CommandError::after(name, tokens.peek(), "moves such as e2e4"));
                }
                self.moves = moves.into_iter().map(str::to_owned).collect();
            }
            "ponder" => limits.ponder = true,
            "infinite" => limits.infinite = true,
            "wtime" => limits.clock[Color::White] = Some(time(name, tokens)?),
            "btime" => limits.clock[Color::Black] = Some(time(name, tokens)?),
            "winc" => limits.increment[Color::White] = time(name, tokens)?,
            "binc" => limits.increment[Color::Black] = time(name, tokens)?,
            // Some GUIs write 0 for a clock that is never refilled.
            "movestogo" => self.limits.moves_to_go = NonZeroU32::new(self.number(name, tokens, 0)?),
            "depth" => self.limits.depth = Some(depth_of(self.number(name, tokens, 1)?)),
            "nodes" => self.limits.nodes = Some(self.number(name, tokens, 0)?),
            "mate" => self.limits.mate = NonZeroU16::new(self.number(name, tokens, 1)?),
            _ => limits.movetime = Some(time(name, tokens)?),
        }
        Ok(())
    }

    /// The number that follows a limit, or the nearest one in range.
    fn number<T: Integer>(&mut self, name: &str, tokens: &mut Tokens<'_>, min: T) -> Result<T, CommandError> {
        let found = tokens.peek().unwrap_or_default();
        tokens.number(name, min).or_else(|error| {
            let nearest = nearest(found, min).ok_or_else(|| error.clone())?;
            self.faults.push((error, format!("{nearest} is used instead")));
            Ok(nearest)
        })
    }
}

/// Milliseconds. GUIs send a negative time when a clock has run out and they play on.
fn time(name: &str, tokens: &mut Tokens<'_>) -> Result<Duration, CommandError> {
    let found = tokens.next();
    // Without the range, which is too wide to help.
    let error = || CommandError::after(name, found, "a whole number of milliseconds");
    let milliseconds: u64 = found.and_then(|word| nearest(word, 0)).ok_or_else(error)?;
    Ok(Duration::from_millis(milliseconds.min(MAX_TIME_MS)))
}

/// An integer, or the nearest one in range. `None` if the word is no integer.
fn nearest<T: Integer>(word: &str, min: T) -> Option<T> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(match word.parse::<T>() {
        Ok(number) if number >= min => number,
        Ok(_) => min,
        Err(_) if word.starts_with('-') => min,
        Err(_) => T::MAX,
    })
}

/// Like commands, the forms may be written with two dashes.
fn parse_eval(tokens: &mut Tokens<'_>) -> Result<Command, CommandError> {
    Ok(Command::Eval(match tokens.next().map(|word| word.strip_prefix("--").unwrap_or(word)) {
        None => EvalFormat::Summary,
        Some("full") => EvalFormat::Full,
        Some("json") => EvalFormat::Json,
        Some("svg") => EvalFormat::Svg,
        found => {
            return Err(CommandError::after("eval", found, "'full', 'json', 'svg' or the end of the line"));
        }
    }))
}

const EVALUATION_FORMS: [Parameter; 3] = [
    Parameter::new("full", "", "all terms for both sides, in the units of the evaluation"),
    Parameter::new(
        "json",
        "",
        "the evaluation and the worth of each piece on its square, as JSON on one line",
    ),
    Parameter::new(
        "svg",
        "",
        "a picture in SVG: each piece is coloured by how much more or less than usual it is worth",
    ),
];

impl CommandInfo {
    const fn about(self, about: &'static str) -> CommandInfo {
        CommandInfo { about, ..self }
    }

    const fn with(self, parameters: &'static [Parameter]) -> CommandInfo {
        CommandInfo { parameters, ..self }
    }

    /// The name and what follows it.
    pub(crate) fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }
}

/// The command of this name. Arguments of programs are often written with two dashes, or short with one.
fn find(name: &str) -> Option<&'static CommandInfo> {
    let name = match name {
        "-h" => "help",
        "-V" | "-v" => "version",
        _ => name.strip_prefix("--").unwrap_or(name),
    };
    COMMANDS.iter().find(|entry| entry.name == name)
}

/// The words that may stand at the end of a line: the byte at which the word begins, and what it may be.
pub fn completions(line: &str) -> (usize, Vec<String>) {
    let (before, last) = line.split_at(line.rfind(' ').map_or(0, |space| space + 1));
    let mut words = before.split_ascii_whitespace();
    let command = words.next();
    let matching = |start: usize, typed: &str, all: Vec<String>| {
        let begins = |word: &String| word.to_lowercase().starts_with(&typed.to_lowercase());
        (start, all.into_iter().filter(begins).collect())
    };
    let all_commands = || COMMANDS.iter().map(|entry| format!("{} ", entry.name));
    match (command, words.next()) {
        (None, _) => matching(before.len(), last, all_commands().collect()),
        (Some("help"), None) => {
            matching(before.len(), last, all_commands().chain(options::names()).collect())
        }
        // Names of options may have spaces.
        (Some("setoption"), Some("name")) if !line.contains(" value ") => {
            let start = line.find("name ").map_or(line.len(), |name| name + "name ".len());
            let typed = line[start..].trim_start();
            matching(line.len() - typed.len(), typed, options::names().map(|name| name + " value ").collect())
        }
        (Some(command), _) => {
            let Some(entry) = find(command) else { return (line.len(), Vec::new()) };
            let parameters = entry.parameters.iter().map(|parameter| parameter.name);
            let usage = entry.arguments.split('<').map(|part| part.split('>').next_back().unwrap_or(""));
            let literal = usage.flat_map(|part| part.split(|c: char| !c.is_ascii_alphabetic()));
            let literal = literal.filter(|word| !word.is_empty() && entry.parameters.is_empty());
            let words = parameters.chain(literal).map(|word| format!("{word} "));
            matching(before.len(), last, words.collect())
        }
    }
}

/// Words that people try, and what they are called here.
const OTHER_NAMES: [(&str, &str); 16] = [
    ("exit", "quit"),
    ("bye", "quit"),
    ("q", "quit"),
    ("?", "help"),
    ("board", "d"),
    ("print", "d"),
    ("show", "d"),
    ("fen", "position fen"),
    ("setboard", "position fen"),
    ("startpos", "position startpos"),
    ("new", "position startpos"),
    ("play", "moves"),
    ("back", "undo"),
    ("analyse", "go"),
    ("analyze", "go"),
    ("perft", "go perft"),
];

/// The error for a word that is no command, with the one that was probably meant.
fn unknown(word: &str) -> CommandError {
    let names = COMMANDS.iter().map(|entry| (entry.name, entry.name)).chain(OTHER_NAMES);
    let similar = similar(word, names.clone().map(|(name, _)| name));
    let meant = match names.into_iter().find(|&(name, _)| Some(name) == similar) {
        _ if looks_like_move(word) => format!("moves {word}"),
        Some((_, meant)) => meant.to_owned(),
        None => return CommandError::unexpected(word, "a command; 'help' lists them"),
    };
    CommandError::unexpected(word, format_args!("a command; did you mean '{meant}'?"))
}

/// Returns true if a text is built like a move, so that `moves` may be missing before it.
fn looks_like_move(text: &str) -> bool {
    let unmarked = text.trim_end_matches(['+', '#', '!', '?']);
    let body = unmarked.split('=').next().unwrap_or_default();
    let middle = body.len().checked_sub(2).and_then(|middle| body.split_at_checked(middle));
    let is_san = middle.is_some_and(|(origin, target)| {
        let origin = origin.strip_prefix(|c: char| "NBRQK".contains(c)).unwrap_or(origin);
        let is_origin = origin.chars().all(|c| "abcdefgh12345678x-".contains(c)) && !origin.starts_with('x');
        is_origin && target.parse::<Square>().is_ok()
    });
    is_san || text.parse::<UciMove>().is_ok() || matches!(unmarked, "O-O" | "O-O-O" | "0-0" | "0-0-0")
}

#[cfg(test)]
mod tests {
    use types::ByColor;

    use super::*;

    fn request(line: &str) -> Result<Option<Request>, CommandError> {
        Request::parse(line, Duration::ZERO)
    }

    fn parse(line: &str) -> Command {
        request(line).unwrap().unwrap().command
    }

    #[test]
    fn options_have_names_and_values_of_several_words() {
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(parse("setoption name Clear  Hash"), option("Clear Hash", None));
        assert_eq!(parse("setoption  name\tPath value a value  b"), option("Path", Some("a value  b")));
        assert_eq!(
            parse("setoption name Path value \t/two  spaces/a\tb \r"),
            option("Path", Some("/two  spaces/a\tb"))
        );
        assert_eq!(parse("setoption name Path value  \t\r"), option("Path", Some("")));
    }

    #[test]
    fn names_are_unique_and_found() {
        for entry in &COMMANDS {
            assert_eq!(COMMANDS.iter().filter(|other| other.name == entry.name).count(), 1);
            assert!(find(entry.name).is_some_and(|found| found.name == entry.name));
            assert!(find(&format!("--{}", entry.name)).is_some());
            assert!(!entry.about.is_empty() && !entry.about.ends_with('.'), "{}", entry.name);
        }
        for (short, name) in [("-h", "help"), ("-V", "version"), ("-v", "version")] {
            assert_eq!(find(short).map(|found| found.name), Some(name));
        }
        assert!(find("").is_none() && find("Uci").is_none());
    }

    #[test]
    fn words_are_completed_by_the_table() {
        for (line, start, words) in [
            ("mo", 0, &["moves "][..]),
            ("  ev", 2, &["eval "]),
            ("eval ", 5, &["full ", "json ", "svg "]),
            ("position ", 9, &["startpos ", "fen ", "moves "]),
            ("go depth 3 mo", 11, &["movestogo ", "movetime "]),
            ("setoption ", 10, &["name ", "value "]),
            ("setoption name move O", 15, &["Move Overhead value "]),
            ("setoption name syzygyprobe", 15, &["SyzygyProbeDepth value ", "SyzygyProbeLimit value "]),
            ("setoption name Hash value 1", 26, &[]),
            ("help clear", 5, &["Clear Hash"]),
            ("nonsense ", 9, &[]),
            ("é", 0, &[]),
        ] {
            let expected = (start, words.iter().map(|&word| word.to_owned()).collect());
            assert_eq!(completions(line), expected, "{line}");
        }
        assert_eq!(completions("").1.len(), COMMANDS.len());
    }

    #[test]
    fn arguments_of_a_command_without_any_are_errors() {
        for entry in COMMANDS.iter().filter(|entry| entry.arguments.is_empty() && entry.name != "register") {
            assert!(request(entry.name).is_ok() && request(&format!("{} nonsense", entry.name)).is_err());
        }
    }

    #[test]
    fn moves_and_other_words_are_distinguished() {
        for text in ["e2e4", "e7e8q", "Nf3", "exd5", "e4", "R1a3+", "e8=Q#", "O-O", "0-0-0", "Ng1xf3!?"] {
            assert!(looks_like_move(text), "{text}");
        }
        for text in ["", "d", "go", "hello", "f9", "bench4", "é4", "startpos", "xe4"] {
            assert!(!looks_like_move(text), "{text}");
        }
    }

    fn search(line: &str) -> Go {
        match parse(&format!("go {line}")) {
            Command::Go(go) => *go,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn every_limit_has_its_place_and_all_combine() {
        let all = "infinite ponder wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 mate 8 \
                   movetime 9 searchmoves e2e4 Nf3";
        let ms = Duration::from_millis;
        let limits = Limits {
            depth: Some(Depth(6)),
            nodes: Some(7),
            mate: NonZeroU16::new(8),
            movetime: Some(ms(9)),
            clock: ByColor([Some(ms(1)), Some(ms(2))]),
            increment: ByColor([ms(3), ms(4)]),
            moves_to_go: NonZeroU32::new(5),
            infinite: true,
            ponder: true,
            ..Limits::default()
        };
        let moves = ["e2e4", "Nf3"].map(str::to_owned).to_vec();
        assert_eq!(search(all), Go { limits, moves, faults: Vec::new() });
    }

    #[test]
    fn extreme_numbers_are_brought_into_range() {
        assert_eq!(search("wtime -50").limits.clock[Color::White], Some(Duration::ZERO));
        assert_eq!(search("depth 4000000000").limits.depth, Some(Depth::MAX));
        assert_eq!(search("movestogo 0").limits.moves_to_go, None);
        let longest = Some(Duration::from_millis(MAX_TIME_MS));
        for number in ["9223372036854775807", "99999999999999999999999"] {
            assert_eq!(search(&format!("btime {number}")).limits.clock[Color::Black], longest);
        }
        assert_eq!(search("nodes 18446744073709551615").limits.nodes, Some(u64::MAX));
    }

    #[test]
    fn each_fault_is_reported_and_the_other_limits_count() {
        for (line, understood, fault) in [
            ("wtime 5 movestogo -1 btime 6", "wtime 5 btime 6", "'movestogo' is followed by '-1'"),
            ("wtime 5 wtime 6 btime 7", "wtime 5 btime 7", "'wtime' is given twice"),
            ("rtime 300 wtime 5 x depth 7 9", "wtime 5 depth 7", "found 'rtime 300 x 9'"),
            ("depth five nodes 9", "nodes 9", "'depth' is followed by 'five'"),
            ("depth five depth 5", "depth 5", "'depth' is followed by 'five'"),
            ("wtime btime 5", "btime 5", "found 'btime' after 'wtime'"),
            ("depth 3 wtime 1e3", "depth 3", "found '1e3' after 'wtime'"),
            ("nodes +5 depth 3", "depth 3", "'nodes' is followed by '+5'"),
            ("infinite depth", "infinite", "nothing follows 'depth'"),
            ("searchmoves depth 5", "depth 5", "found 'depth' after 'searchmoves'"),
            ("depth -99999999999999999999999", "depth 1", "'depth' is followed by '-9"),
            ("depth 999999999999", "depth 4294967295", "'depth' is followed by '9"),
            ("nodes 18446744073709551616", "nodes 18446744073709551615", "'nodes' is followed by '1"),
            ("mate 0", "mate 1", "'mate' is followed by '0'"),
            ("mate 65536", "mate 65535", "'mate' is followed by '65536'"),
            ("depth 5 movestogo 99999999999", "depth 5 movestogo 4294967295", "'movestogo' is followed by"),
        ] {
            let Go { limits, moves, faults } = search(line);
            let meant = search(understood);
            assert_eq!((limits, moves), (meant.limits, meant.moves), "{line}");
            let texts: Vec<String> = faults.iter().map(|(error, _)| error.to_string()).collect();
            assert!(matches!(&texts[..], [only] if only.starts_with(fault)), "{line}: {texts:?}");
        }
    }

    #[test]
    fn a_search_without_a_limit_is_infinite_and_one_without_a_usable_limit_is_short() {
        let limits = |line| search(line).limits;
        for line in ["", "ponder", "searchmoves e2e4", "movestogo 5", "winc 100", "infinite depth x"] {
            assert!(limits(line).infinite && limits(line).movetime.is_none(), "{line}");
        }
        for line in
            ["depth", "nodes +5", "wtime 1e3", "fast", "searchmoves", "ponder depth x", "movestogo 4 mate x"]
        {
            assert_eq!((limits(line).movetime, limits(line).infinite), (Some(DEFAULT_TIME), false), "{line}");
        }
        assert_eq!(limits("wtime 5 fast").movetime, None);
        assert!(!limits("depth 3").infinite);
    }

    #[test]
    fn every_line_without_perft_is_a_search_that_ends_or_waits_for_stop() {
        let others = [
            "perft",
            "-1",
            "0",
            "7",
            "99999999999999999999",
            "x",
            "-",
            "",
            "e2e4",
            "+3",
            "1.5",
            "é",
            "moves",
        ];
        let words: Vec<&str> = limit_names().chain(others).collect();
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..5_000 {
            let line = (0..7).filter_map(|_| rng.choice(&words).copied()).collect::<Vec<_>>().join(" ");
            if line.trim_start().starts_with("perft") {
                continue;
            }
            let go = search(&line);
            let Limits { depth, nodes, mate, infinite, .. } = go.limits;
            let is_limited = depth.is_some() || nodes.is_some() || mate.is_some() || go.has_time_limit();
            assert!(is_limited || infinite, "{line}");
            assert!(go.faults.is_empty() || is_limited || line.contains("infinite"), "{line}");
        }
    }

    #[test]
    fn a_lone_clock_is_that_of_the_side_to_move() {
        let ms = Duration::from_millis;
        for line in ["wtime 100", "btime 100"] {
            let limits = search(line).limits;
            assert_eq!((limits.clock, limits.infinite), (ByColor::splat(Some(ms(100))), false));
        }
        for (own, expected) in [(2, 2), (0, 7)] {
            let limits = search(&format!("wtime 100 winc 7 binc {own}")).limits;
            assert_eq!(limits.increment, ByColor([ms(7), ms(expected)]));
        }
    }
}
