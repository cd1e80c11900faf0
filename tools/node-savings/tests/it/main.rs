//! What the tool says, held against what is known otherwise.

mod counts;
mod program;
mod verdicts;
