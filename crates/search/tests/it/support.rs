//! Shared test support: engines, a recording reporter, checks of every search, and a clock driven by nodes.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use movegen::Position;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use search::observer::Entered;
use search::tablebase::{Dtz, Wdl};
use search::techniques::Techniques;
use search::{
    Bound, Clock, Control, CurrentMove, Engine, Game, Limits, Mebibytes, PvLine, Reporter, SearchObserver,
    Tablebase, Tablebases,
};
use types::{Depth, Ply, Score};

/// Positions of all kinds: openings, tactics, endgames, checks, promotions, Chess960.
pub(crate) const POSITIONS: [&str; 24] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bq1rk1/pp2bppp/2n2n2/3p4/3P4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 10",
    "4rrk1/pp1n3p/3q2pQ/2p1pb2/2PP4/2P3N1/P2B2PP/4RRK1 b - - 7 19",
    "8/8/1p1r1k2/p1pPN1p1/P3KnP1/1P6/8/3R4 b - - 0 1",
    "5rk1/1p4pp/p1p5/3pP3/3P1r2/2P5/PPq1Q2P/R5RK b - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "8/8/8/8/8/3k4/3p4/3K4 w - - 0 1",
    "8/P7/8/8/8/2k5/8/2K5 w - - 0 1",
    "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
    "8/8/4k3/3n4/8/3BK3/8/8 w - - 0 1",
    "7k/8/8/8/8/8/6q1/K7 b - - 0 1",
    "k7/8/1K6/8/8/8/7Q/8 w - - 0 1",
    "r1b1k2r/ppppnppp/2n2q2/2b5/3NP3/2P1B3/PP3PPP/RN1QKB1R w KQkq - 0 1",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9",
    "8/8/8/5k2/8/5K2/5P2/8 w - - 98 80",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
];

pub(crate) fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

pub(crate) fn game(fen: &str) -> Game {
    Game::new(position(fen))
}

/// A game after moves in coordinates.
pub(crate) fn game_after(fen: &str, moves: &str) -> Game {
    let mut game = game(fen);
    for text in moves.split_whitespace() {
        let legal = game.position().legal_moves();
        game.play(*legal.iter().find(|mv| mv.to_string() == text).expect(text));
    }
    game
}

pub(crate) fn engine() -> Engine {
    Engine::new(Mebibytes(4)).expect("so little memory is always there")
}

/// An engine that searches with some techniques only.
pub(crate) fn engine_with(techniques: Techniques) -> Engine {
    let mut engine = engine();
    engine.set_techniques(techniques);
    engine
}

pub(crate) fn depth(plies: i32) -> Limits {
    Limits { depth: Some(Depth(plies)), ..Limits::default() }
}

pub(crate) fn with_lines(lines: usize, limits: Limits) -> Limits {
    Limits { multi_pv: count(lines), ..limits }
}

pub(crate) fn count(count: usize) -> NonZeroUsize {
    NonZeroUsize::new(count).expect("not zero")
}

pub(crate) fn nodes(nodes: u64) -> Limits {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// A reporter that records all reports.
#[derive(Default)]
pub(crate) struct LineRecorder {
    pub(crate) lines: Vec<PvLine>,
    pub(crate) current_moves: Vec<CurrentMove>,
}

impl Reporter for LineRecorder {
    fn line(&mut self, line: &PvLine) {
        self.lines.push(line.clone());
    }

    fn current_move(&mut self, current: CurrentMove) {
        self.current_moves.push(current);
    }
}

impl LineRecorder {
    /// The number of positions found in the tablebases.
    pub(crate) fn tbhits(&self) -> u64 {
        self.lines.last().map_or(0, |line| line.tbhits)
    }

    /// The lines of the last report, by rank.
    pub(crate) fn last_lines(&self) -> Vec<&PvLine> {
        let from = self.lines.iter().rposition(|line| line.multipv == 1).expect("something was reported");
        self.lines[from..].iter().collect()
    }
}

/// Searches, and checks the properties of every search.
pub(crate) fn search(engine: &mut Engine, game: &Game, limits: &Limits) -> (PvLine, LineRecorder) {
    checked(game, limits, |control, recorder| engine.search(game, limits, control, recorder))
}

pub(crate) fn search_with(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    observer: &mut dyn SearchObserver,
) -> (PvLine, LineRecorder) {
    checked(game, limits, |control, recorder| engine.search_with(game, limits, control, recorder, observer))
}

fn checked(
    game: &Game,
    limits: &Limits,
    search: impl FnOnce(&Control, &mut LineRecorder) -> PvLine,
) -> (PvLine, LineRecorder) {
    let mut recorder = LineRecorder::default();
    let control = Control::new();
    if limits.infinite || limits.ponder {
        control.stop();
    }
    let outcome = search(&control, &mut recorder);
    check(game, limits, &outcome, &recorder);
    // Without the time, searches on a real clock can be compared.
    (PvLine { time: Duration::ZERO, ..outcome }, recorder)
}

/// Checks the properties that hold for every search.
fn check(game: &Game, limits: &Limits, outcome: &PvLine, recorder: &LineRecorder) {
    let context = format!("{:?} with {limits:?} gives {outcome:?}", game.position());
    let legal = game.position().legal_moves();
    assert_eq!(outcome.best_move().is_none(), legal.is_empty(), "{context}");
    let last =
        recorder.lines.iter().rfind(|line| line.multipv == 1).unwrap_or_else(|| panic!("silence: {context}"));
    assert_eq!(last.bound, Bound::Exact, "{context}");
    assert_eq!((last.pv.first().copied(), last.score), (outcome.best_move(), outcome.score), "{context}");
    for line in &recorder.lines {
        check_line(game, line);
    }
    check_mates_stay(recorder);
    assert_eq!(outcome.ponder_move(), last.pv.get(1).copied(), "{context}");
    assert_eq!(last.nodes, outcome.nodes, "{context}");
}

/// Checks that no line after a mate is worse, since a mate is proven.
fn check_mates_stay(recorder: &LineRecorder) {
    let best: Vec<_> =
        recorder.lines.iter().filter(|line| line.multipv == 1 && line.bound == Bound::Exact).collect();
    for lines in best.windows(2) {
        let mates = lines[0].score.is_mate() && lines[0].score > Score::DRAW;
        assert!(!mates || lines[1].score >= lines[0].score, "forgotten: {lines:?}");
    }
}

/// Plays a line out, and checks that all its moves are legal and that it ends with the game.
fn check_line(game: &Game, line: &PvLine) {
    let mut game = game.clone();
    for (index, &mv) in line.pv.iter().enumerate() {
        let context = || format!("move {index} of {line:?} from {:?}", game.position());
        assert!(game.position().legal_moves().contains(&mv), "illegal: {}", context());
        assert!(index == 0 || !is_drawn(&game), "past the end: {}", context());
        game.play(mv);
    }
    if let (Some(plies), Bound::Exact) = (line.score.mate_plies(), line.bound) {
        assert_eq!(plies.unsigned_abs() as usize, line.pv.len(), "length of {line:?}");
        assert!(game.position().is_checkmate(), "no mate at the end of {line:?}");
        assert_eq!(plies % 2 != 0, plies > 0, "mated by the wrong side: {line:?}");
    }
}

/// Returns true if the game is drawn by the rules other than by stalemate.
pub(crate) fn is_drawn(game: &Game) -> bool {
    // At ply 0 no position counts as searched, so this needs three occurrences.
    game.position().is_drawn(game.earlier(), Ply::ROOT)
}

/// A clock that advances with every node: a machine of any speed, on which every search is the same.
#[derive(Default)]
pub(crate) struct NodeClock {
    microseconds: AtomicU64,
}

impl NodeClock {
    /// A clock that is never freed, since an engine keeps its clock.
    pub(crate) fn leaked() -> &'static NodeClock {
        Box::leak(Box::default())
    }

    pub(crate) fn pass(&self, time: Duration) {
        self.microseconds.fetch_add(time.as_micros() as u64, Ordering::Relaxed);
    }
}

