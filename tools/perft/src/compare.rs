//! The smallest position in which two move generators differ.
//!
//! ```text
//!   us      position fen <FEN> moves e2e4 e7e5        depth 1, 2, 3, ...  until some count below some move of the root
//!           go perft 2                                differs; then follow a move with another count, one ply less each
//!   engine  a2a3: 30                                  time, until the moves themselves differ: that position is the
//!           ...                                       culprit
//!           Nodes searched: 903
//! ```
//!
//! Taking the depths in turn finds a shortest path. The engine is always given the root and the moves from
//! there, so that faults in how it makes moves show as well as faults in how it generates them. At the end it
//! gets the position alone: if it then agrees, its fault is in making moves. That FEN names the square a pawn
//! has just passed over even if no capture there is legal, because an engine may think that one is.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::Args;
use movegen::Position;
use movegen::perft::divide_on_threads;
use movegen::position::setup::Setup;
use movegen::text::{CastlingNotation, FenError};
use toolkit::book::has_chess960_castling;
use toolkit::{Interrupted, UciEngine, say};
use types::{Move, Role, Square};

/// Eleven days: more than any answer takes, and no more than a clock can be set to.
const MAX_SECONDS: u64 = 1_000_000;

#[derive(Args)]
pub(crate) struct CompareArgs {
    /// The command that starts the other engine, its arguments separated by spaces. It must
    /// answer `go perft N` as Stockfish does.
    #[arg(long, value_name = "COMMAND")]
    engine: String,
    /// The seconds that the engine may take for an answer.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=MAX_SECONDS))]
    timeout: u64,
    /// Runs the engine in Chess960 mode, also for the castling squares of standard chess.
    #[arg(long)]
    chess960: bool,
    /// The position as FEN, X-FEN or Shredder-FEN, or the word startpos.
    #[arg(value_name = "FEN", value_parser = parse_root)]
    root: Node,
    /// The greatest depth to compare, at least 1.
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
}

/// The node from which a comparison starts.
fn parse_root(text: &str) -> Result<Node, FenError> {
    let (position, passed_square) = match text {
        "startpos" => (Position::startpos(), None),
        _ => {
            let setup: Setup = text.parse()?;
            let passed_square = setup.en_passant;
            (setup.into_position()?, passed_square)
        }
    };
    Ok(Node { position, passed_square, path: Vec::new(), depth: 0 })
}

/// The leaves below each move, in alphabetical order of the moves.
type MoveCounts = Vec<(String, u64)>;

/// A place in the tree where both count the leaves so many plies further down.
#[derive(Clone)]
struct Node {
    position: Position,
    /// The square that a pawn has just passed over, whether or not a capture there is legal.
    passed_square: Option<Square>,
    path: Vec<String>,
    depth: u32,
}

/// The differences between the engine's list of moves and counts and ours.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Differences {
    /// Legal moves that the engine does not have.
    missing: Vec<String>,
    /// Moves of the engine that are not legal, or that it has twice.
    extra: Vec<String>,
    /// Moves of both with other counts: the move, our count, the engine's.
    counts: Vec<(String, u64, u64)>,
}

/// Looks for a difference up to a depth and prints what it finds. Returns `true` if there is none.
pub(crate) fn run(args: &CompareArgs) -> Result<bool> {
    let stop = toolkit::listen()?;
    let is_chess960 = args.chess960 || has_chess960_castling(&args.root.position);
    let notation = if is_chess960 { CastlingNotation::Chess960 } else { CastlingNotation::Standard };
    let mut engine = UciEngine::start(&args.engine, Duration::from_secs(args.timeout))?;
    if is_chess960 {
        ensure!(
            engine.options().offers("UCI_Chess960"),
            "the engine has no option UCI_Chess960, expected it for a Chess960 position"
        );
        engine.set_options([("UCI_Chess960", "true")])?;
    }
    let root_fen = fen(&args.root.position, args.root.passed_square, notation);
    let mut pair = Pair { root_fen, notation, engine, stop: &stop };
    for depth in 1..=args.depth {
        let node = Node { depth, ..args.root.clone() };
        let ours = pair.our_counts(&node)?;
        let differences = Differences::between(&ours, &pair.their_counts(&node)?);
        if !differences.is_empty() {
            let _ = say(pair.descend(node, differences)?);
            return Ok(false);
        }
        let leaves: u64 = ours.iter().map(|(_, leaves)| leaves).sum();
        let _ = say(format_args!("depth {depth}: {leaves} leaves, both agree\n"));
    }
    Ok(true)
}

