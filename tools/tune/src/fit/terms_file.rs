//! The list of terms (`crates/eval/src/terms.rs`) as text: its tables are read, and printed with other weights.
//!
//! A table begins with a line like `NAME[length] = [` or, for the side to move, `moving [`, and ends with its bracket. It
//! is printed anew with as many pairs a line as it had. Everything else stays.

use std::ops::Range;

use anyhow::{Context as _, Result, bail, ensure};
use eval::terms::{TERMS, WEIGHTS};

use super::model::WeightPair;

const WIDTH: usize = 110;
const INDENTATION: &str = "        ";
/// Number of pairs in a line when a table was one repeated pair.
const COLUMNS: usize = 8;

type Pair = (i16, i16);

/// The weights of a term, or of it for the side to move.
struct Table {
    name: String,
    is_moving: bool,
    weights: Vec<Pair>,
    /// Its bytes in the text, from bracket to bracket.
    span: Range<usize>,
}

/// A list of terms.
pub struct TermsFile {
    text: String,
    tables: Vec<Table>,
}

impl TermsFile {
    pub fn parse(text: &str) -> Result<TermsFile> {
        let body =
            text.find("\nterms! {").context("expected a list of terms, which begins with: terms! {")?;
        let (mut tables, mut at): (Vec<Table>, _) = (Vec::new(), body);
        // A name with its length, or `moving`, then the bracket that begins a table.
        let begins_table = |&(at, _): &(usize, &str)| text[at + 1..].starts_with(['(', '\n']);
        while let Some((start, _)) =
            text.match_indices('[').filter(|&(found, _)| found >= at).find(begins_table)
        {
            let line = || text[..start].matches('\n').count() + 1;
            let about = || format!("line {}: expected 'NAME[length] = [(middlegame, endgame), …]'", line());
            let end = start + text[start..].find(']').with_context(about)? + 1;
            let weights = pairs(&text[start + 1..end - 1]).with_context(about)?;
            let (head, is_moving) = match text[at..start].trim_end().strip_suffix("moving") {
                Some(_) => (None, true),
                None => (text[at..start].lines().last(), false),
            };
            let (name, length) = match (head, tables.last()) {
                (Some(head), _) => {
                    let declared = head.trim().strip_suffix("] =").and_then(|head| head.rsplit_once('['));
                    let (name, length) = declared.with_context(about)?;
                    let name = name.split_whitespace().last().with_context(about)?;
                    (name.to_owned(), length.parse().with_context(about)?)
                }
                (None, Some(table)) => (table.name.clone(), table.weights.len()),
                (None, None) => bail!(about()),
            };
            ensure!(
                weights.len() == length,
                "line {}: {name}[{length}] has {} weights",
                line(),
                weights.len()
            );
            tables.push(Table { name, is_moving, weights, span: start..end });
            at = end;
        }
        Ok(TermsFile { text: text.to_owned(), tables })
    }

    /// Checks that this is the list that this program was built with.
    pub fn expect_current(&self) -> Result<()> {
        let lengths = self.tables.iter().map(|table| (table.name.as_str(), table.weights.len()));
        let built = TERMS.iter().flat_map(|term| term.tables().map(|table| (term.name, table.len())));
        ensure!(
            lengths.eq(built),
            "the list has other terms than this program was built with: build it again"
        );
        let written =
            self.tables.iter().flat_map(|table| &table.weights).map(|&(mg, eg)| (mg.into(), eg.into()));
        let built = WEIGHTS.iter().map(|weight| (weight.middlegame(), weight.endgame()));
        ensure!(
            written.eq(built),
            "the list has other weights than this program was built with: build it again"
        );
        Ok(())
    }

    /// The weights in the order of this program's features. Terms missing in the list get weight 0, and their names are
    /// returned. If the list has one table and this program two, both get the same weights.
    pub fn weights(&self) -> Result<(Vec<WeightPair>, Vec<&'static str>)> {
        let mut weights = vec![[0.0; 2]; WEIGHTS.len()];
        let mut lacking: Vec<&str> = TERMS.iter().map(|term| term.name).collect();
        for Table { name, is_moving, weights: written, .. } in &self.tables {
            let term = TERMS.iter().find(|term| term.name == name);
            let term = term
                .with_context(|| format!("the list has a term {name}, which this program does not know"))?;
            let has_table = !is_moving || term.is_by_turn;
            ensure!(
                has_table,
                "{name} has a table for the side to move in the list and none in this program"
            );
            lacking.retain(|lacking| lacking != name);
            for table in term.tables().skip(usize::from(*is_moving)) {
                let (listed, built) = (written.len(), table.len());
                ensure!(
                    listed == built,
                    "{name} has {listed} weights in the list and {built} in this program"
                );
                for (weight, &(middlegame, endgame)) in weights[table].iter_mut().zip(written) {
                    *weight = [middlegame.into(), endgame.into()];
                }
            }
        }
        Ok((weights, lacking))
    }

