//! The plan of a design: which changes are on which side in which match.
//!
//! ```text
//!              changes
//!   match    1   2   3
//!     1      +   +   +      all against none
//!     2      −   +   −      2 against 1 and 3
//!     3      +   −   −      1 against 2 and 3
//!     4      −   −   +      3 against 1 and 2
//! ```
//!
//! Two rules hold. Every change is on each side equally often, and any two changes are on the same side as often as
//! on different sides. So in the mean Elo of the side with a change, taken over all matches, the other changes
//! cancel.
//!
//! **Scale.** If changes add up, and change j gains eⱼ Elo, match i ends with Σⱼ sᵢⱼ eⱼ, where sᵢⱼ is + 1 or − 1: its
//! first side gains what it has, its second side what the first has not. Then the mean over i of sᵢₖ Σⱼ sᵢⱼ eⱼ is eₖ
//! by the two rules. So an effect is the full gain of the change, with an error as if all games had been played for
//! it alone.
//!
//! **If they do not add up.** What two changes gain only together counts half for each of them, and nothing for any
//! other: swapping the sides turns a result around, and a product of two signs, which that leaves as it is, can have
//! no part in it. So an effect is the gain among half of the others on average, and not the gain in isolation. What
//! three gain only together counts a quarter for each of them, and another quarter for a fourth that has nothing to
//! do with it. (In the words of such designs: since each side is what the other is not, the plan is its own
//! fold-over. Main effects are clear of the interactions of two, and aliased with those of three.)
//!
//! The signs are Sylvester's: that of match i and change k is that of − 1 to the number of ones that both have in
//! binary, where matches are counted from 0 and changes from 1. The first match has all changes against none.
//!
//! Sources: J. J. Sylvester, 1867, for the matrix; R. L. Plackett and J. P. Burman, *The design of optimum
//! multifactorial experiments*, 1946, for its use.

use crate::pentanomial::Estimate;

/// A plan for a number of changes, called factors from here on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Plan {
    pub(crate) factors: usize,
}

impl Plan {
    /// Number of matches.
    pub(crate) fn matches(self) -> usize {
        (self.factors + 1).next_power_of_two()
    }

    /// Returns `true` if the first side of a match has a factor; else the second has. Both are counted from 0.
    pub(crate) fn is_first(self, number: usize, factor: usize) -> bool {
        (number & (factor + 1)).count_ones().is_multiple_of(2)
    }

    /// The factors of the two sides of a match.
    pub(crate) fn sides(self, number: usize) -> [Vec<usize>; 2] {
        let (first, second) = (0..self.factors).partition(|&factor| self.is_first(number, factor));
        [first, second]
    }

    /// The effect of each factor, from what the first side of each match gained.
    pub(crate) fn effects(self, gains: &[Estimate]) -> Vec<Estimate> {
        let matches = gains.len() as f64;
        let error = gains.iter().map(|gain| gain.error.powi(2)).sum::<f64>().sqrt() / matches;
        let signed = |(number, gain): (usize, &Estimate), factor| {
            if self.is_first(number, factor) { gain.value } else { -gain.value }
        };
        let sum = |factor| gains.iter().enumerate().map(|gain| signed(gain, factor)).sum::<f64>();
        (0..self.factors).map(|factor| Estimate { value: sum(factor) / matches, error }).collect()
    }
}

#[cfg(test)]
mod tests {
    use rand::rngs::ChaCha8Rng;
    use rand::{RngExt as _, SeedableRng as _};

    use super::*;

    fn sign(plan: Plan, number: usize, factor: usize) -> i32 {
        if plan.is_first(number, factor) { 1 } else { -1 }
    }

    /// Effects that would be found if a side with these factors had this strength.
    fn found(plan: Plan, strength: impl Fn(&[usize]) -> f64) -> Vec<f64> {
        let gain = |number| {
            let [first, second] = plan.sides(number);
            Estimate { value: strength(&first) - strength(&second), error: 20.0 }
        };
        let gains: Vec<Estimate> = (0..plan.matches()).map(gain).collect();
        plan.effects(&gains).into_iter().map(|effect| effect.value).collect()
    }

    fn assert_near(found: &[f64], expected: &[f64]) {
        let is_near = found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-9);
        assert!(is_near && found.len() == expected.len(), "{found:?}, expected {expected:?}");
    }

    #[test]
    fn matches_are_the_next_power_of_two() {
        for (factors, matches) in
            [(1, 2), (2, 4), (3, 4), (4, 8), (7, 8), (8, 16), (15, 16), (16, 32), (31, 32)]
        {
            assert_eq!(Plan { factors }.matches(), matches, "{factors}");
        }
    }

    #[test]
    fn columns_are_balanced_and_orthogonal() {
        for plan in (1..32).map(|factors| Plan { factors }) {
            let sum = |product: &dyn Fn(usize) -> i32| (0..plan.matches()).map(product).sum::<i32>();
            for one in 0..plan.factors {
                assert_eq!(sum(&|number| sign(plan, number, one)), 0, "{plan:?}: {one}");
                for other in 0..one {
                    let product = |number| sign(plan, number, one) * sign(plan, number, other);
                    assert_eq!(sum(&product), 0, "{plan:?}: {one} and {other}");
                }
            }
        }
    }

    #[test]
    fn every_factor_is_on_one_side() {
        let plan = Plan { factors: 3 };
        let sides: Vec<[Vec<usize>; 2]> = (0..plan.matches()).map(|number| plan.sides(number)).collect();
        let expected =
            [[vec![0, 1, 2], vec![]], [vec![1], vec![0, 2]], [vec![0], vec![1, 2]], [vec![2], vec![0, 1]]];
        assert_eq!(sides, expected);
    }

    #[test]
    fn effects_that_add_up_are_recovered() {
        let mut dice = ChaCha8Rng::seed_from_u64(1);
        for factors in 1..32 {
            let effects: Vec<f64> = (0..factors).map(|_| dice.random_range(-30.0..30.0)).collect();
            let strength = |side: &[usize]| side.iter().map(|&factor| effects[factor]).sum();
            assert_near(&found(Plan { factors }, strength), &effects);
        }
    }

    #[test]
    fn interactions_of_two_are_shared_between_them() {
        let effects = [5.0, -3.0, 0.0, 11.0, 2.0, 0.0, -8.0];
        let strength = |side: &[usize]| {
            let alone: f64 = side.iter().map(|&factor| effects[factor]).sum();
            alone + if side.contains(&0) && side.contains(&3) { 10.0 } else { 0.0 }
        };
        let expected = [10.0, -3.0, 0.0, 16.0, 2.0, 0.0, -8.0];
        assert_near(&found(Plan { factors: 7 }, strength), &expected);
    }

    #[test]
    fn interactions_of_three_are_confounded_with_a_fourth() {
        let together =
            |side: &[usize]| if [0, 1, 3].iter().all(|factor| side.contains(factor)) { 8.0 } else { 0.0 };
        assert_near(&found(Plan { factors: 7 }, together), &[2.0, 2.0, 0.0, 2.0, 0.0, 0.0, 2.0]);
    }

    #[test]
    fn every_game_measures_every_factor() {
        let gains = [Estimate { value: 0.0, error: 40.0 }; 16];
        let effects = Plan { factors: 15 }.effects(&gains);
        assert!(effects.iter().all(|effect| (effect.error - 10.0).abs() < 1e-9), "{effects:?}");
    }
}
