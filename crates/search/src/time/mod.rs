//! Time: how long a move may take, when the search looks at the clock, and what waiting for a processor costs.
//!
//! | module | idea |
//! |---|---|
//! | `manager` | [`TimeManager`]: ends a running search, or the deepening between two iterations |
//! | `budget` | the time for a move and how confidence in it stretches that, as pure functions |
//! | `lag` | how long the system kept a running search waiting |

mod budget;
mod lag;
mod manager;

pub(crate) use budget::{Budget, Confidence};
pub(crate) use lag::Lag;
pub(crate) use manager::{POLL_INTERVAL, TimeManager};
