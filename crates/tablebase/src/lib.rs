//! Syzygy endgame tablebases, read through the crate `shakmaty-syzygy`.
//!
//! ```text
//!   SyzygyPath ──▶ SyzygyTables::open ──▶ search::Tablebase ──▶ the search
//!                        │                      │
//!                        └── faults of files ───┴──▶ the caller that takes them
//! ```
//!
//! The search depends on no files and formats, and no other crate of the engine on `shakmaty`. Files that cannot be read
//! never end a game: the engine searches what it cannot look up, and reports each fault once.
//!
//! | module | idea |
//! |---|---|
//! | [`convert`] | the one place where a position becomes one of the other library |
//! | [`files`] | recognition of table files |
//! | [`faults`] | faults, each reported once |
//! | [`pages`] | a cache of file pages for each thread; in WebAssembly, files as a whole |
//! | [`tables`] | the tables, probed by many threads |

#![forbid(unsafe_code)]
#![allow(missing_docs)]

mod convert;
mod faults;
mod files;
mod pages;
mod tables;

pub use tables::SyzygyTables;
