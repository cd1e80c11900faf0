//! Questions of a page about positions, moves and games, answered in JSON at once and without the engine.
//!
//! A question is a text of several lines. The first is its name, and the others are what it needs:
//!
//! | name | further lines | answer |
//! |---|---|---|
//! | `units` | | `hundred_pawns`: the units of the evaluation that are shown as 100 pawns |
//! | `position` | FEN; moves | `played` and `legal` moves, the square of the king in `check` or null, `over`, `claim`, `can_mate` (White, Black), `evaluation` |
//! | `line` | FEN; moves; moves that follow | a list of those that follow |
//! | `list-pgn` | PGN | for each game its `tags` (pairs), `result` and number of `plies`, if a move can be read, and the `problem` with it |
//! | `read-pgn` | number of the game, from 0; PGN | `tags`, `fen`, `comment`, `moves`, `result`, `faults`, and `over` for the start |
//!
//! A move from PGN also has its `parent` (the number of the move before it in the list, from 1, 0 is the start), `nags`,
//! its `comment`, and the comment `before` a variation. So a list holds the whole tree, however deep it is.
//!
//! Before a move that is not understood, a game or a variation is cut. Each cut is a sentence of `faults`, that of the game
//! first, and of the comment there, so that it is not lost when the game is written again.
//!
//! Moves are separated by spaces, in UCI notation, or as a game may have them. In answers a move has both, `uci` and `san`, its `number` and
//! `color`, the `fen` after it, and the rules by which the game is `over` there or a draw may be a `claim`; null for
//! neither. `evaluation` is what the command `eval json` shows.

use evalview::json;
use movegen::text::CastlingNotation;
use movegen::{KeyHistory, MoveList, Outcome, Position};
use pgn::{GameResult, PgnError, PgnEvent, PgnGame, PgnReader};
use serde_json::{Value, json};
use types::{Bitboard, Color, Move, Role};
use uci::{parse_move, parse_position};

/// The answer to a question.
///
/// # Errors
/// The reason why there is none, in words for people.
pub fn answer(question: &str) -> Result<Value, String> {
    let (name, input) = question.split_once('\n').unwrap_or((question, ""));
    match name {
        "units" => {
            let hundred = (100.0 * eval::wdl::PAWN_UNITS).round() as i32;
            Ok(json!({ "hundred_pawns": hundred }))
        }
        "position" => Line::parse(&mut input.lines()).map(|(line, played)| {
            let mut about = line.about();
            about["played"] = played;
            about
        }),
        "line" => {
            let mut lines = input.lines();
            Line::parse(&mut lines)?.0.play_all(lines.next().unwrap_or_default())
        }
        "list-pgn" => Ok(list_pgn(input)),
        "read-pgn" => {
            let (number, text) = input.split_once('\n').unwrap_or((input, ""));
            let number = number.parse().map_err(|_| format!("'{number}' is no number of a game"))?;
            read_pgn(number, text)
        }
        _ => {
            Err(format!("'{name}' is no question, expected one of units, position, line, list-pgn, read-pgn"))
        }
    }
}

/// A position and those before it.
#[derive(Clone)]
struct Line {
    position: Position,
    earlier: KeyHistory,
}

impl Line {
    fn new(position: Position) -> Line {
        Line { position, earlier: KeyHistory::new() }
    }

    /// Reads a line with a position and one with moves.
    fn parse<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Result<(Line, Value), String> {
        let start = parse_position(lines.next().unwrap_or_default()).map_err(|error| error.to_string())?;
        let mut line = Line::new(start);
        let played = line.play_all(lines.next().unwrap_or_default())?;
        Ok((line, played))
    }

    fn play_all(&mut self, moves: &str) -> Result<Value, String> {
        let mut play = |word| {
            let mv = parse_move(&self.position, word)
                .or_else(|_| pgn::parse_move(&self.position, word))
                .map_err(|error| format!("move {}: {error}", self.earlier.len() + 1))?;
            Ok(self.play(mv))
        };
        moves.split_whitespace().map(&mut play).collect()
    }

