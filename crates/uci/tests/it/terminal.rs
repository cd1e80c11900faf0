//! The console as a person sees it, on a pseudo terminal that `script` of util-linux provides.

use std::io::{BufReader, Read, Write};
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::thread;

use crate::common::PATIENCE;

/// The output of the engine on a terminal. Each pair is a text to wait for and the keys to press then; only output after the
/// last text that was waited for counts.
fn type_at_terminal(keys: &[(&str, &str)]) -> String {
    let mut command = Command::new("script");
    command.args(["-qec", env!("CARGO_BIN_EXE_coppice"), "/dev/null"]).env("TERM", "xterm");
    let script = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let mut script = script.expect("the command `script` of util-linux starts");
    let mut input = script.stdin.take().expect("stdin is a pipe");
    let output = BufReader::new(script.stdout.take().expect("stdout is a pipe"));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || output.bytes().map_while(Result::ok).try_for_each(|byte| sender.send(byte)));

    let mut bytes = Vec::new();
    let mut read_to = 0;
    for (wanted, pressed) in keys {
        while !String::from_utf8_lossy(&bytes[read_to..]).contains(wanted) {
            let byte = receiver.recv_timeout(PATIENCE);
            bytes.push(byte.unwrap_or_else(|_| panic!("no {wanted:?}: {}", String::from_utf8_lossy(&bytes))));
        }
        read_to = bytes.len();
        input.write_all(pressed.as_bytes()).and_then(|()| input.flush()).expect("the terminal takes keys");
    }
    bytes.extend(receiver);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    assert!(script.wait().expect("the program ends").success(), "{text}");
    text
}

#[test]
fn the_arrow_key_brings_the_last_line_back() {
    let keys = [("> ", "version\r"), (" build for ", "\x1b[A\r"), (" build for ", "quit\r")];
    let text = type_at_terminal(&keys);
    assert_eq!(text.matches(" build for ").count(), 2, "{text}");
    assert!(!text.contains("error"), "{text}");
}

#[test]
fn a_long_search_shows_one_status_line_and_ctrl_c_ends_it() {
    // The second status replaces the first.
    let status = "searching depth ";
    let keys = [("> ", "go infinite\r"), (status, ""), (status, "\x03"), ("bestmove ", "quit\r")];
    let text = type_at_terminal(&keys);
    assert!(text.contains("bestmove "), "{text}");
    // Output after a status begins by erasing it. Only a line that is typed leaves the status above it.
    let states = text.matches("searching depth ").count();
    let erased = text.matches("\x1b[1A\x1b[2K").count();
    assert!(states > 0 && (states - 1..=states).contains(&erased), "{erased} of {states}: {text}");
}

/// A terminal may send pasted lines like typed ones, or put marks around them and wait for the key Enter.
#[test]
fn pasted_lines_are_carried_out_one_by_one() {
    for (begin, end) in [("", ""), ("\x1b[200~", "\x1b[201~\r")] {
        for line_end in ["\r", "\n"] {
            let lines = ["position startpos moves e2e4", "go depth 2", "go depth 1", ""].join(line_end);
            let keys = [("> ", &*format!("{begin}{lines}{end}")), ("bestmove ", ""), ("bestmove ", "quit\r")];
            let text = type_at_terminal(&keys);
            assert!(text.contains(" 1... ") && !text.contains("error"), "{text}");
        }
    }
}
