//! The options of the engine: one line each in [`OPTIONS`], for the answer to `uci`, `setoption`, `help` and the manual.
//!
//! An option is a field of [`Settings`] with a name and a range; its default is that of the settings. Names are
//! compared without regard to case and spaces, so `MoveOverhead` is `Move Overhead`. A field holds what was sent, a number,
//! a switch or a text; methods of the settings turn it into the types of the engine.
//!
//! A tuning build (`cargo build --release --features tuning`) has one more spin option for each parameter of
//! [`search::params`], and `spsa` lists them in the format of OpenBench.

use std::fmt;
use std::num::NonZeroUsize;
use std::sync::Arc;

use movegen::text::CastlingNotation;
use search::params::{self, Param};
use search::strength::{MAX_ELO, MIN_ELO};
use search::{Mebibytes, Tablebase, Tablebases};
use types::Depth;

use crate::words::{CommandError, similar};

/// The greatest value of the option `Skill Level`, which does not limit the strength.
const MAX_SKILL_LEVEL: u32 = 20;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    /// The size of the transposition table in MiB.
    pub(crate) hash: u32,
    threads: u32,
    /// The number of best lines that a search finds.
    multi_pv: u32,
    /// The GUI lets the engine think on the opponent's time.
    pub(crate) ponder: bool,
    /// Milliseconds lost with every move between the engine and the clock.
    pub(crate) move_overhead: u32,
    /// Castling is written as king takes rook.
    chess960: bool,
    /// Scores come with the chances to win, draw and lose.
    pub(crate) show_wdl: bool,
    /// Positions are analysed, not played: the strength is not limited.
    analyse_mode: bool,
    limit_strength: bool,
    elo: u32,
    /// A level of Stockfish; the greatest one does not limit the strength.
    skill_level: u32,
    /// The directories of endgame tablebases; empty for none.
    pub(crate) syzygy_path: String,
    /// The least depth left with which a node is looked up.
    syzygy_probe_depth: u32,
    /// The most pieces with which a position is looked up.
    syzygy_probe_limit: u32,
    /// Tablebase results obey the 50-move rule.
    syzygy_50_move_rule: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash: 16,
            threads: 1,
            multi_pv: 1,
            ponder: false,
            move_overhead: 20,
            chess960: false,
            show_wdl: false,
            analyse_mode: false,
            limit_strength: false,
            elo: 2000,
            skill_level: MAX_SKILL_LEVEL,
            syzygy_path: String::new(),
            syzygy_probe_depth: 1,
            syzygy_probe_limit: 7,
            syzygy_50_move_rule: true,
        }
    }
}

impl Settings {
    pub(crate) fn hash(&self) -> Mebibytes {
        Mebibytes(self.hash as usize)
    }

    pub(crate) fn threads(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.threads as usize).unwrap_or(NonZeroUsize::MIN)
    }

    pub(crate) fn set_threads(&mut self, threads: NonZeroUsize) {
        self.threads = u32::try_from(threads.get()).unwrap_or(MAX_THREADS);
    }

    pub(crate) fn multi_pv(&self) -> NonZeroUsize {
        NonZeroUsize::new(self.multi_pv as usize).unwrap_or(NonZeroUsize::MIN)
    }

    pub(crate) fn notation(&self) -> CastlingNotation {
        if self.chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard }
    }

    /// The rating to which the strength is limited, if it is. Never in analysis.
    pub(crate) fn rating(&self) -> Option<u32> {
        const GREATEST: u32 = MAX_SKILL_LEVEL - 1;
        match *self {
            Settings { analyse_mode: true, .. } => None,
            Settings { limit_strength: true, elo, .. } => Some(elo),
            // Evenly spread ratings.
            Settings { skill_level: level @ ..=GREATEST, .. } => {
                Some(MIN_ELO + level * (MAX_ELO - MIN_ELO) / GREATEST)
            }
            _ => None,
        }
    }

    /// Tablebases with the options for their use.
    pub(crate) fn tablebases(&self, source: Arc<dyn Tablebase>) -> Tablebases {
        Tablebases {
            source,
            min_depth: Depth(self.syzygy_probe_depth as i32),
            max_pieces: self.syzygy_probe_limit,
            fifty_move_rule: self.syzygy_50_move_rule,
        }
    }

    /// The settings that scores depend on: the strength limit, or else path, piece limit and 50-move rule of the tablebases.
    ///
    /// If they change, stored scores must be cleared. A limited strength that found scores of the full strength in the table
    /// would play too well, and would use tablebase results that it must not use. With another 50-move rule, stored
    /// results are wrong. With other tables or a lower piece limit they may be right, but the search could claim wins that it
    /// cannot convert. The least probe depth does not change results: it decides when a lookup is worth its time.
    fn score_inputs(&self) -> (Option<u32>, Option<(String, u32, bool)>) {
        let rating = self.rating();
        let looks_up = rating.is_none() && !self.syzygy_path.is_empty();
        let lookups =
            looks_up.then(|| (self.syzygy_path.clone(), self.syzygy_probe_limit, self.syzygy_50_move_rule));
        (rating, lookups)
    }
}

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
    env!("COPPICE_VERSION"),
    ", commit ",
    env!("COPPICE_COMMIT"),
    ", free software under the GNU GPL, see ",
    env!("CARGO_PKG_REPOSITORY")
);

