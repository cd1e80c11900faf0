//! Prints the games of a PGN file, one a line: the first position, the moves, the result. A game that cannot be read
//! is a line that begins with `error`. `.ci/pgn.py` compares them with what python-chess reads.

use std::io::{self, BufReader};

use movegen::text::CastlingNotation;
use pgn::{GameResult, PgnReader};

fn main() {
    for game in PgnReader::new(BufReader::new(io::stdin())) {
        match game {
            Err(error) => println!("error {error}"),
            Ok(game) => {
                let mut position = game.start.clone();
                print!("{}", position.fen());
                for played in &game.moves {
                    print!(" {}", position.uci(played.mv, CastlingNotation::Chess960));
                    position.play(played.mv);
                }
                println!(" {}", game.result.map_or("*", GameResult::pgn));
            }
        }
    }
}
