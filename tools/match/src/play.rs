//! Matches: two engines until a sequential test decides, or one against several.
//!
//! fastchess plays one pairing after the other. `games.pgn` is the truth: whenever fastchess begins, also after it was
//! killed, the games there are counted, and it is told in its configuration file what was played. It gets a file of the
//! openings in which those that were played stand in front, because it skips as many as pairs were played.
//!
//! ```text
//!   state.json        the engines and all arguments
//!   games.pgn         all games
//!   openings.epd      of the pairing being played, shuffled
//!   config-1.json     of the first pairing, as fastchess saves it
//!   start-1.json      the same when it was first seen, whole for sure
//!   fastchess-1.log   the output of fastchess
//!   guard             a copy of this program that starts the engines
//!   engines.log       the last words of engines that crashed or hung
//! ```
//!
//! fastchess would play a gauntlet at once too, but then forgets its results when it is resumed, and uses an opening
//! several times against the same opponent.

use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolkit::{End, say};

use crate::book::{Opening, Openings};
use crate::engine::MatchEngine;
use crate::fastchess::{self, Progress, SprtState};
use crate::games::{self, MatchScore, Pentanomial, PlayedGame};
use crate::guard;

/// Settings of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Match {
    /// The first plays each of the others.
    pub(crate) engines: Vec<MatchEngine>,
    pub(crate) settings: GameSettings,
    /// Number of pairs of each pairing, at most.
    pub(crate) pairs: u64,
    pub(crate) concurrency: usize,
}

/// The conditions of games, which a tune has as well.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct GameSettings {
    pub(crate) fastchess: PathBuf,
    pub(crate) book: PathBuf,
    /// Decides the order of the openings.
    pub(crate) seed: u64,
    /// Limits and adjudication, as arguments of fastchess.
    pub(crate) arguments: Vec<String>,
    /// Arguments that the user passes through.
    pub(crate) more: Vec<String>,
    /// At fixed nodes, the time in seconds after which a search hangs.
    #[serde(default)]
    pub(crate) max_seconds: Option<u64>,
}

pub(crate) const GAMES: &str = "games.pgn";
pub(crate) const OPENINGS: &str = "openings.epd";

impl GameSettings {
    /// All arguments but for the limit on pairs.
    pub(crate) fn arguments(&self, book: &Openings) -> Vec<String> {
        let mut arguments = words(&format!(
            "-openings file={OPENINGS} format=epd order=sequential -pgnout file={GAMES} -repeat -games 2 -recover"
        ));
        if book.is_chess960 {
            arguments.extend(words("-variant fischerandom"));
        }
        arguments.extend(self.arguments.iter().chain(&self.more).cloned());
        arguments
    }

    /// The arguments that start a program by a guard, of which the folder gets a copy.
    pub(crate) fn program(&self, program: &Path, folder: &Path) -> Result<Vec<String>> {
        let guard = guard::copy_to(folder)?;
        let (seconds, log) = (self.max_seconds.unwrap_or_default(), guard.with_file_name(guard::LOG));
        Ok(vec![
            format!("cmd={}", guard.display()),
            format!("args=guard {seconds} \"{}\" \"{}\"", program.display(), log.display()),
        ])
    }
}

/// The words of a text.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

/// Number of processors.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZeroUsize::get)
}

/// Arguments for a number of games at a time.
fn concurrency_arguments(concurrency: usize) -> Vec<String> {
    let force = if concurrency > processors() { "-force-concurrency" } else { "" };
    words(&format!("-concurrency {concurrency} {force}"))
}

impl Match {
    /// Plays what is left, until all is played or `stop` is set.
    pub(crate) fn play(&self, folder: &Path, stop: &AtomicBool) -> Result<End> {
        let book = Openings::read(&self.settings.book, self.settings.seed)?;
        self.engines.iter().try_for_each(MatchEngine::check)?;
        for opponent in 1..self.engines.len() {
            if stop.load(Ordering::Relaxed)
                || self.play_pairing(opponent, &book, folder, stop)? == End::Interrupted
            {
                return Ok(End::Interrupted);
            }
        }
        self.engines.iter().try_for_each(MatchEngine::check)?;
        Ok(End::Complete)
    }

