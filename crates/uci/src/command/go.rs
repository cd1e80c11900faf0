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

use super::parse::{CommandError, Integer, Tokens, depth_of};
use super::suggest;
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
#[derive(Clone, PartialEq, Eq, Debug, Default)]
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
    limit("searchmoves", "<move> ...", "searches only these moves, or all if none of them is legal"),
    limit("ponder", "", "searches on the opponent's time, until `ponderhit` or `stop`"),
    limit("wtime", "<ms>", "time left on White's clock"),
    limit(
        "btime",
        "<ms>",
        "time left on Black's clock; if only one clock is given, it is that of the side to move",
    ),
    limit("winc", "<ms>", "time that White gets for each move"),
    limit("binc", "<ms>", "time that Black gets for each move"),
    limit("movestogo", "<n>", "moves until the clock is refilled"),
    limit("depth", "<n>", "plies of iterative deepening"),
    limit("nodes", "<n>", "positions searched at most, by all threads together"),
    limit("mate", "<n>", "searches until a mate in n moves or fewer is proven, or proven not to exist"),
    limit("movetime", "<ms>", "time for this move"),
    limit("infinite", "", "searches until `stop`, as does a `go` without any limit"),
    limit(PERFT, "<n>", "instead of a search, counts the leaves of the tree of legal moves below each move"),
];

const PERFT: &str = "perft";

const fn limit(name: &'static str, argument: &'static str, about: &'static str) -> Parameter {
    Parameter { name, argument, about }
}

const EXPECTED_LIMIT: &str = "one of searchmoves, ponder, wtime, btime, winc, binc, movestogo, depth, nodes, \
    mate, movetime, infinite";

/// The longest time of a clock. It is far from any overflow, and longer ones would not change the search.
const MAX_TIME_MS: u64 = 1_000_000_000_000;

/// The time of a search whose limits were not understood: short, but long enough for a line or two.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

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
            overhead: settings.move_overhead(),
            multi_pv: settings.multi_pv(),
            may_ponder: settings.may_ponder(),
            ..Limits::default()
        };
        let mut parser = GoParser { position, search: GoSearch { limits, faults: Vec::new() } };
        let (mut seen, mut unknown) = (Vec::new(), Vec::new());
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
                understood = understood.and(Err(CommandError::Repeated { found: name }));
            }
            match understood {
                Ok(()) => seen.push(name),
                Err(error) => {
                    parser.fault(error, "it is ignored".to_owned());
                    // The word in place of a number may be the next limit.
                    if before.peek().and_then(limit_named).is_some() {
                        *tokens = before;
                    }
                }
            }
        }
        if !unknown.is_empty() {
            let suggestion = unknown.iter().find_map(|word| suggest::similar(word, limit_names()));
            let (found, expected) = (unknown.join(" "), EXPECTED_LIMIT);
            let error = CommandError::UnknownLimits { found, expected, suggestion };
            parser.fault(error, "it is ignored".to_owned());
        }
        let mut search = parser.search;
        complete(&mut search, position.side_to_move());
        if let Some(strength) = settings.strength_limit() {
            strength.eased(position).apply(&mut search.limits);
        }
        Ok(Go::Search(Box::new(search)))
    }
}

/// Makes sure that the search of this side ends: by its limits, or without limits by `stop` alone.
fn complete(search: &mut GoSearch, side: Color) {
    let limits = &mut search.limits;
    // If a GUI sends only the other side's clock, it applies to this side.
    if limits.clock[side].is_none() && limits.clock[!side].is_some() {
        limits.clock[side] = limits.clock[!side];
        if limits.increment[side].is_zero() {
            limits.increment[side] = limits.increment[!side];
        }
    }
    if !is_limited(limits, side) {
        let is_move = |fault: &GoFault| matches!(fault.error, CommandError::Move { .. });
        if search.faults.iter().all(is_move) || limits.infinite {
            limits.infinite = true;
        } else {
            limits.movetime = Some(DEFAULT_TIME);
        }
    }
}

