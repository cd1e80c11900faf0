//! `export` and `import`.

use std::fs::File;
use std::io::{self, BufRead, Write as _};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use indicatif::HumanCount;
use positions::binary::{BinaryError, bulletformat, viriformat};
use positions::pgn::{PgnError, PgnGame, PgnReader, PgnScore};
use positions::text::GameSplitter;
use positions::{FileRecord, Record, RecordWriter};
use toolkit::book::has_chess960_castling;
use toolkit::input::{decompressed, without_mark};
use toolkit::{AtomicFile, say};
use types::Score;

use super::output::Output;
use super::{open, warn_if_torn, with_progress_bar};
use crate::cli::{ExportArgs, FileFormat, ImportArgs};

/// Writes the positions of a file in another format.
///
/// # Errors
/// If the file cannot be read, the output cannot be written, or a record does not fit the format.
pub fn export(args: &ExportArgs) -> Result<()> {
    let name = args.file.display();
    ensure!(args.format != FileFormat::Pgn, "PGN is only read, expected another --format");
    let filter = args.filter.filter();
    let mut file_records = open(&args.file)?.file_records();
    // On any error in the input, an existing output file stays unchanged.
    let mut output = Output::open(args.output.as_deref(), &args.file)?;
    let about = format!("{}: cannot be written", output.name());
    let (mut written, mut left_out) = (0, 0);
    let mut game: Vec<Record> = Vec::new();
    let mut last_game = None;
    loop {
        let entry = file_records.next().transpose().with_context(|| format!("{name}"))?;
        let is_new_game = entry.is_none_or(|entry| last_game != Some(entry.game));
        if is_new_game && !game.is_empty() {
            match write_game(&game, args.format, &mut output) {
                // The reader closed the pipe (`datagen export x | head`), which is no error.
                Err(WriteError::Closed) => return Ok(()),
                Err(WriteError::Other(error)) => return Err(error.context(about)),
                Ok(missing) => {
                    written += game.len() as u64 - missing;
                    left_out += missing;
                }
            }
            game.clear();
        }
        let Some(FileRecord { game: number, record }) = entry else { break };
        last_game = Some(number);
        if filter.accepts(&record) {
            game.push(args.pawn.map_or(record, |pawn| record.with_scaled_score(100.0 / pawn)));
        }
    }
    output.finish().context(about)?;
    warn_if_torn(&args.file, file_records.reader());
    eprintln!("{} positions written", HumanCount(written));
    if left_out > 0 {
        eprintln!("note: {} positions left out, for which the format has no place", HumanCount(left_out));
    }
    Ok(())
}

/// Reason why writing stopped.
enum WriteError {
    /// The pipe was closed.
    Closed,
    Other(anyhow::Error),
}

impl<E: Into<anyhow::Error>> From<E> for WriteError {
    fn from(error: E) -> WriteError {
        let error = error.into();
        let is_closed = |error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe;
        let io = error.downcast_ref().or(match error.downcast_ref() {
            Some(BinaryError::Io(error)) => Some(error),
            _ => None,
        });
        if io.is_some_and(is_closed) { WriteError::Closed } else { WriteError::Other(error) }
    }
}

/// Writes the records of a game, and returns how many were left out.
fn write_game(game: &[Record], format: FileFormat, output: &mut Output) -> Result<u64, WriteError> {
    if let Some(lines) = format.of_lines() {
        for record in game {
            let line = lines.write(record)?;
            writeln!(output, "{line}")?;
        }
        return Ok(0);
    }
    if format == FileFormat::Viriformat {
        return Ok(viriformat::write_games(game, output)?);
    }
    let mut left_out = 0;
    for record in game {
        left_out += u64::from(!bulletformat::write(record, output)?);
    }
    Ok(left_out)
}

/// Packs another format into a new file.
///
/// # Errors
/// If the input cannot be read or is not in the format, or the file cannot be written.
pub fn import(args: &ImportArgs) -> Result<()> {
    let input = read(&args.input).with_context(|| format!("{}", args.input.display()))?;
    let note = format!("import {} {:?}", args.input.display(), args.format);
    let about = || format!("{}", args.file.display());
    // The file appears only when it is complete.
    let draft = draft(&args.file).with_context(about)?;
    let file = draft.file().try_clone().with_context(about)?;
    let counts = pack(input, args, &mut RecordWriter::of(file, &note).with_context(about)?)?;
    draft.commit_new().with_context(about)?;
    counts.note();
    let (positions, games) = (HumanCount(counts.positions), HumanCount(counts.games));
    say(format_args!("{positions} positions of {games} games packed\n"))
}

/// Counts of packed positions and games.
#[derive(Default)]
struct ImportCounts {
    positions: u64,
    games: u64,
    /// Games that consist of one position without a result.
    alone: u64,
    /// Positions without a best move.
    moveless: u64,
    /// Positions of games that castle as Chess960 does.
    chess960: u64,
}

