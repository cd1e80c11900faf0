//! Shared by the tests: positions, searches, and the position of a record.

use std::sync::LazyLock;

use movegen::Position;
use search::{Control, Mebibytes};
use treeview::algorithm::{self, Algorithm, Effort};
use treeview::record::{NONE, VisitKind, flags};
use treeview::tree::SearchTree;
use types::{Depth, Move};

/// An opening, tactics, an endgame, a mate to be found, a position in check, castling of Chess960.
pub(crate) const POSITIONS: [&str; 6] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "3r3k/6pp/7N/8/8/8/Q4PPP/6K1 w - - 0 1",
    "rnbqk1nr/pppp1ppp/8/4p3/1b1PP3/8/PPP2PPP/RNBQKBNR w KQkq - 1 3",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
];

pub(crate) fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub(crate) fn effort(depth: i32) -> Effort {
    Effort { depth: Depth(depth), nodes: 1_000_000, hash: Mebibytes(1) }
}

pub(crate) fn search(algorithm: Algorithm, fen: &str, depth: i32) -> SearchTree {
    let root = position(fen);
    let control = Control::new();
    algorithm::search(algorithm, &root, &effort(depth), &control, &|_, _| ())
        .expect("so little memory is there")
}

/// All searches of all positions, run once, and deep enough to use every technique.
pub(crate) fn searches() -> &'static [(String, SearchTree)] {
    static SEARCHES: LazyLock<Vec<(String, SearchTree)>> = LazyLock::new(|| {
        let forms = [(Algorithm::Alphabeta, 2), (Algorithm::Pvs, 3), (Algorithm::Engine, 7)];
        let named =
            |fen, (algorithm, depth)| (format!("{algorithm} of {fen}"), search(algorithm, fen, depth));
        POSITIONS.into_iter().flat_map(|fen| forms.map(|form| named(fen, form))).collect()
    });
    &SEARCHES
}

/// The position of every record; for a skipped move, its parent.
pub(crate) fn positions(tree: &SearchTree, root: &Position) -> Vec<Position> {
    let mut positions: Vec<Position> = Vec::with_capacity(tree.records.len());
    for record in &tree.records {
        let before = if record.parent == NONE { root } else { &positions[record.parent as usize] };
        let mut position = before.clone();
        if record.role == VisitKind::Move as u8 {
            position.play(Move::from_bits(record.mv).expect("a move was made"));
        } else if record.role == VisitKind::NullMove as u8 {
            position.play_null();
        }
        positions.push(position);
    }
    positions
}

/// The moves of the principal variation of the last iteration that has one.
pub(crate) fn principal_variation(tree: &SearchTree) -> Vec<u16> {
    let is_principal = |index: &u32| tree.records[*index as usize].has(flags::PRINCIPAL);
    let children = tree.children();
    let root = tree.roots().filter(is_principal).last();
    let next = |&at: &u32| children[at as usize].iter().copied().find(is_principal);
    std::iter::successors(root, next).skip(1).map(|at| tree.records[at as usize].mv).collect()
}
