//! The evaluation of a position as a picture for people and as JSON for programs.
//!
//! | module | content |
//! |---|---|
//! | `picture` | the board coloured by the worth of its pieces, and the numbers beside it |
//! | [`mod@json`] | the same numbers as JSON |
//! | [`expected`] | the worth that a piece usually has on its square |
//! | [`pieces`], `drawing` | the outlines of the pieces; SVG elements |

#![forbid(unsafe_code)]
#![allow(missing_docs)]

mod expected;
pub mod json;
mod pieces;

mod drawing;
mod picture;

pub use json::json;
pub use picture::Picture;
