//! The files of `perft-suites/`, one module each.

pub mod chess960;
pub mod dfrc;
pub mod random;
pub mod standard;
pub mod tricky;
pub mod unreachable;

use std::collections::HashSet;

use anyhow::Result;
use shakmaty::{Chess, EnPassantMode, Position};

use crate::dice::{Dice, Seed};
use crate::play::{self, Temper};
use crate::suite::{Group, Suite};
use crate::text::{self, Castling};

/// Draws up all suites, uncounted.
pub fn all(seed: Seed) -> Result<Vec<Suite>> {
    Ok(vec![
        standard::suite()?,
        unreachable::suite()?,
        tricky::suite(seed)?,
        chess960::suite(seed)?,
        dfrc::suite(seed)?,
        random::suite(seed),
    ])
}

/// Positions out of random games, one of each game at most.
pub struct Harvest {
    /// Heads the group and seeds its dice.
    pub title: &'static str,
    /// How many positions.
    pub wanted: usize,
    /// The first and last ply at which a position may be taken.
    pub plies: (usize, usize),
    /// How the games are played.
    pub temper: Temper,
    /// Which positions will do.
    pub ripe: fn(&Chess) -> bool,
}

/// How a suite plays and spells its random games.
pub struct Field {
    /// Draws the start of a game.
    pub start: fn(&mut Dice) -> Chess,
    /// How castling rights are spelt.
    pub castling: Castling,
    /// When the en passant square is.
    pub ep: EnPassantMode,
}

impl Field {
    /// Plays games until the harvest is in. `seen` keeps positions from coming twice in a file.
    pub fn reap(&self, seed: Seed, harvest: &Harvest, seen: &mut HashSet<String>) -> Group {
        let mut dice = Dice::new(seed, harvest.title);
        let mut fens = Vec::new();
        while fens.len() < harvest.wanted {
            let Some(position) = self.one(&mut dice, harvest) else { continue };
            let fen = text::fen(&position, self.castling, self.ep);
            if seen.insert(text::identity(&fen)) {
                fens.push(fen);
            }
        }
        Group::of(harvest.title, fens)
    }

    /// A ripe position of one game, if it has any.
    fn one(&self, dice: &mut Dice, harvest: &Harvest) -> Option<Chess> {
        let start = (self.start)(dice);
        let plies = dice.between(harvest.plies.0, harvest.plies.1);
        let game = play::game(dice, start, plies, harvest.temper);
        let late_enough = game.get(harvest.plies.0..)?;
        let ripe: Vec<&Chess> = late_enough.iter().filter(|p| young(p) && (harvest.ripe)(p)).collect();
        dice.pick(&ripe).copied().cloned()
    }
}

/// Far from the 50-move rule, which some rules libraries let into their counts.
fn young(position: &Chess) -> bool {
    position.halfmoves() < 80
}

/// Positions already in these groups.
fn seen(groups: &[Group]) -> HashSet<String> {
    groups.iter().flat_map(|group| &group.members).map(|member| text::identity(&member.fen)).collect()
}
