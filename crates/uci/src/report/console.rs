//! Reports for people: a table with aligned columns, moves as people write them.
//!
//! ```text
//!  #   depth    score     time    nodes  nodes/s  hash  line
//!  1    9/14    +0.31    0.05s    81.2k    1.62M    1%  1. e4 e5 2. Nf3 Nc6
//! ```
//!
//! `#` counts the lines of `MultiPV`; `UCI_ShowWDL` puts a column of chances before the moves.

use std::time::Duration;

use eval::wdl::{self, Material, Wdl};
use movegen::Position;
use movegen::text::CastlingNotation;
use search::{Bound, CurrentMove, Line};
use types::{Color, Move, Score};

use super::{View, uci};
use crate::output::say;

/// Writes a table.
pub(crate) struct ConsoleView {
    root: Position,
    notation: CastlingNotation,
    shows_wdl: bool,
    has_header: bool,
}

/// Longer lines of moves are cut: what comes so late is hardly meant.
const LINE_WIDTH: usize = 64;

impl ConsoleView {
    pub(crate) fn new(root: Position, notation: CastlingNotation, shows_wdl: bool) -> ConsoleView {
        ConsoleView { root, notation, shows_wdl, has_header: false }
    }

    fn row(&self, cells: [&str; 7], wdl: &str, line: &str) -> String {
        let [rank, depth, score, time, nodes, nps, hash] = cells;
        let mut row = format!("{rank:>2} {depth:>7} {score:>8} {time:>8} {nodes:>8} {nps:>8} {hash:>5}  ");
        if self.shows_wdl {
            row += &format!("{wdl:>14}  ");
        }
        row + line
    }
}

impl View for ConsoleView {
    fn line(&mut self, line: &Line<'_>) {
        if !self.has_header {
            self.has_header = true;
            let header = ["#", "depth", "score", "time", "nodes", "nodes/s", "hash"];
            say(self.row(header, "win/draw/loss", "line"));
        }
        let cells = [
            line.multipv.to_string(),
            format!("{}/{}", line.depth, line.seldepth),
            score_text(line.score, line.bound),
            time_text(line.time),
            short(line.nodes),
            short(uci::nodes_per_second(line)),
            format!("{}%", line.hashfull.0 / 10),
        ];
        let Wdl { win, draw, loss } = Wdl::of(line.score, Material::of(&self.root));
        let wdl = format!("{win}/{draw}/{loss}");
        say(self.row(cells.each_ref().map(String::as_str), &wdl, &moves_text(&self.root, line.pv)));
    }

    fn current_move(&mut self, current: CurrentMove) {
        say(format_args!("{:>10} {:>8} {}.", current.depth, self.root.san(current.mv), current.number));
    }

    fn best_move(&mut self, best: Option<Move>, ponder: Option<Move>) {
        say(uci::best_move(&self.root, self.notation, best, ponder));
    }
}

/// In pawns, or `#3` and `#-3` for mates; `>` and `<` mark bounds.
fn score_text(score: Score, bound: Bound) -> String {
    let mark = match bound {
        Bound::Exact => "",
        Bound::Lower => ">",
        Bound::Upper => "<",
    };
    match uci::mate_in_moves(score) {
        Some(moves) => format!("{mark}#{moves}"),
        None => format!("{mark}{:+.2}", f64::from(wdl::centipawns(score)) / 100.0),
    }
}

fn time_text(time: Duration) -> String {
    format!("{:.2}s", time.as_secs_f64())
}

/// A number in at most five characters and a unit.
pub(crate) fn short(number: u64) -> String {
    const UNITS: [&str; 5] = ["k", "M", "G", "T", "P"];
    if number < 10_000 {
        return number.to_string();
    }
    let mut value = number as f64;
    let mut unit = "";
    for next in UNITS {
        if value < 999.5 {
            break;
        }
        value /= 1000.0;
        unit = next;
    }
    let decimals = if value < 9.995 {
        2
    } else if value < 99.95 {
        1
    } else {
        0
    };
    format!("{value:.decimals$}{unit}")
}

/// Moves in SAN with their numbers, cut to [`LINE_WIDTH`].
fn moves_text(root: &Position, moves: &[Move]) -> String {
    let mut position = root.clone();
    let mut text = String::new();
    for (index, &mv) in moves.iter().enumerate() {
        let number = position.fullmove_number();
        let word = match (position.side_to_move(), index) {
            (Color::White, _) => format!("{number}. {}", position.san(mv)),
            (Color::Black, 0) => format!("{number}... {}", position.san(mv)),
            (Color::Black, _) => position.san(mv),
        };
        if text.len() + word.len() > LINE_WIDTH {
            return text + " ...";
        }
        if index > 0 {
            text.push(' ');
        }
        text += &word;
        position.play(mv);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use types::Ply;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0, "0"),
            (9_999, "9999"),
            (10_000, "10.0k"),
            (99_949, "99.9k"),
            (99_950, "100k"),
            (999_499, "999k"),
            (999_500, "1.00M"),
            (1_624_000, "1.62M"),
            (u64::MAX, "18447P"),
        ];
        for (number, text) in cases {
            assert_eq!(short(number), text);
        }
    }

    #[test]
    fn scores_are_in_pawns_or_moves_to_mate() {
        assert_eq!(score_text(wdl::PAWN, Bound::Exact), "+1.00");
        assert_eq!(score_text(-wdl::PAWN, Bound::Upper), "<-1.00");
        assert_eq!(score_text(Score::mate_in(Ply(5)), Bound::Lower), ">#3");
        assert_eq!(score_text(Score::mated_in(Ply(4)), Bound::Exact), "#-2");
    }

    #[test]
    fn lines_are_numbered_from_either_side_and_cut() {
        let start = Position::startpos();
        let mut moves = Vec::new();
        let mut position = start.clone();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(40) {
            let mv = position.parse_uci(text).unwrap();
            moves.push(mv);
            position.play(mv);
        }
        assert_eq!(moves_text(&start, &moves[..3]), "1. Nf3 Nf6 2. Ng1");
        let black = start.after(moves[0]);
        assert_eq!(moves_text(&black, &moves[1..4]), "1... Nf6 2. Ng1 Ng8");
        let cut = moves_text(&start, &moves);
        assert!(cut.ends_with(" ...") && cut.len() <= LINE_WIDTH + 5, "{cut}");
    }
}
