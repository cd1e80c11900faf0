//! Reports in the format of the protocol: one line each, integers only.

use std::fmt::{self, Display};

use eval::wdl::{self, Material, WinDrawLoss};
use movegen::Position;
use movegen::text::CastlingNotation;
use search::{Bound, CurrentMove, PvLine};
use types::{Move, Score};

use super::ReportFormat;
use crate::output::say;

/// `info` and `bestmove` lines.
pub(crate) struct UciFormat {
    root: Position,
    notation: CastlingNotation,
    shows_wdl: bool,
}

impl UciFormat {
    pub(crate) fn new(root: Position, notation: CastlingNotation, shows_wdl: bool) -> UciFormat {
        UciFormat { root, notation, shows_wdl }
    }
}

impl ReportFormat for UciFormat {
    fn line(&mut self, line: &PvLine) {
        say(InfoLine { line, format: self });
    }

    fn current_move(&mut self, current: CurrentMove) {
        let mv = self.root.uci(current.mv, self.notation);
        say(format_args!("info depth {} currmove {mv} currmovenumber {}", current.depth, current.number));
    }

    fn best_move(&mut self, best: Option<Move>, ponder: Option<Move>) {
        say(best_move(&self.root, self.notation, best, ponder));
    }
}

/// The `bestmove` line, also used in reports for people. `(none)` if there is no move.
pub(super) fn best_move(
    root: &Position,
    notation: CastlingNotation,
    best: Option<Move>,
    ponder: Option<Move>,
) -> String {
    let Some(best) = best else { return "bestmove (none)".to_owned() };
    let mv = root.uci(best, notation);
    match ponder {
        Some(ponder) => format!("bestmove {mv} ponder {}", root.after(best).uci(ponder, notation)),
        None => format!("bestmove {mv}"),
    }
}

/// An `info` line.
struct InfoLine<'a> {
    line: &'a PvLine,
    format: &'a UciFormat,
}

impl Display for InfoLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PvLine { depth, seldepth, multipv, score, bound, nodes, hashfull, tbhits, .. } = *self.line;
        write!(f, "info depth {depth} seldepth {seldepth} multipv {multipv} score {}", UciScore(score))?;
        f.write_str(match bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        })?;
        if self.format.shows_wdl {
            let WinDrawLoss { win, draw, loss } = WinDrawLoss::of(score, Material::of(&self.format.root));
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        let nps = nodes_per_second(self.line);
        let time = self.line.time.as_millis();
        write!(f, " nodes {nodes} nps {nps} hashfull {hashfull} tbhits {tbhits} time {time}")?;
        if !self.line.pv.is_empty() {
            f.write_str(" pv")?;
        }
        let mut position = self.format.root.clone();
        for &mv in &self.line.pv {
            write!(f, " {}", position.uci(mv, self.format.notation))?;
            position.play(mv);
        }
        Ok(())
    }
}

/// `cp 34` or `mate -3`; mates count moves, not plies.
struct UciScore(Score);

impl Display for UciScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match mate_in_moves(self.0) {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", wdl::centipawns(self.0)),
        }
    }
}

/// Moves of the side that mates until the mate is on the board, negative if that is the opponent.
pub(super) fn mate_in_moves(score: Score) -> Option<i32> {
    score.mate_plies().map(|plies| if plies > 0 { (plies + 1) / 2 } else { plies / 2 })
}

/// The speed so far; the number of nodes if no time has passed.
pub(super) fn nodes_per_second(line: &PvLine) -> u64 {
    let microseconds = line.time.as_micros().max(1);
    let nps = u128::from(line.nodes) * 1_000_000 / microseconds;
    if line.time.is_zero() { line.nodes } else { u64::try_from(nps).unwrap_or(u64::MAX) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use search::Permill;
    use std::time::Duration;
    use types::{Depth, Ply};

    fn line(pv: Vec<Move>) -> PvLine {
        PvLine {
            depth: Depth(9),
            seldepth: Ply(14),
            multipv: 2,
            nodes: 3000,
            time: Duration::from_micros(1500),
            hashfull: Permill(12),
            ..PvLine::new(wdl::PAWN, pv)
        }
    }

    fn text(fen: &str, notation: CastlingNotation, shows_wdl: bool, moves: &[&str]) -> String {
        let root: Position = fen.parse().unwrap();
        let mut position = root.clone();
        let mut pv = Vec::new();
        for text in moves {
            let mv = position.parse_uci(text).unwrap();
            position.play(mv);
            pv.push(mv);
        }
        InfoLine { line: &line(pv), format: &UciFormat::new(root, notation, shows_wdl) }.to_string()
    }

    const CASTLING: &str = "r3k3/3p4/8/8/8/8/3P4/R3K3 w Qq - 0 1";

    #[test]
    fn an_info_line_has_all_parts() {
        let material = Material::of(&CASTLING.parse().unwrap());
        let WinDrawLoss { win, draw, loss } = WinDrawLoss::of(wdl::PAWN, material);
        assert_eq!(
            text(CASTLING, CastlingNotation::Standard, true, &["e1a1", "e8a8"]),
            format!(
                "info depth 9 seldepth 14 multipv 2 score cp 100 wdl {win} {draw} {loss} nodes 3000 \
                 nps 2000000 hashfull 12 tbhits 0 time 1 pv e1c1 e8c8"
            )
        );
    }

    #[test]
    fn castling_follows_the_notation() {
        let chess960 = text(CASTLING, CastlingNotation::Chess960, false, &["e1c1", "e8c8"]);
        assert!(chess960.ends_with(" time 1 pv e1a1 e8a8"), "{chess960}");
        assert!(!chess960.contains("wdl"));
    }

    #[test]
    fn a_position_without_moves_has_no_line_and_no_best_move() {
        let info = text("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", CastlingNotation::Standard, false, &[]);
        assert!(info.ends_with(" time 1"), "{info}");
        let root = Position::startpos();
        assert_eq!(best_move(&root, CastlingNotation::Standard, None, None), "bestmove (none)");
    }

    #[test]
    fn mates_are_counted_in_moves() {
        let moves = |score| mate_in_moves(score).unwrap();
        assert_eq!([1, 2, 3, 4, 5].map(|ply| moves(Score::mate_in(Ply(ply)))), [1, 1, 2, 2, 3]);
        assert_eq!([0, 2, 4].map(|ply| moves(Score::mated_in(Ply(ply)))), [0, -1, -2]);
        assert_eq!(UciScore(Score::mated_in(Ply(4))).to_string(), "mate -2");
        assert_eq!(UciScore(Score::TABLEBASE_WIN).to_string(), "cp 20000");
    }

    #[test]
    fn no_time_is_no_division_by_zero() {
        let instant = PvLine { time: Duration::ZERO, ..line(Vec::new()) };
        assert_eq!(nodes_per_second(&instant), instant.nodes);
    }
}
