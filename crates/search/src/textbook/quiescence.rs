//! Quiescence on top: no evaluation while something hangs.
//!
//! A search that stops at a fixed depth believes the evaluation in the middle of an exchange: it sees the queen
//! take a pawn, and not the pawn that takes the queen. So where the depth ends, forcing moves are played out.
//! The side to move need not play one: it may *stand pat* on the evaluation, which mostly some quiet move keeps.
//! In check it may not, since there may be no such move: all evasions are searched.
//!
//! [`Quiet`] puts that under any search: it is the same tree with another horizon.
//!
//! Fail-soft, as alpha-beta is. Source: A. Turing, *Digital computers applied to games*, 1953 ("dead positions");
//! <https://www.chessprogramming.org/Quiescence_Search>.

use types::Score;

use super::tree::{GameTree, Player};
use crate::Window;

/// What quiescence sees of a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forcing<M> {
    /// What the side to move has without a forcing move; `None` if it has to play one.
    pub stand_pat: Option<Score>,
    /// The forcing moves.
    pub moves: Vec<M>,
}

/// A tree that knows which moves are forcing.
pub trait ForcingTree: GameTree {
    /// What there is to play out, or the score if the game ends here.
    ///
    /// # Errors
    /// The score, if the game is over as far as quiescence cares.
    fn forcing(&mut self) -> Result<Forcing<Self::Move>, Score>;
}

/// The value of a node once it is quiet.
pub fn quiesce<G: ForcingTree>(tree: &mut G, mut window: Window) -> Score {
    let Forcing { stand_pat, moves } = match tree.forcing() {
        Ok(forcing) => forcing,
        Err(score) => return score,
    };
    let mut best = stand_pat.unwrap_or(-Score::INFINITE);
    for mv in moves {
        window.alpha = window.alpha.max(best);
        if window.is_empty() {
            break;
        }
        tree.play(mv);
        let score = -quiesce(tree, window.flipped());
        tree.take_back();
        best = best.max(score);
    }
    best
}

/// A tree whose horizon is quiescence.
#[derive(Clone, Debug)]
pub struct Quiet<G>(pub G);

impl<G: ForcingTree> GameTree for Quiet<G> {
    type Move = G::Move;

    fn player(&self) -> Player {
        self.0.player()
    }

    fn outcome(&mut self) -> Option<Score> {
        self.0.outcome()
    }

    fn evaluate(&mut self) -> Score {
        self.0.evaluate()
    }

    fn moves(&mut self) -> Vec<G::Move> {
        self.0.moves()
    }

    fn play(&mut self, mv: G::Move) {
        self.0.play(mv);
    }

    fn take_back(&mut self) {
        self.0.take_back();
    }

    fn horizon(&mut self, window: Window) -> Score {
        quiesce(&mut self.0, window)
    }

    fn note_cut(&mut self, mv: G::Move, depth: u32) {
        self.0.note_cut(mv, depth);
    }
}
