//! Results of the games of a match: scores in pairs, Elo, faults and repetitions.
//!
//! The two games of a pair start from the same opening with colours swapped. Their results are correlated (a winning
//! opening wins for both sides), so pairs are counted. A pair scores 0, ¼, ½, ¾ or 1:
//!
//! ```text
//!     LL    LD    DD, WL    WD    WW
//!     0     ¼       ½       ¾     1
//! ```
//!
//! *Elo* depends on the mean score alone. *Normalised Elo* divides the surplus by the standard deviation, so it
//! determines how many games are needed to detect a gain, for any openings and draw rate.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use pgn::{GameResult, PgnError, PgnGame, PgnReader};

use crate::{book, guard};

/// A finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PlayedGame {
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) date: String,
    /// Identity of the first position.
    pub(crate) opening: String,
    moves: String,
    result: GameResult,
    /// An end that is not chess, such as `illegal move`.
    fault: Option<String>,
}

impl PlayedGame {
    /// Returns true if these two played it, with either colour.
    pub(crate) fn is_between(&self, first: &str, second: &str) -> bool {
        let names = [self.white.as_str(), self.black.as_str()];
        names == [first, second] || names == [second, first]
    }
}

/// Finished games, and a warning for each game that does not count.
#[derive(Default, Debug)]
pub(crate) struct GamesRead {
    pub(crate) games: Vec<PlayedGame>,
    pub(crate) warnings: Vec<String>,
}

/// Reads the finished games of a text in PGN. Games without a result do not count, and neither do those that cannot be
/// read. One in the middle of which the text ends, as while a match is played, needs no warning. `engines_log` is what
/// the guards of the engines wrote.
///
/// # Errors
/// If the text is none, such as UTF-16.
pub(crate) fn parse(text: &[u8], engines_log: &str) -> Result<GamesRead> {
    let hangs = guard::hangs(engines_log);
    let mut read = GamesRead::default();
    let mut unfinished = 0;
    for game in PgnReader::new(text) {
        let game = match game {
            Ok(game) => game,
            Err(PgnError::Torn { .. }) => continue,
            Err(error @ PgnError::Io(_)) => return Err(error.into()),
            Err(error) => {
                read.warnings.push(format!("{error}; it does not count"));
                continue;
            }
        };
        let Some(result) = game.result else {
            unfinished += 1;
            continue;
        };
        let tag = |name: &str| game.tag(name).unwrap_or_default().to_owned();
        let moves: Vec<String> = game.moves.iter().map(|played| played.mv.to_string()).collect();
        read.games.push(PlayedGame {
            white: tag("White"),
            black: tag("Black"),
            date: tag("Date"),
            opening: book::identity(&game.start),
            moves: moves.join(" "),
            result,
            fault: fault(&game, &hangs),
        });
    }
    if unfinished > 0 {
        read.warnings.push(format!("games without a result, which do not count: {unfinished}"));
    }
    Ok(read)
}

/// The end of a game that is not chess. Match runners write `abandoned` both for a crash and for an engine that gives no
/// answer, and a reason behind the last move. A guard makes fastchess see a crash also where an engine hung.
fn fault(game: &PgnGame, hangs: &HashSet<String>) -> Option<String> {
    let termination = game.void_termination()?.to_lowercase();
    if termination != "abandoned" {
        return Some(termination);
    }
    let mut last = game.start.clone();
    game.moves.iter().for_each(|played| last.play(played.mv));
    let reason = game.moves.last().map_or("", |played| &played.comment);
    Some(if reason.contains("connection stalls") || hangs.contains(&book::identity(&last)) {
        "hang".to_owned()
    } else if reason.contains("disconnects") || game.moves.is_empty() {
        "crash".to_owned()
    } else {
        termination
    })
}

/// Number of games that are named if they do not count.
const MAX_WARNINGS: usize = 5;

