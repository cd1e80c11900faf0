//! The reader of all formats, and the choice of positions.
//!
//! A static evaluation can only be compared with the results of quiet positions: no check, and the best move is neither a
//! capture nor a promotion. The first plies were random, and decided positions carry no information about undecided ones.

use std::fs::File;
use std::io::{self, BufRead, Lines};
use std::path::Path;

use anyhow::{Context as _, Result};
use clap::Args;
use eval::wdl::PAWN_UNITS;
use pgn::{PgnError, PgnGame, PgnReader, PgnScore};
use toolkit::input::{decompressed, is_pgn, without_mark};
use toolkit::progress;
use types::Score;

use crate::file::MAGIC;
use crate::text::{GameSplitter, parse};
use crate::{Record, RecordFile};

type Input = Box<dyn BufRead>;

/// The games of a file of any format, which may be compressed (.gz, .zst): records by their first bytes, PGN by its name,
/// and lines of text or EPD otherwise.
pub struct Source {
    name: String,
    games: Games,
    /// Games read so far.
    pub count: u64,
    /// Games of PGN whose result does not depend on the position: unfinished, or lost on time or by a fault. Their
    /// positions have no result.
    pub void_games: u64,
    /// Games of PGN that were left out because they cannot be read.
    pub bad_games: u64,
}

enum Games {
    Records(RecordFile<Input>),
    Pgn {
        reader: Box<PgnReader<Input>>,
        number: u64,
        pawn: f64,
    },
    Lines {
        lines: Lines<Input>,
        number: u64,
        pawn: Option<f64>,
        splitter: GameSplitter,
        next: Option<Record>,
    },
}

/// Maximum number of warnings about the games of a file.
const MAX_WARNINGS: u64 = 5;

impl Source {
    /// Opens a file, or standard input for `-`, and shows the progress of reading. `pawn` is the number of units that the
    /// file calls 100 centipawns; by default a score of text is in units, and a pawn of EPD and PGN is the engine's own.
    pub fn open(path: &Path, pawn: Option<f64>) -> Result<Source> {
        let name = path.display().to_string();
        let open = || -> Result<Games> {
            let mut input: Input = match path == Path::new("-") {
                true => decompressed(io::stdin())?,
                false => {
                    let file = File::open(path)?;
                    let bar = progress("{bar:40} {percent}% of {total_bytes} ({eta} left)");
                    bar.set_length(file.metadata()?.len());
                    decompressed(bar.with_finish(indicatif::ProgressFinish::AndClear).wrap_read(file))?
                }
            };
            Ok(if input.fill_buf()?.starts_with(MAGIC) {
                Games::Records(RecordFile::new(input)?)
            } else if is_pgn(path) {
                Games::Pgn {
                    reader: Box::new(PgnReader::new(input)),
                    number: 0,
                    pawn: pawn.unwrap_or(PAWN_UNITS),
                }
            } else {
                let (lines, splitter) = (input.lines(), GameSplitter::default());
                Games::Lines { lines, number: 0, pawn, splitter, next: None }
            })
        };
        let games = open().with_context(|| name.clone())?;
        Ok(Source { name, games, count: 0, void_games: 0, bad_games: 0 })
    }

    /// Settings with which the records were made, as far as the file holds them.
    pub fn note(&self) -> &str {
        match &self.games {
            Games::Records(file) => &file.note,
            Games::Pgn { .. } => "games in PGN",
            Games::Lines { .. } => "lines of text",
        }
    }

    /// The next game, of one record at least; `None` at the end. Warnings go to standard error.
    pub fn next_game(&mut self) -> Result<Option<Vec<Record>>> {
        let game = self.read_game().with_context(|| self.name.clone())?;
        self.count += u64::from(game.is_some());
        Ok(game)
    }