    fn play_pairing(
        &self,
        opponent: usize,
        book: &Openings,
        folder: &Path,
        stop: &AtomicBool,
    ) -> Result<End> {
        let (first, second) = (&self.engines[0], &self.engines[opponent]);
        let file = |name: &str| folder.join(format!("{name}-{opponent}.json"));
        let (config, start) = (file("config"), file("start"));
        // fastchess may have been killed before it saved its configuration for the first time.
        let saved = [&start, &config].into_iter().find_map(|path| read_json(path));
        let is_theirs = |game: &PlayedGame| game.is_between(&first.name, &second.name);
        let games = keep_whole_pairs(folder, |game| saved.is_some() || !is_theirs(game))?;
        // Without a whole pair there is nothing to continue, and the files may be of a start that failed.
        let saved = saved.filter(|_| games.iter().any(is_theirs));
        if saved.is_none() {
            for file in [&start, &config].into_iter().filter(|path| path.exists()) {
                fs::remove_file(file).with_context(|| file.display().to_string())?;
            }
        }
        let is_decided = || self.sprt_state(opponent, folder).is_some_and(|state| state.verdict.is_some());
        let score = MatchScore::of(&games, &first.name, &second.name);
        if score.pairs.pairs() >= self.pairs || is_decided() {
            return Ok(End::Complete);
        }
        let openings = openings_of(&book.list, &score.openings, self.pairs as usize);
        toolkit::write_file(&folder.join(OPENINGS), openings.join("\n") + "\n")?;
        let config_name = config.file_name().unwrap_or_default().to_string_lossy();
        let arguments = match saved {
            Some(mut saved) => {
                saved["stats"] = json!({ format!("{} vs {}", first.name, second.name): stats(&score) });
                toolkit::write_file(&config, serde_json::to_string_pretty(&saved)?)?;
                let config = words(&format!("-config file={config_name} outname={config_name}"));
                [config, self.settings.more.clone()].concat()
            }
            None => {
                let config = format!("-config outname={config_name} -autosaveinterval 2 -ratinginterval 1");
                let arguments = |engine: &MatchEngine| {
                    let program = self.settings.program(&engine.path, folder)?;
                    anyhow::Ok(engine.arguments(&engine.name, program, std::iter::empty()))
                };
                [
                    arguments(first)?,
                    arguments(second)?,
                    words(&format!("{config} -rounds {}", self.pairs)),
                    self.settings.arguments(book),
                ]
                .concat()
            }
        };
        let arguments = [arguments, concurrency_arguments(self.concurrency)].concat();
        let end = fastchess::run(
            &self.settings.fastchess,
            &arguments,
            folder,
            &log_name(opponent),
            Progress::Shown,
            stop,
            || {
                // fastchess replaces its file in place, so a kill can destroy it.
                match read_json(&config).filter(|_| !start.exists()) {
                    Some(whole) => toolkit::write_file(&start, serde_json::to_string(&whole)?),
                    None => Ok(()),
                }
            },
        )?;
        if end == End::Complete {
            let games = games::read(&folder.join(GAMES), folder)?;
            let pairs = MatchScore::of(&games, &first.name, &second.name).pairs.pairs();
            ensure!(
                pairs >= self.pairs || is_decided(),
                "fastchess ended after {pairs} of {} pairs without a verdict, see {}",
                self.pairs,
                folder.join(log_name(opponent)).display()
            );
        }
        Ok(end)
    }

    /// State of the sequential test against an opponent, if there is a test.
    fn sprt_state(&self, opponent: usize, folder: &Path) -> Option<SprtState> {
        fastchess::sprt_state(&fs::read_to_string(folder.join(log_name(opponent))).ok()?)
    }

