//! Counting a candidate up to its ceiling, with two witnesses or more agreeing at every depth.
//!
//! The faster library decides how deep to go: it counts on while the next depth can be expected to stay under
//! the candidate's ceiling. The other library then counts the same depths, and published counts join as a
//! third witness. Of a position that `cozy-chess` refuses, it still counts what follows each legal move;
//! depth 1 must then have been published.

use std::fmt;

use cozy_chess::Board;
use shakmaty::Chess;

use crate::libraries::{self, Standing};
use crate::suite::{Candidate, Depth, Nodes};

/// No position is counted deeper than this, however few moves it has.
const DEEPEST: Depth = Depth(8);

/// A candidate with its agreed counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The candidate's FEN.
    pub fen: String,
    /// Leaves at depths 1, 2, ...
    pub counts: Vec<Nodes>,
    /// What a reader must know about how this one was counted.
    pub remark: Option<String>,
}

/// Why a candidate cannot be written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doubt {
    /// Two witnesses gave different numbers.
    Disagreement {
        /// The position.
        fen: String,
        /// Where they part.
        depth: Depth,
        /// Each witness with its number.
        said: Vec<(&'static str, Nodes)>,
    },
    /// Fewer than two witnesses could be heard.
    Unwitnessed {
        /// The position.
        fen: String,
        /// What the libraries object to.
        reason: String,
    },
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disagreement { fen, depth, said } => {
                write!(f, "{fen}: at depth {}", depth.0)?;
                said.iter().try_for_each(|(who, nodes)| write!(f, ", {who} counts {}", nodes.0))
            }
            Self::Unwitnessed { fen, reason } => write!(f, "{fen}: fewer than two witnesses ({reason})"),
        }
    }
}

impl std::error::Error for Doubt {}

/// Counts a candidate by all witnesses that will hear it.
pub fn count(candidate: &Candidate) -> Result<Counted, Doubt> {
    let witnesses = Witnesses::of(candidate);
    let statements = witnesses.deepen().ok_or_else(|| witnesses.too_few())?;
    for (depth, &statement) in depths().zip(&statements) {
        witnesses.confirm(depth, statement)?;
    }
    let counts = statements.into_iter().map(|(_, nodes)| nodes).collect();
    Ok(Counted { fen: candidate.fen.clone(), counts, remark: witnesses.remark() })
}

/// How deep a candidate with these counts is to be counted; if they do not reach that far, one depth more than they do.
pub fn deepest(candidate: &Candidate, counts: &[Nodes]) -> Depth {
    let before = |depth: Depth| counts.get(..usize::from(depth.0) - 1);
    let is_counted = |depth: &Depth| before(*depth).is_some_and(|before| goes_on(candidate, *depth, before));
    depths().take_while(is_counted).last().unwrap_or(Depth(0))
}

/// A witness's name, and its number.
type Statement = (&'static str, Nodes);

const COZY: &str = "cozy-chess";
const SHAKMATY: &str = "shakmaty";
const PUBLISHED: &str = "the published list";

/// All who can say something about a candidate.
struct Witnesses<'a> {
    candidate: &'a Candidate,
    shakmaty: Standing<Chess>,
    cozy: Standing<Board>,
}

impl<'a> Witnesses<'a> {
    fn of(candidate: &'a Candidate) -> Self {
        Self {
            candidate,
            shakmaty: libraries::shakmaty(&candidate.fen),
            cozy: libraries::cozy(&candidate.fen),
        }
    }

    fn by_shakmaty(&self, depth: Depth) -> Option<Statement> {
        let position = self.shakmaty.position()?;
        Some((SHAKMATY, libraries::count_shakmaty(position, depth)))
    }

    fn by_cozy(&self, depth: Depth) -> Option<Statement> {
        let nodes = match self.cozy.position() {
            Some(board) => Some(libraries::count_cozy(board, depth)),
            None => libraries::count_cozy_after_each_move(self.shakmaty.position()?, depth),
        };
        nodes.map(|nodes| (COZY, nodes))
    }

    fn by_publication(&self, depth: Depth) -> Option<Statement> {
        self.candidate.published.iter().find(|&&(d, _)| d == depth).map(|&(_, nodes)| (PUBLISHED, nodes))
    }

    /// The first witness's counts for depths 1, 2, ... up to where the ceiling is; `None` if there is no
    /// witness.
    fn deepen(&self) -> Option<Vec<Statement>> {
        let mut statements: Vec<Statement> = Vec::new();
        for depth in depths() {
            let counts: Vec<Nodes> = statements.iter().map(|&(_, nodes)| nodes).collect();
            if !goes_on(self.candidate, depth, &counts) {
                break;
            }
            statements.push(self.by_cozy(depth).or_else(|| self.by_shakmaty(depth))?);
        }
        Some(statements)
    }

    /// Asks everyone else. There must be someone, and they must agree.
    fn confirm(&self, depth: Depth, first: Statement) -> Result<(), Doubt> {
        let shakmaty = if first.0 == SHAKMATY { None } else { self.by_shakmaty(depth) };
        let others: Vec<Statement> = [shakmaty, self.by_publication(depth)].into_iter().flatten().collect();
        if others.iter().any(|other| other.1 != first.1) {
            let said = std::iter::once(first).chain(others).collect();
            return Err(Doubt::Disagreement { fen: self.candidate.fen.clone(), depth, said });
        }
        if others.is_empty() { Err(self.too_few()) } else { Ok(()) }
    }