    /// Plays a legal move, and returns it in words with the position after it.
    fn play(&mut self, mv: Move) -> Value {
        let before = self.position.clone();
        self.earlier.push(before.key());
        self.position.play(mv);
        let (over, claim) = self.ending();
        json!({
            "uci": before.uci(mv, CastlingNotation::Standard).to_string(),
            "san": before.san(mv),
            "number": before.fullmove_number(),
            "color": json::color_name(before.side_to_move()),
            "fen": self.position.fen(),
            "over": over,
            "claim": claim,
        })
    }

    /// The rule that ends the game here, and the rule by which a side may claim a draw (FIDE's laws 5.2, 9.2, 9.3, 9.6).
    fn ending(&self) -> (Option<&'static str>, Option<&'static str>) {
        let over = self.position.outcome(&self.earlier);
        let claim = self.position.outcome_with_claims(&self.earlier).filter(|_| over.is_none());
        (over.map(Outcome::name), claim.map(Outcome::name))
    }

    fn about(&self) -> Value {
        let position = &self.position;
        let (over, claim) = self.ending();
        let legal = if over.is_none() { position.legal_moves() } else { MoveList::new() };
        let king = position.king(position.side_to_move());
        json!({
            "legal": legal.iter().map(|&mv| self.clone().play(mv)).collect::<Value>(),
            "check": position.in_check().then(|| king.to_string()),
            "over": over,
            "claim": claim,
            "can_mate": [can_mate(position, Color::White), can_mate(position, Color::Black)],
            "evaluation": json::json(position, over),
        })
    }
}

/// True if some sequence of legal moves, however helpful, may end in mate by this side. Otherwise the other side draws
/// when its time is over (FIDE's law 6.9).
fn can_mate(position: &Position, side: Color) -> bool {
    let of = |color, role| position.role(role) & position.color(color);
    if [Role::Pawn, Role::Rook, Role::Queen].iter().any(|&role| of(side, role).any()) {
        return true;
    }
    let (knights, bishops) = (of(side, Role::Knight), of(side, Role::Bishop));
    let has_other = |roles: &[Role]| roles.iter().any(|&role| of(!side, role).any());
    if knights.any() {
        let is_alone = bishops.is_empty() && !knights.has_many();
        return !is_alone || has_other(&[Role::Pawn, Role::Knight, Role::Bishop, Role::Rook]);
    }
    let all = position.role(Role::Bishop);
    let both_colours = !all.is_subset(Bitboard::LIGHT_SQUARES) && !all.is_subset(Bitboard::DARK_SQUARES);
    bishops.any() && (both_colours || has_other(&[Role::Pawn, Role::Knight]))
}

/// The names and results of all games of a text, each of which `read-pgn` reads by its number.
fn list_pgn(input: &str) -> Value {
    let about = |game: Result<PgnGame, PgnError>| match readable(game) {
        Ok((game, problem)) => {
            let result = game.result.map_or("*", GameResult::pgn);
            json!({ "tags": game.tags, "result": result, "plies": game.moves.len(), "problem": problem })
        }
        Err(problem) => json!({ "problem": problem }),
    };
    PgnReader::new(input.as_bytes()).map(about).collect()
}

/// A game, and the reason why it cannot be read on behind its moves.
///
/// # Errors
/// If no move can be read.
fn readable(game: Result<PgnGame, PgnError>) -> Result<(PgnGame, Option<String>), String> {
    match game {
        Ok(game) => Ok((game, None)),
        Err(PgnError::Game { problem, game: Some(game), .. }) => Ok((*game, Some(problem))),
        Err(PgnError::Game { line, problem, .. }) => Err(format!("{problem} (line {line})")),
        Err(PgnError::Torn { game, .. }) => {
            let problem = "the text ends within a tag, a comment or a variation, expected ']', '}' or ')'";
            game.map(|game| (*game, Some(problem.to_owned()))).ok_or_else(|| problem.to_owned())
        }
        Err(error) => Err(error.to_string()),
    }
}

