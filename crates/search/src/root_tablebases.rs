//! Tablebases at the root: the ranks of the root moves.
//!
//! Every move gets a rank, and only those of the best rank are searched (with several lines, then those of the next).
//! The ranks respect the 50-move rule. With the half-move clock `c` and the distance to zeroing `d`:
//!
//! ```text
//!   win, d + c ≤ 99        SAFE         all alike: the search chooses, and finds the mate
//!   win, else              SAFE − d − c  the quickest alone
//!   draw                   0
//!   loss, 2d + c ≥ 100     d + c − SAFE  the slowest: the 50-move rule may save us
//!   loss, else             −SAFE        all alike
//! ```
//!
//! A winning side that makes no progress reaches the second row in time. From there on each move brings it closer, so
//! the win is never lost. The second row also applies once a position has occurred twice, as a third time would be a
//! draw. The limit is 99, as distances may be one too short.
//!
//! Without distances, win, draw or loss alone order the moves, and the tree is probed as well, so that the search
//! finds progress. The tree is also probed if the moves are not ranked because tables are missing or their disk is
//! slow. Results without distances assume a half-move clock of 0. A win or loss counts as proven only if the longest
//! one with so many pieces still ends in time; otherwise the search finds it with the first capture, pawn move or
//! mate.
//!
//! Source: R. de Man's probing code, 2013, and its successors.

use movegen::{KeyHistory, Position};
use types::{Move, Ply, Score};

use crate::root_moves::{RootMoves, TbRank};
use crate::tablebase::{CURSED, Dtz, Wdl};
use crate::{Game, Tablebases};

/// The rank of a certain win: above every sum of a distance and a clock.
const SAFE: i32 = 1 << 18;

/// The half-move clock at which the game is drawn.
const FIFTY_MOVES: i32 = movegen::FIFTY_MOVES as i32;

/// The root with its ranked moves, the same for all threads.
pub(crate) struct RankedRoot<'a> {
    pub(crate) game: &'a Game,
    pub(crate) moves: RootMoves,
    /// The tablebases in which nodes are looked up. None if the moves are ranked by distance: then a search without
    /// tablebases finds the mates.
    pub(crate) tree_tablebases: Option<&'a Tablebases>,
    /// The number of moves that the tablebases ranked, moves that end the game included.
    pub(crate) hits: u64,
}

impl<'a> RankedRoot<'a> {
    /// The wanted moves of a game, ranked if the tablebases hold the position and answer before `is_late` returns
    /// true.
    pub(crate) fn new(
        game: &'a Game,
        wanted: &[Move],
        tablebases: Option<&'a Tablebases>,
        mut is_late: impl FnMut() -> bool,
    ) -> RankedRoot<'a> {
        let root = game.position();
        let mut moves = RootMoves::new(root, wanted);
        let is_known = |tablebases: &&Tablebases| {
            root.occupied().count() <= tablebases.max_tablebase_pieces() && root.castling().is_empty()
        };
        let Some(known) = tablebases.filter(is_known) else {
            return RankedRoot { game, moves, tree_tablebases: tablebases, hits: 0 };
        };
        let mut rank = |by: &dyn Fn(&Position) -> Option<TbRank>| {
            moves.rank(|mv| if is_late() { None } else { by(&root.after(mv)) })
        };
        let by_distance = rank(&|after| by_distance(game, after, known));
        let is_ranked = by_distance || rank(&|after| by_result(after, known));
        let hits = if is_ranked { moves.all().len() as u64 } else { 0 };
        let tree_tablebases = if by_distance { None } else { tablebases };
        RankedRoot { game, moves, tree_tablebases, hits }
    }
}

fn by_distance(game: &Game, after: &Position, tablebases: &Tablebases) -> Option<TbRank> {
    let distance = distance_through(game, after, tablebases)?.0;
    let count = i32::from(game.position().halfmove_clock());
    let must_hurry = game.earlier().has_repetition(game.position());
    let order = match distance.signum() {
        1 if distance + count < FIFTY_MOVES && !must_hurry => SAFE,
        1 => SAFE - distance - count,
        -1 if -2 * distance + count >= FIFTY_MOVES => count - distance - SAFE,
        -1 => -SAFE,
        _ => 0,
    };
    let is_in_time = !tablebases.fifty_move_rule || distance.abs() + count <= FIFTY_MOVES;
    let worth = if is_in_time { Score::TABLEBASE_WIN } else { CURSED };
    Some(TbRank { order, proven: Some(Score(worth.0 * distance.signum())) })
}

