//! Games in PGN, with the comment behind each move, as fastchess and cutechess write them:
//!
//! ```text
//!   [FEN "..."]
//!   1. e4 {+0.35/14 0.05s} e5 {-0.31/15 0.06s} 2. Nf3 {+M7/20 0.04s} 1-0
//! ```
//!
//! Text is cut into tokens as the standard says (its section 7): `2.Nf3$1{good}1-0` is a move number, a move, a mark, a
//! comment and a result. Moves are in SAN, also with figurines (`♘f3`) and German letters (`Sf3`); those in UCI notation,
//! which fastchess writes with `notation=uci`, are read as well. Signs of an evaluation (`+-`, `∞`) and `N` for a novelty are
//! marks. Every token of the main line is checked: a game with anything that cannot be read is an error that names the
//! place and has the game up to there, and reading goes on with the next game. Null moves (`--`, `Z0`) cannot be read, since
//! the rules have no pass. Variations and marks are passed over, but a reader can keep them as [`PgnEvent`]s.
//!
//! A game ends with its result, or before a tag that begins the next one: a tag behind moves, behind an empty line, or
//! with a name that the game already has. The number `1.` behind an empty line begins a game too. So a game that was cut
//! off spoils none of the others. Without a mark at its end, or with `*`, the tag `Result` counts.
//!
//! A tag within a comment belongs to it if the comment ends before another one or another game begins.
//!
//! Lines end with LF, CR LF or CR. Text is UTF-8; bytes that are not are read as Latin-1. Marks of byte order are dropped
//! wherever they stand, and control characters are white space. UTF-16 is refused. Games of other variants than chess
//! and Chess960 are errors.
//!
//! The crate `pgn-reader` would need as many lines around it: it passes over words and tags that it cannot read without
//! saying so, does not report lines, and knows neither games that were cut off nor moves with hyphens or in UCI notation.

use std::borrow::Cow;
use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::io::{self, BufRead};
use std::mem;

use movegen::Position;
use movegen::text::SanError;
use movegen::text::epd::quoted;
use types::{Color, Move};

use crate::GameResult;

#[derive(Clone, PartialEq, Debug)]
pub struct PgnGame {
    /// Names and values, in the order of the file. No name comes twice.
    pub tags: Vec<(String, String)>,
    /// The position before the first move.
    pub start: Position,
    /// The moves of the main line.
    pub moves: Vec<PgnMove>,
    /// The mark at the end, or else the tag `Result`. `None` for a game that did not end.
    pub result: Option<GameResult>,
    /// Moves, comments, marks and variations in the order of the text, if [`PgnReader::with_events`] asked for them.
    pub events: Vec<PgnEvent>,
}

/// A part of the moves of a game. Moves of variations are not checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PgnEvent {
    Move(String),
    /// Without its braces.
    Comment(String),
    /// A mark as a number: `$1` and `!` are 1.
    Nag(u8),
    /// The beginning of a variation of the move before it.
    Open,
    Close,
}

/// A move and the first comment behind it that is not empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PgnMove {
    pub mv: Move,
    /// Empty without a comment.
    pub comment: String,
}

/// Score of the side that moved, for the position before its move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum PgnScore {
    Pawns(f64),
    /// A forced mate; true for a win.
    Mate(bool),
}

/// Values of the tag `Termination` for games that ended by the clock, a program or a person, and not by the position:
/// those of the standard (9.8.1) and those that cutechess, fastchess and c-chess-cli write.
const VOID_TERMINATIONS: [&str; 10] = [
    "abandoned",
    "death",
    "disconnect",
    "emergency",
    "illegal move",
    "rules infraction",
    "stalled connection",
    "time forfeit",
    "timeout",
    "unterminated",
];

impl PgnGame {
    /// The value of a tag. Its name may have small or capital letters.
    pub fn tag(&self, name: &str) -> Option<&str> {
        tag_value(&self.tags, name)
    }

    /// The value of the tag `Termination` if the result is due to the clock or a program, so that it says nothing about
    /// the positions.
    pub fn void_termination(&self) -> Option<&str> {
        let termination = self.tag("Termination")?.trim();
        VOID_TERMINATIONS.iter().any(|void| termination.eq_ignore_ascii_case(void)).then_some(termination)
    }
}

impl PgnMove {
    /// The score, if the whole comment has the form that cutechess and fastchess write: `+0.35/14 0.05s` or
    /// `-M12/20 1.2s, tl=3.1s, White mates`. The time may be missing, and older versions wrote counts before it.
    pub fn score(&self) -> Option<PgnScore> {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_count =
            |word: &str| ["n=", "sd="].iter().any(|name| word.strip_prefix(name).is_some_and(is_number));
        let is_time = |word: &str| {
            let seconds = word.strip_suffix('s').map(|number| number.strip_suffix('m').unwrap_or(number));
            seconds.is_some_and(|number| number.splitn(2, '.').all(is_number))
        };
        let (head, has_more) =
            self.comment.split_once(',').map_or((&self.comment[..], false), |(head, _)| (head, true));
        let mut words = head.split_whitespace();
        let (score, depth) = words.next()?.split_once('/')?;
        let time = words.find(|word| !is_count(word));
        let is_whole = time.map_or(!has_more, is_time) && words.next().is_none();
        let unsigned = score.strip_prefix(['+', '-']).unwrap_or(score);
        let is_signed = unsigned != score;
        if !is_whole || !is_number(depth) || !is_signed && score != "0.00" {
            return None;
        }
        if unsigned.strip_prefix('M').is_some_and(is_number) {
            return Some(PgnScore::Mate(score.starts_with('+')));
        }
        let (pawns, hundredths) = unsigned.split_once('.')?;
        let is_score = is_number(pawns) && is_number(hundredths) && hundredths.len() == 2;
        score.parse().ok().filter(|_| is_score).map(PgnScore::Pawns)
    }
}

fn tag_value<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
}

/// Reason why a game cannot be read.
#[derive(Debug)]
#[allow(missing_docs)]
pub enum PgnError {
    /// The system refused; nothing more can be read.
    Io(io::Error),
    /// A tag, a move or a position is wrong. `number` counts games and `line` the lines of the file, both from 1. `game` is
    /// the game up to there, with its result, if it has a move.
    Game { number: u64, line: u64, problem: String, game: Option<Box<PgnGame>> },
    /// The file ends within a tag, a comment or a variation, as while a match is being played. `game` is as above.
    Torn { number: u64, game: Option<Box<PgnGame>> },
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Game { number, line, problem, .. } => {
                write!(f, "game {number} of the file: {problem} (line {line})")
            }
            Self::Torn { number, .. } => write!(f, "game {number} of the file: the file ends within it"),
        }
    }
}

impl std::error::Error for PgnError {}

/// Iterator over the games of a file.
pub struct PgnReader<R> {
    lexer: PgnLexer<R>,
    game: PartialGame,
    /// The number of `game` in the file.
    number: u64,
    is_over: bool,
    keeps_events: bool,
}

