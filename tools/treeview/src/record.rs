//! What is kept of a search: one record of 40 bytes for every visit of a node, in the order of time.
//!
//! ```text
//!   0 root
//!   1 ├─ e2e4          parent 0        a record's children come after it, and before
//!   2 │  ├─ e7e5       parent 1        anything that was searched later: the order of the
//!   3 │  └─ c7c5 ✂     parent 1        records tells when every node was entered and left
//!   4 └─ d2d4          parent 0
//! ```
//!
//! A node that is searched again (with another window, or deeper) is a record of its own: the picture shows what
//! was done, not what was found. A move that was looked at and skipped is a record as well. Moves that nobody
//! looked at, because the node was decided before, are kept apart as [`Untried`], four bytes each.
//!
//! The structures are written as they lie in memory, in little-endian order, and the viewer reads them so.

use bytemuck::{Pod, Zeroable};
use types::Score;

/// No record: the parent of a root, the source of a node that the table did not help.
pub const NONE: u32 = u32::MAX;

const _: () = assert!(cfg!(target_endian = "little"), "records are written as they lie in memory");

/// One visit of a node. Scores are those of the side to move there.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Record {
    /// The visit from which this one was made, or [`NONE`].
    pub parent: u32,
    /// The visit that made the table's entry found here, or [`NONE`].
    pub source: u32,
    /// Where its moves begin in the list of untried ones.
    pub untried_at: u32,
    /// How many visits below were left out to keep the log small.
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
    /// How many moves were not tried.
    pub untried: u16,
    /// How many plies were to be searched from here.
    pub depth: i8,
    /// How many plies fewer that was because the move came late; of a root, because the score of the iteration had lain
    /// above the window.
    pub reduction: i8,
    /// How many plies more, because the move stood out.
    pub extension: i8,
    /// The depth of the table's entry.
    pub table_depth: i8,
    /// A [`Role`].
    pub role: u8,
    /// The code of the [`Reason`](crate::reason::Reason) why the node was decided; 0 if all moves were searched.
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

const _: () = assert!(size_of::<Record>() == 40);

/// Bits of [`Record::flags`].
pub mod flags {
    /// The search asked for the value itself, not only on which side of a bound it lies.
    pub const OPEN_WINDOW: u8 = 1;
    /// Some move was expected to reach beta.
    pub const EXPECTED_CUT: u8 = 2;
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

/// Why a node was visited.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Role {
    /// The root of an iteration.
    Root = 0,
    /// A move was played.
    Move = 1,
    /// The side to move passed, to see whether that still holds beta.
    NullMove = 2,
    /// The same position without the table's move, to see whether that is the only good one.
    SingularTest = 3,
    /// The same position with captures only, to see whether they help.
    RazoringTest = 4,
    /// Not a visit: the move was looked at and skipped.
    Skipped = 5,
    /// The same position without passing, to see whether passing held beta only because moving hurts.
    Verification = 6,
}

impl Role {
    /// The role with the highest code.
    pub const LAST: Role = Role::Verification;

    /// Whether the visit is to the node that it is made from, not to a child.
    pub const fn stays(self) -> bool {
        matches!(self, Role::SingularTest | Role::RazoringTest | Role::Verification)
    }
}

/// A move that was not tried, since its node was decided before.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Pod, Zeroable)]
#[repr(C)]
pub struct Untried {
    /// The move.
    pub mv: u16,
    /// The code of the reason.
    pub why: u16,
}

/// What a score says of the value, given the window that was asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// In the window: the value (a PV node).
    Exact,
    /// Not below beta: at least this (a cut node).
    Cut,
    /// Not above alpha: at most this (an all node).
    All,
}

impl Record {
    /// Whether this is a visit of a node, not a skipped move.
    pub fn is_visit(&self) -> bool {
        self.role != Role::Skipped as u8
    }

    /// Whether a move or a pass was made to get here for the first time, so that the search counted a node.
    pub fn counts(&self) -> bool {
        let is_made = self.role == Role::Move as u8 || self.role == Role::NullMove as u8;
        is_made && !self.has(flags::AGAIN)
    }

    /// Which iteration a root belongs to. It may be searched again less deep.
    pub fn iteration(&self) -> i32 {
        i32::from(self.depth) + i32::from(self.reduction)
    }

    /// Whether a flag is set.
    pub fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    /// What the score says; `None` if the node was not finished.
    pub fn exit(&self) -> Option<Exit> {
        if self.has(flags::UNFINISHED) || !self.is_visit() {
            None
        } else if self.score >= self.beta {
            Some(Exit::Cut)
        } else if self.score <= self.alpha {
            Some(Exit::All)
        } else {
            Some(Exit::Exact)
        }
    }
}

/// A score in 16 bits; all of them fit.
pub(crate) fn packed(score: Score) -> i16 {
    score.0 as i16
}
