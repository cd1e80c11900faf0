//! Draws a search tree as one interactive page.
//!
//! ```text
//!   engine's search ──SearchObserver──▶ engine_recorder ──┐
//!   textbook search ──GameTree───────▶ textbook_recorder ┴▶ tree_recorder ──▶ SearchTree ──▶ log ──▶ page
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`algorithm`] | the searches, and their limits |
//! | [`course`] | records the searches of the course |
//! | `engine_recorder`, `sources` | records the engine's search; finds the node that stored a table entry |
//! | `textbook_recorder`, [`lists`] | records a textbook search; reads trees of nested lists |
//! | `tree_recorder` | builds the tree from the events of a search |
//! | [`record`], [`reason`], [`tree`] | the recorded data |
//! | [`score`] | scores as text |
//! | `thin`, `log` | reducing a tree; saving it to a file |
//! | [`page`] | the page, from the files in `page/` |

pub mod algorithm;
pub mod course;
pub mod lists;
pub mod page;
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
