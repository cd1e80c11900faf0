//! What went wrong, each fault once.
//!
//! A table that is missing or damaged would fail again and again, thousands of times a second. So the question and the
//! material of the position are noted, and positions of that material are not asked that question any more. The other
//! question is still asked: a set without distances knows who wins.

use std::collections::HashSet;
use std::fmt;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, RwLock};

use shakmaty_syzygy::{Metric, ProbeError, SyzygyError};
use types::Key;

/// Something wrong with a path, a file or a table.
#[derive(Debug)]
pub enum Fault {
    /// A directory cannot be read.
    Directory {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A directory has no tables.
    NoTables {
        /// Which.
        path: PathBuf,
    },
    /// A file with the name of a table is none.
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A table that is needed is not there.
    Missing {
        /// Its name.
        table: String,
    },
    /// A table cannot be read where it is needed.
    Unreadable {
        /// Its name.
        table: String,
        /// Why.
        reason: String,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Directory { path, error } => {
                write!(f, "cannot read the directory '{}': {error}", path.display())
            }
            Fault::NoTables { path } => {
                write!(f, "no tables in '{}', expected files such as KQvK.rtbw", path.display())
            }
            Fault::File { path, error } => write!(f, "cannot use '{}': {error}", path.display()),
            Fault::Missing { table } => write!(f, "table {table} is missing"),
            Fault::Unreadable { table, reason } => write!(f, "table {table} is unreadable: {reason}"),
        }
    }
}

impl std::error::Error for Fault {}

impl Fault {
    /// What a failed look-up has to say of the files; `None` if they are not to blame.
    fn of(error: &SyzygyError) -> Option<Fault> {
        match error {
            SyzygyError::MissingTable { metric, material } => {
                Some(Fault::Missing { table: format!("{material} ({metric})") })
            }
            SyzygyError::ProbeFailed { metric, material, error } => {
                let reason = match &**error {
                    ProbeError::Read { error } => error.to_string(),
                    ProbeError::Magic { .. } => "it does not begin as such tables do".to_owned(),
                    ProbeError::CorruptedTable { .. } => "its contents make no sense".to_owned(),
                };
                Some(Fault::Unreadable { table: format!("{material} ({metric})"), reason })
            }
            SyzygyError::Castling | SyzygyError::TooManyPieces => None,
        }
    }
}

/// All that went wrong so far.
#[derive(Default)]
pub(crate) struct Faults {
    /// Not told yet.
    new: Mutex<Vec<Fault>>,
    /// Whether there are any questions below: nearly always there are none, and then nobody locks.
    has_questions: AtomicBool,
    /// What is not asked any more, and the texts of faults that were noted.
    known: RwLock<Known>,
}

/// What is asked, and of which material.
pub(crate) type Question = (Metric, Key);

#[derive(Default)]
struct Known {
    questions: HashSet<Question>,
    texts: HashSet<String>,
}

impl Faults {
    /// Notes a fault of a path or file.
    pub(crate) fn note(&self, fault: Fault) {
        self.new.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }

    /// Notes a question that was not answered.
    #[cold]
    pub(crate) fn note_failure(&self, question: Question, error: &SyzygyError) {
        let Some(fault) = Fault::of(error) else { return };
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.questions.insert(question);
        self.has_questions.store(true, Ordering::Release);
        if known.texts.insert(fault.to_string()) {
            self.note(fault);
        }
    }

    /// Whether such questions fail.
    pub(crate) fn affect(&self, question: Question) -> bool {
        self.has_questions.load(Ordering::Acquire)
            && self.known.read().unwrap_or_else(PoisonError::into_inner).questions.contains(&question)
    }

    /// What was noted since the last call.
    pub(crate) fn take(&self) -> Vec<Fault> {
        std::mem::take(&mut self.new.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
