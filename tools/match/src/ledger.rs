//! The ledger of matches: a CSV file with one row per match.
//!
//! | column | |
//! |---|---|
//! | `date` | of the match, as 2026-11-26 |
//! | `commit` | the revision with the change, or the repository's at that time |
//! | `change` | the change: one side |
//! | `against` | the other side |
//! | `conditions` | limit, hash size, book |
//! | `games` | number of games |
//! | `elo`, `error` | gain, and half its 95 % interval; empty if unknown |
//! | `pentanomial` | pairs that scored 0, ½, 1, 1½ and 2 |
//! | `kept` | `yes`, `no`, empty for a measurement, or `version` |
//! | `idea` | what results of several rows are pooled by (`docs/ledger.py pooled`); "not X" tests the opposite of X; often empty |
//!
//! `docs/ledger.py` pools the rows, and adds up those with `version`.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::play::PairingResult;

/// A row of the ledger: one match.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct LedgerRow {
    pub(crate) date: String,
    pub(crate) commit: String,
    pub(crate) change: String,
    pub(crate) against: String,
    pub(crate) conditions: String,
    pub(crate) games: Option<u64>,
    pub(crate) elo: Option<f64>,
    pub(crate) error: Option<f64>,
    pub(crate) pentanomial: String,
    pub(crate) kept: String,
    pub(crate) idea: String,
}

/// Values of `kept`.
pub(crate) const KEPT: [&str; 4] = ["yes", "no", "version", ""];

impl LedgerRow {
    /// The row of a match, with the columns that the user gives empty.
    ///
    /// # Errors
    /// If its games are faulty or repeat others.
    pub(crate) fn of(result: &PairingResult<'_>) -> Result<LedgerRow> {
        let score = &result.score;
        if let Some(reason) = score.refusal() {
            bail!("no row: {reason}");
        }
        let finite = |number: f64| number.is_finite().then_some((number * 100.0).round() / 100.0);
        let elo = score.pairs.elo();
        Ok(LedgerRow {
            date: result.date.clone(),
            against: result.second.name.clone(),
            conditions: result.conditions.clone(),
            games: Some(score.games()),
            elo: finite(elo.value),
            error: finite(elo.error),
            pentanomial: score.pairs.to_string(),
            ..LedgerRow::default()
        })
    }

    fn check(&self) -> Result<()> {
        let is_kept = KEPT.contains(&self.kept.as_str());
        ensure!(is_kept, "kept is '{}', expected yes, no, version or nothing", self.kept);
        ensure!(!self.change.is_empty(), "the change is empty");
        Ok(())
    }
}

/// Reads all rows.
///
/// # Errors
/// If the file cannot be read or a row is invalid; the error names the row.
pub(crate) fn read(path: &Path) -> Result<Vec<LedgerRow>> {
    let name = path.display();
    let mut reader = csv::Reader::from_path(path).with_context(|| format!("{name}: unreadable ledger"))?;
    let rows = reader.deserialize().zip(2..).map(|(row, line): (Result<LedgerRow, _>, u64)| {
        let row = row.with_context(|| format!("{name}"))?;
        row.check().with_context(|| format!("{name}: row {line}"))?;
        Ok(row)
    });
    rows.collect()
}

/// Appends a row; creates the file if needed.
///
/// # Errors
/// If the row is invalid or the file cannot be written.
pub(crate) fn append(path: &Path, row: &LedgerRow) -> Result<()> {
    row.check()?;
    let about = || format!("{}: cannot be written", path.display());
    // Read first, so that nothing is appended to a file that is not a ledger.
    let is_new = !path.exists();
    if !is_new {
        read(path)?;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path).with_context(about)?;
    if !is_new && !fs::read(path).with_context(about)?.ends_with(b"\n") {
        file.write_all(b"\n").with_context(about)?;
    }
    let mut writer = csv::WriterBuilder::new().has_headers(is_new).from_writer(file);
    writer.serialize(row).and_then(|()| Ok(writer.flush()?)).with_context(about)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn appended_rows_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.csv");
        let change = "a \"quoted\", long change\nin two lines".to_owned();
        let rows = [
            LedgerRow { change, elo: Some(-1.5), ..LedgerRow::default() },
            LedgerRow { change: "x".to_owned(), error: Some(2.0), ..LedgerRow::default() },
        ];
        rows.iter().for_each(|row| append(&path, row).unwrap());
        assert_eq!(read(&path).unwrap(), rows);
        assert!(append(&path, &LedgerRow { kept: "maybe".to_owned(), ..rows[1].clone() }).is_err());
        assert_eq!(read(&path).unwrap().len(), 2);
        // An editor may leave out the end of the last line.
        fs::write(&path, fs::read_to_string(&path).unwrap().trim_end()).unwrap();
        append(&path, &rows[1]).unwrap();
        assert_eq!(read(&path).unwrap().len(), 3);
        fs::write(&path, "# Strength\n\n| a | b |\n").unwrap();
        assert!(append(&path, &rows[1]).is_err(), "it is no ledger");
    }
}
