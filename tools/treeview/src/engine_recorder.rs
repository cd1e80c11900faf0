//! Records the engine's search through its observer.
//!
//! The search reports the moves that it makes and skips, but not those that it never considers. So the recorder follows
//! the positions, and generates the legal moves when a node is left:
//!
//! ```text
//!   legal moves  −  searched  −  skipped one by one  =  untried
//! ```
//!
//! In quiescence search only captures count as moves, unless the king is in check. The reason for an untried move
//! follows from the node: after late-move pruning the later quiet moves were skipped too; otherwise it is
//! the reason why the node ended.

use movegen::generate::{Captures, MoveList};
use movegen::{Masks, Position};
use search::SearchObserver;
use search::observer::{Cut, Entered};
use search::techniques::Technique;
use tt::Entry;
use types::{Depth, Move, Ply, Score};

use crate::record::{NONE, VisitKind, VisitRecord, flags, packed};
use crate::sources::Sources;
use crate::tree_recorder::TreeRecorder;

/// A node that is being searched.
struct OpenVisit {
    entered: Entered,
    position: Position,
    role: VisitKind,
    /// Moves that were searched or skipped.
    seen: Vec<Move>,
    /// True if a move was made whose child was not entered yet.
    is_made: bool,
    /// True if the last child was a null move that reached beta.
    null_move_held: bool,
    /// True if late-move pruning skips the remaining quiet moves.
    are_quiets_skipped: bool,
    /// The reason why the node ended.
    decided: Option<Cut>,
    table_move: Option<Move>,
    /// The reduction of the next child.
    reduction: Depth,
    /// A move that is extended, and by how much.
    extension: Option<(Move, Depth)>,
}

impl OpenVisit {
    fn is_quiescence(&self) -> bool {
        self.entered.depth == Depth::ZERO
    }

    /// Returns true if the game is over here, so that the score is the value, whatever the window. Quiescence search
    /// without captures is no end of the game.
    fn is_over(&self, moves: &MoveList) -> bool {
        match self.decided {
            Some(why) => why == Cut::Draw,
            None => moves.is_empty() && (!self.is_quiescence() || self.position.in_check()),
        }
    }
}

/// Records a search of the engine.
pub(crate) struct EngineRecorder<'a> {
    pub(crate) recorder: TreeRecorder<'a>,
    root: &'a Position,
    open: Vec<OpenVisit>,
    /// The depth of the current iteration.
    iteration: Depth,
    /// True if its score lies outside of its window, so that its root is searched again.
    has_failed: bool,
    sources: Sources,
}

impl<'a> EngineRecorder<'a> {
    /// Records with `recorder` the search of `root`.
    pub(crate) fn new(root: &'a Position, recorder: TreeRecorder<'a>) -> EngineRecorder<'a> {
        let (iteration, sources) = (Depth::ZERO, Sources::default());
        EngineRecorder { recorder, root, open: Vec::new(), iteration, has_failed: false, sources }
    }

    /// Records the moves that were never considered.
    fn leave_untried(&mut self, node: &OpenVisit, moves: &MoveList) {
        if matches!(node.decided, Some(Cut::Draw | Cut::Horizon)) {
            return;
        }
        for &mv in moves {
            if !node.seen.contains(&mv) {
                self.recorder.leave_untried(mv.bits(), reason(node, mv));
            }
        }
    }
}

