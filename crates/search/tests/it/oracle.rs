//! Without unsound techniques, the search must return the value of the textbook search.
//!
//! The alpha-beta search of the textbook, with the same quiescence and evaluation, is compared with minimax where the
//! tree is small enough. The playing search is compared with the textbook to depth 5 or as deep as is affordable: on
//! the positions of the perft suites and of `bench`, and on games of random moves, with repetitions. They share the
//! rules of chess and the evaluation, and nothing else. `Techniques::NONE` is alpha-beta alone; `Techniques::SOUND` has every
//! technique that keeps the value, among them the table, which may change it only where repetitions decide.

use std::collections::BTreeMap;
use std::path::Path;

use movegen::Position;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use search::techniques::{Technique, Techniques};
use search::{Bound, Engine, Game, Window};
use textbook::chess_order::KillersAndHistory;
use textbook::visits::Visitor;
use textbook::{Chess, Ordered, VisitCounts, Visited, WithQuiescence, alphabeta, negamax};
use types::{Move, Score};

use crate::support::{POSITIONS, crushing_positions, depth, engine, game, game_after, is_drawn, search};

/// The greatest depth that is compared.
const DEEPEST: u32 = 5;
/// The largest number of textbook nodes for one position.
const AFFORDABLE: u64 = 50_000;

pub(crate) type Textbook =
    WithQuiescence<Visited<Ordered<Chess<fn(&Position) -> Score>, KillersAndHistory>, VisitCounts>>;

fn chess(game: &Game) -> Chess<fn(&Position) -> Score> {
    Chess::after(game.position().clone(), game.earlier().clone(), eval::evaluate)
}

pub(crate) fn textbook(game: &Game) -> Textbook {
    textbook_of(chess(game))
}

fn textbook_of(chess: Chess<fn(&Position) -> Score>) -> Textbook {
    let ordered = Ordered::new(chess, KillersAndHistory::default());
    WithQuiescence(Visited::new(ordered, VisitCounts::default()))
}

/// The values to depth 1, 2 and so on, as far as is affordable.
fn values(chess: Chess<fn(&Position) -> Score>) -> Vec<Score> {
    let moves = chess.position().count_legal_moves();
    let mut tree = textbook_of(chess);
    let mut values = Vec::new();
    let (mut before, mut growth) = (0, u64::from(moves));
    for depth in 1..=DEEPEST {
        if before * growth > AFFORDABLE {
            break;
        }
        tree.0.visitor = VisitCounts::default();
        values.push(alphabeta::fail_soft(&mut tree, depth, Window::FULL).score);
        let nodes = tree.0.visitor.nodes;
        growth = nodes.checked_div(before).map_or(growth, |growth| growth.max(2));
        before = nodes;
    }
    values
}

/// The scores of the playing search at every depth.
fn scores(engine: &mut Engine, techniques: Techniques, game: &Game, last: usize) -> Vec<Score> {
    engine.new_game();
    engine.set_techniques(techniques);
    let (_, recorder) = search(engine, game, &depth(last as i32));
    recorder.lines.iter().filter(|line| line.bound == Bound::Exact).map(|line| line.score).collect()
}

/// The number of compared positions by the depth that was reached, and of those where repetitions decide.
#[derive(Default)]
struct Tally(BTreeMap<usize, u32>, u32);

impl Tally {
    fn to_depth(&self, depth: usize) -> u32 {
        self.0.range(depth..).map(|(_, count)| count).sum()
    }
}

/// Compares the searches on all games, at every depth.
fn check(games: impl IntoIterator<Item = Game>) -> Tally {
    let mut engine = engine();
    let mut tally = Tally::default();
    for game in games.into_iter().filter(|game| game.position().count_legal_moves() > 0) {
        let wanted = values(chess(&game));
        let bare = scores(&mut engine, Techniques::NONE, &game, wanted.len());
        assert_eq!(bare, wanted, "bare: {}", describe(&game));
        let sound = scores(&mut engine, Techniques::SOUND, &game, wanted.len());
        if sound != wanted {
            check_repetitions_decide(&mut engine, &game, &wanted, &sound);
            tally.1 += 1;
        }
        *tally.0.entry(wanted.len()).or_default() += 1;
    }
    assert!(tally.1 * 20 <= tally.to_depth(0), "repetitions decide too often: {}", tally.1);
    tally
}

/// Checks that only the table makes the difference, and only where the value without repetitions is another one.
fn check_repetitions_decide(engine: &mut Engine, game: &Game, wanted: &[Score], sound: &[Score]) {
    let without_table = Techniques::NONE
        .with(Technique::ZeroWindows)
        .with(Technique::AspirationWindows)
        .with(Technique::MateDistance);
    assert_eq!(scores(engine, without_table, game, wanted.len()), wanted, "no table: {}", describe(game));
    let without_repetitions = values(chess(game).ignoring_repetitions());
    for (index, (score, value)) in sound.iter().zip(wanted).enumerate().filter(|(_, (a, b))| a != b) {
        let other = without_repetitions.get(index);
        assert!(
            other.is_some_and(|other| other != value),
            "sound: {score:?} and not {value:?} at depth {}: {}",
            index + 1,
            describe(game)
        );
    }
}

