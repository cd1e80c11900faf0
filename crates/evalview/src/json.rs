//! The evaluation as JSON, on one line for programs that read lines.
//!
//! All numbers are in the units of the evaluation (`eval::wdl` gives their ratio to pawns); pairs are
//! `[middlegame, endgame]`. The worth of a piece is that to its own side, and `usual` the mean worth of such pieces on
//! such squares. In both halves, `sum` = worth of White's pieces − worth of Black's + `unassigned` White − Black.

use std::fmt;

use eval::explain::{Contribution, PieceWorth, TermGroup, TermShare};
use eval::tapered::{Phase, Scale, Tapered};
use eval::{attribute, explain};
use movegen::Position;
use types::{ByColor, Color};

use crate::expected;

#[allow(missing_docs)]
pub enum Json {
    Null,
    Number(i32),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(&'static str, Json)>),
}

/// The evaluation of a position, with the reason why the game is over if it is.
pub fn json(position: &Position, ending: Option<&str>) -> String {
    evaluation(position, ending).to_string()
}

/// The same as a value.
pub fn evaluation(position: &Position, ending: Option<&str>) -> Json {
    let (explained, shared) = (explain(position), attribute(position));
    let evaluation = explained.evaluation;
    let (phase, scale) = (evaluation.phase.0, evaluation.scale);
    Json::Object(vec![
        ("fen", text(position.fen())),
        ("side_to_move", side(explained.side_to_move)),
        ("game_over_by", ending.map_or(Json::Null, text)),
        ("score_for_white", Json::Number(explained.white_score().0)),
        ("score_for_side_to_move", Json::Number(explained.score.0)),
        ("sum", pair(evaluation.sum)),
        ("phase", Json::List(vec![Json::Number(phase), Json::Number(Phase::MIDDLEGAME.0 - phase)])),
        ("phase_of", Json::Number(Phase::MIDDLEGAME.0)),
        ("scale", Json::List(vec![Json::Number(scale.middlegame), Json::Number(scale.endgame)])),
        ("scale_of", Json::Number(Scale::ONE)),
        ("groups", list(&explained.groups, group)),
        ("pieces", list(&shared.pieces, piece)),
        ("unassigned", list(&shared.rest, term)),
    ])
}

fn group(group: &TermGroup) -> Json {
    let mut fields = vec![("name", text(group.name))];
    fields.extend(sides(group.worth));
    let fired: Vec<&Contribution> =
        group.terms.iter().filter(|term| term.sums != ByColor::default()).collect();
    fields.push(("terms", list(&fired, |fired| term(fired))));
    Json::Object(fields)
}

fn term(contribution: &Contribution) -> Json {
    let mut fields = vec![("name", text(contribution.name))];
    fields.extend(sides(contribution.sums));
    Json::Object(fields)
}

fn piece(piece: &PieceWorth) -> Json {
    Json::Object(vec![
        ("square", text(piece.square)),
        ("color", side(piece.piece.color())),
        ("role", text(format!("{:?}", piece.piece.role()).to_lowercase())),
        ("material", pair(piece.material)),
        ("worth", pair(piece.worth)),
        ("usual", pair(expected::worth(piece.piece, piece.square))),
        ("parts", list(&piece.parts, part)),
    ])
}

fn part(part: &TermShare) -> Json {
    Json::Object(vec![("name", text(part.name)), ("worth", pair(part.worth))])
}

fn sides(sums: ByColor<Tapered>) -> [(&'static str, Json); 2] {
    [("white", pair(sums[Color::White])), ("black", pair(sums[Color::Black]))]
}

pub fn side(color: Color) -> Json {
    text(match color {
        Color::White => "white",
        Color::Black => "black",
    })
}

fn pair(sum: Tapered) -> Json {
    Json::List(vec![Json::Number(sum.middlegame()), Json::Number(sum.endgame())])
}

pub fn text(text: impl fmt::Display) -> Json {
    Json::Text(text.to_string())
}

/// A JSON array of what `json` makes of each item.
pub fn list<T>(items: &[T], json: impl Fn(&T) -> Json) -> Json {
    Json::List(items.iter().map(json).collect())
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => f.write_str("null"),
            Json::Number(number) => number.fmt(f),
            Json::Text(text) => write_text(f, text),
            Json::List(items) => write_all(f, ['[', ']'], items, |f, item| item.fmt(f)),
            Json::Object(fields) => write_all(f, ['{', '}'], fields, |f, (name, value)| {
                write_text(f, name)?;
                write!(f, ":{value}")
            }),
        }
    }
}

/// Writes items with commas between and brackets around them.
fn write_all<T>(
    f: &mut fmt::Formatter<'_>,
    [open, close]: [char; 2],
    items: &[T],
    write: impl Fn(&mut fmt::Formatter<'_>, &T) -> fmt::Result,
) -> fmt::Result {
    write!(f, "{open}")?;
    for (index, item) in items.iter().enumerate() {
        if index > 0 {
            f.write_str(",")?;
        }
        write(f, item)?;
    }
    write!(f, "{close}")
}

/// Writes a string in quotation marks, escaped as JSON demands.
fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_str("\"")?;
    for character in text.chars() {
        match character {
            '"' | '\\' => write!(f, "\\{character}")?,
            '\u{0}'..='\u{1f}' => write!(f, "\\u{:04x}", u32::from(character))?,
            character => write!(f, "{character}")?,
        }
    }
    f.write_str("\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_string_is_read_back_as_it_was() {
        let all: String = (0..0x3000).filter_map(char::from_u32).chain("\u{2028}\u{1f642}".chars()).collect();
        for string in [all.as_str(), "", "\"", "\\\"", "C:\\new\tline\n", "♞ ü"] {
            let read: String = serde_json::from_str(&text(string).to_string()).unwrap();
            assert_eq!(read, string);
        }
    }

    #[test]
    fn lists_and_objects_nest() {
        let value = Json::Object(vec![
            ("a\"b", Json::List(vec![Json::Number(-1), Json::List(vec![]), Json::Object(vec![])])),
            ("c", text("d")),
        ]);
        let read: serde_json::Value = serde_json::from_str(&value.to_string()).unwrap();
        assert_eq!(read, serde_json::json!({"a\"b": [-1, [], {}], "c": "d"}));
    }

    #[test]
    fn the_printed_parts_add_up() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/8/8/4k3/8/8/1R6/K3n3 b - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let read: serde_json::Value = serde_json::from_str(&json(&position, None)).unwrap();
            assert_eq!(read["fen"], fen);
            assert_eq!(read["score_for_side_to_move"], eval::evaluate(&position).0);
            let half = |value: &serde_json::Value, half: usize| value[half].as_i64().unwrap();
            for half_number in 0..2 {
                let pieces = read["pieces"].as_array().unwrap().iter().map(|piece| {
                    let sign = if piece["color"] == "white" { 1 } else { -1 };
                    sign * half(&piece["worth"], half_number)
                });
                let differences = |list: &str| {
                    let items = read[list].as_array().unwrap();
                    items
                        .iter()
                        .map(|i| half(&i["white"], half_number) - half(&i["black"], half_number))
                        .sum::<i64>()
                };
                let sum = half(&read["sum"], half_number);
                assert_eq!(pieces.sum::<i64>() + differences("unassigned"), sum, "{fen}");
                assert_eq!(differences("groups"), sum, "{fen}");
            }
        }
    }
}
