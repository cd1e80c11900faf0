//! The results as a table of text.

use std::fmt::{self, Write};

use indicatif::HumanCount;
use types::Score;

use crate::methods::MINIMAX;
use crate::results::{MethodResult, Total};

/// The table of one depth.
pub struct MethodTable<'a> {
    /// The measurements.
    pub rows: &'a [MethodResult],
    /// The depth.
    pub depth: u32,
    /// The number of positions.
    pub positions: usize,
    /// The number of moves that minimax makes; `None` if unknown.
    pub minimax_nodes: Option<u64>,
}

const HEADINGS: [&str; 6] = ["nodes", "leaves", "CPU time", "branching", "of minimax", "value"];

impl fmt::Display for MethodTable<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<(&str, [String; 6])> =
            self.rows.iter().filter_map(|row| Some((row.name.as_str(), self.cells(row)?))).collect();
        let width = |column: usize| {
            let cells = lines.iter().map(|(_, cells)| cells[column].chars().count());
            cells.chain([HEADINGS[column].len()]).max().unwrap_or(0)
        };
        let names = lines.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        let line = |name: &str, cells: [&str; 6]| {
            let mut line = format!("{name:names$}");
            for (column, cell) in cells.iter().enumerate() {
                // Writing to a string cannot fail.
                let _ = write!(line, "  {cell:>width$}", width = width(column));
            }
            line
        };
        writeln!(f, "{}", line("", HEADINGS))?;
        for (name, cells) in &lines {
            writeln!(f, "{}", line(name, cells.each_ref().map(String::as_str)))?;
        }
        Ok(())
    }
}

impl MethodTable<'_> {
    fn cells(&self, row: &MethodResult) -> Option<[String; 6]> {
        let total = row.total(self.depth)?;
        let is_capped = total.finished < self.positions;
        let searched = |text: String| if is_capped { format!("> {text}") } else { text };
        Some([
            searched(HumanCount(total.counts.nodes).to_string()),
            searched(HumanCount(total.counts.leaves).to_string()),
            format!("{:.3} s", total.cpu_time.as_secs_f64()),
            searched(format!("{:.2}", self.branching(&total))),
            self.share(row, &total, is_capped),
            self.value(row, &total),
        ])
    }

    /// The effective branching factor: the `depth`-th root of the mean number of nodes.
    fn branching(&self, total: &Total) -> f64 {
        let nodes = total.counts.nodes as f64 / self.positions as f64;
        nodes.powf(1.0 / f64::from(self.depth))
    }

    fn share(&self, row: &MethodResult, total: &Total, is_capped: bool) -> String {
        match self.minimax_nodes {
            _ if is_capped => "capped".to_owned(),
            _ if row.name == MINIMAX => "100 %".to_owned(),
            Some(minimax) => percentage(total.counts.nodes as f64 / minimax as f64),
            None => "?".to_owned(),
        }
    }

    /// The value for the side to move; for several positions, how many were searched to the end.
    fn value(&self, row: &MethodResult, total: &Total) -> String {
        if self.positions > 1 {
            return format!("{} of {}", total.finished, self.positions);
        }
        let score = row.run(0, self.depth).and_then(|run| run.score);
        score.map_or("-".to_owned(), value_text)
    }
}

/// A percentage with two significant digits.
fn percentage(share: f64) -> String {
    let percent = 100.0 * share;
    let digits = if percent > 0.0 { (1.0 - percent.log10().floor()).clamp(0.0, 6.0) } else { 0.0 };
    format!("{percent:.*} %", digits as usize)
}

/// A score in evaluation units, or a mate with its number of moves.
fn value_text(score: Score) -> String {
    match score.mate_plies() {
        Some(plies) => format!("{}#{}", if plies < 0 { "-" } else { "" }, (plies.abs() + 1) / 2),
        None => format!("{:+}", score.0),
    }
}
