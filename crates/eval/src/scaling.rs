//! How much of an advantage counts: in drawish endgames, less than its terms say.

/// The shares of the middlegame and the endgame half that count, in 64ths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    middlegame: i32,
    endgame: i32,
}

impl Scale {
    const ONE: i32 = 64;

    /// All counts.
    pub const NORMAL: Scale = Scale { middlegame: Self::ONE, endgame: Self::ONE };

    #[inline]
    pub(crate) fn middlegame(self, score: i32) -> i32 {
        score * self.middlegame / Self::ONE
    }

    #[inline]
    pub(crate) fn endgame(self, score: i32) -> i32 {
        score * self.endgame / Self::ONE
    }
}