/// Returns true if a limit ends a search for this side, once it is no longer pondering.
fn is_limited(limits: &Limits, side: Color) -> bool {
    limits.depth.is_some() || limits.nodes.is_some() || limits.mate.is_some() || limits.has_time_limit(side)
}

struct GoParser<'a> {
    position: &'a Position,
    search: GoSearch,
}

impl GoParser<'_> {
    fn fault(&mut self, error: CommandError, consequence: String) {
        self.search.faults.push(GoFault { error, consequence });
    }

    fn value(&mut self, name: &'static str, tokens: &mut Tokens<'_>) -> Result<(), CommandError> {
        match name {
            "searchmoves" => self.search_moves(tokens)?,
            "ponder" => self.search.limits.ponder = true,
            "infinite" => self.search.limits.infinite = true,
            "wtime" => self.search.limits.clock[Color::White] = Some(self.time(name, tokens)?),
            "btime" => self.search.limits.clock[Color::Black] = Some(self.time(name, tokens)?),
            "winc" => self.search.limits.increment[Color::White] = self.time(name, tokens)?,
            "binc" => self.search.limits.increment[Color::Black] = self.time(name, tokens)?,
            // Some GUIs write 0 for a clock that is never refilled.
            "movestogo" => {
                self.search.limits.moves_to_go = NonZeroU32::new(self.number(name, tokens, 0)?);
            }
            "depth" => self.search.limits.depth = Some(depth_of(self.number(name, tokens, 1)?)),
            "nodes" => self.search.limits.nodes = Some(self.number(name, tokens, 0)?),
            "mate" => self.search.limits.mate = NonZeroU16::new(self.number(name, tokens, 1)?),
            _ => self.search.limits.movetime = Some(self.time(name, tokens)?),
        }
        Ok(())
    }

    /// The number that follows a limit, or the nearest one in range.
    fn number<T: Integer>(
        &mut self,
        name: &'static str,
        tokens: &mut Tokens<'_>,
        min: T,
    ) -> Result<T, CommandError> {
        let found = tokens.peek().unwrap_or_default();
        tokens.number(name, min).or_else(|error| {
            let nearest = nearest(found, min).ok_or_else(|| error.clone())?;
            self.fault(error, format!("{} is used instead", nearest.to_u64()));
            Ok(nearest)
        })
    }

    /// Milliseconds. GUIs send a negative time when a clock has run out and they play on.
    fn time(&mut self, name: &'static str, tokens: &mut Tokens<'_>) -> Result<Duration, CommandError> {
        let found = tokens.peek().unwrap_or_default();
        let milliseconds = tokens.number(name, i64::MIN).or_else(|error| match nearest(found, i64::MIN) {
            Some(nearest) => Ok(nearest),
            None => Err(of_milliseconds(error)),
        })?;
        Ok(Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0).min(MAX_TIME_MS)))
    }

    /// The legal moves up to the next limit.
    fn search_moves(&mut self, tokens: &mut Tokens<'_>) -> Result<(), CommandError> {
        const EXPECTED: &str = "moves such as e2e4";
        let before = tokens.peek();
        let mut texts = Vec::new();
        while let Some(word) = tokens.peek().filter(|word| limit_named(word).is_none()) {
            texts.push(word);
            tokens.next();
        }
        if texts.is_empty() {
            let after = "searchmoves";
            return Err(match before {
                None => CommandError::Missing { after: after.to_owned(), expected: EXPECTED },
                Some(found) => {
                    CommandError::UnexpectedAfter { after, found: found.to_owned(), expected: EXPECTED }
                }
            });
        }
        let mut illegal = Vec::new();
        for (number, text) in (1..).zip(texts) {
            match game::parse_move(self.position, text) {
                Ok(mv) => self.search.limits.search_moves.push(mv),
                Err(error) => illegal.push(CommandError::Move { number, error }),
            }
        }
        let is_any_legal = !self.search.limits.search_moves.is_empty();
        let consequence = if is_any_legal { "it is left out" } else { "all moves are searched" };
        illegal.into_iter().for_each(|error| self.fault(error, consequence.to_owned()));
        Ok(())
    }
}