/// Reads the finished games of a file, and tells of those that do not count. The folder is that of the match.
pub(crate) fn read(path: &Path, folder: &Path) -> Result<Vec<PlayedGame>> {
    let name = path.display();
    let bytes = fs::read(path).with_context(|| format!("{name}: unreadable games"))?;
    // Without a guard there is no log.
    let engines_log = fs::read(folder.join(guard::LOG)).unwrap_or_default();
    let GamesRead { games, warnings } =
        parse(&bytes, &String::from_utf8_lossy(&engines_log)).with_context(|| name.to_string())?;
    warnings.iter().take(MAX_WARNINGS).for_each(|warning| eprintln!("warning: {name}: {warning}"));
    if warnings.len() > MAX_WARNINGS {
        eprintln!("warning: {name}: and {} more", warnings.len() - MAX_WARNINGS);
    }
    Ok(games)
}

/// The text of a file of games without those of which the second game of the pair is missing, without those that are
/// incomplete or cannot be read, and without those that are not wanted. A resumed match plays their openings again.
/// `text` is what fastchess writes.
pub(crate) fn whole_pairs(text: &str, is_wanted: impl Fn(&PlayedGame) -> bool) -> Result<String> {
    const BEGINNING: &str = "[Event \"";
    let starts: Vec<usize> = text
        .match_indices(BEGINNING)
        .map(|(start, _)| start)
        .filter(|&start| start == 0 || text[..start].ends_with('\n'))
        .collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    let mut waiting: HashMap<(String, String, String), Vec<usize>> = HashMap::new();
    let (mut parts, mut is_kept) = (Vec::new(), Vec::new());
    for (&start, end) in starts.iter().zip(ends) {
        let part = &text[start..end];
        // fastchess writes the result at the end of each game.
        let is_whole = |game: &PlayedGame| part.trim_end().ends_with(game.result.pgn());
        let games = parse(part.as_bytes(), "")?.games;
        let game = <[PlayedGame; 1]>::try_from(games).ok().map(|[game]| game);
        let game = game.filter(is_whole).filter(&is_wanted);
        parts.push(part);
        is_kept.push(false);
        let Some(PlayedGame { white, black, opening, .. }) = game else { continue };
        let partner = (black.clone(), white.clone(), opening.clone());
        match waiting.get_mut(&partner).and_then(Vec::pop) {
            Some(first) => {
                is_kept[first] = true;
                is_kept[parts.len() - 1] = true;
            }
            None => waiting.entry((white, black, opening)).or_default().push(parts.len() - 1),
        }
    }
    Ok(parts.into_iter().zip(is_kept).filter(|&(_, is_kept)| is_kept).map(|(part, _)| part).collect())
}

/// Results of a match between two engines, from the view of the first.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct MatchScore {
    pub(crate) wins: u64,
    pub(crate) draws: u64,
    pub(crate) losses: u64,
    pub(crate) pairs: Pentanomial,
    /// Openings of the pairs. One that was played twice stands here twice.
    pub(crate) openings: Vec<String>,
    /// Games that ended by a fault: the engine with its fault, and their number.
    pub(crate) faults: BTreeMap<String, u64>,
    /// Games that repeat others, from the same opening with the same moves.
    pub(crate) repeated: u64,
}

/// The share of faulty games above which results mean nothing, in per cent.
const MAX_FAULTY_PERCENT: u64 = 1;

impl MatchScore {
    /// Counts the games between two engines.
    pub(crate) fn of(games: &[PlayedGame], first: &str, second: &str) -> MatchScore {
        let mut score = MatchScore::default();
        let mut seen = HashSet::new();
        // Half-points of the first engine, by opening: as White and as Black.
        let mut by_opening: BTreeMap<&str, [Vec<usize>; 2]> = BTreeMap::new();
        for game in games.iter().filter(|game| game.is_between(first, second)) {
            let is_white = game.white == first;
            let white_half_points = game.result as usize;
            let half_points = if is_white { white_half_points } else { 2 - white_half_points };
            match half_points {
                2 => score.wins += 1,
                1 => score.draws += 1,
                _ => score.losses += 1,
            }
            if let Some(fault) = &game.fault {
                let loser = if half_points == 0 { first } else { second };
                *score.faults.entry(format!("{loser}: {fault}")).or_default() += 1;
            }
            score.repeated += u64::from(!seen.insert((is_white, &game.opening, &game.moves)));
            by_opening.entry(&game.opening).or_default()[usize::from(!is_white)].push(half_points);
        }
        for (opening, [white, black]) in by_opening {
            for (white, black) in white.into_iter().zip(black) {
                score.pairs.0[white + black] += 1;
                score.openings.push(opening.to_owned());
            }
        }
        score
    }

