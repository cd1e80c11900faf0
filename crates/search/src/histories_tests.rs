//! The histories and corrections against a slow and obvious sum: every bonus and malus that the rules demand is kept in a
//! list, and each value is computed anew from its list.

use std::collections::HashMap;

use movegen::{Checks, Masks, Position};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tt::{Bound, Entry, Mebibytes, TranspositionTable};
use types::{Color, Depth, Move, Piece, Ply, Role, Score, Square, Window};

use crate::histories::{MoveContext, PieceTo};
use crate::position::SearchPosition;
use crate::root_tablebases::RankedRoot;
use crate::techniques::Techniques;
use crate::worker::Shared;
use crate::worker::{Node, NonPv, Pv, ThreadData, Worker};
use crate::{Control, Game, Limits, params};

/// A move that was made: its piece, its target, and whether it is quiet. `None` for a null move or before the root.
type Made = Option<(Piece, Square, bool)>;

/// The place of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Place {
    /// The origin and the target, each with whether the enemy attacks it.
    Butterfly(Color, (Square, bool), (Square, bool)),
    /// Pawn structures share 512 slots.
    Pawns(u64, Piece, Square),
    Continuation((Piece, Square, bool), Piece, Square),
    Capture(Piece, Square, Option<Role>),
    /// The table, the slot and the side to move.
    Correction(&'static str, u64, Color),
    /// The move before the last, then the last.
    Line([Option<(Piece, Square)>; 2]),
}

/// Every bonus, and every malus as a negative number, in the order in which they came.
#[derive(Default)]
struct Ledger(HashMap<Place, Vec<i32>>);

impl Ledger {
    fn add(&mut self, place: Place, bonus: i32) {
        self.0.entry(place).or_default().push(bonus);
    }

    /// Each bonus counts, less the share of the old value that it has of the greatest value.
    fn value(&self, place: Place) -> i32 {
        let greatest = if matches!(place, Place::Correction(..) | Place::Line(_)) { 1024 } else { 16_384 };
        let all = self.0.get(&place).into_iter().flatten();
        all.fold(0, |value, bonus| value + bonus - value * bonus.abs() / greatest)
    }
}

/// A node, with the moves that led to it.
struct Visit {
    board: SearchPosition,
    made: Vec<Made>,
}

impl Visit {
    fn before(&self, plies: usize) -> Made {
        self.made.len().checked_sub(plies).and_then(|index| self.made[index])
    }

    /// The places of a move after the moves one, two, four and six plies before it; none after a null move.
    fn continuations(&self, piece: Piece, to: Square) -> [Option<Place>; 4] {
        [1, 2, 4, 6].map(|plies| self.before(plies).map(|earlier| Place::Continuation(earlier, piece, to)))
    }

    fn butterfly(&self, mv: Move) -> Place {
        let position = &self.board.position;
        let attacked = position.attacked_by(!position.side_to_move());
        let [from, to] = [mv.from(), mv.to()].map(|square| (square, attacked.contains(square)));
        Place::Butterfly(position.side_to_move(), from, to)
    }

    fn pawns(&self, mv: Move) -> Place {
        Place::Pawns(self.board.position.pawn_key().0 % 512, self.board.mover(mv), mv.to())
    }

    fn capture(&self, mv: Move) -> Place {
        let victim = self.board.position.captured(mv).map(|piece| piece.role());
        Place::Capture(self.board.mover(mv), mv.to(), victim)
    }

    /// The corrections with their weights.
    fn corrections(&self) -> [(Place, i32); 6] {
        let position = &self.board.position;
        let place =
            |table, key: types::Key| Place::Correction(table, key.0 % (1 << 14), position.side_to_move());
        let line = [2, 1].map(|plies| self.before(plies).map(|(piece, to, _)| (piece, to)));
        [
            (place("pawns", position.pawn_key()), params::correction_pawns()),
            (place("white", position.non_pawn_key(Color::White)), params::correction_pieces()),
            (place("black", position.non_pawn_key(Color::Black)), params::correction_pieces()),
            (place("minors", position.minor_key()), params::correction_minors()),
            (place("majors", position.major_key()), params::correction_majors()),
            (Place::Line(line), params::correction_line()),
        ]
    }
}

