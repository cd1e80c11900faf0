//! The ways of walking the tree of a position.
//!
//! All give the same counts. Three differ in what they do at the last ply, as in [`movegen::perft`]; three
//! look at every position on the way ([`checks`]) and cost accordingly, so their default
//! cap on leaves is lower.

use clap::ValueEnum;
use movegen::{Position, perft};

use crate::checks::{self, Defect, Keys, Legality, Staged};

/// A way to walk the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum Mode {
    /// The last ply is counted, not listed.
    Bulk,
    /// The last ply is written to a list.
    List,
    /// Every leaf is made.
    Make,
    /// Every position, keys and all, is compared with itself rebuilt from its pieces.
    Keys,
    /// Every generated move is put to `is_legal`, and near the root all 65,536 encodings.
    Legality,
    /// Captures and quiet moves, generated apart, are compared with all moves.
    Staged,
}

impl Mode {
    /// Depths with more leaves than this are skipped unless the command line says otherwise.
    pub(crate) fn default_max_leaves(self) -> u64 {
        match self {
            Mode::Bulk => 200_000_000,
            Mode::List => 10_000_000,
            Mode::Make => 1_000_000,
            Mode::Keys | Mode::Legality | Mode::Staged => 100_000,
        }
    }

    /// The leaves at a depth of at least 1, or what was wrong on the way there.
    pub(crate) fn leaves(self, position: &Position, depth: u32) -> Result<u64, Defect> {
        match self {
            Mode::Bulk => Ok(perft::bulk(position, depth)),
            Mode::List => Ok(perft::list(position, depth)),
            Mode::Make => Ok(perft::make(position, depth)),
            Mode::Keys => checks::walk::<Keys>(position, depth),
            Mode::Legality => checks::walk::<Legality>(position, depth),
            Mode::Staged => checks::walk::<Staged>(position, depth),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_counts_the_same() {
        let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
        for mode in Mode::value_variants() {
            let leaves = |fen: &str| mode.leaves(&fen.parse().unwrap(), 3);
            assert_eq!(leaves(fen), Ok(97_862), "{mode:?}");
            assert_eq!(leaves("2r1kr2/8/8/8/8/8/8/1R2K1R1 w GBfc - 0 1"), Ok(11_459), "{mode:?}");
        }
    }
}
