//! Draws a search tree as one interactive page.
//!
//! ```text
//!   playing search ──SearchObserver──▶ watch ─┐
//!   textbook forms ───────────────────────────┴▶ recorder ──▶ Tree ──▶ log ──▶ page
//! ```
//!
//! | module | idea |
//! |---|---|
//! | [`algorithm`] | which searches there are, and what they may spend |
//! | `watch`, `sources` | hears what the playing search does; which entry of its table was made where |
//! | `textbook`, `chess`, [`lists`] | minimax, alpha-beta and principal variation search, on positions and on nested lists |
//! | `recorder` | writes down what happens in a search |
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

mod chess;
mod log;
mod recorder;
mod sources;
mod textbook;
mod thin;
mod watch;
