//! `chess960.epd`: published positions, start positions, and random play from random starts.

use std::collections::BTreeSet;

use anyhow::{Context as _, Result};
use shakmaty::{Chess, EnPassantMode, Position};

use super::{Field, Harvest, seen};
use crate::backrank::{self, Scharnagl};
use crate::dice::{Dice, Seed};
use crate::look;
use crate::play::Temper;
use crate::published;
use crate::suite::{Candidate, Group, Suite};
use crate::text::{self, Castling};

const FIELD: Field = Field { start: random_start, castling: Castling::Shredder, ep: EnPassantMode::Legal };

const HARVESTS: [Harvest; 3] = [
    Harvest {
        title: "Chess960: random play, castling rights still there",
        wanted: 180,
        plies: (4, 50),
        temper: Temper::Homely,
        ripe: |position| position.castles().any(),
    },
    Harvest {
        title: "Chess960: random play, castling legal at once",
        wanted: 90,
        plies: (6, 60),
        temper: Temper::Homely,
        ripe: |position| look::rights(position).iter().any(|right| right.legal),
    },
    Harvest {
        title: "Chess960: random play, any position",
        wanted: 30,
        plies: (10, 120),
        temper: Temper::Even,
        ripe: |position| !position.is_game_over(),
    },
];

/// Draws it up.
pub fn suite(seed: Seed) -> Result<Suite> {
    let list = include_str!("../../published/chess960.epd");
    let mut groups = published::read(list, Candidate::CEILING).context("published/chess960.epd")?;
    groups.push(starts(seed));
    let mut seen = seen(&groups);
    groups.extend(HARVESTS.iter().map(|harvest| FIELD.reap(seed, harvest, &mut seen)));
    Ok(Suite {
        file: "chess960.epd",
        source: "The Chess Programming Wiki (Chess960 Perft Results) and TalkChess for the published \
                 groups, whose published counts agree; 150 of the 960 start positions; and seeded random \
                 play from random starts. Castling rights are spelt as Shredder-FEN.",
        groups,
    })
}

/// The first and the last start position, the standard one, and others at random.
fn starts(seed: Seed) -> Group {
    let title = "Chess960: start positions, by Scharnagl number";
    let mut dice = Dice::new(seed, title);
    let mut numbers: BTreeSet<Scharnagl> =
        [0, Scharnagl::COUNT - 1].into_iter().filter_map(Scharnagl::new).collect();
    numbers.insert(Scharnagl::STANDARD);
    while numbers.len() < 150 {
        numbers.insert(random_number(&mut dice));
    }
    let start =
        |number| text::fen(&backrank::start(number, number), Castling::Shredder, EnPassantMode::Always);
    Group::of(title, numbers.into_iter().map(start))
}

fn random_start(dice: &mut Dice) -> Chess {
    let number = random_number(dice);
    backrank::start(number, number)
}

/// Any start position's number.
pub fn random_number(dice: &mut Dice) -> Scharnagl {
    Scharnagl::new(dice.below(Scharnagl::COUNT)).unwrap_or(Scharnagl::STANDARD)
}
