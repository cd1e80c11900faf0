//! Questions of a page about positions, moves and games, answered in JSON at once and without the engine.
//!
//! A question is a text of several lines. The first is its name, and the others are what it needs:
//!
//! | name | further lines | answer |
//! |---|---|---|
//! | `pieces` | | the `side` of the box of a piece; the `outline` of each role and its `detail`, paths of SVG |
//! | `position` | FEN; moves | `played` and `legal` moves, the square of the king in `check` or null, `evaluation` |
//! | `line` | FEN; moves; moves that follow | `text`: those that follow, in SAN with numbers |
//! | `read-pgn` | PGN | `tags` (pairs), `fen`, `moves` and `result` of the first game, and how many `games` there are |
//! | `write-pgn` | FEN; moves; result; tags, one a line: name, space, value | `text`: the game in PGN |
//!
//! Moves are separated by spaces, in UCI notation or SAN. In answers a move has both: `uci` and `san`; a played move also
//! has its `number` and `color`. `evaluation` is what the command `eval json` shows.

use evalview::json::{Json, evaluation, list, side, text};
use evalview::pieces::{BOX, detail, outline};
use movegen::Position;
use movegen::text::CastlingNotation;
use pgn::{GameResult, PgnError, PgnReader};
use search::Game;
use types::{Move, Role};
use uci::{ending_of_game, parse_move, parse_position};

