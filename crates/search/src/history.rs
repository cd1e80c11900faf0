//! Histories: the success of moves in earlier nodes, anywhere in the tree.
//!
//! A move that cut one node tends to cut similar nodes. Histories are indexed by piece and squares, not by the place
//! in the tree: a cut raises the value of the move that cut and lowers those of the moves tried before it. The sums
//! order quiet moves, and are used by reductions and pruning.
//!
//! | history | index |
//! |---|---|
//! | butterfly | colour, whether the enemy attacks from and to, from, to |
//! | pawns | pawn key, piece, to |
//! | continuation | an earlier move's [`PieceTo`] (one, two, four and six plies before), piece, to |
//! | capture | piece, to, captured role |
//! | counter moves | the move before; holds the quiet move that refuted it |
//!
//! Sources: J. Schaeffer, *The history heuristic and alpha-beta search enhancements in practice*, 1989. Which moves get
//! a bonus or a malus has the shape of Stockfish 15.1's rules (`search.cpp`), and the numbers started from its (see
//! `params`). The pawn history and the index by attacked squares are not from there.

use arrayvec::ArrayVec;
use movegen::{Checks, Masks};
use tt::{Bound, Entry};
use types::{Bitboard, ByColor, ByPiece, ByRole, BySquare, Depth, Move, Piece, Ply, Role, Score, Square};

use crate::facts::NodeInfo;
use crate::node::{Node, NodeKind};
use crate::position::SearchPosition;
use crate::techniques::Technique;
use crate::thread::SearchThread;
use crate::{SearchObserver, params};

/// A value that cannot overflow and whose old updates fade. Every update pulls it a little towards zero, the more the
/// further out it is:
///
/// ```text
///   value ← value + bonus − value · |bonus| / MAX
/// ```
///
/// At `MAX` the pull equals the bonus, so the value stays within ±`MAX`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub(crate) struct Gravity<const MAX: i32>(i16);

impl<const MAX: i32> Gravity<MAX> {
    pub(crate) const MAX: i32 = {
        assert!(0 < MAX && MAX <= i16::MAX as i32);
        MAX
    };

    pub(crate) fn get(self) -> i32 {
        self.0.into()
    }

    /// Moves the value by a bonus, or a malus if that is negative.
    pub(crate) fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-Self::MAX, Self::MAX);
        let value = self.get() + bonus - self.get() * bonus.abs() / Self::MAX;
        self.0 = value as i16;
    }
}

/// A move made earlier on the line, as an index of continuation histories: its piece and target, and its kind, quiet or
/// not.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PieceTo(u16);

impl PieceTo {
    const TARGETS: usize = Piece::COUNT * Square::COUNT;
    /// The number of indices, one of which stands for no move.
    pub(crate) const COUNT: usize = 1 + 2 * Self::TARGETS;
    /// The number of indices if the kind does not count.
    pub(crate) const OF_ANY_KIND: usize = 1 + Self::TARGETS;

    pub(crate) fn new(piece: Piece, to: Square, is_quiet: bool) -> PieceTo {
        let kind = if is_quiet { 0 } else { Self::TARGETS };
        PieceTo((1 + kind + piece.index() * Square::COUNT + to.index()) as u16)
    }

    /// The piece and the target of a quiet move.
    fn quiet(self) -> Option<(Piece, Square)> {
        let index = self.index().checked_sub(1)?;
        Some((*Piece::ALL.get(index / Square::COUNT)?, Square::ALL[index % Square::COUNT]))
    }

    /// The index if the kind does not count.
    pub(crate) fn of_any_kind(self) -> usize {
        let index = self.index();
        if index < Self::OF_ANY_KIND { index } else { index - Self::TARGETS }
    }

    /// Returns true for no move: a null move, or a ply before the root.
    fn is_none(self) -> bool {
        self == PieceTo::default()
    }

    pub(crate) fn index(self) -> usize {
        self.0.into()
    }
}

