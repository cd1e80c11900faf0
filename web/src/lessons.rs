//! What the course asks for beside search trees: the terms of an evaluation, exchanges, keys, and games of the small engine.

use std::collections::{HashMap, HashSet};

use movegen::{KeyHistory, Position};
use serde::Deserialize;
use serde_json::{Value, json};
use textbook::evaluation::{FULL_PHASE, TERMS, Terms, material};
use textbook::exchange::exchange;
use textbook::order::Random;
use textbook::small::{Rules, best_move};
use types::{Color, Key, Ply};
use uci::parse_position;

/// Positions that the count of keys looks at, at most.
const MOST_KEYS: usize = 100_000;
/// Plies of an opening, played at random.
const OPENING: usize = 6;
/// A game is a draw after so many plies.
const LONGEST: usize = 160;
/// A side that is ahead by so much material, in pawns, for so many plies has won.
const WON: (i32, u32) = (6, 8);

/// A question, in JSON.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
enum Request {
    /// The five terms of a position (FEN), in centipawns for White.
    Evaluation(String),
    /// The exchanges that each capture of a position begins.
    Exchanges(String),
    /// The number of positions below this one whose key another one has already, if keys have fewer bits.
    Keys(String),
    /// A game of the small engine against itself.
    Game { seed: u64, nodes: u32, white: Rules, black: Rules },
}

/// Answers a question.
///
/// # Errors
/// The reason why there is no answer, in words for people.
pub fn answer(request: &str) -> Result<Value, String> {
    let position = |fen: &str| parse_position(fen).map_err(|error| error.to_string());
    match serde_json::from_str(request).map_err(|error| error.to_string())? {
        Request::Evaluation(fen) => {
            let terms = Terms::of(&position(&fen)?);
            Ok(
                json!({ "names": TERMS, "values": terms.values, "phase": terms.phase, "fullPhase": FULL_PHASE }),
            )
        }
        Request::Exchanges(fen) => Ok(exchanges(&position(&fen)?)),
        Request::Keys(fen) => Ok(collisions(&position(&fen)?)),
        Request::Game { seed, nodes, white, black } => Ok(game(seed, nodes, [white, black])),
    }
}

fn exchanges(position: &Position) -> Value {
    let captures = position.legal_moves().into_iter().filter(|&mv| position.is_capture(mv));
    let all = captures.map(|mv| {
        let steps = exchange(position, mv).into_iter().map(|step| {
            json!({ "from": step.from.to_string(), "role": step.role.letter().to_string(), "takes": step.takes, "worth": step.worth })
        });
        json!({ "move": mv.bits(), "steps": steps.collect::<Vec<_>>() })
    });
    json!(all.collect::<Vec<_>>())
}

/// Counts the positions that share the low bits of their key with another one.
fn collisions(root: &Position) -> Value {
    let mut keys: HashSet<Key> = HashSet::from([root.key()]);
    let mut layer = vec![root.clone()];
    while keys.len() < MOST_KEYS && !layer.is_empty() {
        let mut next = Vec::new();
        for position in &layer {
            for mv in position.legal_moves() {
                let after = position.after(mv);
                if keys.len() < MOST_KEYS && keys.insert(after.key()) {
                    next.push(after);
                }
            }
        }
        layer = next;
    }
    let counted = (8..=40).step_by(4).map(|bits| {
        let mut seen: HashMap<u64, u32> = HashMap::new();
        for key in &keys {
            *seen.entry(key.0 & ((1 << bits) - 1)).or_default() += 1;
        }
        json!([bits, keys.len() - seen.len()])
    });
    json!({ "positions": keys.len(), "collisions": counted.collect::<Vec<_>>() })
}

/// Plays a game from a random opening. Nothing but the seed decides which.
fn game(seed: u64, nodes: u32, rules: [Rules; 2]) -> Value {
    let (mut position, mut earlier) = opening(seed);
    let mut ahead = 0;
    for ply in 0..LONGEST {
        let told = |result: f64, why: &str| json!({ "result": result, "why": why, "plies": ply, "fen": position.fen() });
        let is_white = position.side_to_move() == Color::White;
        let Some(mv) = best_move(&rules[usize::from(!is_white)], &position, &earlier, nodes) else {
            let result = if !position.in_check() { 0.5 } else { f64::from(!is_white) };
            return told(result, if result == 0.5 { "stalemate" } else { "mate" });
        };
        let balance = if is_white { material(&position).0 } else { -material(&position).0 };
        ahead = if balance.abs() >= WON.0 { ahead + 1 } else { 0 };
        if ahead >= WON.1 {
            return told(if balance > 0 { 1.0 } else { 0.0 }, "far ahead in material");
        }
        if position.is_drawn(&earlier, Ply::ROOT) {
            return told(0.5, "a draw by the rules");
        }
        earlier.push(position.key());
        position.play(mv);
    }
    json!({ "result": 0.5, "why": "too long", "plies": LONGEST, "fen": position.fen() })
}

fn opening(seed: u64) -> (Position, KeyHistory) {
    let mut random = Random::new(seed + 1);
    loop {
        let (mut position, mut earlier) = (Position::startpos(), KeyHistory::new());
        for _ in 0..OPENING {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            earlier.push(position.key());
            position.play(moves[random.below(moves.len())]);
        }
        if material(&position).0 == 0 && !position.legal_moves().is_empty() {
            return (position, earlier);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rules(change: &str) -> String {
        let rules = r#"{"learnsOrder":true,"quiescence":true,"nullMove":2,"fullMoves":3,"futility":150,"weights":[100,100,100,100,100]}"#;
        let (from, to) = change.split_once('>').unwrap_or(("", ""));
        rules.replacen(from, to, usize::from(!from.is_empty()))
    }

    fn played(seed: u64, white: &str, black: &str) -> Value {
        let (white, black) = (rules(white), rules(black));
        answer(&format!(r#"{{"game":{{"seed":{seed},"nodes":300,"white":{white},"black":{black}}}}}"#))
            .unwrap()
    }

    #[test]
    fn games_are_repeatable_and_differ_by_their_seed() {
        assert_eq!(played(1, "", ""), played(1, "", ""));
        assert_ne!(played(1, "", ""), played(2, "", ""));
    }

    /// The rule that matters most: without quiescence an engine gives pieces away.
    #[test]
    fn games_tell_a_good_rule_from_none() {
        let blind = r#""quiescence":true>"quiescence":false"#;
        let points: f64 = (0..4)
            .map(|seed| {
                played(seed, "", blind)["result"].as_f64().unwrap() + 1.0
                    - played(seed, blind, "")["result"].as_f64().unwrap()
            })
            .sum();
        assert!(points >= 6.0, "{points} of 8");
    }

    #[test]
    fn fewer_bits_collide_more() {
        let counted = answer(r#"{"keys":"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"}"#).unwrap();
        let collisions: Vec<u64> =
            counted["collisions"].as_array().unwrap().iter().map(|pair| pair[1].as_u64().unwrap()).collect();
        assert!(collisions.is_sorted_by(|one, other| one >= other) && collisions[0] > 1000, "{collisions:?}");
    }

    #[test]
    fn bad_questions_are_explained() {
        for (request, expected) in [
            (r#"{"evaluation":"8/8/8/8/8/8/8/8 w - - 0 1"}"#, "king"),
            (r#"{"evaluate":""}"#, "expected one of"),
            ("{}", "expected"),
        ] {
            let error = answer(request).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
