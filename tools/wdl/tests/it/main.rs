//! The tool on games with known outcomes.

mod files;
mod fitting;
mod program;
