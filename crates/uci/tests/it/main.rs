//! Tests of the built engine, as a GUI, a person or a script uses it.

#[path = "engine.rs"]
mod common;
mod faults;
mod fuzz;
mod report;
mod sessions;
mod states;
mod syzygy;
#[cfg(all(target_os = "linux", feature = "line-editor"))]
mod terminal;