    /// Scores against each opponent, with their conditions.
    pub(crate) fn results(&self, folder: &Path) -> Result<Vec<PairingResult<'_>>> {
        let games = match folder.join(GAMES) {
            path if path.exists() => games::read(&path, folder)?,
            _ => Vec::new(),
        };
        let first = &self.engines[0];
        let result = |(opponent, second): (usize, _)| {
            let second: &MatchEngine = second;
            let config = read_json(&folder.join(format!("start-{opponent}.json")));
            PairingResult {
                first,
                second,
                score: MatchScore::of(&games, &first.name, &second.name),
                sprt: self.sprt_state(opponent, folder),
                conditions: config
                    .map_or("unknown".to_owned(), |config| conditions(&config, &self.settings.book)),
                date: games
                    .iter()
                    .rfind(|game| game.is_between(&first.name, &second.name))
                    .map_or(String::new(), |game| game.date.replace('.', "-")),
            }
        };
        Ok(self.engines.iter().enumerate().skip(1).map(result).collect())
    }
}

/// `8+0.08, Hash 16, 1 thread, uho.epd`, from the configuration that fastchess saved.
fn conditions(config: &Value, book: &Path) -> String {
    let engine = &config["engines"][0];
    let (limit, clock) = (&engine["limit"], &engine["limit"]["tc"]);
    let number = |value: &Value| value.as_f64().unwrap_or_default();
    let seconds = |value: &Value| number(value) / 1000.0;
    let mut text = match (number(&limit["nodes"]), number(&limit["plies"]), number(&clock["fixed_time"])) {
        (nodes, ..) if nodes > 0.0 => format!("{nodes} nodes a move"),
        (_, plies, _) if plies > 0.0 => format!("depth {plies}"),
        (.., time) if time > 0.0 => format!("{} s a move", time / 1000.0),
        _ => format!("{}+{}", seconds(&clock["time"]), seconds(&clock["increment"])),
    };
    let options = engine["options"].as_array().into_iter().flatten();
    // Of an option that stands there twice, the last value counts.
    let value_of = |name: &str| {
        options.clone().rev().find(|option| option[0] == name).and_then(|option| option[1].as_str())
    };
    value_of("Hash").into_iter().for_each(|hash| text += &format!(", Hash {hash}"));
    let plural = |threads: &str| if threads == "1" { "" } else { "s" };
    value_of("Threads")
        .into_iter()
        .for_each(|threads| text += &format!(", {threads} thread{}", plural(threads)));
    format!("{text}, {}", book.file_name().unwrap_or_default().to_string_lossy())
}

fn log_name(opponent: usize) -> String {
    format!("fastchess-{opponent}.log")
}

fn read_json(path: &Path) -> Option<Value> {
    serde_json::from_str(&fs::read_to_string(path).ok()?).ok()
}

/// Removes games from the file of games: those of which the second game of the pair is missing, and those for which
/// `is_kept` is false.
fn keep_whole_pairs(folder: &Path, is_kept: impl Fn(&PlayedGame) -> bool) -> Result<Vec<PlayedGame>> {
    let path = folder.join(GAMES);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let text = fs::read(&path).with_context(|| path.display().to_string())?;
    let text = String::from_utf8_lossy(&text);
    let whole = games::whole_pairs(&text, is_kept).with_context(|| path.display().to_string())?;
    if whole != text {
        toolkit::write_file(&path, &whole)?;
    }
    Ok(games::parse(whole.as_bytes(), "")?.games)
}

/// The openings of a pairing, as many as it has pairs: those that were played, then the others in the order of the book,
/// which begins again after its end.
fn openings_of(book: &[Opening], played: &[String], pairs: usize) -> Vec<String> {
    let mut left: HashMap<&str, usize> = HashMap::new();
    played.iter().for_each(|id| *left.entry(id).or_default() += 1);
    let (before, after): (Vec<&Opening>, Vec<&Opening>) =
        book.iter().cycle().take(pairs.max(played.len())).partition(|opening| {
            match left.get_mut(opening.id.as_str()) {
                Some(count) if *count > 0 => {
                    *count -= 1;
                    true
                }
                _ => false,
            }
        });
    before.into_iter().chain(after).map(|opening| opening.fen.clone()).collect()
}

