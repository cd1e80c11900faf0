//! When a search for mates ends: at the limits, or on a signal.

use crate::time::{POLL_INTERVAL, TimeManager};
use crate::{Control, Limits};

/// Limits and signals of a search for mates.
pub(crate) struct MateLimits<'a> {
    pub(super) limits: &'a Limits,
    control: &'a Control,
    pub(super) time: TimeManager<'a>,
    /// Nodes of the short search before.
    nodes_before: u64,
}

impl<'a> MateLimits<'a> {
    /// The end of a search under these limits, of which the short search took some nodes.
    pub(crate) fn new(
        limits: &'a Limits,
        control: &'a Control,
        time: TimeManager<'a>,
        nodes_before: u64,
    ) -> MateLimits<'a> {
        MateLimits { limits, control, time, nodes_before }
    }

    /// The count of the solver's nodes at which to ask again; `None` if the search has to end now.
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
