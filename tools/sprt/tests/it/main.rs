//! The whole tool.
#![cfg(unix)]

mod designs;
mod matches;
mod repository;
mod speed;
mod support;
mod test_match;
