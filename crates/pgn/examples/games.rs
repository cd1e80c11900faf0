//! Prints the games of a PGN file, one a line: the first position, the moves, the result. Where a game cannot be read on,
//! `error` and the reason follow in place of the result, also if nothing can be read. `.ci/pgn.py` compares them with what
//! python-chess reads.

use std::io::{self, BufReader};

use movegen::text::CastlingNotation;
use pgn::{GameResult, PgnError, PgnGame, PgnReader};

fn main() {
    for game in PgnReader::new(BufReader::new(io::stdin())) {
        match &game {
            Ok(game) => println!("{} {}", moves(game), game.result.map_or("*", GameResult::pgn)),
            Err(error @ PgnError::Game { game: Some(game), .. }) => {
                println!("{} error {error}", moves(game))
            }
            Err(error) => println!("error {error}"),
        }
    }
}

fn moves(game: &PgnGame) -> String {
    let mut position = game.start.clone();
    let mut text = position.fen();
    for played in &game.moves {
        text += &format!(" {}", position.uci(played.mv, CastlingNotation::Chess960));
        position.play(played.mv);
    }
    text
}
