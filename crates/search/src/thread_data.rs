//! The data of a thread that outlive a search: histories, corrections, and the buffers that it works in.

use eval::Evaluator;

use crate::history::{Corrections, Histories};
use crate::stack::Stack;
use crate::variation::Variations;

/// The data of a thread that outlive a search.
pub(crate) struct ThreadData {
    pub(crate) histories: Histories,
    pub(crate) corrections: Corrections,
    pub(crate) evaluator: Evaluator,
    pub(crate) stack: Stack,
    pub(crate) variations: Variations,
    /// Nothing was learnt since it was made or cleared.
    pub(crate) is_cleared: bool,
}

impl ThreadData {
    pub(crate) fn new() -> ThreadData {
        ThreadData {
            histories: Histories::new(),
            corrections: Corrections::new(),
            evaluator: Evaluator::new(),
            stack: Stack::new(),
            variations: Variations::new(),
            is_cleared: true,
        }
    }

    /// Forgets what it has learnt: another game begins.
    pub(crate) fn clear(&mut self) {
        if self.is_cleared {
            // The system gives pages when they are first written to, so this saves some, and their time.
            return;
        }
        self.is_cleared = true;
        self.histories.clear();
        self.corrections.clear();
    }
}
