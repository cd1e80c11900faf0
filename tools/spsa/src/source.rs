//! Writes tuned values into the list of parameters that the engine is built from.
//!
//! ```text
//!   futility_margin = 85 in 30..=200 step 8;        a line of crates/search/src/params.rs
//!                     ^^ only this is replaced
//! ```

use std::path::Path;

use anyhow::{Context, Result, ensure};

use crate::param::TunedParam;
use crate::values::Value;

/// A value that changes.
pub(crate) struct Change<'a> {
    pub(crate) param: &'a TunedParam,
    pub(crate) value: i32,
}

impl Change<'_> {
    /// The line of a parameter file in the format of OpenBench.
    pub(crate) fn spec(&self) -> String {
        let TunedParam { name, min, max, step, .. } = self.param;
        format!("{name}, int, {}, {min}, {max}, {step}, 0.002", self.value)
    }
}

/// The line of a parameter, for people to paste.
impl std::fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let TunedParam { name, min, max, step, .. } = self.param;
        write!(f, "    {name} = {} in {min}..={max} step {step};", self.value)
    }
}

/// Rewrites a list of parameters. On an error the file stays as it is.
pub(crate) fn write(path: &Path, changes: &[Change<'_>]) -> Result<()> {
    rewrite(path, |text| rewritten(text, changes))
}

/// Puts values into a list of parameters. On an error the file stays as it is.
pub(crate) fn write_values(path: &Path, values: &[Value]) -> Result<()> {
    rewrite(path, |text| {
        let params = values.iter().map(|Value { name, .. }| param_of(&text, name));
        let params = params.collect::<Result<Vec<TunedParam>>>()?;
        let changes = params.iter().zip(values).map(|(param, &Value { value, .. })| {
            let TunedParam { name, min, max, .. } = param;
            ensure!((*min..=*max).contains(&value), "{name} = {value}, expected {min} to {max}");
            Ok(Change { param, value })
        });
        rewritten(text.clone(), &changes.collect::<Result<Vec<_>>>()?)
    })
}

fn rewrite(path: &Path, change: impl FnOnce(String) -> Result<String>) -> Result<()> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("{name}: unreadable list"))?;
    let text = change(text).with_context(|| format!("{name} was not changed"))?;
    toolkit::write_file(path, &text)
}

/// A parameter in the syntax of the list.
fn param_of(text: &str, name: &str) -> Result<TunedParam> {
    let beginning = format!("{name} = ");
    let line = text.lines().find_map(|line| line.trim().strip_prefix(&beginning)?.strip_suffix(';'));
    let line = line.with_context(|| format!("it has no line '{beginning}...;'"))?;
    // Converted to the engine's format: the words between the numbers become commas.
    let fields =
        [" in ", "..=", " step "].iter().fold(line.to_owned(), |line, word| line.replace(word, ", "));
    format!("{name}, int, {fields}, 0").parse()
}

fn rewritten(text: String, changes: &[Change<'_>]) -> Result<String> {
    changes.iter().try_fold(text, |text, change| {
        let TunedParam { name, default, .. } = change.param;
        let is_line = |line: &&str| line.trim_start().starts_with(&format!("{name} = "));
        let lines: Vec<&str> = text.lines().filter(is_line).collect();
        let [line] = lines[..] else {
            anyhow::bail!("it has {} lines '{name} = ...', expected one", lines.len());
        };
        let before = format!("{name} = {default} in ");
        ensure!(
            line.trim_start().starts_with(&before),
            "it says '{}', expected '{before}...', where the tune began",
            line.trim()
        );
        let after = line.replacen(&before, &format!("{name} = {} in ", change.value), 1);
        Ok(text.replacen(line, &after, 1))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "params! {\n    // Futility.\n    futility_base = 90 in 0..=250 step 12;\n    \
                        base = -20 in -150..=50 step 12;\n}\n";

    fn change(line: &str, value: i32) -> Result<String> {
        let param: TunedParam = line.parse().unwrap();
        rewritten(LIST.to_owned(), &[Change { param: &param, value }])
    }

    #[test]
    fn only_one_value_changes() {
        let text = change("base, int, -20, -150, 50, 12, 0.002", -7).unwrap();
        assert_eq!(text, LIST.replace("-20 in", "-7 in"));
        let text = change("futility_base, int, 90, 0, 250, 12, 0.002", 104).unwrap();
        assert_eq!(text, LIST.replace("90 in", "104 in"));
    }

    #[test]
    fn a_list_that_is_not_the_tunes_is_refused() {
        let error = |line: &str| change(line, 1).unwrap_err().to_string();
        assert_eq!(error("margin, int, 0, 0, 9, 1, 0"), "it has 0 lines 'margin = ...', expected one");
        assert_eq!(
            error("base, int, 5, 0, 9, 1, 0"),
            "it says 'base = -20 in -150..=50 step 12;', expected 'base = 5 in ...', where the tune began"
        );
    }

    #[test]
    fn values_from_elsewhere_must_fit_the_list() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let written = |name: &str, value| {
            std::fs::write(file.path(), LIST).unwrap();
            let result = write_values(file.path(), &[Value { name: name.to_owned(), value }]);
            let text = std::fs::read_to_string(file.path()).unwrap();
            result.map(|()| text).map_err(|error| format!("{error:#}"))
        };
        assert_eq!(written("base", -7), Ok(LIST.replace("-20 in", "-7 in")));
        assert_eq!(written("futility_base", 250), Ok(LIST.replace("90 in", "250 in")));
        for (name, value, complaint) in
            [("base", 51, "base = 51, expected -150 to 50"), ("margin", 1, "it has no line 'margin = ...;'")]
        {
            assert!(written(name, value).unwrap_err().ends_with(complaint));
            assert_eq!(std::fs::read_to_string(file.path()).unwrap(), LIST);
        }
    }

    #[test]
    fn pasted_lines_are_the_lists_own() {
        let param: TunedParam = "futility_base, int, 90, 0, 250, 12, 0.002".parse().unwrap();
        let change = Change { param: &param, value: 91 };
        let changed: TunedParam = change.spec().parse().unwrap();
        assert_eq!(changed, TunedParam { default: 91, ..param.clone() });
        let line = Change { param: &param, value: 90 }.to_string();
        assert!(LIST.lines().any(|own| own == line), "{line}");
    }
}
