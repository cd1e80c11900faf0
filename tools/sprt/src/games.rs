//! Counting distinct games: repeated games are no evidence.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

/// Note about repeated games in a folder; empty if all are distinct.
pub(crate) fn note(folder: &Path) -> String {
    let games = File::open(folder.join("games.pgn")).map(|file| count(BufReader::new(file)));
    match games {
        Ok((games, distinct)) if distinct < games => format!(
            "\nOnly {distinct} of the {games} games in games.pgn are distinct: the others repeat them, and are no evidence.\n"
        ),
        _ => String::new(),
    }
}

/// Number of games in a PGN file, and of distinct ones by White's name, opening and moves.
fn count(input: impl BufRead) -> (usize, usize) {
    let (mut games, mut seen) = (0, HashSet::new());
    let (mut game, mut has_moves) = (String::new(), false);
    // Comments may span several lines.
    let mut is_comment = false;
    let mut end = |game: &mut String| {
        games += 1;
        seen.insert(std::mem::take(game));
    };
    for line in input.lines().map_while(Result::ok) {
        if line.starts_with('[') && !is_comment {
            if std::mem::take(&mut has_moves) {
                end(&mut game);
            }
            if line.starts_with("[White ") || line.starts_with("[FEN ") {
                game += &line;
            }
            continue;
        }
        for word in line.split_inclusive([' ', '}']) {
            is_comment |= word.starts_with('{');
            if !is_comment && !word.trim().is_empty() {
                has_moves = true;
                game += word.trim();
                game.push(' ');
            }
            is_comment &= !word.contains('}');
        }
    }
    if has_moves {
        end(&mut game);
    }
    (games, seen.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_differ_by_opening_and_moves_not_by_clocks() {
        let game = |white: &str, fen: &str, moves: &str| {
            format!("[White \"{white}\"]\n[Round \"1\"]\n[FEN \"{fen}\"]\n\n{moves}\n\n")
        };
        let text = [
            game("a", "x", "1. e4 {+0.10/9 0.1s} e5\n{+0.20/9 0.3s,\nmate} 1-0"),
            game("a", "x", "1. e4 {+0.10/9 0.2s} e5 {+0.20/9 0.4s} 1-0"),
            game("b", "x", "1. e4 e5 1-0"),
            game("a", "y", "1. e4 e5 1-0"),
            game("a", "x", "1. e4 c5 1-0"),
        ];
        assert_eq!(count(text.concat().as_bytes()), (5, 4));
        assert_eq!(count(&b""[..]), (0, 0));
    }
}