impl Ledger {
    fn add_quiet(&mut self, visit: &Visit, mv: Move, bonus: i32) {
        self.add(visit.butterfly(mv), bonus * params::butterfly_rate() / 16);
        self.add(visit.pawns(mv), bonus);
        self.add_continuations(visit, visit.board.mover(mv), mv.to(), bonus);
    }

    fn add_continuations(&mut self, visit: &Visit, piece: Piece, to: Square, bonus: i32) {
        visit.continuations(piece, to).into_iter().flatten().for_each(|place| self.add(place, bonus));
    }

    fn add_capture(&mut self, visit: &Visit, mv: Move, bonus: i32) {
        self.add(visit.capture(mv), bonus * params::capture_rate() / 16);
    }

    /// The last move, if it is quiet, in the node where it was made.
    fn add_last(&mut self, visit: &Visit, bonus: i32) {
        if let Some((piece, to, true)) = visit.before(1) {
            let made = visit.made[..visit.made.len() - 1].to_vec();
            self.add_continuations(&Visit { board: visit.board.clone(), made }, piece, to, bonus);
        }
    }
}

/// The bonus at a depth.
fn bonus(depth: i32) -> i32 {
    (params::history_slope() * depth - params::history_offset()).max(0).min(params::history_max())
}

/// Holds the values at a node against the ledger.
fn check(ledger: &Ledger, visit: &Visit, worker: &Worker<'_, ()>) {
    let (board, ply) = (&visit.board, Ply(visit.made.len() as u16));
    let prior = worker.stack.prior_moves(ply);
    let (masks, checks) = (Masks::of(&board.position), Checks::of(&board.position));
    let context = MoveContext::new(board, &masks, &checks, &prior);
    for mv in board.position.legal_moves() {
        if !board.is_quiet(mv) {
            let expected = ledger.value(visit.capture(mv));
            assert_eq!(
                worker.histories.capture(board, mv, board.position.captured(mv)),
                expected,
                "{mv} in {:?}",
                board.position
            );
            continue;
        }
        let continuations = visit.continuations(board.mover(mv), mv.to());
        let [last, second, fourth, sixth] =
            continuations.map(|place| place.map_or(0, |place| ledger.value(place)));
        let score = ledger.value(visit.butterfly(mv)) + 2 * (last + second + fourth);
        let order = score + 2 * (last + sixth) + ledger.value(visit.pawns(mv));
        let found = worker.histories.quiets(&context).order(board.mover(mv), mv.from(), mv.to());
        assert_eq!(
            (worker.histories.quiet(&context, mv), found),
            (score, order),
            "{mv} in {:?}",
            board.position
        );
    }
    let sum: i32 = visit.corrections().iter().map(|&(place, weight)| weight * ledger.value(place)).sum();
    assert_eq!(worker.corrections.of(board, &prior), Score(sum / 4096), "{:?}", board.position);
}

/// Plays a move, or the null move.
fn play(board: &mut SearchPosition, mv: Option<Move>) {
    match mv {
        Some(mv) => board.play(mv),
        None => board.play_null(),
    }
}

/// Some moves of a list, each with one chance in twelve.
fn some_of(moves: &[Move], rng: &mut ChaCha8Rng) -> Vec<Move> {
    moves.iter().copied().filter(|_| rng.random_ratio(1, 12)).collect()
}

