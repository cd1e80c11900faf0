//! VisitCounts the nodes that each search technique saves, from minimax to the full engine.
//!
//! ```text
//!   positions ─┐
//!   methods ───┼─▶ measure ─▶ results ─▶ table, CSV, JSON, SVG
//!   caps ──────┘                 └─────▶ verdict: the sound methods agree
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`cli`], [`positions`] | the command line; the positions |
//! | [`methods`] | the rows of the table, and which of them must agree |
//! | [`textbook_searches`], [`engine`] | running the textbook searches, and the engine's search with some of its techniques |
//! | [`meter`] | counting the nodes of a search, measuring its time, ending it at its limits |
//! | [`results`], [`verdict`] | the measurements; the check that sound methods agree |
//! | [`minimax_size`] | the node count of minimax where searching would take too long |
//! | [`table`], [`export`], [`plot`] | the output: text, CSV and JSON, a plot |

pub mod cli;
pub mod engine;
pub mod export;
pub mod meter;
pub mod methods;
pub mod minimax_size;
pub mod plot;
pub mod positions;
pub mod results;
pub mod table;
pub mod textbook_searches;
pub mod verdict;
