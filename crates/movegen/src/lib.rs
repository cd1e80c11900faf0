//! The rules of chess and Chess960: positions, legal moves, FEN, EPD, SAN, UCI moves, perft.
//!
//! This is the rules library of the engine Coppice. Positions are always legal, moves that come out are always
//! legal, and everything is checked against perft suites and a second library.
//!
//! # Legal moves
//!
//! ```
//! use coppice_chess::{Position, Role};
//!
//! let position: Position = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4".parse()?;
//! assert!(position.in_check() && position.legal_moves().is_empty());
//!
//! let start = Position::startpos();
//! let moves = start.legal_moves();
//! let knights = moves.iter().filter(|mv| start.piece_at(mv.from()).is_some_and(|p| p.role() == Role::Knight));
//! assert_eq!((moves.len(), knights.count()), (20, 4));
//! # Ok::<(), coppice_chess::text::FenError>(())
//! ```
//!
//! # Playing a game
//!
//! A position is a value: [`Position::after`] returns the next one, [`Position::play`] changes it in place. There is
//! no unmake. [`KeyHistory`] keeps the keys of earlier positions, for repetitions.
//!
//! ```
//! use coppice_chess::{KeyHistory, Outcome, Position};
//!
//! let mut position = Position::startpos();
//! let mut earlier = KeyHistory::new();
//! for text in ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"] {
//!     assert_eq!((position.outcome(&earlier), position.outcome_with_claims(&earlier)), (None, None));
//!     let mv = position.parse_san(text)?;
//!     earlier.push(position.key());
//!     position.play(mv);
//! }
//! assert_eq!(position.outcome_with_claims(&earlier), Some(Outcome::ThreefoldRepetition));
//! # Ok::<(), coppice_chess::text::SanError>(())
//! ```
//!
//! # Moves as text
//!
//! A [`Move`] has 16 bits; what it captures ([`Position::captured`]) and its text depend on the position. Castling goes
//! from the king's to the rook's square, as in Chess960.
//!
//! ```
//! use coppice_chess::Position;
//! use coppice_chess::text::CastlingNotation;
//!
//! let position: Position = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1".parse()?;
//! let castle = position.parse_uci("e1g1").expect("legal");
//! assert_eq!(position.san(castle), "O-O");
//! assert_eq!(position.uci(castle, CastlingNotation::Chess960).to_string(), "e1h1");
//! let error = position.parse_san("Ra2a3").unwrap_err();
//! assert!(error.to_string().contains("Ra2a3"));
//! # Ok::<(), coppice_chess::text::FenError>(())
//! ```
//!
//! # Chess960
//!
//! Castling works from any squares of king and rooks. [`chess960::start`] has the start positions, also of double Chess960.
//!
//! ```
//! use coppice_chess::{Position, chess960};
//!
//! assert_eq!(chess960::start(518, 518).fen(), Position::startpos().fen());
//! assert_eq!(chess960::start(0, 959).shredder_fen(), "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFca - 0 1");
//! ```
//!
//! # Perft
//!
//! ```
//! use coppice_chess::{Position, perft};
//!
//! assert_eq!(perft::bulk(&Position::startpos(), 4), 197_281);
//! ```
//!
//! [`perft::divide_on_threads`] counts on several threads and reports progress.
//!
//! # Own treatment of moves
//!
//! [`Position::generate`] passes sets of targets to a [`MoveSink`](generate::MoveSink), so that moves can be counted,
//! filtered or scored without a list. [`Masks`] holds checks and pins, which several calls can share.
//!
//! ```
//! use coppice_chess::generate::{Captures, MoveCount};
//! use coppice_chess::{Masks, Position};
//!
//! let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
//! let mut captures = MoveCount::default();
//! position.generate::<Captures, _>(&Masks::of(&position), &mut captures);
//! assert_eq!(captures.0, 8);
//! # Ok::<(), coppice_chess::text::FenError>(())
//! ```
//!
//! # Features
//!
//! - `std`, on by default: [`perft::divide_on_threads`], which needs threads. Without it the crate is `no_std` and needs an allocator.
//! - `serde`: positions serialize as FEN, [`UciMove`](text::UciMove) as text.
//!
//! Slider attacks use PEXT if the target has BMI2 (`-C target-cpu=native` on most machines), otherwise magic
//! bitboards; the results are the same. Rust 1.88 or newer builds the crate.
//!
//! # Inside
//!
//! ```text
//!   text ──▶ Setup ──▶ Position ──▶ Masks ──▶ moves ──▶ Position
//!  (FEN)  (unchecked)  (legal)    (checks,   (legal)   (played)
//!                                   pins)
//! ```
//!
//! | module | contents |
//! |---|---|
//! | [`attacks`] | attacks of each piece: tables made by `build.rs`, magic bitboards for sliders |
//! | [`position`] | the position, playing moves, Zobrist keys, attacks on squares |
//! | [`generate`] | legal moves from check and pin masks |
//! | `legality` | a legality test for moves that were not generated here, any 16 bits |
//! | [`checks`] | a test whether moves give check, without playing them |
//! | [`see`] | static exchange evaluation: the value of a capture after all recaptures |
//! | [`chess960`] | the 960 arrays that games begin from |
//! | `draws` | draws by rule: insufficient material, fifty moves, repetition |
//! | [`perft`] | counts of trees of legal moves |
//! | [`text`] | FEN, EPD, UCI moves, SAN |
//! | [`zobrist`] | the random numbers behind the keys |

#![no_std]

extern crate alloc;
#[cfg(any(test, feature = "std"))]
extern crate std;

pub mod attacks;
pub mod checks;
pub mod chess960;
mod draws;
pub mod generate;
mod legality;
mod outcome;
pub mod perft;
pub mod position;
pub mod see;
#[cfg(feature = "serde")]
mod serde;
pub mod text;
pub mod zobrist;

pub use checks::Checks;
pub use draws::{FIFTY_MOVES, KeyHistory};
pub use generate::{Masks, MoveList};
pub use outcome::Outcome;
pub use position::Position;
pub use types::{Bitboard, Color, File, Key, Move, MoveKind, Piece, Ply, Rank, Role, Square};

/// The README's example, as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
