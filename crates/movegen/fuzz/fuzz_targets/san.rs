//! Any text as a SAN move in one of a few positions.

#![no_main]

#[path = "../checks.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::san(text));
