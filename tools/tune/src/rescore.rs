//! `rescore`: other labels for the positions of a file, from endgame tables or from another engine.
//!
//! **Tables** correct results. Self-play errs in endgames, and adjudication ends games before the error shows. A position in
//! the tables gets the result of best play, and a draw gets the score 0. Earlier positions of the game get the result of
//! the first position in the tables:
//!
//! ```text
//!   ply      60    62    64    66    68
//!   pieces    9     7     6     5     5          tables of five pieces
//!   result   1-0   1-0   1-0   1-0   1-0         as played
//!   tables                      ½     1-0        at ply 66 it was drawn; Black erred after it
//!   new       ½     ½     ½     ½     1-0
//! ```
//!
//! A win counts only if it comes before the 50-move rule ends the game.
//!
//! **An engine** that speaks UCI gives the scores and best moves of its own, perhaps deeper, searches.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use anyhow::{Context as _, Result, anyhow, ensure};
use clap::Args;
use eval::wdl::PAWN_UNITS;
use indicatif::HumanCount;
use movegen::Position;
use pgn::GameResult;
use search::Tablebase;
use search::tablebase::Wdl;
use tablebase::SyzygyTables;
use toolkit::{End, EngineScore, UciEngine, expect_apart, say};
use types::Score;

use crate::source::parse_pawn;
use crate::text::units;
use crate::{Record, RecordWriter, Source};

#[derive(Args)]
#[command(group(clap::ArgGroup::new("labels").required(true).multiple(true).args(["syzygy", "engine"])))]
pub struct RescoreArgs {
    /// The file to read, of any format
    input: PathBuf,
    /// The file to write or to continue
    file: PathBuf,
    /// The folders of endgame tables, in the format of the engine's option SyzygyPath
    #[arg(long, value_name = "PATH")]
    syzygy: Option<String>,
    /// The command of a UCI engine, with its arguments
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// Nodes of each of its searches
    #[arg(long, value_name = "NODES", default_value = "20000")]
    nodes: NonZeroU64,
    /// An option of the engine; may be repeated
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = parse_option)]
    options: Vec<(String, String)>,
    /// Units of the evaluation in 100 of the engine's centipawns; the default is what this engine shows as one pawn
    #[arg(long, value_name = "UNITS", default_value_t = PAWN_UNITS, value_parser = parse_pawn)]
    pawn: f64,
    /// Number of engines
    #[arg(long, value_name = "N", default_value = "1")]
    threads: NonZeroUsize,
}

/// Games that each engine gets at a time.
const GAMES_AT_A_TIME: usize = 4;
/// The longest that an engine may be silent.
const TIMEOUT: Duration = Duration::from_secs(60);

fn parse_option(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned()));
    pair.ok_or_else(|| "expected NAME=VALUE".to_owned())
}

