//! Games in PGN, with the comment behind each move, as fastchess and cutechess write them:
//!
//! ```text
//!   [FEN "..."]
//!   1. e4 {+0.35/14 0.05s} e5 {-0.31/15 0.06s} 2. Nf3 {+M7/20 0.04s} 1-0
//! ```
//!
//! Every word of the moves is checked: a game with a move that cannot be read is an error of its own, and reading goes
//! on with the next game. (The crate `pgn-reader` passes over such a move without a word, so that the score behind it
//! belongs to another move.) Variations are passed over.

use std::fmt;
use std::io::{self, BufRead};

use movegen::Position;
use types::Move;

use crate::GameResult;

/// A game.
#[derive(Clone, PartialEq, Debug)]
pub struct PgnGame {
    /// Names and values, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves of the main line.
    pub moves: Vec<PgnMove>,
    /// `None` for a game that did not end.
    pub result: Option<GameResult>,
}

/// A move and the first comment behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    /// The move.
    pub mv: Move,
    /// Empty without a comment.
    pub comment: String,
}

/// Score of the side that moved, for the position before its move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PgnScore {
    /// Pawns.
    Pawns(f64),
    /// A forced mate; true for a win.
    Mate(bool),
}

impl PgnGame {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().rev().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

impl PgnMove {
    /// The score at the beginning of the comment: `+0.35/14` or `-M12/20`.
    pub fn score(&self) -> Option<PgnScore> {
        let (score, _) = self.comment.trim_start().split_once('/')?;
        if score.trim_start_matches(['+', '-']).starts_with('M') {
            return Some(PgnScore::Mate(!score.starts_with('-')));
        }
        score.parse().ok().filter(|pawns: &f64| pawns.is_finite()).map(PgnScore::Pawns)
    }
}

/// Reason why a game cannot be read.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum PgnError {
    /// The system refused; nothing more can be read.
    Io(io::Error),
    /// A tag, a move or a position is wrong. `number` counts games from 1.
    Game { number: u64, problem: String },
    /// The file ends within a game, as while a match is being played.
    Torn { number: u64 },
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Game { number, problem } => write!(f, "game {number} of the file: {problem}"),
            Self::Torn { number } => write!(f, "game {number} of the file: the file ends within it"),
        }
    }
}

impl std::error::Error for PgnError {}

/// Iterator over the games of a file.
pub struct PgnReader<R> {
    lexer: PgnLexer<R>,
    /// A token that belongs to the next game.
    pending: Option<PgnToken>,
    number: u64,
    is_over: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// Reads games from text.
    pub fn new(input: R) -> PgnReader<R> {
        PgnReader { lexer: PgnLexer { input, is_line_start: true }, pending: None, number: 0, is_over: false }
    }

    fn read_game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        let mut game = PartialGame::default();
        let mut has_begun = false;
        loop {
            let token = match self.pending.take() {
                Some(token) => token,
                None => self.lexer.next().map_err(PgnError::Io)?,
            };
            if !has_begun && !matches!(token, PgnToken::End) {
                has_begun = true;
                self.number += 1;
            }
            match token {
                PgnToken::End => {
                    self.is_over = true;
                    return if has_begun { game.finish(None, self.number).map(Some) } else { Ok(None) };
                }
                PgnToken::Torn => {
                    self.is_over = true;
                    return Err(PgnError::Torn { number: self.number });
                }
                PgnToken::Tag(_) if game.has_moves => {
                    self.pending = Some(token);
                    return game.finish(None, self.number).map(Some);
                }
                PgnToken::Tag(tag) => game.add_tag(&tag),
                PgnToken::Open => game.depth += 1,
                PgnToken::Close => game.depth = game.depth.saturating_sub(1),
                PgnToken::Comment(text) if game.depth == 0 => game.comment(text),
                PgnToken::Word(word) if game.depth == 0 => {
                    game.has_moves = true;
                    if let Some(result) = result_of(&word) {
                        return game.finish(result, self.number).map(Some);
                    }
                    game.play(&word);
                }
                PgnToken::Comment(_) | PgnToken::Word(_) => {}
            }
        }
    }
}

