//! `dfrc.epd`: double Chess960, where the sides start from different set-ups.

use anyhow::{Context as _, Result};
use shakmaty::{Chess, EnPassantMode, Position};

use super::chess960::random_number;
use super::{Field, Harvest, seen};
use crate::backrank;
use crate::dice::{Dice, Seed};
use crate::look;
use crate::play::Temper;
use crate::published;
use crate::suite::{Candidate, Suite};
use crate::text::Castling;

const FIELD: Field = Field { start: random_start, castling: Castling::Shredder, ep: EnPassantMode::Legal };

const HARVESTS: [Harvest; 4] = [
    Harvest {
        title: "Double Chess960: start positions",
        wanted: 100,
        plies: (0, 0),
        temper: Temper::Even,
        ripe: |_| true,
    },
    Harvest {
        title: "Double Chess960: random play, castling rights still there",
        wanted: 140,
        plies: (4, 50),
        temper: Temper::Homely,
        ripe: |position| position.castles().any(),
    },
    Harvest {
        title: "Double Chess960: random play, castling legal at once",
        wanted: 90,
        plies: (6, 60),
        temper: Temper::Homely,
        ripe: |position| look::rights(position).iter().any(|right| right.legal),
    },
    Harvest {
        title: "Double Chess960: random play, any position",
        wanted: 30,
        plies: (10, 120),
        temper: Temper::Even,
        ripe: |position| !position.is_game_over(),
    },
];

/// Draws it up.
pub fn suite(seed: Seed) -> Result<Suite> {
    let list = include_str!("../../published/dfrc.epd");
    let mut groups = published::read(list, Candidate::CEILING).context("published/dfrc.epd")?;
    let mut seen = seen(&groups);
    groups.extend(HARVESTS.iter().map(|harvest| FIELD.reap(seed, harvest, &mut seen)));
    Ok(Suite {
        file: "dfrc.epd",
        source: "A few published castling cases, whose published counts agree; random pairs of the 960 set-ups; \
                 and seeded random play from such pairs. Castling rights are spelt as Shredder-FEN.",
        groups,
    })
}

/// Two set-ups that differ.
fn random_start(dice: &mut Dice) -> Chess {
    let white = random_number(dice);
    let mut black = random_number(dice);
    while black == white {
        black = random_number(dice);
    }
    backrank::start(white, black)
}
