//! What the engine can be told to do: search, count, bench, make openings, change.

use std::num::NonZeroUsize;

use movegen::Position;
use movegen::text::CastlingNotation;
use search::{Control, Engine, Game, Limits};
use types::{Color, Depth};

use crate::bench;
use crate::command::GenFens;
use crate::endgames::Endgames;

use crate::genfens;
use crate::options::Settings;
use crate::perft;
use crate::report::{ConsoleView, Listener, UciView, View};
use crate::session::Style;
use crate::strength::SkillNoise;
use crate::worker::Work;

/// Work for the worker thread, with all it needs.
pub(crate) struct Task {
    /// Does it, prints what comes of it, and obeys the signals.
    pub(crate) work: Work,
    pub(crate) kind: TaskKind,
}

/// What a task means for the end of the program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TaskKind {
    /// A search of the session's game: nobody waits for its result any more. It ends on nothing but a signal
    /// if `infinite`, or before a ponder hit if `ponder`.
    Search { infinite: bool, ponder: bool },
    /// A count, bench or list of openings, which somebody asked for to read it.
    Count,
    /// The engine gets another table, other threads or tablebases, or forgets a game: nobody is ready before that is
    /// done.
    Setup,
}

impl Task {
    /// A search of the game under the limits, the options, in the style given, with this noise if the strength is
    /// limited.
    pub(crate) fn search(
        limits: Limits,
        game: &Game,
        settings: &Settings,
        endgames: &Endgames,
        style: Style,
        noise: SkillNoise,
    ) -> Task {
        let position = game.position();
        let mut limits = complete(limits, position.side_to_move(), settings);
        let limit = settings.strength_limit().map(|limit| limit.eased(position));
        if let Some(limit) = limit {
            limit.apply(&mut limits);
        }
        // Who plays worse on purpose does not look things up.
        let tablebases = if limit.is_none() { endgames.under(settings) } else { None };
        let endgames = endgames.clone();
        let view = view(position.clone(), settings, style);
        let mut listener = Listener::new(view, settings.multi_pv().get());
        let infinite = limits.infinite || !has_limit(&limits, position.side_to_move());
        let kind = TaskKind::Search { infinite, ponder: limits.ponder };
        let game = game.clone();
        let work = move |engine: &mut Engine, control: &Control| {
            engine.use_tablebases(tablebases);
            let outcome = engine.search(&game, &limits, control, &mut listener);
            endgames.tell_faults();
            let played = limit.and_then(|limit| limit.choose(listener.lines(), &game, noise));
            control.finish();
            listener.finish(&outcome, played);
        };
        Task { work: Box::new(work), kind }
    }

    /// Counts the leaves of the tree of legal moves on so many threads.
    pub(crate) fn perft(
        position: Position,
        depth: u8,
        notation: CastlingNotation,
        threads: NonZeroUsize,
    ) -> Task {
        Task::other(move |control| perft::divide(&position, depth, notation, threads, control))
    }

    /// Searches the bench positions.
    pub(crate) fn bench(depth: Option<Depth>) -> Task {
        Task::other(move |control| bench::run(depth, control))
    }

    /// Makes openings.
    pub(crate) fn genfens(wanted: GenFens) -> Task {
        Task::other(move |control| genfens::run(&wanted, control))
    }

    /// A change of the engine. It takes seconds if the table is large, the threads are many or the disk is slow.
    pub(crate) fn setup(change: impl FnOnce(&mut Engine) + Send + 'static) -> Task {
        Task { work: Box::new(|engine, _| change(engine)), kind: TaskKind::Setup }
    }

    /// Something for which the session's engine only makes room.
    fn other(work: impl FnOnce(&Control) + Send + 'static) -> Task {
        Task { work: Box::new(|_, control| work(control)), kind: TaskKind::Count }
    }
}

/// Adds to the limits of a `go` what the options say and what it left open.
fn complete(mut limits: Limits, side: Color, settings: &Settings) -> Limits {
    limits.overhead = settings.move_overhead();
    limits.multi_pv = settings.multi_pv();
    limits.may_ponder = settings.may_ponder();
    // A GUI that sends only the other side's clock still wants its move in time.
    if limits.clock[side].is_none() && limits.clock[!side].is_some() {
        limits.clock[side] = limits.clock[!side];
        if limits.increment[side].is_zero() {
            limits.increment[side] = limits.increment[!side];
        }
    }
    limits.infinite |= !has_limit(&limits, side) && !limits.ponder;
    limits
}

/// Whether a search of this side ends by itself, once it is no longer pondering.
fn has_limit(limits: &Limits, side: Color) -> bool {
    limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
        || limits.movetime.is_some()
        || limits.clock[side].is_some()
}

fn view(root: Position, settings: &Settings, style: Style) -> Box<dyn View> {
    let (notation, shows_wdl) = (settings.notation(), settings.shows_wdl());
    match style {
        Style::Uci => Box::new(UciView::new(root, notation, shows_wdl)),
        Style::Console => Box::new(ConsoleView::new(root, notation, shows_wdl)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use types::ByColor;

    fn completed(limits: Limits, side: Color) -> Limits {
        complete(limits, side, &Settings::default())
    }

    #[test]
    fn go_without_a_limit_is_infinite() {
        assert!(completed(Limits::default(), Color::White).infinite);
        assert!(!completed(Limits { ponder: true, ..Limits::default() }, Color::White).infinite);
        assert!(!completed(Limits { depth: Some(Depth(3)), ..Limits::default() }, Color::White).infinite);
    }

    #[test]
    fn a_lone_clock_is_that_of_the_side_to_move() {
        let clock = ByColor([Some(Duration::from_millis(100)), None]);
        for side in Color::ALL {
            let limits = completed(Limits { clock, ..Limits::default() }, side);
            assert_eq!(limits.clock[side], Some(Duration::from_millis(100)));
            assert!(!limits.infinite);
        }
    }

    #[test]
    fn a_lone_clock_leaves_an_increment_that_was_given() {
        let ms = Duration::from_millis;
        for (own, expected) in [(2, 2), (0, 7)] {
            let limits = Limits {
                clock: ByColor([Some(ms(100)), None]),
                increment: ByColor([ms(7), ms(own)]),
                ..Limits::default()
            };
            assert_eq!(completed(limits, Color::Black).increment[Color::Black], ms(expected));
        }
    }

    #[test]
    fn options_reach_the_limits() {
        let mut settings = Settings::default();
        for (name, value) in [("MultiPV", "3"), ("MoveOverhead", "77"), ("Ponder", "true")] {
            settings.set(name, Some(value)).unwrap();
        }
        let limits = complete(Limits::default(), Color::White, &settings);
        assert!(limits.may_ponder);
        assert_eq!((limits.multi_pv.get(), limits.overhead), (3, Duration::from_millis(77)));
    }
}
