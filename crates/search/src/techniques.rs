//! Which ideas a search uses, as a type.
//!
//! Alpha-beta returns exactly what minimax returns. Most of what makes it strong does not: null moves,
//! reductions and their kin bet that a shallow look tells enough. To hold the playing search against the
//! textbook, every bet can be switched off at compile time: a search is generic over [`Techniques`], and what
//! is not in use is not in the machine code either.

/// Declares the techniques once, and what is made of the list.
macro_rules! techniques {
    ($($(#[$about:meta])* $name:ident,)*) => {
        /// An idea that can be switched off.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u32)]
        pub enum Technique {
            $($(#[$about])* $name,)*
        }

        impl Technique {
            /// All of them, in the order in which they are declared.
            pub const ALL: &[Technique] = &[$(Technique::$name),*];
        }

        /// Climbs from [`Bare`] to a search with all techniques, which is [`Playing`], by one at a time in the order
        /// of [`Technique::ALL`].
        pub fn climb(climber: &mut impl Climber) {
            climber.step::<Bare>(None);
            $(climber.step::<UpTo<{ Technique::$name as u32 }>>(Some(Technique::$name));)*
        }
    };
}

techniques! {
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
    /// What searches found out about the evaluation's mistakes is added to it.
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
    /// What a node sees may say that the reduction of the move before it was wrong.
    Hindsight,
    /// A table move that is much better than all others is searched deeper.
    SingularExtensions,
    /// Quiescence skips captures that lose material or cannot reach alpha.
    QuiescencePruning,
}

/// Sees one search after the other, each with one technique more than the last.
pub trait Climber {
    /// A search with a set of techniques, and the one that is new in it.
    fn step<T: Techniques>(&mut self, new: Option<Technique>);
}

/// A set of techniques.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Set(u32);

impl Set {
    /// Bare alpha-beta with quiescence.
    pub const NONE: Set = Set(0);
    /// All that cannot change the value at the root.
    pub const SOUND: Set = Set::NONE
        .with(Technique::Table)
        .with(Technique::ZeroWindows)
        .with(Technique::AspirationWindows)
        .with(Technique::MateDistance);
    /// Everything.
    pub const ALL: Set = Set(u32::MAX);

    /// This set and one technique more.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Set {
        Set(self.0 | 1 << technique as u32)
    }

    /// Whether a technique is in the set.
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & 1 << technique as u32 != 0
    }

    /// Whether another set has all that this one has.
    pub const fn is_subset(self, of: Set) -> bool {
        self.0 & !of.0 == 0
    }
}

/// Says at compile time which techniques a search uses.
pub trait Techniques {
    /// The techniques.
    const IN_USE: Set;
}

/// The search that plays.
#[derive(Clone, Copy, Debug)]
pub struct Playing;

/// Bare alpha-beta with quiescence: the value of minimax.
#[derive(Clone, Copy, Debug)]
pub struct Bare;

/// Alpha-beta with everything that keeps the value of minimax.
#[derive(Clone, Copy, Debug)]
pub struct Sound;

/// The techniques of [`Technique::ALL`] up to the one with this number.
#[derive(Clone, Copy, Debug)]
pub struct UpTo<const LAST: u32>;

impl<const LAST: u32> Techniques for UpTo<LAST> {
    const IN_USE: Set = Set(u32::MAX >> (u32::BITS - 1 - LAST));
}

impl Techniques for Playing {
    const IN_USE: Set = Set::ALL;
}

impl Techniques for Bare {
    const IN_USE: Set = Set::NONE;
}

impl Techniques for Sound {
    const IN_USE: Set = Set::SOUND;
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Notes the sets.
    #[derive(Default)]
    struct Steps(Vec<(Set, Option<Technique>)>);

    impl Climber for Steps {
        fn step<T: Techniques>(&mut self, new: Option<Technique>) {
            self.0.push((T::IN_USE, new));
        }
    }

    #[test]
    fn every_step_adds_one_technique_and_the_last_has_all() {
        let mut steps = Steps::default();
        climb(&mut steps);
        let (mut expected, mut techniques) = (Set::NONE, Technique::ALL.iter());
        for (index, (set, new)) in steps.0.iter().enumerate() {
            if index > 0 {
                assert_eq!(*new, techniques.next().copied());
            }
            expected = new.map_or(expected, |new| expected.with(new));
            assert_eq!(*set, expected);
        }
        assert!(Technique::ALL.iter().all(|&technique| expected.has(technique)));
        assert_eq!(techniques.next(), None);
    }

    #[test]
    fn sets_know_their_parts() {
        assert!(Set::NONE.is_subset(Set::SOUND) && Set::SOUND.is_subset(Set::ALL));
        assert!(!Set::ALL.is_subset(Set::SOUND));
        assert!(!Set::NONE.with(Technique::NullMove).is_subset(Set::SOUND));
    }
}
