//! The state of the conversation, and what each command does to it.
//!
//! A session never waits. Commands that need an engine or take long are returned as a [`Job`].

use std::time::Duration;

use explain::Question;
use movegen::Position;
use search::{AllocError, Control, Engine, Limits};

use crate::command::{Command, CommandError, Go, GoFault, GoSearch, Request, Tokens};
use crate::counts;
use crate::endgames::{self, Endgames};
use crate::game::{self, GameRecord, ending_of_game, parse_move};
use crate::options::{self, Effect, Settings};
use crate::output::{say, say_error, say_unended};
use crate::report::SearchReport;
use crate::scheduler::{Job, JobKind};
use crate::show::{self, NAME};
use crate::strength::SkillNoise;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// For people.
    Console,
    /// For programs, after the command `uci`.
    Uci,
}

/// Game, options and style of a conversation.
pub struct Session {
    settings: Settings,
    endgames: Endgames,
    game: GameRecord,
    /// The errors of this game where strength is limited.
    noise: SkillNoise,
    style: Style,
    debug: bool,
}

/// A session at the start of a game, with all options at their defaults.
impl Default for Session {
    fn default() -> Session {
        Session {
            settings: Settings::default(),
            endgames: Endgames::default(),
            game: GameRecord::new(Position::startpos()),
            noise: SkillNoise::of_new_game(),
            style: Style::Console,
            debug: false,
        }
    }
}

impl Session {
    /// An engine with the table size of the options.
    ///
    /// # Errors
    /// If there is not enough memory for its table.
    pub fn new_engine(&self) -> Result<Engine, AllocError> {
        Engine::new(self.settings.hash())
    }

    /// Lines that bring a new session to the state of this one.
    pub fn lines(&self) -> Vec<String> {
        let style = (self.style == Style::Uci).then(|| "uci".to_owned());
        let debug = self.debug.then(|| "debug on".to_owned());
        let game = self.game.line(self.settings.notation());
        style.into_iter().chain(debug).chain(self.settings.lines()).chain([game]).collect()
    }

    pub fn style(&self) -> Style {
        self.style
    }

    /// Prints how a command was understood, if debug output is on.
    pub fn log(&self, request: &Request) {
        if self.debug {
            say(format_args!("info string debug: {:?}, timing: {:?}", request.command, request.timing));
        }
    }

    /// Updates the settings after a job: if the system has refused a table or threads, the engine keeps those before.
    pub fn job_done(&mut self, engine: &Engine) {
        let (wanted, threads) = (self.settings.threads(), engine.threads());
        if threads < wanted {
            say_error(format_args!(
                "option Threads: cannot have {wanted} threads: the system refused them or their memory; \
                 the number stays {threads}"
            ));
            self.settings.set_threads(threads);
        }
        if self.endgames.are_open() {
            self.settings.syzygy_path = self.endgames.path().to_owned();
        }
        // The option's range includes every size of a table.
        self.settings.hash = u32::try_from(engine.hash().0).unwrap_or(self.settings.hash);
    }

    /// A job that gets memory and tablebases ready, if they are not. It may be stopped; a later one does the rest.
    pub fn preparation(&self, engine: &Engine) -> Option<Job> {
        if engine.is_ready() && self.endgames.are_open() {
            return None;
        }
        let endgames = self.endgames.clone();
        Some(Job::new(JobKind::Setup, move |engine, control| {
            engine.prepare(&|| control.is_stopped());
            endgames.wait(&|| control.is_stopped());
        }))
    }

