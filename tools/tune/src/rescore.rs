//! `rescore`: other labels for the positions of a file, by the scores and best moves of another engine's, perhaps deeper,
//! searches. Results stay.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::Duration;

use anyhow::{Context as _, Result};
use clap::Args;
use eval::wdl::PAWN_UNITS;
use indicatif::HumanCount;
use rayon::iter::{IndexedParallelIterator as _, IntoParallelRefMutIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSliceMut as _;
use toolkit::{End, EngineScore, UciEngine, expect_apart, say};
use types::Score;

use crate::source::parse_pawn;
use crate::text::units;
use crate::{Record, RecordWriter, Source};

#[derive(Args)]
pub struct RescoreArgs {
    /// The file to read, of any format
    input: PathBuf,
    /// The file to write or to continue
    file: PathBuf,
    /// The command of a UCI engine, with its arguments
    #[arg(long, value_name = "COMMAND")]
    engine: String,
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
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

pub fn run(args: &RescoreArgs) -> Result<End> {
    let engines: Result<Vec<UciEngine>> = (0..args.threads.get()).map(|_| start_engine(args)).collect();
    let mut engines = engines?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(engines.len()).build();
    let pool = pool.context("the system refuses a thread for an engine")?;
    expect_apart(&[&args.input], &[&args.file])?;
    let mut source = Source::open(&args.input, None)?;
    let note = format!(
        "{}; rescored by {} with {} nodes, {:?}, {:.2} units a pawn",
        source.note(),
        args.engine,
        args.nodes,
        args.options,
        args.pawn
    );
    let about = || args.file.display().to_string();
    let mut done = 0;
    let mut writer = RecordWriter::resume(&args.file, &note, |_| done += 1).with_context(about)?;
    for _ in 0..done {
        source
            .next_game()?
            .with_context(|| format!("{} has more games than the file that it copies", about()))?;
    }
    let stop = toolkit::listen()?;
    let (mut positions, mut is_over) = (0, false);
    while !is_over && !stop.load(Ordering::Relaxed) {
        let mut games = Vec::new();
        while games.len() < GAMES_AT_A_TIME * engines.len()
            && let Some(game) = source.next_game()?
        {
            games.push(game);
        }
        is_over = games.is_empty();
        let part = games.len().div_ceil(engines.len()).max(1);
        let searched = pool.install(|| {
            let parts = engines.par_iter_mut().zip(games.par_chunks_mut(part));
            parts.try_for_each(|(engine, games)| search(engine, games, args))
        });
        // Waits for engines end at a signal, with an error.
        if stop.load(Ordering::Relaxed) {
            break;
        }
        searched?;
        for game in games {
            writer.write_game(&game).with_context(about)?;
            (positions, done) = (positions + game.len() as u64, done + 1);
        }
    }
    writer.sync().with_context(about)?;
    say(format_args!("{} positions rescored\n", HumanCount(positions)))?;
    if is_over {
        return Ok(End::Complete);
    }
    say(format_args!("Interrupted after {} games. The same command continues.\n", HumanCount(done)))?;
    Ok(End::Interrupted)
}

fn start_engine(args: &RescoreArgs) -> Result<UciEngine> {
    let mut engine = UciEngine::start(&args.engine, TIMEOUT)?;
    for (name, value) in &args.options {
        engine.options().check(name, value)?;
    }
    let chess960 =
        engine.options().offers("UCI_Chess960").then(|| ("UCI_Chess960".to_owned(), "true".to_owned()));
    engine.set_options(args.options.iter().cloned().chain(chess960))?;
    Ok(engine)
}

/// Gives every position the score and the move of an engine's search. A position without a legal move stays as it is.
fn search(engine: &mut UciEngine, games: &mut [Vec<Record>], args: &RescoreArgs) -> Result<()> {
    for record in games.iter_mut().flatten() {
        let position = record.position()?;
        if position.legal_moves().is_empty() {
            continue;
        }
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
