//! Plays a random game of Chess960 to its end: `cargo run --example random_game -- 959`.

use coppice_chess::{KeyHistory, chess960};
use rand::RngExt as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let array = match std::env::args().nth(1) {
        Some(number) => number.parse()?,
        None => rand::random_range(0..chess960::COUNT),
    };
    let mut position = chess960::start(array, array);
    println!("{}", position.fen());
    let mut earlier = KeyHistory::new();
    let mut rng = rand::rng();
    let outcome = loop {
        if let Some(outcome) = position.outcome_with_claims(&earlier) {
            break outcome;
        }
        let moves = position.legal_moves();
        let mv = moves[rng.random_range(..moves.len())];
        println!("{}. {}", position.fullmove_number(), position.san(mv));
        earlier.push(position.key());
        position.play(mv);
    };
    println!("{position}\n{outcome}");
    Ok(())
}