impl<R: BufRead> Iterator for PgnReader<R> {
    type Item = Result<PgnGame, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let game = self.read_game();
        self.is_over |= matches!(game, Err(PgnError::Io(_)));
        game.transpose()
    }
}

/// The result that ends a game, if the word is one: `Some(None)` for `*`.
fn result_of(word: &str) -> Option<Option<GameResult>> {
    match word {
        "*" => Some(None),
        "1-0" | "0-1" | "1/2-1/2" => Some(GameResult::from_text(word)),
        "½-½" => Some(Some(GameResult::Draw)),
        _ => None,
    }
}

/// The value of a tag as it is meant: a backslash stands before a quotation mark or another backslash.
fn unescaped(text: &str) -> String {
    let mut value = String::new();
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let escaped = characters.next_if(|next| character == '\\' && matches!(next, '"' | '\\'));
        value.push(escaped.unwrap_or(character));
    }
    value
}

/// True if the next character is escaped.
fn ends_with_escape(text: &str) -> bool {
    let backslashes = text.len() - text.trim_end_matches('\\').len();
    backslashes % 2 == 1
}

/// A game that is being read. After the first problem the rest is passed over.
#[derive(Default)]
struct PartialGame {
    tags: Vec<(String, String)>,
    start: Option<Position>,
    position: Option<Position>,
    moves: Vec<PgnMove>,
    has_moves: bool,
    /// Of variations.
    depth: u32,
    problem: Option<String>,
}

impl PartialGame {
    fn add_tag(&mut self, text: &str) {
        let value = |text: &str| Some(unescaped(text.trim().strip_prefix('"')?.strip_suffix('"')?));
        let tag = text.trim().split_once(char::is_whitespace);
        let Some((name, value)) = tag.and_then(|(name, text)| Some((name, value(text)?))) else {
            let shown: String = text.chars().take(60).collect();
            return self.fail(format!("'[{shown}' is no tag, expected [Name \"value\"]"));
        };
        if name == "FEN" {
            match value.parse() {
                Ok(position) => self.start = Some(position),
                Err(error) => self.fail(format!("the tag FEN \"{value}\": {error}")),
            }
        }
        self.tags.push((name.to_owned(), value));
    }

    fn comment(&mut self, text: String) {
        if let Some(last) = self.moves.last_mut().filter(|last| last.comment.is_empty()) {
            last.comment = text;
        }
    }

    fn play(&mut self, word: &str) {
        let numbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
        // Digits without a dot are castling with zeros, or a number that stands alone.
        let san = if numbered.starts_with('.') || numbered.is_empty() {
            numbered.trim_start_matches('.')
        } else {
            word
        };
        let is_mark = san.starts_with('$') || san.chars().all(|c| matches!(c, '!' | '?'));
        if is_mark || san == "e.p." || self.problem.is_some() {
            return;
        }
        let san = san.trim_end_matches(['+', '#', '!', '?']).trim_end_matches("e.p.");
        let start = &self.start;
        let position = self.position.get_or_insert_with(|| start.clone().unwrap_or_else(Position::startpos));
        match position.parse_san(san) {
            Ok(mv) => {
                position.play(mv);
                self.moves.push(PgnMove { mv, comment: String::new() });
            }
            Err(error) => {
                let (number, side) = (position.fullmove_number(), position.side_to_move());
                let problem = format!("move {number} of {side:?}: {error}");
                self.fail(problem);
            }
        }
    }

    fn fail(&mut self, problem: String) {
        self.problem.get_or_insert(problem);
    }

    fn finish(self, result: Option<GameResult>, number: u64) -> Result<PgnGame, PgnError> {
        match self.problem {
            Some(problem) => Err(PgnError::Game { number, problem }),
            None => {
                let start = self.start.unwrap_or_else(Position::startpos);
                Ok(PgnGame { tags: self.tags, start, moves: self.moves, result })
            }
        }
    }
}

