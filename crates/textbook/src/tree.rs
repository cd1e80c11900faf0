//! The interface between a search and the tree it walks.
//!
//! A search plays moves and takes them back; the tree stands on one node at a time. Every score is from the view of
//! the side to move, so parent and child see `s` and `−s`.

use std::fmt;

use types::{Score, Window};

/// The side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Player {
    /// Wants the greatest value. White, in chess.
    Max,
    /// Wants the least value.
    Min,
}

/// A two-player game in which one side wins what the other loses.
pub trait GameTree {
    /// The step from a node to a child.
    type Move: Copy + PartialEq + fmt::Debug;

    /// The side to move.
    fn player(&self) -> Player;

    /// The score if the game is over here; otherwise `None`, and then there is a move.
    fn outcome(&mut self) -> Option<Score>;

    /// A guess at the value of the node without searching further.
    fn evaluate(&mut self) -> Score;

    /// The moves, in the order in which a search tries them.
    fn moves(&mut self) -> Vec<Self::Move>;

    /// Goes to a child.
    fn play(&mut self, mv: Self::Move);

    /// Goes back to the parent.
    fn take_back(&mut self);

    /// Passes instead of moving, if the game allows that here, and returns whether it did. Where having to move may be a
    /// disadvantage (zugzwang), it passes only if asked to do so `even_in_zugzwang`.
    fn pass(&mut self, even_in_zugzwang: bool) -> bool {
        let _ = even_in_zugzwang;
        false
    }

    /// Returns true if the side to move has to answer a threat: in chess, a check.
    fn is_forced(&self) -> bool {
        false
    }

    /// Goes back to the node at which a side passed.
    fn take_back_pass(&mut self) {}

    /// The score of a node at depth 0: the outcome, or else the evaluation. A tree that searches on from here, as
    /// quiescence does, may use the window and returns a fail-soft bound.
    fn horizon(&mut self, window: Window) -> Score {
        let _ = window;
        self.outcome().unwrap_or_else(|| self.evaluate())
    }

    /// The score of a node from which no move is searched: at depth 0, or because the game is over.
    fn leaf_score(&mut self, depth: u32, window: Window) -> Option<Score> {
        if depth == 0 { Some(self.horizon(window)) } else { self.outcome() }
    }

    /// Reports that a search of the current node begins. All searches report each node, but for those of
    /// [`two_player`](super::two_player).
    fn enter(&mut self, depth: u32, window: Window) {
        let _ = (depth, window);
    }

    /// Reports that the search of the current node ends with this score.
    fn leave(&mut self, score: Score) {
        let _ = score;
    }

    /// Reports that a move of the current node reached beta, so that it can be tried earlier elsewhere.
    fn note_cut(&mut self, mv: Self::Move, depth: u32) {
        let _ = (mv, depth);
    }
}

/// Passes calls on to the tree within, for a tree that changes some methods of another one: first the way to that tree,
/// then the methods, as in `pass_on!(|this| this.tree; player outcome evaluate)`.
macro_rules! pass_on {
    (|$this:ident| $tree:expr; $($method:ident)*) => {
        type Move = G::Move;
        $($crate::tree::pass_on!(@$method $this $tree);)*
    };
    (@player $($to:tt)*) => { $crate::tree::pass_on!(@ref $($to)*; player() -> $crate::tree::Player); };
    (@outcome $($to:tt)*) => { $crate::tree::pass_on!(@mut $($to)*; outcome() -> Option<Score>); };
    (@evaluate $($to:tt)*) => { $crate::tree::pass_on!(@mut $($to)*; evaluate() -> Score); };
    (@moves $($to:tt)*) => { $crate::tree::pass_on!(@mut $($to)*; moves() -> Vec<G::Move>); };
    (@play $($to:tt)*) => { $crate::tree::pass_on!(@mut $($to)*; play(mv: G::Move) -> ()); };
    (@take_back $($to:tt)*) => { $crate::tree::pass_on!(@mut $($to)*; take_back() -> ()); };
    (@pass $($to:tt)*) => { $crate::tree::pass_on!(@mut $($to)*; pass(even_in_zugzwang: bool) -> bool); };
    (@is_forced $($to:tt)*) => { $crate::tree::pass_on!(@ref $($to)*; is_forced() -> bool); };
    (@take_back_pass $($to:tt)*) => { $crate::tree::pass_on!(@mut $($to)*; take_back_pass() -> ()); };
    (@horizon $($to:tt)*) => { $crate::tree::pass_on!(@mut $($to)*; horizon(window: Window) -> Score); };
    (@enter $($to:tt)*) => { $crate::tree::pass_on!(@mut $($to)*; enter(depth: u32, window: Window) -> ()); };
    (@leave $($to:tt)*) => { $crate::tree::pass_on!(@mut $($to)*; leave(score: Score) -> ()); };
    (@note_cut $($to:tt)*) => { $crate::tree::pass_on!(@mut $($to)*; note_cut(mv: G::Move, depth: u32) -> ()); };
    (@ref $this:ident $tree:expr; $method:ident() -> $result:ty) => {
        fn $method(&self) -> $result {
            let $this = self;
            $tree.$method()
        }
    };
    (@mut $this:ident $tree:expr; $method:ident($($name:ident: $type:ty),*) -> $result:ty) => {
        fn $method(&mut self $(, $name: $type)*) -> $result {
            let $this = self;
            $tree.$method($($name),*)
        }
    };
}

pub(crate) use pass_on;

/// A borrowed tree is a tree.
impl<G: GameTree> GameTree for &mut G {
    pass_on!(|this| (**this); player outcome evaluate moves play take_back pass take_back_pass is_forced horizon enter leave note_cut);
}

/// The result of searching a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchResult<M> {
    /// The value of the node, or a bound of it.
    pub score: Score,
    /// The move that the score comes from. `None` at a leaf, and where no move was better than alpha.
    pub best: Option<M>,
}

impl<M> SearchResult<M> {
    /// A score without a move.
    pub fn leaf(score: Score) -> SearchResult<M> {
        SearchResult { score, best: None }
    }
}

/// Searches the current node, reporting its begin and end: a leaf gets its score, any other node what
/// `search_moves` returns.
pub(crate) fn search_node<G: GameTree>(
    tree: &mut G,
    depth: u32,
    window: Window,
    search_moves: impl FnOnce(&mut G) -> SearchResult<G::Move>,
) -> SearchResult<G::Move> {
    tree.enter(depth, window);
    let result = match tree.leaf_score(depth, window) {
        Some(score) => SearchResult::leaf(score),
        None => search_moves(tree),
    };
    tree.leave(result.score);
    result
}

/// Converts a score between the view of the player to move and the view of Max, in either direction.
pub fn seen_by_max(player: Player, score: Score) -> Score {
    match player {
        Player::Max => score,
        Player::Min => -score,
    }
}

/// Converts a window between the view of the player to move and the view of Max, in either direction.
pub fn window_of_max(player: Player, window: Window) -> Window {
    match player {
        Player::Max => window,
        Player::Min => window.flipped(),
    }
}
