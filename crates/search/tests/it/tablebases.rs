//! Tablebases in the search: the conditions of probing, and the effect of the results. The tables here are made up;
//! the crate `tablebase` tests real ones.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use movegen::Position;
use search::observer::{Cut, Entered};
use search::tablebase::{Dtz, Wdl};
use search::{
    Clock, Control, Engine, Game, Limits, Mebibytes, PvLine, SearchObserver, Tablebase, Tablebases,
};
use types::{ByColor, Color, Depth, Ply, Score, Square};

use crate::support::{
    LineRecorder, NodeClock, Ticker, count, depth, engine, game, nodes, search, search_with, tablebases,
    with_lines,
};

/// A tablebase with a fixed result for White that counts its probes.
struct Claim {
    max_pieces: u32,
    /// The results with White's king on b1 and on any other square.
    white: [Wdl; 2],
    asked: AtomicU64,
}

impl Claim {
    /// A tablebase with one result for all positions.
    fn new(max_pieces: u32, white: Wdl) -> Arc<Claim> {
        Claim::by_king(max_pieces, [white; 2])
    }

    fn by_king(max_pieces: u32, white: [Wdl; 2]) -> Arc<Claim> {
        Arc::new(Claim { max_pieces, white, asked: AtomicU64::new(0) })
    }
}

impl Tablebase for Claim {
    fn max_pieces(&self) -> u32 {
        self.max_pieces
    }

    fn wdl(&self, position: &Position) -> Option<Wdl> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        assert_eq!(position.halfmove_clock(), 0, "{position:?}");
        assert!(
            position.castling().is_empty() && position.occupied().count() <= self.max_pieces,
            "{position:?}"
        );
        let white = self.white[usize::from(position.king(Color::White) != Square::B1)];
        Some(if position.side_to_move() == Color::White { white } else { -white })
    }

    fn dtz(&self, _: &Position) -> Option<Dtz> {
        None
    }
}

/// A tablebase of draws on a disk that takes a tenth of a second for each probe.
struct SlowDisk {
    clock: &'static NodeClock,
    control: Arc<Control>,
    /// The number of the probe during which the search is stopped.
    last: u64,
    asked: AtomicU64,
}

const READING: Duration = Duration::from_millis(100);

impl SlowDisk {
    fn new(last: u64) -> Arc<SlowDisk> {
        let clock = NodeClock::leaked();
        Arc::new(SlowDisk { clock, control: Arc::default(), last, asked: AtomicU64::new(0) })
    }

    /// Searches with it, on a clock that advances by each probe, and by a microsecond with every node.
    fn search(self: &Arc<SlowDisk>, game: &Game, limits: &Limits) -> PvLine {
        let mut engine =
            Engine::with_clock(self.clock, Mebibytes(1)).expect("so little memory is always there");
        engine.use_tablebases(Some(tablebases(self.clone())));
        let mut ticker = Ticker { clock: self.clock, time_per_node: Duration::from_micros(1) };
        engine.search_with(
            game,
            limits,
            &self.control,
            &mut LineRecorder::default(),
            &mut ticker as &mut dyn SearchObserver,
        )
    }
}

impl Tablebase for SlowDisk {
    fn max_pieces(&self) -> u32 {
        5
    }

    fn wdl(&self, _: &Position) -> Option<Wdl> {
        self.clock.pass(READING);
        if self.asked.fetch_add(1, Ordering::Relaxed) + 1 == self.last {
            self.control.stop();
        }
        Some(Wdl::Draw)
    }

    fn dtz(&self, position: &Position) -> Option<Dtz> {
        self.wdl(position).map(|_| Dtz(0))
    }
}

/// A position that is in the tables, with many moves.
const KNOWN: &str = "8/8/3k4/8/2rp4/8/1K2Q3/8 w - - 0 1";

#[test]
fn reading_tables_does_not_cost_the_time_of_the_search() {
    // Positions that are probed at the root, and in the tree only.
    for fen in [KNOWN, EXCHANGES, "8/8/3k4/8/2rp4/8/1K2Q1P1/8 w - - 0 1"] {
        let disk = SlowDisk::new(u64::MAX);
        let limits = Limits { movetime: Some(Duration::from_millis(1_000)), ..Limits::default() };
        let outcome = disk.search(&game(fen), &limits);
        let taken = (&disk.clock).now();
        assert!(
            outcome.best_move().is_some() && taken <= limits.movetime.unwrap() + 2 * READING,
            "{fen}: {taken:?}"
        );
        assert!(disk.asked.load(Ordering::Relaxed) >= 5, "{fen}");
    }
}