/// The two that are compared.
struct Pair<'a> {
    root_fen: String,
    notation: CastlingNotation,
    engine: UciEngine,
    stop: &'a AtomicBool,
}

impl Pair<'_> {
    fn our_counts(&self, node: &Node) -> Result<MoveCounts> {
        let watch =
            |_| if self.stop.load(Relaxed) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        let counts = divide_on_threads(&node.position, node.depth, threads, watch);
        let counts = counts.ok_or(Interrupted)?;
        let text = |mv| node.position.uci(mv, self.notation).to_string();
        let mut counts: MoveCounts = counts.into_iter().map(|(mv, leaves)| (text(mv), leaves)).collect();
        counts.sort();
        Ok(counts)
    }

    fn their_counts(&mut self, node: &Node) -> Result<MoveCounts> {
        let path =
            if node.path.is_empty() { String::new() } else { format!(" moves {}", node.path.join(" ")) };
        self.ask(format!("position fen {}{path}\ngo perft {}", self.root_fen, node.depth))
    }

    fn ask(&mut self, request: String) -> Result<MoveCounts> {
        let answer = self.engine.ask(&request, |line| line.starts_with(TOTAL))?;
        let counts: MoveCounts = answer.iter().filter_map(|line| parse_count(line)).collect();
        let line = answer.last().map_or("", String::as_str);
        let total = line.strip_prefix(TOTAL).and_then(|number| number.trim().parse::<u64>().ok());
        let Some(total) = total else {
            bail!("'{line}' from the engine, expected '{TOTAL} <number>'");
        };
        let sum = counts.iter().fold(0, |sum: u64, &(_, leaves)| sum.saturating_add(leaves));
        ensure!(sum == total, "the engine's answer to {request:?} adds up to {sum}, but it says {total}");
        Ok(counts)
    }

    /// Follows moves whose counts differ until there is none to follow, and reports where that is.
    fn descend(&mut self, mut node: Node, mut differences: Differences) -> Result<String> {
        while let Some((child, further)) = self.differing_child(&node, &differences)? {
            (node, differences) = (child, further);
        }
        let fen = fen(&node.position, node.passed_square, self.notation);
        let Differences { missing, extra, counts } = &differences;
        let mut report =
            format!("the counts part {} plies from the root, at depth {}\n", node.path.len(), node.depth);
        writeln!(report, "position: {fen}")?;
        if !node.path.is_empty() {
            writeln!(report, "path:     {}", node.path.join(" "))?;
        }
        if !missing.is_empty() {
            writeln!(report, "missing:  {} (legal, but the engine does not have it)", missing.join(" "))?;
        }
        if !extra.is_empty() {
            let extra = extra.join(" ");
            writeln!(report, "extra:    {extra} (the engine has it, but it is not legal or a repeat)")?;
        }
        for (mv, ours, theirs) in counts {
            writeln!(report, "differs:  {mv}: {ours} leaves, the engine says {theirs}")?;
        }
        if missing.is_empty() && extra.is_empty() && node.depth > 1 {
            report +=
                "Asked about the positions after these moves, the engine agrees: it contradicts itself.\n";
        }
        let ours = self.our_counts(&node)?;
        // An engine may give no answer to the position alone; then nothing is known.
        let alone = self.ask(format!("position fen {fen}\ngo perft {}", node.depth));
        if alone.is_ok_and(|theirs| Differences::between(&ours, &theirs).is_empty()) {
            report +=
                "Given this position without the path, the engine agrees: look at how it makes moves.\n";
        }
        Ok(report)
    }

    /// The node one move further in which the two differ, unless this one is the culprit: its very moves
    /// differ, or asked about its children one by one the engine agrees with us.
    fn differing_child(
        &mut self,
        node: &Node,
        differences: &Differences,
    ) -> Result<Option<(Node, Differences)>> {
        if node.depth == 1 || !differences.missing.is_empty() || !differences.extra.is_empty() {
            return Ok(None);
        }
        for (text, ..) in &differences.counts {
            let is_meant = |mv: &Move| node.position.uci(*mv, self.notation).to_string() == *text;
            let Some(mv) = node.position.legal_moves().into_iter().find(is_meant) else { continue };
            let child = Node {
                position: node.position.after(mv),
                passed_square: passed_square(&node.position, mv),
                path: node.path.iter().chain([text]).cloned().collect(),
                depth: node.depth - 1,
            };
            let further = Differences::between(&self.our_counts(&child)?, &self.their_counts(&child)?);
            if !further.is_empty() {
                return Ok(Some((child, further)));
            }
        }
        Ok(None)
    }
}

