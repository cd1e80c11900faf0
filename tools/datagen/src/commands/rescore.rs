//! `rescore`: results and scores corrected by endgame tables.
//!
//! Self-play errs in endgames, and adjudication ends games before the error shows. A position in the tables gets the
//! result of best play, and a draw gets the score 0. Earlier positions of the game get the result of the first
//! position in the tables:
//!
//! ```text
//!   ply      60    62    64    66    68
//!   pieces    9     7     6     5     5          tables of five pieces
//!   result   1-0   1-0   1-0   1-0   1-0         as played
//!   tables                      ½     1-0        at ply 66 it was drawn; Black erred after it
//!   new       ½     ½     ½     ½     1-0
//! ```
//!
//! A win counts only if it comes before the 50-move rule ends the game.

use anyhow::{Context, Result, ensure};
use indicatif::HumanCount;
use movegen::Position;
use positions::{FileRecord, GameResult, Record, RecordWriter};
use search::Tablebase;
use search::tablebase::Wdl;
use tablebase::SyzygyTables;
use toolkit::say;

use super::convert::draft;
use super::{open, warn_if_torn};
use crate::cli::RescoreArgs;

/// Counts of changes.
#[derive(Default)]
struct Changes {
    positions: u64,
    known: u64,
    results: u64,
}

/// Copies a file, with results and scores corrected by tables.
///
/// # Errors
/// If there are no tables, or a file cannot be read or written.
pub fn rescore(args: &RescoreArgs) -> Result<()> {
    let tables = SyzygyTables::open(&args.syzygy);
    ensure!(tables.max_pieces() > 0, "{}: no Syzygy tables there", args.syzygy);
    let mut file_records = open(&args.input)?.file_records();
    let about = || format!("{}", args.file.display());
    let note =
        format!("{}; rescored by tables of {} pieces", file_records.reader().note(), tables.max_pieces());
    let draft = draft(&args.file).with_context(about)?;
    let mut writer =
        RecordWriter::of(draft.file().try_clone().with_context(about)?, &note).with_context(about)?;
    let mut changes = Changes::default();
    let (mut game, mut last_game) = (Vec::new(), None);
    loop {
        let entry = file_records.next().transpose().with_context(|| format!("{}", args.input.display()))?;
        if entry.is_none_or(|entry| last_game != Some(entry.game)) && !game.is_empty() {
            let rescored = rescored(&game, &tables, &mut changes)?;
            writer.write_game(&rescored).with_context(about)?;
            game.clear();
        }
        let Some(FileRecord { game: number, record }) = entry else { break };
        last_game = Some(number);
        game.push(record);
    }
    writer.flush().with_context(about)?;
    draft.commit_new().with_context(about)?;
    for fault in tables.take_faults() {
        eprintln!("warning: {fault}");
    }
    warn_if_torn(&args.input, file_records.reader());
    let Changes { positions, known, results } = changes;
    let [positions, known, results] = [positions, known, results].map(HumanCount);
    say(format_args!("{positions} positions, {known} of them in the tables, {results} with another result\n"))
}

/// The records of a game, corrected. Positions from inside searches have no result, unless they are in the tables.
fn rescored(game: &[Record], tables: &impl Tablebase, changes: &mut Changes) -> Result<Vec<Record>> {
    let mut rescored = game.to_vec();
    let mut result = None;
    for record in rescored.iter_mut().rev() {
        let position = record.position()?;
        let known = known_result(&position, tables);
        let of_game = record.result();
        if of_game.is_some() {
            result = known.or(result);
        }
        changes.positions += 1;
        changes.known += u64::from(known.is_some());
        let new = if of_game.is_some() { result } else { known };
        let Some(new) = new else { continue };
        changes.results += u64::from(of_game != Some(new));
        *record = record.with_result(new);
        if known == Some(GameResult::Draw) && record.score().is_some() {
            *record = record.with_scaled_score(0.0);
        }
    }
    Ok(rescored)
}

/// Half-moves without progress after which a game is drawn.
const FIFTY_MOVES: i32 = 100;

/// The result of best play, if the position is in the tables and the 50-move rule cannot change it.
fn known_result(position: &Position, tables: &impl Tablebase) -> Option<GameResult> {
    if position.occupied().count() > tables.max_pieces() {
        return None;
    }
    let wdl = tables.wdl(position)?;
    let winner = match wdl {
        Wdl::Loss => !position.side_to_move(),
        Wdl::Win => position.side_to_move(),
        Wdl::BlessedLoss | Wdl::Draw | Wdl::CursedWin => return Some(GameResult::Draw),
    };
    let clock = i32::from(position.halfmove_clock());
    let is_in_time = clock == 0 || tables.dtz(position).is_some_and(|dtz| dtz.0.abs() + clock <= FIFTY_MOVES);
    is_in_time.then_some(GameResult::win_of(winner))
}

#[cfg(test)]
mod tests {
    use search::tablebase::Dtz;
    use types::Score;

    use super::*;

    /// Tables of three pieces: with a rook White wins in this many half-moves; otherwise it is a draw.
    struct Fake(i32);

    impl Tablebase for Fake {
        fn max_pieces(&self) -> u32 {
            3
        }

        fn wdl(&self, position: &Position) -> Option<Wdl> {
            Some(if position.occupied().count() == 3 { Wdl::Win } else { Wdl::Draw })
        }

        fn dtz(&self, _position: &Position) -> Option<Dtz> {
            Some(Dtz(self.0))
        }
    }

    fn record(fen: &str, result: impl Into<Option<GameResult>>) -> Record {
        Record::pack(&fen.parse().unwrap(), Some(Score(77)), None, result).unwrap()
    }

    #[test]
    fn positions_before_the_first_known_one_get_its_result() {
        let drawn = GameResult::Draw;
        let game = [
            record("4k3/p7/8/8/8/8/P7/R3K3 w - - 0 40", drawn),
            record("4k3/8/8/8/8/8/8/R3K3 w - - 0 41", drawn),
            record("4k3/8/8/8/8/8/8/4K3 w - - 0 42", drawn),
            record("4k3/8/8/8/8/8/8/4K1R1 w - - 0 41", None),
            record("4k3/pp6/8/8/8/8/8/4K1R1 w - - 0 41", None),
        ];
        let mut changes = Changes::default();
        let rescored = rescored(&game, &Fake(20), &mut changes).unwrap();
        let won = Some(GameResult::WhiteWins);
        assert_eq!(
            rescored.iter().map(Record::result).collect::<Vec<_>>(),
            [won, won, Some(drawn), won, None]
        );
        let scores: Vec<_> = rescored.iter().map(|record| record.score().unwrap().0).collect();
        assert_eq!(scores, [77, 77, 0, 77, 77]);
        assert_eq!((changes.positions, changes.known, changes.results), (5, 3, 3));
    }

    #[test]
    fn a_win_that_comes_too_late_is_not_known() {
        let known = |clock: u32, dtz| {
            let position = format!("4k3/8/8/8/8/8/8/R3K3 w - - {clock} 90").parse().unwrap();
            known_result(&position, &Fake(dtz))
        };
        let won = Some(GameResult::WhiteWins);
        assert_eq!([known(0, 99), known(80, 20), known(81, 20)], [won, won, None]);
    }
}
