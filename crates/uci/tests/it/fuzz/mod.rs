//! Fuzzing of the whole UCI loop: random conversations through pipes with the built engine.
//!
//! ```text
//!   seed ──▶ lines ──▶ conversation ──▶ engine
//!            (to        (answers due)      │
//!             send)          ▲─────────────┘ every line that comes back
//! ```
//!
//! Each conversation is a seeded sequence of good, bad and mangled lines in any order, during searches as well: in every
//! other one as fast as they can be sent, otherwise one each millisecond. What must hold: the engine never dies or hangs,
//! every `isready` is answered, every `go` gets one `bestmove`, which is legal in its position, every `info` line can be read
//! and its moves are legal, and every bad line gets one error and changes nothing.
//!
//! The short version runs with the other tests. The long one, and one conversation again after a failure:
//!
//! ```text
//! COPPICE_FUZZ_SECONDS=3600 cargo test --release -p coppice --test it fuzz
//! COPPICE_FUZZ_SEED=4711 cargo test -p coppice --test it fuzz
//! ```

mod conversation;
mod lines;

use std::time::{Duration, Instant};

use conversation::Conversation;
use fastrand::Rng;

use crate::common::number;

/// One of some values.
fn pick<'a, T>(rng: &mut Rng, from: &'a [T]) -> &'a T {
    &from[rng.usize(..from.len())]
}

/// Conversations in the short version.
const FEW: u64 = 24;

#[test]
fn no_conversation_breaks_the_engine() {
    if let Some(seed) = number("COPPICE_FUZZ_SEED") {
        return Conversation::hold(seed);
    }
    let Some(seconds) = number("COPPICE_FUZZ_SECONDS") else {
        return (0..FEW).for_each(Conversation::hold);
    };
    let end = Instant::now() + Duration::from_secs(seconds);
    // Short enough to be typed.
    let first = u64::from(fastrand::u32(..));
    let held = (first..).take_while(|_| Instant::now() < end).map(Conversation::hold).count();
    println!("{held} conversations from seed {first} on");
}