pub fn run(args: &RescoreArgs) -> Result<End> {
    let tables = args.syzygy.as_deref().map(SyzygyTables::open);
    if let (Some(tables), Some(path)) = (&tables, &args.syzygy) {
        ensure!(tables.max_pieces() > 0, "{path}: no Syzygy tables there");
    }
    let count = if args.engine.is_some() { args.threads.get() } else { 0 };
    let engines: Result<Vec<UciEngine>> = (0..count).map(|_| start_engine(args)).collect();
    let mut engines = engines?;
    expect_apart(&[&args.input], &[&args.file])?;
    let mut source = Source::open(&args.input, None)?;
    let mut note = format!("{}; rescored", source.note());
    if let Some(tables) = &tables {
        note += &format!(" by tables of {} pieces", tables.max_pieces());
    }
    if let Some(engine) = &args.engine {
        note += &format!(
            " by {engine} with {} nodes, {:?}, {:.2} units a pawn",
            args.nodes, args.options, args.pawn
        );
    }
    let about = || args.file.display().to_string();
    let mut done = 0;
    let mut writer = RecordWriter::resume(&args.file, &note, |_| done += 1).with_context(about)?;
    for _ in 0..done {
        source
            .next_game()?
            .with_context(|| format!("{} has more games than the file that it copies", about()))?;
    }
    let stop = toolkit::listen()?;
    let (mut changes, mut is_over) = (Changes::default(), false);
    while !is_over && !stop.load(Ordering::Relaxed) {
        let mut games = Vec::new();
        while games.len() < GAMES_AT_A_TIME * engines.len().max(1)
            && let Some(game) = source.next_game()?
        {
            games.push(game);
        }
        is_over = games.is_empty();
        if !engines.is_empty() && !is_over {
            let part = games.len().div_ceil(engines.len());
            let searched: Result<()> = thread::scope(|scope| {
                let parts = engines.iter_mut().zip(games.chunks_mut(part));
                let threads: Vec<_> = parts
                    .map(|(engine, games)| {
                        thread::Builder::new().spawn_scoped(scope, || search(engine, games, args))
                    })
                    .collect();
                threads.into_iter().try_for_each(|thread| {
                    let thread = thread.context("the system refuses a thread for an engine")?;
                    thread.join().map_err(|_| anyhow!("a thread panicked"))?
                })
            });
            // Waits for engines end at a signal, with an error.
            if stop.load(Ordering::Relaxed) {
                break;
            }
            searched?;
        }
        for mut game in games {
            if let Some(tables) = &tables {
                correct(&mut game, tables, &mut changes)?;
            }
            changes.positions += game.len() as u64;
            writer.write_game(&game).with_context(about)?;
            done += 1;
        }
    }
    writer.sync().with_context(about)?;
    for fault in tables.iter().flat_map(SyzygyTables::take_faults) {
        eprintln!("warning: {fault}");
    }
    let [positions, known, results] = [changes.positions, changes.known, changes.results].map(HumanCount);
    say(format_args!("{positions} positions rescored"))?;
    if tables.is_some() {
        say(format_args!(", {known} of them in the tables, {results} with another result"))?;
    }
    say("\n")?;
    if is_over {
        return Ok(End::Complete);
    }
    say(format_args!("Interrupted after {} games. The same command continues.\n", HumanCount(done)))?;
    Ok(End::Interrupted)
}

fn start_engine(args: &RescoreArgs) -> Result<UciEngine> {
    let command = args.engine.as_deref().unwrap_or_default();
    let mut engine = UciEngine::start(command, TIMEOUT)?;
    for (name, value) in &args.options {
        engine.options().check(name, value)?;
    }
    let chess960 =
        engine.options().offers("UCI_Chess960").then(|| ("UCI_Chess960".to_owned(), "true".to_owned()));
    engine.set_options(args.options.iter().cloned().chain(chess960))?;
    Ok(engine)
}

/// Gives every position the score and the move of an engine's search.
fn search(engine: &mut UciEngine, games: &mut [Vec<Record>], args: &RescoreArgs) -> Result<()> {
    for record in games.iter_mut().flatten() {
        let position = record.position()?;
        let fen = position.fen();
        let found = engine.search(&format!("fen {fen}"), &format!("nodes {}", args.nodes))?;
        let score = match found.score.with_context(|| format!("the engine gives no score for '{fen}'"))? {
            EngineScore::Centipawns(centipawns) => units(centipawns, args.pawn).clamp_to_eval(),
            EngineScore::Mate(moves) if moves > 0 => Score(Score::MATE.0 - (2 * moves - 1)),
            EngineScore::Mate(moves) => Score(-Score::MATE.0 - 2 * moves),
        };
        let best = position.parse_uci(&found.mv).with_context(|| format!("'{}' in '{fen}'", found.mv))?;
        let new = Record::pack(&position, Some(score), Some(best), record.result())?;
        *record = new.with_chess960(record.is_chess960());
    }
    Ok(())
}

