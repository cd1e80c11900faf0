//! The alpha-beta node: the order of the steps, each of which lives in a file of its own.
//!
//! *Fail-soft*: what is returned is a bound as tight as was seen, also outside the window. With best score
//! `v` of the position and window `(alpha, beta)`: below alpha the result is at least `v`, above beta at most,
//! and in between it is `v`.
//!
//! *Principal variation search*: the first move gets the full window. The others only have to be shown not to
//! be better, which a zero window does with fewer nodes; one that turns out better is searched again.
//!
//! Sources: D. Knuth and R. Moore, *An analysis of alpha-beta pruning*, 1975; J. Fishburn, *Another
//! optimization of alpha-beta search*, 1983 (fail-soft); T. Marsland and M. Campbell, *Parallel search of strongly
//! ordered game trees*, 1982 (principal variation search).

use std::ops::ControlFlow::{Break, Continue};

use movegen::{Checks, Masks};
use tt::Entry;
use types::{Depth, Move, Ply, Score, Window};

use crate::SearchObserver;
use crate::board::Board;
use crate::candidate::{Best, Candidate};
use crate::draw::DRAW;
use crate::history::Past;
use crate::learn::Failed;
use crate::node::{Node, NodeKind, NonPv};
use crate::observer::{Cut, Entered};
use crate::pick::Picker;
use crate::reduce::surprise;
use crate::root::Raised;
use crate::sight::Sight;
use crate::singular::Singularity;
use crate::techniques::{Technique, Techniques};
use crate::view::View;
use crate::worker::{Searched, Stopped, Worker};

