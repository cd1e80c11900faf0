//! The evaluation of a position as a picture for people and as JSON for programs.
//!
//! | module | content |
//! |---|---|
//! | `picture`, `panel` | the board coloured by the worth of its pieces; the numbers beside it |
//! | `evaluated` | a position with its evaluation and the worth of its pieces |
//! | `json` | the same numbers as one line of JSON |
//! | [`expected`] | the worth that a piece usually has on its square |
//! | `drawing`, `pieces` | SVG elements; the outlines of the pieces |

#![forbid(unsafe_code)]

pub mod expected;

mod drawing;
mod evaluated;
mod json;
mod panel;
mod picture;
mod pieces;

pub use json::json;
pub use picture::Picture;
