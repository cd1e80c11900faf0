//! The records are those of the search, and nothing gets lost on the way to the page.

mod lessons;
mod lists;
mod logs;
mod program;
mod searches;
mod support;
mod thinning;
