//! The rows of the table: what is searched with, and which of them must agree.
//!
//! They come in two families. The first evaluates where the depth ends, and its value is that of minimax. The
//! second goes on with quiescence, and so has another value, which the engine must return as well as long as it
//! uses nothing but what is sound. Each method has one idea more than the one before.
//!
//! The engine's rows come from the engine's own list of techniques.

use search::techniques::{Climber, Set, Technique, Techniques, climb};

use crate::meter::{Measurement, Task};
use crate::{engine, taught};

/// Which value a method must return.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// Minimax, with the evaluation where the depth ends.
    Evaluation,
    /// Minimax, with quiescence where the depth ends.
    Quiescence,
    /// None: it bets.
    Betting,
}

/// Searches a position to a depth, from the very beginning.
pub type Search = fn(&Task<'_>) -> Measurement;

/// A row.
#[derive(Clone, Debug)]
pub struct Method {
    /// What it is called.
    pub name: String,
    /// Which value it must return.
    pub family: Family,
    /// Whether it is drawn.
    pub is_landmark: bool,
    /// Searches with it.
    pub run: Search,
}

/// The name of the row that all others are compared with.
pub const MINIMAX: &str = "minimax";

/// All rows, in their order.
pub fn all() -> Vec<Method> {
    let mut rows = Rows(Vec::new());
    let evaluation: [(&str, Search); 8] = [
        (MINIMAX, taught::minimax),
        ("alpha-beta with captures last", taught::captures_last),
        ("alpha-beta in random order", taught::random_order),
        ("alpha-beta as generated", taught::generated_order),
        ("alpha-beta with captures first", taught::captures_first),
        (". . + killers and history", taught::killers_and_history),
        (". . . . + table", taught::table),
        (". . . . with zero windows (PVS)", taught::principal_variation),
    ];
    let quiescence: [(&str, Search); 2] = [
        ("alpha-beta + quiescence", taught::quiescence),
        ("PVS + quiescence", taught::quiescent_principal_variation),
    ];
    for (name, run) in evaluation {
        rows.push(name, Family::Evaluation, true, run);
    }
    for (name, run) in quiescence {
        rows.push(name, Family::Quiescence, true, run);
    }
    climb(&mut rows);
    rows.push("the full engine", Family::Betting, true, engine::run::<search::techniques::Playing>);
    rows.0
}

struct Rows(Vec<Method>);

impl Rows {
    fn push(&mut self, name: &str, family: Family, is_landmark: bool, run: Search) {
        self.0.push(Method { name: name.to_owned(), family, is_landmark, run });
    }
}

impl Climber for Rows {
    fn step<T: Techniques>(&mut self, new: Option<Technique>) {
        let is_sound = T::IN_USE.is_subset(Set::SOUND);
        let family = if is_sound { Family::Quiescence } else { Family::Betting };
        let name = new.map_or("engine without techniques".to_owned(), |new| format!(". . + {}", words(new)));
        let is_landmark = new.is_none() || T::IN_USE == Set::SOUND;
        self.push(&name, family, is_landmark, engine::run::<T>);
    }
}

/// The name of a technique in words: `LateMovePruning` is "late move pruning".
pub fn words(technique: Technique) -> String {
    let mut words = String::new();
    for sign in format!("{technique:?}").chars() {
        if sign.is_uppercase() && !words.is_empty() {
            words.push(' ');
        }
        words.extend(sign.to_lowercase());
    }
    words
}
