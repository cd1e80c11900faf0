//! The move picker: moves in the order in which they are tried, generated in stages.
//!
//! ```text
//!   table move ─▶ good captures ─▶ killers ─▶ counter move ─▶ quiets by history ─▶ bad captures
//! ```
//!
//! A stage is generated only when no move of the stage before cut. Most cut nodes cut with their first moves, so most
//! quiet moves are never generated. A capture is good if it loses only a small part of its score by static exchange. In
//! check the same stages yield the evasions, since the generator generates nothing else then.
//!
//! In quiescence there are no killers, and no quiet moves but checks unless in check.
//!
//! *The list.* A [`SortKey`] holds score and index in one integer, so that finding the best move is a maximum over
//! integers. The keys are compared in blocks of the size of a vector register. The last block is filled up with the
//! key of taken moves.
//!
//! Source: the stages are common. The weights of captures, checks and escapes started from Stockfish 15.1's
//! (`movepick.cpp`, see `params`).

use arrayvec::ArrayVec;
use movegen::generate::{Captures, MAX_MOVES, MoveList, MoveSink, Quiets};
use movegen::see::PIECE_VALUES;
use types::{Bitboard, Move, Piece, Role, Score, Square};

use crate::histories::{Histories, MoveContext, QuietHistories};
use crate::params;
use crate::position::SearchPosition;

/// The stage whose moves come next.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Stage {
    Table,
    GenerateCaptures,
    GoodCaptures,
    FirstKiller,
    SecondKiller,
    Counter,
    GenerateQuiets,
    Quiets,
    BadCaptures,
}

/// The quiet moves that are returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum QuietMoves {
    All,
    Checks,
    None,
}

/// Returns the legal moves of a node one by one, each once.
pub(crate) struct MovePicker {
    stage: Stage,
    table_move: Option<Move>,
    killers: [Option<Move>; 2],
    counter: Option<Move>,
    quiets: QuietMoves,
    with_bad_captures: bool,
    /// The static exchange value from which on a capture is good; `None` if it depends on the score of the capture.
    good_threshold: Option<Score>,
    moves: ScoredMoves,
}

impl MovePicker {
    /// All moves. The table move is known to be legal.
    pub(crate) fn all(
        table_move: Option<Move>,
        killers: [Option<Move>; 2],
        counter: Option<Move>,
    ) -> MovePicker {
        MovePicker {
            stage: Stage::Table,
            table_move,
            killers,
            counter,
            quiets: QuietMoves::All,
            with_bad_captures: true,
            good_threshold: None,
            moves: ScoredMoves::new(),
        }
    }

    /// The moves of quiescence: captures, with `only_good` only those that lose nothing, and these quiet moves.
    pub(crate) fn quiescence(table_move: Option<Move>, quiets: QuietMoves, only_good: bool) -> MovePicker {
        MovePicker {
            quiets,
            with_bad_captures: !only_good,
            good_threshold: Some(Score::DRAW),
            ..MovePicker::all(table_move, [None; 2], None)
        }
    }

    /// Captures that win at least this much by static exchange.
    pub(crate) fn captures_that_win(table_move: Option<Move>, threshold: Score) -> MovePicker {
        let captures = MovePicker::quiescence(table_move, QuietMoves::None, true);
        MovePicker { good_threshold: Some(threshold), ..captures }
    }

    /// Skips the quiet moves that come by their history.
    pub(crate) fn skip_quiets(&mut self) {
        self.quiets = QuietMoves::None;
    }

