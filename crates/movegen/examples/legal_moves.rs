//! Prints the legal moves of a position in SAN: `cargo run --example legal_moves -- "FEN"`.

use coppice_chess::Position;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let position = match std::env::args().nth(1) {
        Some(fen) => fen.parse()?,
        None => Position::startpos(),
    };
    println!("{position}");
    let mut moves: Vec<String> = position.legal_moves().iter().map(|&mv| position.san(mv)).collect();
    moves.sort();
    println!("{}", moves.join(" "));
    Ok(())
}
