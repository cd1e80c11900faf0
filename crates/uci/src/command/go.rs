//! `go`: limits in any order and combination, or `go perft <depth>`.
//!
//! A GUI waits for a `bestmove` after every `go`, so a `go` that is not `go perft` is always a search. Each [`GoFault`] in it
//! is reported, and the search runs with the rest of its limits. A number out of range is replaced by the nearest one in
//! range.

use std::num::{NonZeroU16, NonZeroU32};
use std::time::Duration;

use movegen::Position;
use search::Limits;
use types::Color;

use super::parse::{CommandError, Integer, Tokens, depth_of, similar};
use super::table::Parameter;
use crate::game;
use crate::options::Settings;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Go {
    Search(Box<GoSearch>),
    /// Count the leaves of its tree of legal moves.
    Perft {
        /// In plies.
        depth: u8,
    },
}

/// The limits of a search, and the parts of its `go` that were not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GoSearch {
    pub(crate) limits: Limits,
    pub(crate) faults: Vec<GoFault>,
}

/// A part of a `go` that was not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GoFault {
    pub(crate) error: CommandError,
    /// The consequence in words, if the search begins, such as "it is ignored".
    pub(crate) consequence: String,
}

pub(super) const LIMITS: [Parameter; 13] = [
    Parameter::new("searchmoves", "<move> ...", "searches only these moves, or all if none of them is legal"),
    Parameter::new("ponder", "", "searches on the opponent's time, until `ponderhit` or `stop`"),
    Parameter::new("wtime", "<ms>", "time left on White's clock"),
    Parameter::new(
        "btime",
        "<ms>",
        "time left on Black's clock; if only one clock is given, it is that of the side to move",
    ),
    Parameter::new("winc", "<ms>", "time that White gets for each move"),
    Parameter::new("binc", "<ms>", "time that Black gets for each move"),
    Parameter::new("movestogo", "<n>", "moves until the clock is refilled"),
    Parameter::new("depth", "<n>", "plies of iterative deepening"),
    Parameter::new("nodes", "<n>", "positions searched at most, by all threads together"),
    Parameter::new(
        "mate",
        "<n>",
        "searches until a mate in n moves or fewer is proven, or proven not to exist",
    ),
    Parameter::new("movetime", "<ms>", "time for this move"),
    Parameter::new("infinite", "", "searches until `stop`, as does a `go` without any limit"),
    Parameter::new(
        PERFT,
        "<n>",
        "instead of a search, counts the leaves of the tree of legal moves below each move",
    ),
];

const PERFT: &str = "perft";

/// The names of the limits of a search.
fn limit_names() -> impl Iterator<Item = &'static str> + Clone {
    LIMITS.iter().map(|limit| limit.name).filter(|&name| name != PERFT)
}

/// The longest time of a clock. It is far from any overflow, and longer ones would not change the search.
const MAX_TIME_MS: u64 = 1_000_000_000_000;

/// The time of a search whose limits were not understood: short, but long enough for a line or two.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

const IGNORED: &str = "it is ignored";

impl Go {
    /// Reads what follows `go`, for a search of this position under these options. Only a faulty `perft` is an error.
    pub(crate) fn parse(text: &str, position: &Position, settings: &Settings) -> Result<Go, CommandError> {
        let tokens = &mut Tokens::new(text);
        if tokens.peek() == Some(PERFT) {
            tokens.next();
            let depth = tokens.number(PERFT, 0)?;
            tokens.expect_end()?;
            return Ok(Go::Perft { depth });
        }
        let limits = Limits {
            overhead: Duration::from_millis(settings.move_overhead.into()),
            multi_pv: settings.multi_pv(),
            may_ponder: settings.ponder,
            ..Limits::default()
        };
        let search = GoSearch { limits, faults: Vec::new() };
        let mut parser = GoParser { position, search, is_misread: false };
        let (mut seen, mut unknown) = (Vec::new(), Vec::new());
        let limit_named = |word: &str| limit_names().find(|&name| name == word);
        while let Some(word) = tokens.next() {
            let Some(name) = limit_named(word) else {
                unknown.push(word);
                continue;
            };
            let (before, earlier) = (*tokens, parser.search.clone());
            let mut understood = parser.value(name, tokens);
            if seen.contains(&name) {
                // The first one counts. The value of this one was read and is ignored.
                parser.search = earlier;
                let twice = CommandError::new(format_args!("'{name}' is given twice"), "once");
                understood = understood.and(Err(twice));
            }
            match understood {
                Ok(()) => seen.push(name),
                Err(error) => {
                    parser.fault(error, IGNORED.to_owned());
                    // The word in place of a number may be the next limit.
                    if before.peek().and_then(limit_named).is_some() {
                        *tokens = before;
                    }
                }
            }
        }
        if !unknown.is_empty() {
            let mut expected = format!("one of {}", limit_names().collect::<Vec<_>>().join(", "));
            if let Some(meant) = unknown.iter().find_map(|word| similar(word, limit_names())) {
                expected += &format!(" (did you mean '{meant}'?)");
            }
            parser.fault(CommandError::unexpected(&unknown.join(" "), expected), IGNORED.to_owned());
        }
        let GoParser { mut search, is_misread, .. } = parser;
        make_finite_or_infinite(&mut search.limits, position.side_to_move(), is_misread);
        if let Some(strength) = settings.strength_limit() {
            strength.eased(position).apply(&mut search.limits);
        }
        Ok(Go::Search(Box::new(search)))
    }
}

