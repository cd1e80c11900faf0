//! Writes a list with other weights.
//!
//! An unchanged table is left alone. A table with equally many pairs per line is set in columns. In other tables each
//! pair is replaced in place, and too long lines are wrapped again. Comments between the pairs stay.

use std::fmt::Write as _;
use std::ops::Range;

use super::{TermList, TermTable};

/// Maximum line width.
const LINE: usize = 110;
const INDENTATION: &str = "        ";
/// Number of pairs in a line when a table was one repeated pair.
const COLUMNS: usize = 8;

impl TermList {
    /// The text of the list with these weights, one for each feature in the order of the list.
    ///
    /// # Panics
    /// If there are not as many weights as the list has.
    pub fn with_weights(&self, weights: &[(i16, i16)]) -> String {
        assert_eq!(weights.len(), self.tables.iter().map(|table| table.weights.len()).sum::<usize>());
        let (mut text, mut copied, mut rest) = (String::new(), 0, weights);
        for table in &self.tables {
            let (own, others) = rest.split_at(table.weights.len());
            rest = others;
            if own != table.weights {
                text += &self.text[copied..table.span.start];
                text += &self.rewritten(table, own);
                copied = table.span.end;
            }
        }
        text + &self.text[copied..]
    }

    /// A table from bracket to bracket.
    fn rewritten(&self, table: &TermTable, weights: &[(i16, i16)]) -> String {
        if table.pairs.len() < weights.len() {
            return in_lines(weights, COLUMNS);
        }
        let widths = if self.has_columns(table) { widths(weights) } else { (0, 0) };
        let replaced = self.replaced(table, weights, widths);
        let may_be_broken = widths == (0, 0) && !replaced.contains("//");
        if may_be_broken && self.is_too_long(table, &replaced) { broken_anew(weights) } else { replaced }
    }

    /// Returns `true` if there are several lines, and all hold as many pairs.
    fn has_columns(&self, table: &TermTable) -> bool {
        let line = |pair: &Range<usize>| self.text[table.span.start..pair.start].matches('\n').count();
        let lines: Vec<usize> = table.pairs.iter().map(line).collect();
        let counts: Vec<usize> = lines.chunk_by(|a, b| a == b).map(<[usize]>::len).collect();
        counts.len() > 1 && counts.iter().all(|&count| count == counts[0])
    }

    /// Each pair in place of the old one.
    fn replaced(&self, table: &TermTable, weights: &[(i16, i16)], widths: (usize, usize)) -> String {
        let (mut text, mut copied) = (String::new(), table.span.start);
        for (place, &weight) in table.pairs.iter().zip(weights) {
            text += &self.text[copied..place.start];
            text += &pair(weight, widths);
            copied = place.end;
        }
        text + &self.text[copied..table.span.end]
    }

    /// Returns `true` if a replaced table is too wide. The name of the term precedes its first line, and a semicolon
    /// follows its last.
    fn is_too_long(&self, table: &TermTable, replaced: &str) -> bool {
        let line_start = self.text[..table.span.start].rfind('\n').map_or(0, |at| at + 1);
        let name = &self.text[line_start..table.span.start];
        format!("{name}{replaced};").lines().any(|line| line.chars().count() > LINE)
    }
}

fn pair((middlegame, endgame): (i16, i16), widths: (usize, usize)) -> String {
    format!("({middlegame:>0$}, {endgame:>1$})", widths.0, widths.1)
}

/// The widest numbers of each half.
fn widths(weights: &[(i16, i16)]) -> (usize, usize) {
    let width = |number: i16| number.to_string().len();
    let widest = |half: fn(&(i16, i16)) -> i16| weights.iter().map(half).map(width).max().unwrap_or(0);
    (widest(|pair| pair.0), widest(|pair| pair.1))
}

/// Lines of `columns` pairs each, aligned.
fn in_lines(weights: &[(i16, i16)], columns: usize) -> String {
    let widths = widths(weights);
    let mut text = "[\n".to_owned();
    for line in weights.chunks(columns) {
        let pairs: Vec<String> = line.iter().map(|&weight| pair(weight, widths)).collect();
        let _ = writeln!(text, "{INDENTATION}{},", pairs.join(", "));
    }
    text + "    ]"
}

/// As many pairs per line as fit the width.
fn broken_anew(weights: &[(i16, i16)]) -> String {
    let mut lines: Vec<String> = Vec::new();
    for &weight in weights {
        let pair = pair(weight, (0, 0)) + ",";
        match lines.last_mut() {
            Some(line) if INDENTATION.len() + line.len() + 1 + pair.len() <= LINE => {
                *line += &format!(" {pair}")
            }
            _ => lines.push(pair),
        }
    }
    let lines: Vec<String> = lines.iter().map(|line| format!("{INDENTATION}{line}\n")).collect();
    format!("[\n{}    ]", lines.concat())
}
