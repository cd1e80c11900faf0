//! Lines that begin with a FEN, followed by score and result for White.

use movegen::Position;
use types::{Color, Score};

use super::LineError;
use crate::{GameResult, Record};

/// A position that is of no game; PGN has the same for a game without an end.
pub(super) const NO_RESULT: &str = "*";

pub(super) fn parse_bars(line: &str) -> Result<Record, LineError> {
    let mut columns = line.split('|').map(str::trim);
    let (Some(fen), Some(score), Some(result), None) =
        (columns.next(), columns.next(), columns.next(), columns.next())
    else {
        return Err(shape(line, "'FEN | score | result'"));
    };
    record(fen, score, result)
}

pub(super) fn parse_brackets(line: &str) -> Result<Record, LineError> {
    const EXPECTED: &str = "'FEN [result] score'";
    let (fen, rest) = line.split_once('[').ok_or_else(|| shape(line, EXPECTED))?;
    let (result, rest) = rest.split_once(']').ok_or_else(|| shape(line, EXPECTED))?;
    let score = rest.split_ascii_whitespace().next().ok_or_else(|| shape(line, EXPECTED))?;
    record(fen, score, result.trim())
}

pub(super) fn write_bars(record: &Record) -> Result<String, LineError> {
    let (fen, score, result) = columns(record)?;
    Ok(format!("{fen} | {score} | {result}"))
}

pub(super) fn write_brackets(record: &Record) -> Result<String, LineError> {
    let (fen, score, result) = columns(record)?;
    Ok(format!("{fen} [{result}] {score}"))
}

fn columns(record: &Record) -> Result<(String, Score, &'static str), LineError> {
    let score = record.white_score().ok_or(LineError::NoScore)?;
    Ok((record.position()?.fen(), score, record.result().map_or(NO_RESULT, GameResult::points_text)))
}

fn record(fen: &str, score: &str, result: &str) -> Result<Record, LineError> {
    let position: Position = fen.parse()?;
    let white_score = parse_score(score)?;
    let result = parse_result(result)?;
    let score = if position.side_to_move() == Color::White { white_score } else { -white_score };
    Ok(Record::pack(&position, Some(score), None, result)?)
}

pub(super) fn parse_score(text: &str) -> Result<Score, LineError> {
    let score = text.parse().ok().map(Score).filter(|&score| Record::has_room_for(score));
    score.ok_or_else(|| LineError::Score { found: text.to_owned() })
}

pub(super) fn parse_result(text: &str) -> Result<Option<GameResult>, LineError> {
    match GameResult::from_text(text) {
        None if text != NO_RESULT => Err(LineError::Result { found: text.to_owned() }),
        result => Ok(result),
    }
}

pub(super) fn shape(line: &str, expected: &'static str) -> LineError {
    LineError::Shape { line: line.to_owned(), expected }
}
