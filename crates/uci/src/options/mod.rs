//! The options of the engine: one line each in [`OPTIONS`], for the answer to `uci`, `setoption`, `help` and the manual.
//!
//! An option is a field of [`Settings`] with a name and a range; its default is that of the settings. Names are
//! compared without regard to case and spaces, so `MoveOverhead` is `Move Overhead`. Options are
//! declared and read here as numbers, switches and texts; [`settings`] turns them into the types of the engine.

mod settings;

use std::fmt;

pub(crate) use settings::Settings;

use crate::command::suggest;
use crate::strength;
use crate::tuning;

/// The work of the session once an option is set.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// Nothing: the next search sees it.
    None,
    /// Give the transposition table its new size.
    ResizeHash,
    ClearHash,
    /// Search with another number of threads.
    SetThreads,
    /// Clear the table and the histories, because their scores are no longer valid.
    Forget,
    /// Open the tablebases of the new path, and clear results of earlier ones.
    OpenTablebases,
}

/// An option as it is declared.
struct OptionLine {
    name: &'static str,
    kind: OptionKind,
    effect: Effect,
    /// The explanation, for `help` and the manual.
    about: &'static str,
}

enum OptionKind {
    /// `true` or `false`.
    Check(fn(&mut Settings) -> &mut bool),
    /// A number in a range.
    Spin { field: fn(&mut Settings) -> &mut u32, min: u32, max: u32 },
    /// A text, which may be empty.
    Text(fn(&mut Settings) -> &mut String),
    /// An action without a value.
    Button,
    /// A text for the GUI to show, which cannot be set.
    Info(&'static str),
}

const ABOUT: &str = concat!(
    "Coppice ",
    env!("CARGO_PKG_VERSION"),
    ", commit ",
    env!("COPPICE_COMMIT"),
    ", free software under the GNU GPL, see ",
    env!("CARGO_PKG_REPOSITORY")
);

/// An empty text, as the protocol writes it.
const EMPTY: &str = "<empty>";

/// A text as the protocol writes it.
fn or_empty(text: &str) -> &str {
    if text.is_empty() { EMPTY } else { text }
}

/// The greatest table in MiB: 32 TiB, more memory than any machine has today, or what 32-bit addresses leave room for.
const MAX_HASH: u32 = if cfg!(target_pointer_width = "32") { 1 << 10 } else { 1 << 25 };
/// The greatest number of threads. A module of WebAssembly has one.
const MAX_THREADS: u32 = if cfg!(target_family = "wasm") { 1 } else { 1024 };

const OPTIONS: [OptionLine; 17] = [
    spin("Hash", |s| &mut s.hash, 1, MAX_HASH, Effect::ResizeHash)
        .about("the size of the transposition table in MiB"),
    line("Clear Hash", OptionKind::Button, Effect::ClearHash).about("empties the transposition table"),
    spin("Threads", |s| &mut s.threads, 1, MAX_THREADS, Effect::SetThreads)
        .about("the number of threads that search"),
    spin("MultiPV", |s| &mut s.multi_pv, 1, 256, Effect::None)
        .about("the number of best lines to find and show"),
    check("Ponder", |s| &mut s.ponder)
        .about("the GUI may let the engine think on the opponent's time, so the engine spends more of its own time"),
    spin("Move Overhead", |s| &mut s.move_overhead, 0, 5000, Effect::None)
        .about("milliseconds lost with every move between the engine and the clock"),
    check("UCI_Chess960", |s| &mut s.chess960).about("castling is written as king takes rook"),
    check("UCI_ShowWDL", |s| &mut s.show_wdl)
        .about("scores come with the chances to win, draw and lose, in thousandths"),
    check("UCI_AnalyseMode", |s| &mut s.analyse_mode)
        .about("for analysis: `UCI_LimitStrength` is ignored"),
    check("UCI_LimitStrength", |s| &mut s.limit_strength).about("limits the strength to the rating `UCI_Elo`"),
    spin("UCI_Elo", |s| &mut s.elo, strength::MIN_ELO, strength::MAX_ELO, Effect::None)
        .about("the rating for `UCI_LimitStrength`, near the scale of Stockfish 15.1's `UCI_Elo`; see `docs/levels.md`"),
    spin("Skill Level", |s| &mut s.skill_level, 0, strength::MAX_SKILL_LEVEL, Effect::None)
        .about("for programs that know Stockfish's option: below 20, limits the strength without `UCI_LimitStrength`, from 1000 at 0 to 2600 at 19"),
    line("SyzygyPath", OptionKind::Text(|s| &mut s.syzygy_path), Effect::OpenTablebases)
        .about("the directories of the Syzygy tables, separated as in `PATH`"),
    spin("SyzygyProbeDepth", |s| &mut s.syzygy_probe_depth, 1, 100, Effect::None)
        .about("the least remaining depth at which positions are looked up in the tables"),
    spin("SyzygyProbeLimit", |s| &mut s.syzygy_probe_limit, 0, 7, Effect::None)
        .about("positions with more pieces than this are not looked up"),
    check("Syzygy50MoveRule", |s| &mut s.syzygy_50_move_rule)
        .about("a tablebase win that takes longer than the 50-move rule allows counts as a draw"),
    line("UCI_EngineAbout", OptionKind::Info(ABOUT), Effect::None)
        .about("version, licence and home of the engine"),
];

const fn line(name: &'static str, kind: OptionKind, effect: Effect) -> OptionLine {
    OptionLine { name, kind, effect, about: "" }
}

const fn check(name: &'static str, field: fn(&mut Settings) -> &mut bool) -> OptionLine {
    line(name, OptionKind::Check(field), Effect::None)
}

const fn spin(
    name: &'static str,
    field: fn(&mut Settings) -> &mut u32,
    min: u32,
    max: u32,
    effect: Effect,
) -> OptionLine {
    line(name, OptionKind::Spin { field, min, max }, effect)
}

impl OptionLine {
    const fn about(self, about: &'static str) -> OptionLine {
        OptionLine { about, ..self }
    }