/// The number in range that is nearest to an integer out of range. `None` if the word is no integer.
fn nearest<T: Integer>(word: &str, min: T) -> Option<T> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let is_below = word.starts_with('-') || word.parse().is_ok_and(|number: T| number < min);
    Some(if is_below { min } else { T::MAX })
}

/// The names of the limits of a search.
fn limit_names() -> impl Iterator<Item = &'static str> + Clone {
    LIMITS.iter().map(|limit| limit.name).filter(|&name| name != PERFT)
}

fn limit_named(word: &str) -> Option<&'static str> {
    limit_names().find(|&name| name == word)
}

/// The error for a word that is no time. It leaves out the range, which is too wide to help.
fn of_milliseconds(error: CommandError) -> CommandError {
    match error {
        CommandError::Number { after, found, .. } => {
            CommandError::UnexpectedAfter { after, found, expected: "a whole number of milliseconds" }
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::{ByColor, Depth, Move};

    use crate::rng::Rng;

    fn parse(line: &str) -> Result<Go, CommandError> {
        Go::parse(line, &Position::startpos(), &Settings::default())
    }

    fn search(line: &str) -> GoSearch {
        match parse(line) {
            Ok(Go::Search(search)) => *search,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn moves(texts: &[&str]) -> Vec<Move> {
        texts.iter().map(|text| Position::startpos().parse_uci(text).unwrap()).collect()
    }

    fn error(line: &str) -> String {
        parse(line).unwrap_err().to_string()
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
    fn moves_to_search_end_where_a_limit_begins() {
        let search = search("searchmoves e2e4 d4 O-O depth 3");
        assert_eq!(search.limits.search_moves, moves(&["e2e4", "d2d4"]));
        assert_eq!(search.limits.depth, Some(Depth(3)));
        assert_eq!(search.faults.len(), 1);
    }

    #[test]
    fn extreme_numbers_are_brought_into_range() {
        assert_eq!(search("wtime -50").limits.clock[Color::White], Some(Duration::ZERO));
        assert_eq!(search("depth 4000000000").limits.depth, Some(Depth::MAX));
        assert_eq!(search("movestogo 0").limits.moves_to_go, None);
        let longest = Some(Duration::from_millis(MAX_TIME_MS));
        assert_eq!(search("btime 9223372036854775807").limits.clock[Color::Black], longest);
        assert_eq!(search("nodes 18446744073709551615").limits.nodes, Some(u64::MAX));
    }

    #[test]
    fn the_expected_limits_are_all_limits() {
        assert_eq!(EXPECTED_LIMIT, format!("one of {}", limit_names().collect::<Vec<_>>().join(", ")));
        assert!(
            faults("depht 5")[0].ends_with(" (did you mean 'depth'?); it is ignored"),
            "{:?}",
            faults("depht 5")
        );
    }

    #[test]
    fn perft_is_no_limit_of_a_search() {
        assert_eq!(parse("perft 5"), Ok(Go::Perft { depth: 5 }));
        assert_eq!(error("perft"), "nothing follows 'perft', expected a number");
        assert_eq!(error("perft x"), "'perft' is followed by 'x', expected a number from 0 to 255");
        assert_eq!(
            faults("depth 3 perft 5"),
            [format!("found 'perft 5', expected {EXPECTED_LIMIT}; it is ignored")]
        );
        assert_eq!(search("depth 3 perft 5").limits, search("depth 3").limits);
    }

    fn faults(line: &str) -> Vec<String> {
        let text = |fault: GoFault| format!("{}; {}", fault.error, fault.consequence);
        search(line).faults.into_iter().map(text).collect()
    }

    #[test]
    fn each_fault_is_named_and_the_other_limits_count() {
        let of = |line| search(line).limits;
        let odd = "rtime 300 wtime 5 x depth 7 9";
        assert_eq!(of(odd), of("wtime 5 depth 7"));
        assert_eq!(
            faults(odd),
            [format!(
                "found 'rtime 300 x 9', expected {EXPECTED_LIMIT} (did you mean 'wtime'?); it is ignored"
            )]
        );
        assert_eq!(faults("wtime 5 depth 7"), [""; 0]);
        for (line, understood, fault) in [
            ("wtime 5 movestogo -1 btime 6", "wtime 5 btime 6", "'movestogo' is followed by '-1'"),
            ("wtime 5 wtime 6 btime 7", "wtime 5 btime 7", "'wtime' is given twice"),
            ("depth five nodes 9", "nodes 9", "'depth' is followed by 'five'"),
            ("depth five depth 5", "depth 5", "'depth' is followed by 'five'"),
            ("wtime btime 5", "btime 5", "found 'btime' after 'wtime'"),
            ("infinite depth", "infinite", "nothing follows 'depth'"),
            ("searchmoves depth 5", "depth 5", "found 'depth' after 'searchmoves'"),
        ] {
            assert_eq!(of(line), of(understood), "{line}");
            assert!(
                matches!(&faults(line)[..], [only] if only.starts_with(fault)),
                "{line}: {:?}",
                faults(line)
            );
        }
    }

    #[test]
    fn a_number_out_of_range_becomes_the_nearest_one() {
        for (line, nearest) in [
            ("depth -1", "depth 1"),
            ("depth 0", "depth 1"),
            ("depth -99999999999999999999999", "depth 1"),
            ("depth 999999999999", "depth 4294967295"),
            ("nodes -5", "nodes 0"),
            ("nodes 18446744073709551616", "nodes 18446744073709551615"),
            ("mate 0", "mate 1"),
            ("mate 65536", "mate 65535"),
            ("depth 5 movestogo 99999999999", "depth 5 movestogo 4294967295"),
        ] {
            assert_eq!(search(line).limits, search(nearest).limits, "{line}");
            let told = faults(line);
            assert!(matches!(&told[..], [one] if one.ends_with(" is used instead")), "{line}: {told:?}");
        }
        assert_eq!(
            faults("depth 0"),
            ["'depth' is followed by '0', expected a number from 1 to 4294967295; 1 is used instead"]
        );
        for (line, nearest) in [
            ("wtime 99999999999999999999", "wtime 1000000000000"),
            ("movetime -99999999999999999999", "movetime 0"),
        ] {
            assert_eq!(search(line), search(nearest), "{line}");
        }
    }

    #[test]
    fn faults_name_the_token_and_what_was_expected() {
        let fault = |line: &str| faults(line).remove(0);
        assert_eq!(fault("depth"), "nothing follows 'depth', expected a number; it is ignored");
        assert_eq!(
            fault("depth five"),
            "'depth' is followed by 'five', expected a number from 1 to 4294967295; it is ignored"
        );
        assert!(fault("nodes +5").starts_with("'nodes' is followed by '+5', expected a number from 0 to"));
        assert!(fault("wtime 1e3").starts_with("found '1e3' after 'wtime', expected a whole number of"));
        assert!(fault("wtime 1999.5 winc 10 binc 10").starts_with("found '1999.5' after 'wtime'"));
        assert!(fault("depth five searchmoves e2e4").starts_with("'depth' is followed by 'five'"));
        assert!(fault("searchmoves").starts_with("nothing follows 'searchmoves', expected moves such as"));
    }

    const BLACK_TO_MOVE: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";

    fn limits(line: &str, side: Color) -> Limits {
        limits_with(line, side, &Settings::default())
    }

    fn limits_with(line: &str, side: Color, settings: &Settings) -> Limits {
        let black: Position = BLACK_TO_MOVE.parse().unwrap();
        let position = if side == Color::White { Position::startpos() } else { black };
        match Go::parse(line, &position, settings) {
            Ok(Go::Search(search)) => search.limits,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn a_go_without_a_limit_is_infinite() {
        for line in
            ["", "infinite", "ponder", "searchmoves e2e4", "movestogo 5", "winc 100", "infinite depth x"]
        {
            let limits = limits(line, Color::White);
            assert!(limits.infinite && limits.movetime.is_none(), "{line}");
        }
        assert!(!limits("depth 3", Color::White).infinite);
    }

    #[test]
    fn a_search_without_a_usable_limit_is_short() {
        for line in [
            "depth",
            "depth abc",
            "depth 1.5",
            "nodes +5",
            "wtime 1e3",
            "fast",
            "rtime 5",
            "searchmoves",
            "depht 5",
            "ponder depth x",
            "movestogo 4 mate x",
            "searchmoves e2e4 depth x",
        ] {
            let limits = limits(line, Color::Black);
            assert_eq!((limits.movetime, limits.infinite), (Some(DEFAULT_TIME), false), "{line}");
        }
        assert_eq!(limits("wtime 5 fast", Color::Black).movetime, None);
    }

    #[test]
    fn every_line_without_perft_is_a_search_that_ends_or_waits_for_stop() {
        const WORDS: [&str; 25] = [
            "searchmoves",
            "ponder",
            "wtime",
            "btime",
            "winc",
            "binc",
            "movestogo",
            "depth",
            "nodes",
            "mate",
            "movetime",
            "infinite",
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
        let mut rng = Rng::new(7);
        for _ in 0..20_000 {
            let words: Vec<&str> = (0..7).filter_map(|_| rng.choose(&WORDS).copied()).collect();
            let line = words.join(" ");
            if line.trim_start().starts_with("perft") {
                continue;
            }
            let faults = search(&line).faults;
            for side in Color::ALL {
                let limits = limits(&line, side);
                assert!(is_limited(&limits, side) || limits.infinite, "{line}");
                let faulty = faults.iter().any(|fault| !matches!(fault.error, CommandError::Move { .. }));
                assert!(!faulty || is_limited(&limits, side) || line.contains("infinite"), "{line}");
            }
        }
    }

    #[test]
    fn a_lone_clock_is_that_of_the_side_to_move() {
        for side in Color::ALL {
            let limits = limits("wtime 100", side);
            assert_eq!(limits.clock[side], Some(Duration::from_millis(100)));
            assert!(!limits.infinite);
        }
    }

    #[test]
    fn a_lone_clock_leaves_an_increment_that_was_given() {
        for (own, expected) in [(2, 2), (0, 7)] {
            let limits = limits(&format!("wtime 100 winc 7 binc {own}"), Color::Black);
            assert_eq!(limits.increment[Color::Black], Duration::from_millis(expected));
        }
    }

    #[test]
    fn options_reach_the_limits() {
        let mut settings = Settings::default();
        for (name, value) in [("MultiPV", "3"), ("Move Overhead", "77"), ("Ponder", "true")] {
            settings.set(name, Some(value)).unwrap();
        }
        let limits = limits_with("", Color::White, &settings);
        assert!(limits.may_ponder);
        assert_eq!((limits.multi_pv.get(), limits.overhead), (3, Duration::from_millis(77)));
    }

    #[test]
    fn a_limited_strength_does_not_end_an_infinite_search() {
        let mut settings = Settings::default();
        settings.set("UCI_LimitStrength", Some("true")).unwrap();
        let limits = limits_with("", Color::White, &settings);
        assert!(limits.infinite && limits.soft_nodes.is_some());
    }
}
