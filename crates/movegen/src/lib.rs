//! The rules of chess and Chess960.
//!
//! ```text
//!   text ──▶ Setup ──▶ Position ──▶ Masks ──▶ moves ──▶ Position
//!  (FEN)   (claimed)  (checked)   (checks,   (legal)   (played)
//!                                   pins)
//! ```
//!
//! | module | what it knows |
//! |---|---|
//! | [`attacks`] | what each piece attacks: tables made by `build.rs`, magic bitboards for sliders |
//! | [`position`] | where everything stands, what a move changes, Zobrist keys, who attacks what |
//! | [`generate`] | legal moves from check and pin masks |
//! | [`perft`] | counting trees of legal moves |
//! | [`text`] | FEN, EPD, UCI moves, SAN |
//! | [`zobrist`] | the random numbers behind the keys |

pub mod attacks;
pub mod generate;
pub mod perft;
pub mod position;
pub mod text;
pub mod zobrist;

pub use generate::{Masks, MoveList};
pub use position::Position;
