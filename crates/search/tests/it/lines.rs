//! Several lines: each of another move, sorted, as good as when searched alone.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use search::Limits;

use crate::support::{POSITIONS, depth, engine, game, nodes, search};

fn with_lines(limits: Limits, lines: usize) -> Limits {
    Limits { multi_pv: NonZeroUsize::new(lines).expect("not zero"), ..limits }
}

#[test]
fn lines_are_of_different_moves_and_sorted() {
    for fen in POSITIONS {
        let game = game(fen);
        let legal = game.position().legal_moves().len();
        for (wanted, limits) in [(2, depth(6)), (5, nodes(20_000)), (500, depth(3))] {
            if legal == 0 {
                continue;
            }
            let (_, ear) = search(&mut engine(), &game, &with_lines(limits, wanted));
            let last = ear.last_lines();
            assert_eq!(last.len(), wanted.min(legal), "{fen}");
            assert_eq!(last.iter().map(|line| line.pv[0]).collect::<HashSet<_>>().len(), last.len());
            assert!(last.windows(2).all(|pair| pair[0].score >= pair[1].score), "{fen}: {last:?}");
            assert!(last.iter().enumerate().all(|(index, line)| line.multipv == index + 1), "{fen}");
        }
    }
}

#[test]
fn all_mating_moves_are_found() {
    for fen in ["7k/R7/6K1/8/8/8/8/RR6 w - - 0 1", "6k1/8/6K1/8/8/8/8/QRR5 w - - 0 1"] {
        let game = game(fen);
        let mates = |mv| {
            let after = game.position().after(mv);
            after.in_check() && after.legal_moves().is_empty()
        };
        let mating = game.position().legal_moves().into_iter().filter(|&mv| mates(mv)).count();
        assert!(mating > 1);
        let (_, ear) = search(&mut engine(), &game, &with_lines(depth(4), mating + 2));
        let found = ear.last_lines().iter().filter(|line| line.score.mate_plies() == Some(1)).count();
        assert_eq!(found, mating, "{fen}");
    }
}

#[test]
fn depth_of_all_lines_is_the_same_after_a_finished_iteration() {
    let (_, ear) = search(&mut engine(), &game(POSITIONS[5]), &with_lines(depth(6), 4));
    assert!(ear.last_lines().iter().all(|line| line.depth == types::Depth(6)));
}
