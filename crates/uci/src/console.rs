//! Where lines come from: standard input, or the arguments of the program.

use std::fmt;
use std::io::{self, BufRead, IsTerminal};
use std::ops::ControlFlow;
use std::process::{self, ExitCode};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

use crate::command::Command;
use crate::output::{self, say, say_error};
use crate::session::{self, Event, Session};
use crate::version::Version;

/// Runs a session on standard input until that ends or says `quit`.
pub(crate) fn run_input(mut session: Session, events: &Receiver<Event>, sender: Sender<Event>) -> ExitCode {
    if io::stdout().is_terminal() {
        say(format_args!("{Version}\n'help' lists the commands."));
    }
    let reader = thread::Builder::new().name("input".to_owned()).spawn(move || read_lines(&sender));
    if let Err(error) = reader {
        say_error(format_args!("no thread to read input on: {error}"));
        return ExitCode::FAILURE;
    }
    while step(&mut session, events).is_continue() {}
    // The system takes tables and threads back faster than they could be put away one by one.
    process::exit(i32::from(session.is_cut_short()))
}

/// Runs the arguments as lines, each after the one before is done, and ends. An error ends it at once: what follows
/// was meant for what was not done, such as a position that is not set up.
///
/// A search that would end on nothing but a signal is not waited for: it ends with the next command that has a turn of its
/// own, or with the arguments.
pub(crate) fn run_arguments(
    mut session: Session,
    events: &Receiver<Event>,
    arguments: Vec<String>,
) -> ExitCode {
    session.run_one_by_one();
    let lines = lines_of(arguments).into_iter().map(Event::Line);
    for event in lines.take_while(|_| !output::had_error()).chain([Event::EndOfArguments]) {
        let mut flow = session.handle(event);
        while flow.is_continue() && session.is_making_progress() {
            flow = step(&mut session, events);
        }
        if flow.is_break() {
            break;
        }
    }
    if output::had_error() || session.is_cut_short() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

/// Arguments as lines. One that begins with no command goes on with the line before, so `bench 8` needs no quotes; nor
/// does a FEN of Chess960, whose castling field may read like the command `d`.
fn lines_of(arguments: Vec<String>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for argument in arguments {
        match lines.last_mut() {
            Some(line) if !Command::begins(&argument) || is_within_fen(line) => {
                line.push(' ');
                line.push_str(&argument);
            }
            _ => lines.push(argument),
        }
    }
    lines
}

/// Whether a line is a FEN so far, and its castling field is still to come.
fn is_within_fen(line: &str) -> bool {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    matches!(words[..], ["position", "fen", _, _])
}

/// Waits for an event, but not beyond the session's deadline, and handles it.
fn step(session: &mut Session, events: &Receiver<Event>) -> ControlFlow<()> {
    let event = match session.deadline() {
        None => events.recv().map_err(|_| RecvTimeoutError::Disconnected),
        Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())),
    };
    match event {
        Ok(event) => session.handle(event),
        Err(_) => {
            if session.is_cut_short() {
                say_error(CutShort);
            }
            ControlFlow::Break(())
        }
    }
}

/// Counts were given up, as the input ended and they took too long.
struct CutShort;

impl fmt::Display for CutShort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = session::GRACE.as_secs();
        write!(
            f,
            "counts and benches not done {seconds} s after the end of the input, \
             expected long ones as arguments: coppice bench 20"
        )
    }
}

/// The byte-order mark that some shells put before everything that they send.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Sends every line up to `quit`, whatever bytes it has, and the end. Then sees to it that the end comes.
fn read_lines(sender: &Sender<Event>) {
    let mut input = io::stdin().lock();
    let mut bytes = Vec::new();
    let mut has_gui = false;
    let mut has_quit = false;
    let mut is_first = true;
    while matches!(input.read_until(b'\n', &mut bytes), Ok(1..)) {
        let mark = if std::mem::take(&mut is_first) { BYTE_ORDER_MARK } else { b"" };
        let line = String::from_utf8_lossy(bytes.strip_prefix(mark).unwrap_or(&bytes)).into_owned();
        has_quit = line.trim() == "quit";
        has_gui |= line.trim() == "uci";
        if sender.send(Event::Line(line)).is_err() {
            return;
        }
        if has_quit {
            break;
        }
        bytes.clear();
    }
    // Without a session nobody waits for this.
    let _ = sender.send(Event::EndOfInput);
    match (has_gui, has_quit) {
        (true, true) => exit_if_nobody_reads(session::HASTE),
        (true, false) => exit_if_nobody_reads(PATIENCE),
        (false, _) => fail_if_nobody_reads(session::GRACE),
    }
}

/// A session that hangs on output that nobody reads would outlive its GUI.
fn exit_if_nobody_reads(patience: Duration) -> ! {
    output::wait_until_stuck_for(patience);
    process::exit(0);
}

/// What a script asked for is wanted by somebody, though he may be slow to read it.
fn fail_if_nobody_reads(patience: Duration) -> ! {
    output::wait_until_stuck_for(patience);
    output::fail(format_args!("nobody reads the output for {} s: the rest is lost", patience.as_secs()))
}

/// How long a GUI that ends without `quit` may leave a line unread before it is taken for gone.
const PATIENCE: Duration = Duration::from_secs(1);
