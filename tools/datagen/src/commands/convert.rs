//! `to-text` and `from-text`.

use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, Result};
use indicatif::HumanCount;
use positions::text::{Format, Games};
use positions::{Record, Writer};

use super::{open, warn_if_torn};
use crate::cli::{FromTextArgs, ToTextArgs};

/// Writes the positions of a file as lines.
///
/// # Errors
/// If the file cannot be read or the lines not be written, or if the format cannot say what a record holds.
pub fn to_text(args: &ToTextArgs) -> Result<()> {
    let name = args.file.display();
    let format = Format::from(args.format);
    let mut output = create(args.output.as_deref())?;
    let filter = args.filter.filter();
    let mut entries = open(&args.file)?.entries();
    let mut written: u64 = 0;
    for entry in &mut entries {
        let record = entry.with_context(|| format!("{name}"))?.record;
        if !filter.accepts(&record) {
            continue;
        }
        let line = format.write(&record).with_context(|| format!("{name}"))?;
        match writeln!(output, "{line}") {
            // Nobody reads on (`datagen to-text x | head`): that is their right.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            other => other.context("the lines cannot be written")?,
        }
        written += 1;
    }
    output.flush().context("the lines cannot be written")?;
    warn_if_torn(&args.file, entries.reader().torn_bytes());
    eprintln!("{} positions written", HumanCount(written));
    Ok(())
}

/// Packs lines into a new file.
///
/// # Errors
/// If the lines cannot be read, one of them is not of the format, or the file cannot be written.
pub fn from_text(args: &FromTextArgs) -> Result<()> {
    let name = args.input.display();
    let format = Format::from(args.format);
    let input = read(&args.input).with_context(|| format!("{name}"))?;
    let note = format!("from-text {} {:?}", args.input.display(), args.format);
    let mut writer = Writer::create(&args.file, &note).with_context(|| format!("{}", args.file.display()))?;
    let (mut games, mut game): (Games, Vec<Record>) = Default::default();
    let (mut game_count, mut positions): (u64, u64) = (0, 0);
    for (index, line) in input.lines().enumerate() {
        let line = line.with_context(|| format!("{name}"))?;
        if line.trim().is_empty() {
            continue;
        }
        let record = format.parse(&line).with_context(|| format!("{name}:{}", index + 1))?;
        if games.is_new(&record) && !game.is_empty() {
            writer.write_game(&game)?;
            game_count += 1;
            game.clear();
        }
        game.push(record);
        positions += 1;
    }
    if !game.is_empty() {
        writer.write_game(&game)?;
        game_count += 1;
    }
    writer.flush()?;
    println!("{} positions of {} games packed", HumanCount(positions), HumanCount(game_count));
    Ok(())
}

fn create(path: Option<&Path>) -> Result<Box<dyn Write>> {
    Ok(match path {
        None => Box::new(BufWriter::new(io::stdout())),
        Some(path) => {
            let file = File::create(path).with_context(|| format!("{}", path.display()))?;
            Box::new(BufWriter::new(file))
        }
    })
}

fn read(path: &Path) -> io::Result<Box<dyn BufRead>> {
    Ok(if path == Path::new("-") {
        Box::new(BufReader::new(io::stdin()))
    } else {
        Box::new(BufReader::new(File::open(path)?))
    })
}