/// An empty text, as the protocol writes it.
const EMPTY: &str = "<empty>";

/// The greatest table in MiB: 32 TiB, more memory than any machine has today, or what 32-bit addresses leave room for.
const MAX_HASH: u32 = if cfg!(target_pointer_width = "32") { 1 << 10 } else { 1 << 25 };
/// The greatest number of threads. In WebAssembly their stacks of 8 MiB share an address space of 4 GiB with the table.
const MAX_THREADS: u32 = if cfg!(target_family = "wasm") { 128 } else { 1024 };

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
        .about("for analysis: `UCI_LimitStrength` and `Skill Level` are ignored"),
    check("UCI_LimitStrength", |s| &mut s.limit_strength).about("limits the strength to the rating `UCI_Elo`"),
    spin("UCI_Elo", |s| &mut s.elo, MIN_ELO, MAX_ELO, Effect::None)
        .about("the rating for `UCI_LimitStrength`, near the scale of Stockfish 15.1's `UCI_Elo`; see `docs/levels.md`"),
    spin("Skill Level", |s| &mut s.skill_level, 0, MAX_SKILL_LEVEL, Effect::None)
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

    /// Its value as text; `None` if it has none.
    fn value(&self, settings: &mut Settings) -> Option<String> {
        match self.kind {
            OptionKind::Check(field) => Some(field(settings).to_string()),
            OptionKind::Spin { field, .. } => Some(field(settings).to_string()),
            OptionKind::Text(field) => Some(field(settings).clone()),
            OptionKind::Button | OptionKind::Info(_) => None,
        }
    }

    fn default(&self) -> String {
        let value = self.value(&mut Settings::default()).unwrap_or_default();
        if value.is_empty() { EMPTY.to_owned() } else { value }
    }

    /// Its line in the answer to `uci`.
    fn declaration(&self) -> String {
        let kind = match self.kind {
            OptionKind::Check(_) => format!("check default {}", self.default()),
            OptionKind::Spin { min, max, .. } => {
                format!("spin default {} min {min} max {max}", self.default())
            }
            OptionKind::Text(_) => format!("string default {}", self.default()),
            OptionKind::Button => "button".to_owned(),
            OptionKind::Info(text) => format!("string default {text}"),
        };
        format!("option name {} type {kind}", self.name)
    }

    /// Its row in the manual.
    #[cfg(test)]
    fn row(&self) -> String {
        let default = self.default();
        let (kind, default, range) = match self.kind {
            OptionKind::Check(_) => ("check", default, "true, false".to_owned()),
            OptionKind::Spin { min, max, .. } => ("spin", default, format!("{min} to {max}")),
            // In a code span, since `<empty>` would be taken for HTML.
            OptionKind::Text(_) => ("string", format!("`{default}`"), String::new()),
            OptionKind::Button => ("button", String::new(), String::new()),
            OptionKind::Info(_) => ("string", String::new(), String::new()),
        };
        format!("| `{}` | {kind} | {default} | {range} | {} |", self.name, self.about)
    }
}

/// The name of each option with its default, and what it does.
pub(crate) fn summary() -> impl Iterator<Item = (String, &'static str)> {
    OPTIONS.iter().map(|option| match option.kind {
        OptionKind::Check(_) | OptionKind::Spin { .. } => {
            (format!("{} ({})", option.name, option.default()), option.about)
        }
        OptionKind::Text(_) | OptionKind::Button | OptionKind::Info(_) => {
            (option.name.to_owned(), option.about)
        }
    })
}

pub(crate) fn names() -> impl Iterator<Item = String> {
    OPTIONS.iter().map(|option| option.name.to_owned())
}

#[cfg(test)]
pub(crate) fn rows() -> impl Iterator<Item = String> {
    OPTIONS.iter().map(OptionLine::row)
}

/// The parameters that are options: those of the search in a tuning build. In every other build they are constants.
const PARAMETERS: &[Param] = if cfg!(feature = "tuning") { params::ALL } else { &[] };