    fn read_game(&mut self) -> Result<Option<Vec<Record>>> {
        match &mut self.games {
            Games::Records(file) => {
                let game = file.next_game()?;
                if game.is_none() && file.torn > 0 {
                    eprintln!(
                        "warning: {}: {} bytes of an unfinished game at its end are not read",
                        self.name, file.torn
                    );
                }
                Ok(game)
            }
            Games::Pgn { reader, number, pawn } => loop {
                let Some(game) = reader.next() else { return Ok(None) };
                *number += 1;
                let records = match game {
                    Err(PgnError::Io(error)) => return Err(error.into()),
                    Err(error) => Err(error.into()),
                    Ok(game) => {
                        let is_void = game.result.is_none() || game.void_termination().is_some();
                        self.void_games += u64::from(is_void);
                        records_of(&game, *pawn, is_void).with_context(|| format!("game {number}"))
                    }
                };
                match records {
                    Ok(records) if records.is_empty() => {}
                    Ok(records) => return Ok(Some(records)),
                    Err(error) => {
                        self.bad_games += 1;
                        if self.bad_games <= MAX_WARNINGS {
                            eprintln!("warning: {}: {error:#}; left out", self.name);
                        }
                    }
                }
            },
            Games::Lines { lines, number, pawn, splitter, next } => {
                let mut game: Vec<Record> = next.take().into_iter().collect();
                for line in lines {
                    *number += 1;
                    let about = || format!("line {number}");
                    let line = line.with_context(about)?;
                    if line.trim().is_empty() {
                        continue;
                    }
                    let record = parse(without_mark(&line), *pawn).with_context(about)?;
                    if splitter.is_new(&record) && !game.is_empty() {
                        *next = Some(record);
                        break;
                    }
                    game.push(record);
                }
                Ok((!game.is_empty()).then_some(game))
            }
        }
    }
}

/// The positions of a game before their moves, with the scores of the comments. Mates have no score.
fn records_of(game: &PgnGame, pawn: f64, is_void: bool) -> Result<Vec<Record>> {
    let mut position = game.start.clone();
    let result = game.result.filter(|_| !is_void);
    let mut records = Vec::new();
    for played in &game.moves {
        let score = match played.score() {
            Some(PgnScore::Pawns(pawns)) => Some(Score((pawns * pawn).round() as i32)),
            Some(PgnScore::Mate(_)) | None => None,
        };
        let score = score.filter(|score| (-Score::MATE..=Score::MATE).contains(score));
        records.push(Record::pack(&position, score, Some(played.mv), result)?);
        position.play(played.mv);
    }
    Ok(records)
}

/// Parses a number of units in one pawn.
pub(crate) fn parse_pawn(text: &str) -> Result<f64, String> {
    toolkit::number(text, "a number from 1 to 10000", |units| (1.0..=10_000.0).contains(&units))
}

/// The choice of positions, as every command has it. The default takes everything.
#[derive(Args, Clone, Copy, PartialEq, Eq, Debug, Default)]
#[command(next_help_heading = "Which positions")]
pub struct Filter {
    /// Only positions not in check and whose best move is neither a capture nor a promotion; fits imply it
    #[arg(long)]
    pub quiet: bool,
    /// Only positions at least this many plies into the game
    #[arg(long, value_name = "PLIES")]
    pub min_ply: Option<u32>,
    /// Only scores of at most this for either side, in units of the evaluation (84 are shown as one pawn); positions without
    /// a score pass
    #[arg(long, value_name = "UNITS", value_parser = clap::value_parser!(i32).range(0..=Score::MATE.0.into()))]
    pub max_score: Option<i32>,
    /// Only positions with at least this many pieces on the board, kings and pawns included
    #[arg(long, value_name = "PIECES")]
    pub min_pieces: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Too few plies into the game.
    Early,
    /// In check, or with a best move that takes or promotes.
    Noisy,
    /// A score too far from equality.
    Decided,
    /// Too few pieces on the board.
    FewPieces,
}

impl Filter {
    /// The usual filter of a fit: quiet positions from ply 16 on, within ±2000.
    pub const TUNING: Filter =
        Filter { quiet: true, min_ply: Some(16), max_score: Some(2000), min_pieces: None };

    /// The same with those conditions of another one that are not given.
    pub fn or(&self, other: Filter) -> Filter {
        Filter {
            quiet: self.quiet || other.quiet,
            min_ply: self.min_ply.or(other.min_ply),
            max_score: self.max_score.or(other.max_score),
            min_pieces: self.min_pieces.or(other.min_pieces),
        }
    }

    pub fn accepts(&self, record: &Record) -> bool {
        self.refusal(record).is_none()
    }

    /// The first reason why a record is rejected, if any.
    pub fn refusal(&self, record: &Record) -> Option<Refusal> {
        let is_decided = |limit| record.white_score().is_some_and(|score| score.0.abs() > limit);
        if self.min_ply.is_some_and(|least| record.ply() < least) {
            Some(Refusal::Early)
        } else if self.quiet && (record.is_in_check() || record.has_noisy_move()) {
            Some(Refusal::Noisy)
        } else if self.max_score.is_some_and(is_decided) {
            Some(Refusal::Decided)
        } else if self.min_pieces.is_some_and(|least| record.pieces() < least) {
            Some(Refusal::FewPieces)
        } else {
            None
        }
    }
}
