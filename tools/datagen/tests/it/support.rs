//! Quick settings.

use datagen::openings::Openings;
use datagen::settings::{Adjudication, OpeningSettings, RunSettings};
use search::Mebibytes;
use types::Score;

/// Searches of some fifty nodes, half of the games Chess960.
pub(crate) fn quick() -> (RunSettings, Openings) {
    let openings =
        OpeningSettings { random_plies: 6, max_score: Score(100), chess960: 0.5, double: 0.5, book: None };
    let settings = RunSettings {
        seed: 7,
        nodes: 40,
        hard_nodes: 200,
        leaves: 2,
        hash: Mebibytes(1),
        openings: openings.clone(),
        adjudication: Adjudication::default(),
    };
    (settings, Openings::from_arrays(openings))
}
