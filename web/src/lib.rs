//! What the pages ask for without threads, as a WebAssembly module: answers about positions, moves and games, and search trees.
//! (The engine of the board page is the program `coppice` itself, built with threads: see `web/worker/engine.js`.)
//!
//! | module | idea |
//! |---|---|
//! | [`questions`] | positions, moves and games as JSON |
//! | [`lessons`] | what the course asks for beside trees: evaluations, exchanges, keys, games |
//! | [`trees`] | search trees for a page that draws them while they grow |
//! | `ffi` | the functions that the module imports and exports, by `extern "C"` alone |

pub mod lessons;
pub mod questions;
pub mod trees;

#[cfg(target_family = "wasm")]
mod ffi;
