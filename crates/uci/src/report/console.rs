//! Reports for people: a table of at most 80 columns, moves in SAN.
//!
//! ```text
//!  depth   score     time  nodes  line
//!   9/14   +0.31    0.05s  81.2k  1. e4 e5 2. Nf3 Nc6
//! ```
//!
//! With `MultiPV`, a column counts the lines; `UCI_ShowWDL` adds the chances to win, draw and lose. At a terminal a status
//! line below the table shows how far a long search has come.

use eval::wdl::{self, Material, WinDrawLoss};
use movegen::Position;
use movegen::text::CastlingNotation;
use pgn::numbered_moves;
use search::{Bound, CurrentMove, PvLine};
use types::{Move, Score};

use super::ReportFormat;
use super::uci;
use crate::game::ending;
use crate::output::{say, show_status};

pub(crate) struct ConsoleFormat {
    root: Position,
    notation: CastlingNotation,
    shows_wdl: bool,
    shows_rank: bool,
    has_header: bool,
    /// The state of the search in the last line, for the status.
    progress: String,
}

/// The width of a usual terminal.
const WIDTH: usize = 80;

impl ConsoleFormat {
    pub(crate) fn new(
        root: Position,
        notation: CastlingNotation,
        shows_wdl: bool,
        shows_rank: bool,
    ) -> ConsoleFormat {
        ConsoleFormat { root, notation, shows_wdl, shows_rank, has_header: false, progress: String::new() }
    }

    /// The columns before the moves.
    fn columns(&self, rank: &str, cells: [&str; 4], wdl: &str) -> String {
        let [depth, score, time, nodes] = cells;
        let mut row = if self.shows_rank { format!("{rank:>3} ") } else { String::new() };
        row += &format!("{depth:>7} {score:>8} {time:>8} {nodes:>6}  ");
        if self.shows_wdl {
            row += &format!("{wdl:>13}  ");
        }
        row
    }

    fn row(&self, line: &PvLine) -> String {
        let cells = [
            format!("{}/{}", line.depth, line.seldepth),
            score_text(line.score, line.bound),
            format!("{:.2}s", line.time.as_secs_f64()),
            short(line.nodes),
        ];
        let WinDrawLoss { win, draw, loss } = WinDrawLoss::of(line.score, Material::of(&self.root));
        let (rank, wdl) = (line.multipv.to_string(), format!("{win}/{draw}/{loss}"));
        let columns = self.columns(&rank, cells.each_ref().map(String::as_str), &wdl);
        let width = WIDTH.saturating_sub(columns.len());
        (columns + &moves_text(&self.root, &line.pv, width)).trim_end().to_owned()
    }
}

impl ReportFormat for ConsoleFormat {
    fn line(&mut self, line: &PvLine) {
        if !self.has_header {
            self.has_header = true;
            say(self.columns("#", ["depth", "score", "time", "nodes"], "win/draw/loss") + "line");
        }
        say(self.row(line));
        let nps = short(uci::nodes_per_second(line));
        self.progress = format!("{nps} nodes/s, hash {}% full", line.hashfull.0 / 10);
    }

    fn current_move(&mut self, current: CurrentMove) {
        let CurrentMove { depth, mv, number } = current;
        let san = self.root.san(mv);
        show_status(format_args!("searching depth {depth}, move {number}: {san}; {}", self.progress));
    }

    fn best_move(&mut self, best: Option<Move>, ponder: Option<Move>) {
        if let (None, Some(by)) = (best, ending(&self.root)) {
            say(format_args!("The game is over by {by}"));
        }
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

/// A number in at most five characters, the unit among them. Numbers beyond 10¹⁸ take one more.
fn short(number: u64) -> String {
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

/// Moves in SAN with their numbers, as many as fit into a width. Two dots stand for the others.
fn moves_text(root: &Position, moves: &[Move], width: usize) -> String {
    const MORE: &str = " ..";
    let words: Vec<String> = numbered_moves(root, moves).collect();
    let text = words.join(" ");
    if text.len() <= width {
        return text;
    }
    let mut cut = String::new();
    for word in words {
        let separator = if cut.is_empty() { "" } else { " " };
        if cut.len() + separator.len() + word.len() + MORE.len() > width {
            break;
        }
        cut = cut + separator + &word;
    }
    cut + MORE
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use search::Permill;
    use types::{Depth, Ply};

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

    fn shuffle(start: &Position) -> Vec<Move> {
        let mut moves = Vec::new();
        let mut position = start.clone();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"].iter().cycle().take(40) {
            let mv = position.parse_uci(text).unwrap();
            moves.push(mv);
            position.play(mv);
        }
        moves
    }

    #[test]
    fn lines_are_numbered_from_either_side_and_cut() {
        let start = Position::startpos();
        let moves = shuffle(&start);
        assert_eq!(moves_text(&start, &moves[..3], 17), "1. Nf3 Nf6 2. Ng1");
        assert_eq!(moves_text(&start, &moves[..3], 16), "1. Nf3 Nf6 ..");
        let black = start.after(moves[0]);
        assert_eq!(moves_text(&black, &moves[1..4], 40), "1... Nf6 2. Ng1 Ng8");
        for width in 20..60 {
            let cut = moves_text(&start, &moves, width);
            assert!(cut.ends_with(" ..") && cut.len() <= width, "{width}: {cut}");
        }
    }

    /// The widest of everything that a search can report.
    #[test]
    fn no_row_is_wider_than_a_terminal() {
        let start = Position::startpos();
        let moves = shuffle(&start);
        let line = PvLine {
            depth: Depth(246),
            seldepth: Ply(246),
            multipv: 218,
            bound: Bound::Upper,
            nodes: 999_499_000_000_000,
            time: Duration::from_secs(86_399),
            hashfull: Permill(1000),
            ..PvLine::new(Score::mated_in(Ply(246)), moves)
        };
        for (shows_wdl, shows_rank) in [(false, false), (false, true), (true, false), (true, true)] {
            let format = ConsoleFormat::new(start.clone(), CastlingNotation::Standard, shows_wdl, shows_rank);
            let row = format.row(&line);
            assert!(row.len() <= WIDTH, "{}: {row}", row.len());
            assert!(row.contains("1. Nf3"), "{row}");
        }
    }
}