    /// Its row in the manual.
    #[cfg(test)]
    fn row(&self) -> String {
        let mut defaults = Settings::default();
        let (kind, default, range) = match self.kind {
            OptionKind::Check(field) => ("check", field(&mut defaults).to_string(), "true, false".to_owned()),
            OptionKind::Spin { field, min, max } => {
                ("spin", field(&mut defaults).to_string(), format!("{min} to {max}"))
            }
            // In a code span, since `<empty>` would be taken for HTML.
            OptionKind::Text(field) => {
                ("string", format!("`{}`", or_empty(field(&mut defaults))), String::new())
            }
            OptionKind::Button => ("button", String::new(), String::new()),
            OptionKind::Info(_) => ("string", String::new(), String::new()),
        };
        format!("| `{}` | {kind} | {default} | {range} | {} |", self.name, self.about)
    }
}

/// The name of each option with its default, and what it does.
pub(crate) fn summary() -> impl Iterator<Item = (String, &'static str)> {
    OPTIONS.iter().map(|option| {
        let mut defaults = Settings::default();
        let usage = match option.kind {
            OptionKind::Check(field) => format!("{} ({})", option.name, field(&mut defaults)),
            OptionKind::Spin { field, .. } => format!("{} ({})", option.name, field(&mut defaults)),
            OptionKind::Text(_) | OptionKind::Button | OptionKind::Info(_) => option.name.to_owned(),
        };
        (usage, option.about)
    })
}

pub(crate) fn names() -> impl Iterator<Item = String> {
    OPTIONS.iter().map(|option| option.name.to_owned())
}

#[cfg(test)]
pub(crate) fn rows() -> impl Iterator<Item = String> {
    OPTIONS.iter().map(OptionLine::row)
}

/// The `option` line of the `uci` answer.
impl fmt::Display for OptionLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut defaults = Settings::default();
        write!(f, "option name {} type ", self.name)?;
        match self.kind {
            OptionKind::Check(field) => write!(f, "check default {}", field(&mut defaults)),
            OptionKind::Spin { field, min, max } => {
                write!(f, "spin default {} min {min} max {max}", field(&mut defaults))
            }
            OptionKind::Text(field) => {
                write!(f, "string default {}", or_empty(field(&mut defaults)))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Info(text) => write!(f, "string default {text}"),
        }
    }
}

impl Settings {
    pub(crate) fn declarations() -> String {
        let lines: Vec<_> = OPTIONS.iter().map(OptionLine::to_string).chain(tuning::declarations()).collect();
        lines.join("\n")
    }

