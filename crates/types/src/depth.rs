//! Two measures of the tree: how far is left to search, and how far from the root we are.

use core::fmt;
use core::ops::{Add, AddAssign, Sub, SubAssign};

/// The number of plies left to search. Zero or less means quiescence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(transparent)]
pub struct Depth(pub i32);

impl Depth {
    /// The horizon.
    pub const ZERO: Depth = Depth(0);
    /// One ply.
    pub const ONE: Depth = Depth(1);
    /// The deepest iteration a search may start.
    pub const MAX: Depth = Depth(Ply::MAX.0 as i32 - 1);

    /// The number of whole plies.
    #[inline]
    pub const fn plies(self) -> i32 {
        self.0
    }
}

impl Add for Depth {
    type Output = Depth;

    #[inline]
    fn add(self, other: Depth) -> Depth {
        Depth(self.0 + other.0)
    }
}

impl Sub for Depth {
    type Output = Depth;

    #[inline]
    fn sub(self, other: Depth) -> Depth {
        Depth(self.0 - other.0)
    }
}

impl AddAssign for Depth {
    #[inline]
    fn add_assign(&mut self, other: Depth) {
        self.0 += other.0;
    }
}

impl SubAssign for Depth {
    #[inline]
    fn sub_assign(&mut self, other: Depth) {
        self.0 -= other.0;
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The distance from the root in half-moves: 0 at the root, never above [`Ply::MAX`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[repr(transparent)]
pub struct Ply(pub u16);

impl Ply {
    /// The root.
    pub const ROOT: Ply = Ply(0);
    /// No line is searched beyond this ply.
    pub const MAX: Ply = Ply(246);

    /// The ply as an index of a stack.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// One ply further from the root.
    #[inline]
    #[must_use]
    pub const fn next(self) -> Ply {
        Ply(self.0 + 1)
    }
}

impl fmt::Display for Ply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
