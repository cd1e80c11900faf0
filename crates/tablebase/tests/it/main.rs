//! Tablebases from files, held against the other library and played with.
//!
//! The environment variable `COPPICE_SYZYGY` names a directory with the 3- and 4-man tables. Tests that need
//! it say so and pass where it is not set. They take 40 s; with `COPPICE_SAMPLES=10` they take a tenth of the samples.

mod answers;
mod broken;
mod keeping;
mod knowledge;
mod playing;
mod support;
