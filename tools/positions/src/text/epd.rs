//! EPD lines with results: `c9` is the result of the game, and `ce` and `bm` are the score and the move for the side
//! to move, as in the EPD standard. Other operations are ignored.

use movegen::Masks;
use movegen::text::epd::{Operand, Operation};
use movegen::text::{Epd, EpdError};

use super::LineError;
use super::columns::{NO_RESULT, parse_result, parse_score, shape};
use crate::{GameResult, Record};

const RESULT: &str = "c9";
const SCORE: &str = "ce";
const BEST_MOVE: &str = "bm";

pub(super) fn parse(line: &str) -> Result<Record, LineError> {
    let epd: Epd = line.parse()?;
    let result = single(&epd, RESULT, line)?.ok_or_else(|| shape(line, "a result such as c9 \"1-0\";"))?;
    let result = parse_result(result)?;
    let score = single(&epd, SCORE, line)?.map(parse_score).transpose()?;
    let best = epd.best_moves()?.first().copied();
    Ok(Record::pack(&epd.position, score, best, result)?)
}

/// The only operand of an operation, if the line has that operation.
fn single<'a>(epd: &'a Epd, opcode: &str, line: &str) -> Result<Option<&'a str>, LineError> {
    match epd.operation(opcode).map(Operation::operands) {
        None => Ok(None),
        Some([operand]) => Ok(Some(operand.text())),
        Some(_) => Err(shape(line, "one operand after c9 and after ce")),
    }
}

pub(super) fn write(record: &Record) -> Result<String, LineError> {
    let position = record.position()?;
    let mut operations = Vec::new();
    if let Some(mv) = record.best_move() {
        if !position.is_legal(&Masks::of(&position), mv) {
            return Err(LineError::Move { found: mv });
        }
        operations.push(word(BEST_MOVE, position.san(mv))?);
    }
    let result = record.result().map_or(NO_RESULT, GameResult::pgn);
    operations.push(Operation::new(RESULT, vec![Operand::Quoted(result.to_owned())])?);
    if let Some(score) = record.score() {
        operations.push(word(SCORE, score.to_string())?);
    }
    Ok(Epd { position, operations }.to_string())
}

fn word(opcode: &str, text: String) -> Result<Operation, EpdError> {
    Operation::new(opcode, vec![Operand::Word(text)])
}
