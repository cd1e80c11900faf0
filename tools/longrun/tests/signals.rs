//! The signals that end a program from outside, sent by this test to itself.
#![cfg(unix)]

use std::process::Command;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// One test for all, since a program listens once. A signal that is not listened to ends it.
#[test]
fn every_signal_to_end_raises_the_flag() {
    let stop = longrun::listen().unwrap();
    for signal in ["INT", "TERM", "HUP"] {
        let own = std::process::id().to_string();
        assert!(Command::new("kill").args(["-s", signal, &own]).status().unwrap().success());
        let sent = Instant::now();
        while !stop.swap(false, Ordering::Relaxed) {
            assert!(sent.elapsed() < Duration::from_secs(60), "{signal} was not heard");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
