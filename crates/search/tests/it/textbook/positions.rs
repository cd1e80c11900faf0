//! The textbook searches agree on chess, too.

use movegen::Position;
use search::Window;
use search::textbook::chess_order::{KillersAndHistory, VictimsFirst};
use search::textbook::memory::{self, Memory};
use search::textbook::order::{Ordered, Random, Reversed};
use search::textbook::quiescence::quiesce;
use search::textbook::{Chess, GameTree, Quiet, alphabeta, minimax, negamax};
use types::{Move, Score};

use super::forms::{forms, keeps_its_promise};
use crate::support::{POSITIONS, game};

type Tree = Chess<fn(&Position) -> Score>;

fn tree(fen: &str) -> Tree {
    Chess::new(&game(fen), eval::evaluate)
}

/// Those that have a move.
fn fens() -> impl Iterator<Item = &'static str> {
    POSITIONS.into_iter().filter(|fen| game(fen).position().count_legal_moves() > 0)
}

fn windows_around(value: Score) -> [Window; 5] {
    let around = |below, above| Window { alpha: value - Score(below), beta: value + Score(above) };
    [Window::FULL, around(1, 1), around(0, 1), around(40, -10), around(-10, 40)]
}

fn check<G: GameTree<Move = Move>>(fen: &str, mut tree: impl FnMut() -> G, depth: u32) {
    let minimax = negamax::negamax(&mut tree(), depth);
    let best: Vec<Move> = best_moves(&mut tree(), depth, minimax.score);
    for form in forms::<G>() {
        for window in windows_around(minimax.score) {
            let found = (form.search)(&mut tree(), depth, window);
            let context = || format!("{} to depth {depth} in {window:?} of {fen}", form.name);
            assert!(
                keeps_its_promise(form.is_soft, minimax.score, window, found.score),
                "{} for {}: {}",
                found.score,
                minimax.score,
                context()
            );
            let is_inside = window.alpha < minimax.score && minimax.score < window.beta;
            assert!(!is_inside || found.best.is_some_and(|mv| best.contains(&mv)), "{}", context());
        }
    }
}

fn best_moves<G: GameTree<Move = Move>>(tree: &mut G, depth: u32, value: Score) -> Vec<Move> {
    let mut best = tree.moves();
    best.retain(|&mv| {
        tree.play(mv);
        let score = -negamax::negamax(tree, depth - 1).score;
        tree.take_back();
        score == value
    });
    best
}

#[test]
fn every_form_agrees_with_minimax_on_positions() {
    for fen in fens() {
        let players = minimax::minimax(&mut tree(fen), 2);
        let negamax = negamax::negamax(&mut tree(fen), 2);
        let white = search::textbook::tree::seen_by_max(tree(fen).player(), players.score);
        assert_eq!((white, players.best), (negamax.score, negamax.best), "{fen}");
        check(fen, || tree(fen), 1);
        check(fen, || tree(fen), 2);
        check(fen, || Quiet(Ordered::new(tree(fen), VictimsFirst)), 1);
    }
}

#[test]
fn the_order_of_moves_changes_no_value() {
    for fen in fens() {
        let wanted = negamax::negamax(&mut tree(fen), 2).score;
        let search = |tree: &mut dyn FnMut() -> Score| assert_eq!(tree(), wanted, "{fen}");
        search(&mut || {
            alphabeta::fail_soft(&mut Ordered::new(tree(fen), VictimsFirst), 2, Window::FULL).score
        });
        let backwards = Reversed(VictimsFirst);
        search(&mut || alphabeta::fail_soft(&mut Ordered::new(tree(fen), backwards), 2, Window::FULL).score);
        search(&mut || {
            alphabeta::fail_soft(&mut Ordered::new(tree(fen), Random::new(1)), 2, Window::FULL).score
        });
        let learning = KillersAndHistory::default();
        let mut learning = Ordered::new(tree(fen), learning);
        search(&mut || alphabeta::fail_soft(&mut learning, 2, Window::FULL).score);
        search(&mut || memory::search(&mut learning, &mut Memory::default(), 2, Window::FULL).score);
    }
}

/// Standing pat in check would be a mistake: here it hides that the game is over.
#[test]
fn quiescence_does_not_stand_pat_in_check() {
    let mut tree = tree("R5k1/5ppp/8/8/8/8/8/1K6 b - - 0 1");
    assert_eq!(quiesce(&mut tree, Window::FULL), Score::mated_in(types::Ply::ROOT));
    assert!(!standing_pat_in_check(&mut tree, Window::FULL).is_mate());
}

/// Quiescence as it is often written: in check as everywhere else.
fn standing_pat_in_check(tree: &mut Tree, mut window: Window) -> Score {
    let mut best = tree.evaluate();
    let captures: Vec<Move> = tree.moves().into_iter().filter(|&mv| tree.position().is_capture(mv)).collect();
    for mv in captures {
        window.alpha = window.alpha.max(best);
        if window.is_empty() {
            break;
        }
        tree.play(mv);
        best = best.max(-standing_pat_in_check(tree, window.flipped()));
        tree.take_back();
    }
    best
}

#[test]
fn quiescence_plays_exchanges_out() {
    // The pawn is guarded: taking it loses the queen, which depth 1 alone does not see.
    let fen = "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1";
    let take = |found: Option<Move>| found.map(|mv| mv.to_string());
    let greedy = alphabeta::fail_soft(&mut tree(fen), 1, Window::FULL);
    assert_eq!(take(greedy.best).as_deref(), Some("d2d5"));
    let quiet = alphabeta::fail_soft(&mut Quiet(tree(fen)), 1, Window::FULL);
    assert!(quiet.best != greedy.best && quiet.score < greedy.score);
}
