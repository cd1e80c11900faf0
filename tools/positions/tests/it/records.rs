//! What is packed comes out again.

use movegen::Position;
use movegen::position::setup::PositionError;
use positions::{GameResult, PackError, Record, UnpackError};
use proptest::prelude::*;
use types::{Color, Score};

use crate::games::random_game;

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    #[test]
    fn everything_comes_out_as_it_went_in(seed: u64) {
        for labelled in random_game(seed) {
            let position = &labelled.position;
            let record = labelled.pack();
            prop_assert_eq!(&record.position().unwrap(), position);
            prop_assert_eq!(record.score(), labelled.score);
            prop_assert_eq!(record.best_move(), labelled.best);
            prop_assert_eq!(record.result(), Some(labelled.result));
            prop_assert_eq!(record.side_to_move(), position.side_to_move());
            prop_assert_eq!(record.halfmove_clock(), position.halfmove_clock());
            prop_assert_eq!(record.pieces(), position.occupied().count());
            prop_assert_eq!(record.is_in_check(), position.in_check());
            let is_noisy = labelled.best.is_some_and(|mv| {
                position.is_capture(mv) || mv.promoted_to().is_some()
            });
            prop_assert_eq!(record.has_noisy_move(), is_noisy);
            let flipped = if position.side_to_move() == Color::White { 1 } else { -1 };
            prop_assert_eq!(record.white_score().map(|score| flipped * score.0), labelled.score.map(|s| s.0));
            prop_assert!(!record.starts_game() && !record.is_chess960());
        }
    }

    #[test]
    fn flags_and_result_change_nothing_else(seed: u64, start: bool, chess960: bool) {
        for labelled in random_game(seed).into_iter().take(20) {
            let plain = labelled.pack();
            let record = plain.with_game_start(start).with_chess960(chess960);
            prop_assert_eq!((record.starts_game(), record.is_chess960()), (start, chess960));
            prop_assert_eq!(record.with_game_start(false).with_chess960(false), plain);
            for result in GameResult::ALL {
                prop_assert_eq!(record.with_result(result).result(), Some(result));
                prop_assert_eq!(record.with_result(result).with_result(labelled.result), record);
            }
        }
    }

    #[test]
    fn arbitrary_bytes_never_panic(bytes: [u8; Record::SIZE]) {
        let record: Record = bytemuck::cast(bytes);
        let _ = (record.position(), record.result(), format!("{record:?}"));
    }

    /// Damage to a few bits of a good record, which is far likelier to be nearly a position.
    #[test]
    fn damaged_records_never_panic(seed: u64, bits in prop::collection::vec(0..256_usize, 1..4)) {
        for labelled in random_game(seed).into_iter().step_by(10) {
            let mut bytes: [u8; Record::SIZE] = bytemuck::cast(labelled.pack());
            for bit in &bits {
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
            let record: Record = bytemuck::cast(bytes);
            if let Ok(position) = record.position() {
                prop_assert!(position.rebuilt() == position);
            }
        }
    }
}

fn pack(fen: &str, score: i32) -> Result<Record, PackError> {
    let position: Position = fen.parse().unwrap();
    Record::pack(&position, Some(Score(score)), None, GameResult::Draw)
}

#[test]
fn values_that_do_not_fit_are_refused() {
    let late = |halfmoves| format!("4k3/8/8/8/8/8/8/R3K3 w Q - {halfmoves} 200");
    assert!(pack(&late(127), 0).is_ok());
    assert_eq!(pack(&late(128), 0), Err(PackError::HalfmoveClock { found: 128 }));
    assert!(pack(&late(0), -32_000).is_ok());
    for score in [-32_001, 32_001, i32::MIN, i32::MAX] {
        assert_eq!(pack(&late(0), score), Err(PackError::Score { found: Score(score) }));
    }
}

#[test]
fn plies_count_from_the_first_move() {
    let ply = |fen: &str| pack(fen, 0).unwrap().ply();
    assert_eq!(ply("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), 0);
    assert_eq!(ply("4k3/8/8/8/8/8/8/R3K3 b - - 0 1"), 1);
    assert_eq!(ply("4k3/8/8/8/8/8/8/R3K3 w - - 0 65535"), 131_068);
}

#[test]
fn no_bytes_are_no_position() {
    let record: Record = bytemuck::cast([0_u8; Record::SIZE]);
    let kings = PositionError::Kings { color: Color::White, count: 0 };
    assert_eq!(record.position(), Err(UnpackError::Position(kings)));
    let record: Record = bytemuck::cast([0xff_u8; Record::SIZE]);
    assert_eq!(record.position(), Err(UnpackError::Pieces));
    assert_eq!(record.result(), None);
}