/// The moves before a node that index its continuation histories, the last first.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PriorMoves(pub(crate) [PieceTo; PriorMoves::PLIES.len()]);

impl PriorMoves {
    /// The distances of these moves from the node, in plies.
    const PLIES: [usize; 4] = [1, 2, 4, 6];

    /// Collects the moves by a function from the number of plies before the node to the move.
    pub(crate) fn new(before: impl FnMut(usize) -> PieceTo) -> PriorMoves {
        PriorMoves(PriorMoves::PLIES.map(before))
    }

    pub(crate) fn last(&self) -> PieceTo {
        self.0[0]
    }
}

/// The facts about a node that the move picker and the histories use.
#[derive(Clone, Copy)]
pub(crate) struct MoveContext<'a> {
    pub(crate) board: &'a SearchPosition,
    pub(crate) masks: &'a Masks,
    pub(crate) prior: &'a PriorMoves,
    /// The squares from which each piece gives check.
    pub(crate) checks: &'a Checks,
    /// The squares that the enemy attacks.
    pub(crate) threats: Bitboard,
}

impl<'a> MoveContext<'a> {
    pub(crate) fn new(
        board: &'a SearchPosition,
        masks: &'a Masks,
        checks: &'a Checks,
        prior: &'a PriorMoves,
    ) -> MoveContext<'a> {
        let threats = board.position.attacked_by(!board.position.side_to_move());
        MoveContext { board, masks, prior, checks, threats }
    }

    /// A context that is sufficient for captures, and for checks and evasions in quiescence.
    pub(crate) fn of_captures(
        board: &'a SearchPosition,
        masks: &'a Masks,
        checks: &'a Checks,
        prior: &'a PriorMoves,
    ) -> MoveContext<'a> {
        let enemy = !board.position.side_to_move();
        let threats = if masks.in_check() { board.position.attacked_by(enemy) } else { Bitboard::EMPTY };
        MoveContext { board, masks, prior, checks, threats }
    }
}

/// The value type of all histories.
type HistoryValue = Gravity<{ 1 << 14 }>;

type PieceToTable = ByPiece<BySquare<HistoryValue>>;
type FromToTable = BySquare<BySquare<HistoryValue>>;

/// The number of slots for pawn structures.
const PAWN_SLOTS: usize = 512;

/// The moves of a node that were searched and did not raise alpha.
#[derive(Default)]
pub(crate) struct TriedMoves {
    quiets: ArrayVec<Move, { Self::QUIETS }>,
    captures: ArrayVec<Move, { Self::CAPTURES }>,
}

impl TriedMoves {
    /// The largest numbers of moves that are kept; later ones get no malus.
    const QUIETS: usize = 48;
    const CAPTURES: usize = 24;

    pub(crate) fn record(&mut self, mv: Move, is_quiet: bool) {
        // A full list does not change.
        let _ = if is_quiet { self.quiets.try_push(mv) } else { self.captures.try_push(mv) };
    }
}