    fn too_few(&self) -> Doubt {
        let reasons = [reason(&self.shakmaty), reason(&self.cozy)];
        let reason = reasons.into_iter().flatten().collect::<Vec<_>>().join("; ");
        Doubt::Unwitnessed { fen: self.candidate.fen.clone(), reason }
    }

    /// The comment line of a position that not every library takes as it is.
    fn remark(&self) -> Option<String> {
        let remarks: Vec<String> =
            [remark_on_shakmaty(&self.shakmaty), remark_on_cozy(&self.cozy)].into_iter().flatten().collect();
        if remarks.is_empty() { None } else { Some(format!("Next position: {}.", remarks.join("; "))) }
    }
}

/// Whether `depth` is still to be counted when the depths before it gave `counts`.
fn goes_on(candidate: &Candidate, depth: Depth, counts: &[Nodes]) -> bool {
    let confirms_more = |&(d, nodes): &(Depth, Nodes)| d >= depth && nodes <= candidate.ceiling;
    match counts.last() {
        None => true,
        Some(Nodes(0)) => false,
        Some(_) => candidate.published.iter().any(confirms_more) || expected(counts) <= candidate.ceiling,
    }
}

/// What the next depth may be expected to hold. The side to move there last moved two plies ago, and sides
/// can differ much in mobility, so the growth of two plies ago is the best guide.
fn expected(counts: &[Nodes]) -> Nodes {
    let (last, before) = match *counts {
        [.., before, after, last] => (last.0, (before.0, after.0)),
        [first, last] => (last.0, (1, first.0)),
        [only] => (only.0, (1, only.0)),
        [] => (1, (1, 1)),
    };
    Nodes((u128::from(last) * u128::from(before.1) / u128::from(before.0.max(1))) as u64)
}

fn depths() -> impl Iterator<Item = Depth> {
    (1..=DEEPEST.0).map(Depth)
}

fn reason<P>(standing: &Standing<P>) -> Option<&str> {
    match standing {
        Standing::Loads(_) => None,
        Standing::Overruled(_, reason) | Standing::Refuses(reason) => Some(reason),
    }
}

fn remark_on_shakmaty(standing: &Standing<Chess>) -> Option<String> {
    match standing {
        Standing::Loads(_) => None,
        Standing::Overruled(_, why) => Some(format!("shakmaty objects ({why}) but counts it when told to")),
        Standing::Refuses(why) => Some(format!("shakmaty refuses it ({why}); published counts stand in")),
    }
}

fn remark_on_cozy(standing: &Standing<Board>) -> Option<String> {
    let why = reason(standing)?.trim_end_matches('.');
    Some(format!("cozy-chess refuses it ({why}) but counts what follows each move, and D1 was published"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(fen: &str, published: &[(u8, u64)]) -> Candidate {
        let published = published.iter().map(|&(depth, nodes)| (Depth(depth), Nodes(nodes))).collect();
        Candidate { fen: fen.to_owned(), published, ceiling: Nodes(10_000) }
    }

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const ONLY_SHAKMATY: &str = "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1";

    #[test]
    fn counts_up_to_the_ceiling() {
        let counted = count(&candidate(START, &[])).unwrap();
        assert_eq!(counted.counts, [Nodes(20), Nodes(400), Nodes(8902)]);
        assert_eq!(counted.remark, None);
    }

    #[test]
    fn a_wrong_published_count_stops_everything() {
        let doubt = count(&candidate(START, &[(2, 401)])).unwrap_err();
        assert!(matches!(doubt, Doubt::Disagreement { depth: Depth(2), .. }), "{doubt}");
    }

    #[test]
    fn libraries_that_disagree_stop_everything() {
        let candidate = candidate(START, &[]);
        let witnesses = Witnesses::of(&candidate);
        assert_eq!(witnesses.confirm(Depth(2), (COZY, Nodes(400))), Ok(()));
        let doubt = witnesses.confirm(Depth(2), (COZY, Nodes(399))).unwrap_err();
        let text = format!("{START}: at depth 2, cozy-chess counts 399, shakmaty counts 400");
        assert_eq!(doubt.to_string(), text);
    }

    #[test]
    fn one_library_alone_needs_a_published_count() {
        assert!(matches!(count(&candidate(ONLY_SHAKMATY, &[])), Err(Doubt::Unwitnessed { .. })));
        assert!(matches!(count(&candidate(ONLY_SHAKMATY, &[(1, 7)])), Err(Doubt::Disagreement { .. })));
        let counted = count(&candidate(ONLY_SHAKMATY, &[(1, 6)])).unwrap();
        assert_eq!(counted.counts, [Nodes(6), Nodes(121), Nodes(711)]);
        assert!(counted.remark.unwrap().contains("cozy-chess refuses"));
    }

    #[test]
    fn what_nobody_loads_has_no_witness() {
        assert!(matches!(
            count(&candidate("8/8/8/8/8/8/8/8 w - - 0 1", &[(1, 0)])),
            Err(Doubt::Unwitnessed { .. })
        ));
    }

    #[test]
    fn the_finished_game_ends_at_depth_one() {
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert_eq!(count(&candidate(mated, &[])).unwrap().counts, [Nodes(0)]);
    }
}
