//! Reads and rewrites the list of terms (`crates/eval/src/terms.rs`) as text.
//!
//! Only the text between the brackets of a table is rewritten. Names, docs, groups, comments and the order of terms
//! stay, so a tuned list differs from the old one only in its numbers.

mod lexer;
mod parser;
mod rewrite;

use std::ops::Range;

use anyhow::{Result, bail};
use eval::terms::{TERMS, WEIGHTS};

use crate::model::WeightPair;

/// The weights of one table of a term, and their positions in the text. A term may have a second table for the side
/// to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TermTable {
    /// The term's name.
    pub name: String,
    /// True for the second table, that of the side to move.
    pub is_moving: bool,
    /// Its weights.
    pub weights: Vec<(i16, i16)>,
    /// Byte range from bracket to bracket, inclusive.
    span: Range<usize>,
    /// Byte range of each pair, from parenthesis to parenthesis. A repeated pair is listed once.
    pairs: Vec<Range<usize>>,
}

/// A list of terms.
#[derive(Clone, Debug)]
pub struct TermList {
    text: String,
    tables: Vec<TermTable>,
}

impl TermList {
    /// Reads a list.
    ///
    /// # Errors
    /// If the text is not a list of terms; the error names the line and what was expected.
    pub fn parse(text: &str) -> Result<TermList> {
        Ok(TermList { text: text.to_owned(), tables: parser::tables(text)? })
    }

    /// The tables in their order.
    pub fn tables(&self) -> &[TermTable] {
        &self.tables
    }

    /// Checks that this is the list that this program was built with.
    ///
    /// # Errors
    /// If it is another.
    pub fn expect_current(&self) -> Result<()> {
        let lengths = self.tables.iter().map(|table| (table.name.as_str(), table.weights.len()));
        let built = TERMS.iter().flat_map(|term| term.tables().map(|table| (term.name, table.len())));
        if !lengths.eq(built) {
            bail!("the list has other terms than this tuner was built with: build it again");
        }
        let written = self.tables.iter().flat_map(|table| &table.weights);
        let built = WEIGHTS.iter().map(|weight| (weight.middlegame(), weight.endgame()));
        if !written.map(|&(mg, eg)| (mg.into(), eg.into())).eq(built) {
            bail!("the list has other weights than this tuner was built with: build it again");
        }
        Ok(())
    }

    /// The weights in the order of this program's features. Terms missing in the list get weight 0, and their names
    /// are returned. If the list has one table and this program two, both get the same weights.
    ///
    /// # Errors
    /// If the list has a term or a table that this program lacks, or one of another length.
    pub fn weights(&self) -> Result<(Vec<WeightPair>, Vec<&'static str>)> {
        let mut weights = vec![[0.0; 2]; WEIGHTS.len()];
        let mut lacking: Vec<&str> = TERMS.iter().map(|term| term.name).collect();
        for TermTable { name, is_moving, weights: written, .. } in &self.tables {
            let Some(term) = TERMS.iter().find(|term| term.name == name) else {
                bail!("the list has a term {name}, which this tuner does not know");
            };
            if *is_moving && !term.is_by_turn {
                bail!("{name} has a table for the side to move in the list and none in this tuner");
            }
            lacking.retain(|lacking| lacking != name);
            for table in term.tables().skip(usize::from(*is_moving)) {
                if table.len() != written.len() {
                    bail!(
                        "{name} has {} weights in the list and {} in this tuner",
                        written.len(),
                        table.len()
                    );
                }
                for (weight, &(middlegame, endgame)) in weights[table].iter_mut().zip(written) {
                    *weight = [middlegame.into(), endgame.into()];
                }
            }
        }
        Ok((weights, lacking))
    }
}
