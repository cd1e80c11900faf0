//! Input and output that `perft-ratio` cannot work with.

use std::process::Command;

fn perft_ratio() -> Command {
    Command::new(env!("CARGO_BIN_EXE_perft-ratio"))
}

#[test]
fn no_rounds_are_refused() {
    let output = perft_ratio().args(["--rounds", "0"]).output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(2), &b""[..]));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.starts_with("error: invalid value '0' for '--rounds <ROUNDS>'"), "{err}");
}

/// A device on which every write fails.
#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_an_error_and_no_panic() {
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    let shortest = ["--rounds", "1", "--only-cozy", "--modes", "bulk"];
    let output = perft_ratio().args(shortest).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(err.starts_with("Error: standard output cannot be written"), "{err}");
}
