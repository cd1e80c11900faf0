//! Features of the search that can be switched off.
//!
//! Alpha-beta returns exactly what minimax returns. Most of what makes it strong does not: null moves, reductions and
//! other pruning bet that a shallow search is enough. To test the playing search against the textbook, every feature
//! can be switched off. The features in use are a plain value; `docs/speed.md` says what testing its bits costs. Conditions
//! test them last, so most tests are never made.

/// Declares the features once, and the list of all of them.
macro_rules! features {
    ($($(#[$about:meta])* $name:ident,)*) => {
        /// A feature that can be switched off.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u32)]
        pub enum Feature {
            $($(#[$about])* $name,)*
        }

        impl Feature {
            /// All of them, in the order in which they are declared.
            pub const ALL: &[Feature] = &[$(Feature::$name),*];
        }
    };
}

features! {
    // Sound: the value at the root stays what it is.
    /// Looking up positions that were searched before, at exactly the same depth.
    Table,
    /// Zero windows for all moves but the first (principal variation search).
    ZeroWindows,
    /// A narrow window at the root, around the last score.
    AspirationWindows,
    /// No line is searched that is longer than a mate already found.
    MateDistance,

    // Bets.
    /// Table entries of a deeper search cut, too.
    DeeperEntries,
    /// A repetition that the side to move can bring about counts as if it were there.
    UpcomingRepetition,
    /// The errors of the evaluation that searches found are added to it.
    CorrectionHistory,
    /// Far above beta with little depth left: cut.
    ReverseFutility,
    /// Far below alpha with little depth left: only captures are searched.
    Razoring,
    /// If passing still holds beta, some move will.
    NullMove,
    /// If a capture is far above beta by a shallow search, it will not fall below it by a deep one.
    ProbCut,
    /// A score above beta is believed the less the further above it is.
    FailHighDamping,
    /// The longer nothing was captured or pushed, the more an evaluation is drawn to zero.
    FiftyMoveDamping,
    /// Without a table move a node is searched less deep, unless all its moves should fail.
    InternalIterativeReduction,
    /// After many moves the quiet ones that are left are skipped.
    LateMovePruning,
    /// Quiet moves are skipped if the evaluation is far below alpha.
    Futility,
    /// Moves with a bad history are skipped.
    HistoryPruning,
    /// Moves that lose material by static exchange are skipped.
    ExchangePruning,
    /// Late moves are searched less deep first.
    LateMoveReductions,
    /// After a score above the root's window the next, wider one is searched less deep.
    RootFailHighReduction,
    /// A node corrects the reduction of the move that led to it, by its evaluation.
    Hindsight,
    /// A table move that is much better than all others is searched deeper.
    SingularExtensions,
    /// Quiescence skips captures that lose material or cannot reach alpha.
    QuiescencePruning,
}

/// A set of features.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Features(u32);

impl Features {
    /// Bare alpha-beta with quiescence: the value of minimax.
    pub const NONE: Features = Features(0);
    /// All that cannot change the value at the root.
    pub const SOUND: Features = Features::NONE
        .with(Feature::Table)
        .with(Feature::ZeroWindows)
        .with(Feature::AspirationWindows)
        .with(Feature::MateDistance);
    /// Everything: the search that plays.
    pub const ALL: Features = Features(u32::MAX >> (u32::BITS - Feature::ALL.len() as u32));

    /// This set and one feature more.
    #[must_use]
    pub const fn with(self, feature: Feature) -> Features {
        Features(self.0 | 1 << feature as u32)
    }

    /// Returns true if a feature is in the set.
    #[inline]
    pub const fn has(self, feature: Feature) -> bool {
        self.0 & 1 << feature as u32 != 0
    }

    /// Returns true if another set has all features of this one.
    pub const fn is_subset(self, of: Features) -> bool {
        self.0 & !of.0 == 0
    }

    /// All sets between [`NONE`](Features::NONE), which comes first, and [`ALL`](Features::ALL): each has one feature
    /// more than the one before, in the order of [`Feature::ALL`], and comes with that feature.
    pub fn ladder() -> impl Iterator<Item = (Option<Feature>, Features)> {
        let mut set = Features::NONE;
        let steps = Feature::ALL.iter().map(move |&feature| {
            set = set.with(feature);
            (Some(feature), set)
        });
        std::iter::once((None, Features::NONE)).chain(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_of_the_ladder_adds_one_feature_and_the_last_has_all() {
        let steps: Vec<_> = Features::ladder().collect();
        assert_eq!(steps[0], (None, Features::NONE));
        assert_eq!(steps.len(), 1 + Feature::ALL.len());
        for pair in steps.windows(2) {
            let (new, set) = pair[1];
            let new = new.expect("only the first step has none");
            assert!(!pair[0].1.has(new) && set == pair[0].1.with(new), "{new:?}");
        }
        assert_eq!(steps[Feature::ALL.len()].1, Features::ALL);
        assert!(Feature::ALL.iter().all(|&feature| Features::ALL.has(feature)));
    }

    #[test]
    fn subsets_are_told_from_supersets() {
        assert!(Features::NONE.is_subset(Features::SOUND) && Features::SOUND.is_subset(Features::ALL));
        assert!(!Features::ALL.is_subset(Features::SOUND));
        assert!(!Features::NONE.with(Feature::NullMove).is_subset(Features::SOUND));
    }
}
