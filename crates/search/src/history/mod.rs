//! What moves have done before, wherever they were tried.
//!
//! A move that cut one node tends to cut its cousins. Histories count that by what the move is, not where
//! in the tree: cuts raise the count of the move that cut and lower those of the moves tried before it in
//! vain. The sums order quiet moves and tell reductions and pruning how far to trust a move.
//!
//! | history | index |
//! |---|---|
//! | butterfly | colour, whether the enemy attacks from and to, from, to |
//! | pawns | pawn key, piece, to |
//! | continuation | an earlier move's piece and target (one, two, four and six plies before), piece, to |
//! | capture | piece, to, captured role |
//! | counter moves | the move before: which quiet move refuted it |
//!
//! Source: J. Schaeffer, *The history heuristic and alpha-beta search enhancements in practice*, 1989.

mod correction;
mod gravity;

pub(crate) use correction::Corrections;
use types::{Bitboard, ByColor, ByPiece, ByRole, BySquare, Depth, Move, Piece, Role, Square};

use crate::board::Board;
use crate::params;
use crate::stack::Stack;
use crate::view::View;

/// What every history counts with.
type Gravity = gravity::Gravity<{ 1 << 14 }>;

/// A move made earlier on the line, as an index: its piece and its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Continuation(u16);

impl Continuation {
    /// How many there are, the one of no move among them.
    const COUNT: usize = 1 + Piece::COUNT * Square::COUNT;

    #[inline]
    pub(crate) fn of(piece: Piece, to: Square) -> Continuation {
        Continuation((1 + piece.index() * Square::COUNT + to.index()) as u16)
    }

    #[inline]
    fn piece_and_target(self) -> Option<(Piece, Square)> {
        let index = self.index().checked_sub(1)?;
        Some((Piece::ALL[index / Square::COUNT], Square::ALL[index % Square::COUNT]))
    }

    /// Null moves and what lies before the root.
    #[inline]
    fn is_none(self) -> bool {
        self == Continuation::default()
    }

    #[inline]
    fn index(self) -> usize {
        self.0.into()
    }
}

/// The moves that led to a node, the last first, as far back as histories look.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Past([Continuation; Past::PLIES.len()]);

impl Past {
    /// How many plies before a node the moves lie that its own are remembered by.
    const PLIES: [usize; 4] = [1, 2, 4, 6];

    #[inline]
    pub(crate) fn of(stack: &Stack, ply: types::Ply) -> Past {
        Past(Past::PLIES.map(|plies| stack.before(ply, plies).continuation))
    }

    /// The moves that led to the node before the last move.
    #[inline]
    pub(crate) fn before_last_move(stack: &Stack, ply: types::Ply) -> Past {
        Past(Past::PLIES.map(|plies| stack.before(ply, plies + 1).continuation))
    }

    /// The last move.
    #[inline]
    fn last(&self) -> Continuation {
        self.0[0]
    }

    /// The move before the last.
    #[inline]
    fn before_last(&self) -> Continuation {
        self.0[1]
    }
}

type PieceTo = ByPiece<BySquare<Gravity>>;
type FromTo = BySquare<BySquare<Gravity>>;

/// Pawn structures told apart.
const PAWN_SLOTS: usize = 512;

/// All histories of one thread.
pub(crate) struct Histories {
    /// For each colour, by whether the enemy attacks from (1) and to (2).
    butterfly: Box<ByColor<[FromTo; 4]>>,
    pawns: Vec<PieceTo>,
    capture: ByPiece<BySquare<ByRole<Gravity>>>,
    continuation: Vec<PieceTo>,
    counter: Vec<Option<Move>>,
}

