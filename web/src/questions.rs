//! Questions of a page about positions, moves and games, answered in JSON at once and without the engine.
//!
//! A question is a text of several lines. The first is its name, and the others are what it needs:
//!
//! | name | further lines | answer |
//! |---|---|---|
//! | `units` | | `hundred_pawns`: the units of the evaluation that are shown as 100 pawns |
//! | `position` | FEN; moves | `played` and `legal` moves, the square of the king in `check` or null, `evaluation` |
//! | `line` | FEN; moves; moves that follow | a list of those that follow |
//! | `read-pgn` | PGN | `tags` (pairs), `fen`, `comment`, `moves` and `result` of the first game, and how many `games` there are |
//!
//! A move that is read from PGN also has its `comment`, `nags` and `variations`, each with a `comment` and `moves`.
//!
//! Moves are separated by spaces, in UCI notation or SAN. In answers a move has both: `uci` and `san`; a played move also
//! has its `number`, its `color`, and the `fen` after it. `evaluation` is what the command `eval json` shows.

use evalview::json;
use movegen::text::CastlingNotation;
use movegen::{MoveList, Position};
use pgn::{GameResult, PgnError, PgnEvent, PgnReader};
use search::Game;
use serde_json::{Value, json};
use types::Move;
use uci::{ending_of_game, parse_move, parse_position};

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
        "position" => PlayedGame::parse(&mut input.lines()).map(|game| game.position()),
        "line" => {
            let mut lines = input.lines();
            PlayedGame::parse(&mut lines)?.line(lines.next().unwrap_or_default())
        }
        "read-pgn" => read_pgn(input),
        _ => Err(format!("'{name}' is no question, expected one of units, position, line, read-pgn")),
    }
}

/// A position and the moves that were played from there.
struct PlayedGame {
    start: Position,
    moves: Vec<Move>,
    game: Game,
}

impl PlayedGame {
    /// Reads a line with a position and one with moves.
    fn parse<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Result<PlayedGame, String> {
        let fen = lines.next().unwrap_or_default();
        let start = parse_position(fen).map_err(|error| error.to_string())?;
        let mut played = PlayedGame { game: Game::new(start.clone()), start, moves: Vec::new() };
        played.play(lines.next().unwrap_or_default())?;
        Ok(played)
    }

    fn play(&mut self, moves: &str) -> Result<(), String> {
        for word in moves.split_whitespace() {
            let mv = parse_move(self.game.position(), word)
                .map_err(|error| format!("move {}: {error}", self.moves.len() + 1))?;
            self.game.play(mv);
            self.moves.push(mv);
        }
        Ok(())
    }

    fn position(&self) -> Value {
        let position = self.game.position();
        let ending = ending_of_game(&self.game);
        let legal = if ending.is_none() { position.legal_moves() } else { MoveList::new() };
        let king = position.king(position.side_to_move());
        json!({
            "played": played_moves(&self.start, &self.moves),
            "legal": legal.iter().map(|&mv| names(position, mv)).collect::<Value>(),
            "check": position.in_check().then(|| king.to_string()),
            "evaluation": json::json(position, ending),
        })
    }

    /// Moves that follow.
    fn line(mut self, moves: &str) -> Result<Value, String> {
        let (before, position) = (self.moves.len(), self.game.position().clone());
        self.play(moves)?;
        Ok(played_moves(&position, &self.moves[before..]))
    }
}

fn names(position: &Position, mv: Move) -> Value {
    json!({ "uci": position.uci(mv, CastlingNotation::Standard).to_string(), "san": position.san(mv) })
}

fn played_moves(start: &Position, moves: &[Move]) -> Value {
    let mut position = start.clone();
    let mut play = |&mv| {
        let before = position.clone();
        position.play(mv);
        played_move(&before, mv, &position)
    };
    moves.iter().map(&mut play).collect()
}

fn played_move(before: &Position, mv: Move, after: &Position) -> Value {
    let mut played = names(before, mv);
    played["number"] = before.fullmove_number().into();
    played["color"] = json::color_name(before.side_to_move()).into();
    played["fen"] = after.fen().into();
    played
}

fn read_pgn(input: &str) -> Result<Value, String> {
    let mut games = PgnReader::with_events(input.as_bytes());
    let game = match games.next() {
        None => return Err("there is no game, expected moves such as '1. e4 e5 2. Nf3'".to_owned()),
        Some(Err(PgnError::Game { line, problem, .. })) => return Err(format!("{problem} (line {line})")),
        Some(Err(PgnError::Torn { .. })) => {
            return Err(
                "the text ends within a tag, a comment or a variation, expected ']', '}' or ')'".to_owned()
            );
        }
        Some(Err(error)) => return Err(error.to_string()),
        Some(Ok(game)) => game,
    };
    let others = games.count();
    let line = ReadLine::read(game.start.clone(), &mut game.events.into_iter())?;
    Ok(json!({
        "tags": game.tags,
        "fen": game.start.fen(),
        "comment": line.comment,
        "moves": line.moves,
        "result": game.result.map_or("*", GameResult::pgn),
        "games": 1 + others,
    }))
}

