//! The mate solver of `go mate`: it looks for a mate in at most a given number of moves.
//!
//! ```text
//!   a short playing search               gives the answer if there is no mate, and the first report
//!   proof-number search                  in rounds with more and more nodes, shorter mates first
//!   the longest line of the proof        is reported
//! ```
//!
//! It shares no step with the playing search. A mate that it reports is proven. The line is as long as the mate takes
//! against the best defence to that proof, but there may be a shorter mate.
//!
//! | module | idea |
//! |---|---|
//! | `proof` | proof-number search, and the mating line of a proof |
//! | `table` | the numbers of a node, and their table |

mod proof;
mod table;

use std::cmp::Reverse;
use std::num::NonZeroU16;
use std::time::Duration;

use types::{Depth, Move, Ply, Score};

use self::proof::{ProofInterrupted, ProofNode, Prover};
use self::table::ProofTable;
use crate::time::TimeManager;
use crate::worker::Shared;
use crate::{Game, Limits, PvLine, Reporter, root_moves};

/// The nodes of the short search for each wanted line, unless that is too large a part of the node limit.
const FIRST_SEARCH_NODES: u64 = 10_000;
/// The divisor of the node limit for the short search.
const FIRST_SEARCH_SHARE: u64 = 4;
/// The nodes of the first round for the longest mates. Each round has twice the nodes of the one before.
const FIRST_ROUND: u64 = 2_000;
/// The divisor of the nodes of a round for shorter mates.
const SHORTER_SHARE: u64 = 8;
/// The least number of nodes for another line once a mate is found.
const MIN_NODES_FOR_NEXT_LINE: u64 = 50_000;
/// From this time on the best lines are reported after every round.
const LONG: Duration = Duration::from_secs(1);

/// The limits of the short search before the solver.
pub(crate) fn first_search(limits: &Limits) -> Limits {
    let share = limits.nodes.map_or(u64::MAX, |nodes| nodes / FIRST_SEARCH_SHARE);
    let nodes = share.min(FIRST_SEARCH_NODES.saturating_mul(limits.multi_pv.get() as u64));
    Limits { mate: None, nodes: Some(nodes), ..limits.clone() }
}

/// A mate search, after the short search.
pub(crate) struct MateSearch<'a> {
    game: &'a Game,
    /// The shared data of the short search.
    shared: &'a Shared<'a>,
    reporter: &'a mut dyn Reporter,
    /// The best lines so far, the best first.
    lines: Vec<PvLine>,
    moves: Vec<Move>,
    /// The length of the longest mate to look for, in moves of the side that mates.
    longest: u16,
    prover: Prover<'a>,
}

