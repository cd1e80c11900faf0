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
//! errors: what a chain of matches says of its ends is less certain than each match. A match that was too short for a
//! number has a row as well, with `unknown: ...` or `+470.44 ± ∞`; its version is left out, and those measured against it.

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

/// What a ledger says of its versions.
#[derive(Clone, PartialEq, Default, Debug)]
pub(crate) struct Versions {
    /// In the order of the ledger.
    pub(crate) known: Vec<Version>,
    /// Those without a strength.
    pub(crate) unknown: Vec<Unknown>,
}

/// A version whose strength is not known.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Unknown {
    pub(crate) name: String,
    pub(crate) why: String,
}

impl Versions {
    fn names(&self) -> impl Iterator<Item = &str> {
        let known = self.known.iter().map(|version| version.name.as_str());
        known.chain(self.unknown.iter().map(|version| version.name.as_str()))
    }
}

/// Reads the versions of a ledger.
pub(crate) fn versions(ledger: &str) -> Result<Versions> {
    let start = ledger.lines().position(|line| line.trim() == HEADING);
    let start = start.with_context(|| format!("it has no section '{HEADING}'"))?;
    let mut versions = Versions::default();
    let section = (1..).zip(ledger.lines()).skip(start + 1);
    for (number, line) in section.take_while(|(_, line)| !line.starts_with("## ")) {
        let Some(cells) = cells(line) else { continue };
        add(&cells, &mut versions).with_context(|| format!("line {number}, '{line}'"))?;
    }
    ensure!(
        !versions.known.is_empty(),
        "its section '{HEADING}' has no rows '| version | against | Elo | ... |'"
    );
    Ok(versions)
}

/// The cells of a row of results; headings and rulers are none.
fn cells(line: &str) -> Option<Vec<&str>> {
    let row = line.trim().strip_prefix('|')?.strip_suffix('|')?;
    let cells: Vec<&str> = row.split('|').map(str::trim).collect();
    let is_ruler = cells.iter().all(|cell| cell.chars().all(|c| matches!(c, '-' | ':')));
    (!is_ruler && cells.first() != Some(&"version")).then_some(cells)
}

/// Adds the version of a row to those of earlier rows.
fn add(cells: &[&str], versions: &mut Versions) -> Result<()> {
    let [name, against, elo, ..] = cells else { bail!("expected cells for version, against and Elo") };
    ensure!(!versions.names().any(|earlier| earlier == *name), "'{name}' came before, expected a new name");
    let estimate = estimate(elo).with_context(|| format!("'{elo}', expected Elo as in '+61 ± 14'"))?;
    let is_first = versions.names().next().is_none();
    let is_earlier = versions.names().any(|earlier| earlier == *against);
    ensure!(is_first || is_earlier, "'{against}', expected an earlier version");
    let zero = Version { name: String::new(), elo: 0.0, error: 0.0 };
    let base = if is_first { Some(&zero) } else { versions.known.iter().find(|base| base.name == *against) };
    let name = (*name).to_owned();
    match (estimate, base) {
        (Estimate::Number { gain, error }, Some(base)) => {
            let (elo, error) = (base.elo + gain, base.error.hypot(error));
            versions.known.push(Version { name, elo, error });
        }
        (Estimate::None, _) => {
            versions.unknown.push(Unknown { name, why: format!("its Elo is '{elo}', which is no number") });
        }
        (_, None) => {
            versions.unknown.push(Unknown { name, why: format!("that of '{against}' is not known") });
        }
    }
    Ok(())
}

/// What a match says of strength.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Estimate {
    Number {
        gain: f64,
        error: f64,
    },
    /// It says that it knows none.
    None,
}

/// `+61 ± 14`, or a number alone, or what a report writes where there is none; each with or without a remark in
/// parentheses. Both kinds of minus are read.
fn estimate(text: &str) -> Option<Estimate> {
    let text = text.replace('−', "-");
    // Reports had `inf` once, and `0.00` when all pairs ended alike; no match is long enough to have no error.
    let none = r"^(?:unknown\b.*|[+-]?\d+(?:\.\d+)? ± (?:∞|inf|0(?:\.0+)?)(?: \(.*\))?)$";
    if Regex::new(none).ok()?.is_match(&text) {
        return Some(Estimate::None);
    }
    let pattern = Regex::new(r"^([+-]?\d+(?:\.\d+)?)(?: ± (\d+(?:\.\d+)?))?(?: \(.*\))?$").ok()?;
    let captures = pattern.captures(&text)?;
    let error = captures.get(2).map_or(Ok(0.0), |error| error.as_str().parse());
    Some(Estimate::Number { gain: captures.get(1)?.as_str().parse().ok()?, error: error.ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "# Ledger\n\n| what | Elo |\n|---|---|\n| other | +9 ± 1 |\n\n## Versions\n\n\
                        | version | against | Elo | conditions |\n|---|---|---|:--|\n| one | — | 0 | |\n";

    fn read(rows: &str) -> Result<Versions> {
        versions(&format!("{HEAD}{rows}\n## Next\n\n| x | y | z |\n"))
    }

    #[test]
    fn strengths_and_errors_add_up_along_the_chain() {
        let versions =
            read("| two | one | +30 ± 3 | 8+0.08 |\n| three | two | −10.5 ± 4 (Ptnml 1) | |\n").unwrap();
        let version = |name: &str, elo, error| Version { name: name.to_owned(), elo, error };
        assert_eq!(
            versions.known,
            [version("one", 0.0, 0.0), version("two", 30.0, 3.0), version("three", 19.5, 5.0)]
        );
    }

    #[test]
    fn what_is_no_number_is_known_to_be_none() {
        let alike = "unknown: no two pairs ended differently";
        for elo in [alike, "+470.44 ± ∞", "-470.44 ± inf (4 pairs)", "+0.00 ± ∞", "+0.00 ± 0.00"] {
            let rows = format!("| two | one | {elo} |\n| three | two | +5 ± 1 |\n| four | one | 7 |\n");
            let Versions { known, unknown } = read(&rows).unwrap();
            assert_eq!(
                known.iter().map(|version| version.name.as_str()).collect::<Vec<_>>(),
                ["one", "four"]
            );
            assert_eq!(
                unknown.iter().map(|version| version.name.as_str()).collect::<Vec<_>>(),
                ["two", "three"]
            );
            assert!(read(&format!("{rows}| two | one | 0 |")).is_err(), "a name is used once, known or not");
        }
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
