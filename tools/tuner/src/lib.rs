//! Tunes every weight of the evaluation at once.
//!
//! ```text
//!   positions ─▶ traces ─▶ model ─▶ loss ─▶ slopes ─▶ steps ─▶ ... ─▶ crates/eval/src/terms.rs
//! ```
//!
//! Texel tuning: the best weights are those with which the evaluation of quiet positions best predicts the results of
//! their games. Each position is evaluated once by the engine's evaluation, with a trace of how often each feature
//! occurs. From then on the score is a function of the weights, and its gradient gives the steps.
//!
//! | module | idea |
//! |---|---|
//! | [`load`] | files of positions become traces; the games of one opening in ten are held out |
//! | [`recorder`], [`traces`] | the evaluation's trace in some 200 bytes |
//! | [`model`] | score and gradient from a trace, with any weights |
//! | [`target`] | scores as expected points; results blended with searches |
//! | [`loss`], [`penalty`] | the error of the weights, and regularisation |
//! | [`adam`], [`fit`], [`checkpoint`] | the steps, the epochs, and checkpoints of a run |
//! | [`weights`] | initial weights, movable weights, rounding |
//! | [`scale`] | comparison and correction of the scale of scores |
//! | [`term_list`] | the list of terms as Rust text, read and written |
//! | [`report`], [`plot`] | reports and the plot of the loss |

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
