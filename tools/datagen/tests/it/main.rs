//! Self-play at tiny node counts: the games against a second rules library, the file against the games, the
//! program against its word.

mod games;
mod program;
mod runs;
mod support;
