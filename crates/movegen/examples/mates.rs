//! Prints the first moves that force mate: `cargo run --example mates -- 2 "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"`.

use coppice_chess::{Move, Position};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [moves, fen] = arguments.as_slice() else {
        return Err("expected a number of moves and a FEN".into());
    };
    let position: Position = fen.parse()?;
    for mv in mates(&position, moves.parse()?) {
        println!("{}", position.san(mv));
    }
    Ok(())
}

/// The moves after which the opponent is mated within `moves` moves, this one included, whatever the replies.
fn mates(position: &Position, moves: u32) -> Vec<Move> {
    let is_mate_in = |mv: &Move| {
        let after = position.after(*mv);
        let replies = after.legal_moves();
        if replies.is_empty() {
            return after.in_check();
        }
        moves > 1 && replies.iter().all(|&reply| !mates(&after.after(reply), moves - 1).is_empty())
    };
    position.legal_moves().iter().copied().filter(is_mate_in).collect()
}
