//! Records as lines of text.
//!
//! ```text
//!   FEN | score | result            score and result for White: … | 35 | 1.0        written and read
//!   FEN [result] score              the same                                        read
//!   FEN ce 35; c9 "1-0"; bm e4;     EPD, score and move for the side to move        read
//! ```
//!
//! Scores of text are whole units of the evaluation unless a pawn is given; those of EPD are centipawns, as its standard has
//! it, and `32767 − n` for a mate in `n` plies. A position that belongs to no game has the result `*`, or in EPD none.

use anyhow::{Context as _, Result, bail, ensure};
use eval::wdl::PAWN_UNITS;
use movegen::Position;
use movegen::text::Epd;
use pgn::GameResult;
use types::{Color, Ply, Score};

use crate::Record;

const NO_RESULT: &str = "*";
/// A mate on the board, in EPD.
const EPD_MATE: i32 = 32_767;
/// The least score of a mate in EPD.
const MIN_EPD_MATE: i32 = EPD_MATE - Ply::MAX.0 as i32;

/// Reads a line: EPD if it has a semicolon, otherwise text. `pawn` is the number of units in 100 centipawns.
pub fn parse(line: &str, pawn: Option<f64>) -> Result<Record> {
    if line.contains(';') {
        return parse_epd(line, pawn.unwrap_or(PAWN_UNITS));
    }
    let columns: Vec<&str> = line.split('|').map(str::trim).collect();
    let (fen, score, result) = match (<[&str; 3]>::try_from(columns), line.split_once('[')) {
        (Ok([fen, score, result]), _) => (fen, Some(score), result),
        (Err(_), Some((fen, rest))) if rest.contains(']') => {
            let (result, rest) = rest.split_once(']').unwrap_or_default();
            (fen, rest.split_ascii_whitespace().next(), result.trim())
        }
        _ => bail!(
            "'{line}', expected 'FEN | score | result', 'FEN [result] score', or EPD such as 'FEN ce 35; c9 \"1-0\";'"
        ),
    };
    let position: Position = fen.parse()?;
    let score = score.map(number).transpose()?.map(|score| match pawn {
        Some(pawn) => units(score, pawn),
        None => Score(score),
    });
    let sign = if position.side_to_move() == Color::White { 1 } else { -1 };
    Record::pack(&position, score.map(|Score(score)| Score(sign * score)), None, result_of(result)?)
}

fn parse_epd(line: &str, pawn: f64) -> Result<Record> {
    let epd: Epd = line.parse()?;
    let single = |opcode: &str| match epd.operands(opcode) {
        None => Ok(None),
        Some([operand]) => Ok(Some(operand.as_str())),
        Some(_) => bail!("'{line}', expected one operand after {opcode}"),
    };
    let result = single("c9")?.map_or(Ok(None), result_of)?;
    let score = single("ce")?.map(number).transpose()?.map(|score| {
        if score.abs() < MIN_EPD_MATE {
            units(score, pawn)
        } else {
            Score(score - score.signum() * (EPD_MATE - Score::MATE.0))
        }
    });
    Record::pack(&epd.position, score, epd.best_moves()?.first().copied(), result)
}

fn number(text: &str) -> Result<i32> {
    let number = text.parse().ok().filter(|number| (-EPD_MATE..=EPD_MATE).contains(number));
    number.with_context(|| format!("score '{text}', expected a whole number within ±{EPD_MATE}"))
}

/// A score of centipawns in units.
pub(crate) fn units(centipawns: i32, pawn: f64) -> Score {
    Score((f64::from(centipawns) * pawn / 100.0).round() as i32)
}

fn result_of(text: &str) -> Result<Option<GameResult>> {
    let result = GameResult::from_text(text);
    ensure!(
        result.is_some() || text == NO_RESULT,
        "result '{text}', expected 1.0, 0.5 or 0.0 (or 1-0, 1/2-1/2, 0-1), or {NO_RESULT} for none"
    );
    Ok(result)
}

/// Writes a record as `FEN | score | result`, or without a score as `FEN [result]`, without the end of the line. `pawn` is the
/// number of units in 100 centipawns.
pub fn write(record: &Record, pawn: Option<f64>) -> Result<String> {
    let fen = record.position()?.fen();
    let result = record.result().map_or(NO_RESULT, GameResult::points_text);
    let Some(Score(score)) = record.white_score() else { return Ok(format!("{fen} [{result}]")) };
    let score = pawn.map_or(score, |pawn| (f64::from(score) * 100.0 / pawn).round() as i32);
    Ok(format!("{fen} | {score} | {result}"))
}

/// Finds the start of games in a sequence of lines: a game continues as long as the ply increases and the result is the
/// same. Two games are merged if the second starts at a later ply than the first ended and has the same result.
///
/// Records without a result belong to the game before them, up to a limit. Without a game before them, each counts as a
/// game of its own.
#[derive(Clone, Debug, Default)]
pub struct GameSplitter {
    last: Option<Record>,
    leaves: usize,
}

/// Far more than occur in a game.
const MAX_LEAVES: usize = 1 << 14;

impl GameSplitter {
    /// Returns `true` if the next record is the first of a game.
    pub fn is_new(&mut self, record: &Record) -> bool {
        let is_leaf = record.result().is_none();
        let is_of_game = self.last.is_some_and(|last| last.result().is_some()) && self.leaves < MAX_LEAVES;
        if is_leaf && is_of_game {
            self.leaves += 1;
            return false;
        }
        let goes_on = |last: &Record| record.ply() > last.ply() && record.result() == last.result();
        let is_new = is_leaf || !self.last.as_ref().is_some_and(goes_on);
        if is_new {
            self.leaves = 0;
        }
        self.last = Some(*record);
        is_new
    }
}
