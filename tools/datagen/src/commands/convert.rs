//! `to-text` and `from-text`.

use std::fs::File;
use std::io::{self, BufRead};
use std::path::Path;

use anyhow::{Context, Result, ensure};
use indicatif::HumanCount;
use longrun::{Draft, say};
use positions::book::castles_unusually;
use positions::input::{decompressed, without_mark};
use positions::text::{Format, Games};
use positions::{Record, Writer};

use super::output::Output;
use super::{open, warn_if_torn, watched};
use crate::cli::{FromTextArgs, ToTextArgs};

/// Writes the positions of a file as lines.
///
/// # Errors
/// If the file cannot be read or the lines not be written, or if the format cannot say what a record holds.
pub fn to_text(args: &ToTextArgs) -> Result<()> {
    let name = args.file.display();
    let format = Format::from(args.format);
    let filter = args.filter.filter();
    let mut entries = open(&args.file)?.entries();
    // Whatever is wrong with the input, an older output stays.
    let mut output = Output::open(args.output.as_deref(), &args.file)?;
    let about = format!("{}: the lines cannot be written", output.name());
    let mut written: u64 = 0;
    for entry in &mut entries {
        let record = entry.with_context(|| format!("{name}"))?.record;
        if !filter.accepts(&record) {
            continue;
        }
        let line = format.write(&record).with_context(|| format!("{name}"))?;
        match output.write(&line) {
            // Nobody reads on (`datagen to-text x | head`): that is their right.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            other => other.with_context(|| about.clone())?,
        }
        written += 1;
    }
    output.finish().context(about)?;
    warn_if_torn(&args.file, entries.reader());
    eprintln!("{} positions written", HumanCount(written));
    Ok(())
}

/// Packs lines into a new file.
///
/// # Errors
/// If the lines cannot be read, one of them is not of the format, or the file cannot be written.
pub fn from_text(args: &FromTextArgs) -> Result<()> {
    let input = read(&args.input).with_context(|| format!("{}", args.input.display()))?;
    let note = format!("from-text {} {:?}", args.input.display(), args.format);
    let about = || format!("{}", args.file.display());
    // Whoever finds the file, or is refused since it is there, finds all of it.
    let draft = draft(&args.file).with_context(about)?;
    let file = draft.file().try_clone().with_context(about)?;
    let packed = pack(input, args, &mut Writer::of(file, &note).with_context(about)?)?;
    draft.publish_new().with_context(about)?;
    packed.note();
    let (positions, games) = (HumanCount(packed.positions), HumanCount(packed.games));
    say(format_args!("{positions} positions of {games} games packed\n"))
}

/// What was packed.
#[derive(Default)]
struct Packed {
    positions: u64,
    games: u64,
    /// Games that are a position without a result.
    alone: u64,
    /// Positions whose best move the line did not tell.
    moveless: u64,
    /// Positions of games that castle as Chess960 does.
    chess960: u64,
}

impl Packed {
    /// Says what the lines could not.
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

    /// Counts a game, whose rights to castle tell in all its positions whether it is one of Chess960, and writes it.
    fn write(&mut self, game: &[Record], writer: &mut Writer) -> Result<()> {
        let castles = |record: &Record| record.position().is_ok_and(|position| castles_unusually(&position));
        let is_chess960 = game.iter().any(castles);
        let game: Vec<Record> = game.iter().map(|record| record.with_chess960(is_chess960)).collect();
        let is_moveless = |record: &&Record| record.best_move().is_none();
        self.moveless += game.iter().filter(is_moveless).count() as u64;
        self.chess960 += if is_chess960 { game.len() as u64 } else { 0 };
        self.positions += game.len() as u64;
        Ok(writer.write_game(&game)?)
    }
}

/// Begins a file that there must not be.
fn draft(path: &Path) -> Result<Draft> {
    ensure!(path.symlink_metadata().is_err(), "exists, expected a new file");
    Ok(Draft::of(path)?)
}

fn pack(input: impl BufRead, args: &FromTextArgs, writer: &mut Writer) -> Result<Packed> {
    let format = Format::from(args.format);
    let mut boundaries = Games::default();
    let mut game: Vec<Record> = Vec::new();
    let mut packed = Packed::default();
    let about_output = || format!("{}", args.file.display());
    for (line, number) in input.lines().zip(1..) {
        let about_line = || format!("{}: line {number}", args.input.display());
        let line = line.with_context(about_line)?;
        if line.trim().is_empty() {
            continue;
        }
        let record = format.parse(without_mark(&line)).with_context(about_line)?;
        if boundaries.is_new(&record) {
            if !game.is_empty() {
                packed.write(&game, writer).with_context(about_output)?;
                game.clear();
            }
            packed.games += 1;
            packed.alone += u64::from(record.result().is_none());
        }
        game.push(record);
    }
    if !game.is_empty() {
        packed.write(&game, writer).with_context(about_output)?;
    }
    writer.flush().with_context(about_output)?;
    Ok(packed)
}

fn read(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") { decompressed(io::stdin()) } else { decompressed(watched(File::open(path)?)?) }
}
