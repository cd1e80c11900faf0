//! Reads files of positions into traces, split into training and held-out positions.
//!
//! Positions of one game are similar and share their result, so whole games are held out. The choice depends only on
//! the number of the game and the index of the file. One thread reads, and all threads trace.

use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use positions::filter::Refusal;
use positions::{FileRecord, Filter, GameResult, RecordReader};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSlice as _;
use serde::{Deserialize, Serialize};

use crate::recorder::LabelledPosition;
use crate::traces::TraceBlock;

/// Traced positions.
#[derive(Debug, Default)]
pub struct Data {
    /// Training positions.
    pub training: Vec<TraceBlock>,
    /// Held-out positions: one game in ten.
    pub held_out: Vec<TraceBlock>,
}

/// A summary that shows if two runs use the same positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Summary {
    training: usize,
    held_out: usize,
    bytes: usize,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Summary { training, held_out, bytes } = self;
        write!(f, "{training} + {held_out} held-out positions ({} MB)", bytes / 1_000_000)
    }
}

/// One game in this many is held out.
const HELD_OUT: u64 = 10;
/// Number of positions that are read before they are traced, on all threads at once.
const READ_AHEAD: usize = 256 * TraceBlock::POSITIONS;

impl Data {
    /// Number of training positions.
    pub fn training_positions(&self) -> usize {
        self.training.iter().map(TraceBlock::len).sum()
    }

    /// Sizes of the parts.
    pub fn summary(&self) -> Summary {
        let held_out = self.held_out.iter().map(TraceBlock::len).sum();
        let bytes = self.training.iter().chain(&self.held_out).map(TraceBlock::bytes).sum();
        Summary { training: self.training_positions(), held_out, bytes }
    }

    /// Traces positions with the numbers of their games, as if read from a file.
    pub fn of(samples: &[(u64, LabelledPosition)]) -> Data {
        let part = |held_out| {
            let part: Vec<&LabelledPosition> = samples
                .iter()
                .filter(|(game, _)| is_held_out(0, *game) == held_out)
                .map(|(_, s)| s)
                .collect();
            part.par_chunks(TraceBlock::POSITIONS)
                .map(|chunk| TraceBlock::of(chunk.iter().copied()))
                .collect()
        };
        Data { training: part(false), held_out: part(true) }
    }

    /// Reads at most `limit` positions that pass the filter. `report` is called with the number of positions so far.
    ///
    /// # Errors
    /// If a file cannot be read or holds an invalid position, or too few positions pass the filter.
    pub fn load(
        files: &[PathBuf],
        filter: Filter,
        limit: usize,
        mut report: impl FnMut(usize),
    ) -> Result<Data> {
        let mut data = Data::default();
        let mut waiting = Waiting { files, parts: [Vec::new(), Vec::new()] };
        let mut count = 0;
        let (mut games, mut last_game) = (0_u64, None);
        let mut refused = [0_usize; Refusal::COUNT];
        for (number, path) in files.iter().enumerate() {
            let about = || format!("{}", path.display());
            let mut file_records = RecordReader::open(path).with_context(about)?.file_records();
            while count < limit
                && let Some(entry) = file_records.next()
            {
                let entry = entry.with_context(about)?;
                if let Some(refusal) = filter.refusal(&entry.record) {
                    refused[refusal as usize] += 1;
                    continue;
                }
                let game = Some((number, entry.game));
                games += u64::from(last_game != game);
                last_game = game;
                waiting.parts[usize::from(is_held_out(number, entry.game))].push((number, entry));
                count += 1;
                if count.is_multiple_of(READ_AHEAD) {
                    data.trace(&mut waiting, false)?;
                    report(count);
                }
            }
            if let Some(warning) = file_records.reader().warning(path) {
                eprintln!("{warning}");
            }
        }
        data.trace(&mut waiting, true)?;
        report(count);
        if data.training.is_empty() || data.held_out.is_empty() {
            bail!("{}", too_few(count, games, refused));
        }
        Ok(data)
    }

    /// Traces the waiting positions. A partial block waits further, unless it is the last.
    fn trace(&mut self, waiting: &mut Waiting<'_>, is_last: bool) -> Result<()> {
        let files = waiting.files;
        for (blocks, part) in [&mut self.training, &mut self.held_out].into_iter().zip(&mut waiting.parts) {
            let whole = part.len() - if is_last { 0 } else { part.len() % TraceBlock::POSITIONS };
            let chunks: Vec<&[FromFile]> = part[..whole].chunks(TraceBlock::POSITIONS).collect();
            let traced: Result<Vec<TraceBlock>> =
                chunks.par_iter().map(|chunk| block(files, chunk)).collect();
            blocks.extend(traced?);
            part.drain(..whole);
        }
        Ok(())
    }
}

/// The error message if too few positions pass the filter, with the numbers of rejected ones.
fn too_few(count: usize, games: u64, refused: [usize; Refusal::COUNT]) -> String {
    let [early, noisy, decided, _] = refused;
    let mut text = format!(
        "{count} positions of {games} games pass the filters, expected some from at least ten games; left out: \
         {early} before the first ply that counts (--min-ply), {noisy} in check or with a capture or promotion as \
         best move, {decided} with too large a score (--max-score)"
    );
    if early > count + noisy + decided {
        text += "; positions without move numbers count as the first ply of a game: use --min-ply 0 for them";
    }
    text
}

/// A record, and the number of its file.
type FromFile = (usize, FileRecord);

/// Positions that are read and not traced yet, for training and held out. Some may be from earlier files.
struct Waiting<'a> {
    files: &'a [PathBuf],
    parts: [Vec<FromFile>; 2],
}

fn block(files: &[PathBuf], file_records: &[FromFile]) -> Result<TraceBlock> {
    let samples: Result<Vec<LabelledPosition>> =
        file_records.iter().map(|(file, entry)| sample(&files[*file], entry)).collect();
    Ok(TraceBlock::of(&samples?))
}

fn sample(file: &Path, entry: &FileRecord) -> Result<LabelledPosition> {
    let record = &entry.record;
    // People count from 1.
    let about = || format!("{}: game {} of the file", file.display(), entry.game + 1);
    let points = record.result().map(GameResult::white_points);
    Ok(LabelledPosition {
        position: record.position().with_context(about)?,
        points,
        score: record.white_score(),
    })
}

/// Returns `true` if a game is held out: every tenth, so that even few games include one.
fn is_held_out(file: usize, game: u64) -> bool {
    (game + file as u64) % HELD_OUT == HELD_OUT - 1
}
