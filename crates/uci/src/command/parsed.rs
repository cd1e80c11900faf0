//! A command as the session carries it out, its words turned into types.

use types::Depth;

use super::genfens::GenFens;
use super::go::Go;
use super::position::PositionCommand;
use crate::evaluation::EvalFormat;

/// A command as the session carries it out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    /// Does nothing: a signal, or a command that has no use here.
    Nothing,
    /// Prints name and options, and switches to protocol output.
    Uci,
    /// Begins another game.
    NewGame,
    /// Switches comments on how commands were understood on or off.
    Debug(bool),
    /// Changes an option.
    SetOption {
        /// Its name, words separated by single spaces.
        name: String,
        /// Its new value as it was typed, if one is given.
        value: Option<String>,
    },
    /// Sets the board up.
    Position(PositionCommand),
    /// Plays moves on the board, or lists those that were played if there are none.
    Moves(Vec<String>),
    /// Takes back so many moves.
    Undo(usize),
    /// Searches, or counts moves.
    Go(Go),
    /// Lists the commands and options, or explains one.
    Help(Option<String>),
    /// Prints version, commit and build.
    Version,
    /// Shows the board.
    Display,
    /// Shows the static evaluation.
    Eval(EvalFormat),
    /// Swaps the colours.
    Flip,
    /// Searches the bench positions, to this depth if one is given.
    Bench {
        /// The depth of each search.
        depth: Option<Depth>,
    },
    /// Lists the parameters of the search as OpenBench reads them.
    Spsa,
    /// Makes openings for self-play.
    GenFens(GenFens),
}
