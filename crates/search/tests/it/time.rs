//! Time management, on a clock that only nodes advance: every search is the same on every machine, at any speed.

use std::num::{NonZeroU32, NonZeroUsize};
use std::time::Duration;

use search::observer::Entered;
use search::{Clock, Control, Engine, Game, Limits, Mebibytes, PvLine, SearchObserver};
use types::{ByColor, Color, Depth};

use crate::support::{
    LineRecorder, NodeClock, POSITIONS, Ticker, depth, drawn_tables, game, is_drawn, search_with, with_lines,
};

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}

/// An engine on a clock that advances by a fixed time for every node.
struct Slow {
    clock: &'static NodeClock,
    engine: Engine,
    time_per_node: Duration,
}

/// The largest number of nodes between two looks at the clock.
const NODES_UNSEEN: u32 = 256;

impl Slow {
    fn new(clock: &'static NodeClock, time_per_node: Duration) -> Slow {
        let engine = Engine::with_clock(clock, Mebibytes(1)).expect("so little memory is always there");
        Slow { clock, engine, time_per_node }
    }

    /// Searches, and returns the time that it took.
    fn search(&mut self, game: &Game, limits: &Limits) -> (PvLine, LineRecorder, Duration) {
        let before = self.clock.now();
        let mut ticker = Ticker { clock: self.clock, time_per_node: self.time_per_node };
        let (outcome, recorder) = search_with(&mut self.engine, game, limits, &mut ticker);
        (outcome, recorder, self.clock.now() - before)
    }

    /// The longest time between two looks at the clock.
    fn granularity(&self) -> Duration {
        // A move is counted before its node is entered, and a test of singularity enters its node again.
        self.time_per_node * NODES_UNSEEN * 2
    }
}

/// A game against itself, with these times of both sides. A control of `moves_to_go` moves repeats; without, it is the
/// only one. Returns the time left after each half-move. No flag may fall, nor may a search touch the overhead.
fn times_left(
    opening: Game,
    time: Duration,
    increment: Duration,
    moves_to_go: Option<u32>,
    overhead: Duration,
    time_per_node: Duration,
) -> Vec<Duration> {
    let mut slow = Slow::new(NodeClock::leaked(), time_per_node);
    let (mut game, mut clocks, mut left) = (opening, ByColor::splat(time), Vec::new());
    while left.len() < HALF_MOVES && !game.position().legal_moves().is_empty() && !is_drawn(&game) {
        let (side, played) = (game.position().side_to_move(), left.len() as u32 / 2);
        let moves_to_go = moves_to_go.map(|moves| moves - played % moves);
        let limits = Limits {
            clock: ByColor(clocks.0.map(Some)),
            increment: ByColor::splat(increment),
            moves_to_go: moves_to_go.and_then(NonZeroU32::new),
            overhead,
            ..Limits::default()
        };
        let (outcome, _, taken) = slow.search(&game, &limits);
        let usable = clocks[side].saturating_sub(overhead);
        assert!(taken <= usable + slow.granularity(), "{taken:?} of {:?}", clocks[side]);
        assert!(taken < clocks[side], "{side} lost on time: {taken:?} {limits:?}");
        clocks[side] = clocks[side] - taken + increment;
        if moves_to_go == Some(1) {
            clocks[side] += time;
        }
        left.push(clocks[side]);
        game.play(outcome.best_move().expect("the game goes on"));
    }
    left
}

const HALF_MOVES: usize = 120;

#[test]
fn no_flag_falls_in_a_game_and_the_overhead_is_kept() {
    for (time, increment, moves_to_go, overhead, nanoseconds) in [
        (2000, 0, None, 20, 20_000),
        (300, 30, None, 10, 5_000),
        (60, 1, None, 8, 2_000),
        (1000, 0, Some(20), 20, 10_000),
        (5000, 100, None, 100, 50_000),
    ] {
        let per_node = Duration::from_nanos(nanoseconds);
        times_left(Game::default(), ms(time), ms(increment), moves_to_go, ms(overhead), per_node);
    }
}