/// Counts of changes.
#[derive(Default)]
struct Changes {
    positions: u64,
    known: u64,
    results: u64,
}

/// Corrects the results of a game. Positions from inside searches have none, unless they are in the tables.
fn correct(game: &mut [Record], tables: &impl Tablebase, changes: &mut Changes) -> Result<()> {
    let mut result = None;
    for record in game.iter_mut().rev() {
        let position = record.position()?;
        let known = known_result(&position, tables);
        let of_game = record.result();
        if of_game.is_some() {
            result = known.or(result);
        }
        changes.known += u64::from(known.is_some());
        let new = if of_game.is_some() { result } else { known };
        let Some(new) = new else { continue };
        changes.results += u64::from(of_game != Some(new));
        *record = record.with_result(new);
        if known == Some(GameResult::Draw) && record.score().is_some() {
            *record = record.with_score(Score::DRAW)?;
        }
    }
    Ok(())
}

/// Half-moves without progress after which a game is drawn.
const FIFTY_MOVES: i32 = 100;

/// The result of best play, if the position is in the tables and the 50-move rule cannot change it.
fn known_result(position: &Position, tables: &impl Tablebase) -> Option<GameResult> {
    if position.occupied().count() > tables.max_pieces() {
        return None;
    }
    let wdl = tables.wdl(position)?;
    let winner = match wdl {
        Wdl::Loss => !position.side_to_move(),
        Wdl::Win => position.side_to_move(),
        Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => return Some(GameResult::Draw),
    };
    let clock = i32::from(position.halfmove_clock());
    let is_in_time = clock == 0 || tables.dtz(position).is_some_and(|dtz| dtz.0.abs() + clock <= FIFTY_MOVES);
    is_in_time.then_some(GameResult::win_of(winner))
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::tablebase::Dtz;

    /// Tables of three pieces: with a rook White wins in this many half-moves; otherwise it is a draw.
    struct Fake(i32);

    impl Tablebase for Fake {
        fn max_pieces(&self) -> u32 {
            3
        }

        fn wdl(&self, position: &Position) -> Option<Wdl> {
            Some(if position.occupied().count() == 3 { Wdl::Win } else { Wdl::Draw })
        }

        fn dtz(&self, _position: &Position) -> Option<Dtz> {
            Some(Dtz(self.0))
        }
    }

    fn record(fen: &str, result: impl Into<Option<GameResult>>) -> Record {
        Record::pack(&fen.parse().unwrap(), Some(Score(77)), None, result).unwrap()
    }

    #[test]
    fn positions_before_the_first_known_one_get_its_result() {
        let drawn = GameResult::Draw;
        let mut game = [
            record("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 40", drawn),
            record("4k3/8/8/8/8/8/8/R3K3 w - - 0 41", drawn),
            record("4k3/8/8/8/8/8/8/4K3 w - - 0 42", drawn),
            record("4k3/8/8/8/8/8/8/4K1R1 w - - 0 41", None),
            record("4k3/pp6/8/8/8/8/8/4K1R1 w - - 0 41", None),
        ];
        let mut changes = Changes::default();
        correct(&mut game, &Fake(20), &mut changes).unwrap();
        let won = Some(GameResult::WhiteWins);
        assert_eq!(game.iter().map(Record::result).collect::<Vec<_>>(), [won, won, Some(drawn), won, None]);
        let scores: Vec<_> = game.iter().map(|record| record.score().unwrap().0).collect();
        assert_eq!(scores, [77, 77, 0, 77, 77]);
        assert_eq!((changes.known, changes.results), (3, 3));
    }

    #[test]
    fn a_win_that_comes_too_late_is_not_known() {
        let known = |clock: u32, dtz| {
            let position = format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90").parse().unwrap();
            known_result(&position, &Fake(dtz))
        };
        let won = Some(GameResult::WhiteWins);
        assert_eq!([known(0, 99), known(80, 20), known(81, 20)], [won, won, None]);
    }
}
