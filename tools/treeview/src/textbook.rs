//! The textbook forms, with a recorder in every node: minimax, alpha-beta, principal variation search.
//!
//! All three are in negamax form: every score and window is seen by the side to move. They differ in the window that
//! a child gets, and in nothing else:
//!
//! ```text
//!   minimax      all scores           every child is searched, every value is exact
//!   alpha-beta   (−β, −α)             α rises with every better move; at β the rest is cut
//!   pvs          (−α−1, −α) first,    "is it better at all?", and (−β, −α) again if it is
//! ```
//!
//! They walk a [`GameTree`] by playing moves and taking them back. Alpha-beta and principal variation search on
//! real positions are drawn from the search that plays; these forms serve minimax and the small trees of lessons.

use search::Window;
use types::{Depth, Score};

use crate::reason::Reason;
use crate::record::{Role, flags};
use crate::recorder::{Recorder, Visit};

/// A game, standing on one node at a time.
pub(crate) trait GameTree {
    /// The score if the game ends here, whatever depth is left.
    fn outcome(&mut self) -> Option<Score>;

    /// What is taken for the value where the depth ends. Records what it looks at below the node, whose own
    /// visit is recorded already.
    ///
    /// # Errors
    /// If the search is given up on the way.
    fn horizon(&mut self, window: Window, recorder: &mut Recorder) -> Result<Score, Stopped>;

    /// The moves, in the order in which they are tried, in the 16 bits of the log.
    fn moves(&mut self) -> Vec<u16>;

    /// Goes to a child.
    fn play(&mut self, mv: u16);

    /// Goes back to where the last move was played.
    fn take_back(&mut self);

    /// Whether the search is to be given up.
    fn is_stopped(&self, recorder: &Recorder) -> bool;
}

/// A form of the search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    Minimax,
    AlphaBeta,
    PrincipalVariation,
}

/// Why there is no score: the search was given up.
pub(crate) struct Stopped;

/// Searches a tree from its root. `None` if the search was given up.
pub(crate) fn search<G: GameTree>(
    form: Form,
    tree: &mut G,
    depth: Depth,
    recorder: &mut Recorder,
) -> Option<Score> {
    let visit = Visit { role: Role::Root, mv: 0, depth, window: Window::FULL, flags: flags::OPEN_WINDOW };
    Searcher { form, tree, recorder }.visit(visit).ok()
}

struct Searcher<'a, G> {
    form: Form,
    tree: &'a mut G,
    recorder: &'a mut Recorder,
}

impl<G: GameTree> Searcher<'_, G> {
    /// Searches the node that the tree stands on.
    fn visit(&mut self, visit: Visit) -> Result<Score, Stopped> {
        self.recorder.enter(visit);
        let score = self.value(visit);
        self.recorder.leave(score.as_ref().ok().copied());
        score
    }

    fn value(&mut self, Visit { depth, mut window, .. }: Visit) -> Result<Score, Stopped> {
        if self.tree.is_stopped(self.recorder) {
            return Err(Stopped);
        }
        if depth == Depth::ZERO {
            return self.tree.horizon(window, self.recorder);
        }
        if let Some(score) = self.tree.outcome() {
            self.recorder.is_valued();
            return Ok(score);
        }
        let mut best = -Score::INFINITE;
        let mut moves = self.tree.moves().into_iter();
        let mut is_first = true;
        while let Some(mv) = moves.next() {
            best = best.max(self.try_move(mv, depth - Depth::ONE, window, is_first)?);
            is_first = false;
            if self.form == Form::Minimax {
                continue;
            }
            window.alpha = window.alpha.max(best);
            if window.alpha >= window.beta {
                self.recorder.decide(Reason::Beta);
                moves.by_ref().for_each(|mv| self.recorder.leave_untried(mv, Reason::Beta));
            }
        }
        Ok(best)
    }

    /// The score of a move, as the side that plays it sees it.
    fn try_move(&mut self, mv: u16, depth: Depth, window: Window, is_first: bool) -> Result<Score, Stopped> {
        self.tree.play(mv);
        let score = self.child(mv, depth, window, is_first);
        self.tree.take_back();
        score
    }

    fn child(&mut self, mv: u16, depth: Depth, window: Window, is_first: bool) -> Result<Score, Stopped> {
        let Window { alpha, beta } = window;
        let zero = Window { alpha, beta: alpha + Score(1) };
        if self.form != Form::PrincipalVariation || is_first || window == zero {
            return self.ask(mv, depth, window, 0);
        }
        let score = self.ask(mv, depth, zero, 0)?;
        let is_inside = alpha < score && score < beta;
        if is_inside { self.ask(mv, depth, window, flags::AGAIN) } else { Ok(score) }
    }

    /// Visits the child that the tree stands on, with a window as its parent sees it.
    fn ask(&mut self, mv: u16, depth: Depth, asked: Window, flags: u8) -> Result<Score, Stopped> {
        let window = Window { alpha: -asked.beta, beta: -asked.alpha };
        let open = if window.beta > window.alpha + Score(1) { flags::OPEN_WINDOW } else { 0 };
        let visit = Visit { role: Role::Move, mv, depth, window, flags: flags | open };
        self.visit(visit).map(|score| -score)
    }
}
