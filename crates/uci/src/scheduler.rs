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
//! [`EngineRunner`] runs the jobs, on a thread of its own or between two events. Commands that need the engine while it is
//! busy wait in a queue, so they stay in order and none is lost.
//!
//! # Ready
//!
//! A new table size, other threads, tablebases and a new game are changed at once, but it takes time until memory and files
//! are ready. That is a job of its own, which begins when the engine has nothing else to do or `isready` is asked, and is
//! interrupted by the next command that needs the engine; the rest follows when that is done. `isready` is answered when all
//! is ready. A search with a clock never waits, because its time counts from the moment at which its `go` was read.
//!
//! # The end
//!
//! After `uci` there is a GUI: `quit` ends the program whatever runs, and so does the end of the input, because then the
//! GUI is gone. Without `uci` the input is a script, as in `echo bench | coppice`: its searches are stopped, but its counts
//! and benches may finish, because their results are wanted.

use crate::command::{Request, Signal, Timing};
use crate::output::{say, say_error};
use crate::session::{Session, Style};
use search::{AllocError, Clock, Control, Engine, SystemClock};
use std::collections::VecDeque;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

type Work = Box<dyn FnOnce(&mut Engine, &Control) + Send>;

/// Work that needs an engine or takes long.
pub struct Job {
    kind: JobKind,
    /// The line that asked for it.
    line: String,
    work: Work,
}

/// The kinds of jobs, which differ in how they end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JobKind {
    /// A search of the session's game.
    Search {
        /// True if only a stop ends it.
        infinite: bool,
        /// True if only a stop ends it until a ponder hit.
        ponder: bool,
    },
    /// A count, a bench or a list of openings.
    Count,
    /// A change of the engine (another table, other threads or tablebases, another game), or the preparation after it.
    Setup,
}

impl JobKind {
    /// Returns true if the job ends without a further signal.
    pub fn ends_by_itself(self, control: &Control) -> bool {
        let waits = match self {
            JobKind::Search { infinite, ponder } => infinite || ponder && !control.is_ponder_hit(),
            JobKind::Count | JobKind::Setup => false,
        };
        !waits || control.is_stopped()
    }
}

impl Job {
    pub(crate) fn new(kind: JobKind, work: impl FnOnce(&mut Engine, &Control) + Send + 'static) -> Job {
        Job { kind, line: String::new(), work: Box::new(work) }
    }

    /// The line that asked for the job. In a session of the same state it asks for the same job.
    pub fn line(&self) -> &str {
        &self.line
    }

    pub fn kind(&self) -> JobKind {
        self.kind
    }

    /// Does the work and prints its result. It ends early if `control` is stopped.
    pub fn run(self, engine: &mut Engine, control: &Control) {
        (self.work)(engine, control);
    }
}

pub enum Event {
    /// A line was read, at this time by the [`SystemClock`].
    Line(String, Duration),
    EndOfInput,
    EndOfArguments,
    /// A job is done, and the engine is free.
    Done(Engine),
}

impl Event {
    /// A line that is read now.
    pub fn line(text: String) -> Event {
        Event::Line(text, SystemClock.now())
    }
}

/// The engine, or the job that it is working at.
enum EngineState {
    Idle(Engine),
    Busy { kind: JobKind, control: Arc<Control> },
}

impl EngineState {
    /// Ends everything but counts: a search whose move is no longer needed, or a preparation.
    fn stop_all_but_counts(&self) {
        if let EngineState::Busy { kind: JobKind::Search { .. } | JobKind::Setup, control } = self {
            control.stop();
        }
    }
}

/// Runs the jobs of a scheduler.
pub trait EngineRunner {
    /// Begins a job. After the job, the host hands the engine to [`Scheduler::handle`] as [`Event::Done`].
    fn start(&mut self, engine: Engine, job: Job, control: Arc<Control>);
}

/// A session, its engine, and the commands that wait.
pub struct Scheduler<R> {
    session: Session,
    runner: R,
    state: EngineState,
    /// Commands that wait for the engine, and those behind them.
    waiting: VecDeque<Waiting>,
    /// The end of the last search or count. Searches behind it count their time from here, if they were asked for before.
    work_ended: Duration,
    /// True if each command is done before the next one begins, as for the arguments of the program.
    one_by_one: bool,
    /// The latest time for the end of the program, once it is to end.
    closing: Option<Instant>,
}

