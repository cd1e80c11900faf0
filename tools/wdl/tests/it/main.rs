//! The tool on games whose outcome is known.

mod files;
mod fitting;
mod program;
