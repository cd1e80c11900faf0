//! The thread on which everything runs that takes time.
//!
//! The engine belongs to whoever works with it: the session hands it over with each piece of work and gets it
//! back in an event when that is done. So the session never waits for the engine, and cannot touch it while a
//! search runs.

use std::io;
use std::process;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use search::engine::STACK_SIZE;
use search::{Control, Engine};

use crate::session::Event;

/// Something to be done with an engine, which obeys the signals.
pub(crate) type Work = Box<dyn FnOnce(&mut Engine, &Control) + Send>;

/// The way to the thread.
pub(crate) struct Worker {
    orders: Sender<Order>,
}

struct Order {
    engine: Engine,
    work: Work,
    control: Arc<Control>,
}

impl Worker {
    /// Starts the thread. It ends with the worker.
    pub(crate) fn start(events: Sender<Event>) -> io::Result<Worker> {
        let (sender, receiver) = mpsc::channel::<Order>();
        let run = move || {
            for Order { mut engine, work, control } in receiver {
                let guard = EndOfProcess;
                work(&mut engine, &control);
                std::mem::forget(guard);
                if events.send(Event::Done(engine)).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new().name("search".to_owned()).stack_size(STACK_SIZE).spawn(run)?;
        Ok(Worker { orders: sender })
    }

    /// Does the work, then sends [`Event::Done`] with the engine.
    pub(crate) fn run(&self, engine: Engine, work: Work, control: Arc<Control>) {
        if self.orders.send(Order { engine, work, control }).is_err() {
            // The thread cannot have ended before the worker.
            process::abort();
        }
    }
}

/// Takes the process down if the thread panics: a session without an engine would only pretend to play.
struct EndOfProcess;

impl Drop for EndOfProcess {
    fn drop(&mut self) {
        process::abort();
    }
}