impl<R: BufRead> PgnReader<R> {
    /// Reads games from text.
    pub fn new(input: R) -> PgnReader<R> {
        let lexer = PgnLexer {
            input,
            ahead: VecDeque::new(),
            line: String::new(),
            column: 0,
            line_number: 0,
            is_after_empty_line: false,
        };
        PgnReader { lexer, game: PartialGame::default(), number: 1, is_over: false, keeps_events: false }
    }

    /// The same, with the events of each game.
    pub fn with_events(input: R) -> PgnReader<R> {
        PgnReader { keeps_events: true, ..PgnReader::new(input) }
    }

    fn read_game(&mut self) -> Result<Option<PgnGame>, PgnError> {
        loop {
            let token = self.lexer.next().map_err(PgnError::Io)?;
            let (game, line) = (&mut self.game, self.lexer.line_number);
            let event = self.keeps_events.then(|| token.event()).flatten();
            match token {
                PgnToken::End if game.depth == 0 && game.has_begun() => {
                    return self.finish(None, PartialGame::default()).map(Some);
                }
                PgnToken::End if game.depth == 0 => {
                    self.is_over = true;
                    return Ok(None);
                }
                PgnToken::End | PgnToken::Torn => {
                    self.is_over = true;
                    let is_whole = game.problem.is_none();
                    game.fail("the text ends within it".to_owned(), line);
                    return match self.finish(None, PartialGame::default()) {
                        Err(PgnError::Game { number, game, .. }) if is_whole => {
                            Err(PgnError::Torn { number, game })
                        }
                        game => game.map(Some),
                    };
                }
                PgnToken::Tag { is_after_empty_line, name, value } => {
                    let next = if game.has_moves || is_after_empty_line && game.has_begun() {
                        PartialGame::default()
                    } else if game.tag(&name).is_some() {
                        let mut tags_before = mem::take(&mut game.tags_before);
                        tags_before.extend(game.tags.iter().map(|(name, _)| name.clone()));
                        PartialGame { tags_before, ..PartialGame::default() }
                    } else {
                        game.add_tag(name, value, line);
                        continue;
                    };
                    let finished = self.finish(None, next);
                    self.game.add_tag(name, value, line);
                    return finished.map(Some);
                }
                PgnToken::FirstNumber if game.has_moves => {
                    return self.finish(None, PartialGame::default()).map(Some);
                }
                PgnToken::Word(word) if game.depth == 0 && is_result(&word) => {
                    let result = GameResult::from_text(&word);
                    game.check_result(&word, result, line);
                    return self.finish(result, PartialGame::default()).map(Some);
                }
                PgnToken::Word(word) if game.depth == 0 => game.play(&word, line),
                PgnToken::Comment(text) if game.depth == 0 && game.problem.is_none() => {
                    if let Some(last) = game.moves.last_mut().filter(|last| last.comment.is_empty()) {
                        last.comment = text;
                    }
                }
                PgnToken::Open => {
                    if game.moves.is_empty() {
                        game.fail(
                            "'(' before the first move, expected a variation behind one".to_owned(),
                            line,
                        );
                    }
                    game.has_moves = true;
                    game.depth += 1;
                }
                PgnToken::Close if game.depth == 0 => game.fail("')' ends no variation".to_owned(), line),
                PgnToken::Close => game.depth -= 1,
                PgnToken::Fault(problem) => game.fail(problem, line),
                PgnToken::FirstNumber | PgnToken::Comment(_) | PgnToken::Word(_) | PgnToken::Nag(_) => {}
            }
            if game.problem.is_none() {
                game.events.extend(event);
            }
        }
    }

