//! Files of positions become traces, split into training and held-out positions.
//!
//! Positions of one game are similar and share their result, and so are those of games that begin alike. So all games of an
//! opening are held out together, in all files. One thread reads, and all threads trace.

use std::collections::HashMap;
use std::path::PathBuf;

use anyhow::{Result, bail};
use movegen::Position;
use rayon::iter::ParallelIterator as _;
use rayon::slice::ParallelSlice as _;
use types::{Bitboard, Key};

use super::traces::TraceBlock;
use crate::source::{Filter, Refusal};
use crate::{Record, Source};

#[derive(Debug, Default)]
pub struct Data {
    pub training: Vec<TraceBlock>,
    /// Held-out positions: those of one opening in ten.
    pub held_out: Vec<TraceBlock>,
}

/// One opening in this many is held out.
const HELD_OUT: usize = 10;
/// Number of positions that are read before they are traced, on all threads at once.
const READ_AHEAD: usize = 256 * TraceBlock::POSITIONS;

impl Data {
    /// The numbers of positions, and their size in memory.
    pub fn summary(&self) -> String {
        let [training, held_out] =
            [&self.training, &self.held_out].map(|blocks| blocks.iter().map(TraceBlock::len).sum::<usize>());
        let bytes: usize = self.training.iter().chain(&self.held_out).map(TraceBlock::bytes).sum();
        format!("{training} + {held_out} held-out positions ({} MB)", bytes / 1_000_000)
    }

    /// Reads at most `limit` positions that pass the filter.
    pub fn load(files: &[PathBuf], filter: Filter, limit: usize) -> Result<Data> {
        let mut files = files.iter();
        let mut source: Option<Source> = None;
        let next_game = || loop {
            if let Some(game) = source.as_mut().map_or(Ok(None), Source::next_game)? {
                return Ok(Some(game));
            }
            let Some(path) = files.next() else { return Ok(None) };
            source = Some(Source::open(path, None)?);
        };
        Data::of_games(next_game, filter, limit)
    }

    /// The same from games of any origin.
    pub fn of_games(
        mut next_game: impl FnMut() -> Result<Option<Vec<Record>>>,
        filter: Filter,
        limit: usize,
    ) -> Result<Data> {
        let mut data = Data::default();
        // Positions that are read and not traced yet, for training and held out.
        let mut waiting: [Vec<Record>; 2] = [Vec::new(), Vec::new()];
        let mut openings = Openings::default();
        let (mut count, mut games, mut alone, mut refused) = (0, 0_u64, 0_u64, [0_usize; 4]);
        while count < limit
            && let Some(game) = next_game()?
        {
            let mut chosen = Vec::new();
            for record in &game {
                match filter.refusal(record) {
                    Some(refusal) => refused[refusal as usize] += 1,
                    None => chosen.push(*record),
                }
            }
            chosen.truncate(limit - count);
            if chosen.is_empty() {
                continue;
            }
            (count, games) = (count + chosen.len(), games + 1);
            alone += u64::from(game.len() == 1);
            let positions: Result<Vec<Position>> =
                game.iter().take(OPENING_RECORDS).map(Record::position).collect();
            waiting[usize::from(openings.is_held_out(&positions?))].extend(chosen);
            if waiting.iter().map(Vec::len).sum::<usize>() >= READ_AHEAD {
                data.trace(&mut waiting, false)?;
            }
        }
        data.trace(&mut waiting, true)?;
        if 2 * alone > games {
            eprintln!(
                "warning: {alone} of {games} games have one position: if they are parts of fewer games, the held-out \
                 positions are not unseen, and their loss falls by learning games by heart; keep each game together"
            );
        }
        if data.training.is_empty() || data.held_out.is_empty() {
            let of = |refusal: Refusal| refused[refusal as usize];
            let (early, noisy, decided) = (of(Refusal::Early), of(Refusal::Noisy), of(Refusal::Decided));
            let hint = if early > count + noisy + decided {
                "; positions without move numbers count as the first ply of a game: use --min-ply 0 for them"
            } else {
                ""
            };
            bail!(
                "{count} positions of {games} games pass the filters, expected some from at least ten games; left out: \
                 {early} before the first ply that counts (--min-ply), {noisy} in check or with a capture or promotion as \
                 best move, {decided} with too large a score (--max-score){hint}"
            );
        }
        Ok(data)
    }

    /// Traces the waiting positions. A partial block waits further, unless it is the last.
    fn trace(&mut self, waiting: &mut [Vec<Record>; 2], is_last: bool) -> Result<()> {
        for (blocks, part) in [&mut self.training, &mut self.held_out].into_iter().zip(waiting) {
            let whole = part.len() - if is_last { 0 } else { part.len() % TraceBlock::POSITIONS };
            let traced: Result<Vec<TraceBlock>> =
                part[..whole].par_chunks(TraceBlock::POSITIONS).map(TraceBlock::of).collect();
            blocks.extend(traced?);
            part.drain(..whole);
        }
        Ok(())
    }
}

/// Divides openings between training and held-out positions.
#[derive(Default)]
struct Openings {
    /// The number of each opening so far, by the key of its position.
    numbers: HashMap<Key, usize>,
}

/// An opening that begins with all pieces at home is told by its position this many moves later.
const OPENING_MOVES: u16 = 8;
/// Records of a game that may belong to its opening.
const OPENING_RECORDS: usize = 64;
/// All pieces at home.
const HOME: Bitboard = Bitboard(0xffff_0000_0000_ffff);

impl Openings {
    /// Returns true if a game that begins with these positions is held out, as those of every tenth new opening are, so
    /// that even few games include one.
    fn is_held_out(&mut self, positions: &[Position]) -> bool {
        let next = self.numbers.len();
        let number = key_of_opening(positions).map_or(0, |key| *self.numbers.entry(key).or_insert(next));
        number % HELD_OUT == HELD_OUT - 1
    }
}

/// The first position, or the first after eight moves if the game begins with all pieces at home.
fn key_of_opening(positions: &[Position]) -> Option<Key> {
    let first = positions.first()?;
    if first.occupied() != HOME {
        return Some(first.key());
    }
    let after = positions[1..].iter().find(|position| position.fullmove_number() > OPENING_MOVES);
    Some(after.or(positions.last())?.key())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(moves: &str) -> Vec<Position> {
        let mut positions = vec![Position::startpos()];
        for mv in moves.split_whitespace() {
            let last = &positions[positions.len() - 1];
            positions.push(last.after(last.parse_san(mv).unwrap()));
        }
        positions
    }

    #[test]
    fn games_from_one_position_are_held_out_together() {
        let mut openings = Openings::default();
        let start = Position::startpos();
        for round in 0..2 {
            for (number, &mv) in start.legal_moves().iter().enumerate() {
                let first = start.after(mv);
                // The games go on in different ways.
                let second = first.after(first.legal_moves()[round]);
                let is_held_out = openings.is_held_out(&[first, second]);
                assert_eq!(is_held_out, number % HELD_OUT == HELD_OUT - 1, "{round} {number}");
            }
        }
    }

    #[test]
    fn games_from_the_start_array_are_told_apart_by_their_first_moves() {
        let key = |moves: &str| key_of_opening(&line(moves));
        let first = "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6 c3 O-O";
        let other = format!("{} d4", first.strip_suffix(" c3 O-O").unwrap());
        assert_eq!(key(&format!("{first} d4")), key(&format!("{first} h3 Nb8")));
        assert_ne!(key(first), key(&other));
    }
}