/// The answer to a question.
///
/// # Errors
/// The reason why there is none, in words for people.
pub fn answer(question: &str) -> Result<Json, String> {
    let (name, input) = question.split_once('\n').unwrap_or((question, ""));
    match name {
        "pieces" => Ok(pieces()),
        "position" => PlayedGame::parse(&mut input.lines()).map(|game| game.position()),
        "line" => {
            let mut lines = input.lines();
            PlayedGame::parse(&mut lines)?.line(lines.next().unwrap_or_default())
        }
        "read-pgn" => read_pgn(input),
        "write-pgn" => write_pgn(input),
        _ => Err(format!(
            "'{name}' is no question, expected one of pieces, position, line, read-pgn, write-pgn"
        )),
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

    fn position(&self) -> Json {
        let position = self.game.position();
        let ending = ending_of_game(&self.game);
        let legal = match ending {
            Some(_) => Vec::new(),
            None => position.legal_moves().iter().copied().collect(),
        };
        let king = position.king(position.side_to_move());
        Json::Object(vec![
            ("played", played_moves(&self.start, &self.moves)),
            ("legal", list(&legal, |&mv| Json::Object(names(position, mv).into()))),
            ("check", if position.in_check() { text(king) } else { Json::Null }),
            ("evaluation", evaluation(position, ending)),
        ])
    }

    /// Moves that follow, as text.
    fn line(mut self, moves: &str) -> Result<Json, String> {
        let (before, position) = (self.moves.len(), self.game.position().clone());
        self.play(moves)?;
        let words: Vec<String> = pgn::numbered_moves(&position, &self.moves[before..]).collect();
        Ok(Json::Object(vec![("text", text(words.join(" ")))]))
    }
}

fn pieces() -> Json {
    let piece = |role: Role| {
        let detail = detail(role).unwrap_or_default();
        Json::Object(vec![("outline", text(outline(role))), ("detail", text(detail))])
    };
    Json::Object(vec![
        ("side", Json::Number(BOX as i32)),
        ("pawn", piece(Role::Pawn)),
        ("knight", piece(Role::Knight)),
        ("bishop", piece(Role::Bishop)),
        ("rook", piece(Role::Rook)),
        ("queen", piece(Role::Queen)),
        ("king", piece(Role::King)),
    ])
}

fn names(position: &Position, mv: Move) -> [(&'static str, Json); 2] {
    [("uci", text(position.uci(mv, CastlingNotation::Standard))), ("san", text(position.san(mv)))]
}

fn played_moves(start: &Position, moves: &[Move]) -> Json {
    let mut position = start.clone();
    let mut played = Vec::with_capacity(moves.len());
    for &mv in moves {
        let mut fields = Vec::from(names(&position, mv));
        fields.push(("number", Json::Number(position.fullmove_number().into())));
        fields.push(("color", side(position.side_to_move())));
        played.push(Json::Object(fields));
        position.play(mv);
    }
    Json::List(played)
}

fn read_pgn(input: &str) -> Result<Json, String> {
    let mut games = PgnReader::new(input.as_bytes());
    let game = match games.next() {
        None => return Err("there is no game, expected moves such as '1. e4 e5 2. Nf3'".to_owned()),
        Some(Err(PgnError::Game { problem, line, .. })) => return Err(format!("{problem} (line {line})")),
        Some(Err(PgnError::Torn { .. })) => {
            return Err(
                "the text ends within a tag, a comment or a variation, expected ']', '}' or ')'".to_owned()
            );
        }
        Some(Err(error)) => return Err(error.to_string()),
        Some(Ok(game)) => game,
    };
    let moves: Vec<Move> = game.moves.iter().map(|played| played.mv).collect();
    let others = i32::try_from(games.count()).unwrap_or(i32::MAX - 1);
    Ok(Json::Object(vec![
        ("tags", list(&game.tags, |(name, value)| Json::List(vec![text(name), text(value)]))),
        ("fen", text(game.start.fen())),
        ("moves", played_moves(&game.start, &moves)),
        ("result", text(game.result.map_or("*", GameResult::pgn))),
        ("games", Json::Number(1 + others)),
    ]))
}

fn write_pgn(input: &str) -> Result<Json, String> {
    let mut lines = input.lines();
    let PlayedGame { start, moves, .. } = PlayedGame::parse(&mut lines)?;
    let word = lines.next().unwrap_or_default();
    let result = match word {
        "*" => None,
        word => Some(
            GameResult::from_text(word)
                .ok_or_else(|| format!("'{word}' is no result, expected one of 1-0, 0-1, 1/2-1/2, *"))?,
        ),
    };
    let tag = |line: &str| {
        let (name, value) = line.split_once(' ').unwrap_or((line, ""));
        (name.to_owned(), value.to_owned())
    };
    let tags: Vec<(String, String)> = lines.map(tag).collect();
    Ok(Json::Object(vec![("text", text(pgn::game_text(&tags, &start, &moves, result)))]))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

    fn ask(question: &str) -> Value {
        serde_json::from_str(&answer(question).unwrap().to_string()).unwrap()
    }

    fn refusal(question: &str) -> String {
        answer(question).err().expect("no answer")
    }

    #[test]
    fn a_position_has_its_moves_in_both_notations() {
        let about = ask(&format!("position\n{START}\ne2e4 e5 Nf3"));
        let nf3 = json!({ "uci": "g1f3", "san": "Nf3", "number": 2, "color": "white" });
        assert_eq!(about["played"][2], nf3);
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
    fn every_role_has_an_outline() {
        let pieces = ask("pieces");
        for role in ["pawn", "knight", "bishop", "rook", "queen", "king"] {
            assert!(pieces[role]["outline"].as_str().unwrap().starts_with('M'), "{role}");
        }
    }

    #[test]
    fn a_line_is_numbered_from_its_position() {
        assert_eq!(ask(&format!("line\n{START}\ne2e4\ne7e5 g1f3 b8c6"))["text"], "1... e5 2. Nf3 Nc6");
    }

    #[test]
    fn games_are_read_and_written() {
        let game = ask("read-pgn\n[White \"A\"]\n\n1. e4! {best} $1 e5 (1... c5) 2. Nf3 1-0\n\n1. d4 *\n");
        assert_eq!(game["tags"], json!([["White", "A"]]));
        assert_eq!(
            (&game["fen"], &game["result"], &game["games"]),
            (&json!(START), &json!("1-0"), &json!(2))
        );
        let moves: Vec<&str> =
            game["moves"].as_array().unwrap().iter().map(|mv| mv["san"].as_str().unwrap()).collect();
        assert_eq!(moves, ["e4", "e5", "Nf3"]);
        let written = ask(&format!("write-pgn\n{START}\ne2e4 e7e5 g1f3\n1-0\nWhite A B"));
        let written = written["text"].as_str().unwrap();
        assert!(
            written.contains("[White \"A B\"]") && written.ends_with("\n\n1. e4 e5 2. Nf3 1-0\n"),
            "{written}"
        );
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
            ("read-pgn\n1. e4 {a", "ends within"),
            (&format!("write-pgn\n{START}\n\nwon"), "'won' is no result"),
        ] {
            let problem = refusal(question);
            assert!(problem.contains(expected), "{question}: {problem}");
        }
    }
}
