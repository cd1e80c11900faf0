//! Counts all jobs, several at a time.
//!
//! The trees of a suite are many and small, so a processor takes one position after the other and no tree
//! is divided. Of each position the depths are counted from the shallowest on, up to the first that is
//! wrong: what is wrong there is wrong below, and harder to find.

use anyhow::{Context, Result};
use rayon::prelude::*;

use crate::jobs::SuiteJob;
use crate::modes::Mode;
use crate::report::{Failure, SuiteReport, Wrong};

/// Counts the jobs on so many threads and adds the results to the report.
pub(crate) fn run(jobs: &[SuiteJob], mode: Mode, threads: Option<u16>, report: &SuiteReport) -> Result<()> {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(0).into());
    let pool = pool.build().context("no threads to count on")?;
    // A bridge deals the jobs out one by one, the largest first as they come.
    pool.install(|| jobs.iter().par_bridge().for_each(|job| count(job, mode, report)));
    Ok(())
}

fn count(job: &SuiteJob, mode: Mode, report: &SuiteReport) {
    let failure = job.entry.counts.iter().find_map(|count| {
        let wrong = match mode.leaves(&job.entry.position, count.depth) {
            Ok(leaves) => {
                report.counted(leaves);
                (leaves != count.leaves).then_some(Wrong::Count { expected: count.leaves, got: leaves })
            }
            Err(defect) => Some(Wrong::Defect(defect)),
        };
        wrong.map(|wrong| Failure { job, depth: count.depth, wrong })
    });
    // Before the failure is printed, so that an interruption after it finds the position in the summary.
    report.position_done(job);
    if let Some(failure) = failure {
        report.failed(&failure);
    }
}
