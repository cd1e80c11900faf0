//! Shared by the tests: tables, positions of a material, an engine that looks things up.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use movegen::Position;
use movegen::position::setup::Setup;
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use search::{Control, Engine, Game, Limits, Mebibytes, PvLine, Tablebases};
use shakmaty::{CastlingMode, Chess, PositionError};
use shakmaty_syzygy::{self as syzygy, AmbiguousWdl};
use tablebase::SyzygyTables;
use types::{Color, Depth, Move, Piece, Role, Square};

/// All materials with three and four pieces, the stronger side first.
pub(crate) const MATERIALS: [&str; 35] = [
    "KQvK", "KRvK", "KBvK", "KNvK", "KPvK", "KQvKQ", "KQvKR", "KQvKB", "KQvKN", "KQvKP", "KRvKR", "KRvKB",
    "KRvKN", "KRvKP", "KBvKB", "KBvKN", "KBvKP", "KNvKN", "KNvKP", "KPvKP", "KQQvK", "KQRvK", "KQBvK",
    "KQNvK", "KQPvK", "KRRvK", "KRBvK", "KRNvK", "KRPvK", "KBBvK", "KBNvK", "KBPvK", "KNNvK", "KNPvK",
    "KPPvK",
];

/// The directory of the tables.
pub(crate) fn directory() -> PathBuf {
    std::env::var_os("COPPICE_SYZYGY").expect("COPPICE_SYZYGY names the directory of the tables").into()
}

/// One of how many samples to take: `COPPICE_SAMPLES=10` asks for a tenth.
pub(crate) fn share() -> u32 {
    let text = std::env::var("COPPICE_SAMPLES").unwrap_or_else(|_| "1".to_owned());
    let share = text.parse().ok().filter(|&share| share > 0);
    share.unwrap_or_else(|| panic!("COPPICE_SAMPLES is '{text}', expected a number from 1"))
}

/// The number of samples to take of so many.
pub(crate) fn samples(all: u32) -> u32 {
    all.div_ceil(share())
}

/// The tables, opened once.
pub(crate) fn tables() -> Arc<SyzygyTables> {
    static TABLES: OnceLock<Arc<SyzygyTables>> = OnceLock::new();
    let open = || {
        let tables = SyzygyTables::open(directory());
        assert_eq!((tables.wdl_tables(), tables.dtz_tables()), (35, 35), "the set is not complete");
        Arc::new(tables)
    };
    TABLES.get_or_init(open).clone()
}

pub(crate) fn rng(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A random legal position of a material, either side being the stronger and to move.
pub(crate) fn random_position(material: &str, rng: &mut ChaCha8Rng) -> Position {
    loop {
        let strong = if rng.random() { Color::White } else { Color::Black };
        let mut setup = Setup::empty();
        setup.side_to_move = if rng.random() { Color::White } else { Color::Black };
        let (first, second) = material.split_once('v').expect("a material has two sides");
        let sides = [(strong, first), (!strong, second)];
        for (color, letters) in sides {
            for letter in letters.chars() {
                let role = Role::from_letter(letter).expect("a material is made of letters of pieces");
                let square = Square::ALL[rng.random_range(0..64)];
                setup.board[square] = Some(Piece::new(color, role));
            }
        }
        let wanted = material.len() - 1;
        let Ok(position) = setup.into_position() else { continue };
        if position.occupied().count() as usize == wanted {
            return position;
        }
    }
}

/// The same position with another half-move clock.
pub(crate) fn with_clock(position: &Position, clock: i32) -> Position {
    let fen = position.fen();
    let mut words: Vec<&str> = fen.split(' ').collect();
    let clock = clock.to_string();
    words[4] = &clock;
    words.join(" ").parse().expect("nothing but the clock was changed")
}

/// An engine that looks up everything.
pub(crate) fn engine(tables: &Arc<SyzygyTables>) -> Engine {
    let mut engine = Engine::new(Mebibytes(1)).expect("so little memory is always there");
    let source = tables.clone();
    let everything = Tablebases { source, min_depth: Depth::ONE, max_pieces: 7, fifty_move_rule: true };
    engine.use_tablebases(Some(everything));
    engine
}

/// A search of so many nodes.
pub(crate) fn search(engine: &mut Engine, game: &Game, nodes: u64) -> PvLine {
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    engine.search(game, &limits, &Control::new(), &mut ())
}

/// The other library, which reads positions for itself.
pub(crate) struct Oracle(shakmaty_syzygy::Tablebase<Chess>);

impl Oracle {
    pub(crate) fn open() -> Oracle {
        let mut tables = shakmaty_syzygy::Tablebase::new();
        tables.add_directory(directory()).expect("the directory can be read");
        Oracle(tables)
    }

    fn position(position: &Position) -> Chess {
        let fen: shakmaty::fen::Fen = position.fen().parse().expect("both libraries write the same FEN");
        let position = fen.into_position(CastlingMode::Chess960);
        position.or_else(PositionError::ignore_impossible_check).expect("the position is legal")
    }

    /// Win, draw or loss if a capture or pawn move was just made.
    pub(crate) fn wdl(&self, position: &Position) -> syzygy::Wdl {
        self.0.probe_wdl_after_zeroing(&Oracle::position(position)).expect("the set is complete")
    }

    pub(crate) fn dtz(&self, position: &Position) -> i32 {
        self.0.probe_dtz(&Oracle::position(position)).expect("the set is complete").ignore_rounding().into()
    }

    /// The least and the most that a position is worth under the 50-move rule: 1 is a win, -1 a loss, 0 a draw. They
    /// differ where rounding leaves it open.
    pub(crate) fn worth(&self, position: &Position) -> (i32, i32) {
        match self.0.probe_wdl(&Oracle::position(position)).expect("the set is complete") {
            AmbiguousWdl::Loss => (-1, -1),
            AmbiguousWdl::MaybeLoss => (-1, 0),
            AmbiguousWdl::BlessedLoss | AmbiguousWdl::Draw | AmbiguousWdl::CursedWin => (0, 0),
            AmbiguousWdl::MaybeWin => (0, 1),
            AmbiguousWdl::Win => (1, 1),
        }
    }

    /// The move that it plays itself.
    pub(crate) fn best_move(&self, position: &Position) -> Move {
        let answer = self.0.best_move(&Oracle::position(position)).expect("the set is complete");
        let (mv, _) = answer.expect("the game is not over");
        position.parse_uci(&mv.to_uci(CastlingMode::Chess960).to_string()).expect("its moves are legal")
    }
}
