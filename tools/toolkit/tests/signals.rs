//! Each signal to end sets the flag, but under `nohup` SIGHUP does nothing.
//!
//! The process that gets the signals is this test program, started again to run the one test that is otherwise ignored.

#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::Ordering;
use std::time::Duration;

use toolkit::is_hangup_ignored;

/// Output of the listener at the end.
const HEARD: &str = "heard";

/// Output of the listener once it listens.
fn listening(is_hangup_ignored: bool) -> String {
    format!("listening, SIGHUP ignored: {is_hangup_ignored}")
}

#[test]
#[ignore = "only run by the other tests, which send it signals"]
fn listener() {
    let stop = toolkit::listen().expect("signals can be listened to");
    println!("{}", listening(is_hangup_ignored()));
    while !stop.load(Ordering::Relaxed) {
        std::thread::sleep(Duration::from_millis(1));
    }
    println!("{HEARD}");
}

struct Listener {
    process: Child,
    lines: std::io::Lines<BufReader<ChildStdout>>,
}

impl Listener {
    /// Starts one from a shell that runs `before` first. Returns once it listens, with SIGHUP ignored or not.
    fn after(before: &str, hangup_ignored: bool) -> Listener {
        let program = std::env::current_exe().expect("this program is a file");
        let mut process = Command::new("sh")
            .arg("-c")
            .arg(format!("{before}; exec \"$0\" --exact listener --ignored --nocapture"))
            .arg(program)
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let lines = BufReader::new(process.stdout.take().expect("it is a pipe")).lines();
        let mut listener = Listener { process, lines };
        assert!(listener.says(&listening(hangup_ignored)));
        listener
    }

    /// Returns `true` if it says that before it ends.
    fn says(&mut self, text: &str) -> bool {
        self.lines.any(|line| line.expect("it writes text").ends_with(text))
    }

    fn send(&self, signal: &str) {
        let id = self.process.id().to_string();
        let status = Command::new("kill").args(["-s", signal, &id]).status();
        assert!(status.expect("there is a kill").success());
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        // It has ended already, unless the test failed.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn every_signal_to_end_sets_the_flag() {
    for signal in ["INT", "TERM", "HUP"] {
        // A test may itself run under `nohup`, which its children inherit.
        if signal == "HUP" && is_hangup_ignored() {
            eprintln!("skipped: SIGHUP is ignored here");
            continue;
        }
        let mut listener = Listener::after(":", is_hangup_ignored());
        listener.send(signal);
        assert!(listener.says(HEARD), "{signal}");
    }
}

#[test]
fn an_ignored_hangup_stays_ignored() {
    let mut listener = Listener::after("trap '' HUP", true);
    listener.send("TERM");
    assert!(listener.says(HEARD));
}
