//! `position [startpos | fen <FEN>] [moves <move> ...]`

use super::error::CommandError;
use super::tokens::Tokens;

/// A position as it was typed: the first position and the moves since. Neither is checked yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PositionCommand {
    pub(crate) root: InitialPosition,
    /// Moves as they were typed.
    pub(crate) moves: Vec<String>,
}

/// The first position of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum InitialPosition {
    /// The start of standard chess.
    Startpos,
    /// Any position.
    Fen(String),
}

impl PositionCommand {
    pub(super) fn parse(tokens: &mut Tokens<'_>) -> Result<PositionCommand, CommandError> {
        const EXPECTED: &str = "'startpos' or 'fen'";
        // A board is a FEN also without the word, as people paste it.
        if tokens.peek().is_some_and(|word| word.contains('/')) {
            let root = InitialPosition::Fen(parse_fen(tokens)?);
            return Ok(PositionCommand { root, moves: parse_rest(tokens)? });
        }
        let root = match tokens.required("position", EXPECTED)? {
            "startpos" => InitialPosition::Startpos,
            "fen" => InitialPosition::Fen(parse_fen(tokens)?),
            found => {
                return Err(CommandError::UnexpectedAfter {
                    after: "position",
                    found: found.to_owned(),
                    expected: EXPECTED,
                });
            }
        };
        Ok(PositionCommand { root, moves: parse_rest(tokens)? })
    }
}

/// The moves after a position, if there are any.
fn parse_rest(tokens: &mut Tokens<'_>) -> Result<Vec<String>, CommandError> {
    match tokens.next() {
        None => Ok(Vec::new()),
        Some("moves") => Ok(parse_moves(tokens)),
        Some(found) => Err(CommandError::Unexpected {
            found: found.to_owned(),
            expected: "'moves' or the end of the line",
        }),
    }
}

/// The words up to `moves`. A quoted text of an EPD operation may hold that word too.
fn parse_fen(tokens: &mut Tokens<'_>) -> Result<String, CommandError> {
    let mut words = Vec::new();
    let mut quotes = 0;
    while let Some(word) = tokens.peek().filter(|&word| word != "moves" || quotes % 2 == 1) {
        quotes += word.matches('"').count();
        words.push(word);
        tokens.next();
    }
    if words.is_empty() {
        return Err(CommandError::Missing { after: "fen".to_owned(), expected: "a position in FEN" });
    }
    Ok(words.join(" "))
}

/// All other words of the line, without move numbers, which may be attached to a move as in `1.e4`.
pub(super) fn parse_moves(tokens: &mut Tokens<'_>) -> Vec<String> {
    let words = std::iter::from_fn(|| tokens.next()).map(without_number);
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// A word without the move number in front.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let mv = rest.trim_start_matches('.');
    if rest.len() < word.len() && mv.len() < rest.len() { mv } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<PositionCommand, CommandError> {
        PositionCommand::parse(&mut Tokens::new(line))
    }

    #[test]
    fn roots_and_moves_are_distinguished() {
        let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
        let startpos = PositionCommand { root: InitialPosition::Startpos, moves: Vec::new() };
        assert_eq!(parse("startpos"), Ok(startpos.clone()));
        assert_eq!(parse("startpos moves"), Ok(startpos.clone()));
        assert_eq!(
            parse("startpos moves e2e4 e7e5"),
            Ok(PositionCommand { moves: moves.clone(), ..startpos })
        );
        let root = InitialPosition::Fen("8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
        assert_eq!(
            parse("fen 8/8/8/8/8/8/8/8  w - - 0 1 moves e2e4 e7e5"),
            Ok(PositionCommand { root, moves })
        );
        assert_eq!(parse("8/8/8/8/8/8/8/8 w - - moves e4"), parse("fen 8/8/8/8/8/8/8/8 w - - moves e4"));
    }

    #[test]
    fn move_numbers_are_left_out() {
        let moves = |line: &str| parse(line).unwrap().moves;
        let expected = ["e4", "e5", "Nf3", "Nc6", "0-0", "0000"];
        assert_eq!(moves("startpos moves 1. e4 e5 2.Nf3 2...Nc6 3. 0-0 0000"), expected);
    }

    #[test]
    fn a_quoted_text_may_contain_the_word_moves() {
        let epd = "8/8/8/8/8/8/8/8 w - - id \"two moves each\"; c0 \"moves\";";
        let parsed = parse(&format!("fen {epd} moves e2e4")).unwrap();
        assert_eq!(parsed.root, InitialPosition::Fen(epd.to_owned()));
        assert_eq!(parsed.moves, ["e2e4"]);
    }

    #[test]
    fn errors_name_what_is_wrong() {
        let error = |line| parse(line).unwrap_err().to_string();
        assert_eq!(error(""), "nothing follows 'position', expected 'startpos' or 'fen'");
        assert_eq!(error("start"), "found 'start' after 'position', expected 'startpos' or 'fen'");
        assert_eq!(error("fen moves e2e4"), "nothing follows 'fen', expected a position in FEN");
        assert_eq!(error("startpos e2e4"), "found 'e2e4', expected 'moves' or the end of the line");
    }
}
