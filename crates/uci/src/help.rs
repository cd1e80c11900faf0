//! `help`: the list of commands and options.

use std::fmt;

use crate::command::{COMMANDS, CommandGroup};
use crate::options;

/// The text of `help`: all commands, those of the protocol first, then the options.
pub(crate) struct Help;

const HEAD: &str = "\
Coppice is a chess engine that speaks UCI. Commands to try first:
  moves e4 e5        go movetime 3000        eval        undo        quit
Commands can also be given as arguments of the program:
  coppice bench
  coppice \"position startpos moves e2e4\" \"go depth 12\"
";

const FOOT: &str = "\
Moves are written e2e4, e7e8q, or Nf3, e8=Q, O-O.
Castling may also be e1g1 or e1h1 (king takes rook).
";

const GROUPS: [(CommandGroup, &str); 3] = [
    (CommandGroup::Protocol, "The protocol:"),
    (CommandGroup::People, "For people:"),
    (CommandGroup::Testers, "For testers:"),
];

/// The width of the column of commands. The explanation of a longer one begins on the next line.
const USAGE_WIDTH: usize = 26;
/// The width of a usual terminal.
const WIDTH: usize = 80;

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEAD)?;
        for (group, heading) in GROUPS {
            writeln!(f, "\n{heading}")?;
            for entry in COMMANDS.iter().filter(|entry| entry.group == group) {
                row(f, &format!("  {}", entry.usage()), entry.about)?;
                for parameter in entry.parameters {
                    row(f, &format!("     {}", parameter.usage()), parameter.about)?;
                }
            }
        }
        writeln!(f, "\nOptions and their defaults (setoption name <name> value <value>):")?;
        for (usage, about) in options::summary() {
            row(f, &format!("  {usage}"), about)?;
        }
        write!(f, "\n{}", FOOT.trim_end())
    }
}

/// A command and its explanation, broken into lines where it is long.
fn row(f: &mut fmt::Formatter<'_>, usage: &str, about: &str) -> fmt::Result {
    let about = about.replace('`', "'");
    let mut line = format!("{usage:USAGE_WIDTH$}");
    if usage.len() > USAGE_WIDTH {
        writeln!(f, "{usage}")?;
        line = " ".repeat(USAGE_WIDTH);
    }
    for word in about.split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            writeln!(f, "{line}")?;
            line = " ".repeat(USAGE_WIDTH);
        }
        line = line + " " + word;
    }
    writeln!(f, "{line}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        for line in Help.to_string().lines() {
            assert!(line.len() <= WIDTH, "{line}");
        }
    }
}