fn read_pgn(number: usize, input: &str) -> Result<Value, String> {
    let (game, problem) = match PgnReader::with_events(input.as_bytes()).nth(number) {
        None => return Err("there is no game, expected moves such as '1. e4 e5 2. Nf3'".to_owned()),
        Some(game) => readable(game)?,
    };
    let start = Line::new(game.start.clone());
    let mut moves: Vec<Value> = Vec::new();
    let mut comments: Vec<String> = vec![String::new()];
    // The place of the last move (0 is the start), the line after it and that before it, and the same of the lines
    // around a variation.
    let (mut at, mut line, mut before) = (0, start.clone(), None::<(usize, Line)>);
    let mut around = Vec::new();
    // The comment before the first move of a variation.
    let (mut opening, mut is_opening) = (String::new(), false);
    // The number of variations, one within the other, that are passed over behind a move that is not understood.
    let (mut faults, mut skipped) = (Vec::new(), 0);
    let append = |to: &mut String, more: &str| {
        let all = to.split_whitespace().chain(more.split_whitespace()).collect::<Vec<_>>().join(" ");
        *to = all;
    };
    for event in game.events {
        match event {
            PgnEvent::Open if skipped > 0 => skipped += 1,
            PgnEvent::Close if skipped > 1 => skipped -= 1,
            PgnEvent::Move(_) | PgnEvent::Comment(_) | PgnEvent::Nag(_) if skipped > 0 => {}
            PgnEvent::Comment(more) if is_opening => append(&mut opening, &more),
            PgnEvent::Comment(more) => append(&mut comments[at], &more),
            PgnEvent::Nag(nag) => {
                if let Some(nags) = at.checked_sub(1).and_then(|last| moves[last]["nags"].as_array_mut()) {
                    nags.push(nag.into());
                }
            }
            PgnEvent::Open => {
                around.push((at, line.clone(), before.clone()));
                if let Some((place, earlier)) = before.take() {
                    (at, line) = (place, earlier);
                }
                (opening, is_opening) = (String::new(), true);
            }
            PgnEvent::Close => {
                skipped = 0;
                if let Some(outer) = around.pop() {
                    (at, line, before) = outer;
                }
                // A variation without a move has nothing but a comment.
                append(&mut comments[at], &std::mem::take(&mut opening));
                is_opening = false;
            }
            PgnEvent::Move(san) => match pgn::parse_move(&line.position, &san) {
                Ok(mv) => {
                    before = Some((at, line.clone()));
                    let mut played = line.play(mv);
                    played["parent"] = at.into();
                    played["nags"] = json!([]);
                    played["before"] = std::mem::take(&mut opening).into();
                    is_opening = false;
                    moves.push(played);
                    comments.push(String::new());
                    at = moves.len();
                }
                Err(problem) => {
                    let fault = format!("A variation is cut, because {problem}.");
                    append(if is_opening { &mut opening } else { &mut comments[at] }, &fault);
                    faults.push(fault);
                    skipped = 1;
                }
            },
        }
    }
    if let Some(problem) = problem {
        let last = around.first().map_or(at, |(place, ..)| *place);
        let (number, san) = (&moves[last - 1]["number"], moves[last - 1]["san"].as_str().unwrap_or_default());
        let dots = if moves[last - 1]["color"] == "white" { "." } else { "..." };
        // A brace would end the comment.
        let problem = problem.replace("'}'", "a closing brace");
        let fault = format!("The game is shown up to {number}{dots} {san}, because {problem}.");
        append(&mut comments[last], &fault);
        faults.insert(0, fault);
    }
    for (played, comment) in moves.iter_mut().zip(&comments[1..]) {
        played["comment"] = comment.as_str().into();
    }
    let (over, _) = start.ending();
    Ok(json!({
        "tags": game.tags,
        "fen": game.start.fen(),
        "over": over,
        "comment": comments[0],
        "moves": moves,
        "result": game.result.map_or("*", GameResult::pgn),
        "faults": faults,
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn ask(question: &str) -> Value {
        serde_json::from_str(&answer(question).unwrap().to_string()).unwrap()
    }

    fn refusal(question: &str) -> String {
        answer(question).expect_err("no answer")
    }

    #[test]
    fn a_position_has_its_moves_in_both_notations() {
        let about = ask(&format!("position\n{START}\ne2e4 e5 Nf3"));
        assert_eq!((&about["played"][2]["uci"], &about["played"][2]["san"]), (&json!("g1f3"), &json!("Nf3")));
        assert_eq!(about["legal"].as_array().unwrap().len(), 29);
        assert_eq!(about["check"], Value::Null);
        assert_eq!(about["evaluation"]["side_to_move"], "black");

        let about = ask("position\nr3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1\nO-O");
        assert_eq!(about["played"][0]["uci"], "e1g1");
        assert_eq!(ask("position\n4k3/8/8/8/8/8/8/4RK2 b - - 0 1")["check"], "e8");
        assert_eq!(ask(&format!("line\n{START}\n\n♘f3 Sc6"))[1]["uci"], "b8c6");
    }

    #[test]
    fn a_game_that_is_over_has_no_legal_moves() {
        let about = ask(&format!("position\n{START}\nf3 e5 g4 Qh4"));
        assert_eq!(about["played"][3]["san"], "Qh4#");
        assert_eq!((&about["legal"], &about["check"]), (&json!([]), &json!("e1")));
        assert_eq!(about["evaluation"]["game_over_by"], "checkmate");
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
        let about = ask(&format!("position\n{START}\n{shuffle}"));
        assert_eq!((&about["claim"], &about["over"]), (&json!("threefold repetition"), &Value::Null));
        assert_eq!(about["legal"].as_array().unwrap().len(), 20);
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
        let about = ask(&format!("position\n{START}\n{shuffle}"));
        assert_eq!((&about["over"], &about["claim"]), (&json!("fivefold repetition"), &Value::Null));
        assert_eq!(about["legal"], json!([]));
        for (clock, over, claim) in [
            (99, Value::Null, Value::Null),
            (100, Value::Null, json!("the fifty-move rule")),
            (150, json!("the 75-move rule"), Value::Null),
        ] {
            let about = ask(&format!("position\n4k3/8/8/8/8/8/8/R3K3 w - - {clock} 99"));
            assert_eq!((&about["over"], &about["claim"]), (&over, &claim));
        }
    }

    #[test]
    fn a_side_without_mating_material_cannot_mate() {
        for (board, expected) in [
            ("4k3/8/8/8/8/8/8/R3K3", [true, false]),
            ("4k3/8/8/8/8/8/p7/N3K3", [true, true]),
            ("q3k3/8/8/8/8/8/8/N3K3", [false, true]),
            ("r3k3/8/8/8/8/8/8/B3K3", [false, true]),
            ("b3k3/8/8/8/8/8/8/B3K3", [true, true]),
            ("4k3/8/8/8/8/8/8/NN2K3", [true, false]),
        ] {
            assert_eq!(ask(&format!("position\n{board} w - - 0 1"))["can_mate"], json!(expected), "{board}");
        }
    }

    #[test]
    fn a_line_is_numbered_from_its_position() {
        let line = ask(&format!("line\n{START}\ne2e4\ne7e5 g1f3"));
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
        assert_eq!(
            line[1],
            json!({ "uci": "g1f3", "san": "Nf3", "number": 2, "color": "white", "fen": fen, "over": null, "claim": null })
        );
        assert_eq!((&line[0]["san"], line.as_array().unwrap().len()), (&json!("e5"), 2));
    }

    #[test]
    fn games_are_read() {
        let text = "[White \"A\"]\n\n{first} 1. e4! {best} $1 e5 ({or} 1... c7c5 (1... e6 2. d4)) 2. g1f3 1-0\n\n1. d4 *\n";
        let game = ask(&format!("read-pgn\n0\n{text}"));
        assert_eq!((&game["tags"], &game["comment"]), (&json!([["White", "A"]]), &json!("first")));
        assert_eq!((&game["fen"], &game["result"]), (&json!(START), &json!("1-0")));
        let column = |name: &str| {
            game["moves"].as_array().unwrap().iter().map(|mv| mv[name].clone()).collect::<Value>()
        };
        assert_eq!(column("san"), json!(["e4", "e5", "c5", "e6", "d4", "Nf3"]));
        assert_eq!(column("parent"), json!([0, 1, 1, 1, 4, 2]));
        assert_eq!(column("comment"), json!(["best", "", "", "", "", ""]));
        assert_eq!(column("before"), json!(["", "", "or", "", "", ""]));
        assert_eq!(game["moves"][0]["nags"], json!([1, 1]));
        assert_eq!(ask(&format!("read-pgn\n1\n{text}"))["moves"][0]["san"], "d4");
        let list = ask(&format!("list-pgn\n{text}"));
        assert_eq!((list[0]["plies"].as_u64(), list[1]["result"].as_str()), (Some(3), Some("*")));
        let deep = format!("1. e4 {} {} *", "(1. d4 ".repeat(3000), ")".repeat(3000));
        assert_eq!(ask(&format!("read-pgn\n0\n{deep}"))["moves"].as_array().unwrap().len(), 3001);
    }

    #[test]
    fn a_game_is_read_up_to_what_is_not_understood() {
        let text = "1. e4 e5 2. ♘f3 {good} Nc6 ({or} 2... d6 3. Zz9 (3. d4 a6) 3... a5 {lost}) (2... -- 3. d4) \
                    3. Kd4 {lost} (3. d4) a6 1-0";
        let game = ask(&format!("read-pgn\n0\n{text}"));
        let column = |name: &str| {
            game["moves"].as_array().unwrap().iter().map(|mv| mv[name].clone()).collect::<Value>()
        };
        assert_eq!(column("san"), json!(["e4", "e5", "Nf3", "Nc6", "d6"]));
        assert_eq!(column("parent"), json!([0, 1, 2, 3, 3]));
        let whole = "The game is shown up to 2... Nc6, because 3. Kd4 is not understood: it is not legal, expected \
                     one of Ke2.";
        let late = "A variation is cut, because 3. Zz9 is not understood: expected a destination square such as f3, \
                    or O-O or O-O-O.";
        let pass = "A variation is cut, because 2... -- is not understood: a null move is no move of chess.";
        assert_eq!(game["faults"], json!([whole, late, pass]));
        assert_eq!(column("comment"), json!(["", "", "good", format!("{pass} {whole}"), late]));
        assert_eq!(game["result"], "1-0");
        let list = ask(&format!("list-pgn\n{text}\n\n1. e5 *\n\n1. d4 *"));
        assert_eq!(list[0]["plies"], 4);
        assert_eq!(list[0]["problem"], "3. Kd4 is not understood: it is not legal, expected one of Ke2");
        assert!(list[1]["tags"].is_null() && list[2]["problem"].is_null(), "{list}");

        let brace = ask("read-pgn\n0\n1. e4 (1. d4 d5} 2. c4) e5 *");
        assert_eq!(
            brace["faults"],
            json!(["The game is shown up to 1. e4, because a closing brace has no beginning."])
        );
        assert_eq!(brace["moves"][0]["comment"], brace["faults"][0]);
        for torn in ["1. e4 e5 {good", "1. e4 e5 (1... c5 2. Nf3", "1. e4 e5 (1... c5 {good"] {
            let game = ask(&format!("read-pgn\n0\n{torn}"));
            let fault = game["faults"][0].as_str().unwrap();
            assert!(
                fault.starts_with("The game is shown up to 1... e5, because the text ends within"),
                "{fault}"
            );
            assert_eq!(game["moves"][1]["comment"], fault);
        }
    }

    #[test]
    fn refusals_name_what_is_wrong() {
        for (question, expected) in [
            ("hello", "'hello' is no question"),
            ("position\n8/8/8 w - - 0 1\n", "expected"),
            (&format!("position\n{START}\ne4 e4"), "move 2: 1... e4 is not understood: it is not legal"),
            (&format!("line\n{START}\ne4\ne5 e5"), "move 3: 2. e5 is not understood: it is not legal"),
            ("read-pgn\n0\n", "there is no game"),
            ("read-pgn\n0\n1. e5 *", "1. e5 is not understood: it is not legal, expected one of a3, "),
            ("read-pgn\n0\n{a", "ends within"),
        ] {
            let problem = refusal(question);
            assert!(problem.contains(expected), "{question}: {problem}");
        }
    }
}
