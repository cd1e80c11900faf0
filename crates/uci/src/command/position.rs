//! `position [startpos | fen <FEN>] [moves <move> ...]`

use super::CommandError;
use super::tokens::Tokens;

/// A position as told: where it starts and what was played since. Both are still to be checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PositionCommand {
    pub(crate) root: Root,
    /// Moves in UCI notation.
    pub(crate) moves: Vec<String>,
}

/// Where a game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Root {
    /// The start of standard chess.
    Startpos,
    /// Any position.
    Fen(String),
}

impl PositionCommand {
    pub(super) fn parse(tokens: &mut Tokens<'_>) -> Result<PositionCommand, CommandError> {
        const EXPECTED: &str = "'startpos' or 'fen'";
        let root = match tokens.required("position", EXPECTED)? {
            "startpos" => Root::Startpos,
            "fen" => Root::Fen(parse_fen(tokens)?),
            found => {
                return Err(CommandError::UnexpectedAfter {
                    after: "position",
                    found: found.to_owned(),
                    expected: EXPECTED,
                });
            }
        };
        let moves = match tokens.next() {
            None => Vec::new(),
            Some("moves") => std::iter::from_fn(|| tokens.next()).map(str::to_owned).collect(),
            Some(found) => {
                return Err(CommandError::Unexpected {
                    found: found.to_owned(),
                    expected: "'moves' or the end of the line",
                });
            }
        };
        Ok(PositionCommand { root, moves })
    }
}

fn parse_fen(tokens: &mut Tokens<'_>) -> Result<String, CommandError> {
    let fen = tokens.words_until("moves");
    if fen.is_empty() {
        return Err(CommandError::Missing { after: "fen".to_owned(), expected: "a position in FEN" });
    }
    Ok(fen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<PositionCommand, CommandError> {
        PositionCommand::parse(&mut Tokens::new(line))
    }

    #[test]
    fn roots_and_moves_are_told_apart() {
        let moves = vec!["e2e4".to_owned(), "e7e5".to_owned()];
        let startpos = PositionCommand { root: Root::Startpos, moves: Vec::new() };
        assert_eq!(parse("startpos"), Ok(startpos.clone()));
        assert_eq!(parse("startpos moves"), Ok(startpos.clone()));
        assert_eq!(
            parse("startpos moves e2e4 e7e5"),
            Ok(PositionCommand { moves: moves.clone(), ..startpos })
        );
        let root = Root::Fen("8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
        assert_eq!(
            parse("fen 8/8/8/8/8/8/8/8  w - - 0 1 moves e2e4 e7e5"),
            Ok(PositionCommand { root, moves })
        );
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