    /// Carries out a command, or returns a job if it takes long. The job must run before the next command that needs the
    /// engine. A search counts its time from `asked_at`, by the [`SystemClock`](search::SystemClock), or from its start.
    pub fn run(&mut self, request: Request, asked_at: Option<Duration>) -> Option<Job> {
        match request.command {
            Command::Nothing => {}
            Command::Uci => {
                self.style = Style::Uci;
                let options = Settings::declarations();
                say(format_args!("id name {NAME}\nid author the Coppice developers\n{options}\nuciok"));
            }
            Command::NewGame => {
                self.noise = SkillNoise::of_new_game();
                return Some(Job::new(JobKind::Setup, |engine, _| engine.new_game()));
            }
            Command::Debug(on) => self.debug = on,
            Command::SetOption { name, value } => return self.set_option(&name, value.as_deref()),
            Command::Position(text) => report_error(GameRecord::parse(&text).map(|game| self.game = game)),
            Command::Moves(text) if text.is_empty() => say(self.game.moves_text()),
            Command::Moves(text) => report_error(self.game.play_all(&text).map(|()| self.show_game())),
            Command::Undo(count) => report_error(self.game.undo(count).map(|()| self.show_game())),
            Command::Go(words) => return self.go(&words, asked_at),
            Command::Help(word) if word.is_empty() => say(show::help()),
            Command::Help(word) => report_error(show::help_about(&word).map(say)),
            Command::Version => {
                let tuning = if cfg!(feature = "tuning") { ", parameters tunable" } else { "" };
                say(format_args!("{}{tuning}", show::VERSION));
            }
            Command::Display => say(show::board(self.game.game())),
            Command::Eval(form) => show::evaluation(self.game.game(), form),
            Command::Why(words) => return self.why(&words).map_err(say_error).ok(),
            Command::Flip => report_error(game::flipped(self.game.position()).map(|position| {
                self.game = GameRecord::new(position);
                self.show_game();
            })),
            Command::Bench { depth } => {
                return Some(Job::new(JobKind::Count, move |_, control| counts::bench(depth, control)));
            }
            Command::Spsa => report_error(options::spsa_lines().map(|lines| match self.style {
                Style::Uci => say(lines),
                // OpenBench refuses a pasted list that ends with an empty line.
                Style::Console => say_unended(lines),
            })),
            Command::GenFens(wanted) => {
                return Some(Job::new(JobKind::Count, move |_, control| wanted.run(control)));
            }
        }
        None
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

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Option<Job> {
        let effect = self.settings.set(name, value).map_err(say_error).ok()?;
        let is_elo = name.eq_ignore_ascii_case("UCI_Elo");
        if is_elo && self.settings.strength_limit().is_none() {
            let missing = "setoption name UCI_LimitStrength value true";
            say(format_args!("info string '{name}' has no effect before '{missing}'"));
        }
        let change: Box<dyn FnOnce(&mut Engine) + Send> = match effect {
            Effect::None => return None,
            Effect::ResizeHash => {
                let size = self.settings.hash();
                Box::new(move |engine| {
                    if let Err(error) = engine.resize_hash(size) {
                        say_error(format_args!("option Hash: {error}"));
                    }
                })
            }
            Effect::ClearHash => Box::new(Engine::clear_hash),
            Effect::SetThreads => {
                let threads = self.settings.threads();
                Box::new(move |engine| engine.set_threads(threads))
            }
            // The histories and corrections were learnt from scores that are no longer valid, so they go with the table.
            Effect::Forget => Box::new(Engine::new_game),
            Effect::OpenTablebases => {
                self.endgames = self.endgames.open(&self.settings.syzygy_path);
                Box::new(|engine| {
                    engine.use_tablebases(None);
                    engine.new_game();
                })
            }
        };
        Some(Job::new(JobKind::Setup, |engine, _| change(engine)))
    }

    /// Explains a move of the game, by an engine of its own. A second move is compared with it.
    fn why(&self, words: &str) -> Result<Job, CommandError> {
        let game = self.game.clone();
        let tokens = &mut Tokens::new(words);
        let mv = parse_move(game.position(), tokens.required("why", "a move such as e2e4 or Nf3")?)?;
        let other = tokens.peek().is_some_and(|word| word != "json").then(|| tokens.next()).flatten();
        let other = other.map(|word| parse_move(game.position(), word)).transpose()?;
        let json = tokens.next().map(|word| match word {
            "json" => Ok(()),
            found => Err(CommandError::unexpected(found, "'json' or the end of the line")),
        });
        let json = json.transpose()?.is_some();
        tokens.expect_end()?;
        Ok(Job::new(JobKind::Count, move |_, control| {
            let (start, played) = game.start_and_moves();
            let question = Question { start, played, mv, other, nodes: explain::NODES };
            match question.answer(control) {
                Ok(Some(explanation)) if json => say(explain::json(&explanation)),
                Ok(Some(explanation)) => say(explain::words::text(&explanation)),
                Ok(None) => say("info string why stopped"),
                Err(error) => say_error(format_args!("why: {error}")),
            }
        }))
    }

    /// A search of the game, or a count. After `uci` a GUI waits for a move, so words that were not understood are reported
    /// and left out. Before `uci` nothing is searched then.
    fn go(&self, words: &str, asked_at: Option<Duration>) -> Option<Job> {
        let position = self.game.position();
        let GoSearch { limits, faults } =
            match Go::parse(words, position, &self.settings).map_err(say_error).ok()? {
                Go::Search(search) => *search,
                Go::Perft { depth } => {
                    let (position, notation) = (position.clone(), self.settings.notation());
                    let threads = self.settings.threads();
                    return Some(Job::new(JobKind::Count, move |_, control| {
                        counts::perft(&position, depth, notation, threads, control)
                    }));
                }
            };
        for GoFault { error, consequence } in &faults {
            match self.style {
                Style::Uci => say_error(format_args!("{error}; {consequence}")),
                Style::Console => say_error(error),
            }
        }
        if self.style == Style::Console && !faults.is_empty() {
            return None;
        }
        let limits = Limits { asked_at, ..limits };
        let (game, noise, side) = (self.game.game().clone(), self.noise, position.side_to_move());
        let strength = self.settings.strength_limit().map(|limit| limit.eased(position));
        let (endgames, settings) = (self.endgames.clone(), self.settings.clone());
        let mut report = SearchReport::new(self.style, position.clone(), &settings);
        let kind = JobKind::Search { infinite: limits.infinite, ponder: limits.ponder };
        Some(Job::new(kind, move |engine: &mut Engine, control: &Control| {
            endgames.wait(&|| limits.has_time_limit(side) || control.is_stopped());
            let tables = endgames.tables();
            // A limited strength uses no endgame tables.
            let used = tables.clone().filter(|_| strength.is_none());
            engine.use_tablebases(used.map(|tables| settings.tablebases(tables)));
            let result = engine.search(&game, &limits, control, &mut report);
            if let Some(tables) = tables {
                endgames::report_faults(&*tables);
            }
            let played = strength.and_then(|strength| strength.choose(report.lines(), &game, noise));
            control.finish();
            report.finish(&result, played);
        }))
    }
}

fn report_error<E: std::fmt::Display>(result: Result<(), E>) {
    if let Err(error) = result {
        say_error(error);
    }
}

#[cfg(test)]
mod lines {
    use super::*;

    fn run(session: &mut Session, line: &str) {
        let request = Request::parse(line).unwrap().unwrap();
        if let Some(job) = session.run(request, None) {
            job.run(&mut Engine::new(search::Mebibytes(1)).unwrap(), &Control::new());
        }
    }

    #[test]
    fn lines_of_a_session_bring_another_one_to_its_state() {
        let (mut session, mut copy) = (Session::default(), Session::default());
        for line in [
            "debug on",
            "setoption name MultiPV value 3",
            "setoption name UCI_Chess960 value true",
            "setoption name UCI_Elo value 1500",
            "position fen k7/8/8/8/8/8/8/1R2K2R w BH - 3 7 moves e1h1 a8a7",
            "moves b1b2",
            "position fen nonsense",
        ] {
            run(&mut session, line);
        }
        let lines = session.lines();
        lines.iter().for_each(|line| run(&mut copy, line));
        assert_eq!(copy.lines(), lines);
        assert_eq!((&copy.settings, copy.game.position()), (&session.settings, session.game.position()));
        assert!(lines.last().unwrap().ends_with(" moves e1h1 a8a7 b1b2"), "{lines:?}");
    }
}
