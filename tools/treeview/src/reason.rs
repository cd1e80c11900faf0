//! Reasons for cuts and pruned moves, as codes for the log and in words for people.

use search::observer::Cut;
use search::techniques::Technique;
use serde::{Deserialize, Serialize};

/// A reason as the viewer shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Words {
    /// The code in the records.
    pub code: u16,
    /// A few words.
    pub name: String,
    /// A sentence.
    pub text: String,
}

/// Codes of techniques begin here; 0 is no reason.
const FIRST_TECHNIQUE: u16 = 16;

/// The number in the records, never 0.
pub fn code(why: Cut) -> u16 {
    match why {
        Cut::Beta => 1,
        Cut::Draw => 2,
        Cut::Table => 3,
        Cut::StandPat => 4,
        Cut::Horizon => 5,
        Cut::Tablebase => 6,
        Cut::By(technique) => FIRST_TECHNIQUE + technique as u16,
    }
}

/// Name and explanation.
pub fn words(why: Cut) -> Words {
    let (name, text) = match why {
        Cut::Beta => (
            "beta cut-off",
            "A move reached beta: the opponent has something better elsewhere, so the other moves do not matter.",
        ),
        Cut::Draw => {
            ("draw", "Drawn by stalemate, by repetition, by the fifty-move rule or for want of material.")
        }
        Cut::Table => ("table cut", "The transposition table had an answer that is deep enough."),
        Cut::StandPat => ("stand pat", "The evaluation reached beta without a capture."),
        Cut::Horizon => ("horizon", "No line is searched further than this."),
        Cut::Tablebase => ("tablebase", "The endgame tablebases have the value of the position."),
        Cut::By(technique) => words_of(technique),
    };
    Words { code: code(why), name: name.into(), text: text.into() }
}

fn words_of(technique: Technique) -> (&'static str, &'static str) {
    use Technique as T;
    match technique {
        T::Table => ("table", "The transposition table."),
        T::ZeroWindows => ("zero window", "Principal variation search."),
        T::AspirationWindows => ("aspiration window", "A narrow window around the last score."),
        T::MateDistance => ("mate distance", "A quicker mate has been found already."),
        T::DeeperEntries => ("deeper entry", "A table entry of a deeper search."),
        T::UpcomingRepetition => {
            ("upcoming repetition", "The side to move can repeat the position, and a draw reaches beta.")
        }
        T::CorrectionHistory => ("correction history", "The evaluation's known mistakes are taken out."),
        T::ReverseFutility => {
            ("reverse futility", "So far above beta that the opponent would need several good moves.")
        }
        T::Razoring => ("razoring", "So far below alpha that only a capture could help, and none did."),
        T::NullMove => ("null move", "Even passing holds beta, so some move will."),
        T::ProbCut => ("ProbCut", "By a shallow search a capture is so far above beta that it will cut."),
        T::FailHighDamping => ("damped score", "How far a score lies above beta is not to be believed."),
        T::FiftyMoveDamping => ("fifty-move damping", "Without progress the evaluation goes to zero."),
        T::InternalIterativeReduction => {
            ("internal iterative reduction", "No table move: searched less deep.")
        }
        T::LateMovePruning => ("late-move pruning", "Many moves came before it, and the best come first."),
        T::Futility => ("futility", "So far below alpha that the move will not help."),
        T::HistoryPruning => ("history pruning", "Moves like this have failed again and again."),
        T::ExchangePruning => {
            ("static exchange", "It loses material once all captures on its square are played out.")
        }
        T::LateMoveReductions => ("late-move reduction", "A late move, searched less deep."),
        T::RootFailHighReduction => {
            ("root reduction", "The score lay above the root's window, so a wider one is searched less deep.")
        }
        T::SingularExtensions => {
            ("several moves cut", "Without the table's move others still reach beta: this node will cut.")
        }
        T::QuiescencePruning => (
            "quiescence pruning",
            "A move that loses material or cannot reach alpha; in check, a quiet evasion after two others.",
        ),
        T::QuiescenceChecks => ("quiescence checks", "A quiet check at the first ply of quiescence."),
    }
}
