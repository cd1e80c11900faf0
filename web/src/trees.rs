//! Search trees for a page that draws them while they grow.

use std::cell::Cell;
use std::time::Duration;

use movegen::Position;
use search::techniques::{Technique, Techniques};
use search::{Control, Mebibytes};
use serde::Deserialize;
use textbook::course::{Form, Step};
use treeview::algorithm::{self, Algorithm, Effort};
use treeview::course::{CourseSearch, MoveOrder};
use treeview::lists;
use treeview::tree::SearchTree;
use types::{Depth, Move};
use uci::parse_position;

/// The size of the transposition table. Trees that can be drawn do not fill it.
const HASH: Mebibytes = Mebibytes(16);
/// The time between two copies of a tree.
const INTERVAL: Duration = Duration::from_millis(40);
/// The greatest depth. The limit of nodes ends a search much earlier.
const MAX_DEPTH: i32 = 100;
/// The number of records between two looks at the clock.
const RECORDS: usize = 256;

/// A search whose tree is to be drawn, in JSON: one of the engine and its forms (`algorithm`), or one of the course (`step`)
/// with or without its idea (`form`), of a position or of a tree made by hand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Request {
    /// FEN.
    position: Option<String>,
    /// Moves from there to the root of the search, in 16 bits; 0 passes.
    #[serde(default)]
    path: Vec<u16>,
    /// Nested lists of leaf values, as in `[[3,12,8],[2,4,6]]`, instead of a position. They are searched to their leaves.
    lists: Option<String>,
    algorithm: Option<Algorithm>,
    /// Techniques that the engine does without, by their names in `search::techniques`.
    #[serde(default)]
    without: Vec<String>,
    step: Option<Step>,
    #[serde(default)]
    form: Form,
    #[serde(default)]
    order: MoveOrder,
    /// Positions are worth their material alone, in whole pawns. For steps of the course.
    #[serde(default)]
    material: bool,
    /// In plies, 1 to [`MAX_DEPTH`]; for a step of the course also 0.
    #[serde(default)]
    depth: i32,
    /// The greatest number of moves made; of visits for minimax and the course.
    #[serde(default = "unlimited")]
    nodes: u64,
}

fn unlimited() -> u64 {
    u64::MAX
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
    let next = Cell::new(now() + INTERVAL);
    let watcher = |records: usize, copy: &dyn Fn() -> SearchTree| {
        if !records.is_multiple_of(RECORDS) || now() < next.get() {
            return;
        }
        let begin = now();
        send(&copy());
        let end = now();
        // Most of the time is for the search, however large the tree.
        next.set(end + INTERVAL.max(4 * (end - begin)));
    };
    let (form, order, counts_material) = (request.form, request.order, request.material);
    let course = request.step.map(|step| CourseSearch { step, form, order, counts_material });
    if let Some(text) = &request.lists {
        let tree = lists::parse(text).map_err(|error| format!("{error:#}"))?;
        let search = course.ok_or("a tree made by hand has no engine, expected a step")?;
        return search.record_lists(&tree).map_err(|error| error.to_string());
    }
    let fen = request.position.as_deref().ok_or("no position and no lists, expected one of them")?;
    let mut root: Position = parse_position(fen).map_err(|error| error.to_string())?;
    for (index, &bits) in request.path.iter().enumerate() {
        let mv = Move::from_bits(bits).filter(|mv| root.legal_moves().contains(mv));
        match mv {
            Some(mv) => root.play(mv),
            None if bits == 0 && !root.in_check() => root.play_null(),
            None => return Err(format!("move {} of the path is not legal in {}", index + 1, root.fen())),
        }
    }
    let least = if course.is_some() { 0 } else { 1 };
    if !(least..=MAX_DEPTH).contains(&request.depth) {
        return Err(format!("depth {}: expected {least} to {MAX_DEPTH}", request.depth));
    }
    let control = Control::new();
    if let Some(search) = course {
        let (depth, nodes) = (request.depth.unsigned_abs(), request.nodes);
        return search
            .record_chess(&root, depth, nodes, &control, &watcher)
            .map_err(|error| error.to_string());
    }
    let algorithm = request.algorithm.ok_or("no algorithm and no step, expected one of them")?;
    let effort = Effort { depth: Depth(request.depth), nodes: request.nodes, hash: HASH };
    if request.without.is_empty() {
        return algorithm::search(algorithm, &root, &effort, &control, &watcher)
            .map_err(|error| error.to_string());
    }
    let mut techniques = Techniques::NONE;
    for &technique in Technique::ALL {
        if !request.without.contains(&format!("{technique:?}")) {
            techniques = techniques.with(technique);
        }
    }
    algorithm::search_engine("engine with techniques off", techniques, &root, &effort, &control, &watcher)
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
    fn bad_requests_are_explained() {
        let start = Position::startpos().fen();
        for (request, expected) in [
            (request("8/8/8/8/8/8/8/8 w - - 0 1", "engine", 3, 100), "king"),
            (request(&start, "engine", 0, 100), "depth 0: expected 1 to 100"),
            (request(&start, "engine", 300, 100), "depth 300"),
            (request(&start, "guess", 3, 100), "guess"),
            ("{}".to_owned(), "position"),
            (r#"{"step": "pvs"}"#.to_owned(), "no position and no lists"),
            (r#"{"step": "pv", "lists": "[1]"}"#.to_owned(), "unknown variant `pv`, expected one of"),
            (r#"{"lists": "[1]"}"#.to_owned(), "expected a step"),
            (r#"{"step": "pvs", "lists": "[1]", "order": "captures"}"#.to_owned(), "no captures"),
        ] {
            let error = drawn(&request).unwrap_err();
            assert!(error.contains(expected), "{error}");
        }
    }
}
