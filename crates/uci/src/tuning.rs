//! The parameters of the search, for tuners.
//!
//! A tuning build (`cargo build --release --features tuning`) has one spin option for each parameter of
//! [`search::params`], and `spsa` lists them in the format of OpenBench:
//!
//! ```text
//!   futility_margin, int, 73, 30, 200, 8, 0.002
//!   name           type value min max c   r        c: the last perturbation; r: the last learning rate
//! ```
//!
//! In every other build the parameters are constants, there are no such options, and `spsa` reports an error.

use std::fmt;

#[cfg(feature = "tuning")]
use search::params::{self, Param};

use crate::options::OptionError;

/// The learning rate at the end of a tune, in steps per point won: OpenBench's default.
#[cfg(feature = "tuning")]
const R_END: f64 = 0.002;

/// The error that this build has no parameters that can be changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct NotTunable;

impl fmt::Display for NotTunable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the parameters of this build are constants, expected a build with --features tuning")
    }
}

impl std::error::Error for NotTunable {}

/// The `option` lines of the parameters.
#[cfg(feature = "tuning")]
pub(crate) fn declarations() -> impl Iterator<Item = String> {
    params::ALL.iter().map(|Param { name, default, min, max, .. }| {
        format!("option name {name} type spin default {default} min {min} max {max}")
    })
}

/// Sets a parameter; `None` if there is none of that name.
#[cfg(feature = "tuning")]
pub(crate) fn set(name: &str, value: Option<&str>) -> Option<Result<(), OptionError>> {
    let param = params::ALL.iter().find(|param| param.name == name)?;
    let Param { name, min, max, .. } = *param;
    let expected = format!("a number from {min} to {max}");
    let Some(found) = value else { return Some(Err(OptionError::NoValue { name, expected })) };
    let number = found.parse().ok().filter(|_| !found.starts_with('+'));
    let is_set = number.is_some_and(|number| params::set(name, number).is_ok());
    Some(if is_set { Ok(()) } else { Err(OptionError::Value { name, found: found.to_owned(), expected }) })
}

/// One line for each parameter, as OpenBench reads them.
#[cfg(feature = "tuning")]
pub(crate) fn spsa_lines() -> Result<String, NotTunable> {
    let line = |Param { name, default, min, max, step }: &Param| {
        format!("{name}, int, {default}, {min}, {max}, {step}, {R_END}")
    };
    Ok(params::ALL.iter().map(line).collect::<Vec<_>>().join("\n"))
}

#[cfg(not(feature = "tuning"))]
pub(crate) fn declarations() -> impl Iterator<Item = String> {
    std::iter::empty()
}

#[cfg(not(feature = "tuning"))]
pub(crate) fn set(_name: &str, _value: Option<&str>) -> Option<Result<(), OptionError>> {
    None
}

#[cfg(not(feature = "tuning"))]
pub(crate) fn spsa_lines() -> Result<String, NotTunable> {
    Err(NotTunable)
}

#[cfg(all(test, feature = "tuning"))]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_set_within_their_range_and_no_further() {
        for &Param { name, default, min, max, .. } in params::ALL {
            for value in [min, max, default] {
                assert_eq!(set(name, Some(&value.to_string())), Some(Ok(())));
            }
            for bad in [(min - 1).to_string(), (max + 1).to_string(), "x".to_owned(), format!("+{default}")] {
                let error = set(name, Some(&bad)).and_then(Result::err).map(|error| error.to_string());
                let text =
                    format!("option {name} has the value '{bad}', expected a number from {min} to {max}");
                assert_eq!(error, Some(text));
            }
        }
        assert_eq!(set("no_such_parameter", Some("1")), None);
    }

    #[test]
    fn each_parameter_has_an_option_and_a_line() {
        let options: Vec<_> = declarations().collect();
        let lines = spsa_lines().map(|lines| lines.lines().map(str::to_owned).collect::<Vec<_>>());
        assert_eq!(options.len(), params::ALL.len());
        assert_eq!(lines.map(|lines| lines.len()), Ok(params::ALL.len()));
    }
}
