//! Commands: a line of text becomes a typed [`Order`] or a typed error.
//!
//! ```text
//!   "go depth 5 wtime 100"  ──▶  Command::Go(Go::Search(..)), when the engine is free
//!   "isready now"           ──▶  CommandError: found 'now', expected the end of the line
//! ```
//!
//! This is syntax only. The session knows position and options, and checks moves, names and values.

mod error;
mod genfens;
mod go;
mod position;
mod table;
mod tokens;

pub use error::CommandError;
pub(crate) use genfens::{GenFens, Start};
pub(crate) use go::{Go, GoSearch};
pub(crate) use position::{PositionCommand, Root};
#[cfg(test)]
pub(crate) use table::Entry;
pub(crate) use table::{COMMANDS, Group};

use types::Depth;

use crate::evaluation::Form;

use tokens::Tokens;

/// A command, and when it is to be carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Order {
    /// The name of the command.
    pub name: &'static str,
    /// When it is carried out.
    pub turn: Turn,
    pub(crate) command: Command,
}

/// The time at which a command is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// At once, also while the engine works, and not by the session but by its host.
    Signal(Signal),
    /// At once, also while the engine works.
    Now,
    /// At once, unless an earlier command still waits.
    InOrder,
    /// When the engine is free, as it changes the engine.
    Setup,
    /// When the engine is free: a search, a count, a bench.
    Work,
}

impl Turn {
    /// Returns true if the command waits until the engine is free.
    pub fn needs_engine(self) -> bool {
        matches!(self, Turn::Setup | Turn::Work)
    }
}

/// A command that concerns the host of a session, which knows what is running.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// Answer `readyok` as soon as all changes of the engine are made.
    IsReady,
    /// End the search.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// End the program.
    Quit,
}

/// A command as the session carries it out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// Does nothing: a signal, or a command that has no use here.
    Nothing,
    /// Prints name and options, and switches to protocol output.
    Uci,
    /// Begins another game.
    NewGame,
    /// Switches comments on how commands were understood on or off.
    Debug(bool),
    /// Changes an option.
    SetOption {
        /// Its name, words separated by single spaces.
        name: String,
        /// Its new value as it was typed, if one is given.
        value: Option<String>,
    },
    /// Sets the board up.
    Position(PositionCommand),
    /// Plays moves on the board, or lists those that were played if there are none.
    Moves(Vec<String>),
    /// Takes back so many moves.
    Undo(usize),
    /// Searches, or counts moves.
    Go(Go),
    /// Lists the commands.
    Help,
    /// Prints version, commit and build.
    Version,
    /// Shows the board.
    Display,
    /// Shows the static evaluation.
    Eval(Form),
    /// Swaps the colours.
    Flip,
    /// Searches the bench positions, to this depth if one is given.
    Bench {
        /// The depth of each search.
        depth: Option<Depth>,
    },
    /// Lists the parameters of the search as OpenBench reads them.
    Spsa,
    /// Makes openings for self-play.
    GenFens(GenFens),
}

impl Order {
    /// Reads a line. An empty one is no order.
    ///
    /// # Errors
    /// If the first word is no command, or the other words are not what it takes.
    pub fn parse(line: &str) -> Result<Option<Order>, CommandError> {
        let mut tokens = Tokens::new(line);
        let Some(first) = tokens.next() else { return Ok(None) };
        let entry =
            table::find(first).ok_or_else(|| CommandError::unknown_command(first, table::suggest(first)))?;
        let command = (entry.parse)(&mut tokens)?;
        tokens.expect_end()?;
        Ok(Some(Order { name: entry.name, turn: entry.turn, command }))
    }

    /// Returns true if a line begins with the name of a command.
    pub fn begins(line: &str) -> bool {
        Tokens::new(line).next().is_some_and(|first| table::find(first).is_some())
    }
}

fn parse_debug(tokens: &mut Tokens<'_>) -> Result<bool, CommandError> {
    const EXPECTED: &str = "'on' or 'off'";
    match tokens.required("debug", EXPECTED)? {
        "on" => Ok(true),
        "off" => Ok(false),
        found => Err(CommandError::Unexpected { found: found.to_owned(), expected: EXPECTED }),
    }
}

fn parse_bench_depth(tokens: &mut Tokens<'_>) -> Result<Option<Depth>, CommandError> {
    match tokens.peek() {
        None => Ok(None),
        Some(_) => tokens.depth("bench").map(Some),
    }
}

/// Like commands, the forms may be written with two dashes.
fn parse_form(tokens: &mut Tokens<'_>) -> Result<Form, CommandError> {
    let Some(found) = tokens.next() else { return Ok(Form::Table) };
    match found.strip_prefix("--").unwrap_or(found) {
        "json" => Ok(Form::Json),
        "svg" => Ok(Form::Svg),
        _ => Err(CommandError::UnexpectedAfter {
            after: "eval",
            found: found.to_owned(),
            expected: "'json', 'svg' or the end of the line",
        }),
    }
}

