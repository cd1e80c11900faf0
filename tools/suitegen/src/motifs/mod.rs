//! The rare things that move generators get wrong, each as a sketch in which it may happen and a test whether
//! it does.

pub mod castling;
pub mod checks;
pub mod chess960;
pub mod crowds;
pub mod en_passant;
pub mod endings;
pub mod promotion;

use crate::mine::Motif;

/// Every motif, in file order.
pub fn all() -> impl Iterator<Item = &'static Motif> {
    [
        en_passant::MOTIFS,
        castling::MOTIFS,
        chess960::MOTIFS,
        checks::MOTIFS,
        promotion::MOTIFS,
        endings::MOTIFS,
        crowds::MOTIFS,
    ]
    .into_iter()
    .flatten()
}
