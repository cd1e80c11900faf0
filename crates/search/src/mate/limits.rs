//! The limits of a mate search.

use crate::time::{POLL_INTERVAL, TimeManager};
use crate::{Control, Limits};

/// The limits and signals that end a mate search.
pub(crate) struct MateLimits<'a> {
    pub(super) limits: &'a Limits,
    control: &'a Control,
    pub(super) time: TimeManager<'a>,
    /// The nodes of the short search before it.
    nodes_before: u64,
}

impl<'a> MateLimits<'a> {
    /// The limits of a mate search, after a short search of some nodes.
    pub(crate) fn new(
        limits: &'a Limits,
        control: &'a Control,
        time: TimeManager<'a>,
        nodes_before: u64,
    ) -> MateLimits<'a> {
        MateLimits { limits, control, time, nodes_before }
    }

    /// The node count of the solver at which to test the limits again; `None` if the search has to end now.
    pub(super) fn next_poll(&mut self, nodes: u64) -> Option<u64> {
        let all = self.nodes_before + nodes;
        let left = self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(all));
        let is_over = left == 0
            || self.control.is_stopped()
            || self.limits.soft_nodes.is_some_and(|limit| all >= limit)
            || self.time.is_out_of_time()
            || self.time.is_soft_limit_reached();
        (!is_over).then(|| nodes + left.min(POLL_INTERVAL))
    }
}
