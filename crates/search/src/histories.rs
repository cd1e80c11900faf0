//! Histories: what earlier nodes, anywhere in the tree, taught about moves and about the evaluation.
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
//! *Correction history* holds the errors of the static evaluation that searches found. The evaluation makes similar
//! errors in similar positions, like those with the same pawn structure. So after a search the difference between its
//! score and the static evaluation is stored by several properties of the position, and added to the evaluation of
//! other positions that share them:
//!
//! | table | index |
//! |---|---|
//! | pawns | pawn key |
//! | pieces | a colour's non-pawn key, for each colour |
//! | minors, majors | their keys |
//! | line | the last two moves |
//!
//! The values have gravity, so recent differences count most. Every table stores the whole difference, and a weighted
//! sum of the tables is the correction.
//!
//! Sources: J. Schaeffer, *The history heuristic and alpha-beta search enhancements in practice*, 1989. Which moves
//! get a bonus or a malus has the shape of Stockfish 15.1's rules (`search.cpp`), and the numbers started from its
//! (see `params`). The pawn history and the index by attacked squares are not from there. Correction history is from
//! Caissa (M. Witanowski, 2023) and was widely extended later.

use movegen::{Checks, Masks, attacks};
use tt::prefetch;
use types::{Bitboard, ByColor, ByPiece, ByRole, BySquare, Color, Depth, Move, Piece, Role, Score, Square};

use crate::params;
use crate::position::SearchPosition;

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
    pub(crate) fn quiet(self) -> Option<(Piece, Square)> {
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
pub(crate) struct MoveContext<'a> {
    pub(crate) board: &'a SearchPosition,
    pub(crate) masks: &'a Masks,
    pub(crate) prior: &'a PriorMoves,
    /// The squares from which each piece gives check.
    pub(crate) checks: &'a Checks,
    /// The squares that the enemy attacks.
    pub(crate) threats: Bitboard,
    /// For each role, those that the enemy attacks with pieces of less value. None for pawns and kings.
    pub(crate) cheaper: ByRole<Bitboard>,
}

impl<'a> MoveContext<'a> {
    pub(crate) fn new(
        board: &'a SearchPosition,
        masks: &'a Masks,
        checks: &'a Checks,
        prior: &'a PriorMoves,
    ) -> MoveContext<'a> {
        let position = &board.position;
        let (enemy, occupied) = (!position.side_to_move(), position.occupied());
        let by_pawns = attacks::pawns(enemy, position.pieces(enemy, Role::Pawn));
        let mut by_minors = by_pawns;
        for square in position.pieces(enemy, Role::Knight) {
            by_minors |= attacks::knight(square);
        }
        for square in position.pieces(enemy, Role::Bishop) {
            by_minors |= attacks::bishop(square, occupied);
        }
        let mut by_rooks = by_minors;
        for square in position.pieces(enemy, Role::Rook) {
            by_rooks |= attacks::rook(square, occupied);
        }
        let mut threats = by_rooks | attacks::king(position.king(enemy));
        for square in position.pieces(enemy, Role::Queen) {
            threats |= attacks::bishop(square, occupied) | attacks::rook(square, occupied);
        }
        let none = Bitboard::EMPTY;
        let cheaper = ByRole([none, by_pawns, by_pawns, by_minors, by_rooks, none]);
        MoveContext { board, masks, prior, checks, threats, cheaper }
    }

    /// A context that is sufficient for captures, and for checks and evasions in quiescence.
    pub(crate) fn of_captures(
        board: &'a SearchPosition,
        masks: &'a Masks,
        checks: &'a Checks,
        prior: &'a PriorMoves,
    ) -> MoveContext<'a> {
        if masks.in_check() {
            return MoveContext::new(board, masks, checks, prior);
        }
        let (threats, cheaper) = (Bitboard::EMPTY, ByRole::splat(Bitboard::EMPTY));
        MoveContext { board, masks, prior, checks, threats, cheaper }
    }
}

/// The value type of all histories.
type HistoryValue = Gravity<{ 1 << 14 }>;

type PieceToTable = ByPiece<BySquare<HistoryValue>>;
type FromToTable = BySquare<BySquare<HistoryValue>>;