impl SearchObserver for EngineRecorder<'_> {
    /// The purpose of a visit follows from its ply and its move.
    fn enter(&mut self, node: &Entered) {
        let (mut seen, mut is_again) = (Vec::new(), false);
        let (mut reduction, mut extension) = (Depth::ZERO, Depth::ZERO);
        let (role, position) = match (self.open.last_mut(), node.mv) {
            (None, _) => {
                if !self.has_failed {
                    self.iteration = node.depth;
                }
                (reduction, is_again) = (self.iteration - node.depth, self.has_failed);
                (VisitKind::TreeRoot, self.root.clone())
            }
            (Some(parent), _) if parent.entered.ply == node.ply => {
                let role = if parent.null_move_held {
                    VisitKind::Verification
                } else if node.depth == Depth::ZERO {
                    VisitKind::RazoringTest
                } else {
                    // It leaves out the move of the table.
                    seen.extend(parent.table_move);
                    VisitKind::SingularTest
                };
                (role, parent.position.clone())
            }
            (Some(parent), None) => {
                let mut next = parent.position.clone();
                next.play_null();
                (VisitKind::NullMove, next)
            }
            (Some(parent), Some(mv)) => {
                reduction = std::mem::take(&mut parent.reduction);
                if let Some((_, by)) = parent.extension.filter(|&(extended, _)| extended == mv) {
                    extension = by;
                }
                is_again = !std::mem::take(&mut parent.is_made);
                parent.seen.push(mv);
                (VisitKind::Move, parent.position.after(mv))
            }
        };
        if let Some(parent) = self.open.last_mut() {
            parent.null_move_held = false;
        }
        let again = if is_again { flags::AGAIN } else { 0 };
        let quiescence = if node.depth == Depth::ZERO { flags::QUIESCENCE } else { 0 };
        let mv = node.mv.filter(|_| role == VisitKind::Move).map_or(0, Move::bits);
        self.recorder.enter(VisitRecord {
            flags: again | quiescence,
            reduction: reduction.plies() as i8,
            extension: extension.plies() as i8,
            ..VisitRecord::begun(role, mv, node.depth, node.window)
        });
        self.open.push(OpenVisit {
            entered: *node,
            position,
            role,
            seen,
            is_made: false,
            null_move_held: false,
            are_quiets_skipped: false,
            decided: None,
            table_move: None,
            reduction: Depth::ZERO,
            extension: None,
        });
    }

    fn play(&mut self, _: Ply, _: Move) {
        if let Some(node) = self.open.last_mut() {
            node.is_made = true;
        }
    }

    fn table_hit(&mut self, ply: Ply, entry: &Entry) {
        let Some(node) = self.open.last_mut() else { return };
        node.table_move = entry.mv;
        let source = self.sources.of(node.entered.key, ply, entry);
        if let Some(record) = self.recorder.current() {
            record.source = source.unwrap_or(NONE);
            record.table_move = entry.mv.map_or(0, Move::bits);
            record.table_score = packed(entry.score);
            record.table_depth = entry.depth.plies() as i8;
            record.table_bound = entry.bound as u8;
        }
    }

    fn table_store(&mut self, ply: Ply, entry: &Entry) {
        if let (Some(node), Some(record)) = (self.open.last(), self.recorder.current_index()) {
            self.sources.note(node.entered.key, ply, entry, record);
        }
    }

    fn skip(&mut self, _: Ply, mv: Move, why: Technique) {
        self.recorder.skip(mv.bits(), Cut::By(why));
        let Some(node) = self.open.last_mut() else { return };
        node.seen.push(mv);
    }

    fn skip_quiets(&mut self, _: Ply) {
        if let Some(node) = self.open.last_mut() {
            node.are_quiets_skipped = true;
        }
    }

    fn reduce(&mut self, _: Ply, _: Move, by: Depth) {
        if let Some(node) = self.open.last_mut() {
            node.reduction = by;
        }
    }

    fn extend(&mut self, _: Ply, mv: Move, by: Depth) {
        if let Some(node) = self.open.last_mut() {
            node.extension = Some((mv, by));
        }
    }

    fn cut(&mut self, _: Ply, why: Cut) {
        self.recorder.decide(why);
        if let Some(node) = self.open.last_mut() {
            node.decided = Some(why);
        }
    }

    fn leave(&mut self, _: Ply, score: Option<Score>) {
        let Some(node) = self.open.pop() else { return };
        if score.is_some() {
            let moves = moves_of(&node.position, node.is_quiescence());
            self.leave_untried(&node, &moves);
            if node.is_over(&moves) {
                self.recorder.is_valued();
            }
        }
        self.recorder.leave(score);
        match (node.role, score, self.open.last_mut()) {
            (VisitKind::TreeRoot, Some(score), _) => {
                let window = node.entered.window;
                self.has_failed = score <= window.alpha || score >= window.beta;
            }
            (VisitKind::NullMove, Some(score), Some(parent)) => {
                parent.null_move_held = -score >= parent.entered.window.beta
            }
            _ => {}
        }
    }
}

/// The moves that a node could search: in quiescence captures only, unless in check. Quiet checks that it tries are
/// recorded too, but not those that it leaves out.
fn moves_of(position: &Position, is_quiescence: bool) -> MoveList {
    let masks = Masks::of(position);
    if !is_quiescence || masks.in_check() {
        return position.legal_moves();
    }
    let mut captures = MoveList::new();
    position.generate::<Captures, _>(&masks, &mut captures);
    captures
}

fn is_quiet(position: &Position, mv: Move) -> bool {
    mv.promoted_to().is_none() && !position.is_capture(mv)
}

/// The reason why a move was never considered.
fn reason(node: &OpenVisit, mv: Move) -> Cut {
    let is_skipped = node.are_quiets_skipped && is_quiet(&node.position, mv);
    let skipped_quiets = is_skipped.then_some(Cut::By(Technique::LateMovePruning));
    // A quiescence node without another reason skips the captures that lose material.
    skipped_quiets.or(node.decided).unwrap_or(Cut::By(Technique::QuiescencePruning))
}
