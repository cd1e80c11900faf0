//! `tricky.epd`: a small collection made by hand and a large one mined at random, motif by motif.

use anyhow::{Context as _, Result};
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};

use crate::dice::Seed;
use crate::mine::{self, Barren};
use crate::motifs;
use crate::published;
use crate::suite::{Candidate, Group, Suite};

/// Draws it up.
pub fn suite(seed: Seed) -> Result<Suite> {
    let list = include_str!("../../published/handmade.epd");
    let mut groups = published::read(list, Candidate::CEILING).context("published/handmade.epd")?;
    groups.extend(mined(seed)?);
    Ok(Suite {
        file: "tricky.epd",
        source: "Positions made by hand (the first groups), and positions found by drawing pieces at random \
                 around a motif and keeping those that show it (all others). Groups whose title names \
                 Chess960 spell castling rights as Shredder-FEN.",
        groups,
    })
}

fn mined(seed: Seed) -> Result<Vec<Group>, Barren> {
    motifs::all().collect::<Vec<_>>().into_par_iter().map(|motif| mine::mine(seed, motif)).collect()
}
