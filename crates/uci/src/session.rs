//! A conversation: its state, what each command does, the order of commands, and the end of the program.
//!
//! ```text
//!   Event::Line ──▶ Request ──▶ queue ──▶ carried out at once, or by the engine's thread ──▶ Event::Done
//! ```
//!
//! Everything that happens is an [`Event`]. The session handles one after the other and never waits: searches, counts and
//! preparations are done by the engine's thread. Signals are obeyed at once. Commands that need the engine while it is busy
//! wait in a queue, and others behind them, so they stay in order and none is lost.
//!
//! # Ready
//!
//! A new table size, other threads, tablebases and a new game are changed at once, but it takes time until memory and files
//! are ready. The engine's thread prepares them when nothing waits, when `isready` is asked, or before a search without a
//! clock, and is interrupted by the next change. `isready` is answered when all is ready. A search with a clock never waits,
//! because its time counts from the moment at which its `go` was read.
//!
//! # The end
//!
//! After `uci` there is a GUI: `quit` ends the program whatever runs, and so does the end of the input, because then the
//! GUI is gone. Without `uci` the input is a script, as in `echo bench | coppice`: its searches are stopped, but its counts
//! and benches may finish, because their results are wanted.

use std::collections::VecDeque;
use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::io;
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use movegen::Position;
use search::engine::STACK_SIZE;
use search::strength::StrengthLimit;
use search::{Clock, Control, Engine, Limits, SystemClock};

use crate::command::{Command, Go, Request, Timing};
use crate::endgames::{Endgames, Opened, report_faults};
use crate::game::{self, GameRecord, ending_of_game, parse_move};
use crate::options::{self, Effect, Settings};
use crate::output::{self, say, say_error, say_unended};
use crate::report::{SearchReport, Style};
use crate::show::{self, NAME};
use crate::testers;
use crate::words::CommandError;

/// Something that happens in a conversation.
pub enum Event {
    /// A line was read, at this time by the [`SystemClock`].
    Line(String, Duration),
    EndOfInput,
    EndOfArguments,
    /// The engine's thread has finished its work.
    Done,
    /// A path of endgame tables was read.
    Opened(Opened),
}

impl Event {
    /// A line that is read now.
    pub fn line(text: String) -> Event {
        Event::Line(text, SystemClock.now())
    }
}

/// Work for the engine's thread.
type Work = Box<dyn FnOnce(&Mutex<Engine>) + Send>;

/// The work that the engine's thread is doing.
struct Running {
    kind: WorkKind,
    control: Arc<Control>,
}

/// The kinds of work, which differ in how they end.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WorkKind {
    Search {
        /// True if only a stop ends it.
        infinite: bool,
        /// True if only a stop ends it until a ponder hit.
        ponder: bool,
    },
    /// A count, a bench, a list of openings or an explanation.
    Count,
    /// Memory for the table and the threads.
    Preparation,
}

/// A conversation, its engine, and the commands that wait.
pub struct Session {
    settings: Settings,
    endgames: Endgames,
    game: GameRecord,
    /// The seed of the errors in this game where strength is limited.
    seed: u64,
    style: Style,
    debug: bool,
    /// Belongs to the engine's thread while that works, and to the session otherwise.
    engine: Arc<Mutex<Engine>>,
    works: Sender<Work>,
    running: Option<Running>,
    /// Commands that wait for the engine, and those behind them.
    queue: VecDeque<Request>,
    /// The end of the last search or count. Searches behind it count their time from here, if they were asked for before.
    work_ended: Duration,
    /// True if each command is done before the next one begins, as for the arguments of the program. Signals are not, so
    /// a search that waits for a signal is ended by the next command.
    one_by_one: bool,
    /// The latest time for the end of the program, once it is to end.
    closing: Option<Instant>,
    events: Sender<Event>,
}

/// The time that counts and benches have to finish after the end of the input, as in `echo bench | coppice`.
pub const GRACE: Duration = Duration::from_secs(10);

/// The time that a search has to end after `quit`. Many threads may need more.
pub const QUIT_TIMEOUT: Duration = Duration::from_millis(50);

