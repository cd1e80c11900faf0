//! Fuzzing of the whole UCI loop: random conversations through pipes with the built engine.
//!
//! ```text
//!   Dice ──▶ lines ──▶ conversation ──▶ engine
//!   (seed)   (to        (answers due)      │
//!             send)          ▲─────────────┘ every line that comes back
//! ```
//!
//! Each conversation is a seeded sequence of good, bad and mangled lines in any order, during searches as well. What must
//! hold: the engine never dies or hangs, every `isready` is answered, every `go` gets one `bestmove`, which is legal in
//! its position, every `info` line can be read and its moves are legal, and every bad line gets one
//! error and changes nothing.
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

/// The random numbers of one conversation: the same seed gives the same numbers.
struct Dice(fastrand::Rng);

impl Dice {
    fn new(seed: u64) -> Dice {
        Dice(fastrand::Rng::with_seed(seed))
    }

    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        self.0.usize(..bound)
    }

    /// Returns true once in `times`, on average.
    fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Conversations in the short version.
const FEW: u64 = 24;

/// A number from the environment, which must be one if it is there.
fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is '{text}', expected a number")))
}

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
