//! Nothing lives here: the benches are in `benches/`, one file for each room of the engine, and
//! `cargo bench -p benches --bench tt` runs one of them.