/// All histories of one thread.
pub(crate) struct Histories {
    /// For each colour, the sum of 1 if the enemy attacks the origin and 2 if it attacks the target.
    butterfly: Box<ByColor<[FromToTable; 4]>>,
    pawns: Vec<PieceToTable>,
    capture: ByPiece<BySquare<ByRole<HistoryValue>>>,
    continuation: Vec<PieceToTable>,
    counter: Vec<Option<Move>>,
}

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            butterfly: Box::default(),
            pawns: vec![PieceToTable::default(); PAWN_SLOTS],
            capture: ByPiece::default(),
            continuation: vec![PieceToTable::default(); PieceTo::COUNT],
            counter: vec![None; PieceTo::COUNT],
        }
    }

    pub(crate) fn clear(&mut self) {
        *self.butterfly = ByColor::default();
        self.pawns.fill(PieceToTable::default());
        self.capture = ByPiece::default();
        self.continuation.fill(PieceToTable::default());
        self.counter.fill(None);
    }

    /// The history score of a quiet move.
    pub(crate) fn quiet(&self, context: MoveContext<'_>, mv: Move) -> i32 {
        self.quiets(context).of_piece(mv.from()).score(mv.to())
    }

    /// The parts for the quiet moves of a node.
    pub(crate) fn quiets<'a>(&'a self, context: MoveContext<'a>) -> QuietHistories<'a> {
        QuietHistories {
            context,
            butterfly: &self.butterfly[context.board.position.side_to_move()],
            pawns: &self.pawns[pawn_slot(context.board)],
            continuation: context.prior.0.map(|earlier| &self.continuation[earlier.index()]),
        }
    }

    /// The history score of a capture or promotion.
    pub(crate) fn capture(&self, board: &SearchPosition, mv: Move) -> i32 {
        self.capture[board.mover(mv)][mv.to()][victim(board, mv)].get()
    }

    /// The counter move: the quiet move that last refuted the move before.
    pub(crate) fn counter(&self, prior: &PriorMoves) -> Option<Move> {
        self.counter[prior.last().index()]
    }

    /// Adds a bonus, or a malus if it is negative, to a quiet move. The butterfly history sees the same move most
    /// often, all over the tree, so its bonus is larger, for recent results to count more.
    fn update_quiet(
        &mut self,
        board: &SearchPosition,
        threats: Bitboard,
        prior: &PriorMoves,
        mv: Move,
        bonus: i32,
    ) {
        let (piece, from, to) = (board.mover(mv), mv.from(), mv.to());
        let threats = usize::from(threats.contains(from)) + 2 * usize::from(threats.contains(to));
        self.butterfly[piece.color()][threats][from][to].update(bonus * params::butterfly_rate() / 16);
        self.pawns[pawn_slot(board)][piece][to].update(bonus);
        self.update_continuations(piece, to, prior, bonus);
    }

    /// Adds a bonus, or a malus if it is negative, to a quiet move that was played after `prior`.
    pub(crate) fn update_continuations(&mut self, piece: Piece, to: Square, prior: &PriorMoves, bonus: i32) {
        for earlier in prior.0.iter().filter(|earlier| !earlier.is_none()) {
            self.continuation[earlier.index()][piece][to].update(bonus);
        }
    }

    /// Adds a bonus, or a malus if it is negative, to a capture or promotion.
    fn update_capture(&mut self, board: &SearchPosition, mv: Move, bonus: i32) {
        let history = &mut self.capture[board.mover(mv)][mv.to()][victim(board, mv)];
        history.update(bonus * params::capture_rate() / 16);
    }

    /// Returns true if a quiet move has no success after the last move nor after the one before.
    pub(crate) fn has_no_success_here(&self, context: MoveContext<'_>, mv: Move) -> bool {
        let [last, second, ..] = context
            .prior
            .0
            .map(|earlier| self.continuation[earlier.index()][context.board.mover(mv)][mv.to()]);
        last.get() <= 0 && second.get() <= 0
    }
}

/// The parts of the histories for the quiet moves of a node, looked up once for all of them.
pub(crate) struct QuietHistories<'a> {
    context: MoveContext<'a>,
    butterfly: &'a [FromToTable; 4],
    pawns: &'a PieceToTable,
    continuation: [&'a PieceToTable; PriorMoves::PLIES.len()],
}

impl<'a> QuietHistories<'a> {
    /// The parts for the moves of the piece on a square.
    pub(crate) fn of_piece(&self, from: Square) -> PieceHistories<'a> {
        let piece = self.context.board.piece_on(from);
        let from_attacked = usize::from(self.context.threats.contains(from));
        PieceHistories {
            threats: self.context.threats,
            butterfly: [0, 2].map(|to_attacked| &self.butterfly[from_attacked + to_attacked][from]),
            pawns: &self.pawns[piece],
            continuation: self.continuation.map(|history| &history[piece]),
        }
    }
}