impl<'a> MateSearch<'a> {
    /// Prepares a search for a mate in at most `moves` moves, after a short search that found these lines.
    pub(crate) fn new(
        game: &'a Game,
        moves: NonZeroU16,
        lines: Vec<PvLine>,
        shared: &'a Shared<'a>,
        time: TimeManager<'a>,
        reporter: &'a mut dyn Reporter,
    ) -> MateSearch<'a> {
        let limits = time.limits;
        let us = game.position().side_to_move();
        let by_depth = limits.depth.map_or(i32::MAX, |depth| (depth.plies() + 1) / 2);
        let asked = i32::from(moves.get()).min(by_depth).min(i32::from(Ply::MAX.0 + 1) / 2).max(1);
        let known = lines.first().and_then(|line| line.searched_score.mate_moves());
        let (attacker, longest) = match known {
            // A search that finds us mated so soon is mostly right, so the solver tries to prove that.
            Some(moves) if (-asked..=0).contains(&moves) => (!us, -moves),
            Some(moves) if moves > 0 => (us, asked.min(moves)),
            _ => (us, asked),
        };
        // At most as much memory as the transposition table has.
        let table = ProofTable::new(shared.table.size().0 << 20);
        let moves = root_moves::wanted_moves(game.position(), &limits.search_moves);
        let prover = Prover::new(attacker, game.earlier(), table, time, shared.nodes());
        MateSearch { game, shared, reporter, lines, moves, longest: longest as u16, prover }
    }

    /// Looks for mates until a limit or a signal ends the search, and reports the best lines. Returns them and the number
    /// of nodes.
    pub(crate) fn run(mut self) -> (Vec<PvLine>, u64) {
        let played = self.lines.clone();
        let wanted = played.len();
        let mut mates = Vec::new();
        let mut open = self.moves.clone();
        let mut nodes = u64::MAX;
        while mates.len() < wanted
            && !open.is_empty()
            && let Ok(Some(line)) = self.next_mate(&open, nodes)
        {
            open.retain(|&mv| line.best_move() != Some(mv));
            mates.push(line);
            self.lines = merged(&mates, &played, wanted);
            nodes = self.prover.nodes.max(MIN_NODES_FOR_NEXT_LINE);
        }
        self.report();
        (self.lines, self.shared.nodes() + self.prover.nodes)
    }

    /// The next mate, shorter ones first: a mate by one of these moves, or by the opponent after all of them. `None`
    /// if there is none, or none is found within these nodes.
    fn next_mate(&mut self, open: &[Move], nodes: u64) -> Result<Option<PvLine>, ProofInterrupted> {
        let end = self.prover.nodes.saturating_add(nodes);
        let mut least = 1;
        let mut share = FIRST_ROUND;
        while least <= self.longest && self.prover.nodes < end {
            for moves in lengths(least, self.longest) {
                let share = if moves == self.longest { share } else { share / SHORTER_SHARE };
                let root = ProofNode { position: self.game.position(), moves };
                match self.prover.attempt(root, open, share.min(end.saturating_sub(self.prover.nodes))) {
                    Ok(Some(decisive)) => return self.proven_line(root, decisive, open),
                    Ok(None) => least = moves + 1,
                    Err(ProofInterrupted::Paused) => {}
                    Err(ProofInterrupted::Stopped) => return Err(ProofInterrupted::Stopped),
                }
            }
            share = share.saturating_mul(2);
            if self.prover.time.elapsed() >= LONG {
                self.report();
            }
        }
        Ok(None)
    }

    /// The line of a proof: that of the mating move, or that of the move that delays the mate longest.
    fn proven_line(
        &mut self,
        root: ProofNode<'_>,
        mates: Move,
        open: &[Move],
    ) -> Result<Option<PvLine>, ProofInterrupted> {
        let is_ours = self.prover.is_attacker_node(root);
        let moves = if is_ours { std::slice::from_ref(&mates) } else { open };
        let line = self.prover.mating_line(root, moves)?;
        Ok(line.map(|line| {
            let plies = Ply(line.len() as u16);
            let score = if is_ours { Score::mate_in(plies) } else { Score::mated_in(plies) };
            PvLine { depth: Depth(line.len() as i32), seldepth: plies, ..PvLine::new(score, line) }
        }))
    }

    fn report(&mut self) {
        let nodes = self.shared.nodes() + self.prover.nodes;
        let time = self.prover.time.elapsed();
        let (hashfull, tbhits) = (self.shared.table.hashfull(), self.shared.tablebase_hits());
        for (line, multipv) in self.lines.iter().zip(1..) {
            self.reporter.line(&PvLine { multipv, nodes, time, hashfull, tbhits, ..line.clone() });
        }
    }
}

/// The mate lengths to try in a round, from `least` to `longest`. The gaps grow with the length, and `longest` is
/// always included.
fn lengths(least: u16, longest: u16) -> impl Iterator<Item = u16> {
    let next = move |&length: &u16| (length < longest).then(|| (length + (length / 4).max(1)).min(longest));
    std::iter::successors(Some(least), next)
}

/// The mates found and the lines of other moves from the short search, the best first, cut to the wanted number.
fn merged(mates: &[PvLine], played: &[PvLine], wanted: usize) -> Vec<PvLine> {
    let is_other = |line: &&PvLine| mates.iter().all(|mate| mate.best_move() != line.best_move());
    let mut lines: Vec<PvLine> = mates.iter().chain(played.iter().filter(is_other)).cloned().collect();
    lines.sort_by_key(|line| Reverse(line.score));
    lines.truncate(wanted);
    lines
}