/// A command that waits. It has its signals already, so that `stop` ends all that were given before it, begun or not.
struct Waiting {
    request: Request,
    control: Arc<Control>,
    read_at: Duration,
}

/// The time that counts and benches have to finish after the end of the input, as in `echo bench | coppice`.
pub const GRACE: Duration = Duration::from_secs(10);

/// The time that a search has to end after `quit`. Many threads may need more.
pub const QUIT_TIMEOUT: Duration = Duration::from_millis(50);

impl<R: EngineRunner> Scheduler<R> {
    /// Makes a session and its engine.
    ///
    /// # Errors
    /// If there is no memory for the smallest useful transposition table.
    pub fn new(runner: R) -> Result<Scheduler<R>, AllocError> {
        let session = Session::default();
        let engine = session.new_engine()?;
        Ok(Scheduler {
            session,
            runner,
            state: EngineState::Idle(engine),
            waiting: VecDeque::new(),
            work_ended: Duration::ZERO,
            one_by_one: false,
            closing: None,
        })
    }

    /// From now on each command is done before the next one begins. Signals are not, so a search that waits for a signal
    /// is ended by the next command.
    pub fn run_one_by_one(&mut self) {
        self.one_by_one = true;
    }

    /// The state of the conversation.
    pub fn session(&self) -> &Session {
        &self.session
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
            // Commands after `quit` are not carried out.
            Event::Line(..) if self.closing.is_some() => {}
            Event::Line(line, read_at) => match Request::parse(&line) {
                Ok(Some(request)) => {
                    self.session.log(&request);
                    self.request(request, read_at);
                }
                Ok(None) => {}
                Err(error) => say_error(error),
            },
            Event::EndOfInput => self.end(),
            Event::EndOfArguments => self.end_after_counts(),
            Event::Done(engine) => {
                self.session.job_done(&engine);
                if !matches!(self.state, EngineState::Busy { kind: JobKind::Setup, .. }) {
                    self.work_ended = SystemClock.now();
                }
                self.state = EngineState::Idle(engine);
                self.run_waiting();
            }
        }
        let is_over = self.closing.is_some() && matches!(self.state, EngineState::Idle(_));
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Carries out a command, or makes it wait.
    fn request(&mut self, request: Request, read_at: Duration) {
        let (name, timing) = (request.name, request.timing);
        let command = Waiting { request, control: Arc::default(), read_at };
        match timing {
            Timing::Signal(Signal::IsReady) => self.answer_when_ready(command),
            Timing::Signal(Signal::Stop | Signal::PonderHit) if self.has_nothing_to_end() => {
                say("info string nothing is running; 'quit' ends the program");
            }
            Timing::Signal(Signal::Stop) => self.stop(),
            Timing::Signal(Signal::PonderHit) => self.signal(Control::ponder_hit),
            Timing::Signal(Signal::Quit) => self.end(),
            Timing::Now => self.run(command),
            Timing::InOrder | Timing::Setup | Timing::Work => {
                if self.one_by_one {
                    self.state.stop_all_but_counts();
                }
                let is_busy = matches!(self.state, EngineState::Busy { .. });
                if is_busy && (self.one_by_one || timing.needs_engine() || !self.waiting.is_empty()) {
                    self.announce_wait(name);
                    self.waiting.push_back(command);
                    // A preparation is interrupted. It goes on later.
                    if let EngineState::Busy { kind: JobKind::Setup, control } = &self.state
                        && self.is_hurried()
                    {
                        control.stop();
                    }
                } else {
                    self.run(command);
                }
            }
        }
    }

    /// Returns true if a command that waits must not wait until all is ready. Of those behind an `isready`, which is to be
    /// answered when all is ready, only a search with a clock must not.
    fn is_hurried(&self) -> bool {
        let mut requests = self.waiting.iter().map(|waiting| &waiting.request);
        let is_asked = requests.clone().any(Request::is_isready);
        requests
            .any(|request| if is_asked { request.is_timed_search() } else { request.timing.needs_engine() })
    }

    /// Returns true if a person sends a signal and no search or count is there to end.
    fn has_nothing_to_end(&self) -> bool {
        let works = matches!(&self.state, EngineState::Busy { kind, .. } if *kind != JobKind::Setup);
        let will_work = self.waiting.iter().any(|waiting| waiting.request.timing.needs_engine());
        !works && !will_work && self.session.style() == Style::Console && !self.one_by_one
    }