/// The parts of the histories for a piece's quiet moves.
pub(crate) struct PieceHistories<'a> {
    threats: Bitboard,
    /// By whether the enemy attacks the target.
    butterfly: [&'a BySquare<HistoryValue>; 2],
    pawns: &'a BySquare<HistoryValue>,
    continuation: [&'a BySquare<HistoryValue>; PriorMoves::PLIES.len()],
}

impl PieceHistories<'_> {
    /// The history score of the piece's move to a square.
    fn score(&self, to: Square) -> i32 {
        let [last, second, fourth, _] = self.continuation.map(|history| history[to].get());
        let butterfly = self.butterfly[usize::from(self.threats.contains(to))][to].get();
        butterfly + 2 * (last + second + fourth)
    }

    /// The same for move ordering. Replies to the last move weigh most, moves in this pawn structure least.
    pub(crate) fn order(&self, to: Square) -> i32 {
        let [last, .., sixth] = self.continuation.map(|history| history[to].get());
        self.score(to) + 2 * (last + sixth) + self.pawns[to].get()
    }
}

fn pawn_slot(board: &SearchPosition) -> usize {
    board.position.pawn_key().0 as usize % PAWN_SLOTS
}

/// The role that a move captures. Promotions without a capture use the index of the king, which is never captured.
fn victim(board: &SearchPosition, mv: Move) -> Role {
    board.position.captured(mv).map_or(Role::King, Piece::role)
}

/// The bonus of a move that raised alpha at this depth, and the malus of those that did not.
pub(crate) fn bonus(depth: Depth) -> i32 {
    (params::history_slope() * depth.plies() - params::history_offset()).clamp(0, params::history_max())
}

