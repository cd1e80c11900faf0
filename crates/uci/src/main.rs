//! Coppice, a UCI chess engine: the program around the library `uci`.
//!
//! Three threads exchange events. One reads standard input (`input`), one runs the engine, and the main thread keeps the
//! session and answers at once, whatever the others do.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

mod input;

use std::io::IsTerminal;
use std::process::{self, ExitCode};
use std::sync::mpsc::{self, Receiver, Sender};
use std::{env, io, thread};

use uci::output::{self, say, say_error};
use uci::{Event, NAME, Session, session};

fn main() -> ExitCode {
    let (sender, events) = mpsc::channel();
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    match Session::new(sender.clone(), !arguments.is_empty()) {
        Err(error) => {
            say_error(error);
            ExitCode::FAILURE
        }
        Ok(session) if arguments.is_empty() => run_input(session, &events, sender),
        Ok(session) => run_arguments(session, &events, arguments),
    }
}

/// Carries out the lines of standard input until it ends or contains `quit`.
fn run_input(mut session: Session, events: &Receiver<Event>, sender: Sender<Event>) -> ExitCode {
    if io::stdout().is_terminal() {
        say(format_args!("{NAME}; 'help' lists the commands"));
    }
    let reader = thread::Builder::new().name("input".to_owned()).spawn(move || input::read(&sender));
    if let Err(error) = reader {
        say_error(format_args!("no thread to read input on: {error}"));
        return ExitCode::FAILURE;
    }
    while let Some(event) = session.next_event(events) {
        if session.handle(event).is_break() {
            break;
        }
    }
    report_cut(&session);
    // The system frees tables and threads faster than the program could one by one.
    process::exit(i32::from(session.is_cut_short()))
}

/// Carries out the arguments as lines, each after the one before is done. An error ends the program at once, because later
/// commands may depend on the one that failed, such as a position that was not set up.
///
/// A search that ends only on a signal is ended by the next command that is not a signal, or by the end of the arguments.
fn run_arguments(mut session: Session, events: &Receiver<Event>, arguments: Vec<String>) -> ExitCode {
    let lines = lines_of(arguments).into_iter().map(Event::line);
    for event in lines.take_while(|_| !output::had_error()).chain([Event::EndOfArguments]) {
        let mut flow = session.handle(event);
        while flow.is_continue() && session.is_making_progress() {
            let Some(event) = session.next_event(events) else { break };
            flow = session.handle(event);
        }
        if flow.is_break() {
            break;
        }
    }
    report_cut(&session);
    if output::had_error() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Reports counts that were not finished.
fn report_cut(session: &Session) {
    if session.is_cut_short() {
        let seconds = session::GRACE.as_secs();
        say_error(format_args!(
            "counts and benches not done {seconds} s after the end of the input, \
             expected long ones as arguments: coppice bench 20"
        ));
    }
}

/// The arguments as lines. One that does not begin with a command continues the line before, so that `bench 8` needs no
/// quotes. Nor do `position` and `help`, of which some words are commands elsewhere.
fn lines_of(arguments: Vec<String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for argument in arguments {
        match lines.last_mut() {
            Some(line) if !uci::begins_command(&argument) || continues(line, &argument) => {
                line.push(' ');
                line.push_str(&argument);
            }
            _ => lines.push(argument),
        }
    }
    lines
}

/// Returns true if an argument that begins a command belongs to the line before: the castling field of a FEN, which may be
/// `d` in Chess960, the word `moves` after a position, or the command to explain.
fn continues(line: &str, argument: &str) -> bool {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words[..] {
        ["help" | "--help" | "-h"] => true,
        ["position", "fen", _, _] => true,
        ["position", ..] => argument == "moves" && !words.contains(&"moves"),
        _ => false,
    }
}
