//! What can be said to the engine: a line of text becomes a typed [`Command`] or a typed error.
//!
//! ```text
//!   "go depth 5 wtime 100"  ──▶  Command::Go(Go::Search(..))
//!   "go depth five"         ──▶  CommandError: 'depth' is followed by 'five', expected a number
//! ```
//!
//! This is syntax only. Whether a move is legal or an option exists is for the session to find out, which
//! knows the position and the options.

mod error;
mod genfens;
mod go;
mod position;
mod table;
mod tokens;

pub(crate) use error::CommandError;
pub(crate) use genfens::{GenFens, StartArray};
pub(crate) use go::{Go, GoSearch};
pub(crate) use position::{PositionCommand, Root};
pub(crate) use table::{COMMANDS, Entry, Group};

use types::Depth;

use crate::evaluation::Form;

use tokens::Tokens;

/// A line that was understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// Speak UCI from now on, and say who you are.
    Uci,
    /// Tell when everything said before is done.
    IsReady,
    /// What follows belongs to another game.
    NewGame,
    /// Whether to comment on what is understood.
    Debug(bool),
    /// Change an option.
    SetOption {
        /// Its name, words separated by single spaces.
        name: String,
        /// Its new value as it was typed, if one is given.
        value: Option<String>,
    },
    /// Set the board up.
    Position(PositionCommand),
    /// Think, or count moves.
    Go(Go),
    /// End thinking.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// End the program.
    Quit,
    /// Nothing: a command that UCI knows and this engine has no use for.
    Ignored,
    /// List the commands.
    Help,
    /// Tell version, commit and build.
    Version,
    /// Describe all commands and options.
    Manual,
    /// Show the board.
    Display,
    /// Show the static evaluation.
    Eval(Form),
    /// Swap the colours.
    Flip,
    /// Search the bench positions, to this depth if one is given.
    Bench {
        /// The depth of each search.
        depth: Option<Depth>,
    },
    /// List the parameters of the search as OpenBench reads them.
    Spsa,
    /// Make openings for self-play.
    GenFens(GenFens),
}

/// The commands that people and GUIs may send, for error messages.
const EXPECTED_COMMAND: &str = "a command; 'help' lists them";

impl Command {
    /// Reads a line. `None` is an empty one.
    pub(crate) fn parse(line: &str) -> Result<Option<Command>, CommandError> {
        let mut tokens = Tokens::new(line);
        let Some(first) = tokens.next() else { return Ok(None) };
        let entry = Entry::find(first).ok_or_else(|| CommandError::Unexpected {
            found: first.to_owned(),
            expected: EXPECTED_COMMAND,
        })?;
        let command = (entry.parse)(&mut tokens)?;
        tokens.expect_end()?;
        Ok(Some(command))
    }

    /// Whether a line begins with the name of a command.
    pub(crate) fn begins(line: &str) -> bool {
        Tokens::new(line).next().is_some_and(|first| Entry::find(first).is_some())
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
        Command::parse(line).unwrap().unwrap()
    }

    fn error(line: &str) -> String {
        Command::parse(line).unwrap_err().to_string()
    }

    #[test]
    fn plain_commands_are_read_with_any_white_space() {
        assert_eq!(parse("uci"), Command::Uci);
        assert_eq!(parse("  isready\t\r"), Command::IsReady);
        assert_eq!(parse("debug  on"), Command::Debug(true));
        assert_eq!(parse("bench"), Command::Bench { depth: None });
        assert_eq!(parse("bench 7"), Command::Bench { depth: Some(Depth(7)) });
        assert_eq!(parse("register later"), Command::Ignored);
        assert_eq!(parse("eval"), Command::Eval(Form::Table));
        assert_eq!(parse("eval json"), Command::Eval(Form::Json));
        assert_eq!(parse("--eval  --svg"), Command::Eval(Form::Svg));
        assert_eq!(Command::parse(" \t "), Ok(None));
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
        assert_eq!(error("Uci"), "found 'Uci', expected a command; 'help' lists them");
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
        assert_eq!(error("setoption name value 3"), "nothing follows 'name', expected the name of an option");
        assert_eq!(
            error("bench deep"),
            "'bench' is followed by 'deep', expected a number from 1 to 4294967295"
        );
    }
}