    /// Ends the current game, and begins the next one.
    fn finish(&mut self, result: Option<GameResult>, next: PartialGame) -> Result<PgnGame, PgnError> {
        let (mut game, number) = (mem::replace(&mut self.game, next), self.number);
        self.number += 1;
        game.check_tags(self.lexer.line_number);
        if game.depth > 0 {
            game.fail("a variation does not end, expected ')'".to_owned(), self.lexer.line_number);
        }
        let result = result.or_else(|| GameResult::from_text(game.tag("Result")?));
        let start = game.start.unwrap_or_else(Position::startpos);
        let read = PgnGame { tags: game.tags, start, moves: game.moves, result, events: game.events };
        match game.problem {
            Some((problem, line)) => {
                let game = Some(read).filter(|game| !game.moves.is_empty()).map(Box::new);
                Err(PgnError::Game { number, line, problem, game })
            }
            None => Ok(read),
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

/// A game that is being read. After the first problem the rest is passed over.
#[derive(Default)]
struct PartialGame {
    tags: Vec<(String, String)>,
    /// The names of the tags of the game before, if nothing but a name that came again separates it from this one.
    tags_before: BTreeSet<String>,
    start: Option<Position>,
    position: Option<Position>,
    moves: Vec<PgnMove>,
    events: Vec<PgnEvent>,
    /// True after anything that belongs to the moves.
    has_moves: bool,
    /// Of variations.
    depth: u32,
    /// With its line.
    problem: Option<(String, u64)>,
}

impl PartialGame {
    fn has_begun(&self) -> bool {
        self.has_moves || !self.tags.is_empty() || self.problem.is_some()
    }

    fn tag(&self, name: &str) -> Option<&str> {
        tag_value(&self.tags, name)
    }

    fn add_tag(&mut self, name: String, value: Result<String, String>, line: u64) {
        let value = value.unwrap_or_else(|problem| {
            self.fail(problem, line);
            String::new()
        });
        if name.eq_ignore_ascii_case("FEN") {
            match value.parse() {
                Ok(position) => self.start = Some(position),
                Err(error) => self.fail(format!("the tag FEN \"{value}\": {error}"), line),
            }
        }
        self.tags.push((name, value));
    }

    /// Checks that the tags say from which position the game begins, and that it is chess.
    fn check_tags(&mut self, line: u64) {
        if let Some(variant) = self.tag("Variant").filter(|variant| !is_chess(variant)) {
            self.fail(format!("the tag Variant \"{variant}\", expected chess or Chess960"), line);
        }
        if self.tag("FEN").is_some() {
            return;
        }
        if self.tag("SetUp") == Some("1") {
            self.fail("the tag SetUp \"1\" without a tag FEN".to_owned(), line);
        }
        // A whole set of tags begins a game; of some that came twice it is not clear whether the FEN before counts.
        let is = |name: &str, other: &str| name.eq_ignore_ascii_case(other);
        let is_lost = |name: &&String| !is(name, "FEN") && !is(name, "SetUp") && self.tag(name).is_none();
        if self.tags_before.iter().any(|name| is(name, "FEN"))
            && self.tags_before.iter().any(|name| is_lost(&name))
        {
            let name = &self.tags[0].0;
            self.fail(format!("the tag {name} comes twice, so that the tag FEN before it may be lost"), line);
        }
    }

    fn check_result(&mut self, mark: &str, result: Option<GameResult>, line: u64) {
        if !self.has_begun() {
            self.fail(format!("the result '{mark}' stands alone, expected tags or moves before it"), line);
        }
        let tagged = self.tag("Result").and_then(|tag| Some((tag, GameResult::from_text(tag)?)));
        if let Some((tag, _)) = tagged.filter(|&(_, tagged)| result.is_some_and(|result| result != tagged)) {
            self.fail(format!("the result '{mark}' contradicts the tag Result \"{tag}\""), line);
        }
    }

    fn play(&mut self, word: &str, line: u64) {
        if !mem::replace(&mut self.has_moves, true) {
            self.check_tags(line);
        }
        if self.problem.is_some() {
            return;
        }
        let start = &self.start;
        let position = self.position.get_or_insert_with(|| start.clone().unwrap_or_else(Position::startpos));
        match parse_move(position, word) {
            Ok(mv) => {
                position.play(mv);
                self.moves.push(PgnMove { mv, comment: String::new() });
            }
            Err(problem) => self.fail(problem, line),
        }
    }

    fn fail(&mut self, problem: String, line: u64) {
        self.problem.get_or_insert((problem, line));
    }
}

/// The pieces of White and of Black, each in the order of `FIGURINE_LETTERS`.
const FIGURINES: &str = "♔♕♖♗♘♙♚♛♜♝♞♟";
const FIGURINE_LETTERS: &[u8] = b"KQRBNP";

/// German letters of pieces, which Danes, Norwegians and Swedes use too, and the English letters that they stand for. None of
/// them is an English letter of another piece.
const GERMAN: [(char, &str); 4] = [('D', "Q"), ('T', "R"), ('L', "B"), ('S', "N")];

/// The most characters of a word that an error shows.
const MAX_SHOWN: usize = 40;

/// Null moves as programs write them: of ChessBase, of UCI and of others.
const NULL_MOVES: [&str; 4] = ["--", "Z0", "0000", "@@@@"];

/// The legal move that a word of a game stands for: SAN, also with figurines or German letters, or both squares as in
/// `e2e4`, `g1-f3` and `e7e8q`.
///
/// # Errors
/// If it stands for none, or for several: a sentence such as `2... Ke4 is not understood: it is not legal, expected
/// one of Ke7`.
pub fn parse_move(position: &Position, word: &str) -> Result<Move, String> {
    let san = with_letters(word);
    if let Ok(mv) = position.parse_san(&san) {
        return Ok(mv);
    }
    let squares = san.trim_end_matches(['+', '#']).replacen(['-', 'x'], "", 1).replace('=', "");
    if let Ok(mv) = position.parse_uci(&squares.to_ascii_lowercase()) {
        return Ok(mv);
    }
    let english = GERMAN.iter().fold(san.to_string(), |san, &(german, letter)| san.replace(german, letter));
    let error = match position.parse_san(&english) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let has_foreign_letter = san.starts_with(|c: char| c.is_uppercase() && !"KQRBNPODTLS".contains(c))
        && san.contains(|c| matches!(c, '1'..='8'));
    let reason = match error {
        _ if NULL_MOVES.contains(&word) => "a null move is no move of chess".to_owned(),
        SanError::Syntax { .. } if has_foreign_letter => {
            "the letters of pieces must be English: K, Q, R, B, N".to_owned()
        }
        SanError::Syntax { expected, .. } => format!("expected {expected}"),
        SanError::Illegal { candidates, .. } if candidates.is_empty() => {
            "there is no legal move of that kind".to_owned()
        }
        SanError::Illegal { candidates, .. } => {
            format!("it is not legal, expected one of {}", candidates.join(", "))
        }
        SanError::Ambiguous { candidates, .. } => {
            format!("it is ambiguous, expected one of {}", candidates.join(", "))
        }
    };
    let dots = if position.side_to_move() == Color::White { "." } else { "..." };
    let word: String = word.chars().take(MAX_SHOWN).collect();
    Err(format!("{}{dots} {word} is not understood: {reason}", position.fullmove_number()))
}

/// The signs that choose how a browser draws figurines.
const SELECTORS: [char; 2] = ['\u{fe0e}', '\u{fe0f}'];

/// Returns true for the figurine of a piece without a square.
fn is_figurine(word: &str) -> bool {
    word.chars().all(|c| FIGURINES.contains(c) || SELECTORS.contains(&c))
}

/// A move with letters for its figurines, and without what stands behind these: a space, or a sign of how to draw them.
fn with_letters(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return word.into();
    }
    let letter = |c: char| {
        let place = FIGURINES.chars().position(|figurine| figurine == c);
        place.map_or(c, |place| char::from(FIGURINE_LETTERS[place % FIGURINE_LETTERS.len()]))
    };
    word.replace(SELECTORS, "").replace(char::is_whitespace, "").chars().map(letter).collect()
}

/// Returns true for values of the tag `Variant` that mean chess from any position, or Chess960.
fn is_chess(variant: &str) -> bool {
    let letters: String = variant.chars().filter(char::is_ascii_alphanumeric).collect();
    matches!(
        &*letters.to_ascii_lowercase(),
        "" | "standard"
            | "chess"
            | "classical"
            | "normal"
            | "fromposition"
            | "chess960"
            | "fischerandom"
            | "fischerrandom"
    )
}

enum PgnToken {
    /// The value, or what is wrong with the tag.
    Tag {
        is_after_empty_line: bool,
        name: String,
        value: Result<String, String>,
    },
    /// The move number 1, not that of a black move, behind an empty line.
    FirstNumber,
    Comment(String),
    /// A move, a result, or something that has no place here.
    Word(String),
    /// A mark: its number.
    Nag(u8),
    Open,
    Close,
    /// Something that cannot be a token, as a message.
    Fault(String),
    /// The file ends within a tag or a comment.
    Torn,
    End,
}

/// Returns true for the words that end a game.
fn is_result(word: &str) -> bool {
    matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2" | "½-½" | "1/2" | "½")
}

/// Returns true for what stands behind the number of a black move.
fn is_black_number(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.starts_with("..") || rest.starts_with('…')
}

/// Signs of an evaluation of a position, with the numbers of their marks. The first with which a word ends is taken, so no
/// sign may end with one that stands before it.
const EVALUATIONS: [(&str, u8); 23] = [
    ("+/-", 16),
    ("-/+", 17),
    ("+/=", 14),
    ("=/+", 15),
    ("=/∞", 44),
    ("=∞", 44),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
    ("+=", 14),
    ("=+", 15),
    ("=", 10),
    ("±", 16),
    ("∓", 17),
    ("⩲", 14),
    ("⩱", 15),
    ("∞", 13),
    ("□", 7),
    ("⨀", 22),
    ("↑", 36),
    ("→", 40),
    ("⇆", 132),
];

/// The marks with a sign of their own, by number.
const SIGNS: [(&str, u8); 6] = [("!!", 3), ("??", 4), ("!?", 5), ("?!", 6), ("!", 1), ("?", 2)];

impl PgnToken {
    fn event(&self) -> Option<PgnEvent> {
        match self {
            PgnToken::Word(word) if !is_result(word) => Some(PgnEvent::Move(word.clone())),
            PgnToken::Comment(text) => Some(PgnEvent::Comment(text.clone())),
            PgnToken::Nag(number) => Some(PgnEvent::Nag(*number)),
            PgnToken::Open => Some(PgnEvent::Open),
            PgnToken::Close => Some(PgnEvent::Close),
            _ => None,
        }
    }
}

/// Cuts text into tokens, line by line.
struct PgnLexer<R> {
    input: R,
    /// Lines that were read and not taken yet.
    ahead: VecDeque<String>,
    /// The current line. A line break is an LF.
    line: String,
    /// The unread part of the line begins here.
    column: usize,
    /// Counted from 1.
    line_number: u64,
    /// True if an empty line has come since the last tag or move.
    is_after_empty_line: bool,
}

impl<R: BufRead> PgnLexer<R> {
    /// The next token. Move numbers and dots are passed over.
    fn next(&mut self) -> io::Result<PgnToken> {
        loop {
            if !self.skip_space()? {
                return Ok(PgnToken::End);
            }
            let rest = self.rest();
            let Some(first) = rest.chars().next() else { continue };
            match first {
                '[' => return self.tag(),
                '{' => return self.comment(),
                ';' => return Ok(PgnToken::Comment(self.take(rest.len())[1..].trim_end().to_owned())),
                '%' if self.column == 0 => self.column = self.line.len(),
                '.' | '…' => self.column += first.len_utf8(),
                '!' | '?' => {
                    let sign = SIGNS.iter().find(|(sign, _)| rest.starts_with(sign));
                    let (length, number) = sign.map_or((1, 0), |&(sign, number)| (sign.len(), number));
                    self.column += length;
                    return Ok(PgnToken::Nag(number));
                }
                '(' => {
                    self.column += 1;
                    // The first number in it does not begin a game.
                    self.is_after_empty_line = false;
                    return Ok(PgnToken::Open);
                }
                ')' => {
                    self.column += 1;
                    return Ok(PgnToken::Close);
                }
                '*' => return Ok(PgnToken::Word(self.take(1))),
                '$' => {
                    let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                    let number = rest[1..=digits].parse();
                    self.column += 1 + digits;
                    match number {
                        Ok(number) => return Ok(PgnToken::Nag(number)),
                        Err(_) if digits == 0 => {
                            return Ok(PgnToken::Fault("'$' without the number of a mark".to_owned()));
                        }
                        // The standard has no mark above 255, so that this one says nothing.
                        Err(_) => {}
                    }
                }
                '}' | ']' | '<' | '>' | '"' => {
                    self.column += 1;
                    return Ok(PgnToken::Fault(format!("'{first}' has no beginning")));
                }
                _ => {
                    let ends_word = |c: char| c.is_whitespace() || "[]{}()<>;$*.…!?\"".contains(c);
                    let length_of_word = |text: &str| text.find(ends_word).unwrap_or(text.len());
                    let mut length = length_of_word(rest);
                    if is_figurine(&rest[..length]) {
                        // `♘ f3`
                        let square = rest[length..].trim_start();
                        length = rest.len() - square.len() + length_of_word(square);
                    }
                    let word = &rest[..length];
                    let is_before_square =
                        rest[length..].trim_start().starts_with(|c| matches!(c, 'a'..='h' | 'x'));
                    let mark = match word {
                        // A letter before a square is that of a piece, with a space behind it.
                        "N" | "TN" if !is_before_square => Some((word, 146)),
                        "D" if !is_before_square => Some((word, 220)),
                        _ => EVALUATIONS.into_iter().find(|(sign, _)| word.ends_with(sign)),
                    };
                    match mark {
                        Some((sign, number)) if sign == word => {
                            self.column += length;
                            return Ok(PgnToken::Nag(number));
                        }
                        // `Nf3+-`
                        Some((sign, _)) => length -= sign.len(),
                        None => {}
                    }
                    // `exd6e.p.`, with or without a space.
                    let is_en_passant = rest[..length].ends_with('e') && rest[length..].starts_with(".p.");
                    let word = self.take(length - usize::from(is_en_passant)).replace(['–', '−'], "-");
                    self.column += if is_en_passant { "e.p.".len() } else { 0 };
                    let is_after_empty_line = mem::take(&mut self.is_after_empty_line);
                    // A number alone is that of a move, unless it is a null move.
                    if word == "0000" || !word.bytes().all(|byte| byte.is_ascii_digit()) {
                        return Ok(PgnToken::Word(word));
                    }
                    if is_after_empty_line && word == "1" && !is_black_number(self.rest()) {
                        return Ok(PgnToken::FirstNumber);
                    }
                }
            }
        }
    }

    /// Reads a tag. White space may stand between its parts, also line breaks.
    fn tag(&mut self) -> io::Result<PgnToken> {
        let first_line = self.line_number;
        let is_after_empty_line = mem::take(&mut self.is_after_empty_line);
        let shown: String = self.rest().trim_end().chars().take(60).collect();
        self.column += 1;
        if !self.skip_space()? {
            return Ok(PgnToken::Torn);
        }
        let ends_name = |c: char| c.is_whitespace() || "[]\"".contains(c);
        let name = self.take(self.rest().find(ends_name).unwrap_or(self.rest().len()));
        if !self.skip_space()? {
            return Ok(PgnToken::Torn);
        }
        // Match runners do not escape marks, so a mark ends the value only at the end of the tag or of the line.
        let closing =
            quoted(self.rest(), |rest| matches!(rest.trim_start().chars().next(), None | Some(']')));
        if let Some((value, length)) = closing.filter(|_| !name.is_empty()) {
            self.column += length;
            if !self.skip_space()? {
                return Ok(PgnToken::Torn);
            }
            if self.rest().starts_with(']') {
                self.column += 1;
                return Ok(PgnToken::Tag { is_after_empty_line, name, value: Ok(value) });
            }
        } else if !self.line.ends_with('\n') && !self.rest().contains(']') {
            return Ok(PgnToken::Torn);
        }
        // The rest of an unreadable line is skipped.
        if self.line_number == first_line || !self.rest().starts_with('[') {
            self.column = self.line.len();
        }
        let value = Err(format!("'{shown}' is no tag, expected [Name \"value\"]"));
        Ok(PgnToken::Tag { is_after_empty_line, name, value })
    }

    /// Reads a comment. A tag ends it if the comment itself does not end in time: then a game was cut off in its comment,
    /// and another one follows.
    fn comment(&mut self) -> io::Result<PgnToken> {
        let mut text = String::new();
        let mut is_closed = false;
        self.column += 1;
        loop {
            if let Some(length) = self.rest().find('}') {
                text += &self.take(length);
                self.column += 1;
                return Ok(PgnToken::Comment(text));
            }
            text += self.rest();
            if !self.next_line()? {
                return Ok(PgnToken::Torn);
            }
            if !is_closed && is_tag_line(&self.line) {
                is_closed = self.closes_comment()?;
                if !is_closed {
                    self.is_after_empty_line = true;
                    return Ok(PgnToken::Fault(
                        "a tag follows within a comment, expected '}' before it".to_owned(),
                    ));
                }
            }
        }
    }

    /// Returns true if the comment that holds the current line ends before another one, or another game, begins.
    fn closes_comment(&mut self) -> io::Result<bool> {
        let mut is_after_empty_line = false;
        for index in 0.. {
            if index > self.ahead.len() {
                self.read_lines()?;
            }
            let line = if index == 0 { Some(&self.line) } else { self.ahead.get(index - 1) };
            let Some(line) = line else { break };
            if let Some(place) = line.find(['{', '}']) {
                return Ok(line[place..].starts_with('}'));
            }
            if is_after_empty_line && line.trim_start().starts_with("[Event ") {
                break;
            }
            is_after_empty_line = line.trim().is_empty();
        }
        Ok(false)
    }

    fn rest(&self) -> &str {
        &self.line[self.column..]
    }

    fn take(&mut self, length: usize) -> String {
        let taken = self.rest()[..length].to_owned();
        self.column += length;
        taken
    }

    /// Goes to the next character that is no white space; false if there is none.
    fn skip_space(&mut self) -> io::Result<bool> {
        loop {
            self.column = self.line.len() - self.rest().trim_start().len();
            if !self.rest().is_empty() {
                return Ok(true);
            }
            if !self.next_line()? {
                return Ok(false);
            }
            self.is_after_empty_line |= self.line.trim().is_empty();
        }
    }

    fn next_line(&mut self) -> io::Result<bool> {
        if self.ahead.is_empty() {
            self.read_lines()?;
        }
        let line = self.ahead.pop_front();
        self.column = 0;
        self.line_number += u64::from(line.is_some());
        self.line = line.unwrap_or_default();
        Ok(!self.line.is_empty())
    }

    /// Reads up to the next LF: one line, or several that end with CR alone.
    fn read_lines(&mut self) -> io::Result<()> {
        let mut bytes = Vec::new();
        self.input.read_until(b'\n', &mut bytes)?;
        if is_utf16(&bytes) {
            let problem = "the text is UTF-16, expected UTF-8 or Latin-1";
            return Err(io::Error::new(io::ErrorKind::InvalidData, problem));
        }
        if bytes.is_empty() {
            return Ok(());
        }
        let (text, end) = match bytes.strip_suffix(b"\n") {
            // Some programs write CR CR LF.
            Some(text) => {
                (&text[..text.iter().rposition(|&byte| byte != b'\r').map_or(0, |last| last + 1)], "\n")
            }
            None => (&bytes[..], ""),
        };
        let mut lines: Vec<String> =
            text.split(|&byte| byte == b'\r').map(|line| decoded(line) + "\n").collect();
        if let Some(last) = lines.last_mut() {
            last.pop();
            *last += end;
        }
        self.ahead.extend(lines.into_iter().filter(|line| !line.is_empty()));
        Ok(())
    }
}

/// Returns true for a mark of byte order of UTF-16, or ASCII in it.
fn is_utf16(bytes: &[u8]) -> bool {
    match *bytes {
        [0xfe, 0xff, ..] | [0xff, 0xfe, ..] => true,
        [a, b, c, d, ..] => a != 0 && b == 0 && c != 0 && d == 0 || a == 0 && b != 0 && c == 0 && d != 0,
        _ => false,
    }
}

/// A line as text: UTF-8, and other bytes as Latin-1. Marks of byte order and direction are dropped, and control characters
/// are spaces.
fn decoded(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 1);
    for chunk in bytes.utf8_chunks() {
        text += chunk.valid();
        text.extend(chunk.invalid().iter().map(|&byte| char::from(byte)));
    }
    let is_control = |c: char| c.is_control() && c != '\t';
    let is_invisible = |c| matches!(c, '\u{feff}' | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2060}');
    if !text.contains(|c| is_control(c) || is_invisible(c)) {
        return text;
    }
    let text = text.replace(is_invisible, "");
    text.trim_start_matches(is_control).replace(is_control, " ")
}

/// Returns true for a line that is a tag: `[Name "value"]`.
fn is_tag_line(line: &str) -> bool {
    let tag = line.trim().strip_prefix('[').and_then(|tag| tag.strip_suffix("\"]"));
    tag.and_then(|tag| tag.split_once([' ', '\t'])).is_some_and(|(name, value)| {
        value.contains('"') && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_')
    })
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

    /// The moves of each game as they would be written, or the problem.
    fn games(text: &str) -> Vec<String> {
        let show = |game: Result<PgnGame, PgnError>| match game {
            Ok(game) => {
                let moves: Vec<Move> = game.moves.iter().map(|played| played.mv).collect();
                let result = game.result.map_or("*", GameResult::pgn);
                format!(
                    "{} {} {result}",
                    game.tag("Event").unwrap_or("?"),
                    crate::movetext(&game.start, &moves)
                )
            }
            Err(error) => error.to_string(),
        };
        read(text).into_iter().map(show).collect()
    }

    #[test]
    fn moves_in_uci_notation_are_read() {
        let text = "1. e2e4 {+0.35/14 0.05s} g8f6 2. f1e2 b8c6 3. Ng1f3 d7d5 4. e1g1 d5e4 5. b1c3 e4f3 *";
        assert_eq!(games(text), ["? 1. e4 Nf6 2. Be2 Nc6 3. Nf3 d5 4. O-O dxe4 5. Nc3 exf3 *"]);
        assert_eq!(game(text).moves[0].score(), Some(PgnScore::Pawns(0.35)));
        let problem = &games("1. e2e4 e7e5 2. g1g3 *")[0];
        assert!(problem.contains("2. g1g3 is not understood: it is not legal, expected one of"), "{problem}");
    }

    #[test]
    fn a_score_is_taken_only_from_a_whole_comment_of_a_match_runner() {
        let mv = Position::startpos().parse_san("e4").unwrap();
        let score = |comment: &str| PgnMove { mv, comment: comment.to_owned() }.score();
        for (comment, pawns) in [
            ("+0.49/14 0.068s", 0.49),
            ("-1.20/9 1s, Draw by adjudication", -1.2),
            ("0.00/30 12s", 0.0),
            (
                "+1.00/15\n1.321s, tl=4.210s, latency=0.000s, n=1234, sd=20, nps=5, pv=\"e2e4 e7e5\", book",
                1.0,
            ),
            ("-0.10/14 n=1234 sd=20 123ms", -0.1),
            (" +0.10/9 ", 0.1),
        ] {
            assert_eq!(score(comment), Some(PgnScore::Pawns(pawns)), "{comment}");
        }
        assert_eq!(score("+M5/20 0.1s"), Some(PgnScore::Mate(true)));
        assert_eq!(score("-M12/20 0.1s, White mates"), Some(PgnScore::Mate(false)));
        for comment in [
            "",
            "book",
            "nan/3",
            "1/2 was offered here",
            "1/2",
            "+0.5/1 of a pawn",
            "+0.50/9 points",
            "+0.50/9, says the author",
            "+0.50/9 0.1s and more",
            "+0.50/9 0.1s 0.2s",
            "+0.50/x 0.1s",
            "0.50/9 0.1s",
            "+1e3/9 0.1s",
            "+50/9 50ms",
            "M5/20 0.1s",
            "+M/20 0.1s",
            "+-0.50/9 0.1s",
            "/9 0.1s",
            "ERR/9 0.1s",
            "[%eval 0.50/9]",
        ] {
            assert_eq!(score(comment), None, "{comment}");
        }
    }

    #[test]
    fn terminations_by_clock_program_or_person_are_void() {
        let void =
            |value: &str| game(&format!("[Termination \"{value}\"]\n\n1-0")).void_termination().is_some();
        for value in VOID_TERMINATIONS.into_iter().chain(["Time forfeit", " Rules Infraction "]) {
            assert!(void(value), "{value}");
        }
        for value in ["normal", "adjudication", "checkmate", "", "?"] {
            assert!(!void(value), "{value}");
        }
    }

    /// Tokens end where the standard says so, with or without white space.
    #[test]
    fn everything_that_pgn_allows_is_read() {
        let text = "\u{feff}% a remark\n[ White\n\"a [\\\"x\\\"]\" ][Black \"b\"]\n%[Site \"s\"]\n\n\
                    1.e4!{one}{two}$3e5$14(1...c5{no}(1... e6) 2.Nf3)2 . Nf3 ; three\nNc6!?3.Bb5$1a6\n\
                    %Ke4\n4...\tO-O{\n}1/2-1/2 1.d4 d5? *1.c4 ½-½[Event \"3\"]\n\n0-1\n";
        let texts =
            ["? 1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. O-O 1/2-1/2", "? 1. d4 d5 *", "? 1. c4 1/2-1/2", "3  0-1"];
        assert_eq!(games(text), texts);
        let first = game(text);
        assert_eq!((first.tag("White"), first.tag("Site")), (Some("a [\"x\"]"), None));
        let comments: Vec<&str> = first.moves.iter().map(|played| played.comment.as_str()).collect();
        assert_eq!(comments, ["one", "", " three", "", "", "", "\n"]);
        // Runners do not escape anything in the values of tags.
        let path = game("[White \"C:\\a\\\"]\n[Black \"b \"c\" d\"]\n\n*");
        assert_eq!((path.tag("White"), path.tag("Black")), (Some("C:\\a\\"), Some("b \"c\" d")));
    }

    #[test]
    fn en_passant_and_castling_are_read_in_every_notation() {
        let fen = "[FEN \"r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 0 1;\"]\n\n";
        let castled = game(&format!("{fen}1. exd6e.p.{{+1.00/5}} 0-0 {{-1.00/5}} 2. 0-0-0+ 1-0"));
        let comments: Vec<&str> = castled.moves.iter().map(|played| played.comment.as_str()).collect();
        assert_eq!(comments, ["+1.00/5", "-1.00/5", ""]);
        assert_eq!(game(&format!("{fen}1. exd6 e.p. {{+1.00/5}} *")).moves[0].comment, "+1.00/5");
    }

    #[test]
    fn games_end_before_tags_that_begin_the_next() {
        let fen = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]";
        let good = "[Event \"b\"]\n[White \"B\"]\n\n1. d4 d5 1-0\n";
        // Games that were cut off, or that nobody played: nothing of them comes to the next game.
        for cut in [
            format!("[Event \"a\"]\n[White \"A\"]\n{fen}\n"),
            format!("[Event \"a\"]\n{fen}\n\n\n"),
            format!("[Event \"a\"]\n{fen}\n\n{{no move}} *\n\n"),
            format!("{fen}\n\n1. e4 Kd7\n"),
            format!("{fen}\n[Event \"a\"]\n\n1. e4 Kd7 2."),
        ] {
            let [first, second] = &games(&format!("{cut}{good}"))[..] else { panic!("{cut}") };
            assert!(first.ends_with('*') && second == "b 1. d4 d5 1-0", "{cut}: {first}, {second}");
        }
        for cut in
            ["1. e4 {+0.1", "1. e4 {+0.1\n\n", "[White \"x", "[White", "1. e4 (1. d4", "1. Ke4 ;", "$ \" < )"]
        {
            let games = games(&format!("{cut}\n\n{good}"));
            assert_eq!(games.last().map(String::as_str), Some("b 1. d4 d5 1-0"), "{cut}: {games:?}");
            assert!(games[0].starts_with("game 1 of the file: "), "{cut}: {games:?}");
        }
        assert_eq!(games("1. e4\n\n1... e5 2. Nf3\n\n1. d4 *"), ["? 1. e4 e5 2. Nf3 *", "? 1. d4 *"]);
        assert_eq!(games("[Event \"a\"]\n[Event \"b\"]\n\n1. d4 *"), ["a  *", "b 1. d4 *"]);
        // A single tag twice does not say whether the position before it counts.
        let doubled =
            games(&format!("[Event \"a\"]\n{fen}\n[White \"A\"]\n[White \"A\"]\n\n1. e4 *\n{good}"));
        assert!(doubled[1].contains("the tag White comes twice"), "{doubled:?}");
        assert_eq!(doubled[2], "b 1. d4 d5 1-0");
    }

