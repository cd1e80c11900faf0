//! The clock of a running search: it ends the search, or says that another iteration is not worth beginning.
//!
//! Only the main thread watches the clock. The others search until it tells them to halt, or until they see a signal or
//! the limit of nodes themselves.

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
    /// When our own time began to run: at the start, or with a ponder hit.
    own_time_since: Option<Duration>,
    /// The soft limit was reached while the opponent was thinking: a ponder hit ends the search.
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

    /// The first move is about to be searched: from now on a gap between two looks at the clock is a wait.
    pub(crate) fn begin(&mut self) {
        self.lag.begin_search(self.clock.now());
    }

    /// Time since the search began.
    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// Whether time is up, here and now.
    pub(crate) fn is_out_of_time(&mut self) -> bool {
        let now = self.clock.now();
        self.lag.look(now);
        let Some(since) = self.own_time_since() else { return false };
        let hard_reached = |hard| now.saturating_sub(since) >= self.lag.spare(hard);
        self.ends_on_ponder_hit || self.budget.hard.is_some_and(hard_reached)
    }

    /// Whether half of the time has passed already. What precedes the search has to leave it the rest, if there is any.
    pub(crate) fn is_half_of_time_used(&mut self) -> bool {
        /// What asking a fast disk takes, also with hardly any time left.
        const LEAST: Duration = Duration::from_millis(5);
        let Some(since) = self.own_time_since() else { return false };
        let now = self.clock.now();
        self.budget.hard.is_some_and(|hard| now.saturating_sub(since) >= LEAST.max(hard / 2))
    }

    /// When our own time began to run, if it does.
    fn own_time_since(&mut self) -> Option<Duration> {
        if self.own_time_since.is_none() && self.control.is_ponder_hit() {
            self.own_time_since = Some(self.clock.now());
        }
        self.own_time_since
    }

    /// Whether the average time of a move has passed.
    pub(crate) fn is_soft_limit_reached(&mut self) -> bool {
        let is_used = self.budget.soft.is_some_and(|soft| self.elapsed() >= soft);
        self.ends_on_ponder_hit = is_used;
        is_used && self.own_time_since().is_some()
    }

    /// Whether, after an iteration, another one should not be begun. `nodes` are those of all threads.
    pub(crate) fn should_stop_deepening(&mut self, nodes: u64, confidence: &Confidence) -> bool {
        if self.limits.soft_nodes.is_some_and(|limit| nodes >= limit) {
            return true;
        }
        let Some(soft) = self.budget.soft else { return false };
        // With hardly any time left, what takes none is searched all the same: one ply does not see a stalemate.
        if nodes < POLL_INTERVAL {
            return false;
        }
        let is_late = self.elapsed() >= soft.mul_f64(confidence.soft_factor());
        self.ends_on_ponder_hit = is_late;
        is_late && self.own_time_since().is_some()
    }
}
