//! The searches as they are taught: slow, obvious, and what the playing search is held against.
//!
//! Everything here runs on a [`GameTree`]: trees written by hand, and chess with any evaluator. Each form is a
//! function from a tree and a depth (and a window) to what was [`Found`], and says which bound it returns.
//!
//! | module | idea |
//! |---|---|
//! | [`minimax`] | two players, one after the greatest value, one after the least |
//! | [`negamax`] | the same with one function, as what one wins the other loses |
//! | [`two_player`] | alpha-beta with a step for each player, fail-hard and fail-soft |
//! | [`alphabeta`] | alpha-beta in negamax form, fail-hard and fail-soft |
//! | [`scout`] | principal variation search, with its re-search |
//! | [`memory`] | alpha-beta with a transposition table |
//! | [`quiescence`] | no evaluation while something hangs: it goes on top of all of them |
//! | [`aspiration`] | a narrow window around the expected value |
//! | [`deepening`] | depth 1, depth 2 …, the best move of the last depth first, as long as time allows |
//!
//! | module | trees |
//! |---|---|
//! | [`tree`] | what a search asks of a tree |
//! | [`handmade`] | trees such as `[[3,12,8],[2,4,6],[14,5,2]]` |
//! | [`chess`], [`chess_order`] | chess; which moves tutorials try first there |
//! | [`visits`], [`order`] | a tree that counts its visitors; a tree with its moves in another order |
//!
//! # What a window promises
//! Let `v` be the value that minimax returns. A search with the window `(α, β)` returns `r`:
//!
//! | | fail-soft | fail-hard |
//! |---|---|---|
//! | `v ≤ α` | `v ≤ r ≤ α`: an upper bound | `r = α` |
//! | `α < v < β` | `r = v` | `r = v` |
//! | `v ≥ β` | `β ≤ r ≤ v`: a lower bound | `r = β` |

pub mod alphabeta;
pub mod aspiration;
pub mod chess;
pub mod chess_order;
pub mod deepening;
pub mod handmade;
pub mod memory;
pub mod minimax;
pub mod negamax;
pub mod order;
pub mod quiescence;
pub mod scout;
pub mod tree;
pub mod two_player;
pub mod visits;

pub use chess::Chess;
pub use handmade::HandMade;
pub use order::Ordered;
pub use quiescence::Quiet;
pub use tree::{Found, GameTree, Player};
pub use visits::{Counts, Visited};