impl<O: SearchObserver> SearchThread<'_, O> {
    /// After a move has raised alpha and none was better: it gets a bonus, the others a malus. A quiet move becomes a
    /// killer. If the opponent's last move was tried early, it gets a malus for being refuted.
    pub(crate) fn update_after_success(
        &mut self,
        context: MoveContext<'_>,
        node: &Node,
        (mv, score): (Move, Score),
        tried: &TriedMoves,
    ) {
        let MoveContext { board, prior, threats, .. } = context;
        let deeper = bonus(node.depth + Depth::ONE);
        if board.is_quiet(mv) {
            self.record_refutation(node.ply, prior, mv);
            let is_clear = score > node.window.beta + Score(params::history_clear_cut());
            let bonus = if is_clear { deeper } else { bonus(node.depth) };
            self.histories.update_quiet(board, threats, prior, mv, bonus);
            for &other in &tried.quiets {
                self.histories.update_quiet(board, threats, prior, other, -bonus);
            }
        } else {
            self.histories.update_capture(board, mv, deeper);
        }
        tried.captures.iter().for_each(|&mv| self.histories.update_capture(board, mv, -deeper));
        self.update_early_move_before(node);
    }

    /// Makes a quiet move a killer and the counter move of the move before.
    fn record_refutation(&mut self, ply: Ply, prior: &PriorMoves, mv: Move) {
        let killers = &mut self.stack[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if !prior.last().is_none() {
            self.histories.counter[prior.last().index()] = Some(mv);
        }
    }

    /// After a table entry with this score has cut: its move gets a bonus if it is quiet and reaches beta, a malus if it
    /// fails. If the entry belongs to another position with the same key, the move may start from an empty square.
    pub(crate) fn update_after_table_cut(
        &mut self,
        board: &SearchPosition,
        node: &Node,
        mv: Option<Move>,
        score: Score,
    ) {
        let is_cut = score >= node.window.beta;
        if let Some(mv) = mv
            && board.position.piece_at(mv.from()).is_some()
            && board.is_quiet(mv)
        {
            let prior = self.stack.prior_moves(node.ply);
            let bonus = if is_cut { bonus(node.depth) } else { -bonus(node.depth) };
            // At the least depth it is 0.
            if bonus != 0 {
                let threats = board.position.attacked_by(!board.position.side_to_move());
                self.histories.update_quiet(board, threats, &prior, mv, bonus);
            }
            if is_cut {
                self.record_refutation(node.ply, &prior, mv);
            }
        }
        if is_cut {
            self.update_early_move_before(node);
        }
    }

    /// After no move has raised alpha: the opponent's last move gets a bonus if it is quiet, so that it is tried earlier
    /// elsewhere. Twice the bonus where that was not expected.
    pub(crate) fn update_after_fail_low<N: NodeKind>(&mut self, node: &Node, score: Score) {
        let is_far = score < node.window.alpha - Score(params::history_far_below() * node.depth.plies());
        let factor = if N::PV || node.is_cut || is_far { 2 } else { 1 };
        if N::PV || node.depth.plies() >= params::history_fail_low_depth() {
            self.update_move_before(node, factor * bonus(node.depth));
        }
    }

    /// A malus for the opponent's last move, if it was the first behind the table move and is refuted now.
    fn update_early_move_before(&mut self, node: &Node) {
        let before = self.stack.before(node.ply, 1);
        if before.number == 1 + u32::from(before.has_table_move) && !before.is_singular {
            self.update_move_before(node, -bonus(node.depth + Depth::ONE));
        }
    }

    /// Adds a bonus, or a malus if it is negative, to the opponent's last move if it is quiet.
    fn update_move_before(&mut self, node: &Node, bonus: i32) {
        if let Some((piece, to)) = self.stack.before(node.ply, 1).piece_to.quiet() {
            let prior = self.stack.prior_moves(Ply(node.ply.0 - 1));
            self.histories.update_continuations(piece, to, &prior, bonus);
        }
    }

    /// Adds the error of a node's evaluation to the correction history. Not if the best move is a capture, which
    /// explains the difference, nor if the bound does not show the sign of the error.
    pub(crate) fn update_correction(&mut self, node: &Node, info: &NodeInfo<'_>, result: &Entry) {
        let Some(eval) = info.static_eval else { return };
        let error = result.score - eval;
        let is_known = match result.bound {
            Bound::Exact => true,
            Bound::Lower => error.0 > 0,
            Bound::Upper => error.0 < 0,
        };
        let is_capture = result.mv.is_some_and(|mv| !info.board.is_quiet(mv));
        if is_known
            && !is_capture
            && !result.score.is_decisive()
            && !eval::is_mop_up(&info.board.position)
            && self.uses(Technique::CorrectionHistory)
        {
            let prior = self.stack.prior_moves(node.ply);
            self.corrections.learn(info.board, &prior, node.depth, error);
        }
    }
}

#[cfg(test)]
mod tests {
    type Gravity = super::Gravity<{ 1 << 14 }>;

    #[test]
    fn no_sequence_of_updates_leaves_the_range() {
        let bonuses = [Gravity::MAX, -Gravity::MAX, 1, -1, 1234, -1234, i32::MAX, -i32::MAX, 9999];
        for start in (-Gravity::MAX..=Gravity::MAX).step_by(61).chain([-Gravity::MAX, Gravity::MAX]) {
            for bonus in bonuses {
                let mut gravity: Gravity = super::Gravity(start as i16);
                gravity.update(bonus);
                assert!(gravity.get().abs() <= Gravity::MAX, "{start} and {bonus} give {gravity:?}");
            }
        }
    }

    #[test]
    fn repeated_bonuses_approach_the_end_and_the_opposite_undoes_them() {
        let mut gravity = Gravity::default();
        for _ in 0..200 {
            gravity.update(1000);
        }
        assert!(gravity.get() > Gravity::MAX * 9 / 10);
        let before = gravity.get();
        gravity.update(-1000);
        assert!(gravity.get() < before - 1000, "far out, the way back is shorter");
    }
}
