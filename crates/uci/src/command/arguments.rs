//! The arguments of the commands that take few words.

use types::Depth;

use super::error::CommandError;
use super::parsed::Command;
use super::tokens::Tokens;
use crate::evaluation::EvalFormat;

pub(super) fn parse_debug(tokens: &mut Tokens<'_>) -> Result<bool, CommandError> {
    const EXPECTED: &str = "'on' or 'off'";
    match tokens.required("debug", EXPECTED)? {
        "on" => Ok(true),
        "off" => Ok(false),
        found => Err(CommandError::Unexpected { found: found.to_owned(), expected: EXPECTED }),
    }
}

pub(super) fn parse_bench_depth(tokens: &mut Tokens<'_>) -> Result<Option<Depth>, CommandError> {
    match tokens.peek() {
        None => Ok(None),
        Some(_) => tokens.depth("bench").map(Some),
    }
}

/// Like commands, the forms may be written with two dashes.
pub(super) fn parse_eval_format(tokens: &mut Tokens<'_>) -> Result<EvalFormat, CommandError> {
    let Some(found) = tokens.next() else { return Ok(EvalFormat::Summary) };
    match found.strip_prefix("--").unwrap_or(found) {
        "full" => Ok(EvalFormat::Full),
        "json" => Ok(EvalFormat::Json),
        "svg" => Ok(EvalFormat::Svg),
        _ => Err(CommandError::UnexpectedAfter {
            after: "eval",
            found: found.to_owned(),
            expected: "'full', 'json', 'svg' or the end of the line",
        }),
    }
}

pub(super) fn parse_undo(tokens: &mut Tokens<'_>) -> Result<usize, CommandError> {
    match tokens.peek() {
        None => Ok(1),
        Some(_) => tokens.number::<u32>("undo", 1).map(|count| count as usize),
    }
}

pub(super) fn parse_set_option(tokens: &mut Tokens<'_>) -> Result<Command, CommandError> {
    tokens.expect("setoption", "name", "'name' and the name of an option")?;
    let name = tokens.words_until("value");
    if name.is_empty() {
        return Err(CommandError::Missing { after: "name".to_owned(), expected: "the name of an option" });
    }
    let value = tokens.next().map(|_| tokens.text_until_end().to_owned());
    Ok(Command::SetOption { name, value })
}
