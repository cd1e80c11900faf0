//! The thread on which jobs run.
//!
//! The engine goes to the thread with each job and comes back when the job is done. So the scheduler never waits for the
//! engine, and cannot touch it while a search runs.

use std::io;
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use search::engine::STACK_SIZE;
use search::{Control, Engine};
use uci::Job;
use uci::scheduler::{EngineRunner, RunnerEnded};

/// A way to send jobs to the thread.
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
    fn start(&mut self, engine: Engine, job: Job, control: Arc<Control>) -> Result<(), RunnerEnded> {
        self.jobs.send((engine, job, control)).map_err(|_| RunnerEnded)
    }
}