    /// The text of the list with other weights, one for each feature in the order of the list.
    ///
    /// # Panics
    /// If there are not as many weights as the list has.
    pub fn with_weights(&self, weights: &[Pair]) -> String {
        assert_eq!(weights.len(), self.tables.iter().map(|table| table.weights.len()).sum::<usize>());
        let (mut text, mut copied, mut rest) = (String::new(), 0, weights);
        for Table { weights, span, .. } in &self.tables {
            let (own, others) = rest.split_at(weights.len());
            rest = others;
            text += &self.text[copied..span.start];
            let line_start = text.rfind('\n').map_or(0, |at| at + 1);
            let room = WIDTH - text[line_start..].chars().count();
            text += &printed(&self.text[span.clone()], own, room);
            copied = span.end;
        }
        text + &self.text[copied..]
    }
}

/// The pairs between the brackets of a table.
fn pairs(text: &str) -> Result<Vec<Pair>> {
    let (code, repeated) = match text.split_once(';') {
        Some((code, count)) => (code, count.trim().parse().context("the number of repetitions")?),
        None => (text, 1),
    };
    let mut pairs = Vec::new();
    for pair in
        code.split(')').map(|pair| pair.trim_matches([',', ' ', '\n'])).filter(|pair| !pair.is_empty())
    {
        let numbers = pair.strip_prefix('(').and_then(|pair| pair.split_once(','));
        let (middlegame, endgame) = numbers.with_context(|| format!("found '{pair}'"))?;
        let number = |text: &str| {
            text.trim().parse().with_context(|| format!("'{}' is no weight of 16 bits", text.trim()))
        };
        pairs.push((number(middlegame)?, number(endgame)?));
    }
    Ok(pairs.repeat(repeated))
}

/// A table from bracket to bracket, shaped like the old one. `room` is the width left in its first line.
fn printed(old: &str, weights: &[Pair], room: usize) -> String {
    let shape: Vec<usize> = match old.contains(';') {
        true => vec![COLUMNS; weights.len().div_ceil(COLUMNS)],
        false => old.lines().map(|line| line.matches('(').count()).filter(|&count| count > 0).collect(),
    };
    let width = |number: i16| number.to_string().len();
    let widest = |half: fn(&Pair) -> i16| weights.iter().map(half).map(width).max().unwrap_or(0);
    let has_columns = shape.len() > 1 && shape.iter().all(|&count| count == shape[0]);
    let widths = if has_columns { [widest(|pair| pair.0), widest(|pair| pair.1)] } else { [0, 0] };
    let pairs: Vec<String> = weights
        .iter()
        .map(|(middlegame, endgame)| format!("({middlegame:>0$}, {endgame:>1$})", widths[0], widths[1]))
        .collect();
    // Behind the table comes a comma or a semicolon.
    let line = format!("[{}]", pairs.join(", "));
    if shape.len() == 1 && !old.contains('\n') && line.len() < room {
        return line;
    }
    let mut rest = &pairs[..];
    let mut lines: Vec<String> = Vec::new();
    for count in shape {
        let (own, others) = rest.split_at(count.min(rest.len()));
        rest = others;
        lines.push(own.join(", ") + ",");
    }
    if !has_columns && lines.iter().any(|line| INDENTATION.len() + line.len() > WIDTH) {
        // As many pairs a line as fit.
        lines.clear();
        for pair in pairs {
            match lines.last_mut() {
                Some(line) if INDENTATION.len() + line.len() + pair.len() + 2 <= WIDTH => {
                    *line += &format!(" {pair},")
                }
                _ => lines.push(pair + ","),
            }
        }
    }
    let lines: Vec<String> = lines.iter().map(|line| format!("{INDENTATION}{line}\n")).collect();
    format!("[\n{}    ]", lines.concat())
}