    pub(crate) fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The reason why these games support no verdict, if there is one.
    pub(crate) fn refusal(&self) -> Option<String> {
        let (games, faulty) = (self.games(), self.faults.values().sum::<u64>());
        if games == 0 {
            Some("no game has ended".to_owned())
        } else if 100 * faulty > MAX_FAULTY_PERCENT * games {
            let faults = self.faults.iter().map(|(fault, count)| format!("{fault} ({count})"));
            let faults: Vec<String> = faults.collect();
            Some(format!(
                "{faulty} of {games} games ended by a fault, more than {MAX_FAULTY_PERCENT} %: {}",
                faults.join(", ")
            ))
        } else if self.repeated > 0 {
            Some(format!("{} of {games} games repeat others", self.repeated))
        } else {
            None
        }
    }
}

/// The scores of a pair.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Half the 95 % interval in standard deviations.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Number of pairs that ended with each score.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) struct Pentanomial(pub(crate) [u64; 5]);

/// An estimate and half its 95 % interval.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Estimate {
    pub(crate) value: f64,
    pub(crate) error: f64,
}

impl Pentanomial {
    pub(crate) fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score, and the deviation of a single pair from it. Not a number without pairs.
    fn moments(&self) -> (f64, f64) {
        let pairs = self.pairs() as f64;
        let expect = |value: &dyn Fn(f64) -> f64| -> f64 {
            self.0.iter().zip(SCORES).map(|(&count, score)| count as f64 / pairs * value(score)).sum()
        };
        let mean = expect(&|score| score);
        (mean, expect(&|score| (score - mean).powi(2)).sqrt())
    }

    /// Elo from the mean score: infinite if one side won everything. The error is infinite if all pairs had the same
    /// score.
    pub(crate) fn elo(&self) -> Estimate {
        let elo_of_score = |score: f64| {
            let score = score.clamp(0.0, 1.0);
            400.0 * (score / (1.0 - score)).log10()
        };
        let (mean, deviation) = self.moments();
        let error = TWO_SIDED_95 * deviation / (self.pairs() as f64).sqrt();
        let (low, high) = (elo_of_score(mean - error), elo_of_score(mean + error));
        // Pairs that all had the same score give no estimate of the noise.
        let error = if deviation > 0.0 { (high - low) / 2.0 } else { f64::INFINITY };
        Estimate { value: elo_of_score(mean), error }
    }

    /// Normalised Elo: infinite or not a number if all pairs had the same score.
    pub(crate) fn normalised_elo(&self) -> Estimate {
        let elo_of_surplus = 800.0 / (std::f64::consts::SQRT_2 * std::f64::consts::LN_10);
        let (mean, deviation) = self.moments();
        let value = (mean - 0.5) / deviation * elo_of_surplus;
        Estimate { value, error: TWO_SIDED_95 / (self.pairs() as f64).sqrt() * elo_of_surplus }
    }
}

/// `39, 8843, 26675, 9240, 44`.
impl fmt::Display for Pentanomial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(format!("{:?}", self.0).trim_matches(['[', ']']))
    }
}

