//! Lines that begin with a FEN, followed by score and result for White.

use movegen::Position;
use types::{Color, Score};

use super::LineError;
use crate::{GameResult, Record};

/// The result of a position that belongs to no game, as in PGN for an unfinished game.
pub(super) const NO_RESULT: &str = "*";

pub(super) fn parse_bars(line: &str) -> Result<Record, LineError> {
    let mut columns = line.split('|').map(str::trim);
    let (Some(fen), Some(score), Some(result), None) =
        (columns.next(), columns.next(), columns.next(), columns.next())
    else {
        return Err(shape(line, "'FEN | score | result'"));
    };
    record(fen, Some(score), result)
}

pub(super) fn parse_brackets(line: &str) -> Result<Record, LineError> {
    const EXPECTED: &str = "'FEN [result] score', or 'FEN [result]'";
    let (fen, rest) = line.split_once('[').ok_or_else(|| shape(line, EXPECTED))?;
    let (result, rest) = rest.split_once(']').ok_or_else(|| shape(line, EXPECTED))?;
    record(fen, rest.split_ascii_whitespace().next(), result.trim())
}

pub(super) fn write_bars(record: &Record) -> Result<String, LineError> {
    let (fen, score, result) = columns(record)?;
    let score = score.ok_or(LineError::NoScore)?;
    Ok(format!("{fen} | {score} | {result}"))
}

pub(super) fn write_brackets(record: &Record) -> Result<String, LineError> {
    let (fen, score, result) = columns(record)?;
    Ok(match score {
        Some(score) => format!("{fen} [{result}] {score}"),
        None => format!("{fen} [{result}]"),
    })
}

fn columns(record: &Record) -> Result<(String, Option<Score>, &'static str), LineError> {
    Ok((
        record.position()?.fen(),
        record.white_score(),
        record.result().map_or(NO_RESULT, GameResult::points_text),
    ))
}

fn record(fen: &str, white_score: Option<&str>, result: &str) -> Result<Record, LineError> {
    let position: Position = fen.parse()?;
    let white_score = white_score.map(parse_score).transpose()?;
    let result = parse_result(result)?;
    let is_white = position.side_to_move() == Color::White;
    let score = white_score.map(|score| if is_white { score } else { -score });
    Ok(Record::pack(&position, score, None, result)?)
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
