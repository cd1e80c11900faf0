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
//! Rows with `version` make the plot of strength. Each version is measured against an earlier one, so strengths add
//! up along the chain, and so do the squares of the errors. A version without a finite result is left out, and so are
//! those measured against it.

use std::fs::OpenOptions;
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use plotters::prelude::*;
use serde::{Deserialize, Serialize};
use toolkit::{PlotArea, PlotResult, write_plot};

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
const KEPT: [&str; 4] = ["yes", "no", "version", ""];
const VERSION: &str = "version";

/// The columns of a row that the user gives; the others come from the match.
#[derive(Clone, Debug)]
pub(crate) struct Remark {
    pub(crate) commit: String,
    pub(crate) change: String,
    pub(crate) kept: String,
    pub(crate) idea: String,
}

impl LedgerRow {
    /// The row of a match.
    ///
    /// # Errors
    /// If its games are faulty or repeat others.
    pub(crate) fn of(result: &PairingResult<'_>, remark: &Remark) -> Result<LedgerRow> {
        let score = &result.score;
        if let Some(reason) = score.refusal() {
            bail!("no row: {reason}");
        }
        let finite = |number: f64| number.is_finite().then_some((number * 100.0).round() / 100.0);
        let elo = score.pairs.elo();
        let Remark { commit, change, kept, idea } = remark.clone();
        Ok(LedgerRow {
            date: result.date.clone(),
            commit,
            change,
            against: result.second.name.clone(),
            conditions: result.conditions.clone(),
            games: Some(score.games()),
            elo: finite(elo.value),
            error: finite(elo.error),
            pentanomial: score.pairs.to_string(),
            kept,
            idea,
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
    let file = OpenOptions::new().create(true).append(true).open(path).with_context(about)?;
    let mut writer = csv::WriterBuilder::new().has_headers(is_new).from_writer(file);
    writer.serialize(row).and_then(|()| Ok(writer.flush()?)).with_context(about)
}

/// A version and its Elo over the first one.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RatedVersion {
    pub(crate) name: String,
    pub(crate) elo: f64,
    /// Half the 95 % interval.
    pub(crate) error: f64,
}

/// The rated versions, in the order of the ledger, and the names of the unrated ones.
pub(crate) fn versions(rows: &[LedgerRow]) -> Result<(Vec<RatedVersion>, Vec<String>)> {
    let (mut known, mut unknown): (Vec<RatedVersion>, Vec<String>) = (Vec::new(), Vec::new());
    for row in rows.iter().filter(|row| row.kept == VERSION) {
        let LedgerRow { change: name, against, .. } = row;
        let is_known = |name: &str| known.iter().any(|version: &RatedVersion| version.name == name);
        ensure!(
            !is_known(name) && !unknown.contains(name),
            "version '{name}' came before, expected a new name"
        );
        let is_first = known.is_empty() && unknown.is_empty();
        let base = known.iter().find(|version| version.name == *against);
        ensure!(
            is_first || base.is_some() || unknown.contains(against),
            "version '{name}' is measured against '{against}', expected an earlier version"
        );
        let (start, start_error) = base.map_or((0.0, 0.0), |base| (base.elo, base.error));
        match (row.elo, row.error.or(is_first.then_some(0.0))) {
            (Some(elo), Some(error)) if is_first || base.is_some() => {
                let (elo, error) = (start + elo, start_error.hypot(error));
                known.push(RatedVersion { name: name.clone(), elo, error });
            }
            _ => unknown.push(name.clone()),
        }
    }
    ensure!(!known.is_empty(), "it has no rows with 'version' in the column 'kept'");
    Ok((known, unknown))
}

/// Pixels.
const WIDTH: u32 = 880;
const HEIGHT_PER_VERSION: u32 = 34;
/// Height of the title and the axis.
const HEIGHT_OF_THE_REST: u32 = 110;
/// The column of names.
const NAME_WIDTH: u32 = 250;
const FONT: &str = "sans-serif";

/// Writes the plot of strength over versions: a row for each version, with its 95 % interval.
pub(crate) fn plot(versions: &[RatedVersion], path: &Path) -> Result<()> {
    let height = (versions.len() as u32).saturating_mul(HEIGHT_PER_VERSION) + HEIGHT_OF_THE_REST;
    write_plot(path, (WIDTH, height), |area| draw(versions, area))
}

fn draw(versions: &[RatedVersion], area: &PlotArea<'_>) -> PlotResult {
    let (low, high) = versions.iter().fold((0.0f64, 0.0f64), |(low, high), version| {
        (low.min(version.elo - version.error), high.max(version.elo + version.error))
    });
    let room = ((high - low) * 0.05).max(1.0);
    let last = versions.len().saturating_sub(1) as f64;
    // The first version on top.
    let rows = (last + 0.5)..-0.5;
    let mut chart = ChartBuilder::on(area)
        .caption("Strength over versions, with 95 % intervals", (FONT, 18))
        .margin(12)
        .x_label_area_size(44)
        .y_label_area_size(NAME_WIDTH)
        .build_cartesian_2d(low - room..high + room, rows)?;
    let name = |y: &f64| {
        let is_whole = (y - y.round()).abs() < 1e-6 && *y >= 0.0;
        let version = versions.get(y.round() as usize).filter(|_| is_whole);
        version.map_or(String::new(), |version| version.name.clone())
    };
    chart
        .configure_mesh()
        .disable_y_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("Elo over the first version")
        .x_label_formatter(&|elo| format!("{elo:.0}"))
        .y_labels(2 * versions.len() + 1)
        .y_label_formatter(&name)
        .label_style((FONT, 12))
        .axis_desc_style((FONT, 13))
        .draw()?;
    let points = || (0..).map(f64::from).zip(versions);
    let path = points().map(|(y, version)| (version.elo, y));
    chart.draw_series(LineSeries::new(path, BLUE.mix(0.5)))?;
    chart.draw_series(points().map(|(y, RatedVersion { elo, error, .. })| {
        PathElement::new([(elo - error, y), (elo + error, y)], BLACK)
    }))?;
    chart.draw_series(points().map(|(y, version)| Circle::new((version.elo, y), 3, BLUE.filled())))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn version(name: &str, against: &str, elo: Option<f64>, error: Option<f64>) -> LedgerRow {
        let [change, against, kept] = [name, against, VERSION].map(str::to_owned);
        LedgerRow { change, against, kept, elo, error, ..LedgerRow::default() }
    }

    #[test]
    fn strengths_and_errors_add_up_along_the_chain() {
        let other = LedgerRow { kept: "no".to_owned(), ..version("other", "one", Some(9.0), Some(1.0)) };
        let rows = [
            version("one", "", Some(0.0), None),
            other,
            version("two", "one", Some(30.0), Some(3.0)),
            version("three", "two", Some(-10.5), Some(4.0)),
        ];
        let (known, unknown) = versions(&rows).unwrap();
        let expected = [("one", 0.0, 0.0), ("two", 30.0, 3.0), ("three", 19.5, 5.0)];
        let expected = expected.map(|(name, elo, error)| RatedVersion { name: name.to_owned(), elo, error });
        assert_eq!((&known[..], unknown.len()), (&expected[..], 0));
    }

    #[test]
    fn versions_without_a_number_and_their_successors_are_left_out() {
        let mut rows = vec![
            version("one", "", Some(0.0), None),
            version("two", "one", Some(470.44), None),
            version("three", "two", Some(5.0), Some(1.0)),
            version("four", "one", Some(7.0), Some(2.0)),
        ];
        let (known, unknown) = versions(&rows).unwrap();
        assert_eq!(known.iter().map(|version| version.name.as_str()).collect::<Vec<_>>(), ["one", "four"]);
        assert_eq!(unknown, ["two", "three"]);
        rows.push(version("two", "one", Some(0.0), Some(1.0)));
        assert!(versions(&rows).unwrap_err().to_string().contains("'two' came before"));
        rows[4] = version("five", "zero", Some(0.0), Some(1.0));
        assert!(versions(&rows).unwrap_err().to_string().contains("'zero', expected an earlier version"));
        assert!(versions(&rows[..0]).is_err());
    }

    #[test]
    fn appended_rows_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ledger.csv");
        let change = "a \"quoted\", long change\nin two lines".to_owned();
        let rows =
            [LedgerRow { change, ..version("", "", Some(-1.5), None) }, version("x", "y", None, Some(2.0))];
        rows.iter().for_each(|row| append(&path, row).unwrap());
        assert_eq!(read(&path).unwrap(), rows);
        assert!(append(&path, &LedgerRow { kept: "maybe".to_owned(), ..rows[1].clone() }).is_err());
        assert_eq!(read(&path).unwrap().len(), 2);
        std::fs::write(&path, "# Strength\n\n| a | b |\n").unwrap();
        assert!(append(&path, &rows[1]).is_err(), "it is no ledger");
    }
}
