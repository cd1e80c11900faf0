//! The console as a person sees it, on a pseudo terminal that `script` of util-linux provides.

use std::io::{Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::thread;
use std::time::Duration;

/// The output of the engine on a terminal for keys that are pressed with pauses.
fn type_at_terminal(keys: &[(&str, Duration)]) -> String {
    let mut command = Command::new("script");
    command.args(["-qec", env!("CARGO_BIN_EXE_coppice"), "/dev/null"]).env("TERM", "xterm");
    let script = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut script = script.expect("the command `script` of util-linux starts");
    let mut input: ChildStdin = script.stdin.take().expect("stdin is a pipe");
    let mut output = script.stdout.take().expect("stdout is a pipe");
    let reader = thread::spawn(move || {
        let mut bytes = Vec::new();
        output.read_to_end(&mut bytes).expect("the terminal can be read");
        String::from_utf8_lossy(&bytes).into_owned()
    });
    for (text, pause) in keys {
        thread::sleep(*pause);
        input.write_all(text.as_bytes()).and_then(|()| input.flush()).expect("the terminal takes keys");
    }
    let text = reader.join().expect("the reader does not panic");
    assert!(script.wait().expect("the program ends").success(), "{text}");
    text
}

const SHORT: Duration = Duration::from_secs(1);

#[test]
fn the_arrow_key_brings_the_last_line_back() {
    let keys = [("version\r", SHORT), ("\x1b[A\r", SHORT), ("quit\r", SHORT)];
    let text = type_at_terminal(&keys);
    assert_eq!(text.matches(" build for ").count(), 2, "{text}");
    assert!(!text.contains("error"), "{text}");
}

#[test]
fn a_long_search_shows_one_status_line_and_ctrl_c_ends_it() {
    let long = Duration::from_secs(6);
    let keys = [("go infinite\r", SHORT), ("\x03", long), ("quit\r", SHORT)];
    let text = type_at_terminal(&keys);
    assert!(text.contains("bestmove "), "{text}");
    // Output after a status begins by erasing it. Only a line that is typed leaves the status above it.
    let states = text.matches("searching depth ").count();
    let erased = text.matches("\x1b[1A\x1b[2K").count();
    assert!(states > 0 && (states - 1..=states).contains(&erased), "{erased} of {states}: {text}");
}
