//! `sprt` as a program, with scripted runners and engines.
#![cfg(unix)]

mod designs;
mod matches;
mod repository;
mod speed;
mod support;
mod test_match;