/// The number of slots for pawn structures.
const PAWN_SLOTS: usize = 512;

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
    pub(crate) fn quiet(&self, context: &MoveContext<'_>, mv: Move) -> i32 {
        self.quiets(context).score(context.board.mover(mv), mv.from(), mv.to())
    }

    /// The parts for the quiet moves of a node.
    pub(crate) fn quiets(&self, context: &MoveContext<'_>) -> QuietHistories<'_> {
        QuietHistories {
            threats: context.threats,
            butterfly: &self.butterfly[context.board.position.side_to_move()],
            pawns: &self.pawns[pawn_slot(context.board)],
            continuation: context.prior.0.map(|earlier| &self.continuation[earlier.index()]),
        }
    }

    /// The history score of a capture or promotion that takes this piece.
    pub(crate) fn capture(&self, board: &SearchPosition, mv: Move, captured: Option<Piece>) -> i32 {
        self.capture[board.mover(mv)][mv.to()][victim(captured)].get()
    }

    /// The counter move: the quiet move that last refuted the move before.
    pub(crate) fn counter(&self, prior: &PriorMoves) -> Option<Move> {
        self.counter[prior.last().index()]
    }

    /// Makes a quiet move the counter move of the move before.
    pub(crate) fn set_counter(&mut self, prior: &PriorMoves, mv: Move) {
        if !prior.last().is_none() {
            self.counter[prior.last().index()] = Some(mv);
        }
    }

    /// Adds a bonus, or a malus if it is negative, to a quiet move. The butterfly history sees the same move most
    /// often, all over the tree, so its bonus is larger, for recent results to count more.
    pub(crate) fn update_quiet(
        &mut self,
        board: &SearchPosition,
        threats: Bitboard,
        prior: &PriorMoves,
        mv: Move,
        bonus: i32,
    ) {
        let (piece, from, to) = (board.mover(mv), mv.from(), mv.to());
        self.butterfly[piece.color()][threat_index(threats, from, to)][from][to]
            .update(bonus * params::butterfly_rate() / 16);
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
    pub(crate) fn update_capture(&mut self, board: &SearchPosition, mv: Move, bonus: i32) {
        let history = &mut self.capture[board.mover(mv)][mv.to()][victim(board.position.captured(mv))];
        history.update(bonus * params::capture_rate() / 16);
    }

    /// Returns true if a quiet move has no success after the last move nor after the one before.
    pub(crate) fn has_no_success_here(&self, context: &MoveContext<'_>, mv: Move) -> bool {
        let [last, second, ..] = context
            .prior
            .0
            .map(|earlier| self.continuation[earlier.index()][context.board.mover(mv)][mv.to()]);
        last.get() <= 0 && second.get() <= 0
    }
}

/// The parts of the histories for the quiet moves of a node, looked up once for all of them.
pub(crate) struct QuietHistories<'a> {
    threats: Bitboard,
    butterfly: &'a [FromToTable; 4],
    pawns: &'a PieceToTable,
    continuation: [&'a PieceToTable; PriorMoves::PLIES.len()],
}

impl QuietHistories<'_> {
    /// The history score of a move.
    #[inline]
    fn score(&self, piece: Piece, from: Square, to: Square) -> i32 {
        let [last, second, fourth, _] = self.continuation.map(|history| history[piece][to].get());
        let butterfly = self.butterfly[threat_index(self.threats, from, to)][from][to].get();
        butterfly + 2 * (last + second + fourth)
    }

    /// The same for move ordering. Replies to the last move weigh most, moves in this pawn structure least.
    #[inline(always)] // A call for each move would take a third more instructions.
    pub(crate) fn order(&self, piece: Piece, from: Square, to: Square) -> i32 {
        let [last, .., sixth] = self.continuation.map(|history| history[piece][to].get());
        self.score(piece, from, to) + 2 * (last + sixth) + self.pawns[piece][to].get()
    }
}

/// The index of a move in the butterfly history of its colour, by which of its squares the enemy attacks.
fn threat_index(threats: Bitboard, from: Square, to: Square) -> usize {
    usize::from(threats.contains(from)) + 2 * usize::from(threats.contains(to))
}

fn pawn_slot(board: &SearchPosition) -> usize {
    board.position.pawn_key().0 as usize % PAWN_SLOTS
}

/// The role of a captured piece. Promotions without a capture use the index of the king, which is never captured.
fn victim(captured: Option<Piece>) -> Role {
    captured.map_or(Role::King, Piece::role)
}

/// The number of slots of a table that is indexed by a key.
const SLOTS: usize = 1 << 14;

