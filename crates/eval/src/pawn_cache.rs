//! Pawn skeletons that were evaluated before.
//!
//! In a search nearly every skeleton is found again. The key is that of pawns and kings.

use movegen::{Position, zobrist};
use types::{Color, Key, Piece, Role};

use crate::cache::Cache;
use crate::pawns::Skeleton;

/// 128 KiB, which leaves the faster caches to others. 0 is the key of no position, since each has two kings.
pub(crate) type PawnCache = Cache<Skeleton, 4096>;

const _: () = assert!(size_of::<(Key, Skeleton)>() == 32);

/// Pawns and kings.
#[inline]
pub(crate) fn key_of(position: &Position) -> Key {
    let king = |color| zobrist::piece(Piece::new(color, Role::King), position.king(color));
    position.pawn_key() ^ king(Color::White) ^ king(Color::Black)
}
