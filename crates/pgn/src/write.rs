//! A game as text: tags, and moves in SAN with their numbers.

use movegen::Position;
use types::{Color, Move};

use crate::GameResult;

/// The longest line of moves that PGN's export format allows.
const WIDTH: usize = 80;

/// The tags that every game has in the export format, in its order, except `Result`.
const ROSTER: [(&str, &str); 6] =
    [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?"), ("White", "?"), ("Black", "?")];

/// Tags that follow from the game itself.
const DERIVED: [&str; 3] = ["Result", "FEN", "SetUp"];

/// Moves in SAN with their numbers: `1. e4`, `e5`, `2. Nf3`; a black move in front is `1... e5`.
pub fn numbered_moves(root: &Position, moves: &[Move]) -> impl Iterator<Item = String> {
    let mut position = root.clone();
    moves.iter().enumerate().map(move |(index, &mv)| {
        let (number, san) = (position.fullmove_number(), position.san(mv));
        let word = match (position.side_to_move(), index) {
            (Color::White, _) => format!("{number}. {san}"),
            (Color::Black, 0) => format!("{number}... {san}"),
            (Color::Black, _) => san,
        };
        position.play(mv);
        word
    })
}

/// The moves in SAN with their numbers, on lines of at most 80 columns.
pub fn movetext(root: &Position, moves: &[Move]) -> String {
    wrap(numbered_moves(root, moves))
}

/// A game in the export format of PGN, with a line break at its end.
///
/// Tags that are missing get the value for "unknown". `Result`, `FEN` and `SetUp` are taken from the game, whatever
/// `tags` says of them. No result is `*`.
pub fn game_text(
    tags: &[(String, String)],
    start: &Position,
    moves: &[Move],
    result: Option<GameResult>,
) -> String {
    let result = result.map_or("*", GameResult::pgn);
    let given = |name: &str| {
        tags.iter().rfind(|(tag, _)| tag.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    };
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        text += &format!("[{name} \"{}\"]\n", value.replace('\\', "\\\\").replace('"', "\\\""));
    };
    for (name, unknown) in ROSTER {
        tag(name, given(name).unwrap_or(unknown));
    }
    tag("Result", result);
    if *start != Position::startpos() {
        tag("SetUp", "1");
        tag("FEN", &start.fen());
    }
    let known = || ROSTER.iter().map(|&(name, _)| name).chain(DERIVED);
    for (name, value) in tags {
        if !known().any(|known| known.eq_ignore_ascii_case(name)) {
            tag(name, value);
        }
    }
    let words = numbered_moves(start, moves).chain([result.to_owned()]);
    format!("{text}\n{}\n", wrap(words))
}

/// Puts words on lines of at most 80 columns.
fn wrap(words: impl Iterator<Item = String>) -> String {
    let (mut text, mut column) = (String::new(), 0);
    for word in words {
        let separator = match column {
            0 => "",
            _ if column + 1 + word.len() > WIDTH => "\n",
            _ => " ",
        };
        column = if separator == " " { column + 1 + word.len() } else { word.len() };
        text = text + separator + &word;
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{PgnGame, PgnReader};

    fn read(text: &str) -> PgnGame {
        PgnReader::new(text.as_bytes()).next().unwrap().unwrap()
    }

    fn written(game: &PgnGame) -> String {
        let moves: Vec<Move> = game.moves.iter().map(|played| played.mv).collect();
        game_text(&game.tags, &game.start, &moves, game.result)
    }

    #[test]
    fn a_game_is_written_in_the_export_format() {
        let text = written(&read("[white \"A\"][ECO \"C20\"]\n1.e4 e5 2. Nf3 {good} (2. f4) Nc6 1-0"));
        let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"?\"]\n\
                        [Result \"1-0\"]\n[ECO \"C20\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_written_game_is_read_back() {
        let black = "[FEN \"4k3/8/8/8/8/8/8/4K2R b K - 3 7\"]\n[Event \"a \\\"b\\\" c\\\\\"]\n";
        for text in [format!("{black}7... Kd7 8. O-O Kc6 *"), format!("{black}1/2-1/2"), "1. e4 *".to_owned()]
        {
            let game = read(&text);
            let again = read(&written(&game));
            assert_eq!(
                (&again.start, &again.moves, again.result),
                (&game.start, &game.moves, game.result),
                "{text}"
            );
            assert_eq!(again.tag("Event"), Some(game.tag("Event").unwrap_or("?")));
        }
    }

    #[test]
    fn moves_are_numbered_from_either_side_and_not_too_wide() {
        let root: Position = "4k3/8/8/8/8/8/8/4K3 b - - 0 7".parse().unwrap();
        let mut position = root.clone();
        let mut moves = Vec::new();
        for text in ["Kd7", "Kd2", "Ke8", "Ke1"].iter().cycle().take(60) {
            let mv = position.parse_san(text).unwrap();
            position.play(mv);
            moves.push(mv);
        }
        let text = movetext(&root, &moves);
        assert!(text.starts_with("7... Kd7 8. Kd2 Ke8 9. Ke1"), "{text}");
        assert!(text.lines().count() > 1 && text.lines().all(|line| line.len() <= WIDTH), "{text}");
        assert_eq!(movetext(&root, &[]), "");
    }
}
