//! `manual`: every command and option as Markdown.
//!
//! `docs/uci.md` is this text. It comes from the tables that the engine itself goes by, and a test holds the file
//! against it.

use std::fmt;

use crate::command::{COMMANDS, Entry, Group};
use crate::options;

/// The text of `docs/uci.md`.
pub(crate) struct Manual;

const HEAD: &str = "\
# Commands and options

Made by `coppice manual` from the tables that the engine goes by; a test holds this page against them. To make it anew:
`cargo run --release -- manual > docs/uci.md`.

Coppice speaks [UCI](https://www.chessprogramming.org/UCI). Until something says `uci`, a search reports in a table for
people. Commands are lines of standard input, or arguments of the program: `coppice bench`,
`coppice \"position startpos moves e2e4\" \"go depth 12\"`. The quotes may be left out, since an argument that begins with no
command goes on with the one before. Commands are run one after the other, then the program ends; at the first one that
fails, with exit code 1. A search without a limit ends at once there, since nobody can say `stop`: give it one, as in
`coppice go movetime 1000`. Any command may have two dashes before it, as in `--help`; `-h` and `-V` say `help` and
`version`.

`isready`, `stop`, `ponderhit`, `debug` and `quit` are obeyed at once, also while the engine thinks. What needs the engine
waits until it is free; `isready` waits while the engine is given another table, other threads or tablebases, or begins
another game, and commands sent after a `bestmove` are carried out before it is answered.
After `uci`, `quit` and the end of the input both end the program at once, whatever is running. Before `uci` they stop a
running search and let counts and benches finish, for ten seconds at most: `echo bench | coppice`; those that take longer
are given up with an error and exit code 1, as is output that nobody reads for as long. To wait for a search or a longer
count, give it as an argument: `coppice go depth 20`, `coppice bench 20`.

A line that is not understood is answered by `info string error:` and what was expected, and changes nothing. Every `go` but
`go perft` gets its `bestmove`, though: its parts that are not understood are reported and ignored, a number out of range
is replaced by the nearest one, and a search of which no limit is left takes 100 ms.

Moves are read as UCI writes them (`e2e4`, `e7e8q`, `e7e8Q`) and in SAN (`Nf3`, `exd5`, `e8=Q`, `O-O`), with move numbers
or without. Castling is `e1g1` or `e1h1` (king takes rook), both are understood. After `fen`, an EPD line with its
operations is read as well.
";

const ABOUT_OPTIONS: &str = "\
Names are read without regard to case and spaces.

Where scores come to rest on something else, the engine forgets what it has learnt, as with `ucinewgame`: with any
`SyzygyPath`; while there is one, with another `Syzygy50MoveRule` or `SyzygyProbeLimit`; when limited strength begins or
ends, and with another `UCI_Elo` under it.
";

const GROUPS: [(Group, &str); 3] =
    [(Group::Protocol, "The protocol"), (Group::People, "For people"), (Group::Testers, "For testers")];

impl fmt::Display for Manual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEAD)?;
        for (group, heading) in GROUPS {
            writeln!(f, "\n## {heading}\n\n| command | what it does |\n|---|---|")?;
            let entries = || COMMANDS.iter().filter(|entry| entry.group == group);
            entries().try_for_each(|entry| row(f, &entry.usage(), entry.about))?;
            entries()
                .filter(|entry| !entry.parameters.is_empty())
                .try_for_each(|entry| parameters(f, entry))?;
        }
        writeln!(f, "\n## Options\n")?;
        writeln!(f, "{ABOUT_OPTIONS}")?;
        write!(f, "| option | type | default | range | what it does |\n|---|---|---|---|---|")?;
        options::rows().try_for_each(|row| write!(f, "\n{row}"))
    }
}

fn parameters(f: &mut fmt::Formatter<'_>, entry: &Entry) -> fmt::Result {
    writeln!(f, "\n| after `{}` | what it does |\n|---|---|", entry.name)?;
    entry.parameters.iter().try_for_each(|parameter| row(f, &parameter.usage(), parameter.about))
}

fn row(f: &mut fmt::Formatter<'_>, usage: &str, about: &str) -> fmt::Result {
    // A bar inside a cell would end it.
    writeln!(f, "| `{}` | {about} |", usage.replace('|', "\\|"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_of_the_repository_is_this_text() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/uci.md");
        let page = std::fs::read_to_string(path).unwrap().replace("\r\n", "\n");
        assert!(
            page == format!("{Manual}\n"),
            "docs/uci.md is stale: run `cargo run --release -- manual > docs/uci.md`"
        );
    }

    #[test]
    fn every_command_parameter_and_option_is_in_it() {
        let text = Manual.to_string();
        for entry in &COMMANDS {
            assert!(text.contains(&format!("\n| `{}", entry.name)), "{}", entry.name);
            for parameter in entry.parameters {
                assert!(text.contains(&format!("\n| `{}", parameter.name)), "{}", parameter.name);
            }
        }
        // A tuning build has options that no manual lists.
        let is_shipped = |line: &&str| !crate::tuning::declarations().any(|parameter| parameter == *line);
        for line in crate::options::Settings::declarations().lines().filter(is_shipped) {
            let name = line.strip_prefix("option name ").and_then(|rest| rest.split(" type ").next());
            assert!(name.is_some_and(|name| text.contains(&format!("\n| `{name}` |"))), "{line}");
        }
    }
}
