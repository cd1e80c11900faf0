//! Quiescence search: captures are played out before a position is evaluated.
//!
//! A search that stops at a fixed depth evaluates positions in the middle of an exchange: it sees the queen take a
//! pawn, but not the pawn that takes the queen. So at depth 0 forcing moves are searched on. The side to move need not
//! play one: it may *stand pat* on the evaluation, as some quiet move mostly keeps that. In check there may be no such
//! move, so there is no standing pat, and all evasions are searched.
//!
//! [`WithQuiescence`] puts it under any search: the same tree with another horizon.
//!
//! Fail-soft, as alpha-beta is. Source: A. Turing, *Digital computers applied to games*, 1953 ("dead positions");
//! <https://www.chessprogramming.org/Quiescence_Search>.

use types::{Score, Window};

use super::tree::{GameTree, pass_on};

/// The choices of quiescence search at a node.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Forcing<M> {
    /// The score without playing a forcing move; `None` if the side to move has to play one.
    pub stand_pat: Option<Score>,
    pub moves: Vec<M>,
}

/// A tree that can tell forcing moves from others.
pub trait ForcingTree: GameTree {
    /// The forcing moves of the current node.
    ///
    /// # Errors
    /// The score, if the game is over as far as quiescence search looks.
    fn forcing(&mut self) -> Result<Forcing<Self::Move>, Score>;
}

/// A borrowed tree is a tree.
impl<G: ForcingTree> ForcingTree for &mut G {
    fn forcing(&mut self) -> Result<Forcing<G::Move>, Score> {
        (**self).forcing()
    }
}

/// The score of a node after its forcing moves are played out. The search that calls it has reported the node.
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
        tree.enter(0, window.flipped());
        let score = quiesce(tree, window.flipped());
        tree.leave(score);
        tree.take_back();
        best = best.max(-score);
    }
    best
}

/// A tree with quiescence search at its horizon.
#[derive(Clone, Debug)]
pub struct WithQuiescence<G>(pub G);

impl<G: ForcingTree> GameTree for WithQuiescence<G> {
    pass_on!(|this| this.0; player outcome evaluate moves play take_back pass take_back_pass is_forced enter leave note_cut);

    fn horizon(&mut self, window: Window) -> Score {
        quiesce(&mut self.0, window)
    }
}