#[test]
fn histories_and_corrections_are_the_sums_of_all_bonuses_and_maluses() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    let start: Position =
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse().expect("legal");
    let (table, limits, control) = (TranspositionTable::new(Mebibytes(1)), Limits::default(), Control::new());
    let table = table.expect("so little memory is always there");
    let shared = Shared::new(&table, &limits, None, Techniques::ALL, &control, 1);
    let (game, mut data) = (Game::new(start.clone()), ThreadData::new());
    let root = RankedRoot::new(&game, &[], None, || false);
    let mut observer = ();
    let mut worker = Worker::new(0, &root, &shared, &mut data, None, &mut observer);
    // A few lines, so that the same places come again and again. `None` is a null move.
    let mut lines: Vec<Vec<Option<Move>>> = Vec::new();
    for _ in 0..12 {
        let (mut board, mut line) = (SearchPosition::of(&start), Vec::new());
        for _ in 0..9 {
            let moves = board.position.legal_moves();
            let mv = moves.as_slice().choose(&mut rng).copied();
            let mv = mv.filter(|_| board.position.in_check() || rng.random_ratio(7, 8));
            play(&mut board, mv);
            line.push(mv);
        }
        lines.push(line);
    }

    let mut ledger = Ledger::default();
    for _ in 0..4000 {
        let line = lines.choose(&mut rng).expect("there are lines");
        let line = &line[..rng.random_range(0..=line.len())];
        let mut visit = Visit { board: SearchPosition::of(&start), made: Vec::new() };
        for (&mv, ply) in line.iter().zip(0..) {
            let board = &mut visit.board;
            let made = mv.map(|mv| (board.mover(mv), mv.to(), board.is_quiet(mv)));
            let frame = &mut worker.stack[Ply(ply)];
            frame.piece_to =
                made.map_or_else(PieceTo::default, |(piece, to, quiet)| PieceTo::new(piece, to, quiet));
            frame.number = if mv.is_some() { rng.random_range(1..=3) } else { 0 };
            (frame.has_table_move, frame.is_singular) = (rng.random_ratio(1, 2), rng.random_ratio(1, 4));
            play(board, mv);
            visit.made.push(made);
        }
        let board = &visit.board;
        let moves = board.position.legal_moves();
        let Some(&mv) = moves.as_slice().choose(&mut rng) else { continue };
        let is_quiet = board.is_quiet(mv);
        let ply = Ply(line.len() as u16);
        let depth = rng.random_range(1..=12);
        let beta = Score(rng.random_range(-50..=50));
        let window = Window::zero(beta - Score(1));
        let node = Node { ply, depth: Depth(depth), window, is_cut: rng.random_ratio(1, 2) };
        // The last move is refuted: a malus if it was tried early and was not singular.
        let last_is_early = line.len().checked_sub(1).map(|before| worker.stack[Ply(before as u16)]);
        let last_is_early = last_is_early
            .is_some_and(|last| last.number == if last.has_table_move { 2 } else { 1 } && !last.is_singular);
        let last_malus = if last_is_early { -bonus(depth + 1) } else { 0 };
        match rng.random_range(0..5) {
            // A move has raised alpha, after others that have not.
            0 => {
                let others: Vec<Move> = moves.iter().copied().filter(|&other| other != mv).collect();
                let tried = some_of(&others, &mut rng);
                let score = beta + Score(rng.random_range(-1..=2 * params::history_clear_cut()));
                let (quiets, captures): (Vec<Move>, Vec<Move>) =
                    tried.iter().partition(|&&mv| board.is_quiet(mv));
                let prior = worker.stack.prior_moves(ply);
                let (masks, checks) = (Masks::of(&board.position), Checks::of(&board.position));
                let context = MoveContext::new(board, &masks, &checks, &prior);
                worker.update_after_success(&context, &node, (mv, score), &quiets, &captures);
                let is_clear = score > beta + Score(params::history_clear_cut());
                if is_quiet {
                    let bonus = bonus(if is_clear { depth + 1 } else { depth });
                    ledger.add_quiet(&visit, mv, bonus);
                    for &other in tried.iter().filter(|&&other| board.is_quiet(other)) {
                        ledger.add_quiet(&visit, other, -bonus);
                    }
                } else {
                    ledger.add_capture(&visit, mv, bonus(depth + 1));
                }
                for &other in tried.iter().filter(|&&other| !board.is_quiet(other)) {
                    ledger.add_capture(&visit, other, -bonus(depth + 1));
                }
                ledger.add_last(&visit, last_malus);
            }
            // A table entry has cut, or has shown that its move fails.
            1 => {
                let score = beta + Score(rng.random_range(-20..20));
                let cuts = score >= beta;
                worker.update_after_table_cut(board, ply, node.depth, Some(mv), cuts);
                if is_quiet {
                    ledger.add_quiet(&visit, mv, if cuts { bonus(depth) } else { -bonus(depth) });
                }
                if cuts {
                    ledger.add_last(&visit, last_malus);
                }
            }
            // No move has raised alpha: the last move was good.
            2 => {
                let is_pv = rng.random_ratio(1, 2);
                let score =
                    window.alpha - Score(rng.random_range(0..=2 * params::history_far_below() * depth));
                if is_pv {
                    worker.update_after_fail_low::<Pv>(&node, score);
                } else {
                    worker.update_after_fail_low::<NonPv>(&node, score);
                }
                let is_far = score < window.alpha - Score(params::history_far_below() * depth);
                let is_surprise = is_pv || node.is_cut || is_far;
                if is_pv || depth >= params::history_fail_low_depth() {
                    ledger.add_last(&visit, if is_surprise { 2 * bonus(depth) } else { bonus(depth) });
                }
            }
            // A reduced move was searched again.
            3 => {
                let is_better = rng.random_ratio(1, 2);
                worker.update_after_re_search(board, ply, mv, node.depth, is_better);
                if is_quiet {
                    let bonus = if is_better { bonus(depth) } else { -bonus(depth) };
                    ledger.add_continuations(&visit, board.mover(mv), mv.to(), bonus);
                }
            }
            // The search has found another score than the evaluation.
            _ => {
                let (eval, score) = (Score(rng.random_range(-300..300)), Score(rng.random_range(-300..300)));
                let bound = *[Bound::Exact, Bound::Lower, Bound::Upper].choose(&mut rng).expect("three");
                let result =
                    Entry { mv: Some(mv), score, eval: None, depth: node.depth, bound, was_pv: false };
                let known = (!board.position.in_check()).then_some(eval);
                worker.update_correction(board, ply, known, &result);
                let error = score.0 - eval.0;
                let is_known = match bound {
                    Bound::Exact => true,
                    Bound::Lower => score > eval,
                    Bound::Upper => score < eval,
                };
                if is_quiet && is_known && !board.position.in_check() {
                    let bonus = (error * depth / 8).clamp(-256, 256);
                    visit.corrections().iter().for_each(|&(place, _)| ledger.add(place, bonus));
                }
            }
        }
        check(&ledger, &visit, &worker);
    }
    // Each kind of place has many values of either sign.
    let values = |is_kind: fn(&Place) -> bool| {
        let values: Vec<i32> =
            ledger.0.keys().filter(|place| is_kind(place)).map(|&place| ledger.value(place)).collect();
        [values.iter().filter(|&&value| value > 0).count(), values.iter().filter(|&&value| value < 0).count()]
    };
    let counts = [
        values(|place| matches!(place, Place::Butterfly(..))),
        values(|place| matches!(place, Place::Pawns(..))),
        values(|place| matches!(place, Place::Continuation(..))),
        values(|place| matches!(place, Place::Capture(..))),
        values(|place| matches!(place, Place::Correction(..))),
        values(|place| matches!(place, Place::Line(_))),
    ];
    assert!(counts.as_flattened().iter().all(|&count| count > 10), "{counts:?}");
}
