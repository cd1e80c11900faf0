//! The state of the conversation: which position, which options, and whether the engine is at work.
//!
//! ```text
//!        go, bench, ucinewgame ...
//!     Idle ───────────────────────▶ Busy      isready, stop, ponderhit, quit: answered at once
//!      ▲                             │        what needs the engine: waits its turn
//!      └──────── Event::Done ────────┘        everything else: done at once, if nothing waits
//! ```
//!
//! Everything that happens is an [`Event`], handled one after the other on the main thread, which never waits
//! for the engine. Commands that need the engine while it is busy wait in a queue, so nothing is lost and
//! nothing overtakes. One thing is not ready at once: an engine that is being given a large table, many threads,
//! tablebases or another game. `isready` is answered when that is done.
//!
//! # The end
//!
//! After `uci` there is a GUI: `quit` ends the program whatever runs, and so does the end of the input, since the GUI is gone.
//! Before that the input is a script, as in `echo bench | coppice`: its searches are stopped, but its counts and
//! benches may finish, for somebody wants to read them.

use std::collections::VecDeque;
use std::fmt;
use std::io;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::{Duration, Instant};

use search::{AllocError, Control, Engine, Game, Limits, Mebibytes};

use crate::board::Board;
use crate::command::{Command, Go, GoSearch};
use crate::endgames::Endgames;
use crate::evaluation;
use crate::game;
use crate::help::Help;
use crate::manual::Manual;
use crate::options::{Effect, Settings};
use crate::output::{say, say_error};
use crate::strength::SkillNoise;
use crate::task::{Task, TaskKind};
use crate::tuning;
use crate::version::{NAME, Version};
use crate::worker::Worker;

/// Something that happened.
pub(crate) enum Event {
    /// A line was read.
    Line(String),
    /// There will be no more lines from standard input.
    EndOfInput,
    /// Nor more arguments.
    EndOfArguments,
    /// The work is done; here is the engine.
    Done(Engine),
}

/// What reports look like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// For people.
    Console,
    /// For programs, once one has said `uci`.
    Uci,
}

/// The engine, or what it is doing.
enum State {
    Idle(Engine),
    Busy(Busy),
}

/// A task that runs.
struct Busy {
    control: Arc<Control>,
    kind: TaskKind,
}

impl Busy {
    /// Whether the task waits for nothing, so that it will end.
    fn will_end(&self) -> bool {
        let is_held = match self.kind {
            TaskKind::Search { infinite, ponder } => infinite || ponder && !self.control.is_ponder_hit(),
            TaskKind::Count | TaskKind::Setup => false,
        };
        !is_held || self.control.is_stopped()
    }

    /// Whether the engine is not ready for a search, but soon will be: it is being changed, or comes back from a
    /// search whose move may be known already.
    fn is_passing(&self) -> bool {
        self.kind == TaskKind::Setup || self.control.is_finished()
    }

    /// Ends a search, for nobody waits for its move any more.
    fn stop_if_search(&self) {
        if matches!(self.kind, TaskKind::Search { .. }) {
            self.control.stop();
        }
    }
}

/// Why there is no session.
#[derive(Debug)]
pub(crate) enum StartError {
    /// No memory for the smallest useful transposition table.
    Table(AllocError),
    /// No thread to search on.
    Thread(io::Error),
}

impl fmt::Display for StartError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table(error) => error.fmt(f),
            Self::Thread(error) => write!(f, "no thread to search on: {error}"),
        }
    }
}

impl std::error::Error for StartError {}

/// The conversation.
pub(crate) struct Session {
    worker: Worker,
    state: State,
    /// Commands that wait for the engine, and those behind them. Each has its signals already, so that `stop`
    /// ends whatever was ordered before it, begun or not.
    waiting: VecDeque<(Command, Arc<Control>)>,
    settings: Settings,
    endgames: Endgames,
    game: Game,
    /// How the engine misjudges moves if its strength is limited.
    noise: SkillNoise,
    style: Style,
    debug: bool,
    /// Whether each command is done before the next one begins, since all are known beforehand.
    one_by_one: bool,
    /// When the program ends at the latest, once it is to end.
    closing: Option<Instant>,
}

/// How long counts and benches may take to finish after the end of the input, as in `echo bench | coppice`.
pub(crate) const GRACE: Duration = Duration::from_secs(10);

/// How long a search may take to end after `quit`. Where threads are many, not all of them get to know of it.
pub(crate) const HASTE: Duration = Duration::from_millis(50);

