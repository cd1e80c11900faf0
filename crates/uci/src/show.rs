//! Texts for people: the board, the evaluation, the reasons for a move, the list of commands and options, and the version.

use crate::command::{COMMANDS, CommandGroup, CommandInfo, EvalFormat};
use crate::game::{GameRecord, ending_of_game, parse_move};
use crate::options;
use crate::output::{say, say_error};
use crate::words::{CommandError, Tokens};
use eval::tapered::Phase;
use eval::wdl::centipawns_of_units;
use explain::Question;
use movegen::Position;
use search::{Control, Game};
use types::ByColor;

/// A diagram with FEN, key and checkers.
pub(crate) fn board(game: &Game) -> String {
    let position = game.position();
    let checkers: Vec<String> = position.checkers().into_iter().map(|square| square.to_string()).collect();
    let checkers = if checkers.is_empty() { "none".to_owned() } else { checkers.join(" ") };
    let (fen, key) = (position.fen(), position.key());
    let ending = ending_of_game(game).map_or(String::new(), |by| format!("\nThe game is over by {by}"));
    format!("{position}\nFEN: {fen}\nKey: {key}\nCheckers: {checkers}{ending}")
}

/// Shows the evaluation of the position of a game.
pub(crate) fn evaluation(game: &Game, form: EvalFormat) {
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

/// The explanation of a move of a game, by an engine of its own. A second move is compared with it.
pub(crate) fn why(
    game: GameRecord,
    words: &str,
) -> Result<impl FnOnce(&Control) + Send + use<>, CommandError> {
    let tokens = &mut Tokens::new(words);
    let mv = parse_move(game.position(), tokens.required("why", "a move such as e2e4 or Nf3")?)?;
    let other = tokens.peek().is_some_and(|word| word != "json").then(|| tokens.next()).flatten();
    let other = other.map(|word| parse_move(game.position(), word)).transpose()?;
    let json = tokens.next().map(|word| match word {
        "json" => Ok(()),
        found => Err(CommandError::unexpected(found, "'json' or the end of the line")),
    });
    let json = json.transpose()?.is_some();
    tokens.expect_end()?;
    Ok(move |control: &Control| {
        let (start, played) = game.start_and_moves();
        let question = Question { start, played, mv, other, nodes: explain::NODES };
        match question.answer(control) {
            Ok(Some(explanation)) if json => say(explain::json(&explanation)),
            Ok(Some(explanation)) => say(explain::words::text(&explanation)),
            Ok(None) => say("info string why stopped"),
            Err(error) => say_error(format_args!("why: {error}")),
        }
    })
}

const HEAD: &str = "\
Coppice is a chess engine that speaks UCI. Commands to try first:
  moves e4 e5        go movetime 3000        eval        undo        quit
Commands can also be given as arguments of the program:
  coppice bench
  coppice \"position startpos moves e2e4\" \"go depth 12\"
";

const FOOT: &str = "\
Moves are written e2e4, e7e8q, or Nf3, e8=Q, O-O.
Castling may also be e1g1 or e1h1 (king takes rook).
";

/// The lines of `help` about one command or option.
pub(crate) fn help_about(word: &str) -> Result<String, CommandError> {
    let mut text = String::new();
    let name = |usage: &str| usage.split(" (").next().is_some_and(|name| name.eq_ignore_ascii_case(word));
    for (usage, about) in options::summary().filter(|(usage, _)| name(usage)) {
        row(&mut text, &format!("  {usage}"), about);
    }
    for entry in COMMANDS.iter().filter(|entry| entry.name == word) {
        rows(&mut text, entry);
    }
    if text.is_empty() {
        return Err(CommandError::after("help", Some(word), "a command or an option; 'help' lists them"));
    }
    Ok(text.trim_end().to_owned())
}

/// The width of the column of commands. The explanation of a longer one begins on the next line.
const USAGE_WIDTH: usize = 26;
/// The width of a usual terminal.
const WIDTH: usize = 80;

/// The text of `help`: all commands, those of the protocol first, then the options.
pub(crate) fn help() -> String {
    let mut text = HEAD.to_owned();
    for (group, heading) in CommandGroup::ALL {
        text += &format!("\n{heading}:\n");
        COMMANDS.iter().filter(|entry| entry.group == group).for_each(|entry| rows(&mut text, entry));
    }
    text += "\nOptions and their defaults (setoption name <name> value <value>):\n";
    for (usage, about) in options::summary() {
        row(&mut text, &format!("  {usage}"), about);
    }
    format!("{text}\n{}", FOOT.trim_end())
}

/// A command and the words that may follow it.
fn rows(text: &mut String, entry: &CommandInfo) {
    row(text, &format!("  {}", entry.usage()), entry.about);
    for parameter in entry.parameters {
        row(text, &format!("     {}", parameter.usage()), parameter.about);
    }
}

/// A usage and its explanation, broken into lines where it is long.
fn row(text: &mut String, usage: &str, about: &str) {
    let about = about.replace('`', "'");
    let mut line = format!("{usage:USAGE_WIDTH$}");
    if usage.len() > USAGE_WIDTH {
        *text += &format!("{usage}\n");
        line = " ".repeat(USAGE_WIDTH);
    }
    for word in about.split(' ') {
        if line.len() + 1 + word.len() > WIDTH {
            *text += &format!("{line}\n");
            line = " ".repeat(USAGE_WIDTH);
        }
        line = line + " " + word;
    }
    *text += &format!("{line}\n");
}

/// Name and version for GUIs and rating lists: `Coppice 1.0.0` for a release, `Coppice 1.0.0-dev-<commit>` otherwise.
pub const NAME: &str = concat!("Coppice ", env!("COPPICE_VERSION"));

/// Version and build in one line, for bug reports.
pub(crate) const VERSION: &str = concat!(
    "Coppice ",
    env!("COPPICE_VERSION"),
    ", commit ",
    env!("COPPICE_COMMIT"),
    ", ",
    env!("COPPICE_PROFILE"),
    " build for ",
    env!("COPPICE_TARGET"),
    " (",
    env!("COPPICE_CPU"),
    ")",
);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_wider_than_a_terminal() {
        for line in help().lines() {
            assert!(line.len() <= WIDTH, "{line}");
        }
    }
}