/// Prints how the clock is spent: the percent of it that is left after 20, 40, 60 and more half-moves, for each of the
/// time controls in `COPPICE_CLOCKS`, written `seconds+increment` or `moves/seconds`. A game has as many nodes at every
/// control, so the rows differ only by what the time manager does.
#[test]
#[ignore = "prints a table for the time controls in COPPICE_CLOCKS"]
fn clocks() {
    const NODES_PER_GAME: f64 = 2_500_000.0;
    let controls = std::env::var("COPPICE_CLOCKS").expect("COPPICE_CLOCKS has time controls: 8+0.08 40/60");
    println!("percent left after      20     40     60     80    100    120");
    for control in controls.split_whitespace() {
        let seconds = |text: &str| Duration::from_secs_f64(text.parse().expect(control));
        let (time, increment, moves_to_go) = match (control.split_once('+'), control.split_once('/')) {
            (Some((time, increment)), _) => (seconds(time), seconds(increment), None),
            (_, Some((moves, time))) => (seconds(time), Duration::ZERO, moves.parse().ok()),
            _ => panic!("'{control}' is no time control, expected seconds+increment or moves/seconds"),
        };
        let per_node = 2 * (time + increment * (HALF_MOVES as u32 / 2)).div_f64(NODES_PER_GAME);
        let games = [4, 5, 6, 7, 9, 17]
            .map(|index| times_left(game(POSITIONS[index]), time, increment, moves_to_go, ms(20), per_node));
        print!("{control:<19}");
        for half_moves in (20..=HALF_MOVES).step_by(20) {
            let left = games.iter().filter_map(|left| left.get(half_moves - 2..half_moves));
            let percents: Vec<f64> =
                left.flatten().map(|left| 100.0 * left.as_secs_f64() / time.as_secs_f64()).collect();
            print!("{:7.1}", percents.iter().sum::<f64>() / percents.len() as f64);
        }
        println!();
    }
}

/// A search that had to wait for its engine.
#[test]
fn time_counts_from_the_moment_at_which_the_search_was_asked_for() {
    let clock = NodeClock::leaked();
    let mut slow = Slow::new(clock, Duration::from_micros(5));
    clock.pass(ms(1000));
    for waited in [0, 60, 500] {
        let asked_at = Some(clock.now() - ms(waited));
        let limits = Limits { movetime: Some(ms(100)), asked_at, ..Limits::default() };
        let (_, recorder, taken) = slow.search(&game(POSITIONS[5]), &limits);
        let left = ms(100u64.saturating_sub(waited));
        assert!(taken >= left && taken <= left + slow.granularity(), "{taken:?} of {left:?}");
        assert!(recorder.lines.iter().all(|line| line.time >= ms(waited)));
    }
}

/// A processor shared with other programs: now and then the search has to wait.
struct Shared {
    clock: &'static NodeClock,
    /// The number of nodes between two waits.
    turn: u64,
    nodes: u64,
}

impl Shared {
    const WAIT: Duration = ms(40);
}

impl SearchObserver for Shared {
    fn enter(&mut self, _: &Entered) {
        self.nodes += 1;
        let waits = self.nodes.is_multiple_of(self.turn);
        self.clock.pass(if waits { Shared::WAIT } else { Duration::from_micros(1) });
    }
}

/// The time left of a second after a search with waits between this many nodes.
fn left_of_a_second(engine: &mut Engine, clock: &'static NodeClock, fen: &str, turn: u64) -> Duration {
    let limits = Limits { movetime: Some(ms(1000)), ..Limits::default() };
    let before = clock.now();
    search_with(engine, &game(fen), &limits, &mut Shared { clock, turn, nodes: 0 });
    ms(1000).saturating_sub(clock.now() - before)
}

#[test]
fn three_more_waits_for_a_busy_processor_still_fit_into_the_time() {
    let clock = NodeClock::leaked();
    let mut engine = Engine::with_clock(clock, Mebibytes(1)).expect("so little memory is always there");
    for fen in &POSITIONS[5..8] {
        let left = left_of_a_second(&mut engine, clock, fen, 10_000);
        // One wait that came just before the last look at the clock is spent.
        assert!(left >= 2 * Shared::WAIT && left <= 4 * Shared::WAIT, "{fen}: {left:?} left");
    }
}

#[test]
fn a_search_keeps_time_after_one_that_had_to_wait() {
    let clock = NodeClock::leaked();
    let mut engine = Engine::with_clock(clock, Mebibytes(1)).expect("so little memory is always there");
    let mut left = |turn| {
        // A new game is played on the same machine.
        engine.new_game();
        left_of_a_second(&mut engine, clock, POSITIONS[5], turn)
    };
    assert!(left(u64::MAX) < ms(1), "nothing is set aside where nothing was waited for");
    left(10_000);
    let (next, second) = (left(u64::MAX), left(u64::MAX));
    assert!(next >= Shared::WAIT && second >= Shared::WAIT / 2, "{next:?}, then {second:?}");
    assert!(second < next && next < 2 * Shared::WAIT);
}