#[test]
fn loaded_tables_are_probed_with_no_time_left() {
    let mut engine = engine();
    engine.use_tablebases(Some(tablebases(Claim::new(7, Wdl::Win))));
    let clocks = Limits { clock: ByColor::splat(Some(Duration::ZERO)), ..Limits::default() };
    let (outcome, _) = search(&mut engine, &game("3k4/8/8/8/8/1p1p4/8/Kq4RR w - - 0 1"), &clocks);
    // A win found in the tree would score one half-move less.
    assert_eq!(outcome.score, Score::TABLEBASE_WIN);
}

#[test]
fn probing_ends_when_the_search_is_stopped() {
    for last in [1, 3, 8] {
        let disk = SlowDisk::new(last);
        let outcome = disk.search(&game(KNOWN), &Limits { infinite: true, ..Limits::default() });
        assert!(outcome.best_move().is_some());
        // One more probe may come before the search tests the signal.
        assert!(disk.asked.load(Ordering::Relaxed) <= last + 1);
    }
}

/// A position of eight pieces, some of which can be captured.
const EXCHANGES: &str = "4k3/3r1p2/8/3n4/8/8/3R1P2/3QK3 w - - 0 1";

/// Records the least depth at which tablebases cut.
#[derive(Default)]
struct Cuts {
    depths: Vec<Depth>,
    least: Option<Depth>,
}

impl SearchObserver for Cuts {
    fn enter(&mut self, node: &Entered) {
        self.depths.push(node.depth);
    }

    fn cut(&mut self, _: Ply, why: Cut) {
        if why == Cut::Tablebase {
            let depth = self.depths.last().copied();
            self.least = self.least.min(depth).or(depth);
        }
    }

    fn leave(&mut self, _: Ply, _: Option<Score>) {
        self.depths.pop();
    }
}

#[test]
fn nodes_are_probed_to_the_probe_depth() {
    for min_depth in [1, 4].map(Depth) {
        let claim = Claim::new(7, Wdl::Draw);
        let mut engine = engine();
        engine.use_tablebases(Some(Tablebases { min_depth, ..tablebases(claim.clone()) }));
        let mut cuts = Cuts::default();
        let (_, recorder) = search_with(&mut engine, &game(EXCHANGES), &depth(8), &mut cuts);
        assert_eq!(cuts.least, Some(min_depth));
        assert_eq!(recorder.tbhits(), claim.asked.load(Ordering::Relaxed));
    }
}

#[test]
fn positions_with_more_pieces_than_the_limit_are_not_looked_up() {
    for (max_pieces, limit) in [(6, 7), (7, 6), (7, 0), (0, 7)] {
        let claim = Claim::new(max_pieces, Wdl::Draw);
        let mut engine = engine();
        engine.use_tablebases(Some(Tablebases { max_pieces: limit, ..tablebases(claim.clone()) }));
        search(&mut engine, &game("4k3/3r1p2/8/3n4/8/8/3R1P2/4K3 w - - 0 1"), &nodes(5_000));
        let asked = claim.asked.load(Ordering::Relaxed);
        assert_eq!(asked > 0, max_pieces.min(limit) == 6, "{max_pieces} {limit}: {asked}");
    }
}

#[test]
fn at_the_root_the_score_is_what_the_tables_say() {
    let score = |white, fifty_move_rule| {
        let mut engine = engine();
        engine.use_tablebases(Some(Tablebases { fifty_move_rule, ..tablebases(Claim::new(7, white)) }));
        // The only move captures, and no mate is near.
        search(&mut engine, &game("3k4/8/8/8/8/1p1p4/8/Kq4RR w - - 0 1"), &depth(6)).0.score
    };
    // A result found in the tree scores one half-move less.
    for (white, fifty_move_rule, reported) in results(Score::TABLEBASE_WIN) {
        assert_eq!(score(white, fifty_move_rule), reported, "{white:?}");
    }
}