    /// The next move, or `None` after the last.
    pub(crate) fn next(&mut self, context: &MoveContext<'_>, histories: &Histories) -> Option<Move> {
        // Tests in the order of the stages, each with its successor: a loop around a `match` would jump by a table at
        // every change of the stage, which a processor guesses wrong.
        if self.stage == Stage::Table {
            self.stage = Stage::GenerateCaptures;
            if self.table_move.is_some() {
                return self.table_move;
            }
        }
        if self.stage == Stage::GenerateCaptures {
            self.generate_captures(context, histories);
            self.stage = Stage::GoodCaptures;
        }
        if self.stage == Stage::GoodCaptures {
            if let Some(mv) = self.next_good_capture(context.board, histories) {
                return Some(mv);
            }
            self.stage = Stage::FirstKiller;
        }
        for (stage, next, candidate) in [
            (Stage::FirstKiller, Stage::SecondKiller, self.killers[0]),
            (Stage::SecondKiller, Stage::Counter, self.killers[1]),
            (Stage::Counter, Stage::GenerateQuiets, self.counter),
        ] {
            if self.stage == stage {
                self.stage = next;
                if let Some(mv) = candidate
                    && !self.was_handed_out(mv, stage)
                    && context.board.is_quiet(mv)
                    && context.board.position.is_legal(context.masks, mv)
                {
                    return Some(mv);
                }
            }
        }
        if self.stage == Stage::GenerateQuiets {
            if self.quiets != QuietMoves::None {
                self.generate_quiets(context, histories);
            }
            self.stage = Stage::Quiets;
        }
        if self.stage == Stage::Quiets {
            if let Some(mv) = self.next_quiet() {
                return Some(mv);
            }
            self.moves.restart();
            self.stage = Stage::BadCaptures;
        }
        self.moves.take_kept()
    }

    /// A move that will probably come next or soon. It may be illegal, so it is only for prefetching.
    pub(crate) fn likely_next(&self) -> Option<Move> {
        self.moves.best().or(self.killers[0])
    }

    #[inline(never)] // Keeps the generator's registers and stack out of the other stages.
    fn generate_captures(&mut self, context: &MoveContext<'_>, histories: &Histories) {
        let mut captures = MoveList::new();
        context.board.position.generate::<Captures, _>(context.masks, &mut captures);
        self.moves.refill(|moves| {
            for &mv in &captures {
                moves.push(mv, capture_score(context.board, histories, mv));
            }
        });
    }

    #[inline(never)] // As above.
    fn generate_quiets(&mut self, context: &MoveContext<'_>, histories: &Histories) {
        let only_checks = self.quiets == QuietMoves::Checks;
        self.moves.refill(|moves| {
            let histories = histories.quiets(context);
            let mut sink = QuietSink { context, histories, only_checks, moves };
            context.board.position.generate::<Quiets, _>(context.masks, &mut sink);
        });
    }

    /// Returns true if a move was returned before as table move, killer or counter move.
    fn was_handed_out(&self, mv: Move, at: Stage) -> bool {
        let mv = Some(mv);
        mv == self.table_move
            || at > Stage::FirstKiller && mv == self.killers[0]
            || at > Stage::SecondKiller && mv == self.killers[1]
            || at > Stage::Counter && mv == self.counter
    }

    /// The static exchange threshold of a good capture. A capture with a good score may lose some material.
    fn good_threshold(&self, board: &SearchPosition, histories: &Histories, mv: Move) -> Score {
        let by_score = || Score(-capture_score(board, histories, mv) / params::good_capture_divisor());
        self.good_threshold.unwrap_or_else(by_score)
    }

    fn next_good_capture(&mut self, board: &SearchPosition, histories: &Histories) -> Option<Move> {
        loop {
            let mv = self.moves.take_best()?;
            if Some(mv) == self.table_move {
                continue;
            }
            if board.position.see(mv, self.good_threshold(board, histories, mv)) {
                return Some(mv);
            }
            if self.with_bad_captures {
                self.moves.put_back();
            }
        }
    }

    fn next_quiet(&mut self) -> Option<Move> {
        loop {
            // Tested each time, as the caller may skip the remaining quiet moves.
            if self.quiets == QuietMoves::None {
                return None;
            }
            let mv = self.moves.take_best()?;
            if !self.was_handed_out(mv, Stage::Quiets) {
                return Some(mv);
            }
        }
    }
}

/// The sort key of a capture: mostly the value of the victim, then the history.
fn capture_score(board: &SearchPosition, histories: &Histories, mv: Move) -> i32 {
    let value = |role: Role| PIECE_VALUES[role].0;
    let captured = board.position.captured(mv);
    let victim = captured.map_or(0, |piece| value(piece.role()));
    let promotion = match mv.promoted_to() {
        None => 0,
        Some(Role::Queen) => value(Role::Queen),
        Some(_) => -value(Role::Queen),
    };
    params::capture_victim() * (victim + promotion) + histories.capture(board, mv, captured)
}

