//! The order in which commands are carried out, and the end of the program.
//!
//! ```text
//!        go, bench, ucinewgame ...
//!     Idle ───────────────────────▶ Busy      signals: at once
//!      ▲                             │        commands that need the engine: wait in a queue
//!      └──────── Event::Done ────────┘        all others: at once, if nothing waits
//! ```
//!
//! Everything that happens is an [`Event`]. The host handles one after the other and never waits for the engine: an
//! [`EngineRunner`] runs the jobs, on a thread of its own or between two events. Commands that need the engine while it is busy wait in a queue, so they stay in order and none is lost.
//! `isready` waits only while the engine gets a new table, threads, tablebases or game.
//!
//! # The end
//!
//! After `uci` there is a GUI: `quit` ends the program whatever runs, and so does the end of the input, because then the
//! GUI is gone. Without `uci` the input is a script, as in `echo bench | coppice`: its searches are stopped, but its counts
//! and benches may finish, because their results are wanted.

use std::collections::VecDeque;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::command::{Request, Signal, Timing};
use crate::job::{Job, JobKind};
use crate::output::{fail, say, say_error};
use crate::session::{Session, Style};
use search::{AllocError, Control, Engine};

/// Something that happened.
pub enum Event {
    /// A line was read.
    Line(String),
    /// Standard input has ended.
    EndOfInput,
    /// The arguments have ended.
    EndOfArguments,
    /// A job is done, and the engine is free.
    Done(Engine),
}

/// The engine, or the job that it is working at.
enum EngineState {
    Idle(Engine),
    Busy { kind: JobKind, control: Arc<Control> },
}

impl EngineState {
    /// Ends a search whose move is no longer needed.
    fn stop_search(&self) {
        if let EngineState::Busy { kind: JobKind::Search { .. }, control } = self {
            control.stop();
        }
    }
}

/// Runs the jobs of a scheduler.
pub trait EngineRunner {
    /// Begins a job. After the job, the host hands the engine to [`Scheduler::handle`] as [`Event::Done`].
    ///
    /// # Errors
    /// If no job can be run any more.
    fn start(&mut self, engine: Engine, job: Job, control: Arc<Control>) -> Result<(), RunnerEnded>;
}

/// The runner has ended, so no job can be run.
#[derive(Debug)]
pub struct RunnerEnded;

impl fmt::Display for RunnerEnded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the thread of the engine has ended")
    }
}

impl std::error::Error for RunnerEnded {}

/// A session, its engine, and the commands that wait.
pub struct Scheduler<R> {
    session: Session,
    runner: R,
    state: EngineState,
    /// Commands that wait for the engine, and those behind them. Each has its signals already, so that `stop` ends all
    /// that were given before it, begun or not.
    waiting: VecDeque<(Request, Arc<Control>)>,
    /// True if each command is done before the next one begins, as for the arguments of the program.
    one_by_one: bool,
    /// The latest time for the end of the program, once it is to end.
    closing: Option<Instant>,
}

/// The time that counts and benches have to finish after the end of the input, as in `echo bench | coppice`.
pub const GRACE: Duration = Duration::from_secs(10);

/// The time that a search has to end after `quit`. Many threads may need more.
pub const HASTE: Duration = Duration::from_millis(50);

impl<R: EngineRunner> Scheduler<R> {
    /// Makes a session and its engine.
    ///
    /// # Errors
    /// If there is no memory for the smallest useful transposition table.
    pub fn new(runner: R) -> Result<Scheduler<R>, AllocError> {
        let session = Session::new();
        let engine = session.new_engine()?;
        Ok(Scheduler {
            session,
            runner,
            state: EngineState::Idle(engine),
            waiting: VecDeque::new(),
            one_by_one: false,
            closing: None,
        })
    }

    /// From now on each command is done before the next one begins. Signals are not, so a search that waits for a signal
    /// is ended by the next command.
    pub fn run_one_by_one(&mut self) {
        self.one_by_one = true;
    }

    /// The time after which no event is waited for.
    pub fn deadline(&self) -> Option<Instant> {
        self.closing
    }

    /// Returns true if a job runs that will end by itself.
    pub fn is_making_progress(&self) -> bool {
        matches!(&self.state, EngineState::Busy { kind, control } if kind.ends_by_itself(control))
    }

    /// Returns true if the program ends before all counts are done.
    pub fn is_cut_short(&self) -> bool {
        let counts = matches!(self.state, EngineState::Busy { kind: JobKind::Count, .. });
        self.session.style() == Style::Console
            && self.closing.is_some()
            && (counts || !self.waiting.is_empty())
    }

    /// Handles an event. `Break` is the end of the program.
    pub fn handle(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::Line(line) => self.line(&line),
            Event::EndOfInput => self.leave(),
            Event::EndOfArguments => self.close(),
            Event::Done(engine) => {
                self.session.job_done(&engine);
                self.state = EngineState::Idle(engine);
                self.run_waiting();
            }
        }
        let is_over = self.closing.is_some() && matches!(self.state, EngineState::Idle(_));
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn line(&mut self, line: &str) {
        // Commands after `quit` are not carried out.
        if self.closing.is_some() {
            return;
        }
        match Request::parse(line) {
            Ok(Some(request)) => {
                self.session.log(&request);
                self.request(request);
            }
            Ok(None) => {}
            Err(error) => say_error(error),
        }
    }

