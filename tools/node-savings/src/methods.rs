//! The rows of the table, and which of them must return the same value.
//!
//! There are two families of sound methods. The first evaluates at depth 0, and its value is that of minimax. The
//! second searches on with quiescence search and has another value, which the engine must return too as long as all its
//! techniques are sound. Each method adds one technique to the method before it.
//!
//! The engine's rows come from its own list of techniques.

use search::techniques::{Climber, Set, Technique, Techniques, climb};

use crate::meter::{Measurement, Task};
use crate::{engine, taught};

/// The methods that must return the same value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Family {
    /// The value of minimax with the evaluation at depth 0.
    Evaluation,
    /// The value of minimax with quiescence search at depth 0.
    Quiescence,
    /// No certain value: some technique may prune the best move.
    Betting,
}

/// The style of a line in the plot.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineStyle {
    /// A textbook search with the evaluation at depth 0.
    Thin,
    /// A textbook search with quiescence search at depth 0.
    Dashed,
    /// The engine.
    Thick,
}

/// Searches a position to a depth, with empty tables.
pub type Search = fn(&Task<'_>) -> Measurement;

/// A row.
#[derive(Clone, Debug)]
pub struct Method {
    /// The name.
    pub name: String,
    /// The methods whose value it must return.
    pub family: Family,
    /// The style of its line in the plot; `None` if it has none.
    pub line: Option<LineStyle>,
    /// The search.
    pub run: Search,
}

/// The name of the row that the others are compared with.
pub const MINIMAX: &str = "minimax";

/// All rows in order.
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
        rows.push(name, Family::Evaluation, Some(LineStyle::Thin), run);
    }
    for (name, run) in quiescence {
        rows.push(name, Family::Quiescence, Some(LineStyle::Dashed), run);
    }
    climb(&mut rows);
    rows.push(
        "the full engine",
        Family::Betting,
        Some(LineStyle::Thick),
        engine::run::<search::techniques::Playing>,
    );
    rows.0
}

struct Rows(Vec<Method>);

impl Rows {
    fn push(&mut self, name: &str, family: Family, line: Option<LineStyle>, run: Search) {
        self.0.push(Method { name: name.to_owned(), family, line, run });
    }
}

impl Climber for Rows {
    fn step<T: Techniques>(&mut self, new: Option<Technique>) {
        let is_sound = T::IN_USE.is_subset(Set::SOUND);
        let family = if is_sound { Family::Quiescence } else { Family::Betting };
        let name = new.map_or("engine without techniques".to_owned(), |new| format!(". . + {}", words(new)));
        let is_landmark = new.is_none() || T::IN_USE == Set::SOUND;
        self.push(&name, family, is_landmark.then_some(LineStyle::Thick), engine::run::<T>);
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
