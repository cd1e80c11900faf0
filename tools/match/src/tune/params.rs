//! The parameters of a tune: read from the engine, selected, and written into the source.
//!
//! ```text
//!   futility_margin, int, 85, 30, 200, 8, 0.002       a tuning build of Coppice lists them on the command `spsa`, in the
//!                                                     format of OpenBench
//!   futility_margin = 85 in 30..=200 step 8;          a line of crates/search/src/params.rs
//!                     ^^ only this is replaced
//! ```

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use glob::Pattern;
use serde::{Deserialize, Serialize};
use toolkit::UciEngine;

/// A search parameter that is set as a UCI option.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct TunedParam {
    pub(crate) name: String,
    /// The engine's default value.
    pub(crate) default: i32,
    pub(crate) min: i32,
    pub(crate) max: i32,
    /// Size of the last perturbation (c_end).
    pub(crate) step: f64,
}

/// Parses `name, int, default, min, max, c_end, r_end`. The last field is only used by OpenBench.
impl FromStr for TunedParam {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<TunedParam> {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        let [name, "int", default, min, max, step, _r_end] = fields[..] else {
            bail!("'{line}', expected 'name, int, value, min, max, c_end, r_end'");
        };
        let number = |what: &str, text: &str| {
            text.parse::<i32>()
                .with_context(|| format!("{what} '{text}' in '{line}', expected a whole number"))
        };
        let param = TunedParam {
            name: name.to_owned(),
            default: number("value", default)?,
            min: number("min", min)?,
            max: number("max", max)?,
            step: step.parse().with_context(|| format!("c_end '{step}' in '{line}', expected a number"))?,
        };
        let TunedParam { default, min, max, step, .. } = param;
        ensure!(min <= default && default <= max, "'{line}': expected min <= value <= max");
        ensure!(step.is_finite() && step > 0.0, "'{line}': expected a positive c_end");
        Ok(param)
    }
}

/// All parameters that a tuning build lists.
pub(crate) fn listed(engine: &mut UciEngine) -> Result<Vec<TunedParam>> {
    let answer = engine.ask("spsa\nisready", |line| line == "readyok")?;
    let name = engine.command();
    let complaint = answer.iter().find(|line| line.starts_with("info string"));
    if let Some(complaint) = complaint {
        bail!("engine '{name}' lists no parameters: {complaint}");
    }
    let params = answer.iter().filter(|line| *line != "readyok").map(|line| line.parse());
    let params = params.collect::<Result<Vec<TunedParam>>>()?;
    ensure!(!params.is_empty(), "engine '{name}' lists no parameters, expected a tuning build of Coppice");
    Ok(params)
}

/// Prefix of parameters that are left out by default. An engine need not have any.
const TIME_PREFIX: &str = "time_";

/// Selects the parameters that match a pattern and no pattern with a leading `!`, in the engine's order. Without
/// patterns selects all, without those of time management if `no_time`.
///
/// # Errors
/// If a pattern matches nothing, or nothing is left.
pub(crate) fn select(all: Vec<TunedParam>, patterns: &[String], no_time: bool) -> Result<Vec<TunedParam>> {
    let selected = if patterns.is_empty() {
        all.into_iter().filter(|param| !(no_time && param.name.starts_with(TIME_PREFIX))).collect()
    } else {
        matching(all, patterns)?
    };
    ensure!(!selected.is_empty(), "no parameter is left to tune, expected patterns that leave some");
    Ok(selected)
}

fn matching(all: Vec<TunedParam>, patterns: &[String]) -> Result<Vec<TunedParam>> {
    let (excluding, including): (Vec<&str>, Vec<&str>) =
        patterns.iter().map(String::as_str).partition(|pattern| pattern.starts_with('!'));
    let including = compile(including)?;
    let excluding = compile(excluding.into_iter().map(|pattern| &pattern[1..]))?;
    for pattern in including.iter().chain(&excluding) {
        ensure!(
            all.iter().any(|param| pattern.matches(&param.name)),
            "no parameter is named '{pattern}', expected a pattern for some of: {}",
            all.iter().map(|param| param.name.as_str()).collect::<Vec<_>>().join(", ")
        );
    }
    let is_named = |patterns: &[Pattern], param: &TunedParam| patterns.iter().any(|p| p.matches(&param.name));
    let included = |param: &TunedParam| is_named(&including, param) || including.is_empty();
    Ok(all.into_iter().filter(|param| included(param) && !is_named(&excluding, param)).collect())
}

fn compile<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Result<Vec<Pattern>> {
    let compile = |text| Pattern::new(text).with_context(|| format!("'{text}' is no pattern"));
    patterns.into_iter().map(compile).collect()
}

/// A value that changes.
pub(crate) struct Change<'a> {
    pub(crate) param: &'a TunedParam,
    pub(crate) value: i32,
}

/// The line of a parameter, for people to paste.
impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TunedParam { name, min, max, step, .. } = self.param;
        write!(f, "    {name} = {} in {min}..={max} step {step};", self.value)
    }
}

