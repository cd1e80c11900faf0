//! The options that an engine offers, so that what it cannot be told is known before anything is played: an engine that
//! is told nonsense says so to nobody, and plays on as if nothing had been said.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use process::Dialogue;

/// The longest that the list takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// What both sides are told alike.
const COMMON: [&str; 3] = ["Hash", "Threads", "UCI_Chess960"];

/// All options of an engine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Options(Vec<Offer>);

/// An option.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Offer {
    name: String,
    default: String,
    values: Values,
}

/// What an option can be.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Values {
    Range {
        min: i64,
        max: i64,
    },
    OneOf(Vec<String>),
    Any,
    /// A button is pressed, and has no value.
    None,
}

impl Options {
    /// Asks a program.
    ///
    /// # Errors
    /// If it is no engine.
    pub(crate) fn ask(program: &Path) -> Result<Options> {
        let mut engine = Dialogue::start_program(program, PATIENCE).context("no engine")?;
        let lines = engine.ask("uci", |line| line == "uciok").context("no answer from the engine")?;
        Ok(Options::parse(&lines))
    }

    /// Reads `option name <name> type <type> default <value> min <value> max <value> var <value> ...`. Other lines, and
    /// options that make no sense, are passed over.
    pub(crate) fn parse<S: AsRef<str>>(lines: &[S]) -> Options {
        Options(lines.iter().filter_map(|line| Offer::parse(line.as_ref())).collect())
    }

    /// The name of an option as the engine writes it, if it can be changed to this value on one side alone.
    ///
    /// # Errors
    /// If it cannot.
    pub(crate) fn taking(&self, name: &str, value: &str) -> Result<&str> {
        // Engines do not tell apart what differs in case alone.
        let offer = self.0.iter().find(|offer| offer.name.eq_ignore_ascii_case(name));
        let Offer { name, default, values } = offer.with_context(|| {
            format!("the engine has no option '{name}', expected one of a build that offers it")
        })?;
        ensure!(
            !COMMON.contains(&name.as_str()),
            "'{name}' is the same for both sides, expected another option"
        );
        ensure!(values.have(value), "'{name}' cannot be '{value}', expected {}", values.describe());
        ensure!(value != default, "'{name}' is '{value}' already, expected another value");
        Ok(name)
    }
}

impl Offer {
    fn parse(line: &str) -> Option<Offer> {
        let (name, rest) = line.strip_prefix("option name ")?.split_once(" type ")?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let number = |key| fields(&words, key).first()?.parse().ok();
        let values = match *words.first()? {
            "spin" => Values::Range { min: number("min")?, max: number("max")? },
            "check" => Values::OneOf(vec!["true".to_owned(), "false".to_owned()]),
            "combo" => Values::OneOf(fields(&words, "var")),
            "string" => Values::Any,
            _ => Values::None,
        };
        let default = fields(&words, "default").into_iter().next().unwrap_or_default();
        Some(Offer { name: name.to_owned(), default, values })
    }
}

/// What follows a key each time, up to the next one.
fn fields(words: &[&str], key: &str) -> Vec<String> {
    let is_key = |word: &&str| ["default", "min", "max", "var"].contains(word);
    let places = words.iter().enumerate().filter(|&(_, word)| *word == key).map(|(place, _)| place);
    let value = |place: usize| words[place + 1..].iter().take_while(|word| !is_key(word));
    places.map(|place| value(place).copied().collect::<Vec<_>>().join(" ")).collect()
}

impl Values {
    fn have(&self, value: &str) -> bool {
        match self {
            Values::Range { min, max } => value.parse().is_ok_and(|value| (*min..=*max).contains(&value)),
            Values::OneOf(values) => values.iter().any(|one| one == value),
            Values::Any => true,
            Values::None => false,
        }
    }

    fn describe(&self) -> String {
        match self {
            Values::Range { min, max } => format!("a whole number from {min} to {max}"),
            Values::OneOf(values) => format!("one of: {}", values.join(", ")),
            Values::Any => "anything".to_owned(),
            Values::None => "an option with a value".to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [&str; 8] = [
        "id name Engine",
        "option name Hash type spin default 16 min 1 max 1024",
        "option name late_base type spin default -4 min -9 max 12",
        "option name Style type combo default Very Solid var Very Solid var Risky",
        "option name Ponder type check default false",
        "option name Book type string default <empty>",
        "option name Clear type button",
        "uciok",
    ];

    #[test]
    fn what_is_offered_can_be_told() {
        let options = Options::parse(&LINES);
        for (name, value, taken) in [
            ("late_base", "-9", "late_base"),
            ("LATE_BASE", "12", "late_base"),
            ("Style", "Risky", "Style"),
            ("ponder", "true", "Ponder"),
            ("Book", "any.bin", "Book"),
        ] {
            assert_eq!(options.taking(name, value).unwrap(), taken);
        }
    }

    #[test]
    fn what_cannot_be_told_is_an_error() {
        let options = Options::parse(&LINES);
        for (name, value, complaint) in [
            (
                "early_base",
                "3",
                "the engine has no option 'early_base', expected one of a build that offers it",
            ),
            ("late_base", "13", "'late_base' cannot be '13', expected a whole number from -9 to 12"),
            ("late_base", "1.5", "'late_base' cannot be '1.5', expected a whole number from -9 to 12"),
            ("late_base", "-4", "'late_base' is '-4' already, expected another value"),
            ("Ponder", "on", "'Ponder' cannot be 'on', expected one of: true, false"),
            ("Style", "Wild", "'Style' cannot be 'Wild', expected one of: Very Solid, Risky"),
            ("Clear", "1", "'Clear' cannot be '1', expected an option with a value"),
            ("hash", "32", "'Hash' is the same for both sides, expected another option"),
        ] {
            assert_eq!(options.taking(name, value).unwrap_err().to_string(), complaint);
        }
    }
}