/// A sink for generated quiet moves that appends them with their scores to a list. The generator passes a piece with all
/// its targets, so its checking squares are looked up once for all of them.
struct QuietSink<'a> {
    context: &'a MoveContext<'a>,
    histories: QuietHistories<'a>,
    only_checks: bool,
    moves: &'a mut ScoredMoves,
}

/// The part of a quiet move's sort key for a check. Checks come earlier, because they force the reply.
fn check_bonus(gives_check: bool) -> i32 {
    if gives_check { params::quiet_check_bonus() } else { 0 }
}

impl MoveSink for QuietSink<'_> {
    #[inline(never)] // The generator calls this in many places.
    fn piece(&mut self, from: Square, targets: Bitboard) {
        let MoveContext { board, checks, cheaper, .. } = self.context;
        let piece = board.piece_on(from);
        let checking = checks.targets(piece.role(), from);
        let targets = if self.only_checks { targets & checking } else { targets };
        // Pieces that cheaper ones attack come earlier, if they flee.
        let cheaper = cheaper[piece.role()];
        let is_attacked = cheaper.contains(from);
        let bonus = if is_attacked { params::quiet_escape_bonus() * PIECE_VALUES[piece.role()].0 } else { 0 };
        for to in targets {
            let escape = if cheaper.contains(to) { 0 } else { bonus };
            let score = self.histories.order(piece, from, to) + check_bonus(checking.contains(to)) + escape;
            self.moves.push(Move::normal(from, to), score);
        }
    }

    #[inline(never)] // As above.
    fn pawns(&mut self, targets: Bitboard, step: i8) {
        let MoveContext { board, checks, .. } = self.context;
        let pawn = Piece::new(board.position.side_to_move(), Role::Pawn);
        for to in targets {
            let mv = Move::normal_by_step(to, step);
            let gives_check = checks.targets(Role::Pawn, mv.from()).contains(to);
            if gives_check || !self.only_checks {
                let score = self.histories.order(pawn, mv.from(), to) + check_bonus(gives_check);
                self.moves.push(mv, score);
            }
        }
    }

    fn promotions(&mut self, targets: Bitboard, _: i8) {
        debug_assert!(targets.is_empty(), "a promotion is no quiet move");
    }

    #[inline(never)] // Castling: en passant is a capture.
    fn single(&mut self, mv: Move) {
        let MoveContext { board, checks, .. } = self.context;
        let gives_check = board.position.gives_check(checks, mv);
        if gives_check || !self.only_checks {
            let score = self.histories.order(board.mover(mv), mv.from(), mv.to());
            self.moves.push(mv, score + check_bonus(gives_check));
        }
    }
}

/// A sort key: a move's score, then its place in the list. Of equal scores the first in the list is the greatest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct SortKey(i32);

impl SortKey {
    /// The key of a taken move, below that of any other.
    const TAKEN: SortKey = SortKey(i32::MIN);

    const PLACE_BITS: u32 = MAX_MOVES.ilog2() + 1;
    const LAST_PLACE: i32 = (1 << Self::PLACE_BITS) - 1;

    fn new(score: i32, place: usize) -> SortKey {
        debug_assert!(
            score.abs() < 1 << (i32::BITS - 1 - Self::PLACE_BITS),
            "{score} leaves no room for a place"
        );
        SortKey(score << Self::PLACE_BITS | (Self::LAST_PLACE - place as i32))
    }

    fn place(self) -> usize {
        (Self::LAST_PLACE - (self.0 & Self::LAST_PLACE)) as usize
    }

    /// The key of the same move at another place.
    fn at(self, place: usize) -> SortKey {
        SortKey(self.0 & !Self::LAST_PLACE | (Self::LAST_PLACE - place as i32))
    }
}

/// The number of keys that are compared at once.
const BLOCK: usize = 8;

