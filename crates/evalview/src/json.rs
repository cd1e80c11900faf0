//! The evaluation as JSON, on one line for programs that read lines.
//!
//! All numbers are in the units of the evaluation (`eval::wdl` gives their ratio to pawns); pairs are
//! `[middlegame, endgame]`. The worth of a piece is that to its own side, and `usual` the mean worth of such pieces on
//! such squares. In both halves, `sum` = worth of White's pieces − worth of Black's + `unassigned` White − Black.

use eval::explain::{Contribution, PieceWorth, TermGroup, TermShare};
use eval::tapered::{Phase, Scale, Tapered};
use eval::{attribute, explain};
use movegen::Position;
use serde_json::{Value, json};
use types::{ByColor, Color};

use crate::expected;

/// The evaluation of a position, with the reason why the game is over if it is.
pub fn json(position: &Position, ending: Option<&str>) -> Value {
    let (explained, shared) = (explain(position), attribute(position));
    let evaluation = explained.evaluation;
    let (phase, scale) = (evaluation.phase.0, evaluation.scale);
    json!({
        "fen": position.fen(),
        "side_to_move": color_name(explained.side_to_move),
        "game_over_by": ending,
        "score_for_white": explained.white_score().0,
        "score_for_side_to_move": explained.score.0,
        "sum": pair(evaluation.sum),
        "phase": [phase, Phase::MIDDLEGAME.0 - phase],
        "phase_of": Phase::MIDDLEGAME.0,
        "scale": [scale.middlegame, scale.endgame],
        "scale_of": Scale::ONE,
        "groups": explained.groups.iter().map(group).collect::<Value>(),
        "pieces": shared.pieces.iter().map(piece).collect::<Value>(),
        "unassigned": shared.rest.iter().map(term).collect::<Value>(),
    })
}

fn group(group: &TermGroup) -> Value {
    let [white, black] = group.worth.0.map(pair);
    let fired = group.terms.iter().filter(|term| term.sums != ByColor::default());
    json!({ "name": group.name, "white": white, "black": black, "terms": fired.map(term).collect::<Value>() })
}

fn term(contribution: &Contribution) -> Value {
    let [white, black] = contribution.sums.0.map(pair);
    json!({ "name": contribution.name, "white": white, "black": black })
}

fn piece(piece: &PieceWorth) -> Value {
    let part = |part: &TermShare| json!({ "name": part.name, "worth": pair(part.worth) });
    json!({
        "square": piece.square.to_string(),
        "color": color_name(piece.piece.color()),
        "role": format!("{:?}", piece.piece.role()).to_lowercase(),
        "material": pair(piece.material),
        "worth": pair(piece.worth),
        "usual": pair(expected::worth(piece.piece, piece.square)),
        "parts": piece.parts.iter().map(part).collect::<Value>(),
    })
}

fn pair(sum: Tapered) -> Value {
    json!([sum.middlegame(), sum.endgame()])
}

/// A colour as JSON has it here.
pub fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_printed_parts_add_up() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/8/8/4k3/8/8/1R6/K3n3 b - - 0 1",
        ] {
            let position: Position = fen.parse().unwrap();
            let read: Value = serde_json::from_str(&json(&position, None).to_string()).unwrap();
            assert_eq!(read["fen"], fen);
            assert_eq!(read["score_for_side_to_move"], eval::evaluate(&position).0);
            let half = |value: &Value, half: usize| value[half].as_i64().unwrap();
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