impl<T: Techniques, O: SearchObserver> Worker<'_, T, O> {
    /// The value of a node, fail-soft.
    pub(crate) fn search<N: NodeKind>(&mut self, board: &Board, node: Node) -> Searched {
        self.enter::<N>(board, &node);
        let result = if node.depth <= Depth::ZERO {
            self.quiesce::<N>(board, node.ply, node.window)
        } else {
            self.alphabeta::<N>(board, node)
        };
        self.observer.leave(node.ply, result.ok());
        result
    }

    #[inline]
    fn enter<N: NodeKind>(&mut self, board: &Board, node: &Node) {
        self.observer.enter(&Entered {
            ply: node.ply,
            mv: self.stack.before(node.ply, 1).mv,
            key: board.key(),
            depth: node.depth.max(Depth::ZERO),
            window: node.window,
            is_pv: N::PV,
            is_cut: node.cut,
        });
        if N::PV {
            self.variations.clear(node.ply);
            self.seldepth = self.seldepth.max(node.ply);
        }
    }

    fn alphabeta<N: NodeKind>(&mut self, board: &Board, mut node: Node) -> Searched {
        let (ply, asked) = (node.ply, node.window);
        let excluded = self.stack[ply].excluded;

        // Nothing to search: drawn, too deep, or hopeless against a mate already found.
        if !N::ROOT
            && let Some(score) = self.decided(board, &mut node)
        {
            return Ok(score);
        }
        // What the node is worth at least, also if the move that repeats is pruned.
        let floor = if node.window.alpha > asked.alpha { node.window.alpha } else { -Score::INFINITE };

        // Transposition table: what an earlier visit found, and the move it would try first.
        let entry = self.look_up(board, ply);
        if let Some(score) = self.table_cut::<N>(&node, entry.as_ref()) {
            self.credit_table_move(board, &node, entry.as_ref());
            self.observer.cut(ply, Cut::Table);
            return Ok(score);
        }

        // Tablebases: with few pieces left the value may be known.
        let proven = if excluded.is_none() { self.probe::<N>(board, &node) } else { Continue(Window::FULL) };
        let proven = match proven {
            Break(score) => return Ok(score),
            Continue(window) => window,
        };
        node.window.alpha = node.window.alpha.max(proven.alpha);

        let sight = self.survey::<N>(board, &node, Masks::of(&board.position), entry);
        self.begin_children(ply);

        // Whole-node pruning: no move is needed to see how this ends.
        if !N::PV
            && excluded.is_none()
            && !sight.in_check()
            && let Some(score) = self.prune_node(board, &node, &sight)?
        {
            return Ok(score);
        }

        // ProbCut: is there a capture that is too good?
        if !N::PV
            && excluded.is_none()
            && !sight.in_check()
            && let Some(score) = self.probcut(board, &node, &sight)?
        {
            return Ok(score);
        }

        // Internal iterative reduction.
        node.depth -= self.internal_iterative_reduction::<N>(&node, &sight, excluded);

        // Hindsight: was it right to reduce the move that led here?
        node.depth += self.hindsight(&node, &sight, excluded);

        // Singular extension: is the table's move the only good one?
        let singularity = self.singularity::<N>(board, &node, &sight)?;
        if let Singularity::SeveralCut(score) = singularity {
            self.observer.cut(ply, Cut::By(Technique::SingularExtensions));
            return Ok(score);
        }

        let best = self.search_moves::<N>(board, &node, &sight, singularity.extension())?;
        let Some(mut best) = best else {
            return Ok(self.without_moves(&node, &sight, excluded));
        };
        best.score = self.damped::<N>(best.score, &node);
        let has_raised = best.alpha > node.window.alpha;
        if !has_raised && excluded.is_none() {
            self.credit_last_move(&node);
        }
        let score = best.score.max(proven.alpha).min(proven.beta);
        if !(N::ROOT && self.root.is_partial()) {
            // The repetition at hand is of this path: on others the node may be worth less.
            let window = Window { alpha: asked.alpha.max(floor), ..asked };
            let (eval, bound, was_pv) = (sight.raw_eval, window.bound_of(score), sight.was_pv);
            // Where nothing raised alpha, what came closest is worth trying first.
            let entry = Entry { mv: best.mv, score, eval, depth: node.depth, bound, was_pv };
            self.remember(board, ply, entry);
            if excluded.is_none() {
                self.learn_error(board, &node, &sight, &entry);
            }
        }
        Ok(score.max(floor))
    }

    /// Forgets what earlier children left at their ply and the next.
    #[inline]
    fn begin_children(&mut self, ply: Ply) {
        self.stack[ply.next()].killers = [None; 2];
        self.stack[ply.next().next()].cutoffs = 0;
    }

    /// The score of a node that is not worth a look at its moves. May narrow its window.
    #[inline]
    fn decided(&mut self, board: &Board, node: &mut Node) -> Option<Score> {
        let ply = node.ply;
        if let Some(score) = self.ended(board, ply) {
            return Some(score);
        }
        if Self::uses(Technique::MateDistance) {
            let window = node.window.within_mates(ply);
            if window.is_empty() {
                self.observer.cut(ply, Cut::By(Technique::MateDistance));
                return Some(window.alpha);
            }
            node.window = window;
        }
        if Self::uses(Technique::UpcomingRepetition) && node.window.alpha < DRAW && self.can_draw(board, ply)
        {
            node.window.alpha = DRAW;
            if node.window.is_empty() {
                self.observer.cut(ply, Cut::By(Technique::UpcomingRepetition));
                return Some(DRAW);
            }
        }
        None
    }

    /// Mate, stalemate, or nothing but the move left out.
    fn without_moves(&self, node: &Node, sight: &Sight, excluded: Option<Move>) -> Score {
        if excluded.is_some() {
            node.window.alpha
        } else if sight.in_check() {
            Score::mated_in(node.ply)
        } else {
            DRAW
        }
    }

    /// Searches the moves one by one, until one reaches beta. `None` if there is no move.
    fn search_moves<N: NodeKind>(
        &mut self,
        board: &Board,
        node: &Node,
        sight: &Sight,
        table_extension: Depth,
    ) -> Result<Option<Best>, Stopped> {
        let past = Past::of(self.stack, node.ply);
        let checks = Checks::of(&board.position);
        let view = View::of(board, &sight.masks, &checks, &past);
        let mut picker = self.picker(node, sight, &past);
        let mut failed = Failed::default();
        let mut best = Best { score: -Score::INFINITE, mv: None, alpha: node.window.alpha };
        let mut number = 0;
        let mut depth = node.depth;
        while let Some(mv) = self.next_move::<N>(&mut picker, view, number) {
            if self.stack[node.ply].excluded == Some(mv) {
                continue;
            }
            number += 1;
            self.foresee(board, mv);
            let candidate = self.candidate(view, &checks, node.ply, mv, number);

            // Move pruning: this one cannot matter, or is not worth a search.
            if !N::ROOT
                && let Some(why) = self.skips::<N>(board, node, sight, &candidate, &mut best)
            {
                self.observer.skip(node.ply, mv, why);
                if candidate.is_quiet && matches!(why, Technique::LateMovePruning | Technique::Futility) {
                    picker.skip_quiets();
                }
                continue;
            }

            let extension = if sight.table_move == Some(mv) { table_extension } else { Depth::ZERO };
            let nodes_before = self.nodes();
            self.announce::<N>(&candidate);
            let mut next = board.clone();
            self.play(&mut next, mv, node.ply)?;
            let below = depth + extension - Depth::ONE;
            let score = self.search_move::<N>(&next, node, sight, &candidate, below, &best)?;
            self.take_back();

            let raised = score > best.alpha;
            if N::PV && (raised || N::ROOT && number == 1) {
                self.variations.set(node.ply, mv);
            }
            if N::ROOT {
                self.note_root_move(&candidate, node, score, best.alpha, nodes_before);
            }
            if score > best.score {
                best.score = score;
                best.mv = Some(mv);
            }
            if raised {
                best.alpha = score;
                if score >= node.window.beta {
                    self.observer.cut(node.ply, Cut::Beta(mv));
                    self.stack[node.ply].cutoffs += 1;
                    self.reward(view, node, &candidate, &failed);
                    break;
                }
                depth -= self.reduction_after_raise(depth, score);
            }
            failed.note(&candidate);
        }
        Ok((number > 0).then_some(best))
    }

    fn picker(&self, node: &Node, sight: &Sight, past: &Past) -> Picker {
        Picker::all(sight.table_move, self.stack[node.ply].killers, self.histories.counter(past))
    }

    /// The next move: at the root from the list, elsewhere from the picker.
    #[inline]
    fn next_move<N: NodeKind>(&self, picker: &mut Picker, view: View<'_>, number: u32) -> Option<Move> {
        if N::ROOT {
            Some(self.root.candidates().get(number as usize)?.mv)
        } else {
            picker.next(view, self.histories)
        }
    }

    /// Searches the position after a move, from our view: at first less deep and with a zero window, unless it is
    /// the first.
    #[inline]
    fn search_move<N: NodeKind>(
        &mut self,
        next: &Board,
        node: &Node,
        sight: &Sight,
        candidate: &Candidate,
        depth: Depth,
        best: &Best,
    ) -> Searched {
        let (ply, alpha) = (node.ply.next(), best.alpha);
        let is_first = candidate.number == 1;
        let mut score = -Score::INFINITE;
        if !N::PV || !is_first && Self::uses(Technique::ZeroWindows) {
            let window = Window::zero(alpha).flipped();
            let reduction = self.reduction::<N>(node, sight, candidate, depth);
            if reduction > Depth::ZERO {
                self.observer.reduce(node.ply, candidate.mv, reduction);
                let reduced = Node { ply, depth: depth - reduction, window, cut: true };
                self.stack[node.ply].reduction = reduction;
                score = -self.search::<NonPv>(next, reduced)?;
                self.stack[node.ply].reduction = Depth::ZERO;
            }
            let again = if reduction > Depth::ZERO { depth + surprise(score, best) } else { depth };
            if reduction == Depth::ZERO || score > alpha && again > depth - reduction {
                let full = Node { ply, depth: again, window, cut: !node.cut };
                score = -self.search::<NonPv>(next, full)?;
            }
        }
        if N::PV && (is_first || !Self::uses(Technique::ZeroWindows) || score > alpha) {
            let window = Window { alpha, beta: node.window.beta }.flipped();
            score = -self.search::<N::Next>(next, Node { ply, depth, window, cut: false })?;
        }
        Ok(score)
    }

    /// A zero-window score above beta, drawn towards beta: how far above it lies, a shallow search cannot tell.
    #[inline]
    fn damped<N: NodeKind>(&self, score: Score, node: &Node) -> Score {
        let Window { beta, .. } = node.window;
        if !Self::uses(Technique::FailHighDamping)
            || N::PV
            || score <= beta
            || score.is_decisive()
            || beta.is_decisive()
        {
            return score;
        }
        let plies = node.depth.plies();
        Score((score.0 * plies + beta.0) / (plies + 1))
    }

    /// Reports the root move that is searched now.
    #[inline]
    fn announce<N: NodeKind>(&mut self, candidate: &Candidate) {
        if N::ROOT {
            let before = self.root.accepted().len() as u32;
            self.report_current_move(candidate.mv, before + candidate.number);
        }
    }

    fn note_root_move(
        &mut self,
        candidate: &Candidate,
        node: &Node,
        score: Score,
        alpha: Score,
        nodes_before: u64,
    ) {
        let (nodes, seldepth) = (self.nodes() - nodes_before, self.seldepth);
        let line = self.variations.line(node.ply);
        let window = Window { alpha, beta: node.window.beta };
        let counts = candidate.number == 1 || score > alpha;
        let raised = counts.then_some(Raised { score, window, line, seldepth });
        self.root.note(candidate.number as usize - 1, nodes, raised);
    }
}
