//! Faults of paths, files and tables, each reported once.
//!
//! A table that is missing or damaged would fail again and again, thousands of times a second. So the kind of probe and
//! the material of the position are noted, and positions of that material are not probed that way any more. Probes of the
//! other kind go on: a set without distances still has the results.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use shakmaty_syzygy::{Metric, ProbeError, SyzygyError};
use types::Key;

/// The fault of the files behind a failed probe, in words; `None` if they are not the cause.
fn fault_of(error: &SyzygyError) -> Option<String> {
    match error {
        SyzygyError::MissingTable { metric, material } => {
            Some(format!("table {material} ({metric}) is missing"))
        }
        SyzygyError::ProbeFailed { metric, material, error } => {
            let reason = match &**error {
                ProbeError::Read { error } => error.to_string(),
                ProbeError::Magic { .. } => "it does not begin as such tables do".to_owned(),
                ProbeError::CorruptedTable { .. } => "its contents make no sense".to_owned(),
            };
            Some(format!("table {material} ({metric}) is unreadable: {reason}"))
        }
        SyzygyError::Castling | SyzygyError::TooManyPieces => None,
    }
}

/// All faults so far.
#[derive(Default)]
pub(crate) struct Faults {
    /// Not reported yet.
    new: Mutex<Vec<String>>,
    /// True if `failed` has any probes. Nearly always there are none, and then no lock is needed.
    has_failed_probes: AtomicBool,
    /// The probes that are not tried any more, and the texts of faults that were noted.
    failed: RwLock<Failed>,
}

/// The kind of probe, and the material.
pub(crate) type Probe = (Metric, Key);

#[derive(Default)]
struct Failed {
    probes: HashSet<Probe>,
    texts: HashSet<String>,
}

impl Faults {
    /// Notes a fault of a path or file, in words.
    pub(crate) fn note(&self, fault: String) {
        self.new.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }

    /// Notes a probe that failed.
    #[cold]
    pub(crate) fn note_failure(&self, probe: Probe, error: &SyzygyError) {
        let Some(fault) = fault_of(error) else { return };
        let mut failed = self.failed.write().unwrap_or_else(PoisonError::into_inner);
        failed.probes.insert(probe);
        self.has_failed_probes.store(true, Ordering::Release);
        if failed.texts.insert(fault.clone()) {
            self.note(fault);
        }
    }

    /// True if such probes fail.
    pub(crate) fn affect(&self, probe: Probe) -> bool {
        self.has_failed_probes.load(Ordering::Acquire)
            && self.failed.read().unwrap_or_else(PoisonError::into_inner).probes.contains(&probe)
    }

    /// The faults that were noted since the last call.
    pub(crate) fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.new.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