fn parse_undo(tokens: &mut Tokens<'_>) -> Result<usize, CommandError> {
    match tokens.peek() {
        None => Ok(1),
        Some(_) => tokens.number::<u32>("undo", 1).map(|count| count as usize),
    }
}

fn parse_set_option(tokens: &mut Tokens<'_>) -> Result<Command, CommandError> {
    tokens.expect("setoption", "name", "'name' and the name of an option")?;
    let name = tokens.words_until("value");
    if name.is_empty() {
        return Err(CommandError::Missing { after: "name".to_owned(), expected: "the name of an option" });
    }
    let value = tokens.next().map(|_| tokens.text_until_end().to_owned());
    Ok(Command::SetOption { name, value })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Order::parse(line).unwrap().unwrap().command
    }

    fn error(line: &str) -> String {
        Order::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn plain_commands_are_read_with_any_white_space() {
        assert_eq!(parse("uci"), Command::Uci);
        let is_ready =
            Order { name: "isready", turn: Turn::Signal(Signal::IsReady), command: Command::Nothing };
        assert_eq!(Order::parse("  isready\t\r"), Ok(Some(is_ready)));
        assert_eq!(parse("debug  on"), Command::Debug(true));
        assert_eq!(parse("bench"), Command::Bench { depth: None });
        assert_eq!(parse("bench 7"), Command::Bench { depth: Some(Depth(7)) });
        assert_eq!(parse("register later"), Command::Nothing);
        assert_eq!(parse("undo"), Command::Undo(1));
        assert_eq!(parse("undo 3"), Command::Undo(3));
        let moves = ["e4", "e5", "Nf3"].map(str::to_owned).to_vec();
        assert_eq!(parse("moves 1. e4 e5 2. Nf3"), Command::Moves(moves));
        assert_eq!(parse("moves"), Command::Moves(Vec::new()));
        assert_eq!(parse("eval"), Command::Eval(Form::Table));
        assert_eq!(parse("eval json"), Command::Eval(Form::Json));
        assert_eq!(parse("--eval  --svg"), Command::Eval(Form::Svg));
        assert_eq!(Order::parse(" \t "), Ok(None));
    }

    #[test]
    fn options_have_names_and_values_of_several_words() {
        let option = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(parse("setoption name Hash value 16"), option("Hash", Some("16")));
        assert_eq!(parse("setoption name Clear  Hash"), option("Clear Hash", None));
        assert_eq!(parse("setoption name Path value C:\\My Files"), option("Path", Some("C:\\My Files")));
        assert_eq!(
            parse("setoption name Path value \t/two  spaces/a\tb \r"),
            option("Path", Some("/two  spaces/a\tb"))
        );
        assert_eq!(parse("setoption  name\tPath value a value  b"), option("Path", Some("a value  b")));
        for nothing in ["", " ", "  \t\r"] {
            assert_eq!(parse(&format!("setoption name Path value{nothing}")), option("Path", Some("")));
        }
    }

    #[test]
    fn errors_name_the_token_and_what_was_expected() {
        assert_eq!(error("hello"), "found 'hello', expected a command; 'help' lists them");
        assert_eq!(error("isready now"), "found 'now', expected the end of the line");
        assert_eq!(error("debug"), "nothing follows 'debug', expected 'on' or 'off'");
        assert_eq!(error("debug yes"), "found 'yes', expected 'on' or 'off'");
        assert_eq!(
            error("eval xml"),
            "found 'xml' after 'eval', expected 'json', 'svg' or the end of the line"
        );
        assert_eq!(
            error("setoption Hash 16"),
            "found 'Hash' after 'setoption', expected 'name' and the name of an option"
        );
        assert_eq!(error("undo 0"), "'undo' is followed by '0', expected a number from 1 to 4294967295");
        assert_eq!(error("setoption name value 3"), "nothing follows 'name', expected the name of an option");
        assert_eq!(
            error("bench deep"),
            "'bench' is followed by 'deep', expected a number from 1 to 4294967295"
        );
    }

    #[test]
    fn an_unknown_command_is_answered_by_the_one_that_was_meant() {
        for (line, meant) in [
            ("benhc 5", "bench"),
            ("UCI", "uci"),
            ("positon startpos", "position"),
            ("exit", "quit"),
            ("fen 8/8/8/8/8/8/8/8 w - - 0 1", "position fen"),
            ("e2e4 e7e5", "moves e2e4"),
            ("Nf3", "moves Nf3"),
            ("e4", "moves e4"),
        ] {
            let found = line.split(' ').next().unwrap();
            let expected = format!("found '{found}', expected a command; did you mean '{meant}'?");
            assert_eq!(error(line), expected);
        }
    }
}
