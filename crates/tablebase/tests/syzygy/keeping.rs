//! No move lets go of a win or a draw.

use std::sync::Arc;

use movegen::Position;
use movegen::position::setup::Setup;
use rand::RngExt;
use search::{Engine, Game};
use tablebase::SyzygyTables;
use types::{Color, Piece, Role, Square};

use crate::support::{
    MATERIALS, Oracle, engine, random_position, rng, samples, search, share, tables, with_clock,
};

/// Searches a position and holds the move and the score against the oracle.
pub(crate) fn check(engine: &mut Engine, oracle: &Oracle, position: &Position, nodes: u64) {
    if position.count_legal_moves() == 0 {
        return;
    }
    let (least, most) = oracle.worth(position);
    let outcome = search(engine, &Game::new(position.clone()), nodes);
    let after = position.after(outcome.best_move().expect("there is a move"));
    let kept = if after.is_checkmate() { 1 } else { -oracle.worth(&after).0 };
    assert!(kept >= least, "{:?} lets go in {}", outcome.best_move(), position.fen());
    let told = if outcome.score.is_decisive() { outcome.score.0.signum() } else { 0 };
    assert!((least..=most).contains(&told), "{} for {}", outcome.score, position.fen());
    assert!(outcome.score.is_decisive() || outcome.score.0.abs() <= 1, "{}", outcome.score);
}

fn all(tables: &Arc<SyzygyTables>, oracle: &Oracle, role: Role, nodes: u64) {
    let mut engine = engine(tables);
    // A fifth of the squares for each piece are enough, if they are not the same fifth.
    let every_fifth = |offset: usize| Square::ALL.into_iter().skip(offset).step_by(5);
    let kings = every_fifth(0).flat_map(|strong| every_fifth(1).map(move |weak| (strong, weak)));
    for (strong, weak) in kings.step_by(share() as usize) {
        for square in every_fifth(2) {
            for side_to_move in Color::ALL {
                let mut setup = Setup { side_to_move, ..Setup::empty() };
                setup.board[strong] = Some(Piece::new(Color::White, Role::King));
                setup.board[square] = Some(Piece::new(Color::White, role));
                setup.board[weak] = Some(Piece::new(Color::Black, Role::King));
                if let Ok(position) = setup.into_position() {
                    check(&mut engine, oracle, &position, nodes);
                }
            }
        }
    }
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn three_pieces() {
    let (tables, oracle) = (tables(), Oracle::open());
    for role in [Role::Pawn, Role::Rook, Role::Queen] {
        all(&tables, &oracle, role, 1);
    }
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn four_pieces_and_any_clock() {
    let (tables, oracle) = (tables(), Oracle::open());
    let mut rng = rng(2);
    let mut engine = engine(&tables);
    for material in MATERIALS {
        for round in 0..samples(40) {
            let position = random_position(material, &mut rng);
            check(&mut engine, &oracle, &position, 200);
            // Just as much time as the win needs, and a little more or less.
            let distance = oracle.dtz(&position).abs();
            for clock in [rng.random_range(0..100), 99 - distance, 100 - distance, 101 - distance] {
                if round % 4 == 0 && (0..100).contains(&clock) {
                    check(&mut engine, &oracle, &with_clock(&position, clock), 200);
                }
            }
        }
    }
}
