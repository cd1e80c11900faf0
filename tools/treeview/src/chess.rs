//! Chess for the textbook forms.
//!
//! Rules of draws and quiescence are those of the playing search with every bet off, so that both find the
//! same value. Nothing else is shared: positions are kept in a list, and evaluated from scratch.

use std::cmp::Reverse;

use movegen::generate::{Captures, MoveList};
use movegen::{KeyHistory, Masks, Position};
use search::{Control, Window};
use types::{Depth, Move, Ply, Score};

use crate::progress::Progress;
use crate::reason::Reason;
use crate::record::{Role, flags};
use crate::recorder::{Recorder, Visit};
use crate::textbook::{GameTree, Stopped};

/// What is taken for the value where the depth ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Leaves {
    /// The evaluation, or the end of the game.
    Evaluated,
    /// Captures are played out first.
    Quiet,
}

/// A position with all that can be played from it.
pub(crate) struct Chess<'a> {
    /// From the root to the position that the tree stands on.
    line: Vec<Position>,
    keys: KeyHistory,
    leaves: Leaves,
    limit: usize,
    progress: &'a Progress,
    control: &'a Control,
}

impl<'a> Chess<'a> {
    /// The tree below a position; given up after about `limit` visits or if `control` is told to stop.
    pub(crate) fn new(
        root: &Position,
        leaves: Leaves,
        limit: usize,
        progress: &'a Progress,
        control: &'a Control,
    ) -> Chess<'a> {
        Chess { line: vec![root.clone()], keys: KeyHistory::new(), leaves, limit, progress, control }
    }

    fn position(&self) -> &Position {
        &self.line[self.line.len() - 1]
    }

    fn ply(&self) -> Ply {
        Ply(self.line.len() as u16 - 1)
    }

    fn is_drawn(&self) -> bool {
        self.ply() > Ply::ROOT && self.position().is_drawn(&self.keys, self.ply())
    }

    /// Captures played out, by alpha-beta: trees of captures are too large for minimax.
    fn quiesce(&mut self, mut window: Window, recorder: &mut Recorder) -> Result<Score, Stopped> {
        if self.is_stopped(recorder) {
            return Err(Stopped);
        }
        if self.is_drawn() {
            recorder.decide(Reason::Draw);
            recorder.is_valued();
            return Ok(Score::DRAW);
        }
        let in_check = self.position().in_check();
        let mut best = -Score::INFINITE;
        if !in_check {
            best = eval::evaluate(self.position());
            window.alpha = window.alpha.max(best);
        }
        let moves = self.forcing_moves(in_check);
        if in_check && moves.is_empty() {
            recorder.is_valued();
            return Ok(Score::mated_in(self.ply()));
        }
        let mut decided = (best >= window.beta).then_some(Reason::StandPat);
        for mv in moves {
            if let Some(why) = decided {
                recorder.decide(why);
                recorder.leave_untried(mv.bits(), why);
                continue;
            }
            best = best.max(-self.quiesce_after(mv, window, recorder)?);
            window.alpha = window.alpha.max(best);
            decided = (best >= window.beta).then_some(Reason::Beta);
        }
        Ok(best)
    }

    fn quiesce_after(&mut self, mv: Move, window: Window, recorder: &mut Recorder) -> Result<Score, Stopped> {
        self.play(mv.bits());
        let window = Window { alpha: -window.beta, beta: -window.alpha };
        let flags = flags::OPEN_WINDOW | flags::QUIESCENCE;
        recorder.enter(Visit { role: Role::Move, mv: mv.bits(), depth: Depth::ZERO, window, flags });
        let score = self.quiesce(window, recorder);
        recorder.leave(score.as_ref().ok().copied());
        self.take_back();
        score
    }

    /// Captures, the most valuable victim first; in check, all evasions.
    fn forcing_moves(&self, in_check: bool) -> MoveList {
        let position = self.position();
        if in_check {
            return position.legal_moves();
        }
        let mut captures = MoveList::new();
        position.generate::<Captures, _>(&Masks::of(position), &mut captures);
        captures.sort_by_key(|&mv| Reverse(position.captured(mv).map(|victim| victim.role())));
        captures
    }
}

impl GameTree for Chess<'_> {
    fn outcome(&mut self) -> Option<Score> {
        if self.is_drawn() {
            return Some(Score::DRAW);
        }
        let is_over = self.position().count_legal_moves() == 0;
        is_over.then(|| if self.position().in_check() { Score::mated_in(self.ply()) } else { Score::DRAW })
    }

    fn horizon(&mut self, window: Window, recorder: &mut Recorder) -> Result<Score, Stopped> {
        match self.leaves {
            Leaves::Evaluated => {
                recorder.is_valued();
                Ok(self.outcome().unwrap_or_else(|| eval::evaluate(self.position())))
            }
            Leaves::Quiet => {
                if let Some(record) = recorder.current() {
                    record.flags |= flags::QUIESCENCE;
                }
                self.quiesce(window, recorder)
            }
        }
    }

    fn moves(&mut self) -> Vec<u16> {
        self.position().legal_moves().iter().map(|mv| mv.bits()).collect()
    }

    fn play(&mut self, mv: u16) {
        // Moves are those that this tree gave out, never 0.
        let Some(mv) = Move::from_bits(mv) else { return };
        self.keys.push(self.position().key());
        self.line.push(self.position().after(mv));
    }

    fn take_back(&mut self) {
        self.keys.pop();
        self.line.pop();
    }

    fn is_stopped(&self, recorder: &Recorder) -> bool {
        self.progress.recorded(recorder.len());
        self.control.is_stopped() || recorder.len() >= self.limit
    }
}
