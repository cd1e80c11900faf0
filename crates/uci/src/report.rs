//! The report of a search, for programs or for people.
//!
//! ```text
//!   info depth 9 seldepth 14 multipv 1 score cp 31 ... pv e2e4 e7e5      after `uci`: integers only
//!
//!    depth   score     time  nodes  line                                 before it: at most 80 columns, moves in SAN
//!     9/14   +0.31    0.05s  81.2k  1. e4 e5 2. Nf3 Nc6
//! ```
//!
//! The report selects the lines that are shown, and sees to it that the last one is the best, which begins with the move that
//! is played. For people, a column counts the lines if there are several, and at a terminal a status line below the table
//! shows how far a long search has come.

use eval::wdl::{self, Material, WinDrawLoss};
use movegen::Position;
use movegen::text::CastlingNotation;
use pgn::numbered_moves;
use search::{Bound, CurrentMove, PvLine, Reporter};
use types::{Move, Score};

use crate::game::ending;
use crate::options::Settings;
use crate::output::{say, say_error, show_status};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// For people.
    Console,
    /// For programs, after the command `uci`.
    Uci,
}

/// The report of one search.
pub(crate) struct SearchReport {
    style: Style,
    root: Position,
    notation: CastlingNotation,
    shows_wdl: bool,
    /// The number of best lines to show. More may be searched.
    shown: usize,
    /// The best line so far.
    best: Option<PvLine>,
    /// True if it was written last.
    ends_with_best: bool,
    has_header: bool,
    /// The state of the search in the last line, for the status.
    progress: String,
}

impl SearchReport {
    pub(crate) fn new(style: Style, root: Position, settings: &Settings) -> SearchReport {
        SearchReport {
            style,
            root,
            notation: settings.notation(),
            shows_wdl: settings.show_wdl,
            shown: settings.multi_pv().get(),
            best: None,
            ends_with_best: false,
            has_header: false,
            progress: String::new(),
        }
    }

    /// Ends the report with the best move of a search.
    pub(crate) fn finish(mut self, result: &PvLine) {
        if let Some(best) = self.best.take().filter(|_| !self.ends_with_best) {
            self.write(&best);
        }
        let Some(best) = result.best_move() else {
            if let (Style::Console, Some(by)) = (self.style, ending(&self.root)) {
                say(format_args!("The game is over by {by}"));
            }
            return say("bestmove (none)");
        };
        let mut text = format!("bestmove {}", self.root.uci(best, self.notation));
        if let Some(ponder) = result.ponder_move() {
            text += &format!(" ponder {}", self.root.after(best).uci(ponder, self.notation));
        }
        say(text);
    }

    fn write(&mut self, line: &PvLine) {
        if self.style == Style::Uci {
            return say(self.info(line));
        }
        if !self.has_header {
            self.has_header = true;
            say(self.columns("#", ["depth", "score", "time", "nodes"], "win/draw/loss") + "line");
        }
        say(self.row(line));
        let nps = short(nodes_per_second(line));
        self.progress = format!("{nps} nodes/s, hash {}% full", line.hashfull.0 / 10);
    }

    /// An `info` line.
    fn info(&self, line: &PvLine) -> String {
        let PvLine { depth, seldepth, multipv, score, bound, nodes, hashfull, tbhits, .. } = *line;
        let mut text = format!("info depth {depth} seldepth {seldepth} multipv {multipv} score ");
        text += &match score.mate_moves() {
            Some(moves) => format!("mate {moves}"),
            None => format!("cp {}", wdl::centipawns(score)),
        };
        text += match bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        if self.shows_wdl {
            let WinDrawLoss { win, draw, loss } = self.chances(line);
            text += &format!(" wdl {win} {draw} {loss}");
        }
        let (nps, time) = (nodes_per_second(line), line.time.as_millis());
        text += &format!(" nodes {nodes} nps {nps} hashfull {hashfull} tbhits {tbhits} time {time}");
        let mut position = self.root.clone();
        for (index, &mv) in line.pv.iter().enumerate() {
            text += if index == 0 { " pv " } else { " " };
            text += &position.uci(mv, self.notation).to_string();
            position.play(mv);
        }
        text
    }

    /// The chances after a line. A draw by the tablebases, or by the rules before or after its first move, is certain.
    fn chances(&self, line: &PvLine) -> WinDrawLoss {
        let after = line.best_move().map(|mv| self.root.after(mv));
        let is_over = after.iter().chain([&self.root]).any(|position| ending(position).is_some());
        if !line.score.is_decisive() && (line.proven.is_some() || is_over) {
            return WinDrawLoss { win: 0, draw: 1000, loss: 0 };
        }
        WinDrawLoss::of(line.score, Material::of(&self.root))
    }

    /// A row of the table.
    fn row(&self, line: &PvLine) -> String {
        let cells = [
            format!("{}/{}", line.depth, line.seldepth),
            score_text(line.score, line.bound),
            format!("{:.2}s", line.time.as_secs_f64()),
            short(line.nodes),
        ];
        let WinDrawLoss { win, draw, loss } = self.chances(line);
        let (rank, wdl) = (line.multipv.to_string(), format!("{win}/{draw}/{loss}"));
        let columns = self.columns(&rank, cells.each_ref().map(String::as_str), &wdl);
        let width = WIDTH.saturating_sub(columns.len());
        (columns + &moves_text(&self.root, &line.pv, width)).trim_end().to_owned()
    }

