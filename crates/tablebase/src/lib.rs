//! Syzygy endgame tablebases, read through the crate `shakmaty-syzygy`.
//!
//! ```text
//!   SyzygyPath ──▶ SyzygyTables::open ──▶ search::Tablebase ──▶ the search
//!                        │                      │
//!                        └── faults of files ───┴──▶ whoever asks for them
//! ```
//!
//! The search knows nothing of files and formats, and no other crate of the engine knows `shakmaty`. Files that cannot be
//! read never end a game: the engine searches what it cannot look up, and tells once what was wrong.
//!
//! | module | idea |
//! |---|---|
//! | [`convert`] | the one place where a position becomes one of the other library |
//! | [`files`] | which files are tables, and whether they can be |
//! | [`faults`] | what went wrong, each fault once |
//! | [`pages`] | what a thread has read of files lately |
//! | [`tables`] | the tables, asked by many threads |

#![forbid(unsafe_code)]

mod convert;
mod faults;
mod files;
mod pages;
mod tables;

pub use faults::Fault;
pub use tables::SyzygyTables;
