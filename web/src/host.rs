//! Commands and jobs without threads.
//!
//! A line is handled at once. If it begins a job, the job waits in a slot until the worker calls [`run_jobs`]. While
//! the job is suspended, further lines are handled in the same way, and signals reach it.

use std::cell::{Cell, RefCell};
use std::sync::Arc;

use search::{AllocError, Control, Engine};
use uci::Job;
use uci::scheduler::{EngineRunner, Event, RunnerEnded, Scheduler};

type Task = (Engine, Job, Arc<Control>);

thread_local! {
    static SCHEDULER: RefCell<Option<Scheduler<JobSlot>>> = const { RefCell::new(None) };
    static TASK: Cell<Option<Task>> = const { Cell::new(None) };
}

/// Keeps a job until it is run.
struct JobSlot;

impl EngineRunner for JobSlot {
    fn start(&mut self, engine: Engine, job: Job, control: Arc<Control>) -> Result<(), RunnerEnded> {
        TASK.set(Some((engine, job, control)));
        Ok(())
    }
}

/// Makes the engine of this thread.
///
/// # Errors
/// If there is no memory for its table.
pub fn start() -> Result<(), AllocError> {
    let scheduler = Scheduler::new(JobSlot)?;
    SCHEDULER.set(Some(scheduler));
    Ok(())
}

/// Handles a line of the protocol. The line `quit` belongs to the worker.
///
/// # Panics
/// If there is no engine.
pub fn line(line: &str) {
    handle(Event::line(line.to_owned()));
}

/// Runs jobs until none waits.
///
/// # Panics
/// If there is no engine.
pub fn run_jobs() {
    while let Some((mut engine, job, control)) = TASK.take() {
        job.run(&mut engine, &control);
        handle(Event::Done(engine));
    }
}

fn handle(event: Event) {
    SCHEDULER.with_borrow_mut(|scheduler| {
        let scheduler = scheduler.as_mut().expect("`start` was called before");
        // Its end is that of the worker.
        let _ = scheduler.handle(event);
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn lines_are_answered_and_jobs_run_in_their_order() {
        static OUTPUT: Mutex<String> = Mutex::new(String::new());
        uci::output::send_to(|text| OUTPUT.lock().unwrap().push_str(text));
        start().unwrap();
        for text in ["uci", "position startpos moves e2e4", "go nodes 100", "isready", "go perft 1"] {
            line(text);
        }
        assert!(!OUTPUT.lock().unwrap().contains("bestmove"));
        run_jobs();
        let output = OUTPUT.lock().unwrap().clone();
        let places = ["uciok", "readyok", "bestmove", "Nodes searched: 20"].map(|text| output.find(text));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{output}");
    }
}
