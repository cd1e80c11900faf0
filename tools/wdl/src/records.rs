//! Files of positions written by datagen. Their scores are in units of the evaluation.

use std::path::Path;

use anyhow::{Context as _, Result};
use positions::{FileRecord, RecordReader};

use crate::tally::ResultTable;
use eval::wdl::Material;

/// Adds all positions of a file. `report` is called with the number of bytes read.
///
/// # Errors
/// If the file cannot be read, has another format or holds an invalid position.
pub fn read(path: &Path, tally: &mut ResultTable, mut report: impl FnMut(u64)) -> Result<()> {
    /// Interval between reports of progress, in records.
    const TOLD: u64 = 1 << 14;
    let mut file_records = RecordReader::open(path)?.file_records();
    let (mut last_game, mut count) = (None, 0u64);
    while let Some(entry) = file_records.next() {
        let FileRecord { game, record } = entry?;
        // People count from 1.
        let about = || format!("game {} of the file", game + 1);
        let position = record.position().with_context(about)?;
        let score = record.score().map(|score| score.0);
        // Positions from inside searches have no result.
        if let Some(result) = record.result() {
            if last_game.replace(game) != Some(game) {
                tally.begin_game();
            }
            tally.add(record.side_to_move(), Material::of(&position).0, score, result);
        }
        count += 1;
        if count.is_multiple_of(TOLD) {
            report(file_records.reader().offset());
        }
    }
    if let Some(warning) = file_records.reader().warning(path) {
        eprintln!("{warning}");
    }
    Ok(())
}