/// A stored error, between ±1024 units.
type CorrectionValue = Gravity<1024>;
type CorrectionTable = Box<[ByColor<CorrectionValue>; SLOTS]>;

/// The number of units of the weighted sum in one unit of the evaluation.
const UNITS: i32 = 4096;

/// The depth of a search whose error counts once. The error of a deeper search counts more, in proportion.
const PLIES_OF_ONE_ERROR: i32 = 8;
/// The largest change of a value by a single search.
const MAX_STEP: i32 = CorrectionValue::MAX / 4;

/// The tables of one thread.
pub(crate) struct Corrections {
    pawns: CorrectionTable,
    pieces: ByColor<CorrectionTable>,
    minors: CorrectionTable,
    majors: CorrectionTable,
    /// By the move before the last, then the last.
    line: Box<[CorrectionValue]>,
}

/// The indices of a position's errors in the tables.
struct Slots {
    side: Color,
    pawns: usize,
    pieces: ByColor<usize>,
    minors: usize,
    majors: usize,
    line: usize,
}

impl Slots {
    fn of(board: &SearchPosition, prior: &PriorMoves) -> Slots {
        let position = &board.position;
        let [last, second, ..] = prior.0;
        let slot = |key: types::Key| key.0 as usize % SLOTS;
        Slots {
            side: position.side_to_move(),
            pawns: slot(position.pawn_key()),
            pieces: ByColor(Color::ALL.map(|color| slot(position.non_pawn_key(color)))),
            minors: slot(position.minor_key()),
            majors: slot(position.major_key()),
            line: second.of_any_kind() * PieceTo::OF_ANY_KIND + last.of_any_kind(),
        }
    }
}

impl Corrections {
    pub(crate) fn new() -> Corrections {
        let table = || Box::new([ByColor::default(); SLOTS]);
        Corrections {
            pawns: table(),
            pieces: ByColor([table(), table()]),
            minors: table(),
            majors: table(),
            line: vec![CorrectionValue::default(); PieceTo::OF_ANY_KIND * PieceTo::OF_ANY_KIND]
                .into_boxed_slice(),
        }
    }

    pub(crate) fn clear(&mut self) {
        let [white, black] = &mut self.pieces.0;
        for table in [&mut self.pawns, white, black, &mut self.minors, &mut self.majors] {
            table.fill(ByColor::default());
        }
        self.line.fill(CorrectionValue::default());
    }

    /// The correction of a position's static evaluation, to be added to it.
    pub(crate) fn of(&self, board: &SearchPosition, prior: &PriorMoves) -> Score {
        let slots = Slots::of(board, prior);
        let side = slots.side;
        let pieces: i32 =
            Color::ALL.iter().map(|&color| self.pieces[color][slots.pieces[color]][side].get()).sum();
        let sum = params::correction_pawns() * self.pawns[slots.pawns][side].get()
            + params::correction_pieces() * pieces
            + params::correction_minors() * self.minors[slots.minors][side].get()
            + params::correction_majors() * self.majors[slots.majors][side].get()
            + params::correction_line() * self.line[slots.line].get();
        Score(sum / UNITS)
    }

    /// Prefetches the values that [`of`](Corrections::of) is going to read, since the tables do not fit into the
    /// faster caches.
    pub(crate) fn prefetch(&self, board: &SearchPosition, prior: &PriorMoves) {
        let slots = Slots::of(board, prior);
        prefetch(&self.pawns[slots.pawns]);
        Color::ALL.iter().for_each(|&color| prefetch(&self.pieces[color][slots.pieces[color]]));
        prefetch(&self.minors[slots.minors]);
        prefetch(&self.majors[slots.majors]);
        prefetch(&self.line[slots.line]);
    }

    /// Stores the error that a search found: its score less the static evaluation.
    pub(crate) fn learn(&mut self, board: &SearchPosition, prior: &PriorMoves, depth: Depth, error: Score) {
        let slots = Slots::of(board, prior);
        let side = slots.side;
        let bonus = (error.0 * depth.plies() / PLIES_OF_ONE_ERROR).clamp(-MAX_STEP, MAX_STEP);
        self.pawns[slots.pawns][side].update(bonus);
        for color in Color::ALL {
            self.pieces[color][slots.pieces[color]][side].update(bonus);
        }
        self.minors[slots.minors][side].update(bonus);
        self.majors[slots.majors][side].update(bonus);
        self.line[slots.line].update(bonus);
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
