//! Reading the positions to search.

use std::path::Path;

use anyhow::{Context, Result, anyhow, ensure};
use movegen::Position;
use movegen::text::epd::Epd;

/// Reads a suite: EPD, or lines of FEN with or without perft counts. Empty lines and lines that begin with `#` are
/// ignored.
///
/// # Errors
/// If the file cannot be read or holds no position, or a line is not a position; the line is named.
pub fn read_suite(file: &Path) -> Result<Vec<Position>> {
    let name = file.display();
    let text = std::fs::read_to_string(file).with_context(|| format!("{name}: unreadable suite"))?;
    let is_ignored = |line: &str| line.is_empty() || line.starts_with('#');
    let lines = text.lines().map(str::trim).enumerate().filter(|(_, line)| !is_ignored(line));
    // The form of compiler messages, so that editors find the place.
    let read = |(index, line): (usize, &str)| match line.parse::<Epd>() {
        Ok(epd) => searchable(epd.position).map_err(|why| anyhow!("{name}:{}: {why}", index + 1)),
        Err(error) => Err(anyhow!("{name}:{}: {error}", index + 1)),
    };
    let positions = lines.map(read).collect::<Result<Vec<Position>>>()?;
    ensure!(!positions.is_empty(), "{name}: holds no positions, expected lines of FEN or EPD");
    Ok(positions)
}

/// Reads a position from the command line.
///
/// # Errors
/// If the text is not a position, or the game is over.
pub fn parse_position(text: &str) -> Result<Position> {
    searchable(if text == "startpos" { Position::startpos() } else { text.parse()? })
}

fn searchable(position: Position) -> Result<Position> {
    ensure!(position.count_legal_moves() > 0, "the game is over in '{}', expected a move", position.fen());
    Ok(position)
}
