//! Every answer is the one that the other library gives when it reads the FEN for itself.

use movegen::Position;
use search::Tablebase;
use search::tablebase::Wdl;
use shakmaty_syzygy as syzygy;

use crate::support::{MATERIALS, Oracle, random_position, rng, tables};

fn same(wdl: syzygy::Wdl) -> Wdl {
    match i32::from(wdl) {
        -2 => Wdl::Loss,
        -1 => Wdl::BlessedLoss,
        0 => Wdl::Draw,
        1 => Wdl::CursedWin,
        _ => Wdl::Win,
    }
}

fn check(tables: &impl Tablebase, oracle: &Oracle, position: &Position) {
    let fen = position.fen();
    assert_eq!(tables.wdl(position), Some(same(oracle.wdl(position))), "{fen}");
    assert_eq!(tables.dtz(position).map(|dtz| dtz.0), Some(oracle.dtz(position)), "{fen}");
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn positions_are_converted_faithfully() {
    let (tables, oracle) = (tables(), Oracle::open());
    let mut rng = rng(1);
    for material in MATERIALS {
        for _ in 0..200 {
            check(&*tables, &oracle, &random_position(material, &mut rng));
        }
    }
    // En passant is the only way to win, and to lose nothing.
    for fen in [
        "8/8/8/8/k2Pp3/8/8/K7 b - d3 0 1",
        "8/8/8/1k6/3Pp3/8/8/4K3 b - d3 0 1",
        "7k/8/8/3pP3/8/8/8/K7 w - d6 0 1",
    ] {
        check(&*tables, &oracle, &fen.parse().expect("a test position is legal"));
    }
}

#[test]
#[ignore = "needs Syzygy tables in COPPICE_SYZYGY"]
fn positions_in_no_table_have_no_answer() {
    let tables = tables();
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"] {
        let position: Position = fen.parse().expect("a test position is legal");
        assert_eq!((tables.wdl(&position), tables.dtz(&position)), (None, None), "{fen}");
    }
    assert_eq!(tables.max_pieces(), 4);
    assert_eq!(tables.take_faults().iter().filter(|fault| fault.contains("KRvK")).count(), 0);
}