/// `+1.58 ± 1.03`, or a reason why it is unknown.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.value.is_nan() {
            return f.write_str("unknown: too few different results");
        }
        if self.value.is_infinite() {
            return f.write_str("unknown: one side scored everything");
        }
        // Adding 0 makes the negative zero positive.
        write!(f, "{:+.2} ± ", self.value + 0.0)?;
        // The interval is unbounded after a few pairs, or if all had the same score.
        if self.error.is_finite() { write!(f, "{:.2}", self.error) } else { f.write_str("∞") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    const OTHER: &str = "4k3/8/8/8/8/8/3P4/4K3 w - - 0 1";

    fn text(white: &str, black: &str, fen: &str, moves: &str, result: &str, end: &str) -> String {
        format!(
            "[Event \"x\"]\n[White \"{white}\"]\n[Black \"{black}\"]\n[Result \"{result}\"]\n[FEN \"{fen}\"]\n\
             [Termination \"{end}\"]\n\n{moves} {result}\n\n"
        )
    }

    fn normal(white: &str, black: &str, fen: &str, moves: &str, result: &str) -> String {
        text(white, black, fen, moves, result, "normal")
    }

    #[test]
    fn pairs_are_found_in_any_order_of_their_games() {
        let text = [
            normal("b", "a", FEN, "1. e3", "0-1"),
            normal("a", "b", OTHER, "1. d3", "1/2-1/2"),
            normal("a", "b", FEN, "1. e4", "1-0"),
            normal("a", "c", FEN, "1. e4", "0-1"),
            normal("b", "a", OTHER, "1. d4", "1-0"),
            normal("a", "b", OTHER, "1. d4", "*"),
        ];
        let score = MatchScore::of(&parse(text.concat().as_bytes(), "").unwrap().games, "a", "b");
        assert_eq!((score.wins, score.draws, score.losses, score.games()), (2, 1, 1, 4));
        assert_eq!((score.pairs.0, score.openings.len()), ([0, 1, 0, 0, 1], 2));
        let theirs = MatchScore::of(&parse(text.concat().as_bytes(), "").unwrap().games, "b", "a");
        assert_eq!((theirs.wins, theirs.losses, theirs.pairs.0), (1, 2, [1, 0, 0, 1, 0]));
    }

    #[test]
    fn faults_are_counted_for_the_loser_and_refuse_a_verdict_above_one_per_cent() {
        for fault in ["disconnect", "illegal move", "time forfeit", "timeout", "unterminated"] {
            let games = text("a", "b", FEN, "1. e3", "0-1", fault) + &text("b", "a", FEN, "", "0-1", fault);
            let score = MatchScore::of(&parse(games.as_bytes(), "").unwrap().games, "a", "b");
            let expected = [(format!("a: {fault}"), 1), (format!("b: {fault}"), 1)];
            assert_eq!(score.faults, expected.into());
            assert!(score.refusal().unwrap().starts_with("2 of 2 games ended by a fault"), "{fault}");
        }
        let clean = |games| MatchScore { wins: games, ..MatchScore::default() };
        let faulty = |games| MatchScore { faults: [("b: crash".to_owned(), 2)].into(), ..clean(games) };
        assert_eq!(faulty(200).refusal(), None, "one per cent");
        assert!(faulty(199).refusal().unwrap().ends_with("b: crash (2)"));
        assert_eq!(clean(0).refusal().unwrap(), "no game has ended");
    }

    #[test]
    fn repeated_games_refuse_a_verdict() {
        let played = |moves: &str| normal("a", "b", FEN, moves, "1-0");
        let games = [played("1. e4 {0.1s}"), played("1. e3"), normal("b", "a", FEN, "1. e4", "1-0")];
        let count =
            |text: &str| MatchScore::of(&parse(text.as_bytes(), "").unwrap().games, "a", "b").repeated;
        assert_eq!(count(&games.concat()), 0);
        let score = MatchScore::of(
            &parse((games.concat() + &played("1. e4 {0.2s}")).as_bytes(), "").unwrap().games,
            "a",
            "b",
        );
        assert_eq!(score.refusal().unwrap(), "1 of 4 games repeat others");
    }

    #[test]
    fn only_whole_pairs_are_kept() {
        let one = [normal("a", "b", FEN, "1. e4", "1-0"), normal("b", "a", FEN, "1. e3", "1-0")];
        let single = normal("a", "b", OTHER, "1. d4", "1-0");
        let stranger = normal("a", "c", OTHER, "1. d4", "1-0");
        let torn = "[Event \"x\"]\n[White \"b\"]\n[Black \"a\"]\n\n1. d4 {+0.1";
        let text = format!("{}{single}{}{stranger}{torn}", one[0], one[1]);
        assert_eq!(whole_pairs(&text, |_| true).unwrap(), one.concat());
        // A file may be cut anywhere in its last game, and another run may have gone on behind the cut.
        let last = normal("b", "a", OTHER, "1. d4 d5", "1-0");
        for cut in 1..last.trim_end().len() {
            for next in ["", &single] {
                let text = format!("{}{single}{}{next}", one.concat(), &last[..cut]);
                assert_eq!(whole_pairs(&text, |_| true).unwrap(), one.concat(), "{text}");
            }
        }
        let other = normal("b", "a", OTHER, "1. d4", "1-0");
        assert_eq!(whole_pairs(&format!("{single}{other}"), |_| true).unwrap(), format!("{single}{other}"));
        assert_eq!(whole_pairs(&text, |game| game.white != "a").unwrap(), "");
    }

    #[test]
    fn a_crash_and_a_hang_have_their_names() {
        let fault = |moves: &str, log: &str| {
            let games = parse(text("a", "b", FEN, moves, "0-1", "abandoned").as_bytes(), log).unwrap().games;
            games.into_iter().find_map(|game| game.fault).unwrap()
        };
        let hang = "/e: hang (no move within 60 s) after 'go nodes 5' in '4k3/8/8/8/8/4P3/8/4K3 b - - 0 1'\n";
        for (moves, log, name) in [
            ("1. e3 {+0.10/9 0.1s, White disconnects}", "", "crash"),
            ("1. e3 {+0.10/9 0.1s, Black's connection stalls}", "", "hang"),
            // fastchess has no place for the reason.
            ("", hang, "crash"),
            ("1. e3 {+0.10/9 0.1s, White disconnects}", hang, "hang"),
            (
                "1. e3 {+0.10/9 0.1s, White disconnects}",
                &hang.replace("hang (no move", "crash (signal"),
                "crash",
            ),
            ("1. e4 {+0.10/9 0.1s, White disconnects}", hang, "crash"),
            ("1. e3 {he went home}", "", "abandoned"),
        ] {
            assert_eq!(fault(moves, log), name, "{moves} {log}");
        }
    }

    #[test]
    fn games_that_do_not_count_are_told() {
        let good = normal("a", "b", FEN, "1. e4", "1-0");
        let other = good.replace("[White", "[Variant \"Atomic\"]\n[White");
        let text =
            [normal("a", "b", FEN, "1. e4 e4", "1-0"), other, good, normal("a", "b", FEN, "1. e3", "*")]
                .concat();
        let GamesRead { games, warnings } = parse(text.as_bytes(), "").unwrap();
        let [illegal, other, unfinished] = &warnings[..] else { panic!("{warnings:?}") };
        assert!(
            illegal.starts_with("game 1 of the file: 1... e4 is not understood: there is no"),
            "{illegal}"
        );
        assert!(other.starts_with("game 2 of the file: the tag Variant \"Atomic\""), "{other}");
        assert_eq!((games.len(), unfinished.as_str()), (1, "games without a result, which do not count: 1"));
        let utf16: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert!(parse(&utf16, "").unwrap_err().to_string().contains("UTF-16"));
    }

    #[test]
    fn a_published_match_has_its_published_elo() {
        let published = Pentanomial([39, 8843, 26675, 9240, 44]);
        let near = |estimate: Estimate, value: f64, error: f64| {
            assert!((estimate.value - value).abs() < 5e-4, "{estimate:?}");
            assert!((estimate.error - error).abs() < 5e-4, "{estimate:?}");
        };
        near(published.elo(), 1.577, 1.030);
        near(published.normalised_elo(), 3.480, 2.274);
        let mirrored = Pentanomial([44, 9240, 26675, 8843, 39]);
        near(mirrored.elo(), -1.577, 1.030);
    }

    #[test]
    fn few_or_equal_pairs_have_no_bound() {
        for (pairs, elo) in [
            ([0, 0, 0, 1, 3], "+470.44 ± ∞"),
            ([3, 1, 0, 0, 0], "-470.44 ± ∞"),
            ([0, 0, 9, 0, 0], "+0.00 ± ∞"),
            ([0, 0, 0, 1, 0], "+190.85 ± ∞"),
            ([0, 0, 0, 0, 9], "unknown: one side scored everything"),
            ([0; 5], "unknown: too few different results"),
        ] {
            assert_eq!(Pentanomial(pairs).elo().to_string(), elo);
        }
        let alike = Pentanomial([0, 0, 9, 0, 0]).normalised_elo();
        assert_eq!(alike.to_string(), "unknown: too few different results");
    }
}
