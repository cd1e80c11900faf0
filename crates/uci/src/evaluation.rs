//! The command `eval`: the static evaluation as a summary, as a table of all terms ([`eval::explain()`]), or as JSON or a
//! picture (`evalview`).

use eval::tapered::Phase;
use eval::wdl::centipawns_of_units;
use movegen::Position;
use search::Game;
use types::ByColor;

use crate::ending::ending_of_game;
use crate::output::say;

/// A form of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum EvalFormat {
    /// The total and one line for each theme that matters.
    Summary,
    /// A table of all terms.
    Full,
    /// JSON, on one line.
    Json,
    /// An SVG picture.
    Svg,
}

/// Shows the evaluation of the position of a game.
pub(crate) fn show(game: &Game, form: EvalFormat) {
    let (position, ending) = (game.position(), ending_of_game(game));
    match form {
        EvalFormat::Summary => say(summary(position, ending)),
        EvalFormat::Full => say(format_args!("{}{}", eval::explain(position), total(position, ending))),
        EvalFormat::Json => say(evalview::json(position, ending)),
        EvalFormat::Svg => say(evalview::Picture::of(position, ending)),
    }
}

/// The score that a search shows for the position itself.
fn total(position: &Position, ending: Option<&str>) -> String {
    match ending {
        Some(by) => format!("The game is over by {by}: a search shows its result instead"),
        None => format!("{:+.2} pawns for White", pawns(eval::explain(position).white_score().0.into())),
    }
}

/// The total, then the themes in which one side is ahead, in pawns at this phase of the game.
fn summary(position: &Position, ending: Option<&str>) -> String {
    let explanation = eval::explain(position);
    let middlegame = f64::from(explanation.evaluation.phase.0) / f64::from(Phase::MIDDLEGAME.0);
    let mut text = format!("{}, {} to move\n\n", total(position, ending), position.side_to_move());
    text += &format!("{:<24}{:>8}{:>8}{:>8}\n", "In pawns", "White", "Black", "Total");
    let mut scaling = pawns(explanation.white_score().0.into());
    for group in &explanation.groups {
        let ByColor([white, black]) = ByColor::from_fn(|color| {
            let (early, late) = (group.worth[color].middlegame(), group.worth[color].endgame());
            pawns(f64::from(early) * middlegame + f64::from(late) * (1.0 - middlegame))
        });
        scaling -= white - black;
        if (white - black).abs() >= SHOWN_PAWNS {
            text += &format!("{:<24}{white:>+8.2}{black:>+8.2}{:>+8.2}\n", group.name, white - black);
        }
    }
    // Every half of the sum is rounded, so a little may be left even where nothing is scaled.
    if scaling.abs() >= 3.0 * SHOWN_PAWNS {
        text += &format!("{:<40}{scaling:>+8.2}\n", "Chances to win such an endgame");
    }
    text + "\nThemes in which neither side is ahead are left out. 'eval full' lists all terms."
}

/// A difference that is not rounded to 0.00.
const SHOWN_PAWNS: f64 = 0.005;

fn pawns(units: f64) -> f64 {
    centipawns_of_units(units) / 100.0
}
