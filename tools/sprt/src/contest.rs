//! What runners are made to play, pair by pair: a match until its test is decided, or the matches of a design.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use anyhow::Result;

use crate::conditions::Conditions;
use crate::contestant::Contestant;
use crate::folder::Kept;
use crate::llr::Test;
use crate::tally::Tally;

/// Something to play, with what was played of it.
pub(crate) trait Contest: Kept {
    /// What a runner is to play next; `None` if all is over.
    fn order(&self) -> Option<Order<'_>>;

    /// A runner has begun with what was ordered.
    fn begun(&mut self);

    /// Counts a pair of what was ordered.
    fn count(&mut self, pair: &Tally);

    /// How many pairs were counted.
    fn pairs(&self) -> u64;

    /// How many pairs there will be at most.
    fn most_pairs(&self) -> u64;

    /// How it stands, in a few words.
    fn standing(&self) -> String;

    /// How it stands, in a block of text.
    fn report(&self) -> String;

    /// Those who play.
    fn engines(&self) -> Vec<&Contestant>;

    /// Whether nothing is left to play.
    fn is_over(&self) -> bool {
        self.order().is_none()
    }

    /// Sees to it that what will play is what has played, if there is anything left to play.
    fn check_engines(&self, stop: &AtomicBool) -> Result<()> {
        if self.is_over() {
            return Ok(());
        }
        self.engines().into_iter().try_for_each(|engine| engine.check(stop))
    }
}

/// What one run of a runner is to play.
pub(crate) struct Order<'a> {
    pub(crate) conditions: &'a Conditions,
    /// The first is the one whose points are counted.
    pub(crate) sides: [Side<'a>; 2],
    pub(crate) pairs: u64,
    /// Tells this run of the runner from earlier ones, so that it plays other openings.
    pub(crate) session: u64,
    /// What may end it earlier.
    pub(crate) test: Option<Test>,
}

/// Who plays.
pub(crate) struct Side<'a> {
    /// What it is called in games, other than its opponent.
    pub(crate) name: String,
    /// The program.
    pub(crate) path: &'a Path,
    /// What it alone is told, each as `NAME=VALUE`.
    pub(crate) options: Vec<String>,
}

impl<'a> Side<'a> {
    /// A contestant as it is.
    pub(crate) fn of(contestant: &'a Contestant) -> Side<'a> {
        Side { name: contestant.name.clone(), path: &contestant.path, options: Vec::new() }
    }
}
