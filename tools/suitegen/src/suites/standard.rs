//! `standard.epd`: what others have published for standard chess.

use anyhow::{Context as _, Result};

use crate::published;
use crate::suite::{Nodes, Suite};

/// The best known positions may take their time: everyone quotes their deep counts.
const FAMOUS_CEILING: Nodes = Nodes(200_000_000);
/// Deep enough for all counts of Sedlak's list.
const CEILING: Nodes = Nodes(4_000_000);

/// Draws it up.
pub fn suite() -> Result<Suite> {
    let mut groups = published::read(include_str!("../../published/famous.epd"), FAMOUS_CEILING)
        .context("published/famous.epd")?;
    groups.extend(
        published::read(include_str!("../../published/standard.epd"), CEILING)
            .context("published/standard.epd")?,
    );
    Ok(Suite {
        file: "standard.epd",
        source: "Published positions: the Chess Programming Wiki (Perft Results), TalkChess topics 47318, \
                 55274, 59781 and 71379, and the tests of many open engines. Wherever a count was published \
                 for a depth given here, it agrees.",
        groups,
    })
}
