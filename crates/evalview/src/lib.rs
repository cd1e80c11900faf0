//! The evaluation of a position as a picture for people and as JSON for programs.
//!
//! | module | content |
//! |---|---|
//! | `picture`, `panel` | the board coloured by the worth of its pieces; the numbers beside it |
//! | `evaluated` | a position with its evaluation and the worth of its pieces |
//! | [`mod@json`] | the same numbers as JSON |
//! | [`expected`] | the worth that a piece usually has on its square |
//! | [`pieces`], `drawing` | the outlines of the pieces; SVG elements |

#![forbid(unsafe_code)]
#![allow(missing_docs)]

pub mod expected;
pub mod json;
pub mod pieces;

mod drawing;
mod evaluated;
mod panel;
mod picture;

pub use json::json;
pub use picture::Picture;
