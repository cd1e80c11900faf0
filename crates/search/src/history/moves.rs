//! The histories of moves, and their updates.

use arrayvec::ArrayVec;
use types::{Bitboard, ByColor, ByPiece, ByRole, BySquare, Depth, Move, Piece, Role, Square};

use super::context::{MoveContext, PieceTo, PriorMoves};
use super::gravity::Gravity;
use crate::params;
use crate::search_position::SearchPosition;

/// The value type of all histories.
type HistoryValue = Gravity<{ 1 << 14 }>;

type PieceToTable = ByPiece<BySquare<HistoryValue>>;
type FromToTable = BySquare<BySquare<HistoryValue>>;

/// The number of slots for pawn structures.
const PAWN_SLOTS: usize = 512;

/// The moves of a node that were searched and did not cut.
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
    /// For each colour, by whether the enemy attacks from (1) and to (2).
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

    /// Clears all histories.
    pub(crate) fn clear(&mut self) {
        *self.butterfly = ByColor::default();
        self.pawns.fill(PieceToTable::default());
        self.capture = ByPiece::default();
        self.continuation.fill(PieceToTable::default());
        self.counter.fill(None);
    }

    /// The history score of a quiet move.
    #[inline]
    pub(crate) fn quiet(&self, context: MoveContext<'_>, mv: Move) -> i32 {
        self.quiets(context).of_piece(mv.from()).score(mv.to())
    }

    /// The parts for the quiet moves of a node.
    #[inline]
    pub(crate) fn quiets<'a>(&'a self, context: MoveContext<'a>) -> QuietHistories<'a> {
        QuietHistories {
            context,
            butterfly: &self.butterfly[context.board.position.side_to_move()],
            pawns: &self.pawns[pawn_slot(context)],
            continuation: context.prior.0.map(|earlier| &self.continuation[earlier.index()]),
        }
    }

    /// The history score of a capture or promotion.
    #[inline]
    pub(crate) fn capture(&self, board: &SearchPosition, mv: Move) -> i32 {
        self.capture[board.mover(mv)][mv.to()][victim(board, mv)].get()
    }

    /// The counter move: the quiet move that last refuted the move before.
    #[inline]
    pub(crate) fn counter(&self, prior: &PriorMoves) -> Option<Move> {
        self.counter[prior.last().index()]
    }

    /// Sets the quiet move that refutes the last move.
    fn set_counter(&mut self, prior: &PriorMoves, mv: Move) {
        if !prior.last().is_none() {
            self.counter[prior.last().index()] = Some(mv);
        }
    }

    /// Updates the histories after a cut: the move that cut gains, and the moves tried before it lose.
    pub(crate) fn update(&mut self, context: MoveContext<'_>, mv: Move, tried: &TriedMoves, depth: Depth) {
        let (bonus, malus) = (bonus(depth), malus(depth));
        let board = context.board;
        if board.is_quiet(mv) {
            self.set_counter(context.prior, mv);
            self.update_quiet(context, mv, bonus);
            for &mv in &tried.quiets {
                self.update_quiet(context, mv, -malus);
            }
        } else {
            self.update_capture(board, mv, bonus);
        }
        for &mv in &tried.captures {
            self.update_capture(board, mv, -malus);
        }
    }

    /// Adds a bonus, or a malus if it is negative, to a quiet move. The butterfly history sees the same move most
    /// often, all over the tree, so its bonus is larger, for recent results to count more.
    fn update_quiet(&mut self, context: MoveContext<'_>, mv: Move, bonus: i32) {
        let (piece, to) = (context.board.mover(mv), mv.to());
        self.butterfly[piece.color()][threat_index(context, mv)][mv.from()][to]
            .update(bonus * params::butterfly_rate());
        self.pawns[pawn_slot(context)][piece][to].update(bonus);
        for earlier in context.prior.0.iter().filter(|earlier| !earlier.is_none()) {
            self.continuation[earlier.index()][piece][to].update(bonus);
        }
    }

    /// Adds a bonus to a quiet move that was played after `prior`.
    pub(crate) fn update_continuations(&mut self, mv: PieceTo, prior: &PriorMoves, bonus: i32) {
        let Some((piece, to)) = mv.piece_and_target() else { return };
        for earlier in prior.0.iter().filter(|earlier| !earlier.is_none()) {
            self.continuation[earlier.index()][piece][to].update(bonus);
        }
    }

    /// Adds a bonus, or a malus if it is negative, to a capture or promotion.
    fn update_capture(&mut self, board: &SearchPosition, mv: Move, bonus: i32) {
        self.capture[board.mover(mv)][mv.to()][victim(board, mv)].update(bonus);
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
    #[inline]
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

/// The weight of the butterfly history, in whose units a sum is given.
const BUTTERFLY: i32 = 1024;

/// The parts of the histories for a piece's quiet moves.
pub(crate) struct PieceHistories<'a> {
    threats: Bitboard,
    /// By whether the enemy attacks the target.
    butterfly: [&'a BySquare<HistoryValue>; 2],
    pawns: &'a BySquare<HistoryValue>,
    continuation: [&'a BySquare<HistoryValue>; PriorMoves::PLIES.len()],
}

impl PieceHistories<'_> {
    /// The history score of the piece's move to a square. Replies to the last move weigh most, moves in this pawn
    /// structure least.
    #[inline]
    pub(crate) fn score(&self, to: Square) -> i32 {
        let [last, second, fourth, sixth] = self.continuation.map(|history| history[to].get());
        let butterfly = self.butterfly[usize::from(self.threats.contains(to))][to].get();
        let rest = self.pawns[to].get() * params::quiet_pawns()
            + last * params::quiet_last()
            + second * params::quiet_second()
            + fourth * params::quiet_fourth()
            + sixth * params::quiet_sixth();
        butterfly + rest / BUTTERFLY
    }
}

/// The index of the butterfly history: plus 1 if a move leaves a square that the enemy attacks, plus 2 if it goes to one.
#[inline]
fn threat_index(context: MoveContext<'_>, mv: Move) -> usize {
    usize::from(context.threats.contains(mv.from())) + 2 * usize::from(context.threats.contains(mv.to()))
}

#[inline]
fn pawn_slot(context: MoveContext<'_>) -> usize {
    context.board.position.pawn_key().0 as usize % PAWN_SLOTS
}

/// The role that a move captures. Promotions without a capture use the index of the king, which is never captured.
#[inline]
fn victim(board: &SearchPosition, mv: Move) -> Role {
    board.position.captured(mv).map_or(Role::King, Piece::role)
}

/// The bonus of a move that cut at this depth.
#[inline]
pub(crate) fn bonus(depth: Depth) -> i32 {
    (params::history_bonus_slope() * depth.plies() - params::history_bonus_offset())
        .clamp(0, params::history_bonus_max())
}

/// The malus of the moves that were tried before it.
#[inline]
fn malus(depth: Depth) -> i32 {
    (params::history_malus_slope() * depth.plies() - params::history_malus_offset())
        .clamp(0, params::history_malus_max())
}
