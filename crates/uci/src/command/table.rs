//! All commands in one table: what they are called, what they take, what they do, and how they are read.
//!
//! The parser looks words up here, `help` prints it for people, and `docs/uci.md` is made from it, so none of them can
//! know a command that the others do not.

use super::go::LIMITS;
use super::tokens::Tokens;
use super::{Command, CommandError, GenFens, Go, PositionCommand};

/// A command.
pub(crate) struct Entry {
    pub(crate) name: &'static str,
    /// What follows the name, as people write it.
    pub(crate) arguments: &'static str,
    pub(crate) about: &'static str,
    pub(crate) group: Group,
    /// Words that may follow, if they are many.
    pub(crate) parameters: &'static [Parameter],
    /// Reads what follows the name.
    pub(crate) parse: fn(&mut Tokens<'_>) -> Result<Command, CommandError>,
}

/// Whom a command is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Group {
    /// The protocol.
    Protocol,
    /// People at a keyboard.
    People,
    /// Programs that test engines.
    Testers,
}

/// A word that may follow a command.
pub(crate) struct Parameter {
    pub(crate) name: &'static str,
    /// What follows the word.
    pub(crate) argument: &'static str,
    pub(crate) about: &'static str,
}

use Group::{People, Protocol, Testers};

/// Every command.
pub(crate) const COMMANDS: [Entry; 20] = [
    Entry::new(Protocol, "uci", "", "name, options, and protocol output from now on", |_| Ok(Command::Uci)),
    Entry::new(Protocol, "isready", "", "answers `readyok`, also while the engine thinks", |_| {
        Ok(Command::IsReady)
    }),
    Entry::new(
        Protocol,
        "setoption",
        "name <name> [value <value>]",
        "changes an option; during a search it takes effect when the search has ended",
        super::parse_set_option,
    ),
    Entry::new(Protocol, "ucinewgame", "", "forgets the last game", |_| Ok(Command::NewGame)),
    Entry::new(
        Protocol,
        "position",
        "startpos | fen <FEN> [moves <move> ...]",
        "sets the board up",
        |tokens| PositionCommand::parse(tokens).map(Command::Position),
    ),
    Entry {
        parameters: &LIMITS,
        ..Entry::new(
            Protocol,
            "go",
            "[<limit> ...]",
            "searches; limits combine, and the first one reached ends the search",
            |tokens| Go::parse(tokens).map(Command::Go),
        )
    },
    Entry::new(Protocol, "stop", "", "ends the search with its best move so far", |_| Ok(Command::Stop)),
    Entry::new(Protocol, "ponderhit", "", "the expected move was played: the clock runs", |_| {
        Ok(Command::PonderHit)
    }),
    Entry::new(Protocol, "debug", "on | off", "shows how commands were understood", |tokens| {
        super::parse_debug(tokens).map(Command::Debug)
    }),
    Entry::new(Protocol, "register", "", "accepted and ignored: nothing needs registering", |tokens| {
        tokens.skip_all();
        Ok(Command::Ignored)
    }),
    Entry::new(Protocol, "quit", "", "ends the program", |_| Ok(Command::Quit)),
    Entry::new(People, "d", "", "the board, FEN, key and checkers", |_| Ok(Command::Display)),
    Entry {
        parameters: &EVALUATION_FORMS,
        ..Entry::new(People, "eval", "[json | svg]", "the static evaluation, term by term", |tokens| {
            super::parse_form(tokens).map(Command::Eval)
        })
    },
    Entry::new(People, "flip", "", "swaps the colours", |_| Ok(Command::Flip)),
    Entry::new(People, "help", "", "lists the commands", |_| Ok(Command::Help)),
    Entry::new(People, "version", "", "version, commit and build", |_| Ok(Command::Version)),
    Entry::new(People, "manual", "", "commands and options as Markdown: the text of `docs/uci.md`", |_| {
        Ok(Command::Manual)
    }),
    Entry::new(
        Testers,
        "bench",
        "[<depth>]",
        "searches the bench positions; the node count tells versions apart",
        |tokens| super::parse_bench_depth(tokens).map(|depth| Command::Bench { depth }),
    ),
    Entry::new(
        Testers,
        "genfens",
        "<n> seed <s> book <None | path> [frc | dfrc] [plies <n>]",
        "openings for self-play: random moves from a start array, or from a line of a book",
        |tokens| GenFens::parse(tokens).map(Command::GenFens),
    ),
    Entry::new(Testers, "spsa", "", "the parameters of a tuning build, as OpenBench reads them", |_| {
        Ok(Command::Spsa)
    }),
];

/// What an evaluation can be shown as.
const EVALUATION_FORMS: [Parameter; 2] = [
    Parameter {
        name: "json",
        argument: "",
        about: "the same and what each man is worth where it stands, as JSON on one line",
    },
    Parameter {
        name: "svg",
        argument: "",
        about: "a picture: the board as a heat map of what each man is worth against its material",
    },
];

impl Entry {
    const fn new(
        group: Group,
        name: &'static str,
        arguments: &'static str,
        about: &'static str,
        parse: fn(&mut Tokens<'_>) -> Result<Command, CommandError>,
    ) -> Entry {
        Entry { name, arguments, about, group, parameters: &[], parse }
    }

    /// The command of this name. Arguments of programs are often written with two dashes, or short with one.
    pub(super) fn find(name: &str) -> Option<&'static Entry> {
        let name = match name {
            "-h" => "help",
            "-V" => "version",
            _ => name.strip_prefix("--").unwrap_or(name),
        };
        COMMANDS.iter().find(|entry| entry.name == name)
    }

    /// The name and what follows it.
    pub(crate) fn usage(&self) -> String {
        format!("{} {}", self.name, self.arguments).trim_end().to_owned()
    }
}

impl Parameter {
    /// The word and what follows it.
    pub(crate) fn usage(&self) -> String {
        format!("{} {}", self.name, self.argument).trim_end().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_found() {
        for entry in &COMMANDS {
            assert_eq!(COMMANDS.iter().filter(|other| other.name == entry.name).count(), 1);
            assert!(Entry::find(entry.name).is_some_and(|found| found.name == entry.name));
            assert!(Entry::find(&format!("--{}", entry.name)).is_some());
            assert!(!entry.about.is_empty() && !entry.about.ends_with('.'), "{}", entry.name);
        }
        for (short, name) in [("-h", "help"), ("-V", "version")] {
            assert_eq!(Entry::find(short).map(|found| found.name), Some(name));
        }
        assert!(Entry::find("").is_none() && Entry::find("Uci").is_none());
    }

    #[test]
    fn what_takes_no_arguments_says_so() {
        // `register` ignores what follows, and a search begins whatever follows `go`.
        for entry in COMMANDS.iter().filter(|entry| !["register", "go"].contains(&entry.name)) {
            let takes_more = Command::parse(&format!("{} nonsense", entry.name));
            assert!(takes_more.is_err(), "{}", entry.name);
            let alone = Command::parse(entry.name);
            let needs_nothing = entry.arguments.is_empty() || entry.arguments.starts_with('[');
            assert_eq!(alone.is_ok(), needs_nothing, "{}", entry.name);
        }
    }
}
