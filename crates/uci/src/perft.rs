//! `go perft <depth>`: the leaves under each move, then `Nodes searched: <sum>`, as tools read it.
//!
//! All threads of the engine count. On long runs a line every few seconds reports progress.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::time::Duration;

use movegen::Position;
use movegen::perft::{CountProgress, Counter};
use movegen::text::CastlingNotation;
use search::{Clock, Control, SystemClock};

use crate::output::say;

const REPORT_INTERVAL: Duration = Duration::from_secs(5);

/// Counts and prints. A stop ends it without a sum.
pub(crate) fn divide(
    position: &Position,
    depth: u8,
    notation: CastlingNotation,
    threads: NonZeroUsize,
    control: &Control,
) {
    if depth == 0 {
        return say("\nNodes searched: 1\n");
    }
    let clock = SystemClock;
    let started = clock.now();
    let mut reported = started;
    let counts = Counter { threads, table: None }.divide(position, depth.into(), |progress| {
        let now = clock.now();
        if now - reported >= REPORT_INTERVAL && progress.finished < progress.tasks {
            reported = now;
            report(progress, now - started);
        }
        if control.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let Some(counts) = counts else { return say("info string perft stopped") };
    let mut lines: Vec<(String, u64)> =
        counts.into_iter().map(|(mv, leaves)| (position.uci(mv, notation).to_string(), leaves)).collect();
    lines.sort();
    for (mv, leaves) in &lines {
        say(format_args!("{mv}: {leaves}"));
    }
    say(format_args!("\nNodes searched: {}\n", lines.iter().map(|(_, leaves)| leaves).sum::<u64>()));
}

fn report(CountProgress { leaves, finished, tasks }: CountProgress, elapsed: Duration) {
    let share = finished as f64 / tasks as f64;
    let left = match finished {
        0 => String::new(),
        _ => format!(", about {:.0} s left", elapsed.as_secs_f64() * (1.0 / share - 1.0)),
    };
    say(format_args!("info string perft {:.0} %, {leaves} leaves{left}", 100.0 * share));
}