/// All results for White, with or without the 50-move rule, and their scores if a win has this one.
fn results(win: Score) -> [(Wdl, bool, Score); 7] {
    [
        (Wdl::Win, true, win),
        (Wdl::CursedWin, true, Score(1)),
        (Wdl::Draw, true, Score::DRAW),
        (Wdl::BlessedLoss, true, Score(-1)),
        (Wdl::Loss, true, -win),
        (Wdl::CursedWin, false, win),
        (Wdl::BlessedLoss, false, -win),
    ]
}

/// The score of a win by the tables after one half-move.
const WIN: Score = Score(Score::TABLEBASE_WIN.0 - 1);

/// The score and the best move of a root with one piece more than the tables, where all moves capture.
fn before_the_tables(fen: &str, white: [Wdl; 2], fifty_move_rule: bool) -> (Score, String) {
    let game = game(fen);
    let pieces = game.position().occupied().count();
    assert!(game.position().legal_moves().into_iter().all(|mv| game.position().captured(mv).is_some()));
    let claim = Claim::by_king(pieces - 1, white);
    let mut engine = engine();
    engine.use_tablebases(Some(Tablebases { fifty_move_rule, ..tablebases(claim.clone()) }));
    let (outcome, recorder) = search(&mut engine, &game, &depth(9));
    // No hit is at the root: all are in the tree.
    assert!(recorder.tbhits() > 0 && recorder.tbhits() == claim.asked.load(Ordering::Relaxed));
    (outcome.score, outcome.best_move().map(|mv| mv.to_string()).unwrap_or_default())
}

#[test]
fn in_the_tree_the_score_is_what_the_tables_say() {
    for (white, fifty_move_rule, reported) in results(WIN) {
        // No mate is near, and the material suggests another result.
        for fen in ["3k4/8/8/8/8/8/3P2NP/Kq3N2 w - - 0 1", "3k1n2/3p2np/8/8/8/8/8/Kq6 w - - 0 1"] {
            let (score, _) = before_the_tables(fen, [white; 2], fifty_move_rule);
            assert_eq!(score, reported, "{white:?} {fifty_move_rule} {fen}");
        }
    }
}

#[test]
fn of_two_ways_into_the_tables_the_better_is_taken() {
    // Either the king takes the queen or the rook does.
    const FEN: &str = "3k4/8/8/8/8/1p1p4/8/KqR5 w - - 0 1";
    let results = [
        (Wdl::Loss, -WIN),
        (Wdl::BlessedLoss, Score(-1)),
        (Wdl::Draw, Score::DRAW),
        (Wdl::CursedWin, Score(1)),
        (Wdl::Win, WIN),
    ];
    for pair in results.windows(2) {
        let [(worse, _), (better, reported)] = [pair[0], pair[1]];
        for (white, mv) in [([better, worse], "a1b1"), ([worse, better], "c1b1")] {
            assert_eq!(before_the_tables(FEN, white, true), (reported, mv.to_owned()), "{white:?}");
        }
    }
}

#[test]
fn a_mate_is_better_than_a_win_and_worse_than_a_loss() {
    for (white, fen, mate) in [
        (Wdl::Win, "7k/R7/8/8/8/8/2R5/Kq6 w - - 0 1", Score::mate_in(Ply(3))),
        (Wdl::Loss, "7k/8/8/8/8/6r1/7r/Kq6 w - - 0 1", Score::mated_in(Ply(2))),
    ] {
        assert_eq!(before_the_tables(fen, [white; 2], true), (mate, "a1b1".to_owned()));
    }
}

#[test]
fn without_tables_or_limits_nothing_changes() {
    let (plain, _) = search(&mut engine(), &game(EXCHANGES), &depth(8));
    for tables in [None, Some(tablebases(Claim::new(0, Wdl::Win)))] {
        let mut engine = engine();
        engine.use_tablebases(tables);
        let (with, recorder) = search(&mut engine, &game(EXCHANGES), &depth(8));
        assert_eq!((with, recorder.tbhits()), (plain.clone(), 0));
    }
}

#[test]
fn many_threads_and_lines_share_the_tables() {
    let claim = Claim::new(7, Wdl::Draw);
    let mut engine = engine();
    engine.use_tablebases(Some(tablebases(claim.clone())));
    engine.set_threads(count(4));
    let (_, recorder) = search(&mut engine, &game(EXCHANGES), &with_lines(3, nodes(20_000)));
    assert!(recorder.tbhits() > 0 && recorder.tbhits() <= claim.asked.load(Ordering::Relaxed));
}
