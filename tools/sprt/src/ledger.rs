//! The table of versions in the ledger, from which the plot of strength is made.
//!
//! ```text
//!   ## Versions
//!
//!   | version      | against      | Elo        | conditions |
//!   |--------------|--------------|------------|------------|
//!   | first search | —            | 0          | ...        |
//!   | histories    | first search | +61 ± 14   | ...        |
//! ```
//!
//! Each version is measured against an earlier one, so strengths add up along the chain, and so do the squares of the
//! errors: what a chain of matches says of its ends is less certain than each match.

use anyhow::{Context, Result, bail, ensure};
use regex::Regex;

const HEADING: &str = "## Versions";

/// A version and its strength over the first.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Version {
    pub(crate) name: String,
    pub(crate) elo: f64,
    /// Half the 95 % interval.
    pub(crate) error: f64,
}

/// Reads the versions of a ledger, in its order.
pub(crate) fn versions(ledger: &str) -> Result<Vec<Version>> {
    let start = ledger.lines().position(|line| line.trim() == HEADING);
    let start = start.with_context(|| format!("it has no section '{HEADING}'"))?;
    let mut versions: Vec<Version> = Vec::new();
    let section = (1..).zip(ledger.lines()).skip(start + 1);
    for (number, line) in section.take_while(|(_, line)| !line.starts_with("## ")) {
        let Some(cells) = cells(line) else { continue };
        let version = version(&cells, &versions).with_context(|| format!("line {number}, '{line}'"))?;
        versions.push(version);
    }
    ensure!(!versions.is_empty(), "its section '{HEADING}' has no rows '| version | against | Elo | ... |'");
    Ok(versions)
}

/// The cells of a row of results; headings and rulers are none.
fn cells(line: &str) -> Option<Vec<&str>> {
    let row = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let is_ruler = cells.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':')));
    (!is_ruler && cells.first() != Some(&"version")).then_some(cells)
}

fn version(cells: &[&str], earlier: &[Version]) -> Result<Version> {
    let [name, against, elo, ..] = cells else { bail!("expected cells for version, against and Elo") };
    ensure!(
        !earlier.iter().any(|version| version.name == *name),
        "'{name}' came before, expected a new name"
    );
    let (gain, error) = estimate(elo).with_context(|| format!("'{elo}', expected Elo as in '+61 ± 14'"))?;
    if earlier.is_empty() {
        return Ok(Version { name: (*name).to_owned(), elo: gain, error });
    }
    let base = earlier.iter().find(|version| version.name == *against);
    let base = base.with_context(|| format!("'{against}', expected an earlier version"))?;
    Ok(Version { name: (*name).to_owned(), elo: base.elo + gain, error: base.error.hypot(error) })
}

/// `+61 ± 14`, or a number alone, either with a remark in parentheses. Both kinds of minus are read.
fn estimate(text: &str) -> Option<(f64, f64)> {
    let text = text.replace('−', "-");
    let pattern = Regex::new(r"^([+-]?\d+(?:\.\d+)?)(?: ± (\d+(?:\.\d+)?))?(?: \(.*\))?$").ok()?;
    let captures = pattern.captures(&text)?;
    let error = captures.get(2).map_or(Ok(0.0), |error| error.as_str().parse());
    Some((captures.get(1)?.as_str().parse().ok()?, error.ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# Ledger\n\n| what | Elo |\n|---|---|\n| other | +9 ± 1 |\n\n## Versions\n\n\
                        | version | against | Elo | conditions |\n|---|---|---|:--|\n| one | — | 0 | |\n";

    fn read(rows: &str) -> Result<Vec<Version>> {
        versions(&format!("{HEAD}{rows}\n## Next\n\n| x | y | z |\n"))
    }

    #[test]
    fn strengths_and_errors_add_up_along_the_chain() {
        let versions =
            read("| two | one | +30 ± 3 | 8+0.08 |\n| three | two | −10.5 ± 4 (Ptnml 1) | |\n").unwrap();
        let version = |name: &str, elo, error| Version { name: name.to_owned(), elo, error };
        assert_eq!(
            versions,
            [version("one", 0.0, 0.0), version("two", 30.0, 3.0), version("three", 19.5, 5.0)]
        );
    }

    #[test]
    fn the_row_that_is_wrong_is_named() {
        let error = |rows: &str| format!("{:#}", read(rows).unwrap_err());
        assert_eq!(
            error("| two | zero | +30 ± 3 |"),
            "line 12, '| two | zero | +30 ± 3 |': 'zero', expected an earlier version"
        );
        // The last is a clock where the Elo should be, and would pass for +8.
        for elo in ["much", "+61 ± much", "61 to 70", "8+0.08, Hash 16"] {
            let complaint = format!("'{elo}', expected Elo as in '+61 ± 14'");
            assert!(error(&format!("| two | one | {elo} |")).ends_with(&complaint), "{elo}");
        }
        assert!(error("| one | one | +1 ± 1 |").ends_with("'one' came before, expected a new name"));
        assert!(versions("# Ledger").unwrap_err().to_string().contains("no section '## Versions'"));
        assert!(versions("## Versions\n").unwrap_err().to_string().contains("has no rows"));
    }
}