/// The game, or a variation, with what belongs to its moves.
struct ReadLine {
    /// The comment before the first move.
    comment: String,
    moves: Vec<Value>,
}

impl ReadLine {
    /// Reads a line up to its end.
    fn read(start: Position, events: &mut impl Iterator<Item = PgnEvent>) -> Result<ReadLine, String> {
        let mut line = ReadLine { comment: String::new(), moves: Vec::new() };
        // The positions before and after the last move.
        let (mut before, mut position) = (start.clone(), start);
        let (mut comment, mut nags, mut variations) = (String::new(), Vec::<u8>::new(), Vec::<Value>::new());
        loop {
            let event = events.next();
            if !matches!(event, Some(PgnEvent::Comment(_) | PgnEvent::Nag(_) | PgnEvent::Open)) {
                // The text so far belongs to the last move.
                match line.moves.last_mut() {
                    Some(mv) => {
                        mv["comment"] = std::mem::take(&mut comment).into();
                        mv["nags"] = std::mem::take(&mut nags).into();
                        mv["variations"] = std::mem::take(&mut variations).into();
                    }
                    None => line.comment = std::mem::take(&mut comment),
                }
            }
            match event {
                None | Some(PgnEvent::Close) => return Ok(line),
                Some(PgnEvent::Comment(more)) => {
                    let words = comment.split_whitespace().chain(more.split_whitespace());
                    comment = words.collect::<Vec<_>>().join(" ");
                }
                Some(PgnEvent::Nag(nag)) => nags.push(nag),
                Some(PgnEvent::Open) => {
                    let variation = ReadLine::read(before.clone(), events)?;
                    variations.push(json!({ "comment": variation.comment, "moves": variation.moves }));
                }
                Some(PgnEvent::Move(san)) => {
                    let mv = pgn::parse_move(&position, &san).map_err(|error| {
                        let (number, side) = (position.fullmove_number(), position.side_to_move());
                        format!("move {number} of {side:?}: {error}")
                    })?;
                    before = position.clone();
                    position.play(mv);
                    line.moves.push(played_move(&before, mv, &position));
                }
            }
        }
    }
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
    }

    #[test]
    fn a_game_that_is_over_has_no_legal_moves() {
        let about = ask(&format!("position\n{START}\nf3 e5 g4 Qh4"));
        assert_eq!(about["played"][3]["san"], "Qh4#");
        assert_eq!((&about["legal"], &about["check"]), (&json!([]), &json!("e1")));
        assert_eq!(about["evaluation"]["game_over_by"], "checkmate");
        let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(2);
        let about = ask(&format!("position\n{START}\n{shuffle}"));
        assert_eq!(about["evaluation"]["game_over_by"], "threefold repetition");
        assert_eq!(about["legal"], json!([]));
    }

    #[test]
    fn a_line_is_numbered_from_its_position() {
        let line = ask(&format!("line\n{START}\ne2e4\ne7e5 g1f3"));
        let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2";
        assert_eq!(
            line[1],
            json!({ "uci": "g1f3", "san": "Nf3", "number": 2, "color": "white", "fen": fen })
        );
        assert_eq!((&line[0]["san"], line.as_array().unwrap().len()), (&json!("e5"), 2));
    }

    #[test]
    fn games_are_read() {
        let game = ask(
            "read-pgn\n[White \"A\"]\n\n1. e4! {best} $1 e5 ({or} 1... c7c5 (1... e6 2. d4)) 2. g1f3 1-0\n\n1. d4 *\n",
        );
        assert_eq!(game["tags"], json!([["White", "A"]]));
        assert_eq!(
            (&game["fen"], &game["result"], &game["games"]),
            (&json!(START), &json!("1-0"), &json!(2))
        );
        let moves: Vec<&str> =
            game["moves"].as_array().unwrap().iter().map(|mv| mv["san"].as_str().unwrap()).collect();
        assert_eq!(moves, ["e4", "e5", "Nf3"]);
        let first = &game["moves"][0];
        assert_eq!((&first["comment"], &first["nags"]), (&json!("best"), &json!([1, 1])));
        let variation = &game["moves"][1]["variations"][0];
        assert_eq!((&variation["comment"], &variation["moves"][0]["san"]), (&json!("or"), &json!("c5")));
        assert_eq!(variation["moves"][0]["variations"][0]["moves"][1]["san"], "d4");
    }

    #[test]
    fn refusals_name_what_is_wrong() {
        for (question, expected) in [
            ("hello", "'hello' is no question"),
            ("position\n8/8/8 w - - 0 1\n", "expected"),
            (&format!("position\n{START}\ne4 e4"), "move 2: 'e4' is not legal in"),
            (&format!("line\n{START}\ne4\ne5 e5"), "move 3: 'e5' is not legal in"),
            ("read-pgn\n", "there is no game"),
            ("read-pgn\n1. e4 e5 2. Nf6 *", "move 2 of White: 'Nf6' is not legal in"),
            ("read-pgn\n1. e4 e5 (1... e4) *", "move 1 of Black: 'e4'"),
            ("read-pgn\n1. e4 {a", "ends within"),
        ] {
            let problem = refusal(question);
            assert!(problem.contains(expected), "{question}: {problem}");
        }
    }
}
