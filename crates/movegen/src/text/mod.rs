//! Positions and moves as text.
//!
//! Reading has two phases: syntax first, rules second. Each has typed errors that carry the offending text
//! and say what was expected. Nothing is guessed and nothing is repaired.

pub mod fen;

pub use fen::FenError;
