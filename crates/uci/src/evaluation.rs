//! The command `eval`: the static evaluation as a table ([`eval::explain()`]), or as JSON or a picture (`evalview`).

use eval::wdl::centipawns_of_units;
use movegen::Position;
use search::Game;

use crate::ending::ending_of_game;
use crate::output::say;

/// A form of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EvalFormat {
    /// A table for people.
    Table,
    /// JSON, on one line.
    Json,
    /// An SVG picture.
    Svg,
}

/// Shows the evaluation of the position of a game.
pub(crate) fn show(game: &Game, form: EvalFormat) {
    let (position, ending) = (game.position(), ending_of_game(game));
    match form {
        EvalFormat::Table => say(table(position, ending)),
        EvalFormat::Json => say(evalview::json(position, ending)),
        EvalFormat::Svg => say(evalview::Picture::of(position, ending)),
    }
}

/// The evaluation's own table, and its score as searches show it.
fn table(position: &Position, ending: Option<&str>) -> String {
    let explanation = eval::explain(position);
    let pawns = centipawns_of_units(explanation.white_score().0.into()) / 100.0;
    let shown = match ending {
        Some(by) => format!("the game is over by {by}: a search shows its result instead"),
        None => format!("{pawns:+.2} for White, in pawns as a search shows them"),
    };
    format!("{explanation}Shown   {shown}\n")
}
