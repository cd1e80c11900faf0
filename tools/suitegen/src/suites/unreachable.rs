//! `unreachable.epd`: published positions that no game can reach.

use anyhow::{Context as _, Result};

use crate::published;
use crate::suite::{Candidate, Suite};

/// Draws it up.
pub fn suite() -> Result<Suite> {
    let list = include_str!("../../published/unreachable.epd");
    let groups = published::read(list, Candidate::CEILING).context("published/unreachable.epd")?;
    Ok(Suite {
        file: "unreachable.epd",
        source: "Published positions that cannot arise in play but appear in suites all the same. A comment \
                 line above each says which library objects to what; published counts agree with all counts \
                 at the same depth.",
        groups,
    })
}
