//! The text of `docs/uci.md`, made of the tables of commands and options.
//!
//! A test compares the page with it. To write the page again:
//! `COPPICE_WRITE_DOCS=1 cargo test -p coppice --lib manual`.

use std::fmt;

use crate::command::{COMMANDS, CommandGroup, CommandInfo};
use crate::options;

/// The text of `docs/uci.md`.
struct Manual;

const HEAD: &str = "\
# Commands and options

This page is generated from the engine's tables of commands and options, with
`COPPICE_WRITE_DOCS=1 cargo test -p coppice --lib manual`.

Coppice speaks [UCI](https://www.chessprogramming.org/UCI). Before the command `uci`, a search reports in a table for
people.

Commands are lines of standard input, or arguments of the program: `coppice bench`,
`coppice \"position startpos moves e2e4\" \"go depth 12\"`. The quotes may be left out, since an argument that does not begin
with a command continues the one before. Arguments are carried out one after the other, then the program ends. If one
fails, it ends at once with exit code 1. A search without a limit ends at once here, because `stop` cannot be sent: give it
a limit, as in `coppice go movetime 1000`. Any command may have two dashes before it, as in `--help`; `-h` means
`help`, `-v` and `-V` mean `version`.

At a terminal, lines can be edited, the arrow keys recall earlier ones, and Tab completes commands and the words after
them. Several lines may be pasted at once. Ctrl-C stops a search; pressed twice, it ends
the program, as Ctrl-D does. A status line shows the progress of a long search.

`isready`, `stop`, `ponderhit`, `debug` and `quit` are carried out at once, even during a search. A command that needs the
engine waits until it is free; before `uci`, a message reports the wait. Before `uci`, `stop` ends the running search or
count; after `uci`, it also ends all waiting searches. `isready` is answered at once, also during a search. It waits
only while table size, threads, tablebases or game are being changed, and for commands that were sent before it and after
the last `bestmove`.

The time of a search counts from the moment at which its `go` is read, or from the end of a search that ran then. A large
table, many threads and tablebases take time to get ready: each GiB some tenths of a second, several seconds where the
system has to find the memory first. `isready` is answered when all is ready, and `stop` and `quit` are obeyed meanwhile. A
search with a clock or `movetime` does not wait. It uses the threads, the tablebases and the part of the table, 4 MiB at
least, that are ready; the rest is prepared after the move. Other searches wait.

With several threads `go nodes` ends at the limit or up to 256 nodes before it for each thread.

After `uci`, `quit` and the end of the input both end the program at once, whatever is running. Before `uci` they stop a
running search, but counts and benches have ten seconds to finish, as in `echo bench | coppice`. If one takes longer, or if
its output is not read for that long, the program ends with an error and exit code 1. To wait for a search or a longer
count, give it as an argument: `coppice go depth 20`, `coppice bench 20`.

A line that is not understood changes nothing. The answer is `info string error:` with what was found and what was
expected. The exception is `go` after `uci`: every one except `go perft` gets a `bestmove`. Unknown words in it are reported and
ignored, a number out of range is replaced by the nearest one in range, and if no limit remains the search takes 100 ms.
Before `uci`, such a `go` searches nothing, like any other line that is not understood.

Moves are read in UCI notation (`e2e4`, `e7e8q`, `e7e8Q`) and in SAN (`Nf3`, `exd5`, `e8=Q`, `O-O`), with or without move
numbers. Castling may be written `e1g1` or `e1h1` (king takes rook). After `fen`, an EPD line with operations is also read.
";

const ABOUT_OPTIONS: &str = "\
Names are read without regard to case and spaces.

Some options change the meaning of scores. Setting them clears the table and the histories, as `ucinewgame` does:
`SyzygyPath` with other tables; `Syzygy50MoveRule` and `SyzygyProbeLimit` while a path is set; `UCI_LimitStrength`, `UCI_Elo`
and `Skill Level`, if they change the limit of the strength. A `SyzygyPath` that cannot be read, or has no tables that can be
used, is an error, and the one before stays.
";

impl fmt::Display for Manual {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(HEAD)?;
        for (group, heading) in CommandGroup::ALL {
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

fn parameters(f: &mut fmt::Formatter<'_>, entry: &CommandInfo) -> fmt::Result {
    writeln!(f, "\n| after `{}` | what it does |\n|---|---|", entry.name)?;
    entry.parameters.iter().try_for_each(|parameter| row(f, &parameter.usage(), parameter.about))
}

fn row(f: &mut fmt::Formatter<'_>, usage: &str, about: &str) -> fmt::Result {
    // A bar inside a cell would end it.
    writeln!(f, "| `{}` | {about} |", usage.replace('|', "\\|"))
}

#[test]
fn the_page_of_the_repository_is_this_text() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/uci.md");
    let text = format!("{Manual}\n");
    if std::env::var_os("COPPICE_WRITE_DOCS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap().replace("\r\n", "\n");
    assert!(page == text, "docs/uci.md is stale: COPPICE_WRITE_DOCS=1 cargo test -p coppice --lib manual");
}