/// Rewrites a list of parameters. On an error the file stays as it is.
pub(crate) fn write_changes(path: &Path, changes: &[Change<'_>]) -> Result<()> {
    rewrite(path, |text| rewritten(text, changes))
}

/// Puts values into a list of parameters. On an error the file stays as it is.
pub(crate) fn write_values(path: &Path, values: &[(String, i32)]) -> Result<()> {
    rewrite(path, |text| {
        let params = values.iter().map(|(name, _)| param_of(&text, name));
        let params = params.collect::<Result<Vec<TunedParam>>>()?;
        let changes = params.iter().zip(values).map(|(param, &(_, value))| {
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
            bail!("it has {} lines '{name} = ...', expected one", lines.len());
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

/// Reads the values that a tune on OpenBench ended with: lines `name, value`.
///
/// # Errors
/// If a line is not a name and a whole number, or there are no lines.
pub(crate) fn parse_values(text: &str) -> Result<Vec<(String, i32)>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let values = lines.map(|line| {
        let value =
            line.split_once(',').and_then(|(name, value)| Some((name.trim(), value.trim().parse().ok()?)));
        let (name, value) = value.with_context(|| format!("'{line}', expected lines 'name, value'"))?;
        Ok((name.to_owned(), value))
    });
    let values: Result<Vec<_>> = values.collect();
    ensure!(
        !matches!(&values, Ok(values) if values.is_empty()),
        "the file is empty, expected lines 'name, value'"
    );
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all() -> Vec<TunedParam> {
        ["late_base", "late_depth", "time_share"]
            .map(|name| format!("{name}, int, 5, 1, 9, 2, 0.002").parse().unwrap())
            .to_vec()
    }

    fn names(patterns: &[&str]) -> Vec<String> {
        let patterns: Vec<String> = patterns.iter().map(|&pattern| pattern.to_owned()).collect();
        select(all(), &patterns, true).unwrap().into_iter().map(|param| param.name).collect()
    }

    #[test]
    fn lines_are_read() {
        let param: TunedParam = "late_base, int, -4, -9, 12, 1.5, 0.002".parse().unwrap();
        assert_eq!(
            param,
            TunedParam { name: "late_base".to_owned(), default: -4, min: -9, max: 12, step: 1.5 }
        );
    }

    #[test]
    fn nonsense_is_named() {
        for (line, part) in [
            ("late_base", "expected 'name, int, value, min, max, c_end, r_end'"),
            ("x, float, 1, 0, 2, 1, 0.002", "expected 'name, int"),
            ("x, int, one, 0, 2, 1, 0.002", "value 'one'"),
            ("x, int, 3, 0, 2, 1, 0.002", "expected min <= value <= max"),
            ("x, int, 1, 0, 2, 0, 0.002", "expected a positive c_end"),
        ] {
            let error = line.parse::<TunedParam>().unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn patterns_include_and_exclude() {
        assert_eq!(names(&["late_*"]), ["late_base", "late_depth"]);
        assert_eq!(names(&["!time_*"]), ["late_base", "late_depth"]);
        assert_eq!(names(&[]), ["late_base", "late_depth"]);
        assert_eq!(names(&["*", "!*_depth"]), ["late_base", "time_share"]);
        assert_eq!(names(&["time_share", "late_base"]), ["late_base", "time_share"]);
    }

    #[test]
    fn an_engine_that_spends_no_time_is_tuned_without_patterns() {
        let all: Vec<TunedParam> = all().into_iter().filter(|param| param.name != "time_share").collect();
        assert_eq!(select(all.clone(), &[], true).unwrap(), all);
        assert_eq!(
            select(super::tests::all(), &[], false).unwrap(),
            super::tests::all(),
            "a clock shows them"
        );
        assert!(select(Vec::new(), &[], true).unwrap_err().to_string().starts_with("no parameter is left"));
    }

    #[test]
    fn a_pattern_that_names_nothing_is_an_error() {
        let error = |pattern: &str| select(all(), &[pattern.to_owned()], true).unwrap_err().to_string();
        assert!(
            error("lmr_*")
                .starts_with("no parameter is named 'lmr_*', expected a pattern for some of: late_base")
        );
        assert!(error("!late").starts_with("no parameter is named 'late'"));
        assert!(error("!*").starts_with("no parameter is left"));
        assert!(error("[").starts_with("'[' is no pattern"));
    }

    #[test]
    fn lines_of_openbench_are_read() {
        let values = parse_values("futility_margin, 85\r\n\nbase, -7\n").unwrap();
        assert_eq!(values, [("futility_margin".to_owned(), 85), ("base".to_owned(), -7)]);
        for bad in ["", "\n", "base", "base, x", "base, 7.5", "base, int, 7, 0, 9, 1, 0.002"] {
            assert!(parse_values(bad).is_err(), "{bad}");
        }
    }

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
            let result = write_values(file.path(), &[(name.to_owned(), value)]);
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
        let line = Change { param: &param, value: 90 }.to_string();
        assert!(LIST.lines().any(|own| own == line), "{line}");
    }
}
