//! An explanation as JSON, for pages and programs.
//!
//! | field | content |
//! |---|---|
//! | `fen`, `side_to_move`, `move` | the position and the move; a move is `uci` and `san` |
//! | `score` | `cp` or `mate`, for the side that makes the move, and `text` as the sentences have it |
//! | `sentence` | the explanation in one sentence |
//! | `reasons` | the reasons, the most important one first |
//! | `nodes` | the nodes of all searches |
//!
//! A reason has its `kind` (a claim's [`kind`](crate::model::Claim::kind)), its sentence as `text`, the inner `reasons`, and:
//!
//! | field | content |
//! |---|---|
//! | `move` | the move that it is about: the other move, the threat, the reply; or null |
//! | `motif`, `ply` | for `kind` "motif": its name, and the number of its move in the line above |
//! | `squares` | squares to be marked |
//! | `line` | null, or `path` (UCI moves from the position to the start of the line, null for a pass), `fen` at its start, `moves`, `score`, `text`, `depth`, `nodes` |

use eval::wdl::centipawns;
use movegen::Position;
use movegen::text::CastlingNotation;
use serde_json::{Value, json as value};
use types::{Color, Move, Score, Square};

use crate::model::{Claim, Evidence, Explanation, Means, Reason};
use crate::motifs::Motif;
use crate::words;

/// The explanation as a value.
pub fn json(explanation: &Explanation) -> Value {
    let position = &explanation.position;
    value!({
        "fen": position.fen(),
        "side_to_move": if position.side_to_move() == Color::White { "white" } else { "black" },
        "move": mv(position, explanation.mv),
        "score": score(explanation.score),
        "sentence": words::sentence(explanation),
        "reasons": explanation.reasons.iter().map(|inner| reason(explanation, inner)).collect::<Value>(),
        "nodes": explanation.nodes,
    })
}

fn reason(explanation: &Explanation, reason_: &Reason) -> Value {
    let start = reason_.evidence.as_ref().map_or(&explanation.position, |evidence| &evidence.start);
    let about = reason_.claim.about().map(|about| match reason_.claim {
        Claim::KeepsOff { .. } => {
            let mut opponents = explanation.position.clone();
            opponents.play_null();
            mv(&opponents, about)
        }
        _ => mv(start, about),
    });
    let mut found = value!({
        "kind": reason_.claim.kind(),
        "text": words::of(explanation, reason_),
        "move": about,
        "squares": squares(explanation, &reason_.claim).iter().map(Square::to_string).collect::<Value>(),
        "line": reason_.evidence.as_ref().map(|evidence| line(explanation, evidence)),
        "reasons": reason_.reasons.iter().map(|inner| reason(explanation, inner)).collect::<Value>(),
    });
    if let Claim::Motif { motif, ply, .. } = &reason_.claim {
        found["motif"] = motif.name().into();
        found["ply"] = (*ply).into();
    }
    found
}

fn line(explanation: &Explanation, evidence: &Evidence) -> Value {
    let mut position = explanation.position.clone();
    let path = evidence.path.iter().map(|step| {
        let text = step.map(|mv| position.uci(mv, CastlingNotation::Standard).to_string());
        match step {
            Some(mv) => position.play(*mv),
            None => position.play_null(),
        }
        text
    });
    let path: Value = path.collect();
    let mut position = evidence.start.clone();
    let moves = evidence.moves.iter().map(|&next| {
        let names = mv(&position, next);
        position.play(next);
        names
    });
    value!({
        "path": path,
        "fen": evidence.start.fen(),
        "moves": moves.collect::<Value>(),
        "score": score(evidence.score),
        "text": words::line(evidence),
        "depth": evidence.depth,
        "nodes": evidence.nodes,
    })
}

fn mv(position: &Position, mv: Move) -> Value {
    value!({ "uci": position.uci(mv, CastlingNotation::Standard).to_string(), "san": position.san(mv) })
}

fn score(score: Score) -> Value {
    let text = words::score(score);
    match score.mate_moves() {
        Some(moves) => value!({ "mate": moves, "text": text }),
        None => value!({ "cp": centipawns(score), "text": text }),
    }
}

/// The squares of a claim, the cause first.
fn squares(explanation: &Explanation, claim: &Claim) -> Vec<Square> {
    match claim {
        Claim::Motif { motif, .. } => match motif {
            Motif::Fork { by, targets } => {
                std::iter::once(by.1).chain(targets.iter().map(|target| target.1)).collect()
            }
            Motif::Pin { by, pinned: front, behind } | Motif::Skewer { by, front, behind } => {
                vec![by.1, front.1, behind.1]
            }
            Motif::AttackOnPinned { by, pinned: target } | Motif::DiscoveredAttack { by, target } => {
                vec![by.1, target.1]
            }
            Motif::TrappedPiece { piece } | Motif::Undefended { piece } => vec![piece.1],
            Motif::RemovedDefender { defender, target } => vec![defender.1, target.1],
            Motif::Deflection { defender, target, .. } | Motif::PinnedDefender { defender, target } => {
                vec![defender.1, *target]
            }
            Motif::OpenedLine { by, blocker } => vec![by.1, blocker.1],
            Motif::Decoy { piece, to } => vec![piece.1, *to],
            Motif::DoubleCheck | Motif::BackRankMate | Motif::SmotheredMate | Motif::Promotion { .. } => {
                Vec::new()
            }
        },
        Claim::Prevents {
            means: Means::MovesAway(piece) | Means::TakesAttacker(piece) | Means::Guards(piece),
            ..
        } => vec![piece.1],
        Claim::MakesPassedPawn => vec![explanation.mv.to()],
        Claim::Purpose(purpose) => purpose.squares(),
        Claim::Compared { .. } | Claim::Theme { .. } => Vec::new(),
        _ => claim.about().map_or(Vec::new(), |mv| vec![mv.from(), mv.to()]),
    }
}