/// Makes sure that the search of this side ends: by its limits, or without limits by `stop` alone.
fn make_finite_or_infinite(limits: &mut Limits, side: Color, is_misread: bool) {
    // If a GUI sends only the other side's clock, it applies to this side.
    if limits.clock[side].is_none() && limits.clock[!side].is_some() {
        limits.clock[side] = limits.clock[!side];
        if limits.increment[side].is_zero() {
            limits.increment[side] = limits.increment[!side];
        }
    }
    let Limits { depth, nodes, mate, .. } = limits;
    let is_limited = depth.is_some() || nodes.is_some() || mate.is_some() || limits.has_time_limit(side);
    if !is_limited && is_misread && !limits.infinite {
        limits.movetime = Some(DEFAULT_TIME);
    } else if !is_limited {
        limits.infinite = true;
    }
}

struct GoParser<'a> {
    position: &'a Position,
    search: GoSearch,
    /// True if a limit was not understood. A move that is not legal is no limit.
    is_misread: bool,
}

impl GoParser<'_> {
    fn fault(&mut self, error: CommandError, consequence: String) {
        self.is_misread = true;
        self.search.faults.push(GoFault { error, consequence });
    }

    /// Reads what follows the name of a limit.
    fn value(&mut self, name: &'static str, tokens: &mut Tokens<'_>) -> Result<(), CommandError> {
        match name {
            "searchmoves" => self.search_moves(tokens)?,
            "ponder" => self.search.limits.ponder = true,
            "infinite" => self.search.limits.infinite = true,
            "wtime" => self.search.limits.clock[Color::White] = Some(time(name, tokens)?),
            "btime" => self.search.limits.clock[Color::Black] = Some(time(name, tokens)?),
            "winc" => self.search.limits.increment[Color::White] = time(name, tokens)?,
            "binc" => self.search.limits.increment[Color::Black] = time(name, tokens)?,
            // Some GUIs write 0 for a clock that is never refilled.
            "movestogo" => self.search.limits.moves_to_go = NonZeroU32::new(self.number(name, tokens, 0)?),
            "depth" => self.search.limits.depth = Some(depth_of(self.number(name, tokens, 1)?)),
            "nodes" => self.search.limits.nodes = Some(self.number(name, tokens, 0)?),
            "mate" => self.search.limits.mate = NonZeroU16::new(self.number(name, tokens, 1)?),
            _ => self.search.limits.movetime = Some(time(name, tokens)?),
        }
        Ok(())
    }

    /// The number that follows a limit, or the nearest one in range.
    fn number<T: Integer>(&mut self, name: &str, tokens: &mut Tokens<'_>, min: T) -> Result<T, CommandError> {
        let found = tokens.peek().unwrap_or_default();
        tokens.number(name, min).or_else(|error| {
            let nearest = nearest(found, min).ok_or_else(|| error.clone())?;
            self.fault(error, format!("{nearest} is used instead"));
            Ok(nearest)
        })
    }

    /// The legal moves up to the next limit.
    fn search_moves(&mut self, tokens: &mut Tokens<'_>) -> Result<(), CommandError> {
        let texts = tokens.take_while(|word| limit_names().all(|name| name != word));
        if texts.is_empty() {
            return Err(CommandError::after("searchmoves", tokens.peek(), "moves such as e2e4"));
        }
        let mut illegal = Vec::new();
        for (number, text) in (1..).zip(texts) {
            match game::parse_move(self.position, text) {
                Ok(mv) => self.search.limits.search_moves.push(mv),
                Err(error) => illegal.push(CommandError::other(format_args!("move {number}: {error}"))),
            }
        }
        let is_any_legal = !self.search.limits.search_moves.is_empty();
        let consequence = if is_any_legal { "it is left out" } else { "all moves are searched" };
        let faults = illegal.into_iter().map(|error| GoFault { error, consequence: consequence.to_owned() });
        self.search.faults.extend(faults);
        Ok(())
    }
}

