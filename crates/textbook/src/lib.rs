//! The searches as they are taught, from minimax to principal variation search: a course for readers, and the slow and
//! obvious reference that the engine's search is tested against.
//!
//! Each search is a function from a [`GameTree`] and a depth (and a window) to a [`SearchResult`]. Trees are written
//! by hand or are chess with any evaluation. `README.md` beside this crate is the course; the modules in its order:
//!
//! | module | idea |
//! |---|---|
//! | [`tree`] | the interface between search and tree |
//! | [`handmade`] | trees such as `[[3,12,8],[2,4,6],[14,5,2]]` |
//! | [`minimax`] | one player takes the greatest value, the other the least |
//! | [`negamax`] | the same with one function for both players |
//! | [`two_player`] | alpha-beta with a step for each player, fail-hard and fail-soft |
//! | [`alphabeta`] | alpha-beta in negamax form, fail-hard and fail-soft |
//! | [`order`], [`visits`] | move ordering; counting nodes |
//! | [`chess`], [`chess_order`] | chess as a tree; MVV-LVA, killers and history |
//! | [`pvs`] | principal variation search with its re-search |
//! | [`transposition`] | alpha-beta with a transposition table |
//! | [`quiescence`] | captures are played out before a position is evaluated |
//! | [`aspiration`] | a narrow window around the expected score |
//! | [`deepening`] | iterative deepening, best move first, as long as time allows |
//!
//! # The promise of a window
//! Let `v` be the value that minimax returns. A search with the window `(α, β)` returns `r`:
//!
//! | | fail-soft | fail-hard |
//! |---|---|---|
//! | `v ≤ α` | `v ≤ r ≤ α`: an upper bound | `r = α` |
//! | `α < v < β` | `r = v` | `r = v` |
//! | `v ≥ β` | `β ≤ r ≤ v`: a lower bound | `r = β` |

#![forbid(unsafe_code)]

pub mod alphabeta;
pub mod aspiration;
pub mod chess;
pub mod chess_order;
pub mod deepening;
pub mod handmade;
pub mod minimax;
pub mod negamax;
pub mod order;
pub mod pvs;
pub mod quiescence;
pub mod transposition;
pub mod tree;
pub mod two_player;
pub mod visits;

pub use chess::Chess;
pub use handmade::HandMade;
pub use order::Ordered;
pub use quiescence::WithQuiescence;
pub use tree::{GameTree, Player, SearchResult};
pub use visits::{VisitCounts, Visited};