impl Clock for NodeClock {
    fn now(&self) -> Duration {
        Duration::from_micros(self.microseconds.load(Ordering::Relaxed))
    }
}

/// An observer that advances a clock with every node.
pub(crate) struct Ticker<'a> {
    pub(crate) clock: &'a NodeClock,
    pub(crate) time_per_node: Duration,
}

impl SearchObserver for Ticker<'_> {
    fn enter(&mut self, _: &Entered) {
        self.clock.pass(self.time_per_node);
    }
}

/// A random position of these pieces with White to move; `None` if two get the same square or it is not legal.
pub(crate) fn random_position(seed: u64, pieces: &str) -> Option<Position> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut board = [[' '; 8]; 8];
    for piece in pieces.chars() {
        let ranks = if piece.eq_ignore_ascii_case(&'p') { 1..7 } else { 0..8 };
        let square = &mut board[rng.random_range(ranks)][rng.random_range(0..8)];
        if *square != ' ' {
            return None;
        }
        *square = piece;
    }
    let rank = |rank: &[char; 8]| rank.iter().collect::<String>().replace(' ', "1");
    let ranks: Vec<String> = board.iter().map(rank).collect();
    format!("{} w - - 0 1", ranks.join("/")).parse().ok()
}

/// Random positions in which White has far more pieces.
pub(crate) fn crushing_positions(seeds: u64) -> impl Iterator<Item = Position> {
    (0..seeds).filter_map(|seed| random_position(seed, "KQRRBNkpppnr"))
}

/// Random games in which White has far more pieces and mates in two.
pub(crate) fn mates_in_two(seeds: u64) -> impl Iterator<Item = Game> {
    crushing_positions(seeds).filter(|position| shortest_mate(position, 2) == Some(3)).map(Game::new)
}

/// The plies to the shortest mate within this many moves, by exhaustive search.
pub(crate) fn shortest_mate(position: &Position, moves: i32) -> Option<i32> {
    (1..=moves).find(|&moves| can_mate(position, moves)).map(|moves| 2 * moves - 1)
}

fn can_mate(position: &Position, moves: i32) -> bool {
    moves > 0
        && position.legal_moves().into_iter().any(|mv| {
            let after = position.after(mv);
            let replies = after.legal_moves();
            if replies.is_empty() {
                return after.in_check();
            }
            replies.into_iter().all(|reply| can_mate(&after.after(reply), moves - 1))
        })
}

/// Tables of up to 32 pieces in which all positions are draws. With a clock, reading a distance takes 5 ms.
struct Drawn(Option<&'static NodeClock>);

impl Tablebase for Drawn {
    fn max_pieces(&self) -> u32 {
        32
    }

    fn wdl(&self, _: &Position) -> Option<Wdl> {
        Some(Wdl::Draw)
    }

    fn dtz(&self, _: &Position) -> Option<Dtz> {
        self.0.inspect(|clock| clock.pass(Duration::from_millis(5)));
        Some(Dtz(0))
    }
}

pub(crate) fn drawn_tables(clock: Option<&'static NodeClock>) -> Tablebases {
    tablebases(Arc::new(Drawn(clock)))
}

/// Tablebases that are probed wherever they hold the position.
pub(crate) fn tablebases(source: Arc<dyn Tablebase>) -> Tablebases {
    Tablebases { source, min_depth: Depth::ONE, max_pieces: 32, fifty_move_rule: true }
}
