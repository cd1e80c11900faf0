//! How long the system keeps a running search waiting for its turn.
//!
//! Where more programs run than there are processors, a search is set aside time and again, mostly for as long as
//! the others' turns take. What it cannot foresee is whether that happens just before its clock falls; but it sees
//! how long it had to wait so far, by gaps between two looks at the clock, and can expect to wait as long again.
//! So can the searches after it, but less and less: each halves what those before it saw. On an idle machine there are
//! no gaps, and nothing is set aside.

use std::time::Duration;

/// A gap up to this is our own work: looks are a fraction of a millisecond apart on any machine of today.
const OWN_WORK: Duration = Duration::from_millis(4);
/// A gap from this on is no turn of others: the process was suspended, or nobody read what it told. That says nothing
/// about what is to come.
const SUSPENDED: Duration = Duration::from_secs(3);
/// So many waits as long as the longest are expected after the clock was looked at: ours until the move is written, that of
/// whoever reads it, and one to spare, for the longest is yet to come. (With two, 3 moves of 51,276 came late, each by less
/// than a wait.)
const WAITS_TO_COME: u32 = 3;
/// At most this part of the time is given away.
const GREATEST_PART: u32 = 2;

/// What was seen of waiting.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lag {
    last_look: Duration,
    longest: Duration,
}

impl Lag {
    /// Another search begins, now that its threads are there and the root is known: what came before is no wait.
    pub(crate) fn begin_search(&mut self, now: Duration) {
        self.last_look = now;
        self.longest /= 2;
    }

    /// Notes how long ago the last look was.
    pub(crate) fn look(&mut self, now: Duration) {
        let gap = now.saturating_sub(self.last_look);
        self.last_look = now;
        if gap > OWN_WORK && gap < SUSPENDED {
            self.longest = self.longest.max(gap);
        }
    }

    /// What is left of a time once the waits to come are set aside.
    pub(crate) fn spare(&self, time: Duration) -> Duration {
        time - (self.longest * WAITS_TO_COME).min(time / GREATEST_PART)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    /// A search whose looks at the clock were so far apart.
    fn after(gaps: &[u64]) -> Lag {
        let mut now = ms(1000);
        let mut lag = Lag::default();
        lag.begin_search(now);
        for &gap in gaps {
            now += ms(gap);
            lag.look(now);
        }
        lag
    }

    #[test]
    fn who_never_waited_gives_nothing_away() {
        assert_eq!(after(&[]).spare(ms(100)), ms(100));
        assert_eq!(after(&[1, 4, 2, 0, 3]).spare(ms(100)), ms(100));
    }

    #[test]
    fn the_longest_wait_is_expected_again_three_times() {
        assert_eq!(after(&[1, 40, 1, 25, 1]).spare(ms(1000)), ms(880));
    }

    #[test]
    fn a_suspension_is_no_wait() {
        assert_eq!(after(&[600_000, 1]).spare(ms(1000)), ms(1000));
        assert_eq!(after(&[40, 600_000]).spare(ms(1000)), ms(880));
    }

    #[test]
    fn the_next_searches_expect_half_of_it_and_half_of_that() {
        let mut lag = after(&[40]);
        lag.begin_search(ms(9000));
        assert_eq!(lag.spare(ms(1000)), ms(940), "nor is the time between searches a wait");
        lag.begin_search(ms(9100));
        assert_eq!(lag.spare(ms(1000)), ms(970));
        lag.look(ms(9130));
        assert_eq!(lag.spare(ms(1000)), ms(910), "what is seen now counts in full");
    }

    #[test]
    fn at_least_half_of_the_time_is_used() {
        assert_eq!(after(&[400]).spare(ms(500)), ms(250));
        assert_eq!(after(&[400]).spare(ms(0)), ms(0));
    }
}
