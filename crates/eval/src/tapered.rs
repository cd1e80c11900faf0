//! A middlegame and an endgame score in one word, and the phase and scale that make one score of them.
//!
//! ```text
//!   31 ........ 16  15 ......... 0
//!      endgame        middlegame
//! ```
//!
//! The word is `endgame · 65536 + middlegame`, both signed. Adding two words adds both halves, and multiplying by a
//! count multiplies both: a negative middlegame half borrows from the endgame half, and [`endgame`](Tapered::endgame)
//! pays it back. So the evaluation does half the arithmetic and mixes the halves once, at its end. Each half must fit
//! 16 bits; the tests check this at the extremes.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use types::{ByRole, Role};

/// A middlegame and an endgame score, each within ±32,767.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
#[repr(transparent)]
pub struct Tapered(i32);

impl Tapered {
    /// Nothing in either half.
    pub const ZERO: Tapered = Tapered(0);

    const HALF: u32 = 16;

    /// The word of two halves.
    pub const fn new(middlegame: i16, endgame: i16) -> Tapered {
        Tapered(((endgame as i32) << Self::HALF) + middlegame as i32)
    }

    pub const fn middlegame(self) -> i32 {
        self.0 as i16 as i32
    }

    pub const fn endgame(self) -> i32 {
        // A negative low half has borrowed one from the high half; rounding to the nearest pays it back.
        self.0.wrapping_add(1 << (Self::HALF - 1)) >> Self::HALF
    }

    /// The sum, for constants.
    #[must_use]
    pub const fn plus(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }

    /// The negative, for constants.
    #[must_use]
    pub const fn negated(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl Add for Tapered {
    type Output = Tapered;

    fn add(self, other: Tapered) -> Tapered {
        self.plus(other)
    }
}

impl Sub for Tapered {
    type Output = Tapered;

    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Neg for Tapered {
    type Output = Tapered;

    fn neg(self) -> Tapered {
        self.negated()
    }
}

/// Both halves times a count.
impl Mul<i32> for Tapered {
    type Output = Tapered;

    fn mul(self, count: i32) -> Tapered {
        Tapered(self.0 * count)
    }
}

impl AddAssign for Tapered {
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

impl std::iter::Sum for Tapered {
    fn sum<I: Iterator<Item = Tapered>>(iter: I) -> Tapered {
        iter.fold(Tapered::ZERO, Add::add)
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.middlegame(), self.endgame())
    }
}

/// The distance from the endgame: [`Phase::MIDDLEGAME`] with all pieces on the board, 0 with none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Phase(pub i32);

impl Phase {
    /// All pieces are on the board.
    pub const MIDDLEGAME: Phase = Phase(24);

    /// The part that a piece adds: pawns and kings add nothing.
    pub(crate) fn weight(role: Role) -> i32 {
        const WEIGHTS: ByRole<i32> = ByRole([0, 1, 1, 2, 4, 0]);
        WEIGHTS[role]
    }

    /// The score between the halves of a tapered one.
    ///
    /// The division rounds towards zero, so that both sides are treated alike.
    pub fn taper(self, middlegame: i32, endgame: i32) -> i32 {
        (middlegame * self.0 + endgame * (Self::MIDDLEGAME.0 - self.0)) / Self::MIDDLEGAME.0
    }

    /// The same without rounding, so that the parts of a sum add up to it.
    pub fn mix(self, part: Tapered) -> f64 {
        let middlegame = f64::from(self.0) / f64::from(Self::MIDDLEGAME.0);
        f64::from(part.middlegame()) * middlegame + f64::from(part.endgame()) * (1.0 - middlegame)
    }
}

/// The shares of the middlegame and the endgame half that count, in 64ths.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Scale {
    pub middlegame: i32,
    pub endgame: i32,
}

impl Scale {
    /// The whole of a half.
    pub const ONE: i32 = 64;
    /// Both halves count in full.
    pub const NORMAL: Scale = Scale::whole(Self::ONE);
    pub const DRAW: Scale = Scale::whole(0);

    /// The same share of both halves, in 64ths.
    pub const fn whole(share: i32) -> Scale {
        Scale { middlegame: share, endgame: share }
    }

    /// A share of the endgame half, in 64ths, and the whole middlegame half.
    pub const fn endgame(share: i32) -> Scale {
        Scale { middlegame: Self::ONE, endgame: share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDGES: [i16; 9] = [-16_383, -1000, -2, -1, 0, 1, 2, 1000, 16_383];

    #[test]
    fn halves_do_not_mix() {
        for (mg, eg) in EDGES.into_iter().flat_map(|mg| EDGES.map(|eg| (mg, eg))) {
            let word = Tapered::new(mg, eg);
            let (mg, eg) = (i32::from(mg), i32::from(eg));
            assert_eq!((word.middlegame(), word.endgame()), (mg, eg));
            assert_eq!(((-word).middlegame(), (-word).endgame()), (-mg, -eg));
            assert_eq!(((word * -2).middlegame(), (word * -2).endgame()), (-2 * mg, -2 * eg));
            for (other_mg, other_eg) in EDGES.into_iter().flat_map(|mg| EDGES.map(|eg| (mg, eg))) {
                let sum = word + Tapered::new(other_mg, other_eg);
                let difference = word - Tapered::new(other_mg, other_eg);
                let (other_mg, other_eg) = (i32::from(other_mg), i32::from(other_eg));
                assert_eq!((sum.middlegame(), sum.endgame()), (mg + other_mg, eg + other_eg));
                assert_eq!((difference.middlegame(), difference.endgame()), (mg - other_mg, eg - other_eg));
            }
        }
    }

    #[test]
    fn halves_reach_the_ends_of_sixteen_bits() {
        for edge in [i16::MIN + 1, i16::MAX] {
            let word = Tapered::new(edge, -edge);
            assert_eq!((word.middlegame(), word.endgame()), (i32::from(edge), -i32::from(edge)));
        }
    }
}
