//! Behaviour of the program when its output cannot be written.

/// A device on which every write fails.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error_and_no_panic() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let mut magics = std::process::Command::new(env!("CARGO_BIN_EXE_magics"));
    let output = magics.stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(
        err.starts_with("error: standard output cannot be written: ") && err.lines().count() == 1,
        "{err}"
    );
}
