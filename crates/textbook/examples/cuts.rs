//! Shows which leaves of a hand-written tree each search visits.
//!
//! `cargo run -p textbook --example cuts -- "[[3,12,8],[2,4,6],[14,5,2]]"`

use std::collections::HashSet;
use std::process::ExitCode;

use textbook::visits::LeafLines;
use textbook::{HandMade, SearchResult, Visited, alphabeta, minimax, pvs};
use types::Window;

type Tree = Visited<HandMade, LeafLines<usize>>;
type Search = fn(&mut Tree) -> SearchResult<usize>;

/// Deeper than any tree.
const DEPTH: u32 = u32::MAX;
/// The tree of two plies that most courses begin with.
const TWO_PLIES: &str = "[[3,12,8],[2,4,6],[14,5,2]]";
const SEARCHES: [(&str, Search); 3] = [
    ("minimax", |tree| minimax::minimax(tree, DEPTH)),
    ("alpha-beta", |tree| alphabeta::fail_soft(tree, DEPTH, Window::FULL)),
    ("PVS", |tree| pvs::search(tree, DEPTH, Window::FULL)),
];

fn main() -> ExitCode {
    let text = std::env::args().nth(1).unwrap_or_else(|| TWO_PLIES.to_owned());
    let root: HandMade = match text.parse() {
        Ok(root) => root,
        Err(error) => {
            eprintln!("error: {text}: {error}");
            return ExitCode::FAILURE;
        }
    };
    println!("{:<12}{:>6}{:>6}{:>8}   leaves (· is cut)", "", "value", "move", "visits");
    let all = search(&root, SEARCHES[0].1).1;
    for (name, run) in SEARCHES {
        let (result, visited) = search(&root, run);
        let seen: HashSet<&Vec<usize>> = visited.iter().collect();
        let leaves: String = all.iter().map(|leaf| mark(&root, leaf, seen.contains(leaf))).collect();
        let best = result.best.map_or("-".to_owned(), |index| (index + 1).to_string());
        println!("{name:<12}{:>6}{best:>6}{:>8}  {leaves}", result.score, visited.len());
    }
    ExitCode::SUCCESS
}

/// The result of a search, and the leaves that it visited, in its order.
fn search(root: &HandMade, run: Search) -> (SearchResult<usize>, Vec<Vec<usize>>) {
    let mut tree = Visited::new(root.clone(), LeafLines(Vec::new()));
    let result = run(&mut tree);
    (result, tree.visitor.0)
}

/// The value of a leaf, or a dot in its place.
fn mark(root: &HandMade, leaf: &[usize], is_visited: bool) -> String {
    let node = leaf.iter().fold(root.root(), |node, &index| &node.children[index]);
    let value = node.value.to_string();
    if is_visited { format!(" {value}") } else { format!(" {:>1$}", "·", value.len()) }
}
