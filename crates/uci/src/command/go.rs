//! `go`: limits in any order and combination, or `go perft <depth>`.
//!
//! What is not understood is told of, and the search begins all the same if something is left that says when it ends:
//! whoever sends limits of its own, or a number out of range, beside a clock waits for a move. But a search is not of other
//! moves than were asked for, and no count is made with anything beside it.

use std::num::{NonZeroU16, NonZeroU32};
use std::time::Duration;

use search::Limits;
use types::Color;

use super::CommandError;
use super::table::Parameter;
use super::tokens::Tokens;

/// What to do with the position.
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

/// A search as told. The moves are still to be checked.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct GoSearch {
    /// All limits but `search_moves`, and nothing that options say.
    pub(crate) limits: Limits,
    /// The root moves to search, in UCI notation.
    pub(crate) search_moves: Vec<String>,
    /// What was not understood and counts for nothing.
    pub(crate) faults: Vec<CommandError>,
}

/// Every limit.
pub(super) const LIMITS: [Parameter; 13] = [
    limit(
        "searchmoves",
        "<move> ...",
        "only these moves; those that are not legal are left out, but one must be",
    ),
    limit("ponder", "", "thinks on the opponent's time, until `ponderhit` or `stop`"),
    limit("wtime", "<ms>", "what White's clock has left"),
    limit("btime", "<ms>", "what Black's clock has left; a lone clock is that of the side to move"),
    limit("winc", "<ms>", "what White gets for each move"),
    limit("binc", "<ms>", "what Black gets for each move"),
    limit("movestogo", "<n>", "moves until the clock is refilled"),
    limit("depth", "<n>", "plies of iterative deepening"),
    limit("nodes", "<n>", "positions, of all threads together"),
    limit("mate", "<n>", "until a mate in so many moves, or fewer, is found"),
    limit("movetime", "<ms>", "time for this move"),
    limit("infinite", "", "until `stop`; so is a `go` without any limit"),
    limit("perft", "<n>", "no search: counts the leaves of the tree of legal moves, below each move"),
];

const fn limit(name: &'static str, argument: &'static str, about: &'static str) -> Parameter {
    Parameter { name, argument, about }
}

/// Limits that say when a search ends, be it on a signal.
const SAYS_WHEN_IT_ENDS: [&str; 8] =
    ["wtime", "btime", "depth", "nodes", "mate", "movetime", "ponder", "infinite"];

const EXPECTED_LIMIT: &str = "one of searchmoves, ponder, wtime, btime, winc, binc, movestogo, depth, nodes, \
    mate, movetime, infinite, perft";

/// Clocks beyond this show the same behaviour, and stay far from any overflow.
const LONGEST_TIME_MS: u64 = 1_000_000_000_000;

impl Go {
    pub(super) fn parse(tokens: &mut Tokens<'_>) -> Result<Go, CommandError> {
        let mut parser = Parser::default();
        while let Some(word) = tokens.next() {
            parser.limit(word, tokens)?;
        }
        parser.finish()
    }
}

#[derive(Default)]
struct Parser {
    seen: Vec<&'static str>,
    unknown: Vec<String>,
    search: GoSearch,
    perft: Option<u8>,
}

impl Parser {
    fn limit(&mut self, word: &str, tokens: &mut Tokens<'_>) -> Result<(), CommandError> {
        let Some(name) = limit_named(word) else {
            self.unknown.push(word.to_owned());
            return Ok(());
        };
        let before = *tokens;
        let understood = if self.seen.contains(&name) {
            // The first one counts. What follows this one is read all the same.
            Parser::default().value(name, tokens).and(Err(CommandError::Repeated { found: name }))
        } else {
            self.value(name, tokens)
        };
        match understood {
            Ok(()) => self.seen.push(name),
            Err(fault) if matches!(name, "searchmoves" | "perft") => return Err(fault),
            Err(fault) => {
                self.search.faults.push(fault);
                // What stands in the place of a number may be the next limit.
                if before.peek().and_then(limit_named).is_some() {
                    *tokens = before;
                }
            }
        }
        Ok(())
    }