impl Session {
    /// A session at the start of a game, with all options at their defaults, and its engine on a thread of its own.
    /// `events` are for [`handle`](Session::handle).
    ///
    /// # Errors
    /// If the system refuses the engine's thread or its table.
    pub fn new(events: Sender<Event>, one_by_one: bool) -> Result<Session, CommandError> {
        let settings = Settings::default();
        let engine = Engine::new(settings.hash()).map_err(CommandError::other)?;
        let engine = Arc::new(Mutex::new(engine));
        let (works, receiver) = mpsc::channel::<Work>();
        let run = {
            let (engine, events) = (Arc::clone(&engine), events.clone());
            move || {
                for work in receiver {
                    work(&engine);
                    // It fails if the main thread has ended already.
                    let _ = events.send(Event::Done);
                }
            }
        };
        let thread = thread::Builder::new().name("search".to_owned()).stack_size(STACK_SIZE).spawn(run);
        let refused = |error: io::Error| CommandError::other(format_args!("no thread to search on: {error}"));
        thread.map_err(refused)?;
        Ok(Session {
            settings,
            endgames: Endgames::default(),
            game: GameRecord::new(Position::startpos()),
            seed: new_seed(),
            style: Style::Console,
            debug: false,
            engine,
            works,
            running: None,
            queue: VecDeque::new(),
            work_ended: Duration::ZERO,
            one_by_one,
            closing: None,
            events,
        })
    }

    /// The next event. `None` if the program has to end before there is one.
    pub fn next_event(&self, events: &Receiver<Event>) -> Option<Event> {
        match self.closing {
            None => events.recv().ok(),
            Some(deadline) => events.recv_timeout(deadline.saturating_duration_since(Instant::now())).ok(),
        }
    }

    /// Returns true if something is going on that will end without a further signal.
    pub fn is_making_progress(&self) -> bool {
        match &self.running {
            Some(Running { kind: WorkKind::Search { infinite, ponder }, control }) => {
                let waits = *infinite || *ponder && !control.is_ponder_hit();
                !waits || control.is_stopped()
            }
            Some(_) => true,
            None => self.endgames.are_being_read(),
        }
    }

    /// Returns true if the program ends before all counts are done.
    pub fn is_cut_short(&self) -> bool {
        let counts = self.running.as_ref().is_some_and(|running| running.kind == WorkKind::Count);
        self.style == Style::Console && self.closing.is_some() && (counts || !self.queue.is_empty())
    }

