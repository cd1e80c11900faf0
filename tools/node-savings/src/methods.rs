//! The rows of the table, and which of them must return the same value.
//!
//! There are two families of sound methods. The first evaluates at depth 0, and its value is that of minimax. The
//! second searches on with quiescence search and has another value, which the engine must return too as long as all its
//! techniques are sound. Each method adds one technique to the method before it.
//!
//! The engine's rows come from its own list of techniques.

use search::techniques::{Technique, Techniques};

use crate::meter::{Measurement, SearchTask};
use crate::{engine, textbook_searches};

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

/// A search of a position to a depth, with empty tables.
#[derive(Clone, Copy, Debug)]
pub enum Search {
    /// A search of the textbook.
    Textbook(fn(&SearchTask<'_>) -> Measurement),
    /// The engine's search with some of its techniques.
    Engine(Techniques),
}

impl Search {
    /// Runs the search.
    pub fn run(self, task: &SearchTask<'_>) -> Measurement {
        match self {
            Search::Textbook(search) => search(task),
            Search::Engine(techniques) => engine::run(techniques, task),
        }
    }
}

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
    pub search: Search,
}

/// The name of the row that the others are compared with.
pub const MINIMAX: &str = "minimax";

/// All rows in order.
pub fn all() -> Vec<Method> {
    let mut rows = Rows(Vec::new());
    type Textbook = fn(&SearchTask<'_>) -> Measurement;
    let evaluation: [(&str, Textbook); 8] = [
        (MINIMAX, textbook_searches::minimax),
        ("alpha-beta with captures last", textbook_searches::captures_last),
        ("alpha-beta in random order", textbook_searches::random_order),
        ("alpha-beta as generated", textbook_searches::generated_order),
        ("alpha-beta with captures first", textbook_searches::captures_first),
        (". . + killers and history", textbook_searches::killers_and_history),
        (". . . . + table", textbook_searches::table),
        (". . . . with zero windows (PVS)", textbook_searches::principal_variation),
    ];
    let quiescence: [(&str, Textbook); 2] = [
        ("alpha-beta + quiescence", textbook_searches::quiescence),
        ("PVS + quiescence", textbook_searches::quiescent_principal_variation),
    ];
    for (name, run) in evaluation {
        rows.push(name, Family::Evaluation, Some(LineStyle::Thin), Search::Textbook(run));
    }
    for (name, run) in quiescence {
        rows.push(name, Family::Quiescence, Some(LineStyle::Dashed), Search::Textbook(run));
    }
    for (new, techniques) in Techniques::ladder() {
        let is_sound = techniques.is_subset(Techniques::SOUND);
        let family = if is_sound { Family::Quiescence } else { Family::Betting };
        let name = new.map_or("engine without techniques".to_owned(), |new| format!(". . + {}", words(new)));
        let is_landmark = new.is_none() || techniques == Techniques::SOUND;
        rows.push(&name, family, is_landmark.then_some(LineStyle::Thick), Search::Engine(techniques));
    }
    rows.push("the full engine", Family::Betting, Some(LineStyle::Thick), Search::Engine(Techniques::ALL));
    rows.0
}

struct Rows(Vec<Method>);

impl Rows {
    fn push(&mut self, name: &str, family: Family, line: Option<LineStyle>, search: Search) {
        self.0.push(Method { name: name.to_owned(), family, line, search });
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
