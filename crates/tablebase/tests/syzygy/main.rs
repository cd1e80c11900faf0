//! Tablebases from files, held against the other library and played with.
//!
//! Most tests need the complete set of 3- and 4-piece tables, in the directory that `COPPICE_SYZYGY` names. They take 40 s;
//! with `COPPICE_SAMPLES=10` they take a tenth of the samples.

mod answers;
mod broken;
mod keeping;
mod knowledge;
mod playing;
mod support;