impl Histories {
    pub(crate) fn new() -> Histories {
        Histories {
            butterfly: Box::default(),
            pawns: vec![PieceTo::default(); PAWN_SLOTS],
            capture: ByPiece::default(),
            continuation: vec![PieceTo::default(); Continuation::COUNT],
            counter: vec![None; Continuation::COUNT],
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        *self.butterfly = ByColor::default();
        self.pawns.fill(PieceTo::default());
        self.capture = ByPiece::default();
        self.continuation.fill(PieceTo::default());
        self.counter.fill(None);
    }

    /// How well a quiet move did in the past.
    #[inline]
    pub(crate) fn quiet(&self, view: View<'_>, mv: Move) -> i32 {
        self.quiets(view).of_piece(mv.from()).score(mv.to())
    }

    /// What is known of the quiet moves of a node.
    #[inline]
    pub(crate) fn quiets<'a>(&'a self, view: View<'a>) -> QuietHistories<'a> {
        QuietHistories {
            view,
            butterfly: &self.butterfly[view.board.position.side_to_move()],
            pawns: &self.pawns[pawn_slot(view)],
            continuation: view.past.0.map(|earlier| &self.continuation[earlier.index()]),
        }
    }

    /// How well a capture or promotion did in the past.
    #[inline]
    pub(crate) fn capture(&self, board: &Board, mv: Move) -> i32 {
        self.capture[board.mover(mv)][mv.to()][victim(board, mv)].get()
    }

    /// The quiet move that last refuted the move before.
    #[inline]
    pub(crate) fn counter(&self, past: &Past) -> Option<Move> {
        self.counter[past.0[0].index()]
    }

    /// A quiet move cut: it refutes the last move.
    pub(crate) fn set_counter(&mut self, past: &Past, mv: Move) {
        if !past.0[0].is_none() {
            self.counter[past.0[0].index()] = Some(mv);
        }
    }

    /// Adds a bonus, or a malus if it is negative, to a quiet move. The butterfly history hears of the same move most
    /// often, all over the tree: it takes each to heart more, and so tells what happened lately.
    pub(crate) fn update_quiet(&mut self, view: View<'_>, mv: Move, bonus: i32) {
        let (piece, to) = (view.board.mover(mv), mv.to());
        self.butterfly[piece.color()][danger(view, mv)][mv.from()][to]
            .update(bonus * params::butterfly_haste());
        self.pawns[pawn_slot(view)][piece][to].update(bonus);
        for earlier in view.past.0.iter().filter(|earlier| !earlier.is_none()) {
            self.continuation[earlier.index()][piece][to].update(bonus);
        }
    }

    /// Adds a bonus to a quiet move that was played after `past`, for what came of it.
    pub(crate) fn credit(&mut self, mv: Continuation, past: &Past, bonus: i32) {
        let Some((piece, to)) = mv.piece_and_target() else { return };
        for earlier in past.0.iter().filter(|earlier| !earlier.is_none()) {
            self.continuation[earlier.index()][piece][to].update(bonus);
        }
    }

    /// Adds a bonus, or a malus if it is negative, to a capture or promotion.
    pub(crate) fn update_capture(&mut self, board: &Board, mv: Move, bonus: i32) {
        self.capture[board.mover(mv)][mv.to()][victim(board, mv)].update(bonus);
    }
}

/// The parts of the histories that tell of a node's quiet moves, found once for all of them.
pub(crate) struct QuietHistories<'a> {
    view: View<'a>,
    butterfly: &'a [FromTo; 4],
    pawns: &'a PieceTo,
    continuation: [&'a PieceTo; Past::PLIES.len()],
}

impl<'a> QuietHistories<'a> {
    /// What is known of the moves of the piece on a square.
    #[inline]
    pub(crate) fn of_piece(&self, from: Square) -> PieceHistories<'a> {
        let piece = self.view.board.piece_on(from);
        let leaves_danger = usize::from(self.view.threats.contains(from));
        PieceHistories {
            threats: self.view.threats,
            butterfly: [0, 2].map(|enters_danger| &self.butterfly[leaves_danger + enters_danger][from]),
            pawns: &self.pawns[piece],
            continuation: self.continuation.map(|history| &history[piece]),
        }
    }
}

/// The weight of the butterfly history, in whose units a sum is given.
const BUTTERFLY: i32 = 1024;

/// The parts of the histories that tell of a piece's quiet moves.
pub(crate) struct PieceHistories<'a> {
    threats: Bitboard,
    /// By whether the enemy attacks the target.
    butterfly: [&'a BySquare<Gravity>; 2],
    pawns: &'a BySquare<Gravity>,
    continuation: [&'a BySquare<Gravity>; Past::PLIES.len()],
}

impl PieceHistories<'_> {
    /// How well the piece's moves to a square did in the past: what answered the last move well tells most, what did
    /// well in this pawn structure least.
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

/// Whether a move leaves a square that the enemy attacks (1), and goes to one (2).
#[inline]
fn danger(view: View<'_>, mv: Move) -> usize {
    usize::from(view.threats.contains(mv.from())) + 2 * usize::from(view.threats.contains(mv.to()))
}

#[inline]
fn pawn_slot(view: View<'_>) -> usize {
    view.board.position.pawn_key().0 as usize % PAWN_SLOTS
}

/// What a move takes. Promotions without a capture share the kings' place, as kings are never taken.
#[inline]
fn victim(board: &Board, mv: Move) -> Role {
    board.position.captured(mv).map_or(Role::King, Piece::role)
}

/// What a move gains that cut at this depth.
#[inline]
pub(crate) fn bonus(depth: Depth) -> i32 {
    (params::history_bonus_slope() * depth.plies() - params::history_bonus_offset())
        .clamp(0, params::history_bonus_max())
}

/// What the moves lose that were tried before it.
#[inline]
pub(crate) fn malus(depth: Depth) -> i32 {
    (params::history_malus_slope() * depth.plies() - params::history_malus_offset())
        .clamp(0, params::history_malus_max())
}