    /// Lines that set every option to its value. Texts that are empty are left out.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut settings = self.clone();
        let line = |option: &OptionLine| {
            let value = match option.kind {
                OptionKind::Check(field) => field(&mut settings).to_string(),
                OptionKind::Spin { field, .. } => field(&mut settings).to_string(),
                OptionKind::Text(field) => {
                    Some(field(&mut settings).clone()).filter(|text| !text.is_empty())?
                }
                OptionKind::Button | OptionKind::Info(_) => return None,
            };
            Some(format!("setoption name {} value {value}", option.name))
        };
        OPTIONS.iter().filter_map(line).collect()
    }

    /// Sets an option by its name. On an error nothing changes.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, OptionError> {
        if let Some(outcome) = tuning::set(name, value) {
            return outcome.map(|()| Effect::None);
        }
        let option = OPTIONS.iter().find(|option| is_same_name(option.name, name));
        let option = option.ok_or_else(|| OptionError::Unknown {
            found: name.to_owned(),
            known: OPTIONS.iter().map(|option| option.name).collect(),
        })?;
        let before = self.score_inputs();
        match option.kind {
            OptionKind::Check(field) => *field(self) = option.parse_check(value)?,
            OptionKind::Spin { field, min, max } => *field(self) = option.parse_spin(value, min, max)?,
            OptionKind::Text(field) => *field(self) = option.parse_text(value)?,
            // Some GUIs set every option, this one too.
            OptionKind::Button | OptionKind::Info(_) => {}
        }
        Ok(match option.effect {
            // If a GUI sets an option to the value that it has, nothing is cleared.
            Effect::None if self.score_inputs() != before => Effect::Forget,
            effect => effect,
        })
    }
}

fn is_same_name(declared: &str, found: &str) -> bool {
    let letters = |name: &str| {
        name.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    letters(declared) == letters(found)
}

impl OptionLine {
    fn parse_check(&self, value: Option<&str>) -> Result<bool, OptionError> {
        let is = |word: &str| value.is_some_and(|value| value.eq_ignore_ascii_case(word));
        match (is("true"), is("false")) {
            (true, _) => Ok(true),
            (_, true) => Ok(false),
            _ => Err(self.error(value, "true or false".to_owned())),
        }
    }

    fn parse_spin(&self, value: Option<&str>, min: u32, max: u32) -> Result<u32, OptionError> {
        let number = value.filter(|value| !value.starts_with('+')).and_then(|value| value.parse().ok());
        let in_range = number.filter(|number| (min..=max).contains(number));
        in_range.ok_or_else(|| self.error(value, format!("a number from {min} to {max}")))
    }

    fn parse_text(&self, value: Option<&str>) -> Result<String, OptionError> {
        let text = value.ok_or_else(|| self.error(value, format!("a text, or {EMPTY}")))?;
        Ok(if text == EMPTY { String::new() } else { text.to_owned() })
    }

    fn error(&self, value: Option<&str>, expected: String) -> OptionError {
        let name = self.name;
        match value {
            Some(found) => OptionError::Value { name, found: found.to_owned(), expected },
            None => OptionError::NoValue { name, expected },
        }
    }
}

/// The reason why an option was not set.
#[derive(Clone, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub(crate) enum OptionError {
    /// There is no option of that name, but only the known ones.
    Unknown { found: String, known: Vec<&'static str> },
    /// The option needs a value and was given none.
    NoValue { name: &'static str, expected: String },
    /// The value is not one that the option can have.
    Value { name: &'static str, found: String, expected: String },
}

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { found, known } => {
                write!(f, "no option '{found}', expected one of {}", known.join(", "))?;
                // The word `value` is often forgotten, as in `setoption name Hash 64`.
                let (name, value) = found.split_once(' ').unwrap_or((found, ""));
                match suggest::similar(found, known.iter().copied()) {
                    Some(meant) => write!(f, " (did you mean '{meant}'?)"),
                    None if known.iter().any(|known| known.eq_ignore_ascii_case(name)) => {
                        write!(f, " (did you mean '{name} value {value}'?)")
                    }
                    None => Ok(()),
                }
            }
            Self::NoValue { name, expected } => {
                write!(f, "option {name} has no value, expected 'value' and {expected}")
            }
            Self::Value { name, found, expected } => {
                write!(f, "option {name} has the value '{found}', expected {expected}")
            }
        }
    }
}