/// Milliseconds. GUIs send a negative time when a clock has run out and they play on.
fn time(name: &str, tokens: &mut Tokens<'_>) -> Result<Duration, CommandError> {
    let found = tokens.next();
    // Without the range, which is too wide to help.
    let error = || CommandError::after(name, found, "a whole number of milliseconds");
    let milliseconds: u64 = found.and_then(|word| nearest(word, 0)).ok_or_else(error)?;
    Ok(Duration::from_millis(milliseconds.min(MAX_TIME_MS)))
}

/// An integer, or the nearest one in range. `None` if the word is no integer.
fn nearest<T: Integer>(word: &str, min: T) -> Option<T> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    Some(match word.parse::<T>() {
        Ok(number) if number >= min => number,
        Ok(_) => min,
        Err(_) if word.starts_with('-') => min,
        Err(_) => T::MAX,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::{ByColor, Depth, Move};

    fn search_with(line: &str, side: Color, settings: &Settings) -> GoSearch {
        let mut position = Position::startpos();
        if side == Color::Black {
            position.play_null();
        }
        match Go::parse(line, &position, settings) {
            Ok(Go::Search(search)) => *search,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn search(line: &str) -> GoSearch {
        search_with(line, Color::White, &Settings::default())
    }

    fn moves(texts: &[&str]) -> Vec<Move> {
        texts.iter().map(|text| Position::startpos().parse_uci(text).unwrap()).collect()
    }

    #[test]
    fn every_limit_has_its_place_and_all_combine() {
        let all = "infinite ponder wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 mate 8 \
                   movetime 9 searchmoves e2e4 Nf3";
        let ms = Duration::from_millis;
        let limits = Limits {
            depth: Some(Depth(6)),
            nodes: Some(7),
            mate: NonZeroU16::new(8),
            movetime: Some(ms(9)),
            clock: ByColor([Some(ms(1)), Some(ms(2))]),
            increment: ByColor([ms(3), ms(4)]),
            moves_to_go: NonZeroU32::new(5),
            infinite: true,
            ponder: true,
            search_moves: moves(&["e2e4", "g1f3"]),
            ..search("infinite").limits
        };
        assert_eq!(search(all), GoSearch { limits, faults: Vec::new() });
    }

    #[test]
    fn extreme_numbers_are_brought_into_range() {
        assert_eq!(search("wtime -50").limits.clock[Color::White], Some(Duration::ZERO));
        assert_eq!(search("depth 4000000000").limits.depth, Some(Depth::MAX));
        assert_eq!(search("movestogo 0").limits.moves_to_go, None);
        let longest = Some(Duration::from_millis(MAX_TIME_MS));
        for number in ["9223372036854775807", "99999999999999999999999"] {
            assert_eq!(search(&format!("btime {number}")).limits.clock[Color::Black], longest);
        }
        assert_eq!(search("nodes 18446744073709551615").limits.nodes, Some(u64::MAX));
    }

    #[test]
    fn each_fault_is_reported_and_the_other_limits_count() {
        for (line, understood, fault) in [
            ("wtime 5 movestogo -1 btime 6", "wtime 5 btime 6", "'movestogo' is followed by '-1'"),
            ("wtime 5 wtime 6 btime 7", "wtime 5 btime 7", "'wtime' is given twice"),
            ("rtime 300 wtime 5 x depth 7 9", "wtime 5 depth 7", "found 'rtime 300 x 9'"),
            ("depth five nodes 9", "nodes 9", "'depth' is followed by 'five'"),
            ("depth five depth 5", "depth 5", "'depth' is followed by 'five'"),
            ("wtime btime 5", "btime 5", "found 'btime' after 'wtime'"),
            ("depth 3 wtime 1e3", "depth 3", "found '1e3' after 'wtime'"),
            ("nodes +5 depth 3", "depth 3", "'nodes' is followed by '+5'"),
            ("infinite depth", "infinite", "nothing follows 'depth'"),
            ("searchmoves depth 5", "depth 5", "found 'depth' after 'searchmoves'"),
            ("searchmoves e2e4 d4 O-O depth 3", "searchmoves e2e4 d2d4 depth 3", "move 3: 'O-O'"),
            ("depth -99999999999999999999999", "depth 1", "'depth' is followed by '-9"),
            ("depth 999999999999", "depth 4294967295", "'depth' is followed by '9"),
            ("nodes 18446744073709551616", "nodes 18446744073709551615", "'nodes' is followed by '1"),
            ("mate 0", "mate 1", "'mate' is followed by '0'"),
            ("mate 65536", "mate 65535", "'mate' is followed by '65536'"),
            ("depth 5 movestogo 99999999999", "depth 5 movestogo 4294967295", "'movestogo' is followed by"),
        ] {
            let GoSearch { limits, faults } = search(line);
            assert_eq!(limits, search(understood).limits, "{line}");
            let texts: Vec<String> = faults.iter().map(|fault| fault.error.to_string()).collect();
            assert!(matches!(&texts[..], [only] if only.starts_with(fault)), "{line}: {texts:?}");
        }
    }

    #[test]
    fn a_search_without_a_limit_is_infinite_and_one_without_a_usable_limit_is_short() {
        let limits = |line| search_with(line, Color::Black, &Settings::default()).limits;
        for line in ["", "ponder", "searchmoves e2e4", "movestogo 5", "winc 100", "infinite depth x"] {
            assert!(limits(line).infinite && limits(line).movetime.is_none(), "{line}");
        }
        for line in
            ["depth", "nodes +5", "wtime 1e3", "fast", "searchmoves", "ponder depth x", "movestogo 4 mate x"]
        {
            assert_eq!((limits(line).movetime, limits(line).infinite), (Some(DEFAULT_TIME), false), "{line}");
        }
        assert_eq!(limits("wtime 5 fast").movetime, None);
        assert!(!limits("depth 3").infinite);
    }

    #[test]
    fn every_line_without_perft_is_a_search_that_ends_or_waits_for_stop() {
        let others = [
            "perft",
            "-1",
            "0",
            "7",
            "99999999999999999999",
            "x",
            "-",
            "",
            "e2e4",
            "+3",
            "1.5",
            "é",
            "moves",
        ];
        let words: Vec<&str> = limit_names().chain(others).collect();
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..5_000 {
            let line = (0..7).filter_map(|_| rng.choice(&words).copied()).collect::<Vec<_>>().join(" ");
            if line.trim_start().starts_with("perft") {
                continue;
            }
            for side in Color::ALL {
                let GoSearch { limits, faults } = search_with(&line, side, &Settings::default());
                let Limits { depth, nodes, mate, infinite, .. } = limits;
                let is_limited =
                    depth.is_some() || nodes.is_some() || mate.is_some() || limits.has_time_limit(side);
                assert!(is_limited || infinite, "{line}");
                let is_move = |fault: &GoFault| fault.error.to_string().starts_with("move ");
                assert!(faults.iter().all(is_move) || is_limited || line.contains("infinite"), "{line}");
            }
        }
    }

    #[test]
    fn a_lone_clock_is_that_of_the_side_to_move() {
        for side in Color::ALL {
            let limits = search_with("wtime 100", side, &Settings::default()).limits;
            assert_eq!((limits.clock[side], limits.infinite), (Some(Duration::from_millis(100)), false));
        }
        for (own, expected) in [(2, 2), (0, 7)] {
            let line = format!("wtime 100 winc 7 binc {own}");
            let limits = search_with(&line, Color::Black, &Settings::default()).limits;
            assert_eq!(limits.increment[Color::Black], Duration::from_millis(expected));
        }
    }

    #[test]
    fn options_reach_the_limits() {
        let mut settings = Settings::default();
        for (name, value) in
            [("MultiPV", "3"), ("Move Overhead", "77"), ("Ponder", "true"), ("UCI_LimitStrength", "true")]
        {
            settings.set(name, Some(value)).unwrap();
        }
        let limits = search_with("", Color::White, &settings).limits;
        assert!(limits.may_ponder && limits.infinite && limits.soft_nodes.is_some());
        assert_eq!((limits.multi_pv.get(), limits.overhead), (3, Duration::from_millis(77)));
    }
}
