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

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod bench;
mod board;
mod command;
mod console;
mod endgames;
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
