//! The records of a search: 40 bytes for every visit of a node, in the order of time.
//!
//! ```text
//!   0 root
//!   1 ├─ e2e4          parent 0        a record's children come after it, and before
//!   2 │  ├─ e7e5       parent 1        anything that was searched later: the order of the
//!   3 │  └─ c7c5 ✂     parent 1        records tells when every node was entered and left
//!   4 └─ d2d4          parent 0
//! ```
//!
//! A node that is searched again (with another window, or deeper) is a record of its own: the picture shows the work of
//! the search, not only its result. A move that was considered and skipped is a record as well. Moves that were never
//! considered, because the node ended before, are kept apart as [`Untried`], four bytes each.
//!
//! The structures are written as they lie in memory, in little-endian order, which is how the viewer reads them.

use bytemuck::{Pod, Zeroable};
use types::{Bound, Depth, Score, Window};

/// No record: the parent of a root, the source of a node that the table did not help.
pub const NONE: u32 = u32::MAX;

const _: () = assert!(cfg!(target_endian = "little"), "records are written as they lie in memory");

/// One visit of a node. Scores are those of the side to move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct VisitRecord {
    /// The visit from which this one was made, or [`NONE`].
    pub parent: u32,
    /// The visit that made the table's entry found here, or [`NONE`].
    pub source: u32,
    /// The index of its first move in the list of untried moves.
    pub untried_at: u32,
    /// The number of visits below that were left out to keep the log small.
    pub hidden: u32,
    /// The window on entry.
    pub alpha: i16,
    /// The window on entry.
    pub beta: i16,
    /// The score on exit; means nothing with [`flags::UNFINISHED`] and for skipped moves.
    pub score: i16,
    /// The score of the table's entry.
    pub table_score: i16,
    /// The move that led here, as the game writes it in 16 bits; 0 for none.
    pub mv: u16,
    /// The move of the table's entry; 0 for none.
    pub table_move: u16,
    /// The number of moves that were not tried.
    pub untried: u16,
    /// The depth to search, in plies.
    pub depth: i8,
    /// The reduction in plies, because the move came late; of a root, because the score of the iteration had lain above
    /// the window.
    pub reduction: i8,
    /// The extension in plies, because the move stood out.
    pub extension: i8,
    /// The depth of the table's entry.
    pub table_depth: i8,
    /// A [`VisitKind`].
    pub role: u8,
    /// The code of the [`Cut`](search::observer::Cut) by which the node was decided; 0 if all moves were searched.
    pub end: u8,
    /// See [`flags`].
    pub flags: u8,
    /// The bound of the table's entry: 1 at most, 2 at least, 3 exact; 0 if there was none.
    pub table_bound: u8,
    /// The distance from the root.
    pub ply: u8,
    /// Always 0.
    pub spare: u8,
}

const _: () = assert!(size_of::<VisitRecord>() == 40);

/// Bits of [`VisitRecord::flags`].
pub mod flags {
    /// The search was stopped in this node.
    pub const UNFINISHED: u8 = 4;
    /// The same move was searched just before, with another window or less deep; of a root, the same iteration.
    pub const AGAIN: u8 = 8;
    /// Quiescence.
    pub const QUIESCENCE: u8 = 16;
    /// On the principal variation of its root.
    pub const PRINCIPAL: u8 = 32;
    /// The score is the value itself, whatever the window: an evaluation, or the end of the game.
    pub const VALUE: u8 = 64;
}

/// The purpose of a visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum VisitKind {
    /// The root of an iteration.
    TreeRoot = 0,
    /// A move was played.
    Move = 1,
    /// A null move: the side to move passed, to test if that still reaches beta.
    NullMove = 2,
    /// The same position without the table's move, to test if that is the only good move.
    SingularTest = 3,
    /// The same position with captures only, to test if they help.
    RazoringTest = 4,
    /// Not a visit: the move was considered and skipped.
    Skipped = 5,
    /// The same position without a null move, to test if that reached beta only because of zugzwang.
    Verification = 6,
}

impl VisitKind {
    /// The role with the highest code.
    pub const LAST: VisitKind = VisitKind::Verification;

    /// Returns true if the visit is to its parent's position, not to a child.
    pub const fn stays(self) -> bool {
        matches!(self, VisitKind::SingularTest | VisitKind::RazoringTest | VisitKind::Verification)
    }
}

/// A move that was not tried, because its node ended before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Untried {
    /// The move.
    pub mv: u16,
    /// The code of the reason.
    pub why: u16,
}

impl VisitRecord {
    /// A visit that begins. The recorder gives it its place in the tree: until then the ply counts from the parent.
    pub(crate) fn begun(role: VisitKind, mv: u16, depth: Depth, window: Window) -> VisitRecord {
        VisitRecord {
            parent: NONE,
            source: NONE,
            alpha: packed(window.alpha),
            beta: packed(window.beta),
            mv,
            depth: depth.plies() as i8,
            role: role as u8,
            ply: u8::from(!role.stays()),
            ..Zeroable::zeroed()
        }
    }

    /// Returns true for a visit of a node, false for a skipped move.
    pub fn is_visit(&self) -> bool {
        self.role != VisitKind::Skipped as u8
    }

    /// Returns true if a move or null move led here for the first time, so that the search counted a node.
    pub fn counts(&self) -> bool {
        let is_made = self.role == VisitKind::Move as u8 || self.role == VisitKind::NullMove as u8;
        is_made && !self.has(flags::AGAIN)
    }

    /// The iteration of a root, which may be searched again less deep.
    pub fn iteration(&self) -> i32 {
        i32::from(self.depth) + i32::from(self.reduction)
    }

    /// Returns true if a flag is set.
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// The bound that the score is; `None` if the node was not finished.
    pub fn bound(&self) -> Option<Bound> {
        let [alpha, beta, score] = [self.alpha, self.beta, self.score].map(|score| Score(score.into()));
        let is_finished = self.is_visit() && !self.has(flags::UNFINISHED);
        is_finished.then(|| Window { alpha, beta }.bound_of(score))
    }
}

/// A score in 16 bits; all of them fit.
pub(crate) fn packed(score: Score) -> i16 {
    score.0 as i16
}
