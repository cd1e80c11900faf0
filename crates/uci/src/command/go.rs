//! `go`: limits in any order and combination, or `go perft <depth>`.
//!
//! A word that is no limit is told of, and the search begins all the same, as the protocol asks for: whoever sends limits
//! of its own beside a clock waits for a move. But where nothing else was said, there is nothing to go on.

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
    /// Words that are no limit.
    unknown: Vec<String>,
}

impl GoSearch {
    /// What is to be said of words that count for nothing.
    pub(crate) fn complaint(&self) -> Option<CommandError> {
        let found = self.unknown.join(" ");
        (!found.is_empty()).then_some(CommandError::Ignored { found, expected: EXPECTED_LIMIT })
    }
}

/// Every limit.
pub(super) const LIMITS: [Parameter; 13] = [
    limit("searchmoves", "<move> ...", "only these moves"),
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
    search: GoSearch,
    perft: Option<u8>,
}

impl Parser {
    fn limit(&mut self, word: &str, tokens: &mut Tokens<'_>) -> Result<(), CommandError> {
        let Some(&Parameter { name, .. }) = LIMITS.iter().find(|limit| limit.name == word) else {
            self.search.unknown.push(word.to_owned());
            return Ok(());
        };
        if self.seen.contains(&name) {
            return Err(CommandError::Repeated { found: name });
        }
        self.seen.push(name);
        self.value(name, tokens)
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
        if self.seen.is_empty() && !self.search.unknown.is_empty() {
            let found = self.search.unknown.swap_remove(0);
            return Err(CommandError::Unexpected { found, expected: EXPECTED_LIMIT });
        }
        let Some(depth) = self.perft else { return Ok(Go::Search(Box::new(self.search))) };
        let limits = self.seen.into_iter().filter(|&name| name != "perft").map(str::to_owned);
        match limits.chain(self.search.unknown).next() {
            Some(found) => Err(CommandError::PerftCombined { found }),
            None => Ok(Go::Perft { depth }),
        }
    }
}

/// The words that follow `searchmoves`, as far as they look like moves: none of the limits does.
fn parse_moves(tokens: &mut Tokens<'_>) -> Result<Vec<String>, CommandError> {
    let is_move = |word: &str| word.chars().any(|c| c.is_ascii_digit());
    let mut moves = Vec::new();
    while let Some(word) = tokens.peek().filter(|word| is_move(word)) {
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
    let milliseconds = tokens.number(after, i64::MIN)?;
    Ok(Duration::from_millis(u64::try_from(milliseconds).unwrap_or(0).min(LONGEST_TIME_MS)))
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
        assert_eq!(search(all), GoSearch { limits, search_moves, unknown: Vec::new() });
    }

    #[test]
    fn moves_to_search_end_where_a_limit_begins() {
        let search = search("searchmoves e2e4 d2d4 depth 3");
        assert_eq!(search.search_moves, ["e2e4", "d2d4"]);
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

    #[test]
    fn what_is_no_limit_is_told_of_and_counts_for_nothing() {
        let odd = search("rtime 300 wtime 5 x depth 7 9");
        assert_eq!(odd.limits, search("wtime 5 depth 7").limits);
        assert_eq!(
            odd.complaint().map(|complaint| complaint.to_string()),
            Some(format!("found 'rtime 300 x 9', expected {EXPECTED_LIMIT}; the search goes on without it"))
        );
        assert_eq!(search("wtime 5 depth 7").complaint(), None);
        assert_eq!(error("perft 5 now"), "found 'now' beside 'perft', expected 'perft' and a depth alone");
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
        assert!(error("wtime 1e3").starts_with("'wtime' is followed by '1e3', expected a number from"));
        assert!(error("nodes 99999999999999999999").contains("'99999999999999999999'"));
        assert_eq!(error("wtime 5 wtime 6"), "'wtime' is given twice, expected once");
        assert_eq!(error("depht 5"), format!("found 'depht', expected {EXPECTED_LIMIT}"));
        assert_eq!(error("searchmoves"), "nothing follows 'searchmoves', expected moves such as e2e4");
        assert_eq!(
            error("searchmoves depth 5"),
            "found 'depth' after 'searchmoves', expected moves such as e2e4"
        );
    }
}