impl std::error::Error for OptionError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_lies_in_its_range() {
        for option in &OPTIONS {
            if let OptionKind::Spin { field, min, max } = option.kind {
                let default = *field(&mut Settings::default());
                assert!((min..=max).contains(&default), "{}", option.name);
            }
        }
    }

    #[test]
    fn every_option_with_a_value_can_be_set_to_what_its_line_says_and_to_something_else() {
        for option in &OPTIONS {
            let mut settings = Settings::default();
            let (default, other) = match option.kind {
                OptionKind::Check(field) => {
                    let default = *field(&mut settings);
                    (default.to_string(), (!default).to_string())
                }
                OptionKind::Spin { field, min, max } => {
                    let default = *field(&mut settings);
                    (default.to_string(), if default == min { max } else { min }.to_string())
                }
                OptionKind::Text(field) => {
                    assert_eq!(*field(&mut settings), "");
                    (EMPTY.to_owned(), "a text".to_owned())
                }
                OptionKind::Button | OptionKind::Info(_) => continue,
            };
            assert!(option.to_string().contains(&format!("default {default}")));
            assert!(settings.set(option.name, Some(&other)).is_ok());
            assert_ne!(settings, Settings::default(), "{} changes nothing", option.name);
            assert!(settings.set(option.name, Some(&default)).is_ok());
            assert_eq!(settings, Settings::default(), "{} changes another field", option.name);
        }
    }

    #[test]
    fn options_report_the_effect_of_a_change() {
        let mut settings = Settings::default();
        for (name, value, effect) in [
            ("Syzygy50MoveRule", "false", Effect::None),
            ("SyzygyPath", "a", Effect::OpenTablebases),
            // On the same path there may be other files now.
            ("SyzygyPath", "a", Effect::OpenTablebases),
            ("Syzygy50MoveRule", "true", Effect::Forget),
            ("Syzygy50MoveRule", "true", Effect::None),
            ("SyzygyProbeLimit", "4", Effect::Forget),
            ("SyzygyProbeDepth", "2", Effect::None),
            ("UCI_Elo", "1900", Effect::None),
            ("UCI_LimitStrength", "true", Effect::Forget),
            ("Syzygy50MoveRule", "false", Effect::None),
            ("UCI_Elo", "1500", Effect::Forget),
            ("UCI_AnalyseMode", "true", Effect::Forget),
            ("MultiPV", "2", Effect::None),
            ("UCI_AnalyseMode", "false", Effect::Forget),
            ("Skill Level", "3", Effect::None),
            ("UCI_LimitStrength", "false", Effect::Forget),
            ("Skill Level", "20", Effect::Forget),
        ] {
            assert_eq!(settings.set(name, Some(value)), Ok(effect), "{name} {value}");
        }
    }

    #[test]
    fn every_option_says_what_it_does() {
        assert!(OPTIONS.iter().all(|option| !option.about.is_empty() && !option.about.ends_with('.')));
    }

    #[test]
    fn names_are_read_without_case_and_spaces() {
        let mut settings = Settings::default();
        for name in ["MoveOverhead", "Move Overhead", "moveoverhead", "MOVE overhead"] {
            settings.move_overhead = 0;
            assert_eq!(settings.set(name, Some("77")), Ok(Effect::None));
            assert_eq!(settings.move_overhead, 77);
        }
    }

    #[test]
    fn errors_name_the_option_the_value_and_the_range_and_change_nothing() {
        let mut settings = Settings::default();
        let mut error = |name, value| settings.set(name, value).unwrap_err().to_string();
        let expected = "expected a number from 1 to 33554432";
        for bad in ["0", "-1", "33554433", "99999999999999999999", "+5", "1.5", "many", ""] {
            assert_eq!(error("Hash", Some(bad)), format!("option Hash has the value '{bad}', {expected}"));
        }
        assert_eq!(
            error("hash", None),
            "option Hash has no value, expected 'value' and a number from 1 to 33554432"
        );
        assert_eq!(error("Ponder", Some("yes")), "option Ponder has the value 'yes', expected true or false");
        assert!(error("Hsah", Some("1")).starts_with("no option 'Hsah', expected one of Hash, Clear Hash,"));
        assert!(error("Hsah", Some("1")).ends_with("(did you mean 'Hash'?)"));
        assert_eq!(settings, Settings::default());
    }
}
