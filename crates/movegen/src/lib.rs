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
//! | `legality` | whether a move from elsewhere, any 16 bits, is legal |
//! | [`checks`] | which moves give check, known without playing them |
//! | [`see`] | what a capture is worth once all recaptures are played out |
//! | [`repetition`] | positions that came before, or could be brought back |
//! | [`chess960`] | the 960 arrays that games begin from |
//! | `draws` | draws by rule: insufficient material, fifty moves, repetition |
//! | [`perft`] | counting trees of legal moves |
//! | [`text`] | FEN, EPD, UCI moves, SAN |
//! | [`zobrist`] | the random numbers behind the keys |

pub mod attacks;
pub mod checks;
pub mod chess960;
mod draws;
pub mod generate;
mod legality;
pub mod perft;
pub mod position;
pub mod repetition;
pub mod see;
pub mod text;
pub mod zobrist;

pub use checks::Checks;
pub use draws::FIFTY_MOVES;
pub use generate::{Masks, MoveList};
pub use position::Position;
pub use repetition::KeyHistory;
