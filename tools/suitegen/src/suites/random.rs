//! `random.epd`: standard chess at random, from the opening to the last pawns, with extra helpings of what is
//! rare.

use std::collections::HashSet;

use shakmaty::{Chess, Color, EnPassantMode, Position, Rank, Role};

use super::{Field, Harvest};
use crate::dice::Seed;
use crate::look;
use crate::play::Temper;
use crate::sketch::rank;
use crate::suite::Suite;
use crate::text::Castling;

const FIELD: Field =
    Field { start: |_| Chess::default(), castling: Castling::Standard, ep: EnPassantMode::Always };

const HARVESTS: [Harvest; 10] = [
    harvest("Random play: the opening", 100, (2, 20), Temper::Even, going_on),
    harvest("Random play: the middle game", 140, (21, 70), Temper::Even, going_on),
    harvest("Random play: long games", 80, (71, 200), Temper::Even, going_on),
    harvest("Random play: endgames of ten men or fewer", 110, (60, 300), Temper::Greedy, |p| {
        going_on(p) && men(p) <= 10
    }),
    harvest("Random play: in check", 100, (5, 150), Temper::Even, |p| going_on(p) && p.is_check()),
    harvest("Random play: en passant is legal", 80, (4, 80), Temper::Greedy, |p| {
        !look::en_passants(p).is_empty()
    }),
    harvest(
        "Random play: a pawn beside the double step, but en passant is illegal",
        20,
        (4, 80),
        Temper::Greedy,
        |p| look::capturers(p).any() && look::en_passants(p).is_empty(),
    ),
    harvest("Random play: castling is legal", 90, (6, 60), Temper::Homely, |p| {
        look::rights(p).iter().any(|r| r.legal)
    }),
    harvest("Random play: pawns about to promote", 80, (20, 200), Temper::Greedy, |p| {
        going_on(p) && about_to_promote(p)
    }),
    harvest("Random play: mate or stalemate", 20, (10, 300), Temper::Greedy, |p| p.legal_moves().is_empty()),
];

const fn harvest(
    title: &'static str,
    wanted: usize,
    plies: (usize, usize),
    temper: Temper,
    ripe: fn(&Chess) -> bool,
) -> Harvest {
    Harvest { title, wanted, plies, temper, ripe }
}

/// Draws it up.
pub fn suite(seed: Seed) -> Suite {
    let mut seen = HashSet::new();
    Suite {
        file: "random.epd",
        source: "Seeded random play from the start position. The en passant square is written after every \
                 double step, whether or not a pawn can capture.",
        groups: HARVESTS.iter().map(|harvest| FIELD.reap(seed, harvest, &mut seen)).collect(),
    }
}

fn going_on(position: &Chess) -> bool {
    !position.is_game_over()
}

fn men(position: &Chess) -> usize {
    position.board().occupied().count()
}

/// The side to move has a pawn on its seventh rank.
fn about_to_promote(position: &Chess) -> bool {
    let turn: Color = position.turn();
    (position.our(Role::Pawn) & rank(turn.relative_rank(Rank::Seventh))).any()
}
