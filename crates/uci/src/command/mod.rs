//! Commands: a line of text becomes a typed [`Request`] or a typed error.
//!
//! ```text
//!   "go depth 5 wtime 100"  ──▶  Command::Go(..), when the engine is free
//!   "isready now"           ──▶  CommandError: found 'now', expected the end of the line
//! ```
//!
//! This is syntax only. The session checks moves, names and values, because it holds the position and the options. So the
//! words of `go`, `position` and `moves` are read when their turn comes.

mod go;
mod parse;
mod table;

use types::Depth;

use crate::genfens::GenFens;
use crate::show::EvalFormat;
pub(crate) use go::{Go, GoFault, GoSearch};
pub use parse::CommandError;
pub(crate) use parse::{Tokens, similar};
use table::Parse;
pub use table::completions;
pub(crate) use table::{COMMANDS, CommandGroup, CommandInfo};

/// A command as the session carries it out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// Does nothing: a signal, or a command that has no use here.
    Nothing,
    /// Prints name and options, and switches to protocol output.
    Uci,
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
    /// Searches, or counts moves.
    Go(String),
    /// Explains the command or option of this name, or lists all if there is none.
    Help(String),
    Version,
    Display,
    Eval(EvalFormat),
    /// Explains a move, as text or as JSON.
    Why(String),
    Flip,
    /// Searches the bench positions, to this depth if one is given.
    Bench {
        depth: Option<Depth>,
    },
    /// Lists the parameters of the search as OpenBench reads them.
    Spsa,
    GenFens(GenFens),
}

/// The time at which a command is carried out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Timing {
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

impl Timing {
    /// Returns true if the command waits until the engine is free.
    pub fn needs_engine(self) -> bool {
        matches!(self, Timing::Setup | Timing::Work)
    }
}

/// A command for the host of a session, which runs the jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signal {
    /// Answer `readyok` as soon as all changes of the engine are made.
    IsReady,
    Stop,
    /// The expected move was played.
    PonderHit,
    Quit,
}

/// A command, and the time at which it is to be carried out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    pub name: &'static str,
    pub timing: Timing,
    /// The line itself.
    pub line: String,
    pub(crate) command: Command,
}

impl Request {
    /// Reads a line; `None` if it is empty.
    ///
    /// # Errors
    /// If the first word is no command, or the other words are not what it takes.
    pub fn parse(line: &str) -> Result<Option<Request>, CommandError> {
        let mut tokens = Tokens::new(line);
        let Some(first) = tokens.next() else { return Ok(None) };
        let entry = table::find(first).ok_or_else(|| table::unknown(first))?;
        let command = match entry.parse {
            Parse::Words(parse) => {
                let command = parse(&mut tokens)?;
                tokens.expect_end()?;
                command
            }
            Parse::Text(command) => command(tokens.text_until_end().to_owned()),
        };
        Ok(Some(Request { name: entry.name, timing: entry.timing, line: line.to_owned(), command }))
    }

    pub(crate) fn is_isready(&self) -> bool {
        self.timing == Timing::Signal(Signal::IsReady)
    }

    /// Returns true for a search whose time is limited.
    pub(crate) fn is_timed_search(&self) -> bool {
        let is_time = |word: &str| matches!(word, "wtime" | "btime" | "movetime");
        matches!(&self.command, Command::Go(limits) if limits.split_ascii_whitespace().any(is_time))
    }

    /// Returns true if a line begins with the name of a command.
    pub fn begins(line: &str) -> bool {
        Tokens::new(line).next().is_some_and(|first| table::find(first).is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Command {
        Request::parse(line).unwrap().unwrap().command
    }

    #[test]
    fn words_become_values_with_any_white_space() {
        let is_ready = Request::parse("  isready\t\r").unwrap().unwrap();
        assert_eq!((is_ready.timing, is_ready.command), (Timing::Signal(Signal::IsReady), Command::Nothing));
        assert_eq!(parse("debug  on"), Command::Debug(true));
        assert_eq!(parse("bench"), Command::Bench { depth: None });
        assert_eq!(parse("bench 7"), Command::Bench { depth: Some(Depth(7)) });
        assert_eq!((parse("undo"), parse("undo 3")), (Command::Undo(1), Command::Undo(3)));
        assert_eq!(parse("--eval  --svg"), Command::Eval(EvalFormat::Svg));
        assert_eq!(Request::parse(" \t "), Ok(None));
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
}
