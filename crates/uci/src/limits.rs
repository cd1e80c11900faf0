//! The limits of a search, from its `go` and from the options.
//!
//! Only this file decides when a search ends: by the limits of its `go`, by a limited strength, or without limits by `stop`
//! alone.

use std::time::Duration;

use search::Limits;
use types::{Color, Move};

use crate::command::GoSearch;
use crate::options::Settings;
use crate::strength::StrengthLimit;

/// The time of a search whose limits were not understood: short, but long enough for a line or two.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// The limits of a search for this side. `search_moves` are the legal ones of the `go`.
pub(crate) fn limits_of(
    go: &GoSearch,
    search_moves: Vec<Move>,
    side: Color,
    settings: &Settings,
    strength: Option<StrengthLimit>,
) -> Limits {
    let mut limits = Limits {
        search_moves,
        overhead: settings.move_overhead(),
        multi_pv: settings.multi_pv(),
        may_ponder: settings.may_ponder(),
        ..go.limits.clone()
    };
    // If a GUI sends only the other side's clock, it applies to this side.
    if limits.clock[side].is_none() && limits.clock[!side].is_some() {
        limits.clock[side] = limits.clock[!side];
        if limits.increment[side].is_zero() {
            limits.increment[side] = limits.increment[!side];
        }
    }
    if !is_limited(&limits, side) {
        if go.faults.is_empty() || limits.infinite {
            limits.infinite = true;
        } else {
            limits.movetime = Some(DEFAULT_TIME);
        }
    }
    if let Some(strength) = strength {
        strength.apply(&mut limits);
    }
    limits
}

/// Returns true if a limit ends a search for this side, once it is no longer pondering.
fn is_limited(limits: &Limits, side: Color) -> bool {
    limits.depth.is_some()
        || limits.nodes.is_some()
        || limits.mate.is_some()
        || limits.movetime.is_some()
        || limits.clock[side].is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::{Command, Go};
    use crate::rng::Rng;
    use crate::{Request, options};

    /// The `go` of a line; `None` if it is a `go perft`, or a bad one.
    fn go(line: &str) -> Option<GoSearch> {
        match Request::parse(&format!("go {line}")).ok()??.command {
            Command::Go(Go::Search(go)) => Some(*go),
            _ => None,
        }
    }

    fn limits(line: &str, side: Color) -> Limits {
        limits_of(&go(line).unwrap(), Vec::new(), side, &Settings::default(), None)
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
            let faults = go(&line).expect(&line).faults;
            for side in Color::ALL {
                let limits = limits(&line, side);
                assert!(is_limited(&limits, side) || limits.infinite, "{line}");
                assert!(
                    faults.is_empty() || is_limited(&limits, side) || line.contains("infinite"),
                    "{line}"
                );
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
        let mut settings = options::Settings::default();
        for (name, value) in [("MultiPV", "3"), ("Move Overhead", "77"), ("Ponder", "true")] {
            settings.set(name, Some(value)).unwrap();
        }
        let limits = limits_of(&GoSearch::default(), Vec::new(), Color::White, &settings, None);
        assert!(limits.may_ponder);
        assert_eq!((limits.multi_pv.get(), limits.overhead), (3, Duration::from_millis(77)));
    }

    #[test]
    fn a_limited_strength_does_not_end_an_infinite_search() {
        let strength = Some(StrengthLimit::new(1500));
        let limits =
            limits_of(&GoSearch::default(), Vec::new(), Color::White, &Settings::default(), strength);
        assert!(limits.infinite && limits.soft_nodes.is_some());
    }
}
