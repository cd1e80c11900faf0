//! Coppice, a UCI chess engine.
//!
//! ```text
//!   stdin ──▶ command ──▶ session ──▶ task ──▶ search     (worker thread)
//!   or args   (parse)     (state)               │
//!                                               ▼
//!   stdout ◀────────────────────────────────  report
//! ```
//!
//! The binary is thin: it parses, drives one engine on its own thread, and prints what the engine reports. Three
//! threads talk by [`session::Event`]s: one reads standard input, one searches, and the main thread in between
//! keeps the state and answers at once, whatever the others do.
//!
//! | module | idea |
//! |---|---|
//! | `console` | where lines come from: standard input, or the arguments |
//! | `command` | a line of text becomes a typed command or a typed error |
//! | `session` | the state of the conversation, one event after the other |
//! | `options` | the options and what they say |
//! | `task`, `worker` | what the engine can be told to do, and the thread that does it |
//! | `report` | what a search tells, for people and for programs |
//! | `output` | standard output, one flush per line |
//!
//! What can be asked for, and what that takes:
//!
//! | module | idea |
//! |---|---|
//! | `game` | what `position` and `flip` make of their words |
//! | `board`, `ending` | the position for people; whether the game is over there |
//! | `evaluation` | what the position is worth unsearched, as a table, as data, as a picture |
//! | `endgames` | the tablebases: opened, told of, lent to searches |
//! | `strength` | playing worse on purpose |
//! | `bench`, `perft`, `genfens` | which version this is; leaves counted; openings |
//! | `tuning` | the parameters of the search, in a build for tuners |
//! | `help`, `manual`, `version` | what can be typed, for people and as a page; what this program is |
//! | `rng` | random numbers, for openings and limited strength |

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod bench;
mod board;
mod command;
mod console;
mod endgames;
mod ending;
mod evaluation;
mod game;
mod genfens;
mod help;
mod manual;
mod options;
mod output;
mod perft;
mod report;
mod rng;
mod session;
mod strength;
mod task;
mod tuning;
mod version;
mod worker;

use std::env;
use std::process::ExitCode;
use std::sync::mpsc;

use session::Session;

fn main() -> ExitCode {
    let (sender, events) = mpsc::channel();
    let session = match Session::new(sender.clone()) {
        Ok(session) => session,
        Err(error) => {
            output::say_error(error);
            return ExitCode::FAILURE;
        }
    };
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    if arguments.is_empty() {
        console::run_input(session, &events, sender)
    } else {
        console::run_arguments(session, &events, arguments)
    }
}
