//! Writes the picture of a position, given as FEN: `cargo run -p evalview --example picture -- FEN > picture.svg`.

use movegen::Position;

fn main() {
    let fen = std::env::args().nth(1);
    match fen.map_or_else(|| Ok(Position::startpos()), |fen| fen.parse()) {
        Ok(position) => println!("{}", evalview::Picture::of(&position, None)),
        Err(error) => eprintln!("error: {error}"),
    }
}
