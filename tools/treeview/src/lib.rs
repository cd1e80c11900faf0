//! Draws a search tree as one interactive page.
//!
//! ```text
//!   engine's search ──SearchObserver──▶ watch ───┐
//!   textbook search ──GameTree───────▶ recorded ─┴▶ recorder ──▶ Tree ──▶ log ──▶ page
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`algorithm`] | which searches there are, and what they may spend |
//! | `engine_recorder`, `sources` | records the engine's search; finds the node that made a table entry |
//! | `textbook_recorder`, [`lists`] | records a textbook search; reads trees of nested lists |
//! | `tree_recorder` | writes down what happens in a search |
//! | [`record`], [`reason`], [`tree`] | what is written down |
//! | [`score`] | scores as people read them |
//! | `thin`, `log` | keeping it small; keeping it in a file |
//! | [`page`], [`lesson`] | the page, from the files in `page/`; the lessons, from the files in `lessons/` |

pub mod algorithm;
pub mod lesson;
pub mod lists;
pub mod page;
pub mod progress;
pub mod reason;
pub mod record;
pub mod score;
pub mod tree;

mod engine_recorder;
mod log;
mod sources;
mod textbook_recorder;
mod thin;
mod tree_recorder;
