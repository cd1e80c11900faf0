//! `export` and `import`: lines of text from records, and records from anything.

use std::io::{self, BufWriter, Write};
use std::path::PathBuf;

use anyhow::{Context as _, Result, ensure};
use clap::Args;
use indicatif::HumanCount;
use toolkit::book::has_chess960_castling;
use toolkit::{AtomicFile, say};

use crate::source::parse_pawn;
use crate::text::write;
use crate::{Filter, Record, RecordWriter, Source};

#[derive(Args)]
pub struct ExportArgs {
    /// The file to read, of any format
    file: PathBuf,
    /// Writes scores in centipawns of which 100 are this many units of the evaluation. By default they are units
    #[arg(long, value_name = "UNITS", value_parser = parse_pawn)]
    pawn: Option<f64>,
    #[command(flatten)]
    filter: Filter,
}

/// Writes the positions of a file as lines to standard output.
pub fn export(args: &ExportArgs) -> Result<()> {
    let mut source = Source::open(&args.file, None)?;
    let mut output = BufWriter::new(io::stdout().lock());
    let mut written = 0;
    let mut write_all = || -> Result<()> {
        while let Some(game) = source.next_game()? {
            for record in game.iter().filter(|record| args.filter.accepts(record)) {
                let line = write(record, args.pawn).with_context(|| args.file.display().to_string())?;
                writeln!(output, "{line}").context(UNWRITABLE)?;
                written += 1;
            }
        }
        output.flush().context(UNWRITABLE)
    };
    match write_all() {
        // The reader closed the pipe (`tune export x | head`), which is no error.
        Err(error) if error.downcast_ref().map(io::Error::kind) == Some(io::ErrorKind::BrokenPipe) => Ok(()),
        Err(error) => Err(error),
        Ok(()) => {
            eprintln!("{} positions written", HumanCount(written));
            Ok(())
        }
    }
}

const UNWRITABLE: &str = "standard output: cannot be written";

#[derive(Args)]
pub struct ImportArgs {
    /// The file to read, or `-` for standard input: lines of text or EPD, or PGN with a score behind each move (.pgn); it
    /// may be compressed (.gz, .zst)
    input: PathBuf,
    /// The file to write, which must not exist
    file: PathBuf,
    /// Units of the evaluation in 100 centipawns of the file. By default, scores of text are units, and 100 centipawns of
    /// EPD and PGN are what the engine shows as one pawn
    #[arg(long, value_name = "UNITS", value_parser = parse_pawn)]
    pawn: Option<f64>,
}

pub fn import(args: &ImportArgs) -> Result<()> {
    let mut source = Source::open(&args.input, args.pawn)?;
    let about = || args.file.display().to_string();
    ensure!(args.file.symlink_metadata().is_err(), "{} exists, expected a new file", about());
    // The file appears only when it is complete.
    let draft = AtomicFile::of(&args.file).with_context(about)?;
    let note = format!("imported from {}", args.input.display());
    let mut writer =
        RecordWriter::new(draft.file().try_clone().with_context(about)?, &note).with_context(about)?;
    let [mut positions, mut alone, mut moveless, mut chess960] = [0; 4];
    while let Some(game) = source.next_game()? {
        let castles =
            |record: &Record| record.position().is_ok_and(|position| has_chess960_castling(&position));
        let is_chess960 = game.iter().any(|record| record.is_chess960() || castles(record));
        let count = game.len() as u64;
        positions += count;
        alone += u64::from(game[0].result().is_none());
        moveless += game.iter().filter(|record| record.best_move().is_none()).count() as u64;
        chess960 += if is_chess960 { count } else { 0 };
        let game: Vec<Record> = game.iter().map(|record| record.with_chess960(is_chess960)).collect();
        writer.write_game(&game).with_context(about)?;
    }
    ensure!(positions > 0, "{}: holds no positions", args.input.display());
    draft.commit().with_context(about)?;
    let notes = [
        (alone, "games have no result, such as positions without one that belong to no game before them"),
        (moveless, "positions have no best move: --quiet takes them for quiet unless in check"),
        (chess960, "positions are of games taken for Chess960, by their castling rights"),
        (source.bad_games, "games were left out because they cannot be read"),
    ];
    for (count, note) in notes.into_iter().filter(|(count, _)| *count > 0) {
        eprintln!("note: {} {note}", HumanCount(count));
    }
    say(format_args!("{} positions of {} games packed\n", HumanCount(positions), HumanCount(source.count)))
}
