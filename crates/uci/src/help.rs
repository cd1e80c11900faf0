//! `help`: the list of commands and options.

use std::fmt;

use crate::command::{COMMANDS, CommandError, CommandGroup, CommandInfo};
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

/// The lines of `help` about one command or option.
pub(crate) fn about(word: &str) -> Result<String, CommandError> {
    let mut text = String::new();
    let name = |usage: &str| usage.split(" (").next().is_some_and(|name| name.eq_ignore_ascii_case(word));
    for (usage, about) in options::summary().filter(|(usage, _)| name(usage)) {
        row(&mut text, &format!("  {usage}"), about);
    }
    for entry in COMMANDS.iter().filter(|entry| entry.name == word) {
        rows(&mut text, entry);
    }
    if text.is_empty() {
        let (found, expected) = (word.to_owned(), "a command or an option; 'help' lists them");
        return Err(CommandError::UnexpectedAfter { after: "help", found, expected });
    }
    Ok(text.trim_end().to_owned())
}

/// The width of the column of commands. The explanation of a longer one begins on the next line.
const USAGE_WIDTH: usize = 26;
/// The width of a usual terminal.
const WIDTH: usize = 80;

impl fmt::Display for Help {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = HEAD.to_owned();
        for (group, heading) in GROUPS {
            text += &format!("\n{heading}\n");
            COMMANDS.iter().filter(|entry| entry.group == group).for_each(|entry| rows(&mut text, entry));
        }
        text += "\nOptions and their defaults (setoption name <name> value <value>):\n";
        for (usage, about) in options::summary() {
            row(&mut text, &format!("  {usage}"), about);
        }
        write!(f, "{text}\n{}", FOOT.trim_end())
    }
}

/// A command and the words that may follow it.
fn rows(text: &mut String, entry: &CommandInfo) {
    row(text, &format!("  {}", entry.usage()), entry.about);
    for parameter in entry.parameters {
        row(text, &format!("     {}", parameter.usage()), parameter.about);
    }
}

/// A usage and its explanation, broken into lines where it is long.
fn row(text: &mut String, usage: &str, about: &str) {
    let about = about.replace('`', "'");
    let mut line = format!("{usage:USAGE_WIDTH$}");
    if usage.len() > USAGE_WIDTH {
        *text += &format!("{usage}\n");
        line = " ".repeat(USAGE_WIDTH);
    }
    for word in about.split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            *text += &format!("{line}\n");
            line = " ".repeat(USAGE_WIDTH);
        }
        line = line + " " + word;
    }
    *text += &format!("{line}\n");
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
