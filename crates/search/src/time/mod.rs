//! Time management: the time for a move, the looks at the clock, and the time lost by waiting for a processor.
//!
//! | module | idea |
//! |---|---|
//! | `manager` | [`TimeManager`]: ends a running search, or ends deepening after an iteration |
//! | `budget` | the time for a move, and its scaling by confidence, as pure functions |
//! | `lag` | the time that a running search waits for a processor |

mod budget;
mod lag;
mod manager;

pub(crate) use budget::{Budget, Confidence};
pub(crate) use lag::Lag;
pub(crate) use manager::{POLL_INTERVAL, TimeManager};
