//! The engine as a WebAssembly module, for a worker in a browser or in Node.
//!
//! ```text
//!   page ──postMessage──▶ coppice.js ──▶ ffi ──▶ host ──▶ uci::scheduler ──▶ search
//!        ◀─────────────── (worker)   ◀──────────────────────  output, clock
//! ```
//!
//! The module has one thread. While it searches, its worker can receive messages only if the browser can suspend
//! WebAssembly (JavaScript Promise Integration, JSPI). Then the search pauses some sixty times a second, in its clock,
//! and signals arrive in these pauses. Elsewhere `coppice.js` lets the module search in a second worker, which looks for
//! signals in its place. Node counts do not depend on it.
//!
//! | module | idea |
//! |---|---|
//! | [`host`] | commands and jobs without threads |
//! | [`questions`] | positions, moves and games as JSON, for a page |
//! | [`trees`] | search trees for a page that draws them while they grow |
//! | [`clock`] | the clock of the page, with pauses |
//! | `ffi` | the functions that the module imports and exports, by `extern "C"` alone |

pub mod clock;
pub mod host;
pub mod questions;
pub mod trees;

#[cfg(target_family = "wasm")]
mod ffi;
