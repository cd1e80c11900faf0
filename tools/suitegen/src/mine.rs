//! Mining: drawing sketches until enough of them show a motif.
//!
//! A nugget must be taken as it is by both libraries, show the motif, and be new.

use std::collections::HashSet;

use shakmaty::{CastlingMode, Chess, EnPassantMode, Setup};

use crate::dice::{Dice, Seed};
use crate::libraries::{self, Standing};
use crate::suite::Group;
use crate::text::{self, Castling};

/// A rare thing to look for.
pub struct Motif {
    /// What it is; heads its group in the file and seeds its dice.
    pub title: &'static str,
    /// How many to find.
    pub wanted: usize,
    /// Draws a setup in which it may happen.
    pub sketch: fn(&mut Dice) -> Setup,
    /// Whether it happens.
    pub shows: fn(&Chess) -> bool,
    /// How its file spells castling rights.
    pub castling: Castling,
}

/// A motif that did not turn up often enough.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Barren {
    /// The motif's title.
    pub title: &'static str,
    /// How many were found of how many wanted.
    pub found: (usize, usize),
}

impl std::fmt::Display for Barren {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (found, wanted) = self.found;
        write!(f, "only {found} of {wanted} positions found for {:?}", self.title)
    }
}

impl std::error::Error for Barren {}

/// Sketches per motif before giving up.
const TRIES: usize = 4_000_000;

/// Looks for a motif until it has been found as often as wanted.
pub fn mine(seed: Seed, motif: &Motif) -> Result<Group, Barren> {
    mine_within(seed, motif, TRIES)
}

fn mine_within(seed: Seed, motif: &Motif, tries: usize) -> Result<Group, Barren> {
    let mut dice = Dice::new(seed, motif.title);
    let mut seen = HashSet::new();
    let mut fens = Vec::new();
    for _ in 0..tries {
        if fens.len() == motif.wanted {
            break;
        }
        if let Some(fen) = strike(&mut dice, motif).filter(|fen| seen.insert(text::identity(fen))) {
            fens.push(fen);
        }
    }
    match fens.len() {
        found if found == motif.wanted => Ok(Group::of(motif.title, fens)),
        found => Err(Barren { title: motif.title, found: (found, motif.wanted) }),
    }
}

/// One attempt.
fn strike(dice: &mut Dice, motif: &Motif) -> Option<String> {
    let setup = (motif.sketch)(dice);
    let position: Chess = setup.position(CastlingMode::Chess960).ok()?;
    if !(motif.shows)(&position) {
        return None;
    }
    let fen = text::fen(&position, motif.castling, EnPassantMode::Always);
    matches!(libraries::cozy(&fen), Standing::Loads(_)).then_some(fen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;
    use shakmaty::Position as _;

    fn bare_kings(dice: &mut Dice) -> Setup {
        Sketch::default().kings(dice).finish(dice)
    }

    fn motif(wanted: usize, shows: fn(&Chess) -> bool) -> Motif {
        Motif { title: "bare kings", wanted, sketch: bare_kings, shows, castling: Castling::Standard }
    }

    #[test]
    fn finds_as_many_as_wanted_and_no_two_alike() {
        let group = mine(Seed(1), &motif(50, |_| true)).unwrap();
        let distinct: HashSet<_> = group.members.iter().map(|c| text::identity(&c.fen)).collect();
        assert_eq!((group.members.len(), distinct.len()), (50, 50));
    }

    #[test]
    fn a_barren_motif_is_an_error() {
        let barren = mine_within(Seed(1), &motif(5, |position| position.is_check()), 1000).unwrap_err();
        assert_eq!(barren.found, (0, 5));
    }
}