/// A list of moves, of which the best not yet taken comes next. Taken moves that are put back stay at the front.
///
/// ```text
///   put back │ taken │ waiting
///            └ kept  └ next
/// ```
pub(crate) struct ScoredMoves {
    moves: MoveList,
    /// The key of each move, and behind them a block of keys of taken moves, which fills the last block up.
    keys: ArrayVec<SortKey, { MAX_MOVES + BLOCK }>,
    best: SortKey,
    kept: usize,
    next: usize,
}

impl ScoredMoves {
    pub(crate) fn new() -> ScoredMoves {
        ScoredMoves { moves: MoveList::new(), keys: ArrayVec::new(), best: SortKey::TAKEN, kept: 0, next: 0 }
    }

    /// Lets `fill` push moves, behind those put back. All others must have been taken.
    pub(crate) fn refill(&mut self, fill: impl FnOnce(&mut ScoredMoves)) {
        self.moves.truncate(self.kept);
        self.next = self.kept;
        self.best = SortKey::TAKEN;
        self.keys.clear();
        self.keys.extend(std::iter::repeat_n(SortKey::TAKEN, self.kept));
        fill(self);
        // A whole block is copied at once.
        let filled = self.keys.try_extend_from_slice(&[SortKey::TAKEN; BLOCK]);
        debug_assert!(filled.is_ok(), "more moves than any position has");
    }

    /// Appends a move. Only to [`refill`](Self::refill).
    pub(crate) fn push(&mut self, mv: Move, score: i32) {
        let key = SortKey::new(score, self.moves.len());
        self.best = self.best.max(key);
        self.keys.push(key);
        self.moves.push(mv);
    }

    /// Takes the best of the remaining moves.
    pub(crate) fn take_best(&mut self) -> Option<Move> {
        let place = self.best_place()?;
        let first = *self.keys.get(self.next)?;
        // The best of the others is determined before the keys change, because a vector of keys that were just written one
        // by one cannot be read without a wait. A maximum of plain integers compiles to vector instructions.
        let mut others = [SortKey::TAKEN.0; BLOCK];
        for block in self.keys.as_chunks::<BLOCK>().0.iter().skip(self.next / BLOCK) {
            for (other, &key) in others.iter_mut().zip(block) {
                *other = (*other).max(if key < self.best && key != first { key.0 } else { SortKey::TAKEN.0 });
            }
        }
        let rest = SortKey(others.into_iter().fold(SortKey::TAKEN.0, i32::max));
        // The first remaining move goes to the place of the best one.
        self.moves.swap(self.next, place);
        self.keys[place] = first.at(place);
        self.keys[self.next] = SortKey::TAKEN;
        self.best = if place == self.next { rest } else { rest.max(first.at(place)) };
        self.next += 1;
        Some(self.moves[self.next - 1])
    }

    /// The move that [`take_best`](Self::take_best) would take.
    pub(crate) fn best(&self) -> Option<Move> {
        self.best_place().map(|place| self.moves[place])
    }

    /// The place of the best move, unless all moves have been taken.
    fn best_place(&self) -> Option<usize> {
        (self.best != SortKey::TAKEN).then(|| self.best.place())
    }

    /// Puts the move just taken back, for [`restart`](Self::restart).
    pub(crate) fn put_back(&mut self) {
        self.moves[self.kept] = self.moves[self.next - 1];
        self.kept += 1;
    }

    /// Begins again with the moves that were put back, in their old order.
    pub(crate) fn restart(&mut self) {
        self.next = 0;
    }

    /// Takes the next move that was put back.
    pub(crate) fn take_kept(&mut self) -> Option<Move> {
        let taken = self.moves[..self.kept].get(self.next)?;
        self.next += 1;
        Some(*taken)
    }
}

#[cfg(test)]
mod tests {
    use movegen::{Checks, Masks};

    use super::*;
    use crate::histories::{PieceTo, PriorMoves};

    const POSITIONS: [&str; 6] = [
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        "4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 1",
        "rnb2k1r/pp1Pbppp/2p5/q7/2B5/8/PPPQNnPP/RNB1K2R w KQ - 3 9",
    ];

