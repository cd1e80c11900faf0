//! The tool's output, tested against known values.

mod counts;
mod program;
mod verdicts;
