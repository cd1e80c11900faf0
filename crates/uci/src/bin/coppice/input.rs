//! Lines of standard input, or the arguments of the program.

#[cfg(unix)]
use rustix::event::PollFlags;
use std::io::{self, BufRead, IsTerminal};
use std::ops::ControlFlow;
use std::process::{self, ExitCode};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use uci::output::{self, say, say_error};
use uci::scheduler::{self, Event, Scheduler};
use uci::{NAME, Request};

use crate::EngineThread;
#[cfg(feature = "line-editor")]
use crate::editor;

/// Carries out the lines of standard input until it ends or contains `quit`.
pub(crate) fn run_input(
    mut scheduler: Scheduler<EngineThread>,
    events: &Receiver<Event>,
    sender: Sender<Event>,
) -> ExitCode {
    if io::stdout().is_terminal() {
        say(format_args!("{NAME}; 'help' lists the commands"));
    }
    let reader = thread::Builder::new().name("input".to_owned()).spawn(move || read_input(&sender));
    if let Err(error) = reader {
        say_error(format_args!("no thread to read input on: {error}"));
        return ExitCode::FAILURE;
    }
    while step(&mut scheduler, events).is_continue() {}
    // The system frees tables and threads faster than the program could one by one.
    process::exit(i32::from(scheduler.is_cut_short()))
}

/// Carries out the arguments as lines, each after the one before is done. An error ends the program at once, because later
/// commands may depend on the one that failed, such as a position that was not set up.
///
/// A search that ends only on a signal is ended by the next command that is not a signal, or by the end of the arguments.
pub(crate) fn run_arguments(
    mut scheduler: Scheduler<EngineThread>,
    events: &Receiver<Event>,
    arguments: Vec<String>,
) -> ExitCode {
    scheduler.run_one_by_one();
    let lines = lines_of(arguments).into_iter().map(Event::line);
    for event in lines.take_while(|_| !output::had_error()).chain([Event::EndOfArguments]) {
        let mut flow = scheduler.handle(event);
        while flow.is_continue() && scheduler.is_making_progress() {
            flow = step(&mut scheduler, events);
        }
        if flow.is_break() {
            break;
        }
    }
    if output::had_error() || scheduler.is_cut_short() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// The arguments as lines. One that does not begin with a command continues the line before, so that `bench 8` needs no
/// quotes. Nor does `position`, of which some words are commands elsewhere.
fn lines_of(arguments: Vec<String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for argument in arguments {
        match lines.last_mut() {
            Some(line) if !Request::begins(&argument) || continues_position(line, &argument) => {
                line.push(' ');
                line.push_str(&argument);
            }
            _ => lines.push(argument),
        }
    }
    lines
}

/// Returns true if an argument is the castling field of a FEN, which may be `d` in Chess960, or the word `moves` after a position.
fn continues_position(line: &str, argument: &str) -> bool {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    match words[..] {
        ["position", "fen", _, _] => true,
        ["position", ..] => argument == "moves" && !words.contains(&"moves"),
        _ => false,
    }
}

/// Waits for an event, but not beyond the deadline, and handles it.
fn step(scheduler: &mut Scheduler<EngineThread>, events: &Receiver<Event>) -> ControlFlow<()> {
    let event = match scheduler.deadline() {
        None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
    };
    match event {
        Ok(event) => scheduler.handle(event),
        Err(_) => {
            if scheduler.is_cut_short() {
                let seconds = scheduler::GRACE.as_secs();
                say_error(format_args!(
                    "counts and benches not done {seconds} s after the end of the input, \
                     expected long ones as arguments: coppice bench 20"
                ));
            }
            ControlFlow::Break(())
        }
    }
}

/// The byte-order mark that some shells put before everything that they send.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Sends the lines of a terminal, or else of standard input.
fn read_input(sender: &Sender<Event>) {
    #[cfg(feature = "line-editor")]
    if io::stdin().is_terminal()
        && io::stdout().is_terminal()
        && let Some(mut editor) = editor::Editor::new()
    {
        return send_lines(|| editor.next_line(), sender);
    }
    let mut input = io::stdin().lock();
    let mut mark = BYTE_ORDER_MARK;
    send_lines(
        || {
            let mut bytes = Vec::new();
            loop {
                match input.read_until(b'\n', &mut bytes) {
                    Ok(_) => break,
                    #[cfg(unix)]
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {
                        output::wait_until_ready(io::stdin(), PollFlags::IN);
                    }
                    Err(error) => {
                        say_error(format_args!("standard input cannot be read: {error}"));
                        break;
                    }
                }
            }
            let text = bytes.strip_prefix(std::mem::take(&mut mark)).unwrap_or(&bytes);
            (!bytes.is_empty()).then(|| String::from_utf8_lossy(text).into_owned())
        },
        sender,
    );
}

/// Sends every line up to `quit`, and the end. Then makes sure that the program ends.
fn send_lines(next_line: impl FnMut() -> Option<String>, sender: &Sender<Event>) {
    let mut has_gui = false;
    let mut has_quit = false;
    for line in std::iter::from_fn(next_line) {
        output::keep_status();
        has_quit = line.trim() == "quit";
        has_gui |= line.trim() == "uci";
        if sender.send(Event::line(line)).is_err() {
            return;
        }
        if has_quit {
            break;
        }
    }
    // It fails if the main thread has ended already.
    let _ = sender.send(Event::EndOfInput);
    // If the output is no longer read, a write never returns, and the program would outlive its GUI.
    if has_gui {
        output::wait_until_stuck_for(if has_quit { scheduler::QUIT_TIMEOUT } else { UNREAD_TIMEOUT });
        process::exit(0);
    }
    // The output of a script may be read slowly.
    output::wait_until_stuck_for(scheduler::GRACE);
    let seconds = scheduler::GRACE.as_secs();
    output::fail(format_args!("the output was not read for {seconds} s: the rest is lost"))
}

/// The time that a GUI may leave a line unread, after it has closed the input without `quit`.
const UNREAD_TIMEOUT: Duration = Duration::from_secs(1);