    /// Handles an event. `Break` is the end of the program.
    pub fn handle(&mut self, event: Event) -> ControlFlow<()> {
        let mut queued = None;
        match event {
            // Commands after `quit` are not carried out.
            Event::Line(..) if self.closing.is_some() => {}
            Event::Line(line, read_at) => match Request::parse(&line, read_at) {
                Ok(Some(request)) => {
                    queued = Some(request.info.name).filter(|_| request.info.timing != Timing::Now);
                    self.receive(request);
                }
                Ok(None) => {}
                Err(error) => say_error(error),
            },
            Event::EndOfInput => self.end(),
            Event::EndOfArguments => self.end_after_counts(),
            Event::Opened(opened) => self.endgames.note(opened),
            Event::Done => {
                if self.running.take().is_some_and(|running| running.kind != WorkKind::Preparation) {
                    self.work_ended = SystemClock.now();
                }
                let (wanted, threads) = (self.settings.threads(), lock(&self.engine).threads());
                if threads < wanted {
                    say_error(format_args!(
                        "option Threads: cannot have {wanted} threads: the system refused them or their memory; \
                         the number stays {threads}"
                    ));
                    self.settings.set_threads(threads);
                }
            }
        }
        self.advance();
        if let Some(name) = queued.filter(|_| !self.queue.is_empty()) {
            self.announce_wait(name);
        }
        let is_over = self.closing.is_some() && self.running.is_none();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Obeys a signal, or puts a command into the queue.
    fn receive(&mut self, request: Request) {
        if self.debug {
            say(format_args!("info string debug: {:?}, timing: {:?}", request.command, request.info.timing));
        }
        match request.command {
            Command::Stop | Command::PonderHit if self.has_nothing_to_end() => {
                say("info string nothing is running; 'quit' ends the program");
            }
            // As the protocol demands, it ends the running search and all waiting ones. Before `uci`, the running one only.
            Command::Stop => match &self.running {
                Some(Running { kind: WorkKind::Search { .. } | WorkKind::Count, control })
                    if self.style == Style::Console =>
                {
                    control.stop();
                }
                _ => self.signal(Control::stop),
            },
            Command::PonderHit => self.signal(Control::ponder_hit),
            Command::Quit => self.end(),
            Command::IsReady => {
                // A search that waits for memory or tables has begun in the eyes of a GUI.
                let has_begun = self.queue.front().is_some_and(|next| next.info.timing == Timing::Work);
                let is_soon_ready = match &self.running {
                    Some(running) if running.kind != WorkKind::Preparation => running.control.is_finished(),
                    running => !has_begun && (running.is_some() || self.endgames.are_being_read()),
                };
                // Otherwise what waits behind a search or a count is not waited for. Commands between a `bestmove` and this
                // are carried out before it is answered.
                if is_soon_ready {
                    let work = self.queue.iter().position(|next| next.info.timing == Timing::Work);
                    self.queue.insert(work.unwrap_or(self.queue.len()), request);
                } else {
                    say("readyok");
                }
            }
            _ if request.info.timing == Timing::Now => self.carry_out(request),
            _ => {
                if self.one_by_one {
                    self.stop_all_but_counts();
                }
                self.queue.push_back(request);
            }
        }
    }

    /// Carries out all commands of the queue that need not wait. Then lets the engine prepare if it has nothing to do.
    fn advance(&mut self) {
        loop {
            if self.running.is_none() && self.endgames.settle() {
                self.settings.syzygy_path = self.endgames.path().to_owned();
                lock(&self.engine).new_game();
            }
            let is_hurried = self.is_hurried();
            let next = self.queue.front();
            let is_isready = next.is_some_and(|next| next.command == Command::IsReady);
            let needs_engine = next.is_none_or(|next| is_isready || self.one_by_one || next.needs_engine());
            if let Some(running) = self.running.as_ref().filter(|_| needs_engine) {
                // A preparation is interrupted. It goes on later.
                if running.kind == WorkKind::Preparation && is_hurried {
                    running.control.stop();
                }
                return;
            }
            // Counts and changes need no preparation.
            let wants_all = next.is_none_or(|next| is_isready || matches!(next.command, Command::Go(_)));
            if needs_engine && wants_all && !is_hurried && self.closing.is_none() {
                if !lock(&self.engine).is_ready() {
                    return self.start(WorkKind::Preparation, Arc::default(), |engine, control| {
                        lock(engine).prepare(&|| control.is_stopped());
                    });
                }
                if self.endgames.are_being_read() {
                    return;
                }
            }
            let Some(request) = self.queue.pop_front() else { return };
            self.carry_out(request);
        }
    }

    /// Returns true if a command waits that must not wait until all is ready: a search with a clock or one that is stopped
    /// already; and unless `isready` waits before it, a count or a change.
    fn is_hurried(&self) -> bool {
        let next = self.queue.iter().position(Request::needs_engine);
        next.is_some_and(|next| match &self.queue[next] {
            Request { command: Command::Go(go), control, .. } => go.has_time_limit() || control.is_stopped(),
            _ => !self.queue.range(..next).any(|earlier| earlier.command == Command::IsReady),
        })
    }

    /// Returns true if a person sends a signal and no search or count is there to end.
    fn has_nothing_to_end(&self) -> bool {
        let works = self.running.as_ref().is_some_and(|running| running.kind != WorkKind::Preparation);
        let will_work = self.queue.iter().any(Request::needs_engine);
        !works && !will_work && self.style == Style::Console && !self.one_by_one
    }

    /// Reports a command that waits for a search or a count, before `uci`.
    fn announce_wait(&self, name: &str) {
        let work = match &self.running {
            Some(running) if running.control.is_stopped() || running.control.is_finished() => return,
            Some(Running { kind: WorkKind::Search { .. }, .. }) => "search",
            Some(Running { kind: WorkKind::Count, .. }) => "count",
            Some(Running { kind: WorkKind::Preparation, .. }) | None => return,
        };
        if self.style == Style::Console && !self.one_by_one {
            say(format_args!("info string '{name}' waits until the {work} has ended; 'stop' ends it"));
        }
    }

    fn signal(&self, signal: impl Fn(&Control)) {
        let running = self.running.iter().map(|running| &running.control);
        running.chain(self.queue.iter().map(|request| &request.control)).for_each(|control| signal(control));
    }

    /// Ends everything but counts: a search whose move is no longer needed, or a preparation.
    fn stop_all_but_counts(&self) {
        if let Some(running) = self.running.as_ref().filter(|running| running.kind != WorkKind::Count) {
            running.control.stop();
        }
    }

    /// Ends the program at once after `uci`; otherwise lets counts finish.
    fn end(&mut self) {
        if self.style == Style::Console {
            return self.end_after_counts();
        }
        let soon = Instant::now() + QUIT_TIMEOUT;
        self.closing = Some(self.closing.map_or(soon, |closing| closing.min(soon)));
        self.queue.clear();
        self.signal(Control::stop);
    }

    /// Stops the search, and ends the program when counts and benches are done.
    fn end_after_counts(&mut self) {
        self.closing.get_or_insert_with(|| Instant::now() + GRACE);
        self.stop_all_but_counts();
    }

    /// Carries out a command. One that needs the engine comes here when that is free.
    fn carry_out(&mut self, request: Request) {
        let Request { command, control, read_at, .. } = request;
        match command {
            Command::Nothing | Command::Stop | Command::PonderHit | Command::Quit => {}
            Command::IsReady => say("readyok"),
            Command::Uci => {
                self.style = Style::Uci;
                let options = Settings::declarations();
                say(format_args!("id name {NAME}\nid author the Coppice developers\n{options}\nuciok"));
            }
            Command::NewGame => {
                self.seed = new_seed();
                lock(&self.engine).new_game();
            }
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => {
                report_error(self.set_option(&name, value.as_deref()));
            }
            Command::Position(text) => report_error(GameRecord::parse(&text).map(|game| self.game = game)),
            Command::Moves(text) if text.is_empty() => say(self.game.moves_text()),
            Command::Moves(text) => report_error(self.game.play_all(&text).map(|()| self.show_game())),
            Command::Undo(count) => report_error(self.game.undo(count).map(|()| self.show_game())),
            Command::Go(go) => {
                let Some(mut limits) = self.limits_of(*go) else { return };
                limits.asked_at = Some(read_at.max(self.work_ended));
                let kind = WorkKind::Search { infinite: limits.infinite, ponder: limits.ponder };
                // A limited strength uses no endgame tables.
                let tables = self.endgames.tables().filter(|_| limits.strength.is_none());
                let tablebases = tables.clone().map(|tables| self.settings.tablebases(tables));
                let game = self.game.game().clone();
                let mut report = SearchReport::new(self.style, game.position().clone(), &self.settings);
                self.start(kind, control, move |engine, control| {
                    let mut engine = lock(engine);
                    engine.use_tablebases(tablebases);
                    let result = engine.search(&game, &limits, control, &mut report);
                    if let Some(tables) = tables {
                        report_faults(&*tables);
                    }
                    control.finish();
                    report.finish(&result);
                });
            }
            Command::Perft(depth) => {
                let (position, notation) = (self.game.position().clone(), self.settings.notation());
                let threads = self.settings.threads();
                self.count(control, move |control| {
                    testers::perft(&position, depth, notation, threads, control);
                });
            }
            Command::Why(words) => match show::why(self.game.clone(), &words) {
                Ok(answer) => self.count(control, answer),
                Err(error) => say_error(error),
            },
            Command::Bench(depth) => self.count(control, move |control| testers::bench(depth, control)),
            Command::GenFens(wanted) => {
                self.count(control, move |control| report_error(wanted.generate(control)));
            }
            Command::Help(word) if word.is_empty() => say(show::help()),
            Command::Help(word) => report_error(show::help_about(&word).map(say)),
            Command::Version => {
                let tuning = if cfg!(feature = "tuning") { ", parameters tunable" } else { "" };
                say(format_args!("{}{tuning}", show::VERSION));
            }
            Command::Display => say(show::board(self.game.game())),
            Command::Eval(format) => show::evaluation(self.game.game(), format),
            Command::Flip => report_error(game::flipped(self.game.position()).map(|position| {
                self.game = GameRecord::new(position);
                self.show_game();
            })),
            Command::Spsa => report_error(options::spsa_lines().map(|lines| match self.style {
                Style::Uci => say(lines),
                // OpenBench refuses a pasted list that ends with an empty line.
                Style::Console => say_unended(lines),
            })),
        }
    }

    /// The limits of a search of the game. After `uci` a GUI waits for a move, so words that were not understood are reported
    /// and left out. Before `uci` nothing is searched then.
    fn limits_of(&self, go: Go) -> Option<Limits> {
        let Go { mut limits, moves, mut faults } = go;
        let mut illegal = Vec::new();
        for (number, text) in (1..).zip(moves) {
            match parse_move(self.game.position(), &text) {
                Ok(mv) => limits.search_moves.push(mv),
                Err(error) => illegal.push(CommandError::other(format_args!("move {number}: {error}"))),
            }
        }
        let left = if limits.search_moves.is_empty() { "all moves are searched" } else { "it is left out" };
        faults.extend(illegal.into_iter().map(|error| (error, left.to_owned())));
        for (error, consequence) in &faults {
            match self.style {
                Style::Uci => say_error(format_args!("{error}; {consequence}")),
                Style::Console => say_error(error),
            }
        }
        limits.overhead = Duration::from_millis(self.settings.move_overhead.into());
        limits.multi_pv = self.settings.multi_pv();
        limits.may_ponder = self.settings.ponder;
        limits.strength = self.settings.rating().map(|rating| StrengthLimit::new(rating, self.seed));
        (self.style == Style::Uci || faults.is_empty()).then_some(limits)
    }

    /// Starts a count, a bench, a list of openings or an explanation.
    fn count(&mut self, control: Arc<Control>, count: impl FnOnce(&Control) + Send + 'static) {
        self.start(WorkKind::Count, control, |_, control| count(control));
    }

    /// Gives the engine's thread its next work. It is free.
    fn start(
        &mut self,
        kind: WorkKind,
        control: Arc<Control>,
        work: impl FnOnce(&Mutex<Engine>, &Control) + Send + 'static,
    ) {
        self.running = Some(Running { kind, control: Arc::clone(&control) });
        if self.closing.is_some() {
            self.stop_all_but_counts();
        }
        if self.works.send(Box::new(move |engine| work(engine, &control))).is_err() {
            output::fail("the thread of the engine has ended");
        }
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), CommandError> {
        let effect = self.settings.set(name, value)?;
        let is_elo = name.eq_ignore_ascii_case("UCI_Elo");
        if is_elo && self.settings.rating().is_none() {
            let missing = "setoption name UCI_LimitStrength value true";
            say(format_args!("info string '{name}' has no effect before '{missing}'"));
        }
        let mut engine = lock(&self.engine);
        match effect {
            Effect::None => {}
            Effect::ResizeHash => {
                let resized = engine.resize_hash(self.settings.hash());
                // If the system has refused it, the table before stays. The option's range includes every size of a table.
                self.settings.hash = u32::try_from(engine.hash().0).unwrap_or(self.settings.hash);
                resized.map_err(|error| CommandError::other(format_args!("option Hash: {error}")))?;
            }
            Effect::ClearHash => engine.clear_hash(),
            Effect::SetThreads => engine.set_threads(self.settings.threads()),
            // The histories and corrections were learnt from scores that are no longer valid, so they go with the table.
            Effect::Forget => engine.new_game(),
            Effect::OpenTablebases => {
                // The option keeps its value until the new path has been read.
                let kept = self.endgames.path().to_owned();
                let path = std::mem::replace(&mut self.settings.syzygy_path, kept);
                let events = self.events.clone();
                self.endgames.open(path, move |opened| {
                    // It fails if the program is ending.
                    let _ = events.send(Event::Opened(opened));
                });
            }
        }
        Ok(())
    }

    /// Shows the moves of the game and the board before `uci`, when they have changed.
    fn show_game(&self) {
        if self.style == Style::Uci {
            return;
        }
        if self.game.has_moves() {
            say(self.game.moves_text());
        }
        say(self.game.position());
        if let Some(by) = ending_of_game(self.game.game()) {
            say(format_args!("The game is over by {by}"));
        }
    }
}

fn report_error<E: Display>(result: Result<(), E>) {
    if let Err(error) = result {
        say_error(error);
    }
}

/// A number that is different every time.
fn new_seed() -> u64 {
    // On WebAssembly the hashes are always the same, but its clock counts from 1970.
    RandomState::new().hash_one(SystemClock.now())
}

fn lock(engine: &Mutex<Engine>) -> MutexGuard<'_, Engine> {
    engine.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A session with a GUI whose engine is ready, and its events.
    fn session_with_gui() -> (Session, Receiver<Event>) {
        let (sender, events) = mpsc::channel();
        let mut session = Session::new(sender, false).unwrap();
        let _ = session.handle(Event::line("uci".to_owned()));
        while session.running.is_some() {
            let _ = session.handle(events.recv().unwrap());
        }
        (session, events)
    }

    /// Counts of a script have time to finish, those of a GUI have none.
    #[test]
    fn quit_and_the_end_of_a_gui_give_counts_no_time() {
        for end in [Event::line("quit".to_owned()), Event::EndOfInput] {
            let (mut session, _events) = session_with_gui();
            let _ = session.handle(Event::line("go perft 9".to_owned()));
            let _ = session.handle(end);
            assert!(session.closing.unwrap() <= Instant::now() + QUIT_TIMEOUT);
        }
    }

    #[test]
    fn a_search_with_a_clock_interrupts_preparations_and_others_wait() {
        for (go, interrupts) in [("go movetime 100", true), ("go wtime 1000", true), ("go depth 1", false)] {
            let (mut session, _events) = session_with_gui();
            let _ = session.handle(Event::line("setoption name Hash value 64".to_owned()));
            let preparation = session.running.as_ref().map(|running| Arc::clone(&running.control)).unwrap();
            let _ = session.handle(Event::line(go.to_owned()));
            assert_eq!(preparation.is_stopped(), interrupts, "{go}");
        }
    }
}
