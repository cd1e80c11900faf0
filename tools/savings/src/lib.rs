//! How many positions each idea in the search saves, from minimax to the full engine.
//!
//! ```text
//!   positions ─┐
//!   methods ───┼─▶ measure ─▶ results ─▶ table, CSV, JSON, SVG
//!   caps ──────┘                 └─────▶ verdict: the sound ones agree
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`cli`], [`positions`] | what is asked, and of which positions |
//! | [`methods`] | the rows: what is searched with, and which of them must agree |
//! | [`taught`], [`engine`] | running the searches as they are taught, and the playing search with some of its techniques |
//! | [`meter`] | counting what a search visits, and ending it when it has spent what it may |
//! | [`results`], [`verdict`] | what was measured; whether the sound methods agree |
//! | [`minimax_size`] | how much minimax visits, where searching it would take too long |
//! | [`table`], [`export`], [`plot`] | as text, as CSV and JSON, as a picture |

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
pub mod taught;
pub mod verdict;
