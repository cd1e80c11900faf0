//! Coppice, a UCI chess engine: the program around the library `uci`.
//!
//! Three threads exchange events. One reads standard input, one runs the engine, and the main thread keeps the session and
//! answers at once, whatever the others do.
//!
//! | module | idea |
//! |---|---|
//! | `input` | lines of standard input, or the arguments of the program |
//! | `editor` | input at a terminal: editing keys and a history |
//! | `engine_thread` | the thread on which jobs run |

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

#[cfg(feature = "line-editor")]
mod editor;
mod engine_thread;
mod input;

use std::env;
use std::process::ExitCode;
use std::sync::mpsc;

use engine_thread::EngineThread;
use uci::output;
use uci::scheduler::{Event, Scheduler};

fn main() -> ExitCode {
    let (sender, events) = mpsc::channel();
    let on_done = {
        let events = sender.clone();
        move |engine| {
            // It fails if the main thread has ended already.
            let _ = events.send(Event::Done(engine));
        }
    };
    let thread = match EngineThread::begin(on_done) {
        Ok(thread) => thread,
        Err(error) => {
            output::say_error(format_args!("no thread to search on: {error}"));
            return ExitCode::FAILURE;
        }
    };
    let scheduler = match Scheduler::new(thread) {
        Ok(scheduler) => scheduler,
        Err(error) => {
            output::say_error(error);
            return ExitCode::FAILURE;
        }
    };
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    if arguments.is_empty() {
        input::run_input(scheduler, &events, sender)
    } else {
        input::run_arguments(scheduler, &events, arguments)
    }
}
