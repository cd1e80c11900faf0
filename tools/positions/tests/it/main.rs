//! The packed files held against the rules and the text they came from.

mod binaries;
mod files;
mod filters;
mod games;
mod records;
mod texts;
