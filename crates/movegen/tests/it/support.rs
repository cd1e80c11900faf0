//! Random games for property tests, and the second rules library that they are held against.
//!
//! ```text
//!   Variant ──▶ start position ─┐
//!   random numbers, one a ply ──┴▶ Game ──▶ its positions, its plies ──▶ a check of each
//! ```
//!
//! Every run plays the same games. A game that fails is shrunk to a short one, and printed as FEN and moves
//! that can be played through by hand.

use std::collections::BTreeSet;
use std::fmt;

use coppice_chess::{Position, chess960};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, RngSeed, TestRunner};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Position as _};
use types::Move;

/// The start positions of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Variant {
    Standard,
    /// Both sides have the same arrangement.
    Chess960,
    /// Each side has an arrangement of its own.
    DoubleChess960,
}

impl Variant {
    pub(crate) const ALL: [Variant; 3] = [Variant::Standard, Variant::Chess960, Variant::DoubleChess960];
}

fn starts(variant: Variant) -> BoxedStrategy<Position> {
    let any = 0..chess960::COUNT;
    match variant {
        Variant::Standard => Just(Position::startpos()).boxed(),
        Variant::Chess960 => any.prop_map(|number| chess960::start(number, number)).boxed(),
        Variant::DoubleChess960 => {
            (any.clone(), any).prop_map(|(white, black)| chess960::start(white, black)).boxed()
        }
    }
}

/// A start and the moves played from it.
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) start: Position,
    pub(crate) moves: Vec<Move>,
}

impl Game {
    /// Plays until the numbers end or the game does.
    fn play(start: Position, numbers: &[u16]) -> Game {
        let mut position = start.clone();
        let mut moves = Vec::new();
        for &number in numbers {
            let Some(mv) = pick(&position, number) else { break };
            position.play(mv);
            moves.push(mv);
        }
        Game { start, moves }
    }

    /// Every position of the game with the move that is played in it.
    pub(crate) fn plies(&self) -> impl Iterator<Item = (Position, Move)> {
        self.moves.iter().scan(self.start.clone(), |position, &mv| {
            let before = position.clone();
            position.play(mv);
            Some((before, mv))
        })
    }

    /// Every position of the game.
    pub(crate) fn positions(&self) -> impl Iterator<Item = Position> {
        let rest = self.plies().map(|(before, mv)| before.after(mv));
        std::iter::once(self.start.clone()).chain(rest)
    }

    /// The position at the end of the game.
    pub(crate) fn end(&self) -> Position {
        self.moves.iter().fold(self.start.clone(), |position, &mv| position.after(mv))
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} moves", self.start.shredder_fen())?;
        self.moves.iter().try_for_each(|mv| write!(f, " {mv}"))
    }
}

/// A legal move, every fourth time one that random play would seldom find, if there is any.
fn pick(position: &Position, number: u16) -> Option<Move> {
    let legal = position.legal_moves();
    let rare: Vec<Move> = legal.iter().copied().filter(|&mv| is_rare(position, mv)).collect();
    let (wants_rare, number) = (number.is_multiple_of(4), usize::from(number / 4));
    let choices = if wants_rare && !rare.is_empty() { &rare[..] } else { &legal[..] };
    choices.get(number.checked_rem(choices.len())?).copied()
}

/// Castling, promotions, en passant and the double pushes that allow it, and checks.
fn is_rare(position: &Position, mv: Move) -> bool {
    let next = position.after(mv);
    mv.is_castle()
        || mv.is_en_passant()
        || mv.promoted_to().is_some()
        || next.en_passant().is_some()
        || next.in_check()
}

/// The longest game, in plies.
const MAX_PLIES: usize = 200;

/// Draws this many cases, the same in every run, and hands each to a check, which panics on a fault.
pub(crate) fn for_cases<S: Strategy>(cases: u32, strategy: S, check: impl Fn(S::Value)) {
    let rng_seed = RngSeed::Fixed(0x0C0F_F1CE);
    let config = Config { cases, rng_seed, failure_persistence: None, ..Config::default() };
    let result = TestRunner::new(config).run(&strategy, |value| {
        check(value);
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
}

/// Random games of a variant.
pub(crate) fn games(variant: Variant) -> impl Strategy<Value = Game> {
    (starts(variant), vec(any::<u16>(), 0..MAX_PLIES))
        .prop_map(|(start, numbers)| Game::play(start, &numbers))
}

/// Plays this many games of a variant and hands each to a check, which panics if it finds a fault.
pub(crate) fn for_games(variant: Variant, cases: u32, check: impl Fn(&Game)) {
    for_cases(cases, games(variant), |game| check(&game));
}

/// Plays games of all variants and hands every position to a check.
pub(crate) fn for_positions(games: u32, check: impl Fn(&Position)) {
    for variant in Variant::ALL {
        for_games(variant, games, |game| game.positions().for_each(|position| check(&position)));
    }
}

pub(crate) use crate::fuzz_seeds::checks::to_shakmaty;

/// The FEN that the other library writes, with an en-passant square only where a capture is legal.
pub(crate) fn fen_by_shakmaty(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Legal).to_string()
}

/// The same move in the other library.
pub(crate) fn move_by_shakmaty(chess: &Chess, mv: Move) -> shakmaty::Move {
    let uci: shakmaty::uci::UciMove = mv.to_string().parse().unwrap();
    uci.to_move(chess).unwrap()
}

/// A move with all that can be said of it, for comparison between the libraries.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Described {
    uci: String,
    captured: Option<char>,
    is_castle: bool,
    is_en_passant: bool,
}

/// The legal moves.
pub(crate) fn moves(position: &Position) -> BTreeSet<Described> {
    let describe = |mv: Move| Described {
        uci: mv.to_string(),
        captured: position.captured(mv).map(|piece| piece.role().letter()),
        is_castle: mv.is_castle(),
        is_en_passant: mv.is_en_passant(),
    };
    position.legal_moves().into_iter().map(describe).collect()
}

/// The legal moves according to the other library.
pub(crate) fn moves_by_shakmaty(chess: &Chess) -> BTreeSet<Described> {
    let describe = |mv: shakmaty::Move| Described {
        uci: mv.to_uci(CastlingMode::Chess960).to_string(),
        captured: mv.capture().map(|role| role.char()),
        is_castle: mv.is_castle(),
        is_en_passant: mv.is_en_passant(),
    };
    chess.legal_moves().into_iter().map(describe).collect()
}
