//! What is to be counted: suites of groups of candidates.
//!
//! A [`Candidate`] is a position that some source proposes, still without the tool's own counts.

/// How many plies a count looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(pub u8);

/// How many leaves: move sequences of a given length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Nodes(pub u64);

/// A position to be counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// Six fields, spelt as the suite will show it.
    pub fen: String,
    /// What others published for it; the tool's counts must be the same.
    pub published: Vec<(Depth, Nodes)>,
    /// About how many nodes its deepest count may have.
    pub ceiling: Nodes,
}

impl Candidate {
    /// Deepest count of an ordinary position: a run over a thousand of them still takes seconds.
    pub const CEILING: Nodes = Nodes(3_000_000);

    /// A position nobody has published counts for.
    pub fn new(fen: String) -> Self {
        Self { fen, published: Vec::new(), ceiling: Self::CEILING }
    }
}

/// Candidates under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// What these positions have in common; becomes a comment line.
    pub title: String,
    /// In file order.
    pub members: Vec<Candidate>,
}

impl Group {
    /// A group of unpublished positions.
    pub fn of(title: &str, fens: impl IntoIterator<Item = String>) -> Self {
        Self { title: title.to_owned(), members: fens.into_iter().map(Candidate::new).collect() }
    }
}

/// One file of `perft-suites/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suite {
    /// Its name, with extension.
    pub file: &'static str,
    /// Where its positions come from; how they were counted is the same for all and is added on output.
    pub source: &'static str,
    /// In file order.
    pub groups: Vec<Group>,
}

impl Suite {
    /// Every candidate, in file order.
    pub fn candidates(&self) -> impl Iterator<Item = &Candidate> {
        self.groups.iter().flat_map(|group| &group.members)
    }
}
