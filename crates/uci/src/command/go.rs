//! `go`: limits in any order and combination, or `go perft <depth>`.
//!
//! A GUI waits for a `bestmove` after every `go`, so a `go` that is not `go perft` is always a search. Each [`GoFault`] in it
//! is reported, and the search runs with the rest of its limits. A number out of range is replaced by the nearest one in
//! range.

use std::fmt;
use std::num::{NonZeroU16, NonZeroU32};
use std::time::Duration;

use search::Limits;
use types::Color;

use super::error::CommandError;
use super::parameter::Parameter;
use super::tokens::{Integer, Tokens, depth_of};
use crate::suggest;

/// A search or a count.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Go {
    /// Search it.
    Search(Box<GoSearch>),
    /// Count the leaves of its tree of legal moves.
    Perft {
        /// In plies.
        depth: u8,
    },
}

/// A search as it was typed. Its moves are not checked yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct GoSearch {
    /// All limits but `search_moves`, and nothing that options say.
    pub(crate) limits: Limits,
    /// The root moves to search, as they were typed.
    pub(crate) search_moves: Vec<String>,
    /// The parts that were not understood.
    pub(crate) faults: Vec<GoFault>,
}

/// A part of a `go` that was not understood.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct GoFault {
    pub(crate) error: CommandError,
    /// The number that takes its place; without one it is ignored.
    instead: Option<u64>,
}

impl fmt::Display for GoFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.instead {
            Some(number) => write!(f, "{}; {number} is used instead", self.error),
            None => write!(f, "{}; it is ignored", self.error),
        }
    }
}

/// Every limit.
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
const LONGEST_TIME_MS: u64 = 1_000_000_000_000;

impl Go {
    /// Reads what follows `go`. Only a faulty `perft` is an error.
    pub(super) fn parse(tokens: &mut Tokens<'_>) -> Result<Go, CommandError> {
        if tokens.peek() == Some(PERFT) {
            tokens.next();
            return Ok(Go::Perft { depth: tokens.number(PERFT, 0)? });
        }
        let mut parser = GoParser::default();
        while let Some(word) = tokens.next() {
            parser.limit(word, tokens);
        }
        Ok(Go::Search(Box::new(parser.finish())))
    }
}

#[derive(Default)]
struct GoParser {
    seen: Vec<&'static str>,
    unknown: Vec<String>,
    search: GoSearch,
}

impl GoParser {
    fn limit(&mut self, word: &str, tokens: &mut Tokens<'_>) {
        let Some(name) = limit_named(word) else { return self.unknown.push(word.to_owned()) };
        let before = *tokens;
        let understood = if self.seen.contains(&name) {
            // The first one counts. The value of this one is read and ignored.
            GoParser::default().value(name, tokens).and(Err(CommandError::Repeated { found: name }))
        } else {
            self.value(name, tokens)
        };
        match understood {
            Ok(()) => self.seen.push(name),
            Err(error) => {
                self.search.faults.push(GoFault { error, instead: None });
                // The word in place of a number may be the next limit.
                if before.peek().and_then(limit_named).is_some() {
                    *tokens = before;
                }
            }
        }
    }

    fn value(&mut self, name: &'static str, tokens: &mut Tokens<'_>) -> Result<(), CommandError> {
        match name {
            "searchmoves" => self.search.search_moves = parse_moves(tokens)?,
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
            self.search.faults.push(GoFault { error, instead: Some(nearest.to_u64()) });
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
        Ok(Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0).min(LONGEST_TIME_MS)))
    }

    fn finish(mut self) -> GoSearch {
        if !self.unknown.is_empty() {
            let suggestion = self.unknown.iter().find_map(|word| suggest::similar(word, limit_names()));
            let error = CommandError::UnknownLimits {
                found: self.unknown.join(" "),
                expected: EXPECTED_LIMIT,
                suggestion,
            };
            self.search.faults.push(GoFault { error, instead: None });
        }
        self.search
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

/// The limit of this name.
fn limit_named(word: &str) -> Option<&'static str> {
    limit_names().find(|&name| name == word)
}

/// The words that follow `searchmoves`, up to the next limit.
fn parse_moves(tokens: &mut Tokens<'_>) -> Result<Vec<String>, CommandError> {
    let mut moves = Vec::new();
    while let Some(word) = tokens.peek().filter(|word| limit_named(word).is_none()) {
        moves.push(word.to_owned());
        tokens.next();
    }
    if moves.is_empty() {
        return Err(match tokens.peek() {
            None => CommandError::Missing { after: "searchmoves".to_owned(), expected: "moves such as e2e4" },
            Some(found) => CommandError::UnexpectedAfter {
                after: "searchmoves",
                found: found.to_owned(),
                expected: "moves such as e2e4",
            },
        });
    }
    Ok(moves)
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
    use types::{ByColor, Depth};

    fn parse(line: &str) -> Result<Go, CommandError> {
        Go::parse(&mut Tokens::new(line))
    }

    fn search(line: &str) -> GoSearch {
        match parse(line) {
            Ok(Go::Search(search)) => *search,
            other => panic!("{line}: {other:?}"),
        }
    }

    fn error(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn every_limit_has_its_place_and_all_combine() {
        let all = "infinite ponder wtime 1 btime 2 winc 3 binc 4 movestogo 5 depth 6 nodes 7 mate 8 \
                   movetime 9 searchmoves e2e4 a7a8q";
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
            ..Limits::default()
        };
        let search_moves = vec!["e2e4".to_owned(), "a7a8q".to_owned()];
        assert_eq!(search(all), GoSearch { limits, search_moves, faults: Vec::new() });
    }

    #[test]
    fn moves_to_search_end_where_a_limit_begins() {
        let search = search("searchmoves e2e4 O-O d2d4 depth 3");
        assert_eq!(search.search_moves, ["e2e4", "O-O", "d2d4"]);
        assert_eq!(search.limits.depth, Some(Depth(3)));
    }

    #[test]
    fn extreme_numbers_are_brought_into_range() {
        assert_eq!(search("wtime -50").limits.clock[Color::White], Some(Duration::ZERO));
        assert_eq!(search("depth 4000000000").limits.depth, Some(Depth::MAX));
        assert_eq!(search("movestogo 0").limits.moves_to_go, None);
        let longest = Some(Duration::from_millis(LONGEST_TIME_MS));
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
        search(line).faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn each_fault_is_named_and_the_other_limits_count() {
        let limits = |line| search(line).limits;
        let odd = "rtime 300 wtime 5 x depth 7 9";
        assert_eq!(limits(odd), limits("wtime 5 depth 7"));
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
            assert_eq!(limits(line), limits(understood), "{line}");
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
}
