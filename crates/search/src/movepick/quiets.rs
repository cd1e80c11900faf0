//! Quiet moves, scored while they are generated.
//!
//! The generator passes a piece with all its targets. The histories of that piece and its checking squares are looked
//! up once for all of them.

use movegen::generate::MoveSink;
use types::{Bitboard, Move, Square};

use super::scored::ScoredMoves;
use crate::history::{Histories, MoveContext, PieceHistories, QuietHistories};
use crate::params;

/// A sink for generated quiet moves that appends them with their scores to a list.
pub(super) struct QuietSink<'a> {
    context: MoveContext<'a>,
    histories: QuietHistories<'a>,
    moves: &'a mut ScoredMoves,
}

impl<'a> QuietSink<'a> {
    pub(super) fn new(
        context: MoveContext<'a>,
        histories: &'a Histories,
        moves: &'a mut ScoredMoves,
    ) -> QuietSink<'a> {
        QuietSink { context, histories: histories.quiets(context), moves }
    }

    /// The squares on which a piece would give check by a normal move; none if checks are not ordered first.
    #[inline]
    fn checking_targets(&self, from: Square) -> Bitboard {
        let piece = self.context.board.piece_on(from);
        self.context.checks.map_or(Bitboard::EMPTY, |checks| checks.targets(piece.role(), from))
    }

    #[inline]
    fn push(&mut self, mv: Move, histories: &PieceHistories<'_>, gives_check: bool) {
        // Checks come earlier, because they force the reply.
        let bonus = if gives_check { params::quiet_check_bonus() } else { 0 };
        self.moves.push(mv, histories.score(mv.to()) + bonus);
    }
}

impl MoveSink for QuietSink<'_> {
    #[inline(never)] // The generator calls this in many places.
    fn piece(&mut self, from: Square, targets: Bitboard) {
        let (histories, checking) = (self.histories.of_piece(from), self.checking_targets(from));
        for to in targets {
            self.push(Move::normal(from, to), &histories, checking.contains(to));
        }
    }

    #[inline(never)] // As above.
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        for to in targets {
            let mv = Move::normal_by_step(to, step);
            let (histories, checking) =
                (self.histories.of_piece(mv.from()), self.checking_targets(mv.from()));
            self.push(mv, &histories, checking.contains(to));
        }
    }

    fn promotions(&mut self, targets: Bitboard, _: i8) {
        debug_assert!(targets.is_empty(), "a promotion is no quiet move");
    }

    fn single(&mut self, mv: Move) {
        let MoveContext { board, checks, .. } = self.context;
        let gives_check = checks.is_some_and(|checks| board.position.gives_check(checks, mv));
        self.push(mv, &self.histories.of_piece(mv.from()), gives_check);
    }
}
