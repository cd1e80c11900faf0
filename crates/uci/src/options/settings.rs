//! The values of the options, in the types of the engine.
//!
//! An option is a number, a switch or a text, and its field holds what was sent. The fields are private to the options;
//! other modules get durations, sizes and ratings.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use movegen::text::CastlingNotation;
use search::{Mebibytes, Tablebase, Tablebases};
use types::Depth;

use crate::strength::{self, StrengthLimit};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    /// The size of the transposition table in MiB.
    pub(super) hash: u32,
    pub(super) threads: u32,
    /// The number of best lines that a search finds.
    pub(super) multi_pv: u32,
    /// The GUI lets the engine think on the opponent's time.
    pub(super) ponder: bool,
    /// Milliseconds lost with every move between the engine and the clock.
    pub(super) move_overhead: u32,
    /// Castling is written as king takes rook.
    pub(super) chess960: bool,
    pub(super) show_wdl: bool,
    /// Positions are analysed, not played: the strength is not limited.
    pub(super) analyse_mode: bool,
    pub(super) limit_strength: bool,
    pub(super) elo: u32,
    /// A level of Stockfish; the greatest one does not limit the strength.
    pub(super) skill_level: u32,
    /// The directories of endgame tablebases; empty for none.
    pub(super) syzygy_path: String,
    /// The least depth left with which a node is looked up.
    pub(super) syzygy_probe_depth: u32,
    /// The most pieces with which a position is looked up.
    pub(super) syzygy_probe_limit: u32,
    /// Tablebase results obey the 50-move rule.
    pub(super) syzygy_50_move_rule: bool,
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
            skill_level: strength::MAX_SKILL_LEVEL,
            syzygy_path: String::new(),
            syzygy_probe_depth: 1,
            syzygy_probe_limit: 7,
            syzygy_50_move_rule: true,
        }
    }
}

/// The settings that scores depend on: the strength limit and the tablebases.
///
/// If they change, stored scores must be cleared. A limited strength that found scores of the full strength in the table
/// would play too well, and would use tablebase results that it must not use.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct ScoreInputs {
    strength_limit: Option<StrengthLimit>,
    lookups: Option<Lookups>,
}

/// The tablebase results that are used.
///
/// With another 50-move rule, stored results are wrong. With other tables or a lower piece limit they may be right, but
/// the search could claim wins that it cannot convert. The least probe depth is not included: it decides when a lookup is
/// worth its time, and does not change results.
#[derive(PartialEq, Eq, Debug)]
struct Lookups {
    path: String,
    max_pieces: u32,
    fifty_move_rule: bool,
}

impl Settings {
    /// The size of the transposition table.
    pub(crate) fn hash(&self) -> Mebibytes {
        Mebibytes(self.hash as usize)
    }

    /// Sets the size of the transposition table to that of the engine.
    pub(crate) fn correct_hash(&mut self, size: Mebibytes) {
        // The option's range includes every size of a table.
        self.hash = u32::try_from(size.0).unwrap_or(self.hash);
    }

    /// The number of threads that search.
    pub(crate) fn threads(&self) -> NonZeroUsize {
        at_least_one(self.threads)
    }

    /// The number of best lines that a search finds.
    pub(crate) fn multi_pv(&self) -> NonZeroUsize {
        at_least_one(self.multi_pv)
    }

    /// Returns true if the GUI may let the engine think on the opponent's time.
    pub(crate) fn may_ponder(&self) -> bool {
        self.ponder
    }

    /// The time lost with every move between the engine and the clock.
    pub(crate) fn move_overhead(&self) -> Duration {
        Duration::from_millis(self.move_overhead.into())
    }

    pub(crate) fn notation(&self) -> CastlingNotation {
        if self.chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard }
    }

    /// Returns true if scores come with the chances to win, draw and lose.
    pub(crate) fn shows_wdl(&self) -> bool {
        self.show_wdl
    }

    /// The limit of the strength, if there is one. Never in analysis.
    pub(crate) fn strength_limit(&self) -> Option<StrengthLimit> {
        match self {
            Settings { analyse_mode: true, .. } => None,
            Settings { limit_strength: true, elo, .. } => Some(StrengthLimit::new(*elo)),
            Settings { skill_level, .. } => StrengthLimit::of_skill_level(*skill_level),
        }
    }

    /// The option that has to be set before this one has an effect, if there is one.
    pub(crate) fn is_without_effect(&self, name: &str) -> Option<&'static str> {
        let is_elo = name.eq_ignore_ascii_case("UCI_Elo");
        (is_elo && self.strength_limit().is_none()).then_some("UCI_LimitStrength value true")
    }

    /// The settings that scores depend on.
    pub(super) fn score_inputs(&self) -> ScoreInputs {
        let strength_limit = self.strength_limit();
        let looks_up = strength_limit.is_none() && !self.syzygy_path.is_empty();
        let lookups = looks_up.then(|| Lookups {
            path: self.syzygy_path.clone(),
            max_pieces: self.syzygy_probe_limit,
            fifty_move_rule: self.syzygy_50_move_rule,
        });
        ScoreInputs { strength_limit, lookups }
    }

    /// The directories of endgame tablebases; empty for none.
    pub(crate) fn syzygy_path(&self) -> &str {
        &self.syzygy_path
    }

    /// Tablebases with the options for their use.
    #[cfg_attr(target_family = "wasm", expect(dead_code, reason = "there are no tablebases"))]
    pub(crate) fn tablebases(&self, source: Arc<dyn Tablebase>) -> Tablebases {
        Tablebases {
            source,
            min_depth: Depth(self.syzygy_probe_depth as i32),
            max_pieces: self.syzygy_probe_limit,
            fifty_move_rule: self.syzygy_50_move_rule,
        }
    }
}

fn at_least_one(number: u32) -> NonZeroUsize {
    NonZeroUsize::new(number as usize).unwrap_or(NonZeroUsize::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_is_limited_in_games_but_not_in_analysis() {
        let mut settings = Settings { elo: 1500, ..Settings::default() };
        assert_eq!(settings.strength_limit(), None);
        settings.limit_strength = true;
        assert_eq!(settings.strength_limit(), Some(StrengthLimit::new(1500)));
        settings.analyse_mode = true;
        assert_eq!(settings.strength_limit(), None);
    }
}
