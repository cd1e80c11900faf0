//! A value that cannot overflow and whose old updates fade.
//!
//! Every update pulls the value a little towards zero, the more the further out it is:
//!
//! ```text
//!   value ← value + bonus − value · |bonus| / MAX
//! ```
//!
//! At `MAX` the pull equals the bonus, so the value stays within ±`MAX`, and recent updates weigh more than old ones.

/// A value between ±`MAX` that is pulled to zero by every update.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[repr(transparent)]
pub(crate) struct Gravity<const MAX: i32>(i16);

impl<const MAX: i32> Gravity<MAX> {
    /// The greatest value.
    pub(crate) const MAX: i32 = {
        assert!(0 < MAX && MAX <= i16::MAX as i32);
        MAX
    };

    #[inline]
    pub(crate) fn get(self) -> i32 {
        self.0.into()
    }

    /// Moves the value by a bonus, or a malus if that is negative.
    #[inline]
    pub(crate) fn update(&mut self, bonus: i32) {
        let bonus = bonus.clamp(-Self::MAX, Self::MAX);
        let value = self.get() + bonus - self.get() * bonus.abs() / Self::MAX;
        self.0 = value as i16;
    }
}

#[cfg(test)]
mod tests {
    type Gravity = super::Gravity<{ 1 << 14 }>;

    #[test]
    fn no_sequence_of_updates_leaves_the_range() {
        let bonuses = [Gravity::MAX, -Gravity::MAX, 1, -1, 1234, -1234, i32::MAX, -i32::MAX, 9999];
        for start in (-Gravity::MAX..=Gravity::MAX).step_by(61).chain([-Gravity::MAX, Gravity::MAX]) {
            for bonus in bonuses {
                let mut gravity: Gravity = super::Gravity(start as i16);
                gravity.update(bonus);
                assert!(gravity.get().abs() <= Gravity::MAX, "{start} and {bonus} give {gravity:?}");
            }
        }
    }

    #[test]
    fn repeated_bonuses_approach_the_end_and_the_opposite_undoes_them() {
        let mut gravity = Gravity::default();
        for _ in 0..200 {
            gravity.update(1000);
        }
        assert!(gravity.get() > Gravity::MAX * 9 / 10);
        let before = gravity.get();
        gravity.update(-1000);
        assert!(gravity.get() < before - 1000, "far out, the way back is shorter");
    }
}
