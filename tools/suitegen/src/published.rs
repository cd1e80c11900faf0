//! Positions and counts that others have published, as EPD text compiled into the tool.
//!
//! A comment line that begins with `Group:` opens a group; other comments are the list's own and stay in it.

use std::fmt;

use crate::epd::{Line, LineError};
use crate::suite::{Candidate, Group, Nodes};

/// A published list that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ListError {
    /// A line is malformed.
    Line(usize, LineError),
    /// A position comes before the first group.
    Ungrouped(usize),
}

impl fmt::Display for ListError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number, error) => write!(f, "line {number}: {error}"),
            Self::Ungrouped(number) => write!(f, "line {number}: a position before the first \"# Group:\""),
        }
    }
}

impl std::error::Error for ListError {}

/// Reads a list; its candidates get this ceiling.
pub fn read(list: &str, ceiling: Nodes) -> Result<Vec<Group>, ListError> {
    let mut groups: Vec<Group> = Vec::new();
    for (number, line) in (1..).zip(list.lines()) {
        match Line::parse(line).map_err(|error| ListError::Line(number, error))? {
            Line::Blank => {}
            Line::Comment(text) => groups.extend(text.strip_prefix("Group:").map(open)),
            Line::Position { fen, counts } => {
                let group = groups.last_mut().ok_or(ListError::Ungrouped(number))?;
                group.members.push(Candidate { fen, published: counts, ceiling });
            }
        }
    }
    Ok(groups)
}

fn open(title: &str) -> Group {
    Group { title: title.trim().to_owned(), members: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::suite::Depth;

    const LINE: &str = "8/8/8/8/8/k7/8/K7 w - - 0 1 ;D2 7";

    #[test]
    fn groups_collect_their_positions() {
        let groups = read(&format!("# a remark\n# Group: kings\n\n{LINE}\n"), Nodes(9)).unwrap();
        assert_eq!(groups.len(), 1);
        assert_eq!(groups[0].title, "kings");
        assert_eq!(groups[0].members[0].published, [(Depth(2), Nodes(7))]);
        assert_eq!(groups[0].members[0].ceiling, Nodes(9));
    }

    #[test]
    fn errors_name_the_line() {
        assert_eq!(read(LINE, Nodes(1)), Err(ListError::Ungrouped(1)));
        assert!(matches!(read("# Group: x\n8/8 w", Nodes(1)), Err(ListError::Line(2, _))));
    }
}
