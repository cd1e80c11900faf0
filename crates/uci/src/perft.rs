//! `go perft <depth>`: the leaves under each move, then `Nodes searched: <sum>`, as tools read it.

use movegen::text::CastlingNotation;
use movegen::{Position, perft};
use search::Control;

use crate::output::say;

/// Subtrees up to this depth are counted in one go, between two looks at `control`.
const UNINTERRUPTED_DEPTH: u8 = 4;

/// Counts and prints. A stop ends it without a sum.
pub(crate) fn divide(position: &Position, depth: u8, notation: CastlingNotation, control: &Control) {
    let mut sum = 0;
    if depth == 0 {
        sum = 1;
    } else {
        let mut moves = position.legal_moves();
        moves.sort_by_key(|&mv| position.uci(mv, notation).to_string());
        for mv in moves {
            let Some(count) = count(&position.after(mv), depth - 1, control) else {
                return say("info string perft stopped");
            };
            say(format_args!("{}: {count}", position.uci(mv, notation)));
            sum += count;
        }
    }
    say(format_args!("\nNodes searched: {sum}\n"));
}

/// The leaves at a depth; `None` if stopped.
fn count(position: &Position, depth: u8, control: &Control) -> Option<u64> {
    if control.is_stopped() {
        return None;
    }
    if depth <= UNINTERRUPTED_DEPTH {
        return Some(perft::bulk(position, depth.into()));
    }
    let mut sum = 0;
    for mv in position.legal_moves() {
        sum += count(&position.after(mv), depth - 1, control)?;
    }
    Some(sum)
}
