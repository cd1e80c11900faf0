//! The searches as they are taught, from minimax to principal variation search: a course for readers, and the slow and
//! obvious reference that the engine's search is tested against.
//!
//! Each search is a function from a [`GameTree`] and a depth (and a window) to a [`SearchResult`]. Trees are written
//! by hand or are chess with any evaluation. `README.md` beside this crate is the course; the modules in its order:
//!
//! | step | module | idea |
//! |---|---|---|
//! | | [`tree`], [`handmade`] | the interface between search and tree; trees such as `[[3,12,8],[2,4,6],[14,5,2]]` |
//! | | [`chess`] | chess as a tree |
//! | 1 | [`minimax`] | one player takes the greatest value, the other the least |
//! | 2 | [`negamax`] | the same with one function for both players |
//! | 3 | [`alphabeta`], [`two_player`] | what cannot be reached is not searched, fail-hard and fail-soft |
//! | 4 | [`order`], [`chess_order`] | the best moves first; MVV-LVA, killers and history |
//! | 5 | [`pvs`] | principal variation search with its re-search |
//! | 6 | [`deepening`] | depth after depth, best move first, as long as time allows |
//! | 7 | [`transposition`] | a position that several lines lead to is searched once |
//! | 8 | [`quiescence`] | captures are played out before a position is evaluated |
//! | 9 | [`aspiration`] | a narrow window around the expected score |
//! | 10 | [`null_move`] | a side that still reaches beta after passing needs no search of its moves |
//! | 11 | [`reductions`] | late moves are searched less deep at first |
//! | 12 | [`extensions`] | checks are answered before the depth ends |
//! | | [`evaluation`], [`exchange`] | what a leaf is worth; what a capture wins once all have taken back |
//! | | [`small`] | an engine of these ideas, whose rules can be changed and tried in games |
//! | | [`course`], [`bugs`] | one function that runs any step, and the typical bug of each |
//! | | [`visits`] | counting nodes |
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
#![allow(missing_docs)]

pub mod alphabeta;
pub mod aspiration;
pub mod bugs;
pub mod chess;
pub mod chess_order;
pub mod course;
pub mod deepening;
pub mod evaluation;
pub mod exchange;
pub mod extensions;
pub mod handmade;
pub mod minimax;
pub mod negamax;
pub mod null_move;
pub mod order;
pub mod pvs;
pub mod quiescence;
pub mod reductions;
pub mod small;
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