impl Session {
    /// A session with its engine and its worker thread, at the start of a game.
    pub(crate) fn new(events: Sender<Event>) -> Result<Session, StartError> {
        let settings = Settings::default();
        let engine = Engine::new(settings.hash()).map_err(StartError::Table)?;
        Ok(Session {
            worker: Worker::start(events).map_err(StartError::Thread)?,
            state: State::Idle(engine),
            waiting: VecDeque::new(),
            settings,
            endgames: Endgames::default(),
            game: Game::default(),
            noise: SkillNoise::of_new_game(),
            style: Style::Console,
            debug: false,
            one_by_one: false,
            closing: None,
        })
    }

    /// From now on each command is done before the next one begins. Signals are not, so a search that would end on
    /// nothing else is ended by whatever comes next.
    pub(crate) fn run_one_by_one(&mut self) {
        self.one_by_one = true;
    }

    /// When to give up waiting for the next event.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        self.closing
    }

    /// Whether a task runs that will end by itself.
    pub(crate) fn is_making_progress(&self) -> bool {
        matches!(&self.state, State::Busy(busy) if busy.will_end())
    }

    /// Whether the program ends before counts are done that were asked for.
    pub(crate) fn is_cut_short(&self) -> bool {
        let counts = matches!(&self.state, State::Busy(busy) if busy.kind == TaskKind::Count);
        self.style == Style::Console && self.closing.is_some() && (counts || !self.waiting.is_empty())
    }

    /// Handles an event. `Break` is the end of the program.
    pub(crate) fn handle(&mut self, event: Event) -> ControlFlow<()> {
        match event {
            Event::Line(line) => self.line(&line),
            Event::EndOfInput => self.leave(),
            Event::EndOfArguments => self.close(),
            Event::Done(engine) => {
                self.settings.correct_hash(engine.hash());
                self.state = State::Idle(engine);
                self.run_waiting();
            }
        }
        let is_over = self.closing.is_some() && matches!(self.state, State::Idle(_));
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn line(&mut self, line: &str) {
        // After `quit` nothing counts any more.
        if self.closing.is_some() {
            return;
        }
        match Command::parse(line) {
            Ok(Some(command)) => self.command(command),
            Ok(None) => {}
            Err(error) => say_error(error),
        }
    }

    fn command(&mut self, command: Command) {
        if self.debug {
            say(format_args!("info string debug: {command:?}"));
        }
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.answer_when_ready(),
            Command::Stop => self.signal(Control::stop),
            Command::PonderHit => self.signal(Control::ponder_hit),
            Command::Quit => self.leave(),
            Command::Debug(on) => self.debug = on,
            Command::Help => say(Help),
            Command::Version => say(Version),
            Command::Manual => say(Manual),
            Command::Ignored => {}
            command => self.in_turn(command),
        }
    }

    /// Runs a command, or makes it wait for the engine or for those who wait already.
    fn in_turn(&mut self, command: Command) {
        let control = Arc::new(Control::new());
        let State::Busy(busy) = &self.state else { return self.run(command, control) };
        if self.one_by_one {
            busy.stop_if_search();
        }
        if self.one_by_one || needs_engine(&command) || !self.waiting.is_empty() {
            self.waiting.push_back((command, control));
        } else {
            self.run(command, control);
        }
    }

    fn run_waiting(&mut self) {
        while let State::Idle(_) = self.state {
            let Some((command, control)) = self.waiting.pop_front() else { return };
            self.run(command, control);
        }
    }

    fn run(&mut self, command: Command, control: Arc<Control>) {
        match command {
            Command::NewGame => {
                self.noise = SkillNoise::of_new_game();
                self.start(Task::setup(Engine::new_game), control);
            }
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref(), control),
            Command::Position(position) => match game::game_of(&position) {
                Ok(game) => self.game = game,
                Err(error) => say_error(error),
            },
            Command::Flip => match game::flipped(self.game.position()) {
                Ok(position) => self.game = Game::new(position),
                Err(error) => say_error(error),
            },
            Command::Display => say(Board(self.game.position())),
            Command::Spsa => match tuning::spsa_lines() {
                Ok(lines) => say(lines),
                Err(error) => say_error(error),
            },
            Command::Eval(form) => evaluation::show(self.game.position(), form),
            Command::Go(Go::Search(go)) => self.search(*go, control),
            Command::Go(Go::Perft { depth }) => {
                let position = self.game.position().clone();
                let (notation, threads) = (self.settings.notation(), self.settings.threads());
                self.start(Task::perft(position, depth, notation, threads), control);
            }
            Command::Bench { depth } => self.start(Task::bench(depth), control),
            Command::GenFens(wanted) => self.start(Task::genfens(wanted), control),
            Command::IsReady => say("readyok"),
            // These are never made to wait.
            Command::Uci
            | Command::Stop
            | Command::PonderHit
            | Command::Quit
            | Command::Debug(_)
            | Command::Help
            | Command::Version
            | Command::Manual
            | Command::Ignored => {}
        }
    }

    fn introduce(&mut self) {
        self.style = Style::Uci;
        say(format_args!("id name {NAME}"));
        say("id author the Coppice developers");
        say(Settings::declarations());
        say("uciok");
    }

    fn signal(&self, signal: impl Fn(&Control)) {
        if let State::Busy(busy) = &self.state {
            signal(&busy.control);
        }
        self.waiting.iter().for_each(|(_, control)| signal(control));
    }

    /// Whoever speaks to the program has finished.
    fn leave(&mut self) {
        match self.style {
            Style::Uci => self.quit(),
            Style::Console => self.close(),
        }
    }

    /// The program is to end, now.
    fn quit(&mut self) {
        let soon = Instant::now() + HASTE;
        self.closing = Some(self.closing.map_or(soon, |closing| closing.min(soon)));
        self.waiting.clear();
        self.signal(Control::stop);
    }

    /// The program is to end: searches at once, counts and benches when they are done.
    fn close(&mut self) {
        self.closing.get_or_insert_with(|| Instant::now() + GRACE);
        if let State::Busy(busy) = &self.state {
            busy.stop_if_search();
        }
    }

    /// Answers `isready`: at once, or where the engine is soon ready for the next search, when it is. So what is said
    /// between a `bestmove` and this is done before it is answered.
    fn answer_when_ready(&mut self) {
        if !matches!(&self.state, State::Busy(busy) if busy.is_passing()) {
            return say("readyok");
        }
        let next_task = self.waiting.iter().position(|(command, _)| is_task(command));
        let turn = next_task.unwrap_or(self.waiting.len());
        self.waiting.insert(turn, (Command::IsReady, Arc::default()));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>, control: Arc<Control>) {
        match self.settings.set(name, value) {
            Ok(Effect::None) => {}
            Ok(Effect::ResizeHash) => {
                let size = self.settings.hash();
                self.start(Task::setup(move |engine| resize_hash(engine, size)), control);
            }
            Ok(Effect::ClearHash) => self.start(Task::setup(Engine::clear_hash), control),
            Ok(Effect::SetThreads) => {
                let threads = self.settings.threads();
                self.start(Task::setup(move |engine| engine.set_threads(threads)), control);
            }
            Ok(Effect::Forget) => self.start(Task::setup(forget), control),
            Ok(Effect::OpenTablebases) => self.open_tablebases(control),
            Err(error) => say_error(error),
        }
    }

    /// Has the tables of the path opened, and those of the path before put away.
    fn open_tablebases(&mut self, control: Arc<Control>) {
        let endgames = Endgames::default();
        self.endgames = endgames.clone();
        let path = self.settings.syzygy_path().to_owned();
        let open = move |engine: &mut Engine| {
            engine.use_tablebases(None);
            forget(engine);
            endgames.open(&path);
        };
        self.start(Task::setup(open), control);
    }

    /// Starts a search and reports what was not understood of its command. Moves that are not legal are left out. If
    /// none is legal, all moves are searched.
    fn search(&mut self, go: GoSearch, control: Arc<Control>) {
        let (search_moves, illegal) = game::moves_of(self.game.position(), &go.search_moves);
        go.faults.iter().for_each(say_error);
        let consequence = if search_moves.is_empty() { "all moves are searched" } else { "it is left out" };
        illegal.iter().for_each(|error| say_error(format_args!("{error}; {consequence}")));
        let limits = Limits { search_moves, ..go.limits };
        let Session { game, settings, endgames, style, noise, .. } = &*self;
        self.start(Task::search(limits, game, settings, endgames, *style, *noise), control);
    }

    fn start(&mut self, task: Task, control: Arc<Control>) {
        let busy = Busy { control: Arc::clone(&control), kind: task.kind };
        if self.closing.is_some() {
            busy.stop_if_search();
        }
        match std::mem::replace(&mut self.state, State::Busy(busy)) {
            State::Idle(engine) => self.worker.run(engine, task.work, control),
            // Nobody starts a task while another one runs.
            busy => self.state = busy,
        }
    }
}

/// Forgets scores that are not to be relied on any more. They are not in the table alone: the histories and what
/// corrects the evaluation have learnt from them.
fn forget(engine: &mut Engine) {
    engine.new_game();
}

/// Gives the table another size, or says why not.
fn resize_hash(engine: &mut Engine, size: Mebibytes) {
    if let Err(error) = engine.resize_hash(size) {
        say_error(format_args!("option Hash: {error}"));
    }
}

/// Whether a command has to wait while the engine works.
fn needs_engine(command: &Command) -> bool {
    is_task(command) || matches!(command, Command::NewGame | Command::SetOption { .. })
}

/// Whether a command is work that somebody asked for, as opposed to a change of the engine.
fn is_task(command: &Command) -> bool {
    matches!(command, Command::Go(_) | Command::Bench { .. } | Command::GenFens(_))
}
