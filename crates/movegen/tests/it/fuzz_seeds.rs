//! The inputs that fuzzing found worth keeping, checked without a fuzzer.

#[path = "../../fuzz/checks.rs"]
pub(crate) mod checks;

use std::fs;
use std::path::Path;

/// Checks all seeds of a target.
fn replay(target: &str, check: impl Fn(&str)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/seeds").join(target);
    let mut count = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        check(&fs::read_to_string(&path).unwrap());
        count += 1;
    }
    assert!(count > 10, "{count} seeds in {}", folder.display());
}

#[test]
fn positions() {
    replay("fen", checks::fen);
}

#[test]
fn san_moves() {
    replay("san", checks::san);
}

#[test]
fn uci_moves() {
    replay("uci", checks::uci);
}