    fn pick_all(picker: &mut MovePicker, position: &movegen::Position) -> Vec<Move> {
        let (board, masks, histories) = (SearchPosition::of(position), Masks::of(position), Histories::new());
        let prior = PriorMoves::new(|_| PieceTo::default());
        let checks = Checks::of(position);
        let context = MoveContext::new(&board, &masks, &checks, &prior);
        std::iter::from_fn(|| picker.next(&context, &histories)).collect()
    }

    fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
        moves.sort_by_key(|mv| mv.bits());
        moves
    }

    /// Tries many triples of table move, killer and counter move, most of which are illegal or captures.
    #[test]
    fn every_legal_move_comes_exactly_once() {
        for fen in POSITIONS {
            let position: movegen::Position = fen.parse().unwrap();
            let legal = position.legal_moves().to_vec();
            let foreign = POSITIONS.iter().flat_map(|fen| {
                fen.parse::<movegen::Position>().unwrap().legal_moves().into_iter().step_by(5)
            });
            let guests: Vec<Option<Move>> = foreign.map(Some).chain([None]).collect();
            let tables = legal.iter().copied().map(Some).step_by(7).chain([None]);
            for table_move in tables {
                for (i, &killer) in guests.iter().enumerate() {
                    let other = guests[(i * 7 + 3) % guests.len()];
                    let counter = guests[(i * 5 + 1) % guests.len()];
                    let mut picker = MovePicker::all(table_move, [killer, other], counter);
                    let picked = pick_all(&mut picker, &position);
                    assert!(table_move.is_none() || picked.first().copied() == table_move);
                    assert_eq!(sorted(picked), sorted(legal.clone()), "{fen}");
                }
            }
        }
    }

    #[test]
    fn quiescence_picks_captures_or_evasions() {
        for fen in POSITIONS {
            let position: movegen::Position = fen.parse().unwrap();
            let is_noisy = |mv: &Move| position.is_capture(*mv) || mv.promoted_to().is_some();
            let legal = position.legal_moves();
            for quiets in [QuietMoves::All, QuietMoves::Checks, QuietMoves::None] {
                let is_wanted = |mv: &&Move| {
                    is_noisy(mv)
                        || quiets == QuietMoves::All
                        || quiets == QuietMoves::Checks && position.after(**mv).in_check()
                };
                let wanted = legal.iter().filter(is_wanted).copied().collect();
                let picked = pick_all(&mut MovePicker::quiescence(None, quiets, false), &position);
                assert_eq!(sorted(picked), sorted(wanted), "{quiets:?}: {fen}");
                let good = pick_all(&mut MovePicker::quiescence(None, quiets, true), &position);
                assert!(good.iter().all(|mv| !is_noisy(mv) || position.see(*mv, Score::DRAW)), "{fen}");
            }
        }
    }

    #[test]
    fn captures_that_lose_come_last() {
        let position: movegen::Position = POSITIONS[0].parse().unwrap();
        let picked = pick_all(&mut MovePicker::all(None, [None; 2], None), &position);
        let (board, histories) = (SearchPosition::of(&position), Histories::new());
        let loses = |&mv: &Move| {
            let part = capture_score(&board, &histories, mv) / params::good_capture_divisor();
            position.is_capture(mv) && !position.see(mv, Score(-part))
        };
        let losing = picked.iter().filter(|mv| loses(mv)).count();
        assert!(losing > 0 && picked[picked.len() - losing..].iter().all(loses));
    }

    #[test]
    fn the_best_move_is_the_one_that_is_taken() {
        let mut moves = ScoredMoves::new();
        assert_eq!(moves.best(), None);
        moves.refill(|moves| {
            for (index, to) in Square::ALL[1..].iter().enumerate() {
                moves.push(Move::normal(Square::A1, *to), index as i32 * 29 % 63);
            }
        });
        let mut taken = 0;
        while let Some(best) = moves.best() {
            assert_eq!(moves.take_best(), Some(best));
            assert_eq!((best.to().index() as i32 - 1) * 29 % 63, 62 - taken);
            taken += 1;
        }
        assert_eq!((taken, moves.take_best()), (63, None));
    }
}
