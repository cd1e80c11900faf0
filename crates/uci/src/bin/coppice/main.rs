//! Coppice, a UCI chess engine: the program around the library `uci`.
//!
//! Three threads exchange events. One reads standard input, one runs the engine, and the main thread keeps the session and
//! answers at once, whatever the others do.
//!
//! | module | idea |
//! |---|---|
//! | `input` | lines of standard input, or the arguments of the program |
//! | `editor` | input at a terminal: editing keys and a history |

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used))]

#[cfg(feature = "line-editor")]
mod editor;
mod input;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::{env, io, thread};

use search::engine::STACK_SIZE;
use search::{Control, Engine};
use uci::scheduler::{EngineRunner, Event, Scheduler};
use uci::{Job, output};

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

/// The thread on which jobs run.
///
/// The engine goes to the thread with each job and comes back when the job is done. So the scheduler never waits for the
/// engine, and cannot touch it while a search runs.
pub(crate) struct EngineThread {
    jobs: Sender<(Engine, Job, Arc<Control>)>,
}

impl EngineThread {
    /// Starts the thread, which calls `on_done` with the engine after each job.
    pub(crate) fn begin(on_done: impl Fn(Engine) + Send + 'static) -> io::Result<EngineThread> {
        let (jobs, receiver) = mpsc::channel::<(Engine, Job, Arc<Control>)>();
        let run = move || {
            for (mut engine, job, control) in receiver {
                job.run(&mut engine, &control);
                on_done(engine);
            }
        };
        thread::Builder::new().name("search".to_owned()).stack_size(STACK_SIZE).spawn(run)?;
        Ok(EngineThread { jobs })
    }
}

impl EngineRunner for EngineThread {
    /// Runs a job after those before it.
    fn start(&mut self, engine: Engine, job: Job, control: Arc<Control>) {
        if self.jobs.send((engine, job, control)).is_err() {
            output::fail("the thread of the engine has ended");
        }
    }
}