    /// Reports a command that waits, before `uci`.
    fn announce_wait(&self, name: &str) {
        let work = match &self.state {
            EngineState::Busy { control, .. } if control.is_stopped() || control.is_finished() => return,
            EngineState::Busy { kind: JobKind::Search { .. }, .. } => "search",
            EngineState::Busy { kind: JobKind::Count, .. } => "count",
            EngineState::Busy { kind: JobKind::Setup, .. } | EngineState::Idle(_) => return,
        };
        if self.session.style() == Style::Console && !self.one_by_one {
            say(format_args!("info string '{name}' waits until the {work} has ended; 'stop' ends it"));
        }
    }

    /// Carries out the commands that wait, and gets the engine ready before `isready` is answered or when nothing waits.
    fn run_waiting(&mut self) {
        while let EngineState::Idle(engine) = &self.state {
            let is_asked = self.waiting.front().is_none_or(|next| next.request.is_isready());
            if is_asked
                && !self.is_hurried()
                && self.closing.is_none()
                && let Some(job) = self.session.preparation(engine)
            {
                return self.start_job(job, Arc::default());
            }
            let Some(command) = self.waiting.pop_front() else { return };
            self.run(command);
        }
    }

    fn run(&mut self, Waiting { request, control, read_at }: Waiting) {
        if request.is_isready() {
            say("readyok");
            return;
        }
        let line = request.line.clone();
        if let Some(job) = self.session.run(request, Some(read_at.max(self.work_ended))) {
            self.start_job(Job { line, ..job }, control);
        }
    }

    fn start_job(&mut self, job: Job, control: Arc<Control>) {
        let busy = EngineState::Busy { kind: job.kind(), control: Arc::clone(&control) };
        if self.closing.is_some() {
            busy.stop_all_but_counts();
        }
        // Jobs start only where the engine is free.
        if let EngineState::Idle(engine) = std::mem::replace(&mut self.state, busy) {
            self.runner.start(engine, job, control);
        }
    }

    /// Ends the running search and all waiting ones, as the protocol demands. Before `uci`, ends the running one only.
    fn stop(&self) {
        match &self.state {
            EngineState::Busy { kind, control }
                if self.session.style() == Style::Console && *kind != JobKind::Setup =>
            {
                control.stop();
            }
            _ => self.signal(Control::stop),
        }
    }

    fn signal(&self, signal: impl Fn(&Control)) {
        if let EngineState::Busy { control, .. } = &self.state {
            signal(control);
        }
        self.waiting.iter().for_each(|waiting| signal(&waiting.control));
    }

    /// Answers `isready`: at once, or if the engine is soon ready for the next search, when it is. So commands between a
    /// `bestmove` and this are carried out before it is answered.
    fn answer_when_ready(&mut self, command: Waiting) {
        let is_soon_ready = match &self.state {
            EngineState::Busy { kind: JobKind::Setup, .. } => true,
            EngineState::Busy { control, .. } => control.is_finished(),
            EngineState::Idle(_) => false,
        };
        if !is_soon_ready {
            return say("readyok");
        }
        let next_work = self.waiting.iter().position(|next| next.request.timing == Timing::Work);
        self.waiting.insert(next_work.unwrap_or(self.waiting.len()), command);
    }

    /// Ends the program at once after `uci`; otherwise lets counts finish.
    fn end(&mut self) {
        if self.session.style() == Style::Console {
            return self.end_after_counts();
        }
        let soon = Instant::now() + QUIT_TIMEOUT;
        self.closing = Some(self.closing.map_or(soon, |closing| closing.min(soon)));
        self.waiting.clear();
        self.signal(Control::stop);
    }

    /// Stops the search, and ends the program when counts and benches are done.
    fn end_after_counts(&mut self) {
        self.closing.get_or_insert_with(|| Instant::now() + GRACE);
        self.state.stop_all_but_counts();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_that_wait_for_a_signal_end_with_it() {
        let ends = |infinite, ponder, signal: fn(&Control)| {
            let control = Control::new();
            signal(&control);
            JobKind::Search { infinite, ponder }.ends_by_itself(&control)
        };
        assert!(ends(false, false, |_| ()));
        assert!(!ends(true, false, |_| ()) && !ends(false, true, |_| ()));
        assert!(!ends(true, true, Control::ponder_hit) && ends(false, true, Control::ponder_hit));
        assert!(ends(true, true, Control::stop));
        assert!(JobKind::Count.ends_by_itself(&Control::new()));
    }
}