#[test]
fn the_time_before_the_first_node_is_no_wait() {
    let clock = NodeClock::leaked();
    let mut engine = Engine::with_clock(clock, Mebibytes(1)).expect("so little memory is always there");
    engine.use_tablebases(Some(drawn_tables(Some(clock))));
    let before = clock.now();
    let left = left_of_a_second(&mut engine, clock, POSITIONS[5], u64::MAX);
    assert!(left < ms(1), "{left:?} set aside");
    assert!(clock.now() - before >= ms(1000));
}

#[test]
fn zero_time_gives_a_legal_move() {
    let clock = NodeClock::leaked();
    let mut slow = Slow::new(clock, ms(50));
    for fen in POSITIONS {
        for time in [Duration::ZERO, ms(1)] {
            let clocks = Limits { clock: ByColor::splat(Some(time)), overhead: ms(30), ..Limits::default() };
            let (outcome, ..) = slow.search(&game(fen), &clocks);
            assert!(outcome.nodes <= NODES_UNSEEN.into());
            let (outcome, ..) =
                slow.search(&game(fen), &Limits { movetime: Some(time), ..Limits::default() });
            assert!(outcome.nodes <= NODES_UNSEEN.into());
        }
    }
}

/// Checks that the engine does not promote to a queen, which is stalemate and which a search of one ply does not see.
#[test]
fn with_no_time_left_a_few_plies_are_searched() {
    for (time, overhead) in [(0, 20), (1, 20), (15, 20), (1, 0), (500, 20), (500, 5000)] {
        let clock = NodeClock::leaked();
        let mut slow = Slow::new(clock, Duration::from_micros(1));
        let clocks =
            Limits { clock: ByColor::splat(Some(ms(time))), overhead: ms(overhead), ..Limits::default() };
        let (outcome, ..) = slow.search(&game("8/5P1k/8/6K1/8/8/8/8 w - - 0 1"), &clocks);
        let best = outcome.best_move().map(|mv| mv.to_string());
        assert!(best.is_some() && best.as_deref() != Some("f7f8q"), "{time} ms, {overhead} lost: {best:?}");
    }
}

#[test]
fn only_the_clock_of_the_side_to_move_matters() {
    let clock = NodeClock::leaked();
    let mut slow = Slow::new(clock, Duration::from_micros(1000));
    let mut clocks = ByColor::splat(None);
    clocks[Color::White] = Some(ms(1000));
    let limits = Limits { clock: clocks, ..Limits::default() };
    let (.., taken) = slow.search(&game(POSITIONS[5]), &limits);
    assert!(taken < ms(1000));
    // Black has no clock of its own: its depth alone ends the search.
    let limits = Limits { clock: clocks, depth: Some(Depth(8)), ..Limits::default() };
    let (outcome, _, taken) = slow.search(&game(POSITIONS[7]), &limits);
    assert!(outcome.depth == Depth(8) && taken > ms(1000), "{taken:?}");
}

/// The nodes of the other lines say nothing about the confidence in the best.
#[test]
fn several_lines_take_about_the_time_of_one() {
    let taken = |lines: usize| -> Duration {
        let mut slow = Slow::new(NodeClock::leaked(), Duration::from_micros(100));
        let multi_pv = NonZeroUsize::new(lines).expect("at least one line");
        let limits = Limits { clock: ByColor::splat(Some(ms(60_000))), multi_pv, ..Limits::default() };
        POSITIONS.iter().map(|position| slow.search(&game(position), &limits).2).sum()
    };
    let (one, five) = (taken(1), taken(5));
    assert!(five < one * 3 / 2 && one < five * 3 / 2, "one line {one:?}, five {five:?}");
}

#[test]
fn a_forced_move_takes_little_time() {
    let clock = NodeClock::leaked();
    let mut slow = Slow::new(clock, Duration::from_micros(100));
    let forced = game("7k/8/8/8/8/8/r7/1K5r w - - 0 1");
    assert_eq!(forced.position().legal_moves().len(), 1);
    let limits = Limits { clock: ByColor::splat(Some(ms(60_000))), ..Limits::default() };
    let (.., forced_took) = slow.search(&forced, &limits);
    // All positions, because the time of a free move depends on the position.
    let free_took = POSITIONS.iter().map(|position| slow.search(&game(position), &limits).2).max();
    let free_took = free_took.unwrap_or_default();
    assert!(forced_took * 50 < free_took, "{forced_took:?} and {free_took:?}");
}

/// Advances the clock, and sends a ponder hit at a given time.
struct Hit<'a> {
    ticker: Ticker<'a>,
    control: &'a Control,
    due: Duration,
    /// The time at which it was sent.
    played: Option<Duration>,
}