fn describe(game: &Game) -> String {
    format!("{} after {} moves", game.position().fen(), game.earlier().len())
}

/// Some positions of a file of the repository: lines that begin with a FEN, and perhaps go on after a `;`.
fn positions_of(file: &str, step: usize) -> Vec<Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(file);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
    lines.step_by(step).map(|line| game(line.split(';').next().unwrap_or(line).trim())).collect()
}

#[test]
fn without_unsound_techniques_the_search_returns_the_textbook_value() {
    let tally = check(POSITIONS.into_iter().map(game).chain(positions_of("crates/uci/src/bench.epd", 1)));
    assert!(tally.to_depth(1) > 60 && tally.to_depth(5) > 30, "{:?}", tally.0);
}

#[test]
fn on_positions_of_random_play_too() {
    let tally = check(positions_of("perft-suites/random.epd", 10));
    assert!(tally.to_depth(1) > 70 && tally.to_depth(5) > 50, "{:?}", tally.0);
}

#[test]
fn on_tricky_positions_too() {
    let tally = check(positions_of("perft-suites/tricky.epd", 7));
    assert!(tally.to_depth(1) > 70 && tally.to_depth(5) > 60, "{:?}", tally.0);
}

#[test]
fn in_chess960_too() {
    let files = ["perft-suites/chess960.epd", "perft-suites/dfrc.epd"];
    let tally = check(files.iter().flat_map(|file| positions_of(file, 15)));
    assert!(tally.to_depth(1) > 40 && tally.to_depth(5) > 25, "{:?}", tally.0);
}

/// Compares positions where many lines end in mate, and most moves come too late for a better one.
#[test]
fn where_mates_abound_too() {
    let tally = check(crushing_positions(600).map(Game::new));
    assert!(tally.to_depth(1) > 50 && tally.to_depth(4) > 25, "{:?}", tally.0);
}

/// Compares games with many repetitions, so that the search repeats earlier positions.
#[test]
fn in_games_with_repetitions_too() {
    let tally = check((0..60).map(wandering));
    assert!(tally.to_depth(1) > 40 && tally.to_depth(5) > 25, "{:?}", tally.0);
}

/// A random game in which half of the moves reverse the last move of their side, if possible.
fn wandering(seed: u64) -> Game {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut game = game(POSITIONS[random.random_range(0..POSITIONS.len())]);
    let mut played: Vec<Move> = Vec::new();
    for _ in 0..random.random_range(0..40) {
        let legal = game.position().legal_moves();
        let back = played.len().checked_sub(2).map(|index| (played[index].to(), played[index].from()));
        let back = legal.iter().find(|mv| Some((mv.from(), mv.to())) == back);
        let Some(&mv) = back.filter(|_| random.random_bool(0.5)).or_else(|| legal.choose(&mut random)) else {
            break;
        };
        let mut next = game.clone();
        next.play(mv);
        if next.position().count_legal_moves() == 0 || is_drawn(&next) {
            break;
        }
        played.push(mv);
        game = next;
    }
    game
}

#[test]
fn near_repetitions_and_fifty_moves_too() {
    check([
        game_after("4k2r/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2 h8h7 a2a1 h7h8 a1b1 h8g8 b1a1 g8h8"),
        game("8/8/8/5k2/8/5K2/5P2/8 w - - 97 80"),
        game("7k/8/5KQ1/8/8/8/8/8 w - - 98 80"),
        game("8/6pk/8/8/8/8/q5PP/7K w - - 96 80"),
    ]);
}

/// Counts nodes up to a limit, since without windows some trees of captures are too large.
struct Capped(u64);

impl Visitor<Move> for Capped {
    fn enter(&mut self, _: &[Move]) {
        self.0 = self.0.saturating_sub(1);
    }

    fn leave(&mut self, _: &[Move], _: bool) {}

    fn should_stop(&self) -> bool {
        self.0 == 0
    }
}

/// Compares the alpha-beta search of the textbook with minimax, with the same quiescence.
#[test]
fn the_textbook_returns_the_minimax_value() {
    let mut compared = 0;
    for game in positions_of("perft-suites/random.epd", 20).into_iter().chain(POSITIONS.map(game)) {
        for depth in 1..=3 {
            let chess = chess(&game);
            let mut tree = WithQuiescence(Visited::new(chess, Capped(AFFORDABLE)));
            let minimax = negamax::negamax(&mut tree, depth).score;
            if tree.0.visitor.should_stop() {
                break;
            }
            let alphabeta = alphabeta::fail_soft(&mut textbook(&game), depth, Window::FULL).score;
            assert_eq!(alphabeta, minimax, "depth {depth}: {}", describe(&game));
            compared += 1;
        }
    }
    assert!(compared > 70, "{compared}");
}

/// Checks that the comparison finds a search with unsound techniques.
#[test]
fn unsound_techniques_are_detected() {
    let games = positions_of("perft-suites/random.epd", 20);
    let differs = |game: &Game| {
        let wanted = values(chess(game));
        scores(&mut engine(), Techniques::ALL, game, wanted.len()) != wanted
    };
    assert!(games.iter().any(differs));
}