/// The distance of the root if the move that leads to `after` is played.
fn distance_through(game: &Game, after: &Position, tablebases: &Tablebases) -> Option<Dtz> {
    let has_ended = after.count_legal_moves() == 0;
    if has_ended && after.in_check() {
        return Some(Dtz(1));
    }
    if after.halfmove_clock() == 0 {
        return Some(Dtz::before_zeroing(-tablebases.source.wdl(after)?));
    }
    let mut line: KeyHistory = game.earlier().clone();
    line.push(game.position().key());
    let is_drawn = line.is_repetition(after, Ply(1))
        || tablebases.fifty_move_rule && i32::from(after.halfmove_clock()) >= FIFTY_MOVES;
    if is_drawn {
        return Some(Dtz(0));
    }
    Some(tablebases.source.dtz(after)?.one_earlier())
}

fn by_result(after: &Position, tablebases: &Tablebases) -> Option<TbRank> {
    let wdl = -tablebases.source.wdl(after)?;
    let (score, _) = tablebases.score(wdl, Ply::ROOT);
    let count = i32::from(after.halfmove_clock());
    // An upper bound of the distance to zeroing of a win or loss within the 50-move rule: with three pieces that of king
    // and rook, with four that of king, bishop and knight.
    let max_distance = match after.occupied().count() {
        0..=3 => 32,
        4 => 66,
        _ => FIFTY_MOVES - 1,
    };
    let is_in_time = count == 0 || max_distance + count <= FIFTY_MOVES;
    let can_change = tablebases.fifty_move_rule && matches!(wdl, Wdl::Win | Wdl::Loss);
    let proven = (is_in_time || !can_change).then_some(score);
    let order = match wdl {
        Wdl::Win => SAFE,
        Wdl::CursedWin => SAFE - FIFTY_MOVES - 1,
        Wdl::Draw => 0,
        Wdl::BlessedLoss => FIFTY_MOVES + 1 - SAFE,
        Wdl::Loss => -SAFE,
    };
    Some(TbRank { order, proven })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::tablebase::Tablebase;
    use types::Depth;

    /// A tablebase whose distances are a function of the file of White's king.
    struct ByFile(fn(i32) -> i32);

    impl Tablebase for ByFile {
        fn max_pieces(&self) -> u32 {
            3
        }

        fn wdl(&self, _: &Position) -> Option<Wdl> {
            None
        }

        fn dtz(&self, position: &Position) -> Option<Dtz> {
            let king = position.king(types::Color::White);
            Some(Dtz((self.0)(king as i32 % 8)))
        }
    }

    fn tablebases(distance: fn(i32) -> i32, fifty_move_rule: bool) -> Tablebases {
        Tablebases {
            source: Arc::new(ByFile(distance)),
            min_depth: Depth::ONE,
            max_pieces: 7,
            fifty_move_rule,
        }
    }

    /// The files of the best moves and their score, with these distances after them and this clock.
    fn best_files(distance: fn(i32) -> i32, clock: u32, fifty_move_rule: bool) -> (Vec<i32>, Score) {
        // The king can go to a1, c1 and c2.
        let fen = format!("8/8/8/8/8/k7/8/1K5R w - - {clock} 80");
        let game = Game::new(fen.parse().expect("a test position is legal"));
        let kings: Vec<Move> =
            game.position().legal_moves().into_iter().filter(|mv| mv.from() == types::Square::B1).collect();
        let tablebases = tablebases(distance, fifty_move_rule);
        let root = RankedRoot::new(&game, &kings, Some(&tablebases), || false);
        assert_eq!((root.tree_tablebases.is_none(), root.hits), (true, kings.len() as u64));
        let mut files: Vec<i32> =
            root.moves.candidates().iter().map(|best| best.mv.to() as i32 % 8).collect();
        files.sort_unstable();
        files.dedup();
        (files, root.moves.candidates()[0].rank.and_then(|rank| rank.proven).expect("distances prove it"))
    }

    const WIN: Score = Score::TABLEBASE_WIN;

    #[test]
    fn wins_are_all_alike_while_there_is_time_and_the_quickest_alone_later() {
        // To the a-file 10, to the c-file 12 half-moves.
        let wins = |file: i32| -(9 + file);
        assert_eq!(best_files(wins, 0, true), (vec![0, 2], WIN));
        assert_eq!(best_files(wins, 87, true), (vec![0, 2], WIN));
        assert_eq!(best_files(wins, 88, true), (vec![0], WIN));
        assert_eq!(best_files(wins, 90, true), (vec![0], WIN));
        assert_eq!(best_files(wins, 91, true), (vec![0], CURSED));
        assert_eq!(best_files(wins, 91, false), (vec![0], WIN));
    }

    #[test]
    fn moves_are_ranked_in_time_or_not_at_all() {
        let game = Game::new("8/8/8/8/8/k7/8/1K5R w - - 0 80".parse().expect("a test position is legal"));
        let wins = tablebases(|file| -(9 + file), true);
        let count = game.position().legal_moves().len();
        for in_time in [0, 1, count - 1, count] {
            let mut questions = 0;
            let root = RankedRoot::new(&game, &[], Some(&wins), || {
                questions += 1;
                questions > in_time
            });
            let hits = if in_time < count { 0 } else { count as u64 };
            assert_eq!((root.tree_tablebases.is_none(), root.hits), (in_time == count, hits), "{in_time}");
            assert!(root.moves.all().iter().all(|known| known.rank.is_some() == (in_time == count)));
            assert!(questions <= in_time + 2, "{questions}");
        }
    }

    #[test]
    fn a_win_is_better_than_a_draw_and_that_than_a_loss() {
        assert_eq!(best_files(|file| file - 2, 0, true), (vec![0], WIN));
        assert_eq!(best_files(|file| file, 0, true), (vec![0], Score::DRAW));
        assert_eq!(best_files(|file| 150 * (1 - file), 0, true), (vec![2], CURSED));
    }

    #[test]
    fn losses_are_all_alike_until_the_fifty_move_rule_may_save_us() {
        let losses = |file: i32| 9 + file;
        assert_eq!(best_files(losses, 0, true), (vec![0, 2], -WIN));
        assert_eq!(best_files(losses, 85, true), (vec![2], -WIN));
        assert_eq!(best_files(losses, 95, true), (vec![2], -CURSED));
    }

    /// Results without distances: the same for White after each move.
    struct ResultsAlone(Wdl);

    impl Tablebase for ResultsAlone {
        fn max_pieces(&self) -> u32 {
            5
        }

        fn wdl(&self, position: &Position) -> Option<Wdl> {
            Some(if position.side_to_move() == types::Color::White { self.0 } else { -self.0 })
        }

        fn dtz(&self, _: &Position) -> Option<Dtz> {
            None
        }
    }

    #[test]
    fn without_distances_a_result_is_proven_only_while_the_clock_cannot_change_it() {
        let proven = |fen: &str, wdl: Wdl, fifty_move_rule: bool| {
            let game = Game::new(fen.parse().expect("a test position is legal"));
            let source = Arc::new(ResultsAlone(wdl));
            let tablebases = Tablebases { source, ..tablebases(|_| 0, fifty_move_rule) };
            let root = RankedRoot::new(&game, &[], Some(&tablebases), || false);
            assert!(root.tree_tablebases.is_some());
            let candidates = root.moves.candidates().iter();
            candidates.map(|best| best.rank.and_then(|rank| rank.proven)).collect::<Vec<_>>()
        };
        for (board, last) in [("1K5R", 67), ("1K4NR", 33), ("1K3BNR", 0)] {
            for clock in [0, 1, last, last + 1, 97] {
                let fen = format!("8/8/8/8/8/k7/8/{board} w - - {clock} 80");
                let in_time = |score| if clock <= last { Some(score) } else { None };
                for (wdl, fifty_move_rule, expected) in [
                    (Wdl::Win, true, in_time(WIN)),
                    (Wdl::Loss, true, in_time(-WIN)),
                    (Wdl::Win, false, Some(WIN)),
                    (Wdl::Draw, true, Some(Score::DRAW)),
                    (Wdl::CursedWin, true, Some(CURSED)),
                ] {
                    let scores = proven(&fen, wdl, fifty_move_rule);
                    assert!(scores.iter().all(|&score| score == expected), "{fen}: {wdl:?}");
                }
            }
        }
        // A pawn move resets the clock.
        let pawn = proven("8/8/8/8/8/k7/4P3/1K6 w - - 97 80", Wdl::Win, true);
        assert_eq!(pawn.iter().filter(|&&score| score == Some(WIN)).count(), 2, "{pawn:?}");
        assert!(pawn.contains(&None));
    }

    #[test]
    fn a_position_that_occurred_twice_calls_for_progress() {
        let mut game = Game::new("8/8/8/8/8/k7/8/1K5R w - - 0 80".parse().expect("a test position is legal"));
        for text in ["b1c1", "a3a4", "c1b1", "a4a3"] {
            let mv = game.position().parse_uci(text).expect("a test move is legal");
            game.play(mv);
        }
        let tablebases = tablebases(|file| -(9 + file), true);
        let root = RankedRoot::new(&game, &[], Some(&tablebases), || false);
        let is_quickest = |best: &crate::root_moves::RootMove| best.mv.to() as i32 % 8 == 0;
        assert!(root.moves.candidates().iter().all(is_quickest));
    }
}
