//! Each signal to end sets the flag, but under `nohup` SIGHUP does nothing.
//!
//! The process that gets the signals is this test program, started again to run the one test that is otherwise ignored.

#![cfg(unix)]

use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::Duration;

use toolkit::is_hangup_ignored;

/// The first line of the listener, once it listens.
fn listening(is_hangup_ignored: bool) -> String {
    format!("listening, SIGHUP ignored: {is_hangup_ignored}\n")
}

#[test]
#[ignore = "only run by the other test, which sends it signals"]
fn listener() {
    let stop = toolkit::listen().expect("signals can be listened to");
    print!("\n{}", listening(is_hangup_ignored()));
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
    println!("heard");
}

#[test]
fn every_signal_to_end_sets_the_flag_and_an_ignored_hangup_stays_ignored() {
    // A test may itself run under `nohup`, which its children inherit.
    let inherited = is_hangup_ignored();
    for (before, signals, hangup_ignored) in [
        (":", &["INT"][..], inherited),
        (":", &["TERM"], inherited),
        (":", if inherited { &["HUP", "INT"] } else { &["HUP"] }, inherited),
        ("trap '' HUP", &["HUP", "TERM"], true),
    ] {
        let mut listener = Command::new("sh")
            .arg("-c")
            .arg(format!("{before}; exec \"$0\" --exact listener --ignored --nocapture"))
            .arg(std::env::current_exe().expect("this program is a file"))
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let mut output = BufReader::new(listener.stdout.take().expect("it is a pipe"));
        let mut line = String::new();
        while !line.starts_with("listening") {
            line.clear();
            assert!(output.read_line(&mut line).expect("it writes text") > 0, "it ends without listening");
        }
        assert_eq!(line, listening(hangup_ignored));
        let id = listener.id().to_string();
        for signal in signals {
            let status = Command::new("kill").args(["-s", signal, &id]).status();
            assert!(status.expect("there is a kill").success());
        }
        let mut rest = String::new();
        output.read_to_string(&mut rest).expect("it writes text");
        assert!(
            listener.wait().expect("it ends").success() && rest.starts_with("heard"),
            "{signals:?}: {rest}"
        );
    }
}
