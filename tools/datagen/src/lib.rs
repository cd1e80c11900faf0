//! Self-play: positions with scores and results, to tune the evaluation with.
//!
//! ```text
//!   seed, game number ──▶ Opening ──▶ Player ──▶ PlayedGame ──▶ collect ──▶ file
//!                         (random     (engine,    (records,      (in order of the numbers,
//!                          plies)      referee)    result,        duplicates dropped)
//!                                                 leaves)
//! ```
//!
//! A game depends only on the seed and its number: the engine is reset before it, and its random numbers are a
//! separate stream. So the number of threads, the order in which games end and interruptions do not matter: the file
//! holds the same records in the same order.
//!
//! | module | idea |
//! |---|---|
//! | [`settings`] | all settings that decide which games are played, and the note about them in the file |
//! | [`openings`] | openings of games |
//! | [`self_player`] | one game of the engine against itself |
//! | `leaves` | positions sampled from inside its searches |
//! | [`duplicates`] | detection of duplicates |
//! | [`collect`] | threads that play, and one that writes |
//! | [`tally`], `progress` | counts of a run, and its progress bar |
//! | [`cli`], [`commands`] | the command line and the commands |
//! | [`stats`] | statistics of files |

#![forbid(unsafe_code)]

pub mod cli;
pub mod collect;
pub mod commands;
pub mod duplicates;
pub mod openings;
pub mod self_player;
pub mod settings;
pub mod stats;
pub mod tally;

mod leaves;
mod progress;
