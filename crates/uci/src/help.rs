//! `help`: what can be typed, from the table of commands.

use std::fmt;

use crate::command::{COMMANDS, Group};

/// All commands, those of the protocol first.
pub(crate) struct Help;

const HEAD: &str = "\
Coppice speaks UCI, the protocol of chess programs. Every command can also be an argument of the program:
  coppice bench
  coppice \"position startpos moves e2e4\" \"go depth 12\"
";

const FOOT: &str =
    "Moves are written e2e4, e7e8q, or Nf3, e8=Q, O-O; castling may also be e1g1 or e1h1 (king takes rook).";

const GROUPS: [(Group, &str); 3] =
    [(Group::Protocol, "The protocol:"), (Group::People, "For people:"), (Group::Testers, "For testers:")];

/// Columns for what is typed; what is longer pushes its meaning into the next line.
const WIDTH: usize = 26;

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
        write!(f, "\n{FOOT}")
    }
}

fn row(f: &mut fmt::Formatter<'_>, usage: &str, about: &str) -> fmt::Result {
    let about = about.replace('`', "'");
    if usage.len() > WIDTH {
        writeln!(f, "{usage}\n{:WIDTH$} {about}", "")
    } else {
        writeln!(f, "{usage:WIDTH$} {about}")
    }
}
