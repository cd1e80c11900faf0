//! Commands and jobs without threads.
//!
//! A line is handled at once. If it begins a job, the job waits in a slot until the worker calls [`run_jobs`]. While
//! the job is suspended, further lines are handled in the same way, and signals reach it.
//!
//! Where a job cannot be suspended, two modules share the work. The outer one handles all lines, and so has the session,
//! the queue and the signals, but it runs no searches: [`job`] says what its job waits for, [`job_lines`] has the lines
//! with which an inner module does the same job, and [`end_job`] ends it here once it is done there.

use std::cell::RefCell;
use std::sync::Arc;

use search::{AllocError, Control, Engine};
use uci::scheduler::{EngineRunner, Event, Scheduler};
use uci::{Job, JobKind};

type Task = (Engine, Job, Arc<Control>);

thread_local! {
    static SCHEDULER: RefCell<Option<Scheduler<JobSlot>>> = const { RefCell::new(None) };
    static TASK: RefCell<Option<Task>> = const { RefCell::new(None) };
}

/// Keeps a job until it is run.
struct JobSlot;

impl EngineRunner for JobSlot {
    fn start(&mut self, engine: Engine, job: Job, control: Arc<Control>) {
        TASK.replace(Some((engine, job, control)));
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

/// Runs jobs until none waits. `allow_pauses` is told when a job runs: what is done between jobs must not be suspended,
/// because the lines that came meanwhile would find the session in use.
///
/// # Panics
/// If there is no engine.
pub fn run_jobs(allow_pauses: impl Fn(bool)) {
    while let Some((mut engine, job, control)) = TASK.take() {
        allow_pauses(true);
        job.run(&mut engine, &control);
        allow_pauses(false);
        handle(Event::Done(engine));
    }
}

/// The state of the job that waits to be run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum JobState {
    /// There is no job.
    None = 0,
    /// It changes the engine and takes no time.
    Setup = 1,
    /// It ends by itself.
    Ends = 2,
    /// It waits for a stop or a ponder hit.
    Waits = 3,
    /// It was stopped.
    Stopped = 4,
}

/// The state of the job that waits.
pub fn job() -> JobState {
    TASK.with_borrow(|task| match task {
        None => JobState::None,
        Some((_, _, control)) if control.is_stopped() => JobState::Stopped,
        Some((_, job, _)) if job.kind() == JobKind::Setup => JobState::Setup,
        Some((_, job, control)) if job.kind().ends_by_itself(control) => JobState::Ends,
        Some(_) => JobState::Waits,
    })
}

/// Lines that bring a new session to the state of this one, and last the line of the job.
///
/// # Panics
/// If there is no engine.
pub fn job_lines() -> Vec<String> {
    let job = TASK.with_borrow(|task| task.as_ref().map(|(_, job, _)| job.line().to_owned()));
    let session = SCHEDULER
        .with_borrow(|scheduler| scheduler.as_ref().expect("`start` was called before").session().lines());
    session.into_iter().chain(job).collect()
}

/// Ends the job that waits, after running it if `runs`. Another one may wait then.
///
/// # Panics
/// If there is no engine.
pub fn end_job(runs: bool) {
    let Some((mut engine, job, control)) = TASK.take() else { return };
    if runs {
        job.run(&mut engine, &control);
    }
    handle(Event::Done(engine));
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

    /// The output belongs to the whole process, so one test at a time writes to it.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

    #[test]
    fn lines_are_answered_and_jobs_run_in_their_order() {
        static OUTPUT: Mutex<String> = Mutex::new(String::new());
        let _guard = ONE_AT_A_TIME.lock().unwrap();
        uci::output::send_to(|text| OUTPUT.lock().unwrap().push_str(text));
        start().unwrap();
        for text in ["uci", "position startpos moves e2e4", "go nodes 100", "isready", "go perft 1"] {
            line(text);
        }
        assert!(!OUTPUT.lock().unwrap().contains("bestmove"));
        run_jobs(|_| ());
        let output = OUTPUT.lock().unwrap().clone();
        let places = ["uciok", "readyok", "bestmove", "Nodes searched: 20"].map(|text| output.find(text));
        assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{output}");
    }

    #[test]
    fn a_job_can_be_done_elsewhere() {
        let _guard = ONE_AT_A_TIME.lock().unwrap();
        start().unwrap();
        for text in ["position startpos moves e2e4", "setoption name MultiPV value 2", "go infinite"] {
            line(text);
        }
        assert_eq!(job(), JobState::Waits);
        let lines = job_lines();
        assert_eq!(lines.last().unwrap(), "go infinite");
        assert!(lines.contains(&"setoption name MultiPV value 2".to_owned()));
        // Later commands wait until the job has ended.
        line("go depth 1");
        line("position startpos");
        line("stop");
        assert_eq!(job(), JobState::Stopped);
        assert!(job_lines().iter().any(|line| line.ends_with(" moves e2e4")));
        end_job(false);
        assert_eq!(job(), JobState::Ends);
        end_job(true);
        assert_eq!(job(), JobState::None);
        line("go ponder depth 1");
        assert_eq!(job(), JobState::Waits);
        line("ponderhit");
        assert_eq!(job(), JobState::Ends);
    }
}
