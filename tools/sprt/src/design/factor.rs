//! The changes that a design tests, read from a file.
//!
//! ```text
//!   # Depth reduction of null moves.
//!   null_base=4 null_divisor=5
//!   razor_base=200             # alone
//! ```

use std::collections::HashSet;
use std::path::Path;
use std::{fmt, fs};

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};
use toolkit::Options;

/// An option and the value that it gets.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) value: String,
}

/// Settings that are made together: one change, which a side either has or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Factor {
    pub(crate) settings: Vec<Setting>,
}

/// Options that are the same for both sides.
const COMMON: [&str; 3] = ["Hash", "Threads", "UCI_Chess960"];

/// More factors would need too many matches.
const MAX_FACTORS: usize = 31;

/// A list of factors.
pub(crate) struct FactorList {
    /// Its file.
    name: String,
    text: String,
}

impl FactorList {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn read(path: &Path) -> Result<FactorList> {
        let name = path.display().to_string();
        let text = fs::read_to_string(path).with_context(|| format!("{name}: unreadable factors"))?;
        Ok(FactorList { name, text })
    }

    /// The factors of the list.
    ///
    /// # Errors
    /// If there are none or too many, a line is invalid, the engine does not accept an option, or an option is set
    /// twice (both factors may be on one side).
    pub(crate) fn factors(&self, options: &Options) -> Result<Vec<Factor>> {
        factors(&self.text, options).with_context(|| self.name.clone())
    }
}

fn factors(text: &str, options: &Options) -> Result<Vec<Factor>> {
    let mut taken = HashSet::new();
    let mut factors = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let words = line.split('#').next().unwrap_or_default().trim();
        if !words.is_empty() {
            let factor = factor(words, options, &mut taken);
            factors.push(factor.with_context(|| format!("line {number}, '{}'", line.trim()))?);
        }
    }
    let count = factors.len();
    ensure!(
        (1..=MAX_FACTORS).contains(&count),
        "{count} factors, expected 1 to {MAX_FACTORS}, each on a line of its own"
    );
    Ok(factors)
}

fn factor(words: &str, options: &Options, taken: &mut HashSet<String>) -> Result<Factor> {
    let settings = words.split_whitespace().map(|word| {
        let (name, value) =
            word.split_once('=').with_context(|| format!("'{word}', expected option=value"))?;
        let name = options.check(name, value)?.to_owned();
        ensure!(
            options.default_of(&name) != Some(value),
            "'{name}' is '{value}' already, expected another value"
        );
        ensure!(
            !COMMON.contains(&name.as_str()),
            "'{name}' is the same for both sides, expected another option"
        );
        ensure!(taken.insert(name.clone()), "'{name}' is set twice, expected each option once");
        Ok(Setting { name, value: value.to_owned() })
    });
    Ok(Factor { settings: settings.collect::<Result<_>>()? })
}

/// `null_base=4`, as in files and in arguments of runners.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.name, self.value)
    }
}

/// The words of its line.
impl fmt::Display for Factor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.settings.iter().map(Setting::to_string).collect();
        f.write_str(&words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<Factor>> {
        let lines = [
            "option name null_base type spin default 3 min 1 max 9",
            "option name null_divisor type spin default 4 min 2 max 8",
            "option name Hash type spin default 16 min 1 max 64",
            "option name Skill type check default false",
        ];
        factors(text, &Options::parse(&lines))
    }

    #[test]
    fn a_line_is_what_is_set_together() {
        let factors = read("# all\n\n null_base=4\tnull_divisor=5 # both\nskill=true\n").unwrap();
        let texts: Vec<String> = factors.iter().map(Factor::to_string).collect();
        assert_eq!(texts, ["null_base=4 null_divisor=5", "Skill=true"]);
    }

    #[test]
    fn none_and_too_many_are_refused() {
        let offer = |number| format!("option name x{number} type spin default 0 min 0 max 1");
        let options = Options::parse(&(0..32).map(offer).collect::<Vec<_>>());
        let text = |count| (0..count).map(|number| format!("x{number}=1\n")).collect::<String>();
        assert_eq!(factors(&text(31), &options).unwrap().len(), 31);
        for count in [0, 32] {
            let error = factors(&text(count), &options).unwrap_err().to_string();
            assert_eq!(error, format!("{count} factors, expected 1 to 31, each on a line of its own"));
        }
    }

    #[test]
    fn the_line_that_is_wrong_is_named() {
        for (text, complaint) in [
            ("null_base 4", "line 1, 'null_base 4': 'null_base', expected option=value"),
            (
                "null_base=4\n\nNull_Base=5",
                "line 3, 'Null_Base=5': 'null_base' is set twice, expected each option once",
            ),
            ("null_base=4 null_base=4", "line 1, 'null_base=4 null_base=4': 'null_base' is set twice"),
            ("null_base=3", "line 1, 'null_base=3': 'null_base' is '3' already, expected another value"),
            ("hash=32", "line 1, 'hash=32': 'Hash' is the same for both sides, expected another option"),
            ("null_base=10 # x", "line 1, 'null_base=10 # x': 'null_base' cannot be '10'"),
        ] {
            let error = format!("{:#}", read(text).unwrap_err());
            assert!(error.starts_with(complaint), "{error}");
        }
    }
}