enum PgnToken {
    /// Without its brackets.
    Tag(String),
    Comment(String),
    Word(String),
    Open,
    Close,
    /// The file ends within a tag or a comment.
    Torn,
    End,
}

/// Cuts text into tokens.
struct PgnLexer<R> {
    input: R,
    is_line_start: bool,
}

impl<R: BufRead> PgnLexer<R> {
    fn next(&mut self) -> io::Result<PgnToken> {
        loop {
            let Some(byte) = self.peek()? else { return Ok(PgnToken::End) };
            let is_line_start = self.is_line_start;
            // Before a byte-order mark there is nothing.
            self.is_line_start = byte == b'\n' || is_line_start && matches!(byte, 0xef | 0xbb | 0xbf);
            match byte {
                b'[' => {
                    self.input.consume(1);
                    return self.tag();
                }
                b'{' => {
                    self.input.consume(1);
                    let (text, is_closed) = self.until(b"}")?;
                    self.input.consume(usize::from(is_closed));
                    return Ok(if is_closed { PgnToken::Comment(text) } else { PgnToken::Torn });
                }
                b';' => {
                    self.input.consume(1);
                    return Ok(PgnToken::Comment(self.until(b"\n")?.0));
                }
                b'%' if is_line_start => drop(self.until(b"\n")?),
                b'(' => {
                    self.input.consume(1);
                    return Ok(PgnToken::Open);
                }
                b')' => {
                    self.input.consume(1);
                    return Ok(PgnToken::Close);
                }
                // White space, stray brackets, and a byte-order mark.
                b' ' | b'\t' | b'\r' | b'\n' | b']' | b'}' | 0xef | 0xbb | 0xbf => self.input.consume(1),
                _ => return Ok(PgnToken::Word(self.until(b" \t\r\n{}()[];")?.0)),
            }
        }
    }

