//! Any text as a FEN and as an EPD line.

#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::fen(text));
