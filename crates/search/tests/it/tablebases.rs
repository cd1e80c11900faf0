//! Tablebases in the search: when they are asked, and what their answers do. The tables are made up; that real ones are
//! read right is for those who read them.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use movegen::Position;
use search::observer::{Cut, Entered};
use search::tablebase::{Dtz, Wdl};
use search::{Limits, SearchObserver, Tablebase, Tablebases};
use types::{Color, Depth, Score};

use crate::support::{depth, engine, game, nodes, search, search_with};

/// Says that every position it may be asked for ends for White like this, and counts how often it is asked.
struct Claim {
    max_pieces: u32,
    white: Wdl,
    asked: AtomicU64,
}

impl Claim {
    fn new(max_pieces: u32, white: Wdl) -> Arc<Claim> {
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
        Some(if position.side_to_move() == Color::White { self.white } else { -self.white })
    }

    fn dtz(&self, _: &Position) -> Option<Dtz> {
        None
    }
}

fn tablebases(claim: &Arc<Claim>) -> Tablebases {
    Tablebases { source: claim.clone(), min_depth: Depth::ONE, max_pieces: 7, fifty_move_rule: true }
}

/// Eight pieces, some of which can be taken.
const EXCHANGES: &str = "4k3/3r1p2/8/3n4/8/8/3R1P2/3QK3 w - - 0 1";

/// Notes the least depth at which tablebases cut.
#[derive(Default)]
struct Cuts {
    depths: Vec<Depth>,
    least: Option<Depth>,
}

impl SearchObserver for Cuts {
    fn enter(&mut self, node: &Entered) {
        self.depths.push(node.depth);
    }

    fn cut(&mut self, _: types::Ply, why: Cut) {
        if why == Cut::Tablebase {
            let depth = self.depths.last().copied();
            self.least = self.least.min(depth).or(depth);
        }
    }

    fn leave(&mut self, _: types::Ply, _: Option<Score>) {
        self.depths.pop();
    }
}

#[test]
fn nodes_are_looked_up_as_deep_as_asked_for() {
    for min_depth in [1, 4].map(Depth) {
        let claim = Claim::new(7, Wdl::Draw);
        let mut engine = engine();
        engine.use_tablebases(Some(Tablebases { min_depth, ..tablebases(&claim) }));
        let mut cuts = Cuts::default();
        let (_, ear) = search_with::<search::techniques::Playing, _, _>(
            &mut engine,
            &game(EXCHANGES),
            &depth(8),
            &mut cuts,
        );
        assert_eq!(cuts.least, Some(min_depth));
        assert_eq!(ear.tbhits(), claim.asked.load(Ordering::Relaxed));
    }
}

#[test]
fn positions_with_more_pieces_than_the_limit_are_not_looked_up() {
    for (max_pieces, limit) in [(6, 7), (7, 6), (7, 0), (0, 7)] {
        let claim = Claim::new(max_pieces, Wdl::Draw);
        let mut engine = engine();
        engine.use_tablebases(Some(Tablebases { max_pieces: limit, ..tablebases(&claim) }));
        search(&mut engine, &game("4k3/3r1p2/8/3n4/8/8/3R1P2/4K3 w - - 0 1"), &nodes(5_000));
        let asked = claim.asked.load(Ordering::Relaxed);
        assert_eq!(asked > 0, max_pieces.min(limit) == 6, "{max_pieces} {limit}: {asked}");
    }
}

#[test]
fn the_score_is_what_the_tables_say() {
    let score = |white, fifty_move_rule| {
        let mut engine = engine();
        engine.use_tablebases(Some(Tablebases { fifty_move_rule, ..tablebases(&Claim::new(7, white)) }));
        // The only move takes, and no mate is near.
        search(&mut engine, &game("3k4/8/8/8/8/1p1p4/8/Kq4RR w - - 0 1"), &depth(6)).0.score
    };
    assert_eq!(score(Wdl::Draw, true), Score::DRAW);
    assert!(score(Wdl::Win, true).is_decisive() && score(Wdl::Win, true) > Score::DRAW);
    assert!(score(Wdl::Loss, true).is_loss());
    assert!(!score(Wdl::CursedWin, true).is_decisive() && score(Wdl::CursedWin, true) > Score::DRAW);
    assert!(!score(Wdl::BlessedLoss, true).is_decisive() && score(Wdl::BlessedLoss, true) < Score::DRAW);
    assert!(score(Wdl::CursedWin, false).is_decisive() && score(Wdl::BlessedLoss, false).is_loss());
}

#[test]
fn without_tables_or_limits_nothing_changes() {
    let plain = search(&mut engine(), &game(EXCHANGES), &depth(8));
    for tables in [None, Some(tablebases(&Claim::new(0, Wdl::Win)))] {
        let mut engine = engine();
        engine.use_tablebases(tables);
        let with = search(&mut engine, &game(EXCHANGES), &depth(8));
        assert_eq!((with.0, with.1.tbhits()), (plain.0, 0));
    }
}

#[test]
fn many_threads_and_lines_share_the_tables() {
    let claim = Claim::new(7, Wdl::Draw);
    let mut engine = engine();
    engine.use_tablebases(Some(tablebases(&claim)));
    engine.set_threads(NonZeroUsize::new(4).expect("not zero"));
    let limits = Limits { multi_pv: NonZeroUsize::new(3).expect("not zero"), ..nodes(20_000) };
    let (_, ear) = search(&mut engine, &game(EXCHANGES), &limits);
    assert!(ear.tbhits() > 0 && ear.tbhits() <= claim.asked.load(Ordering::Relaxed));
}
