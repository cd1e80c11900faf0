//! Search trees for a page that draws them while they grow.

use std::cell::Cell;
use std::time::Duration;

use movegen::Position;
use search::{Control, Mebibytes};
use serde::Deserialize;
use treeview::algorithm::{self, Algorithm, Effort};
use treeview::tree::SearchTree;
use treeview::watcher::Watcher;
use types::Depth;
use uci::parse_position;

/// The size of the transposition table. Trees that can be drawn do not fill it.
const HASH: Mebibytes = Mebibytes(16);
/// The time between two copies of a tree.
const INTERVAL: Duration = Duration::from_millis(40);
/// The greatest depth. The limit of nodes ends a search much earlier.
const MAX_DEPTH: i32 = 100;
/// The number of records between two looks at the clock.
const RECORDS: usize = 256;

/// A search whose tree is to be drawn, in JSON.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// FEN.
    position: String,
    algorithm: Algorithm,
    /// In plies, 1 to [`MAX_DEPTH`].
    depth: i32,
    /// The greatest number of moves made; of visits for minimax.
    nodes: u64,
}

/// Sends copies of a tree while it is recorded.
struct Sender<'a> {
    now: &'a dyn Fn() -> Duration,
    send: &'a dyn Fn(&SearchTree),
    /// The time of the next copy.
    next: Cell<Duration>,
}

impl Watcher for Sender<'_> {
    fn recorded(&self, records: usize) -> bool {
        records.is_multiple_of(RECORDS) && (self.now)() >= self.next.get()
    }

    fn receive(&self, tree: SearchTree) {
        let begin = (self.now)();
        (self.send)(&tree);
        let end = (self.now)();
        // Most of the time is for the search, however large the tree.
        self.next.set(end + INTERVAL.max(4 * (end - begin)));
    }
}

/// Searches as a request says and returns the tree. `send` takes copies of it meanwhile.
///
/// # Errors
/// The reason why nothing is searched, in words for people.
pub fn draw(
    request: &str,
    now: &dyn Fn() -> Duration,
    send: &dyn Fn(&SearchTree),
) -> Result<SearchTree, String> {
    let request: Request = serde_json::from_str(request).map_err(|error| error.to_string())?;
    let root: Position = parse_position(&request.position).map_err(|error| error.to_string())?;
    if !(1..=MAX_DEPTH).contains(&request.depth) {
        return Err(format!("depth {}: expected 1 to {MAX_DEPTH}", request.depth));
    }
    let effort = Effort { depth: Depth(request.depth), nodes: request.nodes, hash: HASH };
    let sender = Sender { now, send, next: Cell::new(now() + INTERVAL) };
    algorithm::search(request.algorithm, &root, &effort, &Control::new(), &sender)
        .map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(request: &str) -> Result<(SearchTree, Vec<usize>), String> {
        // A clock on which each look takes a while.
        let (time, sizes) = (Cell::new(Duration::ZERO), std::cell::RefCell::new(Vec::new()));
        let now = || {
            time.set(time.get() + Duration::from_millis(10));
            time.get()
        };
        let tree = draw(request, &now, &|tree| sizes.borrow_mut().push(tree.records.len()))?;
        Ok((tree, sizes.into_inner()))
    }

    fn request(fen: &str, algorithm: &str, depth: i32, nodes: u64) -> String {
        format!(r#"{{"position": "{fen}", "algorithm": "{algorithm}", "depth": {depth}, "nodes": {nodes}}}"#)
    }

    #[test]
    fn a_tree_is_sent_while_it_grows() {
        let (tree, sizes) = drawn(&request(&Position::startpos().fen(), "engine", 100, 20_000)).unwrap();
        assert!(tree.about.nodes >= 20_000 && tree.about.stopped);
        assert!(sizes.len() > 3 && sizes.is_sorted(), "{sizes:?}");
        assert!(sizes[sizes.len() - 1] <= tree.records.len(), "{sizes:?}");
    }

    #[test]
    fn minimax_and_alphabeta_find_the_same() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        let [minimax, alphabeta] = ["minimax", "alphabeta"]
            .map(|algorithm| drawn(&request(fen, algorithm, 2, 1_000_000)).unwrap().0.about);
        assert_eq!(minimax.score, alphabeta.score);
        assert!(minimax.score.is_some() && minimax.nodes > 2 * alphabeta.nodes);
    }

    #[test]
    fn bad_requests_are_explained() {
        let start = Position::startpos().fen();
        for (request, expected) in [
            (request("8/8/8/8/8/8/8/8 w - - 0 1", "engine", 3, 100), "king"),
            (request(&start, "engine", 0, 100), "depth 0: expected 1 to 100"),
            (request(&start, "engine", 300, 100), "depth 300"),
            (request(&start, "guess", 3, 100), "guess"),
            ("{}".to_owned(), "position"),
        ] {
            let error = drawn(&request).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
