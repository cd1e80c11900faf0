//! The whole tool.
#![cfg(unix)]

mod matches;
mod speed;
mod support;