/// A score in the form that fastchess keeps.
fn stats(score: &MatchScore) -> Value {
    let Pentanomial([ll, ld, even, wd, ww]) = score.pairs;
    json!({
        "wins": score.wins, "losses": score.losses, "draws": score.draws,
        "penta_WW": ww, "penta_WD": wd, "penta_WL": 0, "penta_DD": even, "penta_LD": ld, "penta_LL": ll,
    })
}

/// Result against one opponent.
pub(crate) struct PairingResult<'a> {
    pub(crate) first: &'a MatchEngine,
    pub(crate) second: &'a MatchEngine,
    pub(crate) score: MatchScore,
    sprt: Option<SprtState>,
    pub(crate) conditions: String,
    pub(crate) date: String,
}

/// A block of text, ready for a commit message.
impl fmt::Display for PairingResult<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PairingResult { first, second, score, sprt, conditions, .. } = self;
        writeln!(f, "{first} against {second}")?;
        if first.bench.is_some() && first.bench == second.bench {
            writeln!(
                f,
                "The benches are the same: only speed differs, or code that the bench does not run."
            )?;
        }
        writeln!(f)?;
        let pairs = &score.pairs;
        let refusal = score.refusal();
        if refusal.is_none() {
            writeln!(f, "Elo   | {} (95%)", pairs.elo())?;
            writeln!(f, "nElo  | {}", pairs.normalised_elo())?;
            if let Some(SprtState { text, pairs: at, verdict }) = sprt {
                let at = if *at == format!("[{pairs}]") { String::new() } else { format!(" at {at}") };
                writeln!(f, "LLR   | {text}{at}: {}", verdict.unwrap_or("undecided"))?;
            }
        }
        writeln!(f, "Test  | {conditions}")?;
        let MatchScore { wins, draws, losses, .. } = score;
        writeln!(f, "Games | {}: {wins} won, {draws} drawn, {losses} lost", score.games())?;
        writeln!(f, "Ptnml | {pairs}")?;
        score.faults.iter().try_for_each(|(fault, count)| writeln!(f, "Fault | {fault}: {count}"))?;
        match refusal {
            Some(reason) => writeln!(f, "No verdict: {reason}"),
            None => first.bench.map_or(Ok(()), |bench| writeln!(f, "\nBench: {bench}")),
        }
    }
}

/// Shows the results of a match: a block for a single opponent, a table for several.
///
/// # Errors
/// If games are faulty or repeat others.
pub(crate) fn report(of: &Match, folder: &Path) -> Result<()> {
    let results = of.results(folder)?;
    match &results[..] {
        [result] => say(result)?,
        _ => {
            let rows = results.iter().map(|PairingResult { first, second, score, .. }| {
                (first.name.as_str(), second.name.as_str(), score)
            });
            say(format_args!("{}\n\n{}", results[0].conditions, table(rows)))?;
        }
    }
    expect_sound(results.iter().map(|result| &result.score), folder)
}

/// Shows the results in a file of games: a table of all pairings, in the order of their first games.
///
/// # Errors
/// If the file cannot be read, or games are faulty or repeat others.
pub(crate) fn report_games(path: &Path) -> Result<()> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let games = games::read(path, folder)?;
    let mut pairings: Vec<(&str, &str)> = Vec::new();
    for PlayedGame { white, black, .. } in &games {
        if !pairings.contains(&(white, black)) && !pairings.contains(&(black, white)) {
            pairings.push((white, black));
        }
    }
    let scores: Vec<MatchScore> =
        pairings.iter().map(|(first, second)| MatchScore::of(&games, first, second)).collect();
    say(table(pairings.into_iter().zip(&scores).map(|((first, second), score)| (first, second, score))))?;
    expect_sound(scores.iter(), folder)
}

