//! The command `eval`: the static evaluation as a table ([`eval::explain()`]), or as JSON or a picture (`evalview`).

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
        Form::Json => say(evalview::json(position, ending(position))),
        Form::Svg => say(evalview::Picture::of(position, ending(position))),
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