    #[test]
    fn the_tag_of_the_result_counts_where_no_mark_does() {
        let text = "[Result \"1-0\"]\n\n1. e4\n\n[Result \"½-½\"]\n\n1. d4 *\n\n[Result \"0-1\"]\n\n1. c4";
        assert_eq!(games(text), ["? 1. e4 1-0", "? 1. d4 1/2-1/2", "? 1. c4 0-1"]);
        assert_eq!(games("[Result \"?\"]\n\n1. e4"), ["? 1. e4 *"]);
    }

    /// Lines with any end, marks of byte order, control characters and Latin-1, wherever they stand.
    #[test]
    fn bytes_that_are_not_text_change_no_game() {
        let text = "% a remark\n[Event \"a\"]\n[White \"B\"]\n\n1. e4 {+0.10/9 0.1s} ; remark }\ne5\n\n\
                    [Event \"b\"]\n\n1. d4 (1. c4\nc5) d5 1/2-1/2\n";
        let expected = read(text).into_iter().map(Result::unwrap).collect::<Vec<_>>();
        assert_eq!(expected.len(), 2);
        let latin1 =
            |text: &str| text.replace("1/2-1/2", "½-½").chars().map(|c| c as u8).collect::<Vec<u8>>();
        let mut texts =
            vec![latin1(text), [text.as_bytes(), b"\x1a"].concat(), [text.as_bytes(), &[0; 99]].concat()];
        texts.extend(
            ["\r", "\r\n", "\r\r\n", "\n\u{feff}", "\n\0", "\0\n"].map(|end| text.replace('\n', end).into()),
        );
        texts.extend(
            ["\0", "\u{feff}", "\u{c}", "\u{1}\u{200b}"]
                .map(|mark| format!("{mark}{}", text.replace("} ", &format!("}}{mark} "))).into()),
        );
        for bytes in texts {
            let games: Vec<_> = PgnReader::new(&bytes[..]).map(Result::unwrap).collect();
            assert_eq!(games, expected, "{bytes:?}");
        }
        assert_eq!(
            PgnReader::new(&b"[White \"M\xfcller\"]\n\n*"[..]).next().unwrap().unwrap().tag("white"),
            Some("Müller")
        );
    }