    fn value(&mut self, name: &'static str, tokens: &mut Tokens<'_>) -> Result<(), CommandError> {
        let limits = &mut self.search.limits;
        match name {
            "searchmoves" => self.search.search_moves = parse_moves(tokens)?,
            "ponder" => limits.ponder = true,
            "infinite" => limits.infinite = true,
            "wtime" => limits.clock[Color::White] = Some(parse_time(name, tokens)?),
            "btime" => limits.clock[Color::Black] = Some(parse_time(name, tokens)?),
            "winc" => limits.increment[Color::White] = parse_time(name, tokens)?,
            "binc" => limits.increment[Color::Black] = parse_time(name, tokens)?,
            // Some GUIs write 0 for a clock that is never refilled.
            "movestogo" => limits.moves_to_go = NonZeroU32::new(tokens.number(name, 0)?),
            "depth" => limits.depth = Some(tokens.depth(name)?),
            "nodes" => limits.nodes = Some(tokens.number(name, 0)?),
            "mate" => limits.mate = NonZeroU16::new(tokens.number(name, 1)?),
            "movetime" => limits.movetime = Some(parse_time(name, tokens)?),
            _ => self.perft = Some(tokens.number(name, 0)?),
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Go, CommandError> {
        if !self.unknown.is_empty() {
            let found = self.unknown.join(" ");
            self.search.faults.push(CommandError::Unexpected { found, expected: EXPECTED_LIMIT });
        }
        let is_lost = !self.seen.iter().any(|name| SAYS_WHEN_IT_ENDS.contains(name));
        if is_lost && !self.search.faults.is_empty() {
            return Err(self.search.faults.swap_remove(0));
        }
        let Some(depth) = self.perft else { return Ok(Go::Search(Box::new(self.search))) };
        match self.seen.into_iter().find(|&name| name != "perft") {
            Some(found) => Err(CommandError::PerftCombined { found }),
            None => Ok(Go::Perft { depth }),
        }
    }
}

/// The limit of this name.
fn limit_named(word: &str) -> Option<&'static str> {
    LIMITS.iter().map(|limit| limit.name).find(|&name| name == word)
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

/// Milliseconds. GUIs send a negative time when a clock has run out and they play on.
fn parse_time(after: &'static str, tokens: &mut Tokens<'_>) -> Result<Duration, CommandError> {
    let milliseconds = tokens.number(after, i64::MIN).map_err(of_milliseconds)?;
    Ok(Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0).min(LONGEST_TIME_MS)))
}

/// Nobody who sends a wrong time is helped by the range of the right ones.
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
        assert_eq!(
            EXPECTED_LIMIT,
            format!("one of {}", LIMITS.each_ref().map(|limit| limit.name).join(", "))
        );
    }

    #[test]
    fn perft_stands_alone() {
        assert_eq!(parse("perft 5"), Ok(Go::Perft { depth: 5 }));
        assert_eq!(
            error("depth 3 perft 5"),
            "found 'depth' beside 'perft', expected 'perft' and a depth alone"
        );
    }

    fn faults(line: &str) -> Vec<String> {
        search(line).faults.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_is_not_understood_beside_a_limit_is_told_of_and_counts_for_nothing() {
        let limits = |line| search(line).limits;
        let odd = "rtime 300 wtime 5 x depth 7 9";
        assert_eq!(limits(odd), limits("wtime 5 depth 7"));
        assert_eq!(faults(odd), [format!("found 'rtime 300 x 9', expected {EXPECTED_LIMIT}")]);
        assert_eq!(faults("wtime 5 depth 7"), [""; 0]);
        for (line, understood, fault) in [
            ("wtime 5 movestogo -1 btime 6", "wtime 5 btime 6", "'movestogo' is followed by '-1'"),
            ("wtime 5 wtime 6 btime 7", "wtime 5 btime 7", "'wtime' is given twice"),
            ("depth five nodes 9", "nodes 9", "'depth' is followed by 'five'"),
            ("wtime btime 5", "btime 5", "found 'btime' after 'wtime'"),
            ("infinite depth", "infinite", "nothing follows 'depth'"),
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
    fn errors_name_the_token_and_what_was_expected() {
        assert_eq!(error("depth"), "nothing follows 'depth', expected a number");
        assert_eq!(
            error("depth five"),
            "'depth' is followed by 'five', expected a number from 1 to 4294967295"
        );
        assert_eq!(error("depth 0"), "'depth' is followed by '0', expected a number from 1 to 4294967295");
        assert_eq!(
            error("nodes +5"),
            "'nodes' is followed by '+5', expected a number from 0 to 18446744073709551615"
        );
        assert_eq!(error("wtime 1e3"), "found '1e3' after 'wtime', expected a whole number of milliseconds");
        assert!(error("nodes 99999999999999999999").contains("'99999999999999999999'"));
        assert!(error("wtime 1999.5 winc 10 binc 10").starts_with("found '1999.5' after 'wtime'"));
        assert!(error("depth five searchmoves e2e4").starts_with("'depth' is followed by 'five'"));
        assert_eq!(error("perft 5 perft 6"), "'perft' is given twice, expected once");
        assert_eq!(error("perft 5 now"), format!("found 'now', expected {EXPECTED_LIMIT}"));
        assert_eq!(error("depht 5"), format!("found 'depht 5', expected {EXPECTED_LIMIT}"));
        assert_eq!(error("searchmoves"), "nothing follows 'searchmoves', expected moves such as e2e4");
        assert_eq!(
            error("searchmoves depth 5"),
            "found 'depth' after 'searchmoves', expected moves such as e2e4"
        );
    }
}
