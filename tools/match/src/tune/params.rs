//! The parameters of a tune: read from the engine, selected, and written into the source.
//!
//! ```text
//!   futility_margin, int, 85, 30, 200, 8, 0.002       a tuning build of Coppice lists them on the command `spsa`, in the
//!                                                     format of OpenBench
//!   futility_margin = 85 in 30..=200 step 8;          a line of crates/search/src/params.rs
//!                     ^^ only this is replaced
//! ```

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

/// A new value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct NewValue {
    pub(crate) name: String,
    pub(crate) value: i32,
    /// The value with which the tune began, where that is known.
    pub(crate) start: Option<i32>,
}

/// Puts values into a list of parameters. On an error the file stays as it is.
pub(crate) fn write_values(path: &Path, values: &[NewValue]) -> Result<()> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("{name}: unreadable list"))?;
    let text = values.iter().try_fold(text, |text, new| with_value(&text, new));
    toolkit::write_file(path, text.with_context(|| format!("{name} was not changed"))?)
}

/// The text of a list with one value replaced, which must be within the range of its line.
fn with_value(text: &str, new: &NewValue) -> Result<String> {
    let NewValue { name, value, start } = new;
    let beginning = format!("{name} = ");
    let lines: Vec<&str> = text.lines().filter(|line| line.trim_start().starts_with(&beginning)).collect();
    let [line] = lines[..] else {
        bail!("it has {} lines '{beginning}...', expected one", lines.len());
    };
    let own = line.trim();
    let fields = own[beginning.len()..].split_once(" in ").and_then(|(old, rest)| {
        let (min, max) = rest.split_once(" step ")?.0.split_once("..=")?;
        Some((old, min.parse::<i32>().ok()?..=max.parse::<i32>().ok()?))
    });
    let (old, range) =
        fields.with_context(|| format!("it says '{own}', expected '{beginning}85 in 30..=200 step 8;'"))?;
    if let Some(start) = start {
        ensure!(
            old == start.to_string(),
            "it says '{own}', expected '{beginning}{start} in ...', where the tune began"
        );
    }
    let (min, max) = range.clone().into_inner();
    ensure!(range.contains(value), "{name} = {value}, expected {min} to {max}");
    let changed = line.replacen(&format!("{beginning}{old}"), &format!("{beginning}{value}"), 1);
    Ok(text.replacen(line, &changed, 1))
}

/// Reads the values that a tune on OpenBench ended with: lines `name, value`.
///
/// # Errors
/// If a line is not a name and a whole number, or there are no lines.
pub(crate) fn parse_values(text: &str) -> Result<Vec<NewValue>> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    let values = lines.map(|line| {
        let fields = line.split_once(',').and_then(|(name, value)| Some((name, value.trim().parse().ok()?)));
        let (name, value) = fields.with_context(|| format!("'{line}', expected lines 'name, value'"))?;
        Ok(NewValue { name: name.trim().to_owned(), value, start: None })
    });
    let values = values.collect::<Result<Vec<_>>>()?;
    ensure!(!values.is_empty(), "the file is empty, expected lines 'name, value'");
    Ok(values)
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
    fn lines_are_read_and_nonsense_is_named() {
        let param = TunedParam { name: "late_base".to_owned(), default: -4, min: -9, max: 12, step: 1.5 };
        assert_eq!("late_base, int, -4, -9, 12, 1.5, 0.002".parse::<TunedParam>().unwrap(), param);
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
        assert_eq!(select(all(), &[], false).unwrap(), all(), "a clock shows those of time management");
        assert_eq!(names(&["*", "!*_depth"]), ["late_base", "time_share"]);
        assert_eq!(names(&["time_share", "late_base"]), ["late_base", "time_share"]);
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
        assert_eq!(values, [new("futility_margin", 85, None), new("base", -7, None)]);
        for bad in ["", "\n", "base", "base, x", "base, 7.5", "base, int, 7, 0, 9, 1, 0.002"] {
            assert!(parse_values(bad).is_err(), "{bad}");
        }
    }

    const LIST: &str = "params! {\n    // Futility.\n    futility_base = 90 in 0..=250 step 12;\n    \
                        base = -20 in -150..=50 step 12;\n}\n";

    fn new(name: &str, value: i32, start: Option<i32>) -> NewValue {
        NewValue { name: name.to_owned(), value, start }
    }

    #[test]
    fn only_the_value_changes_and_a_list_that_is_not_the_tunes_stays() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let written = |value: NewValue| {
            std::fs::write(file.path(), LIST).unwrap();
            let result = write_values(file.path(), &[value]);
            let text = std::fs::read_to_string(file.path()).unwrap();
            assert!(result.is_ok() || text == LIST);
            result.map(|()| text).map_err(|error| format!("{error:#}"))
        };
        assert_eq!(written(new("base", -7, Some(-20))), Ok(LIST.replace("-20 in", "-7 in")));
        assert_eq!(written(new("base", 50, None)), Ok(LIST.replace("-20 in", "50 in")));
        assert_eq!(written(new("futility_base", 250, Some(90))), Ok(LIST.replace("90 in", "250 in")));
        for (value, complaint) in [
            (new("base", 51, None), "base = 51, expected -150 to 50"),
            (new("margin", 1, None), "it has 0 lines 'margin = ...', expected one"),
            (
                new("base", 1, Some(5)),
                "it says 'base = -20 in -150..=50 step 12;', expected 'base = 5 in ...', where the tune began",
            ),
        ] {
            assert!(written(value).unwrap_err().ends_with(complaint), "{complaint}");
        }
    }
}