    /// A reader that looks at everything before again takes hours for these texts.
    #[test]
    fn long_texts_are_read_in_linear_time() {
        let knights: String = (0..2500)
            .map(|number| format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * number + 1, 2 * number + 2))
            .collect();
        assert_eq!(game(&format!("{knights}*")).moves.len(), 10_000);
        let count = |text: String| PgnReader::new(text.as_bytes()).count();
        assert_eq!(count("[Event \"a\"]\r\r1. e4 {a\r[A \"b\"]\r} *\r\r".repeat(10_000)), 10_000);
        assert_eq!(count("[Event \"a\"]\n".repeat(50_000)), 50_000);
        assert_eq!(count("{\n[A \"b\"]\n".repeat(10_000)), 10_001);
        assert_eq!(count("1. e4 {".to_owned() + &"\n[A \"b\"]\n\n1. e4 *\n\n".repeat(10_000)), 10_001);
    }

    #[test]
    fn other_names_of_chess_are_no_other_variants() {
        for name in
            ["Standard", "From Position", "chess960", "Chess 960", "fischerandom", "Fischer Random", "?", ""]
        {
            assert_eq!(games(&format!("[Variant \"{name}\"]\n\n1. e4 *")), ["? 1. e4 *"], "{name}");
        }
    }

    #[test]
    fn utf16_is_refused_once() {
        let units = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        for bytes in [
            units("\u{feff}1. e4 *\n1. d4 *"),
            units("[White \"a\"]\n"),
            units("\n\n1. e4 *\n"),
            b"\xfe\xff\x001\x00.".to_vec(),
        ] {
            let games: Vec<_> = PgnReader::new(&bytes[..]).collect();
            let [Err(error @ PgnError::Io(_))] = &games[..] else { panic!("{games:?}") };
            assert_eq!(error.to_string(), "the text is UTF-16, expected UTF-8 or Latin-1");
        }
    }

    #[test]
    fn tags_within_a_comment_belong_to_it_if_it_ends() {
        for comment in
            ["look at\n[Site \"x\"]\nplease", "\n[Event \"x\"]\n\n1. d4\n", "a { b\n[A \"x\"]\n[B \"y\"]\n"]
        {
            let text = format!("[Event \"a\"]\n\n1. e4 {{{comment}}} e5 1-0\n\n[Event \"b\"]\n\n1. d4 0-1\n");
            assert_eq!(games(&text), ["a 1. e4 e5 1-0", "b 1. d4 0-1"], "{comment}");
            assert_eq!(game(&text).moves[0].comment, comment);
        }
        // A game that was cut off in its comment costs neither the next one nor that behind it.
        for comment in ["{cut", "{cut }", "}"] {
            let text =
                format!("1. e4 {{cut\n[Event \"b\"]\n\n1. d4 0-1\n\n[Event \"c\"]\n\n1. c4 {comment} *\n");
            assert_eq!(games(&text)[1], "b 1. d4 0-1", "{text}");
        }
    }

    #[test]
    fn moves_with_hyphens_and_small_letters_are_read() {
        let long =
            "1. e2-e4 e7-e5 2. Ng1-f3 b8-c6 3. Bf1-c4 g8-f6+ 4. o-o Bf8-c5 5. b1c3 o-o 6. Bc4xf7 g8xf7 *";
        assert_eq!(games(long), ["? 1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O Bc5 5. Nc3 O-O 6. Bxf7+ Kxf7 *"]);
        let fen = "[FEN \"7k/1P6/8/8/8/8/8/K7 w - - 0 1\"]\n\n";
        for word in ["b8=q", "b8q", "b7b8q", "b7-b8=q", "b7-b8Q+"] {
            assert_eq!(games(&format!("{fen}1. {word} *")), ["? 1. b8=Q+ *"], "{word}");
        }
    }

    #[test]
    fn figurines_are_read_as_letters() {
        let text = "1. ♙e4 e5 2. ♘f3 ♞c6 3. ♗\u{fe0e}c4 ♝c5 4. ♕e2 ♛f6 5. ♖g1 *";
        assert_eq!(games(text), ["? 1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. Qe2 Qf6 5. Rg1 *"]);
        let fen = "[FEN \"7k/1P6/8/8/8/8/8/K7 w - - 0 1\"]\n\n";
        assert_eq!(games(&format!("{fen}1. b8=♖+ ♚g7 2. ♔b2 *")), ["? 1. b8=R+ Kg7 2. Kb2 *"]);
        assert_eq!(games("1. ♘ f3 ♞\u{fe0e} c6 2. ♘\u{a0}d4 ♞ xd4 *"), ["? 1. Nf3 Nc6 2. Nd4 Nxd4 *"]);
    }

    #[test]
    fn german_letters_are_read_and_others_are_named() {
        let text = "1. e4 e5 2. Sf3 Sc6 3. Lb5 Df6 4. Tg1 *";
        assert_eq!(games(text), ["? 1. e4 e5 2. Nf3 Nc6 3. Bb5 Qf6 4. Rg1 *"]);
        let fen = "[FEN \"7k/1P6/8/8/8/8/8/K7 w - - 0 1\"]\n\n";
        assert_eq!(games(&format!("{fen}1. b8=D+ *")), ["? 1. b8=Q+ *"]);
        for word in ["Cf3", "Кf3"] {
            let problem = &games(&format!("1. {word} *"))[0];
            assert!(problem.contains("the letters of pieces must be English"), "{problem}");
        }
        assert!(games("1. Sf4 *")[0].contains("1. Sf4 is not understood: it is not legal"));
        // Squares in capital letters are no German moves.
        assert_eq!(games("1. D2-D4 D7D5 *"), ["? 1. d4 d5 *"]);
    }

    #[test]
    fn signs_of_an_evaluation_are_marks() {
        let marks = |text: &str| {
            let game = PgnReader::with_events(text.as_bytes()).next().unwrap().unwrap();
            let nag = |event: &PgnEvent| if let PgnEvent::Nag(nag) = event { Some(*nag) } else { None };
            (game.moves.len(), game.events.iter().filter_map(nag).collect::<Vec<u8>>())
        };
        for (text, nags) in [
            ("1. e4 +- e5 = 2. Nf3 ∞ Nc6 -+", vec![18, 10, 13, 19]),
            ("1. e4+/- e5=/+ 2. Nf3± Nc6−+", vec![16, 15, 16, 19]),
            ("1. e4! += e5 N 2. Nf3 TN Nc6 D", vec![1, 14, 146, 146, 220]),
            ("1. e4 $999 e5 $4 2. Nf3 Nc6", vec![4]),
            ("1. e4 (1. d4 +/= d5) e5 2. Nf3 Nc6+=", vec![14, 14]),
        ] {
            assert_eq!(marks(&format!("{text} *")), (4, nags), "{text}");
        }
        // A letter and a square may be a move, and are no pawn's.
        assert!(games("1. e4 e5 2. N f3 *")[0].contains("2. N is not understood"));
        assert_eq!(
            games("1. e4 … e5 2.Nf3 Nf6 3. Be2 d6 4. O–O 1–0"),
            ["? 1. e4 e5 2. Nf3 Nf6 3. Be2 d6 4. O-O 1-0"]
        );
    }

    /// No token is passed over, the moves before a bad one are kept, and a bad game costs none of the others.
    #[test]
    fn an_unreadable_game_is_reported_and_reading_goes_on() {
        for (bad, plies, problem) in [
            ("1. e4 Ke4 2. d4 1-0", 1, "1... Ke4 is not understood: there is no legal move of that kind"),
            ("1. e4 f6 2. Qh5 Nf6 1-0", 3, "2... Nf6 is not understood: there is no legal move of that kind"),
            (
                "1. e4 d6 2. d4 Nd7 3. c4 Nf6 1-0",
                5,
                "3... Nf6 is not understood: it is ambiguous, expected one of",
            ),
            ("1. e4 --- 2. d4 1-0", 1, "1... --- is not understood: expected a destination square"),
            ("1. e4 e5 2. Zz9 Nc6 1-0", 2, "2. Zz9 is not understood: expected a destination square"),
            ("1. e4 -- 2. d4 1-0", 1, "1... -- is not understood: a null move is no move of chess"),
            ("1. e4 Z0 2. d4 1-0", 1, "1... Z0 is not understood: a null move is no move of chess"),
            ("1. e4 0000 2. e5 1-0", 1, "1... 0000 is not understood: a null move is no move of chess"),
            ("1. e4e5 2. Nf3 1-0", 0, "1. e4e5 is not understood: "),
            ("1. e4 $e5 1-0", 1, "'$'"),
            ("1. (e4) 1-0", 0, "'(' before the first move"),
            ("1. e4 c5) 2. Nf3 1-0", 2, "')' ends no variation"),
            ("1. e4 good} e5 1-0", 1, "1... good is not understood"),
            ("1. e4} e5 1-0", 1, "'}' has no beginning"),
            ("1. e4] e5 1-0", 1, "']' has no beginning"),
            ("[FEN \"4k3/8 w\"]\n\n1. e4 1-0", 0, "the tag FEN \"4k3/8 w\": "),
            ("[FEN \"\"]\n\n1. e4 1-0", 0, "the tag FEN \"\": "),
            ("[SetUp \"1\"]\n\n1. e4 1-0", 0, "the tag SetUp \"1\" without a tag FEN"),
            ("[White a]\n\n1. e4 1-0", 0, "'[White a]' is no tag"),
            ("[White \"a\"\n[Black \"b\"]\n\n1. e4 1-0", 0, "'[White \"a\"' is no tag"),
            ("[Result \"0-1\"]\n\n1. e4 1-0", 1, "the result '1-0' contradicts the tag Result \"0-1\""),
            (
                "[Variant \"Atomic\"]\n\n1. e4 1-0",
                0,
                "the tag Variant \"Atomic\", expected chess or Chess960",
            ),
            ("[variant \"Antichess\"]\n\n1. e4 1-0", 0, "the tag Variant \"Antichess\", expected"),
            ("1-0", 0, "the result '1-0' stands alone"),
        ] {
            let games = read(&format!("1. d4 1-0\n\n{bad}\n\n[Round \"3\"]\n\n1. c4 0-1\n"));
            let error = games[1].as_ref().unwrap_err();
            let PgnError::Game { number: 2, line: 3..=5, game, .. } = error else { panic!("{error:?}") };
            assert!(error.to_string().contains(problem), "{error}");
            assert_eq!(game.as_ref().map_or(0, |game| game.moves.len()), plies, "{bad}");
            assert!(game.as_ref().is_none_or(|game| game.result == Some(GameResult::WhiteWins)), "{bad}");
            assert_eq!(games[2].as_ref().unwrap().tag("Round"), Some("3"));
            assert_eq!(games.len(), 3, "{bad}");
        }
        assert_eq!(game("[Result \"*\"]\n\n1. e4 1-0").result, Some(GameResult::WhiteWins));
        assert!(games(&"x".repeat(100_000))[0].len() < 200);
        let error = read("1. e4 Ke4 *").remove(0).unwrap_err().to_string();
        let problem = "1... Ke4 is not understood: there is no legal move of that kind";
        assert_eq!(error, format!("game 1 of the file: {problem} (line 1)"));
    }

    #[test]
    fn events_end_where_a_game_cannot_be_read() {
        let text = "1. e4 {good} (1. Zz9 d5) Ke4 {bad} (1... e5) 2. d4 *";
        let Some(Err(PgnError::Game { game: Some(game), .. })) =
            PgnReader::with_events(text.as_bytes()).next()
        else {
            panic!("no game")
        };
        let word = |word: &str| PgnEvent::Move(word.to_owned());
        let comment = PgnEvent::Comment("good".to_owned());
        assert_eq!(
            game.events,
            [word("e4"), comment, PgnEvent::Open, word("Zz9"), word("d5"), PgnEvent::Close]
        );
        let Some(Err(PgnError::Game { game: Some(game), .. })) = read("1. e4 Ke4 {bad} *").pop() else {
            panic!("no game")
        };
        assert_eq!(game.moves[0].comment, "");
    }

    #[test]
    fn an_incomplete_end_and_a_bad_game_are_distinguished() {
        for torn in ["[Result \"1-", "1. e4 {+0.1/1 0", "[Resu", "[", "1. e4 (1. d4"] {
            let games = read(&format!("1. d4 1-0\n{torn}"));
            let Err(PgnError::Torn { number: 2, game }) = &games[1] else { panic!("{torn}: {:?}", games[1]) };
            assert_eq!(
                game.as_ref().map(|game| game.moves.len()),
                torn.contains("e4").then_some(1),
                "{torn}"
            );
        }
        // Of two faults the first is reported.
        assert!(matches!(read("1. e4 Ke4 {")[..], [Err(PgnError::Game { number: 1, .. })]));
        assert_eq!(game("1. e4").result, None);
        assert!(read(" \n; only a comment\n").is_empty());
    }
}
