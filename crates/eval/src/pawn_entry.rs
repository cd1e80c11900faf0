//! The pawn hash table: everything that pawns and kings alone decide, cached by their key.
//!
//! Few moves of a search change a pawn or move a king, so four of five look-ups find their entry.

use movegen::{Position, zobrist};
use types::{Bitboard, Black, ByColor, Color, Key, Piece, Role, White};

use crate::cache::Cache;
use crate::pawn_structure::pawn_structure;
use crate::pawn_view::{PawnFiles, PawnView};
use crate::shelter::Shelter;
use crate::tapered::Tapered;
use crate::trace::Trace;

/// Scores and facts of one arrangement of pawns and kings.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct PawnEntry {
    /// Pawn structure and shelter, White's minus Black's.
    pub(crate) sum: Tapered,
    /// The part of each side's danger to the enemy king that lies in the pawns.
    pub(crate) danger: ByColor<Tapered>,
    /// The passed pawns of both sides.
    pub(crate) passed: Bitboard,
    /// The files with pawns of each side.
    pub(crate) files: ByColor<PawnFiles>,
}

impl PawnEntry {
    /// The entry of a position; its features are reported to a trace.
    #[inline]
    pub(crate) fn of<T: Trace>(position: &Position, trace: &mut T) -> PawnEntry {
        let white = PawnView::<White>::of(position);
        let black = PawnView::<Black>::of(position);
        let structure = pawn_structure(&white, trace) - pawn_structure(&black, trace);
        let (white_king, black_king) = (Shelter::of(&white, trace), Shelter::of(&black, trace));
        PawnEntry {
            sum: structure + white_king.score - black_king.score,
            danger: ByColor([black_king.danger, white_king.danger]),
            passed: white.passed() | black.passed(),
            files: ByColor([white.files(), black.files()]),
        }
    }
}

/// 128 KiB, which leaves room in the faster caches. No position has the key 0, because each has two kings.
pub(crate) type PawnCache = Cache<PawnEntry, 4096>;

const _: () = assert!(size_of::<(Key, PawnEntry)>() == 32);

/// The key of pawns and kings.
#[inline]
pub(crate) fn pawn_king_key(position: &Position) -> Key {
    let king = |color| zobrist::piece(Piece::new(color, Role::King), position.king(color));
    position.pawn_key() ^ king(Color::White) ^ king(Color::Black)
}