impl SearchObserver for Hit<'_> {
    fn enter(&mut self, entered: &Entered) {
        self.ticker.enter(entered);
        let now = self.ticker.clock.now();
        if self.played.is_none() && now >= self.due {
            self.played = Some(now);
            self.control.ponder_hit();
        }
    }
}

/// Ponders until a hit at a given time and then continues. Returns the time from the hit to the end of the search.
fn after_a_hit(due: Duration, limits: &Limits) -> (PvLine, Duration) {
    let clock = NodeClock::leaked();
    let control = &Control::new();
    let mut slow = Slow::new(clock, TIME_PER_PONDERED_NODE);
    let ticker = Ticker { clock, time_per_node: slow.time_per_node };
    let mut hit = Hit { ticker, control, due, played: None };
    let limits = Limits { ponder: true, ..limits.clone() };
    let (game, recorder) = (game(POSITIONS[5]), &mut LineRecorder::default());
    let observer: &mut dyn SearchObserver = &mut hit;
    let outcome = slow.engine.search_with(&game, &limits, control, recorder, observer);
    let played = hit.played.expect("the search must not end before the hit");
    (PvLine { time: Duration::ZERO, ..outcome }, clock.now() - played)
}

/// A time per node so short that gaps between looks at the clock never count as waits.
const TIME_PER_PONDERED_NODE: Duration = Duration::from_micros(7);
const GRANULARITY: Duration = Duration::from_micros(7 * NODES_UNSEEN as u64 * 2);

/// Checks that a search that is overdue while pondering ends at once with the hit.
#[test]
fn an_overdue_search_ends_with_the_hit() {
    let limits = Limits { clock: ByColor::splat(Some(ms(1000))), ..Limits::default() };
    // Three times the time on the clock.
    let (_, taken) = after_a_hit(ms(3_000), &limits);
    assert!(taken <= GRANULARITY, "{taken:?}");
}

#[test]
fn after_a_hit_our_own_time_begins_in_full() {
    let limits = Limits { movetime: Some(ms(400)), ..Limits::default() };
    for due in [1, 100, 1_000] {
        let (_, taken) = after_a_hit(ms(due), &limits);
        assert!(taken >= ms(400) && taken <= ms(400) + GRANULARITY, "hit after {due} ms: {taken:?}");
    }
}

/// Checks that the soft limit counts the whole search, pondering included.
#[test]
fn after_an_early_hit_the_search_takes_as_long_as_without_pondering() {
    let limits = Limits { clock: ByColor::splat(Some(ms(30_000))), ..Limits::default() };
    let clock = NodeClock::leaked();
    let (alone, _, taken) = Slow::new(clock, TIME_PER_PONDERED_NODE).search(&game(POSITIONS[5]), &limits);
    let (pondered, since_hit) = after_a_hit(ms(10), &limits);
    assert_eq!(pondered, alone);
    assert!(since_hit > taken / 2, "{since_hit:?} of {taken:?}");
}

#[test]
fn the_current_move_and_bounds_are_reported_after_a_few_seconds_only() {
    for (microseconds, is_reported) in [(0, false), (1000, true)] {
        let clock = NodeClock::leaked();
        let mut slow = Slow::new(clock, Duration::from_micros(microseconds));
        let limits = Limits { depth: Some(Depth(10)), ..Limits::default() };
        let (_, recorder, _) = slow.search(&game(POSITIONS[5]), &limits);
        assert_eq!(!recorder.current_moves.is_empty(), is_reported);
        let is_exact = |line: &PvLine| line.bound == search::Bound::Exact;
        assert_eq!(!recorder.lines.iter().all(is_exact), is_reported);
        assert!(recorder.current_moves.iter().all(|current| current.number >= 1));
    }
}

/// Checks the numbers of current moves: with several lines, the first move of the second line is the second of its
/// iteration.
#[test]
fn current_moves_are_counted_through_all_lines() {
    let clock = NodeClock::leaked();
    let mut slow = Slow::new(clock, Duration::from_micros(1000));
    let limits = with_lines(3, depth(9));
    let (_, recorder, _) = slow.search(&game(POSITIONS[5]), &limits);
    // Only a whole iteration counts: an earlier one may have begun before reports did.
    let last = recorder.current_moves.iter().filter(|current| current.depth == Depth(9));
    let numbers: Vec<u32> = last.map(|current| current.number).collect();
    let firsts = numbers.iter().filter(|&&number| number == 1).count();
    let leaps = numbers.windows(2).filter(|pair| pair[1] != pair[0] + 1).map(|pair| pair[1]);
    assert!(firsts >= 1 && leaps.clone().any(|number| number == 3), "{numbers:?}");
    assert!(leaps.is_sorted(), "each line begins behind those before it: {numbers:?}");
}
