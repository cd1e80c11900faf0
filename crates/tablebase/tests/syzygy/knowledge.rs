//! The evaluation of endgames by itself, compared with the tables.
//!
//! Random positions of each material, quiet ones, since no evaluation sees what is about to be taken. A score
//! beyond [`CLEAR`] says that a side wins, one within that it is a draw; the tables say which is true.
//! `docs/endgames.md` lists the shares that agree, as these print them:
//!
//! ```sh
//! COPPICE_SYZYGY=DIRECTORY cargo test -p tablebase -- --ignored --nocapture knowledge
//! ```

use movegen::Position;
use movegen::position::setup::Setup;
use search::{Engine, Game, Mebibytes};
use types::{BySquare, Move};

use crate::support::{MATERIALS, Oracle, random_position, rng, samples, search};

/// More than this is no draw, in the units of the evaluation.
const CLEAR: i32 = 100;
/// Positions of each material.
const SAMPLE: u32 = 500;
/// The materials of which the evaluation is not right nearly always, with the percentage that must agree. A
/// static evaluation sees neither forks nor the winner of a pawn race.
const MIN_PERCENT: [(&str, f64); 12] = [
    ("KQvKQ", 91.0),
    ("KQvKR", 93.0),
    ("KRvKR", 95.0),
    ("KRvKB", 92.0),
    ("KRvKN", 81.0),
    ("KRvKP", 90.0),
    ("KBvKP", 95.0),
    ("KNvKP", 86.0),
    ("KPvKP", 72.0),
    ("KBPvK", 96.0),
    ("KNPvK", 91.0),
    ("KPPvK", 96.0),
];
/// The share that must agree of all other materials.
const MIN_PERCENT_OF_OTHERS: f64 = 98.5;

/// Returns true if there is no check, capture or promotion for either side to move.
fn is_quiet(position: &Position) -> bool {
    let passed = Setup {
        board: BySquare::from_fn(|square| position.piece_at(square)),
        side_to_move: !position.side_to_move(),
        ..Setup::empty()
    };
    is_calm(position) && passed.into_position().is_ok_and(|position| is_calm(&position))
}

fn is_calm(position: &Position) -> bool {
    let moves = position.legal_moves();
    let is_loud = |&mv: &Move| position.is_capture(mv) || mv.promoted_to().is_some();
    !position.in_check() && !moves.is_empty() && !moves.iter().any(is_loud)
}

/// The evaluation's result for the side to move: 1 for a win, 0 for a draw, -1 for a loss.
fn verdict(position: &Position) -> i32 {
    match eval::evaluate(position).0 {
        CLEAR.. => 1,
        score if score <= -CLEAR => -1,
        _ => 0,
    }
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn verdicts_agree_with_the_tables() {
    let oracle = Oracle::open();
    let mut sum = 0.0;
    for material in MATERIALS {
        let mut rng = rng(7);
        let quiet = std::iter::repeat_with(|| random_position(material, &mut rng)).filter(is_quiet);
        let agrees = |position: &Position| verdict(position) == oracle.worth(position).0;
        let agreed = quiet.take(SAMPLE as usize).filter(agrees).count();
        let percent = 100.0 * agreed as f64 / f64::from(SAMPLE);
        println!("{material:<6} {percent:5.1} %");
        let least = MIN_PERCENT
            .iter()
            .find(|(name, _)| *name == material)
            .map_or(MIN_PERCENT_OF_OTHERS, |least| least.1);
        assert!(percent >= least, "{material}: {percent} % agree");
        sum += percent;
    }
    println!("all    {:5.2} %", sum / MATERIALS.len() as f64);
}

/// True if the engine without tables wins for the side to move against the best defence there is:
/// mates, or takes what its enemy has left, before fifty moves are over.
fn wins(start: &Position, oracle: &Oracle, nodes: u64) -> bool {
    let mut engine = Engine::new(Mebibytes(4)).expect("so little memory is always there");
    let mut game = Game::new(start.clone());
    loop {
        let position = game.position().clone();
        let is_winner = position.side_to_move() == start.side_to_move();
        if let Some(outcome) = position.outcome_with_claims(game.earlier()) {
            return outcome.winner() == Some(start.side_to_move());
        }
        if oracle.worth(&position) == (0, 0) {
            return false;
        }
        if position.occupied().count() < start.occupied().count() {
            return true;
        }
        let mv = match is_winner {
            true => search(&mut engine, &game, nodes).best_move().expect("the game is not over"),
            false => oracle.best_move(&position),
        };
        game.play(mv);
    }
}

/// Games of wins that take at least so many plies, and how many must be won. Of queen against rook five in six are, more or
/// less by what the search happens to see first, so it takes many to tell.
const PLAYED: [(&str, i32, u32, u32); 5] = [
    ("KQvKR", 11, 60, 42),
    ("KBNvK", 11, 20, 18),
    ("KRvKP", 7, 20, 18),
    ("KQvKP", 11, 10, 9),
    ("KBBvK", 11, 10, 9),
];
/// Nodes for each move.
const NODES: u64 = 20_000;

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn wins_are_won_without_tables() {
    let oracle = Oracle::open();
    for (material, distance, all, least_of_all) in PLAYED {
        let games = samples(all);
        let least = least_of_all * games / all;
        let mut rng = rng(11);
        let is_hard =
            |position: &Position| is_quiet(position) && (distance..=90).contains(&oracle.dtz(position));
        let starts = std::iter::repeat_with(|| random_position(material, &mut rng)).filter(is_hard);
        let won = starts.take(games as usize).filter(|start| wins(start, &oracle, NODES)).count();
        println!("{material:<6} {won} of {games} won");
        assert!(won >= least as usize, "{material}: {won} of {games} won");
    }
}
