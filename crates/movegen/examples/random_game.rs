//! Plays a random game of Chess960 to its end: `cargo run --example random_game -- 959`.

use coppice_chess::{KeyHistory, Ply, Position, chess960};
use rand::seq::IndexedRandom as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let array = match std::env::args().nth(1) {
        Some(number) => number.parse()?,
        None => rand::random_range(0..chess960::COUNT),
    };
    let mut position = chess960::start(array, array);
    println!("{}", position.fen());
    let mut earlier = KeyHistory::new();
    let mut rng = rand::rng();
    while !position.is_drawn(&earlier, Ply::ROOT) {
        let moves = position.legal_moves();
        let Some(&mv) = moves.choose(&mut rng) else { break };
        println!("{}. {}", position.fullmove_number(), position.san(mv));
        earlier.push(position.key());
        position.play(mv);
    }
    println!("{position}\n{}", result(&position));
    Ok(())
}

fn result(position: &Position) -> &'static str {
    match (position.legal_moves().is_empty(), position.in_check()) {
        (true, true) => "mate",
        (true, false) => "stalemate",
        _ => "draw by rule",
    }
}