    /// A tag ends with its line at the latest. Between quotes a bracket may stand.
    fn tag(&mut self) -> io::Result<PgnToken> {
        let (mut text, mut is_quoted) = (String::new(), false);
        loop {
            text += &self.until(b"]\"\n")?.0;
            match self.peek()? {
                None => return Ok(PgnToken::Torn),
                Some(b'\n') => return Ok(PgnToken::Tag(text)),
                Some(b']') if !is_quoted => {
                    self.input.consume(1);
                    return Ok(PgnToken::Tag(text));
                }
                Some(byte) => {
                    is_quoted ^= byte == b'"' && !ends_with_escape(&text);
                    text.push(byte.into());
                    self.input.consume(1);
                }
            }
        }
    }

    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            match self.input.fill_buf() {
                Ok(buffer) => return Ok(buffer.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Reads the text before one of these bytes, and returns whether one came.
    fn until(&mut self, ends: &[u8]) -> io::Result<(String, bool)> {
        let mut bytes = Vec::new();
        while self.peek()?.is_some() {
            let buffer = self.input.fill_buf()?;
            let end = buffer.iter().position(|byte| ends.contains(byte));
            let taken = end.unwrap_or(buffer.len());
            bytes.extend_from_slice(&buffer[..taken]);
            self.input.consume(taken);
            if end.is_some() {
                return Ok((String::from_utf8_lossy(&bytes).into_owned(), true));
            }
        }
        Ok((String::from_utf8_lossy(&bytes).into_owned(), false))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<Result<PgnGame, PgnError>> {
        PgnReader::new(text.as_bytes()).collect()
    }

    fn game(text: &str) -> PgnGame {
        read(text).remove(0).unwrap()
    }

    #[test]
    fn scores_are_read_from_what_both_runners_write() {
        let start = Position::startpos();
        let mv = start.parse_san("e4").unwrap();
        for (text, expected) in [
            ("+0.49/14 0.068s", Some(PgnScore::Pawns(0.49))),
            ("-1.20/9 1s, Draw by adjudication", Some(PgnScore::Pawns(-1.2))),
            ("+M5/20 0.1s", Some(PgnScore::Mate(true))),
            ("-M12/20 0.1s", Some(PgnScore::Mate(false))),
            ("book", None),
            ("nan/3", None),
            ("", None),
        ] {
            assert_eq!(PgnMove { mv, comment: text.to_owned() }.score(), expected, "{text}");
        }
    }

    #[test]
    fn everything_that_pgn_allows_is_read() {
        let text = "\u{feff}% a remark\n[White \"a [\\\"x\\\"]\"] [Black \"b\"]\n\n\
                    1.e4! {one} {two} $3 e5 (1... c5 {no} (1... e6) 2. Nf3) 2. Nf3 ; three\nNc6 !? 3. Bb5 a6\n\
                    4. O-O 1/2-1/2 1. d4 d5 *\n[Result \"0-1\"]\n\n0-1\n";
        let games = read(text);
        let moves = |index: usize| {
            let PgnGame { moves, .. } = games[index].as_ref().unwrap();
            moves.iter().map(|played| (played.mv.to_string(), played.comment.as_str())).collect::<Vec<_>>()
        };
        assert_eq!(games[0].as_ref().unwrap().tag("White"), Some("a [\"x\"]"));
        let expected =
            [("e2e4", "one"), ("e7e5", ""), ("g1f3", " three"), ("b8c6", ""), ("f1b5", ""), ("a7a6", "")];
        assert_eq!(moves(0)[..2], expected.map(|(mv, comment)| (mv.to_owned(), comment))[..2]);
        assert_eq!(moves(0)[2..6], expected.map(|(mv, comment)| (mv.to_owned(), comment))[2..]);
        assert_eq!(moves(0).len(), 7);
        assert_eq!(moves(1).len(), 2);
        let results: Vec<_> = games.iter().map(|game| game.as_ref().unwrap().result).collect();
        assert_eq!(results, [Some(GameResult::Draw), None, Some(GameResult::BlackWins)]);
    }

    #[test]
    fn en_passant_and_castling_are_read_in_every_notation() {
        let text = "[FEN \"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1\"]\n\n1. exd6e.p. {+1.00/5} 0-0 {-1.00/5} 2. 0-0-0+ 1-0";
        let PgnGame { moves, .. } = game(text);
        let comments: Vec<&str> = moves.iter().map(|played| played.comment.as_str()).collect();
        assert_eq!(comments, ["+1.00/5", "-1.00/5", ""]);
        let spaced = game("[FEN \"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1\"]\n\n1. exd6 e.p. {+1.00/5} *");
        assert_eq!(spaced.moves[0].comment, "+1.00/5");
    }

    /// No word is passed over, and a bad game costs none of the others.
    #[test]
    fn an_unreadable_game_is_reported_and_reading_goes_on() {
        for (bad, problem) in [
            ("1. e4 Ke4 2. d4 1-0", "move 1 of Black: 'Ke4' is not legal in 'rnbqkbnr/"),
            ("1. e4 --- 2. d4 1-0", "'---'"),
            ("1. e4 e5 2. Zz9 Nc6 1-0", "move 2 of White: "),
            ("[FEN \"4k3/8 w\"]\n\n1. e4 1-0", "the tag FEN \"4k3/8 w\": "),
            ("[White a]\n\n1. e4 1-0", "'[White a' is no tag"),
        ] {
            let games = read(&format!("1. d4 1-0\n\n{bad}\n\n[Round \"3\"]\n\n1. c4 0-1\n"));
            let error = games[1].as_ref().unwrap_err().to_string();
            assert!(error.starts_with("game 2 of the file: ") && error.contains(problem), "{error}");
            assert_eq!(games[2].as_ref().unwrap().tag("Round"), Some("3"));
            assert_eq!(games.len(), 3, "{bad}");
        }
    }

    #[test]
    fn an_incomplete_end_and_a_bad_game_are_distinguished() {
        for torn in ["[Result \"1-", "1. e4 {+0.1/1 0", "[Resu"] {
            let games = read(&format!("1. d4 1-0\n{torn}"));
            assert!(matches!(games[1], Err(PgnError::Torn { number: 2 })), "{torn}: {:?}", games[1]);
        }
        assert_eq!(game("1. e4").result, None);
    }
}
