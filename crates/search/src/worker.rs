//! One thread of a search: its view of the game, its counters, and when it has to stop.

use std::time::Duration;

use movegen::Position;
use types::{Key, Ply};

use crate::time::Budget;
use crate::{Clock, Control, Game, Limits, SearchObserver};

/// The search was ended from outside; there is no score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stopped;

/// What may be asked for at any node.
pub(crate) struct Worker<'a, O> {
    pub(crate) limits: &'a Limits,
    pub(crate) control: &'a Control,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) observer: &'a mut O,
    pub(crate) budget: Budget,
    pub(crate) started: Duration,
    /// Keys of all positions before the present one, down to the root and beyond.
    pub(crate) keys: Vec<Key>,
    root_keys: usize,
    pub(crate) nodes: u64,
    next_poll: u64,
    pub(crate) seldepth: Ply,
    /// The first iteration cannot be stopped: there must be a move to play.
    pub(crate) may_stop: bool,
}

/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 1024;

impl<'a, O: SearchObserver> Worker<'a, O> {
    pub(crate) fn new(
        game: &Game,
        limits: &'a Limits,
        control: &'a Control,
        clock: &'a dyn Clock,
        observer: &'a mut O,
    ) -> Self {
        Worker {
            limits,
            control,
            clock,
            observer,
            budget: Budget::of(limits, game.position().side_to_move()),
            started: clock.now(),
            keys: game.earlier().to_vec(),
            root_keys: game.earlier().len(),
            nodes: 0,
            next_poll: 0,
            seldepth: Ply::ROOT,
            may_stop: false,
        }
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.started)
    }

    /// Whether time counts: not while the opponent thinks.
    pub(crate) fn is_on_our_time(&self) -> bool {
        !self.limits.ponder || self.control.is_ponder_hit()
    }

    /// Counts a move made, and looks every now and then whether the search has to end.
    pub(crate) fn count_node(&mut self) -> Result<(), Stopped> {
        if self.nodes >= self.next_poll {
            self.poll()?;
        }
        self.nodes += 1;
        Ok(())
    }

    fn poll(&mut self) -> Result<(), Stopped> {
        self.next_poll = self.nodes + POLL_INTERVAL;
        if let Some(limit) = self.limits.nodes {
            self.next_poll = self.next_poll.min(limit.max(self.nodes));
        }
        let out_of_nodes = self.limits.nodes.is_some_and(|limit| self.nodes >= limit);
        let out_of_time =
            || self.is_on_our_time() && self.budget.hard.is_some_and(|hard| self.elapsed() >= hard);
        if self.may_stop && (out_of_nodes || self.control.is_stopped() || out_of_time()) {
            return Err(Stopped);
        }
        Ok(())
    }

    /// A draw by repetition or by the 50-move rule, mate excepted.
    pub(crate) fn is_draw(&self, position: &Position) -> bool {
        let clock = usize::from(position.halfmove_clock());
        if clock >= 100 && !(position.in_check() && position.legal_moves().is_empty()) {
            return true;
        }
        let key = position.key();
        let seen = self.keys.iter().enumerate().rev().take(clock).filter(|&(_, &earlier)| earlier == key);
        let mut count = 0;
        for (index, _) in seen {
            count += 1;
            if index >= self.root_keys || count == 2 {
                return true;
            }
        }
        false
    }
}
