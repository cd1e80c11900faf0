//! PGN games with the engine's score after each move, in pawns, as fastchess and cutechess write them.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use anyhow::{Result, bail};
use eval::wdl::Material;
use positions::pgn::{PgnError, PgnGame, PgnReader, PgnScore};
use toolkit::input::decompressed;

use crate::tally::ResultTable;

/// Terminations that are due to the clock or the program, not the position.
const FAULTS: [&str; 8] = [
    "abandoned",
    "death",
    "disconnect",
    "emergency",
    "illegal move",
    "stalled connection",
    "time forfeit",
    "unterminated",
];

/// Adds all positions of a file. `pawn` is the number of evaluation units in one pawn of the engine's output. `watch`
/// wraps the input to follow the progress. Warnings go to standard error.
///
/// # Errors
/// If the file cannot be read, or if no move of the whole file has a score.
pub fn read<R: Read>(
    path: &Path,
    pawn: f64,
    tally: &mut ResultTable,
    watch: impl FnOnce(File) -> R,
) -> Result<()> {
    for warning in read_from(watch(File::open(path)?), pawn, tally)? {
        eprintln!("warning: {}: {warning}", path.display());
    }
    Ok(())
}

/// Maximum number of warnings about a file; the report counts all games.
const MAX_WARNINGS: usize = 5;

/// Adds all positions of an input, and returns warnings about games that were left out.
///
/// # Errors
/// As those of [`read`].
pub fn read_from(input: impl Read, pawn: f64, tally: &mut ResultTable) -> Result<Vec<String>> {
    let (mut games, mut scores) = (0u64, 0u64);
    let mut warnings = Vec::new();
    for game in PgnReader::new(decompressed(input)?) {
        games += 1;
        match game {
            Ok(game) => scores += count(&game, pawn, tally),
            Err(PgnError::Io(error)) => return Err(error.into()),
            Err(error) => {
                tally.bad_games += 1;
                if warnings.len() < MAX_WARNINGS {
                    warnings.push(format!("{error}; left out"));
                }
            }
        }
    }
    if scores == 0 {
        let why = warnings.first().map_or(String::new(), |warning| format!(" ({warning})"));
        bail!(
            "none of its {games} games has a score behind a move, expected comments such as {{+0.35/14 0.05s}}{why}"
        );
    }
    Ok(warnings)
}

/// Adds a game, and returns how many of its moves have a score.
fn count(game: &PgnGame, pawn: f64, tally: &mut ResultTable) -> u64 {
    let scores = game.moves.iter().filter(|played| played.score().is_some()).count() as u64;
    let is_fault = |how: &str| FAULTS.iter().any(|fault| how.eq_ignore_ascii_case(fault));
    let is_void = game.tag("Termination").is_some_and(is_fault);
    let Some(result) = game.result.filter(|_| !is_void) else {
        tally.void_games += 1;
        return scores;
    };
    tally.begin_game();
    let mut position = game.start.clone();
    for played in &game.moves {
        let units = match played.score() {
            Some(PgnScore::Pawns(pawns)) => Some((pawns * pawn).round() as i32),
            Some(PgnScore::Mate(_)) | None => None,
        };
        tally.add(position.side_to_move(), Material::of(&position).0, units, result);
        position.play(played.mv);
    }
    scores
}
