//! Which ideas a search uses, as a type.
//!
//! Alpha-beta returns exactly what minimax returns. Most of what makes it strong does not: null moves,
//! reductions and their kin bet that a shallow look tells enough. To hold the playing search against the
//! textbook, every bet can be switched off at compile time: a search is generic over [`Techniques`], and what
//! is not in use is not in the machine code either.

/// An idea that can be switched off.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u32)]
pub enum Technique {
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
    /// Without a table move the node is searched less deep.
    InternalIterativeReduction,
    /// After many quiet moves the others are skipped.
    LateMovePruning,
    /// Quiet moves are skipped if the evaluation is far below alpha.
    Futility,
    /// Moves with a bad history are skipped.
    HistoryPruning,
    /// Moves that lose material by static exchange are skipped.
    ExchangePruning,
    /// Late moves are searched less deep first.
    LateMoveReductions,
    /// What a node sees may say that the reduction of the move before it was wrong.
    Hindsight,
    /// A table move that is much better than all others is searched deeper.
    SingularExtensions,
    /// Quiescence skips captures that lose material or cannot reach alpha.
    QuiescencePruning,
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

    /// This set without one technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Set {
        Set(self.0 & !(1 << technique as u32))
    }

    /// Whether a technique is in the set.
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & 1 << technique as u32 != 0
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

impl Techniques for Playing {
    const IN_USE: Set = Set::ALL;
}

impl Techniques for Bare {
    const IN_USE: Set = Set::NONE;
}

impl Techniques for Sound {
    const IN_USE: Set = Set::SOUND;
}