/// One line for each parameter, as OpenBench reads them: name, type, value, least, greatest, and the last perturbation and
/// learning rate of a tune.
pub(crate) fn spsa_lines() -> Result<String, CommandError> {
    /// In steps per point won: OpenBench's default.
    const LEARNING_RATE: f64 = 0.002;
    if PARAMETERS.is_empty() {
        let found = "the parameters of this build are constants";
        return Err(CommandError::new(found, "a build with --features tuning"));
    }
    let line = |Param { name, default, min, max, step }: &Param| {
        format!("{name}, int, {default}, {min}, {max}, {step}, {LEARNING_RATE}")
    };
    Ok(PARAMETERS.iter().map(line).collect::<Vec<_>>().join("\n"))
}

impl Settings {
    pub(crate) fn declarations() -> String {
        let parameters = PARAMETERS.iter().map(|Param { name, default, min, max, .. }| {
            format!("option name {name} type spin default {default} min {min} max {max}")
        });
        OPTIONS.iter().map(OptionLine::declaration).chain(parameters).collect::<Vec<_>>().join("\n")
    }

    /// Sets an option by its name. On an error nothing changes.
    pub(crate) fn set(&mut self, name: &str, value: Option<&str>) -> Result<Effect, CommandError> {
        let letters = |name: &str| {
            name.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_lowercase()).collect::<String>()
        };
        if let Some(&Param { name, min, max, .. }) = PARAMETERS.iter().find(|param| param.name == name) {
            let number = value.filter(|value| !value.starts_with('+')).and_then(|value| value.parse().ok());
            let is_set = number.is_some_and(|number| params::set(name, number));
            return if is_set { Ok(Effect::None) } else { Err(bad_value(name, value, number_in(min, max))) };
        }
        let option = OPTIONS.iter().find(|option| letters(option.name) == letters(name));
        let option = option.ok_or_else(|| unknown(name))?;
        let before = self.score_inputs();
        let error = |expected: String| bad_value(option.name, value, expected);
        match option.kind {
            OptionKind::Check(field) => {
                let parsed = value.and_then(|value| value.to_ascii_lowercase().parse().ok());
                *field(self) = parsed.ok_or_else(|| error("true or false".to_owned()))?;
            }
            OptionKind::Spin { field, min, max } => {
                let number =
                    value.filter(|value| !value.starts_with('+')).and_then(|value| value.parse().ok());
                let in_range = number.filter(|number| (min..=max).contains(number));
                *field(self) = in_range.ok_or_else(|| error(number_in(min, max)))?;
            }
            OptionKind::Text(field) => {
                let text = value.ok_or_else(|| error(format!("a text, or {EMPTY}")))?;
                *field(self) = if text == EMPTY { String::new() } else { text.to_owned() };
            }
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

fn number_in(min: impl fmt::Display, max: impl fmt::Display) -> String {
    format!("a number from {min} to {max}")
}

/// The error for a value that an option cannot have, or for none.
fn bad_value(name: &str, value: Option<&str>, expected: String) -> CommandError {
    match value {
        Some(found) => CommandError::new(format_args!("option {name} has the value '{found}'"), expected),
        None => CommandError::new(
            format_args!("option {name} has no value"),
            format_args!("'value' and {expected}"),
        ),
    }
}

/// The error for a name that no option has.
fn unknown(found: &str) -> CommandError {
    let known: Vec<&str> = OPTIONS.iter().map(|option| option.name).collect();
    // The word `value` is often forgotten, as in `setoption name Hash 64`.
    let (name, value) = found.split_once(' ').unwrap_or((found, ""));
    let hint = match similar(found, known.iter().copied()) {
        Some(meant) => format!(" (did you mean '{meant}'?)"),
        None if known.iter().any(|known| known.eq_ignore_ascii_case(name)) => {
            format!(" (did you mean '{name} value {value}'?)")
        }
        None => String::new(),
    };
    CommandError::new(format_args!("no option '{found}'"), format_args!("one of {}{hint}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skill_levels_are_ratings_from_the_least_to_the_greatest_and_none() {
        let rating = |skill_level| Settings { skill_level, ..Settings::default() }.rating();
        assert_eq!([0, 10, 19, 20].map(rating), [Some(MIN_ELO), Some(1842), Some(MAX_ELO), None]);
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
            assert!(option.declaration().contains(&format!("default {default}")));
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

    #[cfg(feature = "tuning")]
    #[test]
    fn parameters_are_listed_and_set_within_their_range_and_no_further() {
        assert_eq!(spsa_lines().map(|lines| lines.lines().count()), Ok(params::ALL.len()));
        let mut settings = Settings::default();
        for &Param { name, default, min, max, .. } in params::ALL {
            for value in [min, max, default] {
                assert_eq!(settings.set(name, Some(&value.to_string())), Ok(Effect::None));
            }
            for bad in [(min - 1).to_string(), (max + 1).to_string(), "x".to_owned(), format!("+{default}")] {
                let error = settings.set(name, Some(&bad)).unwrap_err().to_string();
                let text =
                    format!("option {name} has the value '{bad}', expected a number from {min} to {max}");
                assert_eq!(error, text);
            }
        }
    }
}
