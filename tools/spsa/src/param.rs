//! The parameters to tune: those that a tuning build of Coppice lists on the command `spsa`, or for other engines
//! those of a file in the format of OpenBench, each of which must be a UCI option of the engine.

use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, bail, ensure};
use glob::Pattern;
use serde::{Deserialize, Serialize};
use toolkit::Options;
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
            bail!("'{line}' from the engine, expected 'name, int, value, min, max, c_end, r_end'");
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

impl TunedParam {
    /// Returns `true` if the engine has an option of this name that accepts the whole range.
    pub(crate) fn is_offered(&self, options: &Options) -> bool {
        self.check(options).is_ok()
    }

    fn check(&self, options: &Options) -> Result<()> {
        for value in [self.min, self.default, self.max] {
            options.check(&self.name, &value.to_string())?;
        }
        Ok(())
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
    ensure!(
        !params.is_empty(),
        "engine '{name}' lists no parameters, expected a tuning build of Coppice, or --params-file"
    );
    Ok(params)
}

/// Reads the parameters of a file, one per line. Empty lines and lines starting with `#` are ignored.
pub(crate) fn from_file(path: &Path, engine: &UciEngine) -> Result<Vec<TunedParam>> {
    let name = path.display();
    let text = std::fs::read_to_string(path).with_context(|| format!("{name}: unreadable parameters"))?;
    let lines = (1..).zip(text.lines().map(str::trim));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    let params = lines.map(|(number, line): (u32, &str)| {
        let about = || format!("{name}: line {number}");
        let param: TunedParam = line.parse().with_context(about)?;
        param.check(engine.options()).with_context(about)?;
        Ok(param)
    });
    params.collect()
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
}
