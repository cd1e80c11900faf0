//! The time manager: it ends a running search, or decides not to begin another iteration.
//!
//! Only the main thread watches the clock. The others search until it halts them, or until a signal or the node limit
//! ends their search.

use std::time::Duration;

use super::budget::{Budget, Confidence};
use super::lag::Lag;
use crate::{Clock, Control, Limits};

/// The greatest number of nodes between two looks at the clock. They take a fraction of a millisecond.
pub(crate) const POLL_INTERVAL: u64 = 256;

/// The time manager of a running search.
pub(crate) struct TimeManager<'a> {
    limits: &'a Limits,
    control: &'a Control,
    clock: &'a dyn Clock,
    budget: Budget,
    started: Duration,
    /// The time at which our own time began to run: at the start, or with a ponder hit.
    own_time_since: Option<Duration>,
    /// True if the soft limit was reached while pondering, so that a ponder hit ends the search.
    ends_on_ponder_hit: bool,
    lag: &'a mut Lag,
}

impl<'a> TimeManager<'a> {
    pub(crate) fn new(
        limits: &'a Limits,
        control: &'a Control,
        clock: &'a dyn Clock,
        budget: Budget,
        started: Duration,
        lag: &'a mut Lag,
    ) -> TimeManager<'a> {
        let own_time_since = (!limits.ponder).then_some(started);
        TimeManager {
            limits,
            control,
            clock,
            budget,
            started,
            own_time_since,
            ends_on_ponder_hit: false,
            lag,
        }
    }

    /// Begins measuring waits, right before the first move is searched.
    pub(crate) fn begin(&mut self) {
        self.lag.begin_search(self.clock.now());
    }

    /// The time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// Returns true if the hard limit is reached, or if a ponder hit came after the soft one.
    pub(crate) fn is_out_of_time(&mut self) -> bool {
        let now = self.clock.now();
        self.lag.look(now);
        let Some(since) = self.own_time_since() else { return false };
        let hard_reached = |hard| now.saturating_sub(since) >= self.lag.spare(hard);
        self.ends_on_ponder_hit || self.budget.hard.is_some_and(hard_reached)
    }

    /// Returns true if half of the hard limit has passed. Probing the root has to end then.
    pub(crate) fn is_half_of_time_used(&mut self) -> bool {
        /// The time for probing a fast disk, which is allowed even with hardly any time left.
        const LEAST: Duration = Duration::from_millis(5);
        let Some(since) = self.own_time_since() else { return false };
        let now = self.clock.now();
        self.budget.hard.is_some_and(|hard| now.saturating_sub(since) >= LEAST.max(hard / 2))
    }

    /// The time at which our own time began to run, if it runs.
    fn own_time_since(&mut self) -> Option<Duration> {
        if self.own_time_since.is_none() && self.control.is_ponder_hit() {
            self.own_time_since = Some(self.clock.now());
        }
        self.own_time_since
    }

    /// Returns true if the soft limit is reached.
    pub(crate) fn is_soft_limit_reached(&mut self) -> bool {
        let is_used = self.budget.soft.is_some_and(|soft| self.elapsed() >= soft);
        self.ends_on_ponder_hit = is_used;
        is_used && self.own_time_since().is_some()
    }

    /// Returns true if no further iteration should begin. `nodes` counts all threads.
    pub(crate) fn should_stop_deepening(&mut self, nodes: u64, confidence: &Confidence) -> bool {
        if self.limits.soft_nodes.is_some_and(|limit| nodes >= limit) {
            return true;
        }
        let Some(soft) = self.budget.soft else { return false };
        // Even with hardly any time left, the first few iterations are searched, as they take no time: one ply does
        // not see a stalemate.
        if nodes < POLL_INTERVAL {
            return false;
        }
        let is_late = self.elapsed() >= soft.mul_f64(confidence.soft_factor());
        self.ends_on_ponder_hit = is_late;
        is_late && self.own_time_since().is_some()
    }
}
