//! The time that a running search waits for a processor.
//!
//! If more programs run than there are processors, the system suspends a search now and then, mostly while the others
//! run. That may happen just before its time is over. So the search measures gaps between two looks at the clock, and
//! keeps time in reserve for more of them. The searches after it do so too, but each halves the measured wait. On an
//! idle machine there are no gaps, and no time is kept.

use std::time::Duration;

/// A gap up to this is our own work: on any current machine the looks are a fraction of a millisecond apart.
const OWN_WORK: Duration = Duration::from_millis(4);
/// A gap from this on does not come from other programs: the process was suspended, or its output was not read. It
/// does not predict later gaps.
const SUSPENDED: Duration = Duration::from_secs(3);
/// The number of waits, each as long as the longest so far, that are expected after the last look at the clock: one
/// until the move is written, one until it is read, and one to spare, as a longer one may come. (With two, 3 moves of
/// 51,276 came late, each by less than a wait.)
const WAITS_TO_COME: u32 = 3;
/// The divisor of the time: at most this part of it, a half, is kept.
const GREATEST_PART: u32 = 2;

/// The measured waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Lag {
    last_look: Duration,
    longest: Duration,
}

impl Lag {
    /// Begins another search. The time before, in which threads start and the root is probed, is no wait.
    pub(crate) fn begin_search(&mut self, now: Duration) {
        self.last_look = now;
        self.longest /= 2;
    }

    /// Measures the gap since the last look.
    pub(crate) fn look(&mut self, now: Duration) {
        let gap = now.saturating_sub(self.last_look);
        self.last_look = now;
        if gap > OWN_WORK && gap < SUSPENDED {
            self.longest = self.longest.max(gap);
        }
    }

    /// The part of a time that is left once the expected waits are subtracted.
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

    /// The lag after looks at the clock with these gaps.
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
    fn without_waits_no_time_is_kept() {
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
