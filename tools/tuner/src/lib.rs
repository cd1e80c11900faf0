//! Tunes every weight of the evaluation at once.
//!
//! ```text
//!   positions ─▶ traces ─▶ model ─▶ loss ─▶ slopes ─▶ steps ─▶ ... ─▶ crates/eval/src/terms.rs
//! ```
//!
//! This is what chess programmers call Texel tuning: the weights are best when the evaluation of quiet positions
//! best foretells what came of them. Each position is evaluated once, by the evaluation that plays, with a trace
//! that writes down which feature fired how often. From then on the score is a formula in the weights, and its
//! slopes say where each of them should go.
//!
//! | module | idea |
//! |---|---|
//! | [`load`] | files of positions become traces; one game in ten is held out |
//! | [`recorder`], [`traces`] | the evaluation's trace in some 200 bytes |
//! | [`model`] | score and slopes from a trace, with any weights |
//! | [`target`] | scores as expected points; results blended with searches |
//! | [`loss`], [`penalty`] | how wrong the weights are, and what keeps them where nothing is known |
//! | [`adam`], [`fit`], [`checkpoint`] | the steps, the epochs, and a run on disk |
//! | [`weights`] | where to begin, what may move, whole numbers at the end |
//! | [`scale`] | whether a unit of the score still means what it meant |
//! | [`term_list`] | the list of terms as Rust text, read and written |
//! | [`report`], [`plot`] | what came of it, for people |

#![forbid(unsafe_code)]

pub mod adam;
pub mod checkpoint;
pub mod fit;
pub mod load;
pub mod loss;
pub mod model;
pub mod penalty;
pub mod plot;
pub mod recorder;
pub mod report;
pub mod scale;
pub mod target;
pub mod term_list;
pub mod traces;
pub mod weights;
