//! The data that a thread keeps between searches: histories, corrections, and buffers.

use eval::Evaluator;

use crate::history::{Corrections, Histories};
use crate::stack::Stack;
use crate::variation::Variations;

/// The data that a thread keeps between searches.
pub(crate) struct ThreadData {
    pub(crate) histories: Histories,
    pub(crate) corrections: Corrections,
    pub(crate) evaluator: Evaluator,
    pub(crate) stack: Stack,
    pub(crate) variations: Variations,
    /// True if nothing was recorded since it was created or cleared.
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

    /// Clears the histories, for another game.
    pub(crate) fn clear(&mut self) {
        if self.is_cleared {
            // The system allocates pages when they are first written to, so this saves memory and time.
            return;
        }
        self.is_cleared = true;
        self.histories.clear();
        self.corrections.clear();
    }
}