impl Differences {
    fn between(ours: &MoveCounts, theirs: &MoveCounts) -> Differences {
        let mut differences = Differences::default();
        let mut unmatched: BTreeMap<&str, u64> =
            ours.iter().map(|(mv, leaves)| (mv.as_str(), *leaves)).collect();
        for (mv, their_leaves) in theirs {
            match unmatched.remove(mv.as_str()) {
                None => differences.extra.push(mv.clone()),
                Some(leaves) if leaves == *their_leaves => {}
                Some(leaves) => differences.counts.push((mv.clone(), leaves, *their_leaves)),
            }
        }
        differences.missing = unmatched.into_keys().map(str::to_owned).collect();
        // The smallest tree first: it is the one to follow.
        differences.counts.sort_by(|(a, a_leaves, _), (b, b_leaves, _)| (a_leaves, a).cmp(&(b_leaves, b)));
        differences
    }

    fn is_empty(&self) -> bool {
        *self == Differences::default()
    }
}

const TOTAL: &str = "Nodes searched:";

/// Reads `e2e4: 20`. Other lines are ignored.
fn parse_count(line: &str) -> Option<(String, u64)> {
    let (mv, leaves) = line.split_once(": ")?;
    let is_square = |text: &str| text.parse::<Square>().is_ok();
    let is_move = is_square(mv.get(..2)?) && is_square(mv.get(2..4)?) && mv.len() <= 5;
    if is_move { Some((mv.to_owned(), leaves.trim().parse().ok()?)) } else { None }
}

const EN_PASSANT_FIELD: usize = 3;

/// The text of a position in a game of that kind. The square that a pawn has just passed over is named even if
/// no capture there is legal; [`Position`] keeps it only if one is.
fn fen(position: &Position, passed_square: Option<Square>, notation: CastlingNotation) -> String {
    let fen = match notation {
        CastlingNotation::Standard => position.fen(),
        CastlingNotation::Chess960 => position.shredder_fen(),
    };
    let Some(square) = passed_square else { return fen };
    let mut fields: Vec<&str> = fen.split(' ').collect();
    let square = square.to_string();
    fields[EN_PASSANT_FIELD] = &square;
    fields.join(" ")
}

/// The square that a pawn passes over by this legal move.
fn passed_square(position: &Position, mv: Move) -> Option<Square> {
    let is_pawn = position.piece_at(mv.from()).is_some_and(|piece| piece.role() == Role::Pawn);
    let is_double_push = is_pawn && (mv.from() as u8).abs_diff(mv.to() as u8) == 16;
    is_double_push.then(|| Square::wrapping((mv.from() as u8 + mv.to() as u8) / 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_and_other_lines_are_distinguished() {
        assert_eq!(parse_count("e2e4: 20"), Some(("e2e4".to_owned(), 20)));
        assert_eq!(parse_count("a7b8q: 1"), Some(("a7b8q".to_owned(), 1)));
        for line in [
            "",
            "e2e4",
            "e2e9: 1",
            "e2e4qq: 1",
            "e2e4: x",
            "info string e2e4: 20",
            "Nodes searched: 20",
            "e✓: 1",
        ] {
            assert_eq!(parse_count(line), None, "{line}");
        }
    }

    fn counts(texts: &[(&str, u64)]) -> MoveCounts {
        texts.iter().map(|&(mv, leaves)| (mv.to_owned(), leaves)).collect()
    }

    #[test]
    fn differences_are_sorted_by_kind_and_the_smallest_tree_comes_first() {
        let ours = counts(&[("a2a3", 8), ("b2b3", 5), ("c2c3", 3), ("d2d3", 1)]);
        let theirs = counts(&[("c2c3", 4), ("a2a3", 9), ("b2b3", 5), ("b2b3", 5), ("e1e9", 1)]);
        let wanted = Differences {
            missing: vec!["d2d3".to_owned()],
            extra: vec!["b2b3".to_owned(), "e1e9".to_owned()],
            counts: vec![("c2c3".to_owned(), 3, 4), ("a2a3".to_owned(), 8, 9)],
        };
        assert_eq!(Differences::between(&ours, &theirs), wanted);
        assert!(Differences::between(&ours, &ours).is_empty());
    }
}
