//! Proof and disproof numbers: how much is missing for a proof that the attacker mates, or that it does not.

/// The proof and disproof numbers of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct ProofNumbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
}

/// Infinity: more than any sum of numbers.
pub(super) const INFINITE: u32 = 1 << 28;

impl ProofNumbers {
    /// The attacker mates in time.
    pub(super) const PROVEN: ProofNumbers = ProofNumbers { proof: 0, disproof: INFINITE };
    /// The attacker does not mate in time.
    pub(super) const DISPROVEN: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: 0 };
    /// Limits that only a solved node passes.
    pub(super) const UNLIMITED: ProofNumbers = ProofNumbers { proof: INFINITE, disproof: INFINITE };

    pub(super) fn is_proven(self) -> bool {
        self.proof == 0
    }

    pub(super) fn is_disproven(self) -> bool {
        self.disproof == 0
    }

    /// Returns true if both are proven or both disproven.
    pub(super) fn is_solved_like(self, other: ProofNumbers) -> bool {
        self.is_proven() && other.is_proven() || self.is_disproven() && other.is_disproven()
    }

    fn is_solved(self) -> bool {
        self.is_proven() || self.is_disproven()
    }

    /// Returns true if the node is solved or one of its numbers has reached its limit.
    pub(super) fn passes(self, limits: ProofNumbers) -> bool {
        self.is_solved() || self.proof >= limits.proof || self.disproof >= limits.disproof
    }
}
