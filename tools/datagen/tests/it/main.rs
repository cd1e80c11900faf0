//! Self-play at tiny node counts. Games are checked by a second rules library, files by the games, and the program
//! by its documentation.

mod games;
mod program;
mod runs;
mod support;