fn table<'a>(rows: impl Iterator<Item = (&'a str, &'a str, &'a MatchScore)>) -> String {
    let mut text =
        "| match | won, drawn, lost | Elo (95%) | Ptnml | faults |\n|---|---|---|---|---|\n".to_owned();
    for (first, second, score) in rows {
        let MatchScore { wins, draws, losses, pairs, faults, .. } = score;
        let elo = score.refusal().map_or_else(|| pairs.elo().to_string(), |reason| format!("none: {reason}"));
        let faults: u64 = faults.values().sum();
        text += &format!(
            "| {first} against {second} | {wins}, {draws}, {losses} | {elo} | {pairs} | {faults} |\n"
        );
    }
    text
}

/// Refuses results that mean nothing, and tells where the last words of engines are. Pairings without a game do not count
/// if there are others.
fn expect_sound<'a>(scores: impl Iterator<Item = &'a MatchScore> + Clone, folder: &Path) -> Result<()> {
    let log = folder.join(guard::LOG);
    let has_words = fs::metadata(&log).is_ok_and(|about| about.len() > 0);
    if has_words && scores.clone().any(|score| !score.faults.is_empty()) {
        eprintln!("the last words of the engines are in {}", log.display());
    }
    let mut played = scores.clone().filter(|score| score.games() > 0).peekable();
    let refusal = match played.peek() {
        Some(_) => played.find_map(MatchScore::refusal),
        None => Some(MatchScore::default().refusal().unwrap_or_default()),
    };
    refusal.map_or(Ok(()), |reason| bail!("no verdict: {reason}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_conditions_are_those_of_fastchess() {
        let text = |[nodes, plies, fixed, time, increment]: [u64; 5], options: Value| {
            let tc = json!({ "fixed_time": fixed, "time": time, "increment": increment });
            let limit = json!({ "nodes": nodes, "plies": plies, "tc": tc });
            let config = json!({ "engines": [{ "limit": limit, "options": options }] });
            conditions(&config, Path::new("books/uho.epd"))
        };
        let usual = json!([["Hash", "16"], ["Threads", "1"]]);
        assert_eq!(text([0, 0, 0, 8000, 80], usual.clone()), "8+0.08, Hash 16, 1 thread, uho.epd");
        assert_eq!(text([500, 0, 60_000, 0, 0], json!([])), "500 nodes a move, uho.epd");
        assert_eq!(
            text([0, 9, 0, 0, 0], json!([["Threads", "1"], ["Threads", "4"]])),
            "depth 9, 4 threads, uho.epd"
        );
        assert_eq!(text([0, 0, 1500, 0, 0], json!([["Ponder", "1"]])), "1.5 s a move, uho.epd");
    }

    #[test]
    fn fastchess_is_told_if_there_are_more_games_than_processors() {
        let processors = processors();
        assert_eq!(concurrency_arguments(processors), words(&format!("-concurrency {processors}")));
        assert_eq!(concurrency_arguments(processors + 1).last().unwrap(), "-force-concurrency");
    }

    #[test]
    fn openings_that_were_played_come_first_and_none_comes_twice() {
        let ids = |text: &str| text.chars().map(String::from).collect::<Vec<String>>();
        let book: Vec<Opening> =
            ids("abcdef").into_iter().map(|id| Opening { fen: id.to_uppercase(), id }).collect();
        let of = |played: &str, pairs| openings_of(&book, &ids(played), pairs).concat();
        assert_eq!(of("", 4), "ABCD");
        // Later pairs ended before an earlier one, which was interrupted.
        assert_eq!(of("dca", 6), "ACDBEF");
        // The book begins again.
        assert_eq!(of("abcdefa", 9), "ABCDEFABC");
        assert_eq!(of("abcdefb", 9), "ABCDEFBAC");
        assert_eq!(of("abcd", 4), "ABCD");
    }
}
