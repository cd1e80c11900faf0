//! The perft suites, made and counted without a line of our own rules code.
//!
//! A perft count is only worth as much as whoever counted it. The files in `perft-suites/` are therefore
//! written by this tool alone, which knows no chess of its own: positions come from published lists, from
//! seeded random play and from a seeded search for rare motifs, and every count is made twice, by `shakmaty`
//! and by `cozy-chess`. Where the two disagree, nothing at all is written. A position that one of them refuses, since
//! no game can come to it, has a comment that says what stood in: published counts, or counts behind each move.
//!
//! ```text
//!  published/*.epd ─┐
//!  play (random games) ─┼─▶ suites ─▶ counting (shakmaty = cozy-chess = published?) ─▶ epd ─▶ perft-suites/*.epd
//!  motifs + mine ───┘
//! ```
//!
//! Everything follows from one seed and the order of no library's move list, so a second run writes the same
//! bytes. Read in this order: [`suite`], [`libraries`], [`counting`], [`play`], [`sketch`], [`mine`],
//! [`motifs`], [`suites`].

pub mod backrank;
pub mod counting;
pub mod dice;
pub mod epd;
pub mod libraries;
pub mod look;
pub mod mine;
pub mod motifs;
pub mod output;
pub mod play;
pub mod published;
pub mod sketch;
pub mod suite;
pub mod suites;
pub mod text;