    /// Carries out a command, or makes it wait.
    fn request(&mut self, request: Request) {
        let control = Arc::default();
        match request.timing {
            Timing::Signal(Signal::IsReady) => self.answer_when_ready(request),
            Timing::Signal(Signal::Stop | Signal::PonderHit) if self.has_nothing_to_end() => {
                say("info string nothing is running; 'quit' ends the program");
            }
            Timing::Signal(Signal::Stop) => self.stop(),
            Timing::Signal(Signal::PonderHit) => self.signal(Control::ponder_hit),
            Timing::Signal(Signal::Quit) => self.leave(),
            Timing::Now => self.run(request, control),
            Timing::InOrder | Timing::Setup | Timing::Work => {
                if self.one_by_one {
                    self.state.stop_search();
                }
                if self.has_to_wait(request.timing) {
                    self.announce_wait(request.name);
                    self.waiting.push_back((request, control));
                } else {
                    self.run(request, control);
                }
            }
        }
    }

    fn has_to_wait(&self, timing: Timing) -> bool {
        let is_busy = matches!(self.state, EngineState::Busy { .. });
        is_busy && (self.one_by_one || timing.needs_engine() || !self.waiting.is_empty())
    }

    /// Returns true if a person sends a signal and no search or count is there to end.
    fn has_nothing_to_end(&self) -> bool {
        let is_idle = matches!(self.state, EngineState::Idle(_)) && self.waiting.is_empty();
        is_idle && self.session.style() == Style::Console && !self.one_by_one
    }

    /// Reports a command that waits, before `uci`.
    fn announce_wait(&self, name: &str) {
        let work = match &self.state {
            EngineState::Busy { control, .. } if control.is_stopped() => return,
            EngineState::Busy { kind: JobKind::Search { .. }, .. } => "search",
            EngineState::Busy { kind: JobKind::Count, .. } => "count",
            EngineState::Busy { kind: JobKind::Setup, .. } | EngineState::Idle(_) => return,
        };
        if self.session.style() == Style::Console && !self.one_by_one {
            say(format_args!("info string '{name}' waits until the {work} has ended; 'stop' ends it"));
        }
    }

    fn run_waiting(&mut self) {
        while let EngineState::Idle(_) = self.state {
            let Some((request, control)) = self.waiting.pop_front() else { return };
            self.run(request, control);
        }
    }

    fn run(&mut self, request: Request, control: Arc<Control>) {
        if request.timing == Timing::Signal(Signal::IsReady) {
            say("readyok");
        } else if let Some(job) = self.session.run(request) {
            self.start_job(job, control);
        }
    }

    fn start_job(&mut self, job: Job, control: Arc<Control>) {
        let busy = EngineState::Busy { kind: job.kind(), control: Arc::clone(&control) };
        if self.closing.is_some() {
            busy.stop_search();
        }
        let started = match std::mem::replace(&mut self.state, busy) {
            EngineState::Idle(engine) => self.runner.start(engine, job, control),
            // Jobs start only where the engine is free.
            EngineState::Busy { .. } => return,
        };
        if let Err(error) = started {
            fail(error);
        }
    }

    /// Ends the running search and all waiting ones, as the protocol demands. Before `uci`, ends the running one only.
    fn stop(&self) {
        match &self.state {
            EngineState::Busy { control, .. } if self.session.style() == Style::Console => control.stop(),
            _ => self.signal(Control::stop),
        }
    }

    fn signal(&self, signal: impl Fn(&Control)) {
        if let EngineState::Busy { control, .. } = &self.state {
            signal(control);
        }
        self.waiting.iter().for_each(|(_, control)| signal(control));
    }

    /// Answers `isready`: at once, or if the engine is soon ready for the next search, when it is. So commands between a
    /// `bestmove` and this are carried out before it is answered.
    fn answer_when_ready(&mut self, request: Request) {
        let is_soon_ready = match &self.state {
            EngineState::Busy { kind: JobKind::Setup, .. } => true,
            EngineState::Busy { control, .. } => control.is_finished(),
            EngineState::Idle(_) => false,
        };
        if !is_soon_ready {
            return say("readyok");
        }
        let next_work = self.waiting.iter().position(|(request, _)| request.timing == Timing::Work);
        self.waiting.insert(next_work.unwrap_or(self.waiting.len()), (request, Arc::default()));
    }

    /// Ends the program at once after `uci`; otherwise lets counts finish.
    fn leave(&mut self) {
        match self.session.style() {
            Style::Uci => self.quit(),
            Style::Console => self.close(),
        }
    }

    /// Ends the program now.
    fn quit(&mut self) {
        let soon = Instant::now() + HASTE;
        self.closing = Some(self.closing.map_or(soon, |closing| closing.min(soon)));
        self.waiting.clear();
        self.signal(Control::stop);
    }

    /// Ends searches at once, and the program when counts and benches are done.
    fn close(&mut self) {
        self.closing.get_or_insert_with(|| Instant::now() + GRACE);
        self.state.stop_search();
    }
}
