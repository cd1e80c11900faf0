//! Self-play: positions with scores and results, to tune the evaluation with.
//!
//! ```text
//!   seed, game number ──▶ Opening ──▶ Player ──▶ PlayedGame ──▶ collect ──▶ file
//!                         (random     (engine,    (records,      (in order of the numbers,
//!                          plies)      referee)    result,        duplicates dropped)
//!                                                 leaves)
//! ```
//!
//! A game follows from the seed and its number alone: the engine forgets everything before it, and its random
//! numbers are a stream of their own. So it does not matter on how many threads the games are played, in what
//! order they end, or how often the run was interrupted: the same records stand in the file in the same order.
//!
//! | module | idea |
//! |---|---|
//! | [`settings`] | all that decides what games are played, and the note that tells of it |
//! | [`openings`] | where games begin |
//! | [`self_player`] | one game of the engine against itself |
//! | `leaves` | positions drawn from inside of its searches |
//! | [`duplicates`] | positions that were written already |
//! | [`collect`] | threads that play, and one that writes |
//! | [`tally`], `progress` | what was made so far, and the showing of it |
//! | [`cli`], [`commands`] | the command line, and what it does |
//! | [`stats`] | what is in a file, for people |

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