    /// The columns before the moves.
    fn columns(&self, rank: &str, [depth, score, time, nodes]: [&str; 4], wdl: &str) -> String {
        let mut row = if self.shown > 1 { format!("{rank:>3} ") } else { String::new() };
        row += &format!("{depth:>7} {score:>8} {time:>8} {nodes:>6}  ");
        if self.shows_wdl {
            row += &format!("{wdl:>13}  ");
        }
        row
    }
}

impl Reporter for SearchReport {
    fn line(&mut self, line: &PvLine) {
        if line.multipv > self.shown {
            return;
        }
        self.write(line);
        self.ends_with_best = line.multipv == 1 && line.bound == Bound::Exact;
        if self.ends_with_best {
            self.best = Some(line.clone());
        }
    }

    fn current_move(&mut self, CurrentMove { depth, mv, number }: CurrentMove) {
        if self.style == Style::Uci {
            let mv = self.root.uci(mv, self.notation);
            say(format_args!("info depth {depth} currmove {mv} currmovenumber {number}"));
        } else {
            let san = self.root.san(mv);
            show_status(format_args!("searching depth {depth}, move {number}: {san}; {}", self.progress));
        }
    }

    fn refused_threads(&mut self, wanted: usize, had: usize) {
        let refused = wanted - had;
        say_error(format_args!(
            "option Threads: the system refused {refused} of {wanted} threads; this search has {had}"
        ));
    }
}

/// The speed so far; the number of nodes if no time has passed.
fn nodes_per_second(line: &PvLine) -> u64 {
    let microseconds = line.time.as_micros().max(1);
    let nps = u128::from(line.nodes) * 1_000_000 / microseconds;
    if line.time.is_zero() { line.nodes } else { u64::try_from(nps).unwrap_or(u64::MAX) }
}

/// The width of a usual terminal.
const WIDTH: usize = 80;

/// In pawns, or `#3` and `#-3` for mates; `>` and `<` mark bounds.
fn score_text(score: Score, bound: Bound) -> String {
    let mark = match bound {
        Bound::Exact => "",
        Bound::Lower => ">",
        Bound::Upper => "<",
    };
    match score.mate_moves() {
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
        for (plies, text) in [(1, ">#1"), (2, ">#1"), (5, ">#3")] {
            assert_eq!(score_text(Score::mate_in(Ply(plies)), Bound::Lower), text);
        }
        for (plies, text) in [(0, "#0"), (2, "#-1"), (4, "#-2")] {
            assert_eq!(score_text(Score::mated_in(Ply(plies)), Bound::Exact), text);
        }
        assert_eq!(score_text(Score::TABLEBASE_WIN, Bound::Exact), "+200.00");
    }

    fn play(root: &Position, texts: &[&str]) -> Vec<Move> {
        let mut position = root.clone();
        let play = |text: &&str| {
            let mv = position.parse_uci(text).unwrap();
            position.play(mv);
            mv
        };
        texts.iter().map(play).collect()
    }

    fn shuffle(start: &Position) -> Vec<Move> {
        play(start, &["g1f3", "g8f6", "f3g1", "f6g8"].repeat(10))
    }

    fn report(root: &Position, options: &[(&str, &str)]) -> SearchReport {
        let mut settings = Settings::default();
        for (name, value) in options {
            settings.set(name, Some(value)).unwrap();
        }
        SearchReport::new(Style::Uci, root.clone(), &settings)
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
        for options in [
            &[][..],
            &[("MultiPV", "2")],
            &[("UCI_ShowWDL", "true")],
            &[("MultiPV", "2"), ("UCI_ShowWDL", "true")],
        ] {
            let row = report(&start, options).row(&line);
            assert!(row.len() <= WIDTH, "{}: {row}", row.len());
            assert!(row.contains("1. Nf3"), "{row}");
        }
    }

    #[test]
    fn an_info_line_has_all_parts() {
        let root: Position = "r3k3/3p4/8/8/8/8/3P4/R3K3 w Qq - 0 1".parse().unwrap();
        let line = PvLine {
            depth: Depth(9),
            seldepth: Ply(14),
            multipv: 2,
            nodes: 3000,
            time: Duration::from_micros(1500),
            hashfull: Permill(12),
            ..PvLine::new(wdl::PAWN, play(&root, &["e1c1", "e8a8"]))
        };
        let WinDrawLoss { win, draw, loss } = WinDrawLoss::of(wdl::PAWN, Material::of(&root));
        let beginning = "info depth 9 seldepth 14 multipv 2 score cp 100";
        let end = "nodes 3000 nps 2000000 hashfull 12 tbhits 0 time 1 pv";
        assert_eq!(
            report(&root, &[("UCI_ShowWDL", "true")]).info(&line),
            format!("{beginning} wdl {win} {draw} {loss} {end} e1c1 e8c8")
        );
        let chess960 = report(&root, &[("UCI_Chess960", "true")]);
        assert_eq!(chess960.info(&line), format!("{beginning} {end} e1a1 e8a8"));
        let mated = PvLine { bound: Bound::Upper, ..PvLine::new(Score::mated_in(Ply(4)), Vec::new()) };
        let end = "nodes 0 nps 0 hashfull 0 tbhits 0 time 0";
        assert_eq!(
            chess960.info(&mated),
            format!("info depth 0 seldepth 0 multipv 1 score mate -2 upperbound {end}")
        );
    }
}
