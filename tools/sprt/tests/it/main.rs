//! The whole tool.
#![cfg(unix)]

mod designs;
mod desk;
mod matches;
mod repository;
mod speed;
mod support;
