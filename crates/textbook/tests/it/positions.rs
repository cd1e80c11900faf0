//! The textbook searches agree on chess, too.

use movegen::Position;
use textbook::chess_order::{KillersAndHistory, VictimsFirst};
use textbook::order::{Order, Ordered, Random, Reversed};
use textbook::quiescence::quiesce;
use textbook::transposition::{self, Table};
use textbook::{Chess, GameTree, WithQuiescence, alphabeta, minimax, negamax};
use types::{Move, Score, Window};

use super::forms::{forms, keeps_its_promise};

type Tree = Chess<fn(&Position) -> Score>;

fn tree(fen: &str) -> Tree {
    Chess::new(position(fen), eval::evaluate)
}

/// The position of a FEN.
pub(crate) fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Openings, tactics, endgames, checks, promotions, Chess960, the fifty-move rule.
const POSITIONS: [&str; 12] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "8/P7/8/8/8/2k5/8/2K5 w - - 0 1",
    "8/8/4k3/3n4/8/3BK3/8/8 w - - 0 1",
    "k7/8/1K6/8/8/8/7Q/8 w - - 0 1",
    "rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "8/8/8/5k2/8/5K2/5P2/8 w - - 98 80",
];

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
    for fen in POSITIONS {
        let players = minimax::minimax(&mut tree(fen), 2);
        let negamax = negamax::negamax(&mut tree(fen), 2);
        let white = textbook::tree::seen_by_max(tree(fen).player(), players.score);
        assert_eq!((white, players.best), (negamax.score, negamax.best), "{fen}");
        check(fen, || tree(fen), 1);
        check(fen, || tree(fen), 2);
        check(fen, || WithQuiescence(Ordered::new(tree(fen), VictimsFirst)), 1);
    }
}

#[test]
fn the_order_of_moves_changes_no_value() {
    fn ordered<O: Order<Tree>>(fen: &str, order: O) -> Score {
        alphabeta::fail_soft(&mut Ordered::new(tree(fen), order), 2, Window::FULL).score
    }
    for fen in POSITIONS {
        let mut learning = Ordered::new(tree(fen), KillersAndHistory::default());
        let values = [
            ordered(fen, VictimsFirst),
            ordered(fen, Reversed(VictimsFirst)),
            ordered(fen, Random::new(1)),
            alphabeta::fail_soft(&mut learning, 2, Window::FULL).score,
            transposition::search(&mut learning, &mut Table::default(), 2, Window::FULL).score,
        ];
        assert_eq!(values, [negamax::negamax(&mut tree(fen), 2).score; 5], "{fen}");
    }
}

/// Standing pat in check would be a mistake: here it hides that the game is over.
#[test]
fn quiescence_does_not_stand_pat_in_check() {
    let mut tree = tree("R5k1/5ppp/8/8/8/8/8/1K6 b - - 0 1");
    assert_eq!(quiesce(&mut tree, Window::FULL), Score::mated_in(types::Ply::ROOT));
}

#[test]
fn quiescence_plays_exchanges_out() {
    // The pawn is guarded: taking it loses the queen, which depth 1 alone does not see.
    let fen = "4k3/8/2p5/3p4/8/8/3Q4/4K3 w - - 0 1";
    let take = |found: Option<Move>| found.map(|mv| mv.to_string());
    let greedy = alphabeta::fail_soft(&mut tree(fen), 1, Window::FULL);
    assert_eq!(take(greedy.best).as_deref(), Some("d2d5"));
    let quiet = alphabeta::fail_soft(&mut WithQuiescence(tree(fen)), 1, Window::FULL);
    assert!(quiet.best != greedy.best && quiet.score < greedy.score);
}
