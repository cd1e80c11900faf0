//! The answer that is expected of the opponent.

use movegen::Masks;
use search::Limits;

use crate::support::{depth, engine, game, nodes, search};

/// A line that was not searched has no second move, but the table may remember one, also when the fifty moves are near.
#[test]
fn an_answer_that_only_the_table_knows_is_expected() {
    for clock in [0, 85] {
        let game = game(&format!("3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - {clock} 90"));
        let position = game.position();
        let mv =
            position.legal_moves().into_iter().find(|mv| mv.from() == position.king(types::Color::White));
        let only = |limits| Limits { search_moves: mv.into_iter().collect(), ..limits };
        let mut engine = engine();
        let (searched, _) = search(&mut engine, &game, &only(depth(6)));
        assert!(searched.ponder.is_some(), "{clock}");
        let (unsearched, ear) = search(&mut engine, &game, &only(nodes(0)));
        assert_eq!(ear.lines[0].pv.len(), 1, "{clock}");
        let reply = unsearched.ponder.expect("the table knows an answer");
        let after = position.after(unsearched.best.expect("a move"));
        assert_eq!(after.halfmove_clock(), clock + 1);
        assert!(after.is_legal(&Masks::of(&after), reply));
    }
}
