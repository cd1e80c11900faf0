//! Reads files of positions into traces, split into training and held-out positions.
//!
//! Positions of one game are similar and share their result, and so are those of games that begin alike. So all games of
//! an opening are held out together, in all files. One thread reads, and all threads trace.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use movegen::Position;
use positions::filter::Refusal;
use positions::{FileRecord, Filter, GameResult, RecordReader};
use rayon::iter::{IntoParallelRefIterator as _, ParallelIterator as _};
use rayon::slice::ParallelSlice as _;
use serde::{Deserialize, Serialize};
use types::{Bitboard, Key};

use crate::recorder::LabelledPosition;
use crate::traces::TraceBlock;

/// Traced positions.
#[derive(Debug, Default)]
pub struct Data {
    /// Training positions.
    pub training: Vec<TraceBlock>,
    /// Held-out positions: those of one opening in ten.
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

/// One opening in this many is held out.
const HELD_OUT: usize = 10;
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
        let mut split = Split::default();
        let mut parts = [Vec::new(), Vec::new()];
        for game in samples.chunk_by(|(a, _), (b, _)| a == b) {
            let mut opening = Opening::default();
            game.iter().for_each(|(_, sample)| opening.follow(&sample.position));
            let is_held_out = split.is_held_out(&opening);
            parts[usize::from(is_held_out)].extend(game.iter().map(|(_, sample)| sample));
        }
        let [training, held_out] = parts.map(|part: Vec<&LabelledPosition>| {
            part.par_chunks(TraceBlock::POSITIONS)
                .map(|chunk| TraceBlock::of(chunk.iter().copied()))
                .collect()
        });
        Data { training, held_out }
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
        let mut waiting = Waiting { files, parts: [Vec::new(), Vec::new()], split: Split::default() };
        let mut count = 0;
        let (mut games, mut last_game) = (0_u64, None);
        let mut refused = [0_usize; Refusal::COUNT];
        for (number, path) in files.iter().enumerate() {
            let about = || format!("{}", path.display());
            let mut file_records = RecordReader::open(path).with_context(about)?.file_records();
            let mut game = OneGame::default();
            while count < limit
                && let Some(entry) = file_records.next()
            {
                let entry = entry.with_context(about)?;
                if entry.record.starts_game() {
                    waiting.push(std::mem::take(&mut game));
                }
                if !game.opening.is_whole {
                    game.opening.follow(&position(path, &entry)?);
                }
                if let Some(refusal) = filter.refusal(&entry.record) {
                    refused[refusal as usize] += 1;
                    continue;
                }
                let this_game = Some((number, entry.game));
                games += u64::from(last_game != this_game);
                last_game = this_game;
                game.records.push((number, entry));
                count += 1;
                if count.is_multiple_of(READ_AHEAD) {
                    data.trace(&mut waiting, false)?;
                    report(count);
                }
            }
            waiting.push(game);
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
    split: Split,
}

impl Waiting<'_> {
    /// Takes a whole game, or what the limit leaves of it.
    fn push(&mut self, game: OneGame) {
        if !game.records.is_empty() {
            let is_held_out = self.split.is_held_out(&game.opening);
            self.parts[usize::from(is_held_out)].extend(game.records);
        }
    }
}

/// The records of a game that pass the filter.
#[derive(Default)]
struct OneGame {
    opening: Opening,
    records: Vec<FromFile>,
}

/// The opening of a game: its first position, or the one eight moves later if the game begins with all pieces at home.
#[derive(Default)]
struct Opening {
    key: Option<Key>,
    /// True if no later position changes it.
    is_whole: bool,
}

impl Opening {
    const MOVES: u16 = 8;
    const HOME: Bitboard = Bitboard(0xffff_0000_0000_ffff);

    /// Takes the next position of the game.
    fn follow(&mut self, position: &Position) {
        if self.is_whole {
            return;
        }
        self.is_whole = match self.key {
            None => position.occupied() != Self::HOME,
            Some(_) => position.fullmove_number() > Self::MOVES,
        };
        self.key = Some(position.key());
    }
}

fn block(files: &[PathBuf], file_records: &[FromFile]) -> Result<TraceBlock> {
    let samples: Result<Vec<LabelledPosition>> =
        file_records.iter().map(|(file, entry)| sample(&files[*file], entry)).collect();
    Ok(TraceBlock::of(&samples?))
}

fn sample(file: &Path, entry: &FileRecord) -> Result<LabelledPosition> {
    let record = &entry.record;
    let points = record.result().map(GameResult::white_points);
    Ok(LabelledPosition { position: position(file, entry)?, points, score: record.white_score() })
}

fn position(file: &Path, entry: &FileRecord) -> Result<Position> {
    // People count from 1.
    let about = || format!("{}: game {} of the file", file.display(), entry.game + 1);
    entry.record.position().with_context(about)
}

/// Divides openings between training and held-out positions.
#[derive(Default)]
struct Split {
    /// The number of each opening so far, by the key of its position.
    openings: HashMap<Key, usize>,
}

impl Split {
    /// Returns true if the games of an opening are held out. That is every tenth new opening, so that even few games
    /// include one.
    fn is_held_out(&mut self, opening: &Opening) -> bool {
        let next = self.openings.len();
        let number = opening.key.map_or(0, |key| *self.openings.entry(key).or_insert(next));
        number % HELD_OUT == HELD_OUT - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opening(moves: &str) -> Opening {
        let mut position = Position::startpos();
        let mut opening = Opening::default();
        opening.follow(&position);
        for mv in moves.split_whitespace() {
            position.play(position.parse_san(mv).unwrap());
            opening.follow(&position);
        }
        opening
    }

    #[test]
    fn games_from_one_position_are_held_out_together() {
        let mut split = Split::default();
        let lines: Vec<Position> =
            Position::startpos().legal_moves().iter().map(|&mv| Position::startpos().after(mv)).collect();
        for round in 0..2 {
            for (number, line) in lines.iter().enumerate() {
                let mut opening = Opening::default();
                opening.follow(line);
                // The games go on in different ways.
                opening.follow(&line.after(line.legal_moves()[round]));
                assert_eq!(
                    split.is_held_out(&opening),
                    number % HELD_OUT == HELD_OUT - 1,
                    "{round} {number}"
                );
            }
        }
    }

    #[test]
    fn games_from_the_start_array_are_told_apart_by_their_first_moves() {
        let first = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O";
        let same = format!("{first} h3 Nb8");
        let other = format!("{} d4", first.strip_suffix(" c3 O-O").unwrap());
        assert_eq!(opening(&format!("{first} d4")).key, opening(&same).key);
        assert_ne!(opening(first).key, opening(&other).key);
    }
}
