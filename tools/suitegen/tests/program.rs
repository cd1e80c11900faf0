//! What the program says when it cannot work.

use std::process::Command;

#[test]
fn where_nothing_can_be_written_is_said_before_anything_is_counted() {
    let file = std::env::current_exe().unwrap();
    let below_a_file = file.join("suites");
    let mut suitegen = Command::new(env!("CARGO_BIN_EXE_suitegen"));
    let output = suitegen.arg("--out").arg(&below_a_file).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let err = String::from_utf8(output.stderr).unwrap();
    let name = below_a_file.display();
    assert!(
        err.starts_with(&format!("error: {name}: cannot be made: ")) && err.lines().count() == 1,
        "{err}"
    );
}
