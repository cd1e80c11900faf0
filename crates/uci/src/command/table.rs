//! All commands in one table: name, arguments, timing, parser, and the text of `help` and of `docs/uci.md`.

use movegen::text::UciMove;
use types::Square;

use super::go::LIMITS;
use super::parse::{CommandError, Tokens, similar};
use super::{Command, Signal, Timing};
use crate::genfens::GenFens;
use crate::options;
use crate::show::EvalFormat;

/// A word that may follow a command.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    /// Its argument, as people write it.
    pub(crate) argument: &'static str,
    /// The explanation, for `help`.
    pub(crate) about: &'static str,
}

impl Parameter {
    pub(super) const fn new(name: &'static str, argument: &'static str, about: &'static str) -> Parameter {
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
    pub(crate) parse: Parse,
}

#[derive(Clone, Copy)]
pub(crate) enum Parse {
    /// Reads some words, after which the line must end.
    Words(fn(&mut Tokens<'_>) -> Result<Command, CommandError>),
    /// Takes all that follows as text, which is read when the command's turn comes.
    Text(fn(String) -> Command),
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
    signal("isready", Signal::IsReady).about("answers `readyok`, also while the engine thinks"),
    entry(Protocol, Setup, "setoption", "name <name> [value <value>]", parse_set_option)
        .about("changes an option; during a search it takes effect when the search has ended"),
    entry(Protocol, Setup, "ucinewgame", "", |_| Ok(Command::NewGame)).about("another game follows: clears the transposition table and the histories, and leaves the board as it is"),
    text(Protocol, InOrder, "position", "startpos | fen <FEN> [moves <move> ...]", Command::Position)
        .about("sets the board up"),
    text(Protocol, Work, "go", "[<limit> ...]", Command::Go)
        .about("searches; limits combine, and the first one reached ends the search")
        .with(&LIMITS),
    signal("stop", Signal::Stop).about("ends the search, which prints its best move so far"),
    signal("ponderhit", Signal::PonderHit).about("the expected move was played, and the clock now runs"),
    entry(Protocol, Now, "debug", "on | off", |tokens| match tokens.required("debug", ON_OR_OFF)? {
        "on" => Ok(Command::Debug(true)),
        "off" => Ok(Command::Debug(false)),
        found => Err(CommandError::unexpected(found, ON_OR_OFF)),
    })
    .about("prints how each command was understood"),
    text(Protocol, Now, "register", "", |_| Command::Nothing)
        .about("accepted and ignored: nothing needs registering"),
    signal("quit", Signal::Quit).about("ends the program"),
    entry(People, InOrder, "d", "", |_| Ok(Command::Display)).about("shows the board, FEN, key and checkers"),
    text(People, InOrder, "moves", "[<move> ...]", Command::Moves)
        .about("plays moves, as in `moves e4 e5 Nf3`, and shows the board; without moves, lists those played so far"),
    entry(People, InOrder, "undo", "[<n>]", |tokens| {
        let count = tokens.peek().map_or(Ok(1), |_| tokens.number("undo", 1))?;
        Ok(Command::Undo(count))
    })
    .about("takes back the last move, or the last n of both sides, and shows the board"),
    entry(People, InOrder, "eval", "[full | json | svg]", parse_eval)
        .about("shows the static evaluation in pawns: the total, and what it consists of")
        .with(&EVALUATION_FORMS),
    text(People, Work, "why", "<move> [<move>] [json]", Command::Why)
        .about("explains a move, or compares it with another one: what it wins, threatens and prevents, with the lines that prove it; as text, or as JSON on one line"),
    entry(People, InOrder, "flip", "", |_| Ok(Command::Flip)).about("swaps the colours, and shows the board"),
    text(People, Now, "help", "[<word>]", Command::Help)
        .about("lists all commands and options, or explains one of them"),
    entry(People, Now, "version", "", |_| Ok(Command::Version)).about("prints version, commit and build"),
    entry(Testers, Work, "bench", "[<depth>]", |tokens| {
        let depth = tokens.peek().map(|_| tokens.depth("bench")).transpose()?;
        Ok(Command::Bench { depth })
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
    CommandInfo { name, arguments, about: "", group, timing, parameters: &[], parse: Parse::Words(parse) }
}

const fn text(
    group: CommandGroup,
    timing: Timing,
    name: &'static str,
    arguments: &'static str,
    command: fn(String) -> Command,
) -> CommandInfo {
    CommandInfo { name, arguments, about: "", group, timing, parameters: &[], parse: Parse::Text(command) }
}

const fn signal(name: &'static str, signal: Signal) -> CommandInfo {
    entry(Protocol, Timing::Signal(signal), name, "", |_| Ok(Command::Nothing))
}

fn parse_set_option(tokens: &mut Tokens<'_>) -> Result<Command, CommandError> {
    tokens.expect("setoption", "name", "'name' and the name of an option")?;
    let name = tokens.take_while(|word| word != "value").join(" ");
    if name.is_empty() {
        return Err(CommandError::after("name", None, "the name of an option"));
    }
    let value = tokens.next().map(|_| tokens.text_until_end().to_owned());
    Ok(Command::SetOption { name, value })
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
pub(super) fn find(name: &str) -> Option<&'static CommandInfo> {
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
pub(super) fn unknown(word: &str) -> CommandError {
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
    use super::*;
    use crate::command::Request;

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
        for entry in &COMMANDS {
            if let Parse::Words(_) = entry.parse {
                assert!(Request::parse(&format!("{} nonsense", entry.name)).is_err(), "{}", entry.name);
                let needs_nothing = entry.arguments.is_empty() || entry.arguments.starts_with('[');
                assert_eq!(Request::parse(entry.name).is_ok(), needs_nothing, "{}", entry.name);
            }
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
}
