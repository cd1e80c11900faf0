//! The units in which a table is measured.

use std::fmt;

use crate::cluster::Cluster;

/// A size in units of 2²⁰ bytes, as the UCI option `Hash` gives it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Mebibytes(pub usize);

impl Mebibytes {
    const BYTES_LOG2: u32 = 20;
    const CLUSTERS: usize = (1 << Self::BYTES_LOG2) / size_of::<Cluster>();

    /// The number of clusters of that size; `None` beyond the address space.
    pub(crate) const fn clusters(self) -> Option<usize> {
        self.0.checked_mul(Self::CLUSTERS)
    }

    /// The size of that many clusters.
    pub(crate) const fn of_clusters(clusters: usize) -> Mebibytes {
        Mebibytes(clusters / Self::CLUSTERS)
    }
}

impl fmt::Display for Mebibytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MiB", self.0)
    }
}

/// A share in thousandths, 0 to 1000, as UCI's `hashfull` has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Permill(pub u16);

impl fmt::Display for Permill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
