//! `eval`: what the static evaluation makes of a position, as a table, as data, as a picture.
//!
//! | form | what it is |
//! |---|---|
//! | table | all terms by side and phase: the evaluation's own ([`eval::explain()`]) |
//! | [`json`] | the same and what each man is worth, for programs |
//! | [`picture`] | a board as a heat map of what each man is worth, for people |

mod drawing;
mod json;
mod panel;
mod picture;
mod pieces;

use eval::wdl::centipawns_of_units;
use movegen::Position;

use crate::ending::ending;
use crate::output::say;

/// What an evaluation is shown as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// A table for people.
    Table,
    /// JSON, on one line.
    Json,
    /// An SVG picture.
    Svg,
}

/// Shows the evaluation of a position.
pub(crate) fn show(position: &Position, form: Form) {
    match form {
        Form::Table => say(table(position)),
        Form::Json => say(json::evaluation(position)),
        Form::Svg => say(picture::Picture::of(position)),
    }
}

/// The evaluation's own table, and its score as searches show it.
fn table(position: &Position) -> String {
    let explanation = eval::explain(position);
    let pawns = centipawns_of_units(explanation.white_score().0.into()) / 100.0;
    let shown = match ending(position) {
        Some(by) => format!("nothing of it by a search: the game is over by {by}"),
        None => format!("{pawns:+.2} for White, in pawns as a search shows them"),
    };
    format!("{explanation}Shown   {shown}\n")
}
