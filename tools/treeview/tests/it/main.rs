//! The records agree with the search, and the page holds all of them.

mod course;
mod lists;
mod logs;
mod program;
mod searches;
mod support;
mod thinning;