impl ImportCounts {
    /// Prints notes about missing information.
    fn note(&self) {
        let count = HumanCount;
        if self.alone > 0 {
            let alone = count(self.alone);
            eprintln!(
                "note: {alone} positions without a result belong to no game before them: each counts as one"
            );
        }
        if self.moveless > 0 {
            let moveless = count(self.moveless);
            eprintln!(
                "note: {moveless} positions have no best move: --quiet takes them for quiet unless in check"
            );
        }
        if self.chess960 > 0 {
            let chess960 = count(self.chess960);
            eprintln!("note: {chess960} positions are of games taken for Chess960, by their castling rights");
        }
    }

    /// Counts and writes a game. Castling rights in any of its positions decide if the game is Chess960.
    fn write(&mut self, game: &[Record], writer: &mut RecordWriter) -> Result<()> {
        let castles =
            |record: &Record| record.position().is_ok_and(|position| has_chess960_castling(&position));
        let is_chess960 = game.iter().any(castles);
        let game: Vec<Record> = game.iter().map(|record| record.with_chess960(is_chess960)).collect();
        let is_moveless = |record: &&Record| record.best_move().is_none();
        self.moveless += game.iter().filter(is_moveless).count() as u64;
        self.chess960 += if is_chess960 { game.len() as u64 } else { 0 };
        self.positions += game.len() as u64;
        Ok(writer.write_game(&game)?)
    }
}

/// Creates a file that must not exist yet.
pub(super) fn draft(path: &Path) -> Result<AtomicFile> {
    ensure!(path.symlink_metadata().is_err(), "exists, expected a new file");
    Ok(AtomicFile::of(path)?)
}

fn pack(input: impl BufRead, args: &ImportArgs, writer: &mut RecordWriter) -> Result<ImportCounts> {
    let mut boundaries = GameSplitter::default();
    let mut game: Vec<Record> = Vec::new();
    let mut counts = ImportCounts::default();
    let about_output = || format!("{}", args.file.display());
    let scale = args.pawn.map(|pawn| pawn / 100.0);
    for imported in imported_games(input, args) {
        let ImportedGame { records, is_game } = match imported {
            Ok(imported) => imported,
            Err(error) if error.is::<PgnError>() => {
                eprintln!("warning: {}: {error}; left out", args.input.display());
                continue;
            }
            Err(error) => return Err(error.context(args.input.display().to_string())),
        };
        for (index, record) in records.into_iter().enumerate() {
            let record = scale.map_or(record, |scale| record.with_scaled_score(scale));
            if if is_game { index == 0 } else { boundaries.is_new(&record) } {
                if !game.is_empty() {
                    counts.write(&game, writer).with_context(about_output)?;
                    game.clear();
                }
                counts.games += 1;
                counts.alone += u64::from(record.result().is_none());
            }
            game.push(record);
        }
    }
    if !game.is_empty() {
        counts.write(&game, writer).with_context(about_output)?;
    }
    writer.flush().with_context(about_output)?;
    Ok(counts)
}

/// Records that were read together.
struct ImportedGame {
    records: Vec<Record>,
    /// `true` if they are a whole game; otherwise game boundaries are inferred from their order.
    is_game: bool,
}

/// All games or lines of an input. Reading continues after an error in a PGN game.
fn imported_games<'a>(
    mut input: impl BufRead + 'a,
    args: &ImportArgs,
) -> Box<dyn Iterator<Item = Result<ImportedGame>> + 'a> {
    let one = |record| ImportedGame { records: vec![record], is_game: false };
    let whole = |records| ImportedGame { records, is_game: true };
    if let Some(format) = args.format.of_lines() {
        let lines = input.lines().zip(1..);
        let filled = lines
            .filter(|(line, _)| line.as_ref().is_ok_and(|line| !line.trim().is_empty()) || line.is_err());
        return Box::new(filled.map(move |(line, number)| {
            let about = || format!("line {number}");
            let record = format.parse(without_mark(&line.with_context(about)?)).with_context(about)?;
            Ok(one(record))
        }));
    }
    match args.format {
        FileFormat::Viriformat => Box::new((1..).map_while(move |number: u64| {
            let game =
                viriformat::read_game(&mut input).with_context(|| format!("game {number} of the file"));
            game.map(|game| game.map(whole)).transpose()
        })),
        FileFormat::Pgn => Box::new(PgnReader::new(input).map(move |game| Ok(whole(records_of(&game?)?)))),
        _ => Box::new((1..).map_while(move |number: u64| {
            let record =
                bulletformat::read(&mut input).with_context(|| format!("position {number} of the file"));
            record.map(|record| record.map(one)).transpose()
        })),
    }
}

/// The positions of a game before their moves, with the scores of the comments. Mates have no score.
fn records_of(game: &PgnGame) -> Result<Vec<Record>> {
    let mut position = game.start.clone();
    let mut records = Vec::new();
    for played in &game.moves {
        let score = match played.score() {
            Some(PgnScore::Pawns(pawns)) => Some(Score((100.0 * pawns).round() as i32)),
            Some(PgnScore::Mate(_)) | None => None,
        };
        let score = score.filter(|score| score.0.abs() <= Score::MATE.0);
        records.push(Record::pack(&position, score, Some(played.mv), game.result)?);
        position.play(played.mv);
    }
    Ok(records)
}

fn read(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") {
        decompressed(io::stdin())
    } else {
        decompressed(with_progress_bar(File::open(path)?)?)
    }
}
