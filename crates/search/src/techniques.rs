//! Techniques of the search that can be switched off.
//!
//! Plain alpha-beta returns exactly what minimax returns. Most techniques that make it strong do not: null moves,
//! reductions and other pruning assume that a shallow search is enough. To test the playing search against the
//! textbook, every technique can be switched off. The techniques in use are a plain value. Conditions test
//! its bits last, so most tests are never made.

/// Declares the techniques once, and the list of all of them.
macro_rules! techniques {
    ($($(#[$about:meta])* $name:ident,)*) => {
        /// A technique that can be switched off.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        #[repr(u32)]
        pub enum Technique {
            $($(#[$about])* $name,)*
        }

        impl Technique {
            /// All techniques, in the order in which they are declared.
            pub const ALL: &[Technique] = &[$(Technique::$name),*];
        }
    };
}

techniques! {
    // Sound: the value at the root stays what it is.
    /// Looking up positions that were searched before, at exactly the same depth. An exception: whether a position is
    /// drawn by repetition depends on the line that leads to it, and its entry may come from another line (graph-history
    /// interaction).
    Table,
    /// Zero windows for all moves but the first (principal variation search).
    ZeroWindows,
    /// A narrow window at the root, around the last score.
    AspirationWindows,
    /// No line is searched that is longer than a mate already found.
    MateDistance,

    // Unsound: they can change the value at the root.
    /// Table entries of a deeper search cut, too.
    DeeperEntries,
    /// If the side to move can repeat a position, the node is worth at least a draw.
    UpcomingRepetition,
    /// The errors of the evaluation that searches found are added to it.
    CorrectionHistory,
    /// A node is cut if its evaluation is far above beta with little depth left.
    ReverseFutility,
    /// Only captures are searched if the evaluation is far below alpha, the further the more depth is left.
    Razoring,
    /// A node is cut if even a null move reaches beta.
    NullMove,
    /// A node is cut if a shallow search finds a capture far above beta.
    ProbCut,
    /// A score above beta is drawn towards beta.
    FailHighDamping,
    /// The evaluation is drawn towards zero as the half-move clock grows.
    FiftyMoveDamping,
    /// A PV node or a deep cut node without a table move is searched less deep.
    InternalIterativeReduction,
    /// After many moves the remaining quiet moves are skipped.
    LateMovePruning,
    /// Moves are skipped if the evaluation is far below alpha.
    Futility,
    /// Moves with a bad history are skipped.
    HistoryPruning,
    /// Moves that lose material by static exchange are skipped.
    ExchangePruning,
    /// Late moves are searched less deep first.
    LateMoveReductions,
    /// After a fail-high at the root the next, wider window is searched less deep.
    RootFailHighReduction,
    /// A table move that is much better than all others is searched deeper.
    SingularExtensions,
    /// Quiescence skips moves that lose material or cannot reach alpha.
    QuiescencePruning,
    /// Quiescence tries quiet checks at its first ply.
    QuiescenceChecks,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Techniques(u32);

impl Techniques {
    /// Bare alpha-beta with quiescence: the value of minimax.
    pub const NONE: Techniques = Techniques(0);
    /// The techniques that cannot change the value at the root.
    pub const SOUND: Techniques = Techniques::NONE
        .with(Technique::Table)
        .with(Technique::ZeroWindows)
        .with(Technique::AspirationWindows)
        .with(Technique::MateDistance);
    /// All techniques: the search that plays.
    pub const ALL: Techniques = Techniques(u32::MAX >> (u32::BITS - Technique::ALL.len() as u32));

    /// This set with one more technique.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Techniques {
        Techniques(self.0 | 1 << technique as u32)
    }

    /// Returns true if a technique is in the set.
    pub const fn has(self, technique: Technique) -> bool {
        self.0 & 1 << technique as u32 != 0
    }

    /// Returns true if another set has all techniques of this one.
    pub const fn is_subset(self, of: Techniques) -> bool {
        self.0 & !of.0 == 0
    }

    /// Sets from [`NONE`](Techniques::NONE) to [`ALL`](Techniques::ALL). Each has one more technique than the one before,
    /// in the order of [`Technique::ALL`], and comes with that technique.
    pub fn ladder() -> impl Iterator<Item = (Option<Technique>, Techniques)> {
        let mut set = Techniques::NONE;
        let steps = Technique::ALL.iter().map(move |&technique| {
            set = set.with(technique);
            (Some(technique), set)
        });
        std::iter::once((None, Techniques::NONE)).chain(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_step_of_the_ladder_adds_one_technique_and_the_last_has_all() {
        let steps: Vec<_> = Techniques::ladder().collect();
        assert_eq!(steps[0], (None, Techniques::NONE));
        assert_eq!(steps.len(), 1 + Technique::ALL.len());
        for pair in steps.windows(2) {
            let (new, set) = pair[1];
            let new = new.expect("only the first step has none");
            assert!(!pair[0].1.has(new) && set == pair[0].1.with(new), "{new:?}");
        }
        assert_eq!(steps[Technique::ALL.len()].1, Techniques::ALL);
        assert!(Technique::ALL.iter().all(|&technique| Techniques::ALL.has(technique)));
    }
}
