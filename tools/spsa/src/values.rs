//! Tuned values in the output format of OpenBench.
//!
//! ```text
//!   futility_margin, 85        one line for each parameter that was tuned
//! ```

use anyhow::{Context, Result, ensure};

/// The new value of a parameter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Value {
    pub(crate) name: String,
    pub(crate) value: i32,
}

/// Reads the values of a file. `None` if the text is a tune of `spsa` itself.
///
/// # Errors
/// If a line is not a name and a whole number, or there are no lines.
pub(crate) fn parse(text: &str) -> Option<Result<Vec<Value>>> {
    let is_tune = text.trim_start().starts_with('{');
    (!is_tune).then(|| {
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let values = lines.map(parse_line).collect::<Result<Vec<_>>>()?;
        ensure!(!values.is_empty(), "the file is empty, expected a tune or lines 'name, value'");
        Ok(values)
    })
}

fn parse_line(line: &str) -> Result<Value> {
    let parts =
        line.split_once(',').and_then(|(name, value)| Some((name.trim(), value.trim().parse().ok()?)));
    let (name, value) = parts.with_context(|| format!("'{line}', expected a tune or lines 'name, value'"))?;
    Ok(Value { name: name.to_owned(), value })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_openbench_are_read() {
        let value = |name: &str, value| Value { name: name.to_owned(), value };
        let values = parse("futility_margin, 85\r\n\nbase, -7\n").unwrap().unwrap();
        assert_eq!(values, [value("futility_margin", 85), value("base", -7)]);
        for bad in ["", "\n", "base", "base, x", "base, 7.5", "base, int, 7, 0, 9, 1, 0.002"] {
            assert!(parse(bad).unwrap().is_err(), "{bad}");
        }
        assert!(parse("{\"iterations\":24}").is_none());
    }
}
